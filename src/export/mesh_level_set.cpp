#include "export/mesh_level_set.h"

#include "geometry/triangle_tree.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace ooze {
namespace {

using grid::BlockCoordinate;
using grid::BlockSet;
using grid::kBlock;

// Safety factor of distance bounds, so that rounding cannot make a bound too tight.
constexpr float kSlack = 1.0001f;
constexpr double kFarthestBlock = 1 << 19;  // beyond, float coordinates in metres cannot distinguish two
                                            // nodes

/// Collects the blocks that may contain a node nearer to a triangle than `reach` [m].
BlockSet blocksNear(const Mesh& mesh, float cell, float reach) {
  BlockSet blocks;
  const double perSide = 1.0 / (static_cast<double>(kBlock) * static_cast<double>(cell));
  glm::ivec3 lastLow(0), lastHigh(-1);
  for (const auto& triangle : mesh.triangles) {
    Aabb box;
    for (const std::uint32_t corner : triangle) box.include(mesh.positions[corner]);
    box = box.expanded(reach);
    const glm::dvec3 lower = glm::floor(glm::dvec3(box.lower) * perSide),
                     upper = glm::floor(glm::dvec3(box.upper) * perSide);
    if (glm::any(glm::lessThan(lower, glm::dvec3(-kFarthestBlock))) ||
        glm::any(glm::greaterThan(upper, glm::dvec3(kFarthestBlock))))
      throw std::invalid_argument("the cell of a level set is too small for a mesh so far from the origin");
    const glm::ivec3 low(lower), high(upper);
    if (low == lastLow && high == lastHigh) continue;  // consecutive triangles are usually neighbours
    lastLow = low, lastHigh = high;
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x) {
          blocks.add({x, y, z});
          if (blocks.size() > grid::LevelSet::kMaxBlocks) return blocks;  // fromBlocks() will refuse the set
        }
  }
  blocks.sort();
  return blocks;
}

std::size_t inBlock(const glm::ivec3& n) {
  return static_cast<std::size_t>(kBlock * (kBlock * n.z + n.y) + n.x);
}

/// Computes signed distances at nodes. Neighbouring nodes provide search hints and most signs.
class LevelSetSampler {
 public:
  LevelSetSampler(const Mesh& mesh, float cell, float reach) : tree_(mesh), cell_(cell), reach_(reach) {}

  void fill(const BlockCoordinate& at, float* nodes) {
    const glm::ivec3 first = kBlock * glm::ivec3(at.x, at.y, at.z);
    for (int k = 0; k < 8; ++k) computeDistances(first, kCube * glm::ivec3(k & 1, k >> 1 & 1, k >> 2), nodes);
    for (int z = 0; z < kBlock; ++z)
      for (int y = 0; y < kBlock; ++y)
        for (int x = 0; x < kBlock; ++x)
          if (isInside(first, {x, y, z}, nodes)) nodes[inBlock({x, y, z})] *= -1.f;
  }
  /// Returns whether the winding number was at least 2 at any node.
  [[nodiscard]] bool overlaps() const { return overlaps_; }

 private:
  static constexpr int kCube = 4;  // nodes per side of a cube; whole cubes far from the triangles are skipped

  [[nodiscard]] Vec3 place(const glm::dvec3& node) const { return Vec3(static_cast<double>(cell_) * node); }

  /// Computes unsigned distances at the cube's nodes.
  void computeDistances(const glm::ivec3& first, const glm::ivec3& low, float* nodes) const {
    const double toMiddle = 0.5 * (kCube - 1);
    const float radius = static_cast<float>(std::sqrt(3.0) * toMiddle) * cell_;
    const float atMost = kSlack * (reach_ + radius);
    const TriangleTree::NearestTriangle middle =
        tree_.nearest(place(glm::dvec3(first + low) + toMiddle), atMost, TriangleTree::kNone);
    std::uint32_t likely = middle.triangle;
    for (int z = low.z; z < low.z + kCube; ++z)
      for (int y = low.y; y < low.y + kCube; ++y)
        for (int x = low.x; x < low.x + kCube; ++x) {
          TriangleTree::NearestTriangle nearest{reach_, TriangleTree::kNone};
          if (middle.triangle != TriangleTree::kNone)
            nearest = tree_.nearest(place(first + glm::ivec3(x, y, z)), reach_, likely);
          if (nearest.triangle != TriangleTree::kNone) likely = nearest.triangle;
          nodes[inBlock({x, y, z})] = nearest.distance;
        }
  }

  /// Returns whether node n is inside.
  /// @param nodes  distances of the nodes; nodes before n already have their sign
  bool isInside(const glm::ivec3& first, const glm::ivec3& n, const float* nodes) {
    const float distance = nodes[inBlock(n)];
    for (int axis = 0; axis < 3; ++axis) {
      if (n[axis] == 0) continue;
      glm::ivec3 before = n;
      --before[axis];
      const float phi = nodes[inBlock(before)];
      // If two distances add up to more than the distance between the nodes, no triangle lies between the
      // nodes.
      if (distance + std::abs(phi) > kSlack * cell_) return phi < 0.f;
    }
    const float winding = tree_.windingNumber(place(first + n));
    if (winding > 1.5f) overlaps_ = true;
    return winding > 0.5f;
  }

  TriangleTree tree_;
  float cell_, reach_;
  std::atomic<bool> overlaps_{false};
};

}  // namespace

grid::LevelSet levelSetOf(const Mesh& mesh, float cell, float band, const Threads& threads) {
  grid::LevelSet nothing(cell, band);
  if (mesh.triangles.empty()) return nothing;
  const float reach = band * cell;
  LevelSetSampler sampler(mesh, cell, reach);
  grid::LevelSet set = grid::LevelSet::fromBlocks(
      blocksNear(mesh, cell, reach),
      [&](const BlockCoordinate& at, float* nodes) { sampler.fill(at, nodes); }, cell, band, threads);
  if (sampler.overlaps()) set.reinitialise(threads);
  return set;
}

}  // namespace ooze
