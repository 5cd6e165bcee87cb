// Pair coefficients, masses and views of vectors for kernels over pairs of particles.
// A single material has constants. Several materials have values per particle, and a pair uses the mean of
// both. The masses determine how a pair divides its relative motion.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include <cmath>
#include <cstddef>
#include <vector>

namespace ooze {

/// Lower bound of squared distances, which avoids a division by 0 [m^2].
inline constexpr float kLeastDistance2 = 1e-30f;

/// Read-only view of vectors by particle.
struct Places {
  const float *x, *y, *z;
  explicit Places(const Vec3Array& a) : x(a.x.data()), y(a.y.data()), z(a.z.data()) {}
};

/// Writable view of vectors by particle.
struct Vectors {
  float *x, *y, *z;
  explicit Vectors(Vec3Array& a) : x(a.x.data()), y(a.y.data()), z(a.z.data()) {}
  void set(std::size_t i, float vx, float vy, float vz) const { x[i] = vx, y[i] = vy, z[i] = vz; }
};

/// One coefficient of a pair: constant, or the mean of both particles.
struct PairValue {
  float constant;
  const float* own;  ///< value of each particle; null: every pair has the value `constant`
  [[nodiscard]] float of(std::size_t i, std::size_t j) const {
    return own ? 0.5f * (own[i] + own[j]) : constant;
  }
};

/// Factors on half a relative displacement or velocity for each end of a pair: 1 and 1 for equal masses.
struct PairParts {
  float own, other;
};

/// Divides the relative motion of a pair by mass, so that momentum is conserved.
/// Particle i moves by m_j / (m_i + m_j) of the whole and j by the rest. Departs from Clavet 2005, where all
/// particles have one mass and every pair is split half and half (sections 4, 5.1 and 5.3): there the
/// densities of two liquids would have no effect on each other.
struct PairMasses {
  const float* own;  ///< mass of each particle [kg]; null: all masses are equal
  [[nodiscard]] PairParts of(std::size_t i, std::size_t j) const {
    if (!own) return {1.f, 1.f};
    const float other = 2.f * own[i] / (own[i] + own[j]);
    return {2.f - other, other};
  }
};

/// Fills an array with the value of each particle's material.
/// @param own  the array; must outlive all pointers into it
template <class Of>
void fillByMaterial(const Particles& particles, const Of& of, std::vector<float>& own,
                    const Threads& threads) {
  constexpr std::size_t kFillGrain = 2048;  // particles per parallel chunk
  own.resize(particles.size());
  threads.forEachIndex(particles.size(), kFillGrain,
                       [&](std::size_t i) { own[i] = of(particles.material[i]); });
}

/// Makes a pair coefficient from the coefficients of the materials.
/// @param count  number of materials
/// @param of     returns the coefficient of a material with itself
/// @param own    buffer for the values per particle
template <class Of>
PairValue pairValue(const Particles& particles, std::size_t count, const Of& of, std::vector<float>& own,
                    const Threads& threads) {
  if (count == 1) return {of(std::size_t{0}), nullptr};
  fillByMaterial(particles, of, own, threads);
  return {0.f, own.data()};
}

/// Makes the pair masses from the particle masses of the materials.
/// @param count   number of materials
/// @param massOf  returns the mass of a particle of a material [kg]
/// @param own     buffer for the masses per particle
template <class MassOf>
PairMasses pairMasses(const Particles& particles, std::size_t count, const MassOf& massOf,
                      std::vector<float>& own, const Threads& threads) {
  // Masses equal up to rounding count as equal: particle volumes are computed from ratios of a material's
  // values.
  constexpr float kMassRounding = 1e-6f;
  const float first = massOf(std::size_t{0});
  bool one = true;
  for (std::size_t m = 1; m < count; ++m) one &= std::abs(massOf(m) - first) <= kMassRounding * first;
  if (one) return {nullptr};
  fillByMaterial(particles, massOf, own, threads);
  return {own.data()};
}

}  // namespace ooze
