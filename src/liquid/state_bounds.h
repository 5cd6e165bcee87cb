// What the numbers of a liquid's state can be. Steps leave nothing else, so what is read and is not so was
// damaged or forged, and would cost time, memory or a state that is not finite.
#pragma once

#include "ooze/base/error.h"
#include "ooze/base/math.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ooze {

class StateBounds {
 public:
  /// @param length  what the grid's cells are made for, or a little less [m]
  explicit StateBounds(float length) : length_(length) {}

  /// Somewhat beyond where the grid ends (Neighbours::sort()): the last step may have gone that far.
  [[nodiscard]] bool isPlace(const Vec3& p) const {
    constexpr float kFarthest = 3e6f;  // lengths
    return within(p, kFarthest * length_);
  }
  static bool isVelocity(const Vec3& v) {
    constexpr float kFastest = 1e10f;  // [m/s]: its square is far from the largest float
    return within(v, kFastest);
  }
  static bool isDensity(float density) { return density >= 0.f && std::isfinite(density); }
  static bool isExposure(float exposure) { return exposure >= 0.f && exposure <= 1.f; }
  /// Whether so many particles may share cells (Neighbours::crowding()). Liquid at rest has one or two in
  /// each; every pair within reach is looked at in each step.
  static bool isRoomy(std::uint64_t crowding, std::size_t particles) {
    constexpr std::uint64_t kMostOfOne = 64, kFewPairs = 1u << 24;
    return crowding <= kFewPairs + kMostOfOne * particles;
  }

 private:
  // Negated comparisons would let a NaN through.
  static bool within(const Vec3& v, float most) {
    return std::abs(v.x) <= most && std::abs(v.y) <= most && std::abs(v.z) <= most;
  }
  float length_;
};

/// @throws InputError unless what a save holds of a liquid is sound
inline void requireSaved(bool sound) {
  if (!sound) throw InputError("the save is damaged: its particles do not fit together");
}

/// @throws InputError unless what was kept of a liquid that was taken out is sound
inline void requireKept(bool sound) {
  if (!sound) throw InputError("what was kept of the liquid is damaged");
}

}  // namespace ooze
