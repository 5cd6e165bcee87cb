// Collision model of the MPS method for particles that come too close: Koshizuka and Oka 1996.
#pragma once

#include "methods/mps/points.h"

#include <span>
#include <vector>

namespace ooze::mps {

/// Collision response between pairs of liquid particles that are too close. Not in Premoze et al. 2003.
/// At the free surface p is 0, so pressure does not separate particles in drops and sheets, which are surface
/// throughout. Pairs closer than three fifths of a spacing lose their approach velocity (restitution 0) and
/// slowly separate. Linear and angular momentum are conserved.
class CollisionModel {
 public:
  /// Computes the velocity change of each point by the collision model.
  /// @param mass    per point, read for liquid only [kg]
  /// @param change  velocity change per point, overwritten [m/s]
  void find(const PointSet& points, std::span<const float> mass, float spacing, Vec3Array& change,
            const Threads& threads);

 private:
  std::vector<std::uint8_t> count_;  ///< number of pairs of each point that are close enough to collide
};

}  // namespace ooze::mps
