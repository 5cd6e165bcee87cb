#include "export/liquid_volume.h"

#include "geometry/triangle_tree.h"
#include "surface/lattice_particles.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <stdexcept>

namespace ooze {
namespace {

using grid::BlockCoordinate;
using grid::BlockSet;
using grid::kBlock;
using grid::kNodes;

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

/// Upper limit on velocity extrapolation, more layers than the band ever has beyond the particles' reach.
constexpr int kMostLayers = 16;

/// Range of nodes of a block within reach of a particle, inclusive.
struct NodeBox {
  glm::ivec3 low, high;
};
NodeBox nodesWithin(const Vec3& at, float reach) {
  return {glm::max(glm::ivec3(glm::ceil(at - reach)), glm::ivec3(0)),
          glm::min(glm::ivec3(glm::floor(at + reach)), glm::ivec3(kBlock - 1))};
}

class VelocityTransfer {
 public:
  VelocityTransfer(const VolumeSource& given, const grid::LevelSet& distance, const Threads& threads)
      : given_(given), distance_(distance), threads_(threads) {}

  VelocityLattice fill() {
    for (const grid::BlockSet* set : {&distance_.blocks(), &distance_.inside()})
      for (const BlockCoordinate& at : *set) lattice_.blocks.add(at);
    lattice_.blocks.sort();
    lattice_.values.assign(kNodes * lattice_.blocks.size(), Vec3(0.f));
    lattice_.known.resize(lattice_.blocks.size());
    particles_.sort(given_.positions, {}, given_.cell, threads_);
    threads_.forEach(lattice_.blocks.size(), [&](std::size_t k) { average(k); });
    for (int layer = 0; layer < kMostLayers && addLayer(); ++layer) {
    }
    return std::move(lattice_);
  }

 private:
  /// Averages velocities at the nodes of a block. Particles are summed in the order of their blocks, so the
  /// result is the same for any number of threads.
  void average(std::size_t k) {
    const BlockCoordinate& at = lattice_.blocks.at(k);
    const float reach = std::max(given_.reach / given_.cell, 1.f);  // at least one cell, so that no node is
                                                                    // out of reach of all particles
    std::array<Vec4, kNodes> sums{};  // xyz: weighted velocity sum; w: sum of weights
    const int around = static_cast<int>(std::ceil(reach / kBlock));
    for (int z = -around; z <= around; ++z)
      for (int y = -around; y <= around; ++y)
        for (int x = -around; x <= around; ++x)
          if (const auto* home = particles_.findBlock(at.beside(x, y, z)))
            for (std::uint32_t i = home->begin; i < home->end; ++i)
              splat(Vec3(particles_.x[i], particles_.y[i], particles_.z[i]) +
                        static_cast<float>(kBlock) * Vec3(x, y, z),
                    given_.velocities[particles_.order[i]], reach, sums);
    for (std::size_t n = 0; n < kNodes; ++n) {
      if (!(sums[n].w > 0.f)) continue;
      lattice_.values[kNodes * k + n] = Vec3(sums[n]) / sums[n].w;
      lattice_.known[k].set(n);
    }
  }

  static void splat(const Vec3& at, const Vec3& velocity, float reach, std::array<Vec4, kNodes>& sums) {
    const NodeBox box = nodesWithin(at, reach);
    for (int z = box.low.z; z <= box.high.z; ++z)
      for (int y = box.low.y; y <= box.high.y; ++y)
        for (int x = box.low.x; x <= box.high.x; ++x) {
          const float closeness = 1.f - glm::length(Vec3(x, y, z) - at) / reach;
          if (!(closeness > 0.f)) continue;
          const float weight = closeness * closeness;
          sums[static_cast<std::size_t>(kBlock * (kBlock * z + y) + x)] += Vec4(weight * velocity, weight);
        }
  }

  /// Extrapolates by one layer: unknown nodes of the band take the mean of known neighbours.
  /// @return whether any node became known
  bool addLayer() {
    std::vector<VelocityLattice::Nodes> known = lattice_.known;
    threads_.forEach(lattice_.blocks.size(), [&](std::size_t k) {
      const std::uint32_t block = distance_.blocks().find(lattice_.blocks.at(k));
      if (block == grid::kNone) return;
      const float* phi = distance_.nodes(block);
      for (std::size_t n = 0; n < kNodes; ++n)
        if (!lattice_.known[k][n] && std::abs(phi[n]) < ExportVolume::kBand * given_.cell)
          known[k][n] = extrapolateNode(k, n);
    });
    const bool grew = known != lattice_.known;
    lattice_.known = std::move(known);
    return grew;
  }

  bool extrapolateNode(std::size_t k, std::size_t n) {
    Vec3 sum(0.f);
    float count = 0.f;
    const glm::ivec3 at(n % kBlock, n / kBlock % kBlock, n / (kBlock * kBlock));
    for (int side = 0; side < 6; ++side) {
      glm::ivec3 to = at;
      to[side / 2] += side % 2 == 0 ? -1 : 1;
      const glm::ivec3 block = to >> 3;
      std::uint32_t other = static_cast<std::uint32_t>(k);
      if (block != glm::ivec3(0))
        other = lattice_.blocks.find(lattice_.blocks.at(k).beside(block.x, block.y, block.z));
      to &= kBlock - 1;
      const auto node = static_cast<std::size_t>(kBlock * (kBlock * to.z + to.y) + to.x);
      if (other == grid::kNone || !lattice_.known[other][node]) continue;
      sum += lattice_.values[kNodes * other + node];
      count += 1.f;
    }
    if (count > 0.f) lattice_.values[kNodes * k + n] = sum / count;
    return count > 0.f;
  }

  const VolumeSource& given_;
  const grid::LevelSet& distance_;
  const Threads& threads_;
  surface::LatticeParticles particles_;
  VelocityLattice lattice_;
};

/// Marks velocities outside the band and the liquid as unknown, although particles reach these nodes.
void maskOutside(const grid::LevelSet& distance, VelocityLattice& velocity) {
  for (std::size_t k = 0; k < velocity.blocks.size(); ++k) {
    const std::uint32_t block = distance.blocks().find(velocity.blocks.at(k));
    if (block == grid::kNone) continue;
    for (std::size_t n = 0; n < kNodes; ++n)
      if (distance.nodes(block)[n] >= ExportVolume::kBand * distance.cell()) velocity.known[k].reset(n);
  }
}

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

ExportVolume liquidVolumeOf(const ExportGeometry& surface, const Threads& threads) {
  const VolumeSource& filling = surface.filling;
  const auto levelSet = [&](const auto& positions, const auto& triangles) {
    Mesh mesh;
    mesh.positions.assign(positions.begin(), positions.end());
    mesh.triangles.assign(triangles.begin(), triangles.end());
    return levelSetOf(mesh, filling.cell, grid::LevelSet::kLeastBand, threads);
  };
  ExportVolume volume{levelSet(surface.positions, surface.triangles), {}, surface.has(filling.velocities)};
  for (const NamedLiquid& part : filling.liquids)
    volume.liquids.push_back({std::string(part.name), levelSet(part.mesh->positions, part.mesh->triangles)});
  if (filling.velocities.empty()) return volume;
  volume.velocity = VelocityTransfer(filling, volume.distance, threads).fill();
  maskOutside(volume.distance, volume.velocity);
  return volume;
}

}  // namespace ooze
