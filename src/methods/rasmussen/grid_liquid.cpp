#include "methods/rasmussen/grid_liquid.h"

#include "liquid/body_filter.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ooze::rasmussen {
namespace {

using grid::BlockCoordinate;
using grid::blockOf;
using grid::BlockSet;
using grid::inBlock;
using grid::kBlock;
using grid::kNodes;

constexpr int kReachOfAdded = 2;  ///< nodes this near to an added particle get a bound on phi [cells]
constexpr float kReachOfGone = 2.f;
// A shape is grown by this, so that nodes on its surface are inside: a film of one cell lies between two
// layers of them [cells].
constexpr float kTouching = 1e-3f;
constexpr float kSlit = 0.75f;  ///< half the width of a cut [cells]

/// Returns the trilinear weight: 1 at distance 0, falling to 0 at distance 1 along each axis.
float tent(const Vec3& apart) {
  const Vec3 part = glm::max(Vec3(0.f), Vec3(1.f) - apart);
  return part.x * part.y * part.z;
}

template <class Visit>
void forBox(const glm::ivec3& low, const glm::ivec3& high, const Visit& visit) {
  for (int z = low.z; z <= high.z; ++z)
    for (int y = low.y; y <= high.y; ++y)
      for (int x = low.x; x <= high.x; ++x) visit(glm::ivec3(x, y, z));
}

}  // namespace

std::vector<float> nodesOf(const grid::LevelSet& set) {
  std::vector<float> phi(kNodes * set.blocks().size());
  for (std::size_t b = 0; b < set.blocks().size(); ++b)
    std::copy_n(set.nodes(b), kNodes, phi.begin() + static_cast<std::ptrdiff_t>(kNodes * b));
  return phi;
}

/// Sparse accumulator of values at nodes, in blocks in order of first use.
struct GridLiquid::NodeAccumulator {
  struct LevelSetNode {
    float part = 0.f;   ///< fraction of a cell's volume that is added, or kernel sum of removed particles [1]
    float wide = 0.f;   ///< same sum as `part` with a wider kernel [1]
    float other = 0.f;  ///< kernel sum of all particles, or fraction filled before
    float edge = 1e9f;  ///< distance to the nearest particle's cube, by the greatest coordinate [cells]
    bool isTouched = false;

    /// Returns the lower bound of phi after the removal of this fraction [m].
    [[nodiscard]] float leastPhi(float cell) const { return (part / std::max(other, part) - 0.5f) * cell; }
  };
  BlockSet blocks;
  std::vector<LevelSetNode> nodes;

  LevelSetNode& at(const glm::ivec3& node) {
    const BlockCoordinate b = blockOf(node);
    if (b != last_ || number_ == grid::kNone) {
      blocks.add(b);
      last_ = b, number_ = blocks.find(b);
      if (nodes.size() < kNodes * blocks.size()) nodes.resize(kNodes * blocks.size());
    }
    LevelSetNode& found = nodes[kNodes * number_ + inBlock(node)];
    found.isTouched = true;
    return found;
  }
  [[nodiscard]] LevelSetNode* find(const glm::ivec3& node) {
    const std::uint32_t b = blocks.find(blockOf(node));
    return b == grid::kNone ? nullptr : &nodes[kNodes * b + inBlock(node)];
  }
  /// Visits the touched nodes in a deterministic order, block by block.
  template <class Visit>
  void forEach(const Visit& visit) {
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const BlockCoordinate& at = blocks.at(b);
      for (std::size_t n = 0; n < kNodes; ++n)
        if (LevelSetNode& node = nodes[kNodes * b + n]; node.isTouched) visit(grid::nodeIn(at, n), node);
    }
  }

 private:
  BlockCoordinate last_{};
  std::uint32_t number_ = grid::kNone;
};

GridLiquid::GridLiquid(float cell)
    : surface_(grid::LevelSet(cell, kBand), {.perCell = 16}, Threads(1)), cells_(cell), nextCells_(cell) {
  phi_.outside = kBand * cell;
}

