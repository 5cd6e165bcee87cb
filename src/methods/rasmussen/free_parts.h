// Parts of the liquid that fly freely, and their momentum.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "base/disjoint_sets.h"
#include "grid/cell_blocks.h"
#include "grid/staggered_grid.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze::rasmussen {

/// Keeps the momentum and the angular momentum of liquid in free flight. Not in Rasmussen et al. 2004.
/// Semi-Lagrangian advection, and velocities extrapolated into air, lose a little of both in each step. The
/// particles carry the velocities of the last step, so they tell how much the grid has lost. A rigid motion
/// of the part gives this back. A rigid motion has neither divergence nor strain.
class FreeParts {
 public:
  /// Finds the connected parts of the liquid that touch no barrier, and the air around each of them.
  /// @param isBarred  returns true for a cell of liquid beside anything that changes the momentum by an
  /// unknown amount
  void find(const grid::CellBlocks& cells, const grid::CellField& phi,
            FunctionRef<bool(grid::CellIndex)> isBarred, const Threads& threads);
  /// Forgets all parts.
  void clear() { count_ = 0; }
  [[nodiscard]] bool none() const { return count_ == 0; }

  /// An impulse on the liquid of a cell, over the mass of a particle.
  struct Impulse {
    grid::CellIndex cell;
    glm::dvec3 momentum;  ///< [m/s]
    glm::dvec3 angular;   ///< about the origin [m^2/s]
  };
  /// Adds rigid motions to the velocity of the grid, after which particles have the momentum that they
  /// carried and gained. No turn adds energy that the particles did not carry.
  /// @param gain      velocity that forces have given to all liquid since the particles got theirs [m/s]
  /// @param impulses  other impulses since then
  /// @param placeOf   returns the place from which a particle takes its velocity [m]; nothing for a particle
  /// that moves on its own
  /// @param velocity  velocity of the grid [m/s]
  /// @param moving    velocity that moves the surface; gets the same motion [m/s]
  void restoreMomentum(const grid::CellBlocks& cells, const Particles& particles, const Vec3& gain,
                       std::span<const Impulse> impulses,
                       FunctionRef<std::optional<Vec3>(std::size_t)> placeOf, grid::FaceField& velocity,
                       grid::FaceField& moving, const Threads& threads) const;

 private:
  /// Mass, momentum and inertia of a part, for particles of mass 1.
  struct PartSum {
    double mass = 0.0;
    glm::dvec3 first{0.0};     ///< sum of the positions [m]
    glm::dvec3 momentum{0.0};  ///< sum of the missing velocities [m/s]
    glm::dvec3 angular{0.0};   ///< missing angular momentum about the origin [m^2/s]
    glm::dmat3 second{0.0};    ///< sum of the squares of the positions [m^2]
  };
  /// Motion v(x) = velocity + turn x (x - centre).
  struct RigidMotion {
    glm::dvec3 centre{0.0}, velocity{0.0}, turn{0.0};
  };
  [[nodiscard]] static RigidMotion motionOf(const PartSum& sum);

  DisjointSets sets_;
  std::uint32_t count_ = 0;             ///< number of free parts
  std::vector<std::uint8_t> isBarred_;  ///< 1 for the first cell of each part that is not free, else 0
  std::vector<std::uint32_t> partOf_;   ///< free part of each cell of liquid; kNone: none
  std::vector<std::uint32_t> nearPart_, next_;  ///< free part of each cell of liquid, or of air near it
};

}  // namespace ooze::rasmussen
