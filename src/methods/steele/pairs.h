// Common inputs of the stages that loop over neighbours. Every stage reads one state and writes the effect of
// all neighbours on each particle (Jacobi). Therefore the order of particles affects only the rounding of
// sums, and the number of threads affects nothing.
#pragma once

#include "liquid/pair_value.h"
#include "particles/neighbours.h"

#include <cstddef>
#include <cstdint>

namespace ooze::steele {

inline constexpr std::size_t kGrain = 256;  ///< particles per parallel chunk of a stage with neighbours

/// Lower bound of squared distances, which avoids a division by 0 [m^2].
inline constexpr float kLeast2 = 1e-30f;

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

/// Inputs of a stage: neighbours, positions and masses.
struct PairLiquid {
  const Neighbours& neighbours;
  const Vec3Array& position;
  /// Masses by particle [kg]; null if all are equal. Frozen particles have a much larger mass, like a wall. A
  /// pair shares every impulse by mass, so that momentum is conserved: particle i gets 2 m_j / (m_i + m_j) of
  /// half of it.
  const float* mass;
};

}  // namespace ooze::steele
