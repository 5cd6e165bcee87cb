// Frame barrier for two worlds: neither begins a frame before the other has come as far.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

namespace ooze {

class FrameBarrier {
 public:
  /// Enters a world.
  /// @param lane   slot of the world, 0 or 1
  /// @param frame  present frame of the world
  /// @param nudge  wakes the world's thread; called on the other world's thread
  void enter(std::size_t lane, std::uint64_t frame, std::function<void()> nudge);
  /// Removes a world; the other then runs freely. After the return, `nudge` of this lane is not called any
  /// more.
  void leave(std::size_t lane);

  /// Returns true if a world with `frame` finished frames may begin the next frame.
  [[nodiscard]] bool mayBegin(std::size_t lane, std::uint64_t frame) const;
  /// Reports the present frame of a world, also after a seek backwards.
  void reached(std::size_t lane, std::uint64_t frame);

 private:
  struct FrameBarrierSide {
    bool taken = false;
    std::uint64_t frame = 0;
    std::function<void()> nudge;
  };
  mutable std::mutex mutex_;  // guards lanes_; never held while a nudge function is called
  std::mutex nudging_;        // held while a nudge function is called
  std::array<FrameBarrierSide, 2> lanes_;
};

}  // namespace ooze
