// What particles have, at the vertices of the surface.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/block_grid.h"
#include "surface/colour_mixing.h"
#include "surface/lattice_particles.h"
#include "surface/level_set.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Velocities, colours, materials and values of a mesh, each as far as the particles have them: the mean of
/// the particles within reach, weighted with their part in the field, (1 - r / reach)^2. Keeps its memory.
class VertexAttributes {
 public:
  /// @param reach     the interaction radius [cells]
  /// @param farthest  that a particle was moved out of its own block [cells]
  void fill(const SurfaceParticles& given, const LatticeParticles& particles, float reach, float farthest,
            const BlockGrid& grid, const LevelSet& set, const Threads& threads, SurfaceMesh& mesh);

  /// Numbers that are averaged: velocity, light of the colour, value, as far as there are.
  static constexpr std::size_t kMostChannels = 8;

 private:
  class BlockGatherer;

  /// What is the same for all particles is filled in, the rest is sorted as the particles are.
  void prepare(const SurfaceParticles& given, const LatticeParticles& particles, const Threads& threads,
               SurfaceMesh& mesh);

  ColourMixing mixing_;
  std::array<std::vector<float>, kMostChannels> channels_;  ///< in the order of the sorted particles
  std::size_t channelCount_ = 0;
  bool mixesVelocities_ = false, mixesColours_ = false, mixesValues_ = false, mixesMaterials_ = false;
  std::vector<std::uint16_t> materials_;  ///< in the order of the sorted particles
  std::size_t materialCount_ = 0;         ///< one more than the largest
};

}  // namespace ooze::surface