void GridLiquid::setMarkers(int perCell) {
  if (perCell == surface_.settings().perCell) return;
  grid::ParticleLevelSet::LevelSetSettings settings = surface_.settings();
  settings.perCell = perCell;
  surface_ = grid::ParticleLevelSet(std::move(surface_.levelSet()), std::move(surface_.markers()),
                                    surface_.steps(), settings);
}

/// Adds particles as cubes of liquid. Each node around a particle takes a share of its volume by distance,
/// and the surface lies where a cell is half full. A sum over eight nodes is exact for particles on a
/// lattice, whatever its origin. A sum over 64 nodes has no holes where particles lie in disorder.
void GridLiquid::add(const Vec3Array& positions, const Vec3Array& velocities, std::size_t first,
                     std::span<const LiquidSeeds> shapes, const Threads& threads) {
  if (first >= positions.size()) return;
  NodeAccumulator touched;
  for (std::size_t i = first; i < positions.size(); ++i)
    forNearbyNodes(positions[i], kReachOfAdded, [&](const glm::ivec3& node, const Vec3& apart) {
      NodeAccumulator::LevelSetNode& n = touched.at(node);
      n.edge = std::min(n.edge, std::max({apart.x, apart.y, apart.z}) - 0.5f);
      n.part += tent(apart);
      n.wide += 0.125f * tent(0.5f * apart);
    });
  touched.forEach(
      [&](const glm::ivec3& node, NodeAccumulator::LevelSetNode& n) { n.other = filledAt(node); });
  if (!shapes.empty())
    unite(shapes, threads);
  else
    change(
        touched.blocks,
        [&](const auto& phiAt) {
          touched.forEach([&](const glm::ivec3& node, const NodeAccumulator::LevelSetNode& n) {
            const float part = std::min(1.f, n.other + std::max(n.part, n.wide));
            phiAt(node) = std::min(phiAt(node), (part > 0.f ? 0.5f - part : std::max(0.5f, n.edge)) * cell());
          });
        },
        threads);
  setVelocities(touched, positions, velocities, first);
}

/// Returns the level set of a shape.
/// @param box  covers the part of the shape that is used; extended by two cells
grid::LevelSet GridLiquid::levelSetOf(const SignedDistance& shape, const Pose& pose, const Aabb& box,
                                      const Threads& threads) const {
  grid::LevelSet set = grid::LevelSet::fromFunction(
      [&](const Vec3& p) { return shape.distance(pose.toLocal(p)) - kTouching * cell(); },
      box.expanded(2.f * cell()), cell(), kBand, threads);
  set.reinitialisePreservingThin(threads);
  return set;
}

void GridLiquid::fill(const SignedDistance& shape, const Pose& pose, const Threads& threads) {
  surface_.levelSet().unite(levelSetOf(shape, pose, boxInWorld(shape.bounds(), pose), threads), threads);
  rebuildCells(threads);
  removeMarkers(threads);
}

/// Returns the level set of several liquids. Halves are united one after the other, so that each liquid is
/// copied only a few times.
grid::LevelSet GridLiquid::unionOf(std::span<const LiquidSeeds> liquids, const Threads& threads) const {
  if (liquids.size() == 1) {
    const LiquidSeeds& seeds = liquids.front();
    Aabb box;
    for (const Vec3& p : seeds.positions) box.include(p);
    return box.empty() ? grid::LevelSet(cell(), kBand) : levelSetOf(*seeds.shape, seeds.pose, box, threads);
  }
  const std::size_t half = liquids.size() / 2;
  grid::LevelSet all = unionOf(liquids.first(half), threads);
  all.unite(unionOf(liquids.subspan(half), threads), threads);
  return all;
}

void GridLiquid::unite(std::span<const LiquidSeeds> liquids, const Threads& threads) {
  grid::LevelSet& set = surface_.levelSet();
  set.unite(unionOf(liquids, threads), threads);
  set.reinitialisePreservingThin(threads);
  rebuildCells(threads);
  removeMarkers(threads);
  if (surface_.steps() == 0) surface_.reseed(threads);  // later reseeding follows its own schedule
}

