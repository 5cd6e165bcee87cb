// Counts allocations: the program's global operator new is replaced in counting_new.cpp.
#pragma once

namespace ooze::test {

void startCounting();
[[nodiscard]] long stopCounting();

/// Allocations while f runs, on any thread.
template <class F>
long allocationsDuring(const F& f) {
  startCounting();
  f();
  return stopCounting();
}

}  // namespace ooze::test
