#include "grid/marching.h"

#include <algorithm>
#include <array>
#include <bit>

namespace ooze::grid {
namespace {

constexpr std::size_t kFew = 512;
constexpr int kDigit = 11;

/// Maps floats to integers of the same order; both zeros map to the same integer.
std::uint32_t rankOf(float v) {
  const auto bits = std::bit_cast<std::uint32_t>(v + 0.f);
  return bits >> 31 != 0 ? ~bits : bits | 1u << 31;
}

}  // namespace

/// Sorts by distance, stable by cell; radix sort for long lists.
void FastMarching::sort() {
  if (order_.size() < kFew) return std::sort(order_.begin(), order_.end());
  other_.resize(order_.size());
  for (int shift = 0; shift < 32; shift += kDigit) {
    const auto digitOf = [&](const auto& one) { return rankOf(one.first) >> shift & ((1u << kDigit) - 1u); };
    std::array<std::uint32_t, std::size_t{1} << kDigit> first{};
    for (const auto& one : order_) ++first[digitOf(one)];
    std::uint32_t sum = 0;
    for (std::uint32_t& f : first) sum += std::exchange(f, sum);
    for (const auto& one : order_) other_[first[digitOf(one)]++] = one;
    std::swap(order_, other_);
  }
}

}  // namespace ooze::grid
