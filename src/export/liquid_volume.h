// Converts closed meshes and liquids to volumes: a level set (signed distance field) and a velocity grid.
#pragma once

#include "ooze/geometry/mesh.h"

#include "export/geometry.h"
#include "grid/blocks.h"
#include "grid/level_set.h"

#include <bitset>
#include <string>
#include <vector>

namespace ooze {

/// Computes phi, the signed distance to the triangles, exact to float rounding. The sign comes from the
/// winding number. Where closed parts of the mesh overlap (two regions of a liquid, surface/regions.h), phi
/// is the distance from their common surface, computed by LevelSet::reinitialise().
/// @param mesh  closed, facing outward
/// @param cell  distance between neighbouring nodes [m]
/// @param band  half width of the narrow band in which phi is known [cells]
/// @throws std::invalid_argument as LevelSet::fromBlocks()
grid::LevelSet levelSetOf(const Mesh& mesh, float cell, float band, const Threads& threads);

/// A sparse velocity grid: velocities at the nodes of blocks, with a mask of the known nodes.
struct VelocityLattice {
  using Nodes = std::bitset<grid::kNodes>;  ///< mask with a bit for each node of a block, in node order

  grid::BlockSet blocks;
  std::vector<Vec3> values;  ///< velocities, grid::kNodes per block; 0 at unknown nodes [m/s]
  std::vector<Nodes> known;
};

/// A liquid as a volume: the level set of its surface, and the velocity grid.
struct ExportVolume {
  static constexpr float kBand = 3.f;  ///< half the width of the narrow band [cells]

  /// Level set of the surface. Clamped to the level set's own band, which is wider than kBand.
  grid::LevelSet distance;
  /// Velocities within kBand of the surface, and inside within the reach of the particles.
  VelocityLattice velocity;
  bool hasVelocity;
  /// Level set of one liquid alone.
  struct LiquidSet {
    std::string name;
    grid::LevelSet distance;
  };
  std::vector<LiquidSet> liquids{};  ///< empty if there is one liquid only
};

/// Computes the level set of the triangles and the velocity grid. A node's velocity is the weighted mean over
/// the particles within reach, with the weight (1 - r / reach)^2 as for mesh vertices
/// (surface/vertex_attributes.h).
/// In the band beyond the particles' reach, velocities are extrapolated from neighbouring nodes.
ExportVolume liquidVolumeOf(const ExportGeometry& surface, const Threads& threads);

}  // namespace ooze

/// Serializes a volume as OpenVDB. This is the only function of the module ooze_vdb. OpenVDB has so many
/// symbols that resolving them would delay every program start, so the module is loaded when the first volume
/// is written.
/// @param bytes  receives the file's content; its tag is random
extern "C" void oozeWriteVdb(const ooze::ExportVolume& volume, const ooze::ExportMoment& moment,
                             std::string& bytes);
