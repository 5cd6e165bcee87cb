// Deterministic parallel numbering of chosen items, as of the unknowns of a linear system.
#pragma once

#include "ooze/base/threads.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ooze {

/// Numbers chosen items in ascending order, in parallel: the numbers do not depend on the number of threads.
/// Buffers are reused.
class Numbering {
 public:
  static constexpr std::size_t kGrain = 4096;
  static constexpr std::uint32_t kNone = ~0u;  ///< number of an item that is not chosen

  /// Appends the chosen items of [0, n) to `chosen`, in ascending order. The number of an item is its place
  /// there.
  /// @param isChosen  isChosen(item); called once for each item, on any thread
  /// @param each      each(item, number) for every item, on any thread; number is kNone unless it is chosen
  template <class IsChosen, class Each>
  void append(std::size_t n, std::vector<std::uint32_t>& chosen, const Threads& threads,
              const IsChosen& isChosen, const Each& each) {
    counts_.resize(Threads::chunkCount(n, kGrain)), isChosen_.resize(n);
    threads.forChunks(n, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      std::uint32_t count = 0;
      for (std::size_t i = begin; i < end; ++i) count += isChosen_[i] = isChosen(i) ? 1 : 0;
      counts_[chunk] = count;
    });
    auto total = static_cast<std::uint32_t>(chosen.size());
    for (std::uint32_t& count : counts_) total += std::exchange(count, total);
    chosen.resize(total);
    threads.forChunks(n, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      std::uint32_t number = counts_[chunk];
      for (std::size_t i = begin; i < end; ++i) {
        if (isChosen_[i] == 0) {
          each(i, kNone);
          continue;
        }
        chosen[number] = static_cast<std::uint32_t>(i);
        each(i, number++);
      }
    });
  }

 private:
  std::vector<std::uint8_t> isChosen_;
  std::vector<std::uint32_t> counts_;  ///< chosen items of each chunk, then of all chunks before it
};

}  // namespace ooze
