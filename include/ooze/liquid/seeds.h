// Seeds: new liquid to be inserted into a world.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/signed_distance.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ooze {

struct Bodies;

/// Arrangement of the particles in the jet of a nozzle. Each column of particles along the jet belongs to one
/// point of the nozzle's opening, and has the same spacing in both arrangements.
enum class JetLattice {
  Layers,    ///< a cubic lattice: all columns release a particle at the same time
  Staggered  ///< adjacent columns are shifted along the jet, so a stretched jet does not tear into discs
};

/// New particles as parallel arrays, with the properties that all of them share.
struct LiquidSeeds {
  std::vector<Vec3> positions;        ///< positions of the new particles in the world [m]
  std::vector<Vec3> velocities;       ///< velocities of the new particles, one per position [m/s]
  std::uint16_t material = 0;         ///< material of the new particles, an index into the world's materials
  std::uint32_t colour = 0xffffffff;  ///< colour of the new particles, 0xAABBGGRR in sRGB
  float elapsed = 0.f;                ///< time since the frame began [s]
  /// Displacement of the jet before these particles [m]. Their texture coordinates begin this far upstream.
  Vec3 upstream{0.f};
  /// Exact shape that the particles fill; null if only the positions are known.
  ShapePtr shape = nullptr;
  Pose pose{};  ///< pose of the shape in the world [m]
  /// Solids at their present poses, if the shape may touch some; else null. Must outlive the call that takes
  /// the seeds.
  const Bodies* solids = nullptr;
  /// If set, the shape is an inlet: liquid fills the shape until the end of the step with this velocity
  /// [m/s].
  std::optional<Vec3> inlet = std::nullopt;
};

}  // namespace ooze
