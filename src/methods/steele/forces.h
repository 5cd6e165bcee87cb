// Adhesion forces between particles (Steele et al. 2004, forces).
#pragma once

#include "methods/steele/adhesion.h"
#include "methods/steele/pairs.h"

#include <cstdint>
#include <vector>

namespace ooze::steele {

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
  [[nodiscard]] float reach() const { return reach_; }  ///< longest reach of all functions [radii]
  [[nodiscard]] bool none() const { return !(strongest_ > 0.f); }
  [[nodiscard]] float stiffness() const { return stiffness_; }
  [[nodiscard]] float strongest() const { return strongest_; }

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
  float reach_ = 0.f, stiffness_ = 0.f, strongest_ = 0.f;
};

/// Sets `acceleration` to the adhesion by all neighbours [m/s^2]. Departs from Steele et al. 2004, where all
/// particles have one mass: for unequal masses the function applies to the reduced mass, so that forces are
/// opposite.
/// @param kind  kind of liquid by particle; null for a single kind
void findAdhesion(const PairLiquid& liquid, const AdhesionMatrix& matrix, const std::uint32_t* kind,
                  float radius, Vec3Array& acceleration, const Threads& threads);

}  // namespace ooze::steele
