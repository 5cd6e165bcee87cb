// Where two surfaces of liquid meet.
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;
using grid::kNodes;

constexpr float kGap = 1.5f;  // nodes nearer to a surface than this may be in a gap [cells]
constexpr int kFarthest = 2;  // from one to the liquid on either side [cells]

}  // namespace

/// The liquid next to a cell along an axis, or none.
CellIndex Rasmussen::liquidBeside(CellIndex c, int axis, int side) const {
  for (int k = 0; k < kFarthest && c != grid::kNone; ++k) {
    c = grid_.cells().beside(c, axis, side);
    if (c != grid::kNone && grid_.phi().values[c] < 0.f) return c;
  }
  return grid::kNone;
}

/// Not in Rasmussen et al. 2004. A node of air between two surfaces that come together has a velocity between
/// the two, of which it would stay air for ever, while the liquid behind them runs into it and is lost: two
/// drops that met lost half of their volume and never felt each other. Its phi is the least of what each of
/// the two would carry there.
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
