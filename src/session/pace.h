// Keeps two worlds together: neither begins a frame before the other has come as far.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

namespace ooze {

class Pace {
 public:
  /// @param nudge  wakes whoever waits in this lane; called on the other's thread
  void enter(std::size_t lane, std::uint64_t frame, std::function<void()> nudge);
  /// From then on the other goes alone. No nudge() of this lane runs after it has returned.
  void leave(std::size_t lane);

  /// Whether a world that has `frame` frames behind it may begin the next.
  [[nodiscard]] bool mayBegin(std::size_t lane, std::uint64_t frame) const;
  /// Where a world stands now; also when it went back.
  void reached(std::size_t lane, std::uint64_t frame);

 private:
  struct Lane {
    bool taken = false;
    std::uint64_t frame = 0;
    std::function<void()> nudge;
  };
  mutable std::mutex mutex_;  // of lanes_, never held while others are called
  std::mutex nudging_;        // held while one is
  std::array<Lane, 2> lanes_;
};

}  // namespace ooze
