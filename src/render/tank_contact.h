// Extends the drawn liquid surface to the walls and the floor of tanks, without the rounding of the mesh
// there.
#pragma once

#include "ooze/base/math.h"
#include "ooze/world/snapshot.h"

#include <vector>

namespace ooze {

/// Moves vertices of the liquid surface outwards onto the inner faces of tanks.
///
/// Marching cubes round the liquid where two walls meet, and leave notches in the lowest layer of particles.
/// Light then shines through a gap between the liquid and the tank. A vertex near a face that it looks at
/// moves onto that face. Vertices that look away from the face stay, so a thin film keeps its upper side.
class TankContact {
 public:
  /// @param reach  greatest distance from a face at which a vertex moves [m]
  TankContact(const Snapshot& snapshot, float reach);

  /// Returns true if the snapshot shows no tank, so that no vertex moves.
  [[nodiscard]] bool empty() const { return tanks_.empty(); }
  /// Moves one vertex. A vertex on the floor and on a wall takes a normal across the wall, because the
  /// floor's side of that edge is seen only from below.
  void apply(Vec3& position, Vec3& normal) const;

 private:
  struct InnerBox {
    Pose pose;
    Vec3 half;  ///< half extents of the inner space [m]
  };
  std::vector<InnerBox> tanks_;
  float reach_;
};

}  // namespace ooze
