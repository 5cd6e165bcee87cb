// Liquid that meets solids: its field goes on behind their faces as a mirror image, and is cut there.
//
// Particles keep some distance from a wall, so that a surface made of them alone ends round and short of it.
// Akinci et al. 2012 continue densities over a boundary by particles of the solid; here the liquid's own are
// mirrored, which makes the field as flat at the wall as it is behind a plane of symmetry.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_builder.h"

#include "surface/block_grid.h"

#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Keeps its memory.
class WallImages {
 public:
  /// Adds the images of particles near walls behind them, with all that the particles have.
  /// @param h  interaction radius [m]
  /// @return `given` itself if no particle is near a wall; else valid until the next call
  const SurfaceParticles& add(const SurfaceParticles& given, float h, const Threads& threads);

 private:
  struct Image {
    Vec3 position;
    std::uint32_t of;
  };

  std::vector<std::vector<Image>> chunks_;
  std::vector<Vec3> positions_, velocities_;
  std::vector<std::uint32_t> colours_;
  std::vector<std::uint16_t> materials_;
  std::vector<float> values_;
  std::vector<std::uint8_t> regions_;
  SurfaceParticles all_;
};

/// Takes the liquid out of solids: the level set runs a hair's breadth in front of their faces. Where it
/// meets them the field falls by 1 over h, as it does at a free surface.
/// @param cell, h  [m]
void cutAtWalls(std::span<const SurfaceWall> walls, float cell, float h, float level, BlockGrid& grid,
                const Threads& threads);

/// What lies against solids stays there while a mesh is smoothed, and may only slide along them. Keeps its
/// memory.
class HeldAtWalls {
 public:
  /// @param mesh  before it is smoothed
  void remember(std::span<const SurfaceWall> walls, const SurfaceMesh& mesh);
  /// @param mesh  the same, smoothed
  /// @param h     [m]
  void restore(std::span<const SurfaceWall> walls, float h, const Threads& threads, SurfaceMesh& mesh) const;

 private:
  std::vector<Vec3> positions_, normals_;
};

}  // namespace ooze::surface
