// Parallel maximum of many numbers.
#pragma once

#include "ooze/base/threads.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace ooze {

/// Returns the largest f(i) of all i in [0, n), or 0 if no value is larger. NaN does not count.
/// The maximum is deterministic, because its value does not depend on the order of the threads.
template <class F>
float largest(const Threads& threads, std::size_t n, const F& f) {
  constexpr std::size_t kGrain = 4096;
  std::atomic<float> most{0.f};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    float here = 0.f;
    for (std::size_t i = begin; i < end; ++i) here = std::max(here, static_cast<float>(f(i)));
    for (float known = most; known < here && !most.compare_exchange_weak(known, here);) {
    }
  });
  return most;
}

}  // namespace ooze