/// Sets face velocities after particles were added, weighted with the fraction filled before. Faces of empty
/// cells take the velocity of the particles; faces of half-full cells take half. A second, wide kernel covers
/// faces far from any particle. Without the wide kernel a sphere between nodes had faces without a velocity,
/// which extrapolation carried into the air around.
void GridLiquid::setVelocities(NodeAccumulator& touched, const Vec3Array& positions,
                               const Vec3Array& velocities, std::size_t first) {
  const auto filledBefore = [&](const glm::ivec3& node) {
    const NodeAccumulator::LevelSetNode* n = touched.find(node);
    return n && n->isTouched ? n->other : filledAt(node);
  };
  for (int axis = 0; axis < 3; ++axis) {
    NodeAccumulator faces;
    for (std::size_t i = first; i < positions.size(); ++i) {
      Vec3 shifted = positions[i];
      shifted[axis] += 0.5f * cell();  // faces lie half a cell lower than nodes
      // The edge of a shape may be wet farther than a cell from any particle.
      constexpr float kFar = 1e-3f;  // weight of the wide kernel beside the narrow one
      forNearbyNodes(shifted, 2, [&](const glm::ivec3& node, const Vec3& apart) {
        NodeAccumulator::LevelSetNode& n = faces.at(node);
        const float near = tent(apart), all = near + kFar * tent(0.5f * apart);
        n.part += near;
        n.wide += all;
        n.other += all * velocities[i][axis];
      });
    }
    faces.forEach([&](const glm::ivec3& node, const NodeAccumulator::LevelSetNode& n) {
      const grid::CellIndex c = cells_.find(node);
      if (!(n.wide > 1e-9f) || c == grid::kNone) return;
      glm::ivec3 below = node;
      --below[axis];
      const float old = 0.5f * (filledBefore(node) + filledBefore(below));
      float& u = velocity.axes[static_cast<std::size_t>(axis)][c];
      const float mean = n.other / n.wide, share = std::min(1.f, n.part);
      u = old > 0.f ? (old * u + share * mean) / (old + share) : mean;
    });
  }
}

/// Accumulates removed and all particles at nodes. Liquid is removed from a node if half of its particles go.
void GridLiquid::accumulateRemoved(const Vec3Array& positions, std::span<const std::uint32_t> gone,
                                   NodeAccumulator& touched) const {
  const auto weight = [](const Vec3& apart) { return tent(apart / kReachOfGone); };
  for (const std::uint32_t i : gone)
    forNearbyNodes(positions[i], 2, [&](const glm::ivec3& node, const Vec3& apart) {
      touched.at(node).part += weight(apart);
    });
  for (std::size_t i = 0; i < positions.size(); ++i)
    forNearbyNodes(positions[i], 2, [&](const glm::ivec3& node, const Vec3& apart) {
      if (NodeAccumulator::LevelSetNode* n = touched.find(node)) n->other += weight(apart);
    });
}

RemovedLiquid GridLiquid::taken(const Vec3Array& positions, std::span<const std::uint32_t> gone) const {
  NodeAccumulator touched;
  accumulateRemoved(positions, gone, touched);
  RemovedLiquid liquid;
  touched.forEach([&](const glm::ivec3& node, const NodeAccumulator::LevelSetNode& n) {
    const float phi = levelSet().value(node);
    if (!(n.part > 0.f) || !(phi < n.leastPhi(cell()))) return;
    liquid.nodes.push_back(node);
    liquid.phi.push_back(phi);
  });
  return liquid;
}

void GridLiquid::remove(const Vec3Array& positions, std::span<const std::uint32_t> gone,
                        const Threads& threads) {
  if (gone.empty() || empty()) return;
  NodeAccumulator touched;
  accumulateRemoved(positions, gone, touched);
  change(
      touched.blocks,
      [&](const auto& phiAt) {
        touched.forEach([&](const glm::ivec3& node, const NodeAccumulator::LevelSetNode& n) {
          if (n.part > 0.f) phiAt(node) = std::max(phiAt(node), n.leastPhi(cell()));
        });
      },
      threads);
}

void GridLiquid::putBack(const RemovedLiquid& liquid, const Threads& threads) {
  if (liquid.nodes.empty()) return;
  BlockSet blocks;
  for (const glm::ivec3& node : liquid.nodes) blocks.add(blockOf(node));
  change(
      blocks,
      [&](const auto& phiAt) {
        for (std::size_t k = 0; k < liquid.nodes.size(); ++k)
          phiAt(liquid.nodes[k]) = std::min(phiAt(liquid.nodes[k]), liquid.phi[k]);
      },
      threads);
}

