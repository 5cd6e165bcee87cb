// What particles have, at the vertices of the surface.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/surface/surface_mesh.h"

#include "base/srgb.h"
#include "surface/block_grid.h"
#include "surface/lattice_particles.h"
#include "surface/level_set.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Velocities, colours, materials and values of a mesh, each as far as the particles have them: the mean of
/// the particles within reach, weighted with their part in the field, (1 - r / reach)^2. Keeps its memory.
class VertexAttributes {
 public:
  struct Source {
    const SurfaceParticles& given;
    const LatticeParticles& particles;
    float reach;                     ///< the interaction radius [cells]
    float farthest;                  ///< that a particle was moved out of its own block [cells]
    std::span<const float> company;  ///< of each sorted particle; may be empty
  };
  void fill(const Source& source, const BlockGrid& grid, const LevelSet& set, const Threads& threads,
            SurfaceMesh& mesh);
  /// At each vertex; empty if the particles' was.
  [[nodiscard]] const std::vector<float>& company() const { return company_; }

  /// Numbers that are averaged: velocity, light of the colour, value, company, as far as there are.
  static constexpr std::size_t kMostChannels = 9;

 private:
  class BlockGatherer;

  /// What is the same for all particles is filled in, the rest is sorted as the particles are.
  void prepare(const Source& source, const Threads& threads, SurfaceMesh& mesh);

  ColourMixing mixing_;
  std::array<std::vector<float>, kMostChannels> channels_;  ///< in the order of the sorted particles
  std::size_t channelCount_ = 0;
  bool mixesVelocities_ = false, mixesColours_ = false, mixesValues_ = false, mixesMaterials_ = false;
  bool mixesCompany_ = false;
  std::vector<float> company_;
  std::vector<std::uint16_t> materials_;  ///< in the order of the sorted particles
  std::size_t materialCount_ = 0;         ///< one more than the largest
};

}  // namespace ooze::surface
