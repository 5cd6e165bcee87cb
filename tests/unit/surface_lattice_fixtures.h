// Fixtures that mesh a field given at the nodes of a lattice, without particles.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/block_grid.h"
#include "surface/isosurface_extractor.h"
#include "surface/lattice_particles.h"

#include <vector>

namespace ooze::test {

/// Extracts the mesh of f(node) = level with cells of size 1, then scaled by `cell`. Covers nodes within
/// `blocks` blocks of the origin along each axis. f must be below the level on the outer nodes.
template <class F>
SurfaceMesh meshOfLattice(int blocks, float level, const F& f, float cell = 1.f, int threadCount = 1) {
  namespace s = surface;
  const Threads threads(threadCount);
  std::vector<Vec3> middles;
  for (int z = -blocks; z < blocks; ++z)
    for (int y = -blocks; y < blocks; ++y)
      for (int x = -blocks; x < blocks; ++x) middles.push_back(8.f * Vec3(x, y, z) + 4.f);
  s::LatticeParticles particles;
  particles.sort(middles, {}, 1.f, threads);
  s::BlockGrid grid;
  grid.cover(particles, 4.5f);
  for (std::size_t b = 0; b < grid.size(); ++b) {
    s::NodeBlock& block = grid.block(b);
    block.inside = {};
    for (int k = 0; k < 512; ++k) {
      const glm::ivec3 node(8 * block.at.x + k % 8, 8 * block.at.y + k / 8 % 8, 8 * block.at.z + k / 64);
      const float value = f(node);
      grid.nodes(b)[k] = value;
      if (value > level) block.inside[static_cast<std::size_t>(k / 64)] |= s::Plane{1} << (k % 64);
    }
  }
  s::IsosurfaceExtractor set;
  SurfaceMesh mesh;
  set.find(grid, level, threads);
  set.write(grid, level, cell, threads, mesh);
  return mesh;
}

}  // namespace ooze::test
