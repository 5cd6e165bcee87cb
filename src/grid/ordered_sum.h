// Deterministic parallel sums: the bits do not depend on the number of threads.
#pragma once

#include "ooze/base/threads.h"

#include <cstddef>
#include <vector>

namespace ooze::grid {

/// Sums chunk by chunk, then adds the chunk sums in order. Buffers are reused.
class OrderedSum {
 public:
  static constexpr std::size_t kGrain = 4096;

  /// Sums n numbers.
  /// @param part  returns the sum of the numbers [begin, end), called on any thread
  template <class Part>
  double operator()(std::size_t n, const Threads& threads, const Part& part) {
    parts_.resize(Threads::chunkCount(n, kGrain));
    threads.forChunks(n, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
      parts_[chunk] = part(begin, end);
    });
    double all = 0.0;
    for (const double one : parts_) all += one;
    return all;
  }

 private:
  std::vector<double> parts_;
};

}  // namespace ooze::grid
