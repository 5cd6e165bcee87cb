// Wall particles inside solids, which act as boundary particles of the liquid: Premoze et al. 2003,
// boundaries.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
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
/// spacings. The particles are stored in the body's frame and move with its pose. Each cell of a grid with
/// the particle spacing yields one particle, the cell's centre moved onto its layer. Faces along the axes
/// thus continue the liquid's lattice, and other faces have about as many particles per area. The grid is
/// aligned with the middle of the shape or shifted by half a cell, so that the faces of a box or a tank lie
/// nearer to cell edges than to cell centres; otherwise edges and corners would have too few particles.
/// Blocks of cells are sampled where liquid comes near and then cached, so a solid may be endless. The
/// samples depend on shape and spacing alone, so snapshots need not store them.
class Walls {
 public:
  explicit Walls(float spacing) : spacing_(spacing) {}

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
  struct WallCell {
    std::int32_t x, y, z;
    bool operator==(const WallCell&) const = default;
  };
  struct WallCellBox {
    WallCell low, high;
    bool operator==(const WallCellBox&) const = default;
  };
  struct WallLayer {
    ShapePtr shape;    ///< shape that the particles lie in
    Vec3 origin{0.f};  ///< corner of a cell in the body's frame [m]
    std::unordered_map<std::uint64_t, std::vector<WallPoint>> blocks;
  };
  struct WallBlock {
    std::uint32_t body;
    WallCell block;
    bool operator<(const WallBlock& o) const;
    bool operator==(const WallBlock& o) const;
  };
  [[nodiscard]] WallCell blockOf(const Vec3& local) const;
  static std::uint64_t keyOf(const WallCell& block);
  [[nodiscard]] std::vector<WallPoint> sampled(const WallLayer& layer, const WallCell& block) const;
  void findWantedBlocks(const Vec3Array& positions, const Bodies& bodies, std::span<const Pose> poses,
                        float reach, const Threads& threads);
  void sampleWantedBlocks(const Threads& threads);

  float spacing_;
  std::vector<WallLayer> layers_;
  std::size_t count_ = 0;
  std::vector<std::vector<WallBlock>> found_;   ///< wanted blocks per chunk of particles
  std::vector<std::vector<WallCellBox>> seen_;  ///< per chunk and body, the block range of the last particle
  std::vector<WallBlock> wanted_;               ///< sorted in ascending order
  std::vector<NearWallPoint> near_;
};

}  // namespace ooze::mps
