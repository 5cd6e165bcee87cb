// Frame barrier for two worlds: neither begins a frame before the other has come as far.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

namespace ooze {

/// Keeps two compared worlds at the same frame. Each world, one per lane, runs on its own thread and asks
/// mayBegin() before every frame. A world that is ahead waits until the other world reports its frame.
class FrameBarrier {
 public:
  /// Adds a world, for which the other world then waits.
  /// @param lane   slot of the world, 0 or 1
  /// @param frame  present frame of the world
  /// @param nudge  wakes the world's thread; called on the other world's thread
  void enter(std::size_t lane, std::uint64_t frame, std::function<void()> nudge);
  /// Removes a world, so that the other world runs freely. Once leave() has returned, the removed world's
  /// `nudge` is never called again.
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