void GridLiquid::putBack(const RemovedLiquid& liquid, const Vec3Array& positions, const Threads& threads) {
  NodeAccumulator near;
  for (const glm::ivec3& node : liquid.nodes) near.at(node);
  for (std::size_t i = 0; i < positions.size(); ++i)
    forNearbyNodes(positions[i], 1, [&](const glm::ivec3& node, const Vec3&) {
      if (NodeAccumulator::LevelSetNode* n = near.find(node)) n->part = 1.f;
    });
  RemovedLiquid left;
  for (std::size_t k = 0; k < liquid.nodes.size(); ++k) {
    const glm::ivec3& node = liquid.nodes[k];
    if (!(near.at(node).part > 0.f)) continue;
    left.nodes.push_back(node);
    left.phi.push_back(liquid.phi[k]);
  }
  putBack(left, threads);
}

RemovedLiquid GridLiquid::cutSlit(FunctionRef<std::optional<float>(const Vec3&)> beside,
                                  const Threads& threads) {
  // Blocks far inside the liquid have no nodes. Probing 27 nodes suffices, because no node of a block is
  // farther from one of these than the reach of the blade's distance.
  const auto isNear = [&](const BlockCoordinate& b) {
    for (int k = 0; k < 27; ++k) {
      const glm::ivec3 node = kBlock * glm::ivec3(b.x, b.y, b.z) + 4 * glm::ivec3(k % 3, k / 3 % 3, k / 9);
      if (beside(cell() * Vec3(node))) return true;
    }
    return false;
  };
  BlockSet blocks;
  for (const BlockCoordinate& b : levelSet().blocks()) blocks.add(b);
  for (const BlockCoordinate& b : levelSet().inside())
    if (isNear(b)) blocks.add(b);
  RemovedLiquid liquid;
  editNodes(
      blocks,
      [&](const grid::LevelSet& set, std::vector<float>& phi) {
        for (std::size_t k = 0; k < phi.size(); ++k) {
          const glm::ivec3 node = grid::nodeIn(set.blocks().at(k / kNodes), k % kNodes);
          const auto away = beside(cell() * Vec3(node));
          const float least = away ? kSlit * cell() - std::abs(*away) : -set.band();
          if (!(phi[k] < std::min(least, set.band()))) continue;
          liquid.nodes.push_back(node);
          liquid.phi.push_back(phi[k]);
          phi[k] = least;
        }
        return !liquid.nodes.empty();
      },
      threads);
  return liquid;
}

bool GridLiquid::editNodes(const BlockSet& where,
                           FunctionRef<bool(const grid::LevelSet& set, std::vector<float>& phi)> put,
                           const Threads& threads) {
  grid::LevelSet& set = surface_.levelSet();
  BlockSet blocks;
  for (const BlockCoordinate& b : where) blocks.add(b);
  blocks.sort();
  set.cover(blocks, threads);
  std::vector<float> phi = nodesOf(set);
  if (!put(set, phi)) return false;
  set.replaceNodes(phi, threads);
  set.reinitialisePreservingThin(threads);
  rebuildCells(threads);
  removeMarkers(threads);
  return true;
}

/// Finds islands by a flood fill over the faces of cells.
std::size_t GridLiquid::removeIslands(std::size_t fewest, const Threads& threads) {
  std::vector<std::uint8_t> seen(cells_.size(), 0);
  std::vector<grid::CellIndex> island;
  BlockSet where;
  std::vector<glm::ivec3> nodes;
  std::size_t count = 0;
  for (grid::CellIndex first = 0; first < cells_.size(); ++first) {
    if (seen[first] != 0 || !(phi_.values[first] < 0.f)) continue;
    island.assign(1, first);
    seen[first] = 1;
    for (std::size_t k = 0; k < island.size(); ++k)
      for (int axis = 0; axis < 3; ++axis)
        for (const int side : {-1, 1}) {
          const grid::CellIndex n = cells_.beside(island[k], axis, side);
          if (n == grid::kNone || seen[n] != 0 || !(phi_.values[n] < 0.f)) continue;
          seen[n] = 1;
          island.push_back(n);
        }
    if (island.size() >= fewest) continue;
    ++count;
    for (const grid::CellIndex c : island) {
      nodes.push_back(cells_.at(c));
      where.add(blockOf(nodes.back()));
    }
  }
  if (count == 0) return 0;
  change(
      where,
      [&](const auto& phiAt) {
        for (const glm::ivec3& node : nodes) phiAt(node) = 0.5f * cell();
      },
      threads);
  return count;
}

