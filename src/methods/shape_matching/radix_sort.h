// Radix sort: linear, stable, and with the same result on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace ooze::shape_matching {

/// Sorts numbers by 32-bit keys, with only as many passes as the range of keys needs. Allocates no memory
/// after a sort of the same size.
class RadixSort {
 public:
  /// Sorts `order` by keyOf(element), a std::uint32_t. Elements with equal keys keep their order.
  template <class KeyOf>
  void sort(std::vector<std::uint32_t>& order, const KeyOf& keyOf) {
    if (order.empty()) return;
    std::uint32_t least = keyOf(order[0]), most = least;
    for (const std::uint32_t e : order) {
      const std::uint32_t key = keyOf(e);
      least = std::min(least, key), most = std::max(most, key);
    }
    const auto bits = static_cast<std::uint32_t>(std::bit_width(most - least));
    sorted_.resize(order.size());
    for (std::uint32_t shift = 0; shift < bits; shift += kBits) {
      const auto digit = [&](std::uint32_t e) { return ((keyOf(e) - least) >> shift) & (kDigits - 1); };
      begin_.fill(0);
      for (const std::uint32_t e : order) ++begin_[digit(e)];
      std::uint32_t sum = 0;
      for (std::uint32_t& at : begin_) sum += std::exchange(at, sum);
      for (const std::uint32_t e : order) sorted_[begin_[digit(e)]++] = e;
      std::swap(order, sorted_);
    }
  }

 private:
  static constexpr std::uint32_t kBits = 11, kDigits = 1u << kBits;
  std::array<std::uint32_t, kDigits> begin_;
  std::vector<std::uint32_t> sorted_;
};

}  // namespace ooze::shape_matching
