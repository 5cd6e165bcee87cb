// Adhesion: accelerations between particles as piecewise-linear functions of their distance, one for each
// pair of materials (Steele et al. 2004, the matrix of pair force functions).
#pragma once

#include "ooze/methods/pair_table.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace ooze::steele {

/// How far a function may reach, in particle radii.
inline constexpr float kFarthestAdhesion = 6.f;

/// A piecewise-linear function as a sum of hinges, which takes the same operations everywhere: between its
/// points f(d) = value + slope d + sum bend max(0, d - at). Before the first point it keeps the first value,
/// from the last on it is 0.
class AdhesionCurve {
 public:
  static constexpr std::size_t kMostPoints = 32;  ///< two of the most that a file may have, joined

  AdhesionCurve() = default;
  /// @param points  ascending, at most kMostPoints; none: 0 everywhere
  explicit AdhesionCurve(std::span<const CurvePoint> points);

  [[nodiscard]] std::span<const CurvePoint> points() const { return {points_.data(), count_}; }
  [[nodiscard]] std::size_t hinges() const { return hinges_; }
  [[nodiscard]] float hingeAt(std::size_t k) const { return at_[k]; }
  [[nodiscard]] float bend(std::size_t k) const { return bend_[k]; }
  [[nodiscard]] float first() const { return count_ > 0 ? points_[0].value : 0.f; }
  [[nodiscard]] float reach() const { return reach_; }  ///< 0 from here on [radii]
  /// @param d  [radii] @return positive where it attracts [m/s^2]
  [[nodiscard]] float operator()(float d) const {
    if (!(d < reach_)) return 0.f;
    float value = first();
    for (std::size_t k = 0; k < hinges_; ++k) value += bend_[k] * (d > at_[k] ? d - at_[k] : 0.f);
    return value;
  }
  /// How fast a pair swings back that is moved apart or together, at the worst distance [m/s^2 per radius].
  [[nodiscard]] float stiffness() const;
  /// The largest value of either sign [m/s^2].
  [[nodiscard]] float strongest() const;
  /// All values times this.
  [[nodiscard]] AdhesionCurve scaled(float factor) const;

 private:
  std::array<CurvePoint, kMostPoints> points_{};
  std::array<float, kMostPoints> at_{}, bend_{};
  std::size_t count_ = 0, hinges_ = 0;
  float reach_ = 0.f;
};

/// The mean of two, exact at the points of both.
AdhesionCurve mean(const AdhesionCurve& a, const AdhesionCurve& b);

/// What families make of an amplitude A [m/s^2]. The default of a liquid pulls past contact and pushes within
/// it, ten times as hard at most as it pulls.
std::vector<CurvePoint> cohesive(float amplitude);
AdhesionCurve cohesiveCurve(float amplitude);
std::vector<CurvePoint> clings(float amplitude);
std::vector<CurvePoint> repels(float amplitude);

/// The functions that a scene may give pairs of this method.
std::span<const PairFunction> pairFunctions();

}  // namespace ooze::steele
