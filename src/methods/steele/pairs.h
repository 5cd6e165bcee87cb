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
