// The largest of many numbers, found on several threads.
#pragma once

#include "ooze/base/threads.h"

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace ooze {

/// The largest f(i) of all i in [0, n), or 0 if none is larger. What is not a number does not count. Of a
/// largest number there is one, whoever finds it first.
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
