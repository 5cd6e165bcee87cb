// Deterministic parallel reductions: the bits do not depend on the number of threads.
#pragma once

#include "ooze/base/threads.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <vector>

namespace ooze {

/// Returns the maximum of f(i) over i in [0, n), computed in parallel. The result is 0 if no f(i) is
/// positive, and NaN is skipped. A maximum does not depend on the order in which threads compare values, so
/// the result is the same at any number of threads.
template <class F>
float largest(const Threads& threads, std::size_t n, const F& f) {
  constexpr std::size_t kMaxGrain = 4096;
  std::atomic<float> most{0.f};
  threads.forChunks(n, kMaxGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    float here = 0.f;
    for (std::size_t i = begin; i < end; ++i) here = std::max(here, static_cast<float>(f(i)));
    for (float known = most; known < here && !most.compare_exchange_weak(known, here);) {
    }
  });
  return most;
}

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

}  // namespace ooze
