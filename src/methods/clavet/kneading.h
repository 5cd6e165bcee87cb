// Welding of cuts by kneading. A marked particle that is pressed against the opposite side accumulates the
// plastic stretch of its springs. Beyond kWeldStrain the particle loses its mark, and the next spring
// adjustment creates its missing springs.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace ooze::clavet {

/// Strain that welds a cut: mean plastic stretch of a particle's springs [1]. Most springs lie across the
/// direction of stretch or stay below yield, so the mean is much smaller than the strain of the liquid
/// (README.md, Measurements).
inline constexpr float kWeldStrain = 0.05f;

/// Distance from the opposite side below which plastic flow counts [h]. Weight alone leaves the sides farther
/// apart (kCutGap), so that creeping slime stays cut.
inline constexpr float kPressed = 0.68f;

/// Distance that the sides must reach once before flow counts [h]. The reason is that opening the gap of a
/// new cut makes the liquid beside the cut flow too. Until then the particle's strain is kNotSeparated.
inline constexpr float kSeparated = 0.8f, kNotSeparated = -1.f;

/// Accumulates the plastic stretch of a particle's springs in one step. Both ends of a spring add their
/// stretch, from any thread. The sum is an integer, so that the result does not depend on the order of
/// additions. Compression does not count: volume is conserved, so compression along one direction stretches
/// along others. Moreover a spring with zero compressive yield (gel) shortens and lengthens without kneading.
class SpringFlow {
 public:
  /// Encodes one spring whose rest length changed: a count of one, and its stretch.
  static std::uint64_t encodeSpring(float before, float after) {
    const float stretch = before < after ? std::min((after - before) / before, kMost) : 0.f;
    return kOneSpring + static_cast<std::uint64_t>(stretch * kUnits);
  }
  void add(std::uint64_t told) {
    std::atomic_ref<std::uint64_t>(sum_).fetch_add(told, std::memory_order_relaxed);
  }
  /// Returns the mean stretch of all added springs [1].
  [[nodiscard]] float mean() const {
    const std::uint64_t springs = sum_ / kOneSpring, stretch = sum_ % kOneSpring;
    return springs == 0 ? 0.f : static_cast<float>(stretch) / (kUnits * static_cast<float>(springs));
  }

 private:
  // The stretches of 2^16 springs, each at most 2^28 units, stay below the bits that count springs.
  static constexpr float kUnits = 16777216.f, kMost = 16.f;
  static constexpr std::uint64_t kOneSpring = std::uint64_t{1} << 44;
  std::uint64_t sum_ = 0;
};

}  // namespace ooze::clavet
