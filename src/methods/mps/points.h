// Liquid particles and wall particles of solids in one array, with neighbour lists.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include "methods/mps/walls.h"
#include "particles/neighbours.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::mps {

enum class PointKind : std::uint8_t {
  Liquid,
  Wall,   ///< outermost layer of a solid, or frozen liquid; has a pressure
  Hidden  ///< deeper layers of a solid; count in n alone
};

/// All particles in the sums of a step, as a structure of arrays sorted in space for cache locality. The
/// contents follow from the liquid and the bodies, so snapshots need not store them.
class PointSet {
 public:
  Vec3Array at, velocity;    ///< position [m] and velocity [m/s] of each point
  Vec3Array normal;          ///< outward normal of a solid's surface; 0 for particles of the liquid
  std::vector<float> depth;  ///< depth under a solid's surface; 0 for particles of the liquid [m]
  std::vector<PointKind> kind;
  std::vector<std::uint32_t> from;  ///< index of the liquid particle, or index of the body
  std::vector<std::uint8_t>
      isParticle;  ///< 1 for liquid particles, frozen ones included; 0 for wall particles
  std::vector<std::uint8_t>
      moves;                    ///< 1 for particles and for points of bodies that forces move (Body::isMoved)
  std::vector<float> friction;  ///< friction of the surface: 0 is free-slip, 1 is no-slip [1]

  std::vector<float> liquid;     ///< 1 for liquid that is not frozen, 0 for all other points [1]
  std::vector<float> solid;      ///< 1 for points of solids, 0 for particles [1]
  std::vector<float> outerWall;  ///< 1 for PointKind::Wall, else 0 [1]

  [[nodiscard]] std::size_t size() const { return kind.size(); }
  /// Returns whether liquid can slip along the solid of point i (friction below 1).
  [[nodiscard]] bool slips(std::size_t i) const { return friction[i] < 1.f; }
  /// Returns whether point i belongs to a body that forces move.
  [[nodiscard]] bool isOfMovedBody(std::size_t i) const { return moves[i] != 0 && isParticle[i] == 0; }

  /// Gathers the points, sorts them in space and builds the neighbour lists.
  /// Hidden points have empty lists, and points of solids without a particle nearby may have, because no sum
  /// needs them. Among the other points the relation is symmetric.
  /// @param spacing  particle spacing l0 [m]
  /// @param reach  radius of the neighbour search [spacings]
  void gather(const Particles& particles, std::span<const Walls::NearWallPoint> walls, const Bodies& bodies,
              float spacing, float reach, const Threads& threads);
  /// Returns the candidates for neighbours of point i: all points that were within the radius of the search
  /// when the points were gathered.
  [[nodiscard]] NeighbourList candidates(std::size_t i) const { return search_.of(i); }

  /// Returns the vector from point i to point j [spacings].
  [[nodiscard]] Vec3 offset(std::size_t i, std::size_t j) const { return inverse_ * (at[j] - at[i]); }
  /// Returns the inverse of the particle spacing [1/m].
  [[nodiscard]] float inverseSpacing() const { return inverse_; }

  /// Closer pairs act as if they were at this distance [spacings]. The slope of the kernel grows without
  /// bounds: from a third of a spacing on, the pressure that stops a pair would throw it apart faster than it
  /// met.
  static constexpr float kNearest = 0.5f;
  /// Calls visit(j, distance) for every candidate j of point i, with the present distance of the pair, at
  /// least kNearest [spacings].
  template <class Visit>
  void forEachNeighbour(std::size_t i, const Visit& visit) const {
    search_.of(i).forEach([&](std::size_t j) { visit(j, std::max(kNearest, glm::length(offset(i, j)))); });
  }

  static constexpr std::size_t kGrain = 512;  ///< points per parallel chunk
  template <class Each>
  void forEach(const Threads& threads, const Each& each) const {
    threads.forEachIndex(size(), kGrain, each);
  }

 private:
  Neighbours search_;
  float inverse_ = 1.f;
  std::vector<ListFor> lists_;
  Vec3Array unsorted_;
};

}  // namespace ooze::mps
