// How stages look at the neighbours of a particle. Every stage reads what it began with and writes of each
// particle what its neighbours do to it (Jacobi): neither the order of particles nor the number of threads
// changes more than the rounding of sums over neighbours, and the latter not even that.
#pragma once

#include "liquid/pair_value.h"
#include "particles/neighbours.h"

#include <cstddef>
#include <cstdint>

namespace ooze::steele {

inline constexpr std::size_t kGrain = 256;  ///< particles of a parallel chunk with neighbours

/// Squared distances below this count as none [m^2].
inline constexpr float kLeast2 = 1e-30f;

/// Vectors by particle, to be read.
struct Places {
  const float *x, *y, *z;
  explicit Places(const Vec3Array& a) : x(a.x.data()), y(a.y.data()), z(a.z.data()) {}
};

/// Vectors by particle, to be written.
struct Vectors {
  float *x, *y, *z;
  explicit Vectors(Vec3Array& a) : x(a.x.data()), y(a.y.data()), z(a.z.data()) {}
  void set(std::size_t i, float vx, float vy, float vz) const { x[i] = vx, y[i] = vy, z[i] = vz; }
};

/// What stages know of the liquid.
struct Liquid {
  const Neighbours& neighbours;
  const Vec3Array& position;
  /// By particle [kg]; what is frozen counts as much heavier, as a wall would. Null: all are equal. A pair
  /// shares what moves it by mass, so that momentum is kept: i has 2 m_j / (m_i + m_j) of half of it.
  const float* mass;
};

}  // namespace ooze::steele
