// Particles that come too near to each other: Koshizuka and Oka 1996, the collision model.
#pragma once

#include "methods/mps/points.h"

#include <span>
#include <vector>

namespace ooze::mps {

/// Not in Premoze et al. 2003. At the free surface p is 0, so in drops and sheets, which are surface
/// throughout, nothing keeps particles apart. Pairs nearer than three fifths of a spacing lose the speed at
/// which they approach, as if soft, and slowly part. Momentum is kept, also in turning.
class Encounters {
 public:
  /// @param mass    by point; of what is no liquid: unread [kg]
  /// @param change  per point, of its velocity: overwritten [m/s]
  void find(const Points& points, std::span<const float> mass, float spacing, Vec3Array& change,
            const Threads& threads);

 private:
  std::vector<std::uint8_t> count_;  ///< of each point's encounters
};

}  // namespace ooze::mps
