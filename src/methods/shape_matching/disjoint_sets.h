// Sets that are joined until those that touch are one. One order of joins gives one numbering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace ooze::shape_matching {

class DisjointSets {
 public:
  /// Each is alone. Takes no memory once it has held as many.
  void reset(std::size_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    if (a < b) parent_[b] = a;
    if (b < a) parent_[a] = b;
  }
  /// Calls name(element, number of its set): numbers count up from 0 in the order of first elements.
  /// @return how many sets there are
  template <class Name>
  std::uint32_t number(const Name& name) {
    std::uint32_t count = 0;
    numbers_.resize(parent_.size());
    for (std::uint32_t e = 0; e < parent_.size(); ++e) {
      const std::uint32_t r = root(e);  // the smallest of its set
      numbers_[e] = r == e ? count++ : numbers_[r];
      name(static_cast<std::size_t>(e), numbers_[e]);
    }
    return count;
  }

 private:
  std::uint32_t root(std::uint32_t e) {
    while (parent_[e] != e) e = parent_[e] = parent_[parent_[e]];
    return e;
  }
  std::vector<std::uint32_t> parent_, numbers_;
};

}  // namespace ooze::shape_matching
