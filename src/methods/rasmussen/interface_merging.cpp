// Merging of two liquid surfaces that meet.
#include "base/numbering.h"
#include "base/reductions.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>
#include <vector>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;
using grid::kNodes;

constexpr float kGap = 1.5f;           // nodes nearer to a surface than this may be in a gap [cells]
constexpr int kMaxLiquidDistance = 2;  // distance from such a node to the liquid on either side [cells]

// Surfaces have met in a cell if its inflow exceeds its outflow by this fraction of its volume in a step [1].
constexpr float kMeeting = 0.5f;

}  // namespace

/// Returns the cells in which surfaces have met, with the wet cells at their sides, edges and corners, in
/// ascending order. Cells beside solids are left out, because gravity presses liquid against solids in every
/// step.
std::vector<CellIndex> Rasmussen::findMergingFaces(float dt, const Threads& threads) const {
  const grid::CellBlocks& cells = grid_.cells();
  const auto isWet = [&](CellIndex c) { return c != grid::kNone && grid_.phi().values[c] < 0.f; };
  const auto hasMet = [&](std::size_t number) {
    const auto c = static_cast<CellIndex>(number);
    if (!isWet(c)) return false;
    float out = 0.f;
    for (int axis = 0; axis < 3; ++axis) {
      const CellIndex beyond = cells.beside(c, axis, 1);
      if (beyond == grid::kNone || faces_.open.at(axis, c) != 1.f || faces_.open.at(axis, beyond) != 1.f)
        return false;
      out += grid_.velocity.at(axis, beyond) - grid_.velocity.at(axis, c);
    }
    return dt * out < -kMeeting * cell_;
  };
  std::vector<CellIndex> met, all;
  Numbering().append(cells.size(), met, threads, hasMet, [](std::size_t, std::uint32_t) {});
  for (const CellIndex c : met) {
    const glm::ivec3 at = cells.at(c);
    for (int k = 0; k < 27; ++k)
      if (const CellIndex n = cells.find(at + glm::ivec3(k % 3, k / 3 % 3, k / 9) - 1); isWet(n))
        all.push_back(n);
  }
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Returns the greatest speed of the liquid and of solids that it touches [m/s].
float Rasmussen::fastestLiquid(const Threads& threads) const {
  const grid::CellBlocks& cells = grid_.cells();
  return largest(threads, cells.size(), [&](std::size_t number) {
    const auto c = static_cast<CellIndex>(number);
    if (!(grid_.phi().values[c] < 0.f)) return 0.f;
    Vec3 solid(0.f);
    for (int axis = 0; axis < 3; ++axis)
      for (const CellIndex face : {c, cells.beside(c, axis, 1)})
        if (face != grid::kNone) solid[axis] = std::max(solid[axis], std::abs(faces_.solid.at(axis, face)));
    const Vec3 liquid = grid_.velocity.sample(cells, Vec3(grid::middleOf(cells, c)));
    return std::max(glm::length(liquid), glm::length(solid));
  });
}

/// Limits speeds where surfaces have met to the greatest speed before the pressure solve. Not in Rasmussen et
/// al. 2004. The ring in which two drops touch runs out fastest, and the liquid squeezed out has hardly any
/// mass. Without a limit the pressure makes that liquid several times as fast as the drops, the extrapolated
/// air takes over the speed, and the drops gain energy. The magnitude of the velocity is limited and not each
/// component, because otherwise the sheet between two drops would become square.
void Rasmussen::limitSpeeds(float fastest, std::span<const CellIndex> met) {
  const grid::CellBlocks& cells = grid_.cells();
  struct HeldFace {
    int axis;
    CellIndex face;
    float u;
  };
  std::vector<HeldFace> held;
  for (const CellIndex c : met)
    for (int axis = 0; axis < 3; ++axis)
      for (const CellIndex face : {c, cells.beside(c, axis, 1)}) {
        if (face == grid::kNone || faces_.isHard(axis, face)) continue;
        const float u = grid_.velocity.at(axis, face);
        Vec3 whole = grid_.velocity.sample(cells, Vec3(grid::middleOfFace(cells, axis, face)));
        whole[axis] = u;
        const float speed = glm::length(whole);
        if (speed > fastest) held.push_back({axis, face, u * (fastest / speed)});
      }
  for (const HeldFace& h : held) grid_.velocity.axes[static_cast<std::size_t>(h.axis)][h.face] = h.u;
}

/// Returns the nearest liquid cell along an axis, or kNone.
CellIndex Rasmussen::liquidBeside(CellIndex c, int axis, int side) const {
  for (int k = 0; k < kMaxLiquidDistance && c != grid::kNone; ++k) {
    c = grid_.cells().beside(c, axis, side);
    if (c != grid::kNone && grid_.phi().values[c] < 0.f) return c;
  }
  return grid::kNone;
}

/// Closes gaps between approaching surfaces. Not in Rasmussen et al. 2004.
/// A node of air between two approaching surfaces has a velocity between theirs, with which it would stay air
/// for ever while the liquid runs into it and is lost. The phi of the node is set to the least of the values
/// that either surface's velocity would advect to the node.
void Rasmussen::closeGaps(float dt, const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  const grid::CellField& before = grid_.phi();
  grid::LevelSet& set = grid_.surface().levelSet();
  phiNodes_.resize(kNodes * set.blocks().size());
  std::vector<std::uint8_t> closed(set.blocks().size(), 0);
  threads.forEach(set.blocks().size(), [&](std::size_t b) {
    std::copy_n(set.nodes(b), kNodes, phiNodes_.begin() + static_cast<std::ptrdiff_t>(kNodes * b));
    const std::uint32_t known = cells.blocks().find(set.blocks().at(b));
    if (known == grid::kNone) return;
    for (std::size_t n = 0; n < kNodes; ++n) {
      float& phi = phiNodes_[kNodes * b + n];
      const auto c = static_cast<CellIndex>(kNodes * known + n);
      if (!(phi > 0.f && phi < kGap * cell_ && before.values[c] > 0.f)) continue;
      const Vec3 at(grid::middleOf(cells, c));
      for (int axis = 0; axis < 3; ++axis) {
        const CellIndex below = liquidBeside(c, axis, -1);
        const CellIndex above = below == grid::kNone ? below : liquidBeside(c, axis, 1);
        if (above == grid::kNone) continue;
        const Vec3 up = grid_.velocity.sample(cells, Vec3(grid::middleOf(cells, below))),
                   down = grid_.velocity.sample(cells, Vec3(grid::middleOf(cells, above)));
        if (!(up[axis] > down[axis])) continue;
        const float carried =
            std::min(before.sample(cells, at - dt * up), before.sample(cells, at - dt * down));
        if (!(carried < phi)) continue;
        phi = carried;
        closed[b] = 1;
      }
    }
  });
  if (std::ranges::find(closed, 1) != closed.end()) set.replaceNodes(phiNodes_, threads);
}

}  // namespace ooze::rasmussen
