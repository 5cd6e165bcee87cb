// A liquid on a lattice: how far its surface is, and how fast it goes.
#pragma once

#include "export/geometry.h"
#include "grid/block_set.h"
#include "grid/level_set.h"

#include <bitset>
#include <vector>

namespace ooze {

/// Velocities at the nodes of blocks, where they are known.
struct VelocityLattice {
  using Nodes = std::bitset<grid::kNodes>;  ///< in the order of a block

  grid::BlockSet blocks;
  std::vector<Vec3> values;  ///< grid::kNodes a block; 0 where nothing is known [m/s]
  std::vector<Nodes> known;
};

struct ExportVolume {
  static constexpr float kBand = 3.f;  ///< half the width of the narrow band [cells]

  /// Clamped to its own band, which is wider.
  grid::LevelSet distance;
  /// Known within kBand of the surface, and inside as far as particles reach.
  VelocityLattice velocity;
  bool hasVelocity;
};

/// The level set is that of the triangles. A velocity is the mean over the particles within reach, weighted
/// with (1 - r / reach)^2 as at the surface's vertices (surface/vertex_attributes.h); in the band beyond
/// their reach it is that of the nodes next to it.
ExportVolume liquidVolumeOf(const ExportGeometry& surface, const Threads& threads);

}  // namespace ooze
