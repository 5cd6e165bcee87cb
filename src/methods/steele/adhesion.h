// Adhesion functions: accelerations between particles as piecewise-linear functions of distance, one for each
// pair of materials (Steele et al. 2004, the matrix of pair force functions).
#pragma once

#include "ooze/methods/pair_table.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace ooze::steele {

/// Longest reach of an adhesion function [radii].
inline constexpr float kMaxAdhesionReach = 6.f;

/// A piecewise-linear function as a sum of hinge functions: f(d) = value + slope d + sum bend max(0, d - at).
/// The sum needs the same operations at every d, which suits SIMD. The function is constant before the first
/// point and 0 from the last point on.
class AdhesionCurve {
 public:
  static constexpr std::size_t kMostPoints = 32;  ///< twice the limit of files, as a mean of two curves needs

  AdhesionCurve() = default;
  /// @param points  ascending, at most kMostPoints; without points the function is 0 everywhere
  explicit AdhesionCurve(std::span<const CurvePoint> points);

  [[nodiscard]] std::span<const CurvePoint> points() const { return {points_.data(), count_}; }
  [[nodiscard]] std::size_t hinges() const { return hinges_; }
  [[nodiscard]] float hingeAt(std::size_t k) const { return at_[k]; }
  [[nodiscard]] float bend(std::size_t k) const { return bend_[k]; }
  [[nodiscard]] float first() const { return count_ > 0 ? points_[0].value : 0.f; }
  [[nodiscard]] float reach() const { return reach_; }  ///< distance from which the function is 0 [radii]
  /// Evaluates the function.
  /// @param d  distance [radii]
  /// @return acceleration, positive if attractive [m/s^2]
  [[nodiscard]] float operator()(float d) const {
    if (!(d < reach_)) return 0.f;
    float value = first();
    for (std::size_t k = 0; k < hinges_; ++k) value += bend_[k] * (d > at_[k] ? d - at_[k] : 0.f);
    return value;
  }
  /// Returns the largest stiffness of a displaced pair over all distances [m/s^2 per radius].
  [[nodiscard]] float stiffness() const;
  /// Returns the largest absolute value [m/s^2].
  [[nodiscard]] float strongest() const;
  /// Returns the curve with all values multiplied by the factor.
  [[nodiscard]] AdhesionCurve scaled(float factor) const;

 private:
  std::array<CurvePoint, kMostPoints> points_{};
  std::array<float, kMostPoints> at_{}, bend_{};
  std::size_t count_ = 0, hinges_ = 0;
  float reach_ = 0.f;
};

/// Returns the mean of two curves, exact at the points of both.
AdhesionCurve mean(const AdhesionCurve& a, const AdhesionCurve& b);

/// Families of curves with amplitude A [m/s^2]. The default of a liquid, `cohesive`, attracts beyond the
/// contact distance and repels within, at most ten times as strongly as it attracts.
std::vector<CurvePoint> cohesive(float amplitude);
AdhesionCurve cohesiveCurve(float amplitude);
std::vector<CurvePoint> clings(float amplitude);
std::vector<CurvePoint> repels(float amplitude);

/// Returns the pair functions that a scene may define for this method.
std::span<const PairFunction> pairFunctions();

/// The adhesion functions of all pairs of kinds of liquid (LiquidCurves), in a structure-of-arrays layout for
/// SIMD kernels.
class AdhesionMatrix {
 public:
  AdhesionMatrix() = default;
  /// @param curves  count * count, symmetric, row-major
  explicit AdhesionMatrix(std::vector<AdhesionCurve> curves);

  [[nodiscard]] std::size_t kinds() const { return kinds_; }
  [[nodiscard]] const AdhesionCurve& of(std::size_t a, std::size_t b) const {
    return curves_[a * kinds_ + b];
  }
  [[nodiscard]] bool none() const { return !(strongest_ > 0.f); }

  // Arrays by pair for kernels; hinge k of pair p is at [k * pairs + p].
  [[nodiscard]] std::size_t hinges() const { return hinges_; }
  [[nodiscard]] const float* firsts() const { return firsts_.data(); }
  [[nodiscard]] const float* reaches() const { return reaches_.data(); }
  [[nodiscard]] const float* places() const { return places_.data(); }
  [[nodiscard]] const float* bends() const { return bends_.data(); }

 private:
  std::vector<AdhesionCurve> curves_;
  std::size_t kinds_ = 0, hinges_ = 0;
  std::vector<float> firsts_, reaches_, places_, bends_;
  float strongest_ = 0.f;
};

}  // namespace ooze::steele
