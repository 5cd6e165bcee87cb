// Opens a slit in the field along each cut of the liquid, so that the surface shows the cut at once.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_mesh.h"

#include "surface/block_grid.h"
#include "surface/lattice_particles.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Slits between the two sides of cuts. The middle of a slit is as far from the nearest particle of one side
/// as from the nearest of the other. Beyond the end of a cut, unmarked particles are nearer, and the slit
/// closes.
/// Buffers are reused.
class CutSlits {
 public:
  /// Lowers the field in the slits, at a slope of 1 over h.
  /// @param sides  SurfaceParticles::cutSides in the order of the given particles; empty: nothing is cut
  /// @param reach  interaction radius [cells]
  void open(const LatticeParticles& particles, std::span<const std::uint32_t> sides, float reach, float level,
            BlockGrid& grid, const Threads& threads);

  /// Scales down the offsets of vertices in slits, because an offset that restores the volume would close the
  /// slit. Call this after open() with the mesh of the same field.
  /// @param cell     side of a cell of the grid [m]
  /// @param offsets  one value per vertex
  void reduceOffsets(const SurfaceMesh& mesh, float cell, const BlockGrid& grid, const Threads& threads,
                     std::vector<float>& offsets) const;

 private:
  /// A particle near a block, relative to the block's first node [cells].
  struct NearParticle {
    Vec3 at;
    std::uint32_t sides;
  };
  /// Particles near a block that contains both sides of a cut, marked particles first.
  struct CutBlock {
    std::uint32_t block;
    std::uint32_t marked = 0;  ///< number of marked particles
    std::uint32_t cuts = 0;    ///< lower side bits of the cuts with both sides near the block
    std::vector<NearParticle> near{};
  };

  [[nodiscard]] bool gather(const LatticeParticles& particles, std::span<const std::uint32_t> sides,
                            const BlockCoordinate& at, CutBlock& into) const;
  [[nodiscard]] float distance(const CutBlock& block, const Vec3& place) const;

  std::vector<CutBlock> blocks_;  ///< the first count_ are in use
  std::size_t count_ = 0;
  std::vector<std::uint8_t> isNear_;   ///< 1: a marked particle is near the grid's block
  std::vector<std::uint32_t> slotOf_;  ///< index into blocks_ for each block of the grid; kNone: no cut
  float kernel_ = 0.f;                 ///< radius of the neighbourhood [cells]
  float halfWidth_ = 0.f;              ///< half the width of a slit [cells]
};

}  // namespace ooze::surface
