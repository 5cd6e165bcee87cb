// Interpolates particle attributes at the vertices of the surface.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/surface/surface_mesh.h"

#include "base/colour.h"
#include "surface/block_grid.h"
#include "surface/isosurface_extractor.h"
#include "surface/lattice_particles.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Interpolates velocities, colours, materials and values at the vertices, as far as the particles have them.
/// A vertex gets the mean of the particles within reach, weighted with the smoothing kernel (1 - r /
/// reach)^2. Buffers are reused.
class VertexAttributes {
 public:
  struct Source {
    const SurfaceParticles& given;
    const LatticeParticles& particles;
    float reach;     ///< the interaction radius [cells]
    float farthest;  ///< largest distance that a particle was moved out of its own block [cells]
    std::span<const float>
        neighbourWeight;  ///< weighted neighbour count of each sorted particle; may be empty
    /// Coordinates of each sorted particle before smoothing moved it; null if none was moved [cells]
    std::array<const float*, 3> original{};
    float volume = 0.f;  ///< volume of a particle at rest, for fill ratios; 0: none wanted [cells^3]
  };
  void fill(const Source& source, const BlockGrid& grid, const IsosurfaceExtractor& set,
            const Threads& threads, SurfaceMesh& mesh);
  /// Returns the interpolated neighbour count at each vertex; empty if Source::neighbourWeight was empty.
  [[nodiscard]] const std::vector<float>& neighbourWeight() const { return neighbourWeight_; }
  /// Returns the fill ratio of the half ball behind each vertex: the volume of the particles there over the
  /// room there, both weighted with the kernel. Below a flat surface of liquid at rest the ratio is 1. Empty
  /// if Source::volume was 0.
  [[nodiscard]] const std::vector<float>& fillRatio() const { return fillRatio_; }

  /// Largest number of averaged channels: velocity, linear light of the colour, value, neighbour weight.
  static constexpr std::size_t kMostChannels = 9;

 private:
  class BlockGatherer;

  /// Fills the attributes that are equal for all particles, and sorts the others in the order of the
  /// particles.
  void prepare(const Source& source, const Threads& threads, SurfaceMesh& mesh);

  ColourMixing mixing_;
  std::array<std::vector<float>, kMostChannels> channels_;  ///< averaged attributes of each sorted particle
  std::size_t channelCount_ = 0;
  bool mixesVelocities_ = false, mixesColours_ = false, mixesValues_ = false, mixesMaterials_ = false;
  bool mixesNeighbourWeight_ = false;
  std::vector<float> neighbourWeight_, fillRatio_;
  std::vector<std::uint16_t> materials_;  ///< material of each sorted particle
  std::size_t materialCount_ = 0;         ///< largest material index plus one
};

}  // namespace ooze::surface
