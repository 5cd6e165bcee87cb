// Validation bounds for the numbers of a liquid's state.
// Time steps produce no values outside these bounds. Saved values outside them are damaged or forged, and
// would cost time, memory or a state that is not finite.
#pragma once

#include "ooze/base/error.h"
#include "ooze/base/math.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace ooze {

/// Predicates that tell valid from invalid values of a liquid's state.
class StateBounds {
 public:
  /// @param length  length for which the grid's cells are made, or slightly less [m]
  explicit StateBounds(float length) : length_(length) {}

  /// Returns true for positions up to slightly beyond the grid's limit (Neighbours::sort()), which the last
  /// step may have passed.
  [[nodiscard]] bool isPlace(const Vec3& p) const {
    constexpr float kFarthestValid = 3e6f;  // limit in multiples of `length`
    return within(p, kFarthestValid * length_);
  }
  static bool isVelocity(const Vec3& v) {
    constexpr float kFastestValid =
        1e10f;  // limit of a speed [m/s]; its square is far below the largest float
    return within(v, kFastestValid);
  }
  static bool isDensity(float density) { return density >= 0.f && std::isfinite(density); }
  static bool isExposure(float exposure) { return exposure >= 0.f && exposure <= 1.f; }
  /// Returns true if this number of particle pairs may share cells (Neighbours::countCellPairs()).
  /// Liquid at rest has one or two particles in each cell. Every time step processes every pair within reach.
  static bool isSparseEnough(std::uint64_t countCellPairs, std::size_t particles) {
    constexpr std::uint64_t kMostOfOne = 64, kFewPairs = 1u << 24;
    return countCellPairs <= kFewPairs + kMostOfOne * particles;
  }

 private:
  // Not negated, because negated comparisons would accept a NaN.
  static bool within(const Vec3& v, float most) {
    return std::abs(v.x) <= most && std::abs(v.y) <= most && std::abs(v.z) <= most;
  }
  float length_;
};

/// Requires that a saved liquid is valid.
/// @throws InputError if not
inline void requireSaved(bool sound) {
  if (!sound) throw InputError("the save is damaged: its particles are not valid");
}

/// Requires that removed liquid is valid.
/// @throws InputError if not
inline void validateUndoRecord(bool sound) {
  if (!sound) throw InputError("the undo record of the liquid is damaged");
}

}  // namespace ooze
