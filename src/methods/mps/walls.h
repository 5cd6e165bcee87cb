// Wall particles inside solids, which act as boundary particles of the liquid: Premoze et al. 2003,
// boundaries.
#pragma once

#include "liquid/boundary_samples.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::mps {

inline constexpr int kWallLayers = 3;

/// Wall particle in the frame of its body.
struct WallPoint {
  Vec3 at;              ///< position of the particle in the body's frame [m]
  float depth;          ///< depth under the surface [m]
  std::uint32_t layer;  ///< 0: unknown of the pressure solve; 1 and 2: count in n alone
  Vec3 normal;          ///< outward normal of the surface
};

/// Samples three layers of wall particles under the surface of every solid, at depths of 0.5, 1.5 and 2.5
/// spacings. Each cell of a grid with the particle spacing yields one particle, the cell's centre moved onto
/// its layer. Faces along the axes thus continue the liquid's lattice, and other faces have about as many
/// particles per area. The grid is aligned with the middle of the shape or shifted by half a cell, so that
/// the faces of a box or a tank lie nearer to cell edges than to cell centres; otherwise edges and corners
/// would have too few particles.
class Walls {
 public:
  explicit Walls(float spacing);

  struct NearWallPoint {
    Vec3 at;             ///< position in the world [m]
    std::uint32_t body;  ///< index of the body
    std::uint32_t layer;
    Vec3 normal;
    float depth;  ///< depth under the surface [m]
  };

  /// Returns the wall particles in all blocks of cells within `reach` [m] of a particle. Where solids
  /// overlap, the solid in which a place is deepest owns the place.
  /// @param poses  poses of the bodies at the time of sampling
  std::span<const NearWallPoint> near(const Vec3Array& positions, const Bodies& bodies,
                                      std::span<const Pose> poses, float reach, const Threads& threads);

 private:
  void addBlock(const BoundaryBlock& block, const Bodies& bodies, std::span<const Pose> poses,
                std::vector<std::size_t>& others, std::vector<NearWallPoint>& to) const;

  float spacing_;
  BoundarySamples<WallPoint> samples_;
  std::vector<NearWallPoint> near_;
  std::vector<std::vector<NearWallPoint>> pieces_;  ///< wall particles of each chunk of blocks
  std::vector<std::vector<std::size_t>> others_;    ///< solids beside the block in work, for each chunk
};

}  // namespace ooze::mps
