// Counts memory allocations. counting_new.cpp replaces the global operator new of the program.
#pragma once

namespace ooze::test {

void startCounting();
[[nodiscard]] long stopCounting();

/// Returns the number of allocations while f runs, on any thread.
template <class F>
long allocationsDuring(const F& f) {
  startCounting();
  f();
  return stopCounting();
}

}  // namespace ooze::test