float GridLiquid::filledAt(const glm::ivec3& node) const {
  return std::clamp(0.5f - levelSet().value(node) / cell(), 0.f, 1.f);
}

/// Calls visit(node, distance) for nodes whose coordinates are within `reach` of a place, with the absolute
/// distance along each axis [cells].
template <class Visit>
void GridLiquid::forNearbyNodes(const Vec3& p, int reach, const Visit& visit) const {
  const auto place = grid::toLatticePosition(p, cell());
  if (!place) return;
  forBox(place->node - (reach - 1), place->node + reach,
         [&](const glm::ivec3& node) { visit(node, glm::abs(Vec3(node - place->node) - place->part)); });
}

/// Changes phi at single nodes.
/// @param put  called with an accessor of phi by node; may change nodes of these blocks
template <class Put>
void GridLiquid::change(const BlockSet& where, const Put& put, const Threads& threads) {
  editNodes(
      where,
      [&](const grid::LevelSet& set, std::vector<float>& phi) {
        put([&](const glm::ivec3& node) -> float& {
          return phi[kNodes * set.blocks().find(blockOf(node)) + inBlock(node)];
        });
        return true;
      },
      threads);
}

/// Removes markers on the wrong side of the changed surface, because they would undo the change. New markers
/// come with the next reseeding.
void GridLiquid::removeMarkers(const Threads& threads) {
  const grid::LevelSet& set = levelSet();
  grid::Markers& markers = surface_.markers();
  grid::removeMarkers(
      markers,
      [&](std::size_t k) {
        const float phi = set.sample(markers.places[k]);
        return static_cast<float>(markers.signs[k]) * phi < 0.f;
      },
      threads);
}

namespace {

/// Returns whether a block has liquid at one of its sides. Liquid restored by a marker may lie in a block
/// without neighbours.
bool touchesSide(const float* nodes, int axis, int side) {
  for (std::size_t n = 0; n < kNodes; ++n) {
    const int place = static_cast<int>(n) >> (3 * axis) & 7;
    if (place == (side < 0 ? 0 : kBlock - 1) && nodes[n] < 0.f) return true;
  }
  return false;
}

}  // namespace

void GridLiquid::rebuildCells(const Threads& threads) {
  const grid::LevelSet& set = levelSet();
  BlockSet blocks;
  for (const BlockCoordinate& b : set.blocks()) blocks.add(b);
  for (const BlockCoordinate& b : set.inside()) blocks.add(b);
  for (std::size_t k = 0; k < set.blocks().size(); ++k)
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {-1, 1}) {
        glm::ivec3 step(0);
        step[axis] = side;
        const BlockCoordinate beside = set.blocks().at(k).beside(step.x, step.y, step.z);
        if (!blocks.contains(beside) && touchesSide(set.nodes(k), axis, side)) blocks.add(beside);
      }
  blocks.sort();
  nextCells_.assign(blocks, threads);
  next_.shift(nextCells_, velocity, cells_, glm::ivec3(0), threads);
  std::swap(cells_, nextCells_);
  std::swap(velocity, next_);
  phi_.values.resize(cells_.size());
  threads.forEach(cells_.blocks().size(), [&](std::size_t b) {
    const BlockCoordinate& at = cells_.blocks().at(b);
    const std::uint32_t own = set.blocks().find(at);
    float* to = phi_.values.data() + kNodes * b;
    if (own == grid::kNone)
      std::fill_n(to, kNodes, set.inside().contains(at) ? -set.band() : set.band());
    else
      std::copy_n(set.nodes(own), kNodes, to);
  });
}

}  // namespace ooze::rasmussen
