// What the numbers of a state can be. Steps leave nothing else, so what is read and is not so was damaged or
// forged, and would cost time, memory or a state that is not finite.
#pragma once

#include "ooze/base/math.h"

#include "methods/clavet/kneading.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ooze::clavet {

class StateBounds {
 public:
  /// @param h  interaction radius [m]
  explicit StateBounds(float h) : h_(h) {}

  /// Somewhat beyond where the grid ends (Neighbours::sort()): the last step may have gone that far.
  [[nodiscard]] bool isPlace(const Vec3& p) const {
    constexpr float kFarthest = 3e6f;  // [h]
    return within(p, kFarthest * h_);
  }
  /// A spring begins with h and breaks beyond it (section 5.2), but for rounding.
  [[nodiscard]] bool isRestLength(float rest) const { return rest >= 0.f && rest <= 1.001f * h_; }
  static bool isVelocity(const Vec3& v) {
    constexpr float kFastest = 1e10f;  // [m/s]: its square is far from the largest float
    return within(v, kFastest);
  }
  static bool isDensity(float density) { return density >= 0.f && std::isfinite(density); }
  static bool isExposure(float exposure) { return exposure >= 0.f && exposure <= 1.f; }
  static bool isKneaded(float strain) {
    return strain == kNotParted || (strain >= 0.f && std::isfinite(strain));
  }
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
  float h_;
};

}  // namespace ooze::clavet
