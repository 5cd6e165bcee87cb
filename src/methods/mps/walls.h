// Hidden particles of solids: Premoze et al. 2003, boundaries.
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

/// A particle of a solid, in the body's frame.
struct WallPoint {
  Vec3 at;              ///< [m]
  float depth;          ///< under the surface [m]
  std::uint32_t layer;  ///< 0: takes part in the pressure's equation; 1 and 2 count in n alone
  Vec3 normal;          ///< of the surface, outward
};

/// Three layers of particles within the surface of every solid, half a spacing, one and a half and two and a
/// half deep, in the body's frame, so that they go along with its pose. A cell of the size of a particle has
/// one, the cell's centre moved onto its layer: flat faces along the axes have a lattice that goes on with
/// the liquid's, others as many particles. Cells begin at the middle of the shape or half a cell beside it,
/// so that a box or a tank has faces nearer to their edges than to their centres: along edges and in corners
/// there would be too few. They are made where liquid comes near and kept, so a solid may be
/// endless; they are a function of shape and spacing alone, hence no part of a state.
class Walls {
 public:
  explicit Walls(float spacing) : spacing_(spacing) {}

  struct Point {
    Vec3 at;             ///< in the world [m]
    std::uint32_t body;  ///< its number
    std::uint32_t layer;
    Vec3 normal;
    float depth;  ///< under the surface [m]
  };

  /// Those in the blocks of cells that come within `reach` [m] of a particle now. Where solids overlap, each
  /// place belongs to the one in which it is deepest.
  /// @param poses  of the bodies, where they are to be taken to stand
  std::span<const Point> near(const Vec3Array& positions, const Bodies& bodies, std::span<const Pose> poses,
                              float reach, const Threads& threads);

 private:
  struct Cell {
    std::int32_t x, y, z;
    bool operator==(const Cell&) const = default;
  };
  struct Cells {
    Cell low, high;
    bool operator==(const Cells&) const = default;
  };
  struct Layer {
    ShapePtr shape;    ///< that they lie in
    Vec3 origin{0.f};  ///< a corner of cells, in the body's frame [m]
    std::unordered_map<std::uint64_t, std::vector<WallPoint>> blocks;
  };
  struct Wanted {
    std::uint32_t body;
    Cell block;
    bool operator<(const Wanted& o) const;
    bool operator==(const Wanted& o) const;
  };
  [[nodiscard]] Cell blockOf(const Vec3& local) const;
  static std::uint64_t keyOf(const Cell& block);
  [[nodiscard]] std::vector<WallPoint> sampled(const Layer& layer, const Cell& block) const;
  void want(const Vec3Array& positions, const Bodies& bodies, std::span<const Pose> poses, float reach,
            const Threads& threads);
  void makeWanted(const Threads& threads);

  float spacing_;
  std::vector<Layer> layers_;
  std::size_t count_ = 0;
  std::vector<std::vector<Wanted>> found_;  ///< by chunk of particles
  std::vector<std::vector<Cells>> seen_;    ///< by chunk, of its last particle by body
  std::vector<Wanted> wanted_;              ///< ascending
  std::vector<Point> near_;
};

}  // namespace ooze::mps
