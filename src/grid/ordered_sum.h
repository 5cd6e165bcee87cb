// Sums whose bits do not depend on the number of threads.
#pragma once

#include "ooze/base/threads.h"

#include <array>
#include <cstddef>
#include <vector>

namespace ooze::grid {

/// Adds up numbers chunk by chunk, and then the chunks in their order. Keeps its memory.
template <std::size_t Count>
class OrderedSum {
 public:
  using Sums = std::array<double, Count>;
  static constexpr std::size_t kGrain = 4096;

  /// @param part  the sums of the numbers [begin, end), called on any thread
  template <class Part>
  Sums operator()(std::size_t n, const Threads& threads, const Part& part) {
    parts_.resize(Threads::chunkCount(n, kGrain));
    threads.forChunks(n, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      parts_[chunk] = part(begin, end);
    });
    Sums all{};
    for (const Sums& one : parts_)
      for (std::size_t k = 0; k < Count; ++k) all[k] += one[k];
    return all;
  }

 private:
  std::vector<Sums> parts_;
};

}  // namespace ooze::grid
