// Union-find over disjoint sets. The same joins in the same order give the same numbering.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace ooze {

/// Union-find structure with path halving. The smallest element is the root of its set.
class DisjointSets {
 public:
  DisjointSets() = default;
  explicit DisjointSets(std::size_t count) { reset(count); }

  /// Makes every element a set of its own. Allocates no memory if the structure has held as many before.
  void reset(std::size_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  /// Returns the smallest element of an element's set.
  std::uint32_t root(std::uint32_t e) {
    while (parent_[e] != e) e = parent_[e] = parent_[parent_[e]];
    return e;
  }
  /// Unites the sets of two elements.
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    if (a < b) parent_[b] = a;
    if (b < a) parent_[a] = b;
  }
  /// Unites the sets of two elements. Several threads may call this function at once, but no other function
  /// beside it. The sets do not depend on the order of the calls.
  void joinConcurrently(std::uint32_t a, std::uint32_t b) {
    // A parent only ever changes to a smaller element of the same set, so a stale parent leads to the root
    // too.
    const auto parentOf = [this](std::uint32_t e) { return std::atomic_ref<std::uint32_t>(parent_[e]); };
    const auto findRoot = [&](std::uint32_t e) {
      for (std::uint32_t p = parentOf(e).load(std::memory_order_relaxed); p != e;) {
        const std::uint32_t next = parentOf(p).load(std::memory_order_relaxed);
        if (next != p) parentOf(e).compare_exchange_weak(p, next, std::memory_order_relaxed);
        e = next;
        p = parentOf(e).load(std::memory_order_relaxed);
      }
      return e;
    };
    while (true) {
      a = findRoot(a), b = findRoot(b);
      if (a == b) return;
      if (a > b) std::swap(a, b);
      std::uint32_t expected = b;
      if (parentOf(b).compare_exchange_strong(expected, a, std::memory_order_relaxed)) return;
    }
  }
  /// Calls name(element, number of its set). Sets are numbered from 0 in the order of their first elements.
  /// @return number of sets
  template <class Name>
  std::uint32_t number(const Name& name) {
    std::uint32_t count = 0;
    numbers_.resize(parent_.size());
    for (std::uint32_t e = 0; e < parent_.size(); ++e) {
      const std::uint32_t r = root(e);  // smallest element of the set
      numbers_[e] = r == e ? count++ : numbers_[r];
      name(static_cast<std::size_t>(e), numbers_[e]);
    }
    return count;
  }

 private:
  std::vector<std::uint32_t> parent_, numbers_;
};

}  // namespace ooze
