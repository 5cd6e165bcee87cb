// Windows that follow an object: Rasmussen et al. 2004, section 5.1. The grid has world coordinates and
// blocks only where liquid is, so no data moves with a window. Liquid outside the window is dropped.
#include "methods/rasmussen/cells.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>

namespace ooze::rasmussen {
namespace {

using grid::BlockCoordinate;
using grid::BlockSet;
using grid::kBlock;
using grid::kNodes;

glm::ivec3 cellAt(const grid::LatticePosition& place) {
  return place.node + glm::ivec3(glm::greaterThanEqual(place.part, Vec3(0.5f)));
}

/// Returns the greatest distance of a block's nodes outside the range [cells].
float mostOutside(const CellRange& range, const BlockCoordinate& at) {
  const glm::ivec3 first = grid::nodeIn(at, 0), last = first + (kBlock - 1);
  return std::max(range.outsideBy(first), range.outsideBy(last));
}

/// Returns whether any liquid is outside the range.
bool reachesOut(const grid::LevelSet& set, const CellRange& range) {
  for (const BlockCoordinate& at : set.inside())
    if (mostOutside(range, at) > 0.f) return true;
  for (std::size_t b = 0; b < set.blocks().size(); ++b) {
    const BlockCoordinate& at = set.blocks().at(b);
    if (!(mostOutside(range, at) > 0.f)) continue;
    const float* phi = set.nodes(b);
    for (std::size_t n = 0; n < kNodes; ++n)
      if (phi[n] < 0.f && range.outsideBy(grid::nodeIn(at, n)) > 0.f) return true;
  }
  return false;
}

}  // namespace

CellRange cellsOf(const PosedWindow& window, float side) {
  const glm::ivec3 moved(glm::round(window.moved / side));
  return {glm::ivec3(glm::ceil(window.box.lower / side)) + moved,
          glm::ivec3(glm::ceil(window.box.upper / side)) + moved};
}

/// Cuts phi at the window: phi becomes the larger of itself and the distance from the window. The result is
/// no distance beyond the edges of the cut until the next reinitialisation. Nodes farther inside keep their
/// bits.
bool GridLiquid::keepWithin(const CellRange& range, const Threads& threads) {
  grid::LevelSet& set = surface_.levelSet();
  if (!reachesOut(set, range)) return false;
  BlockSet full;
  for (const BlockCoordinate& at : set.inside())
    if (mostOutside(range, at) > -kBand) full.add(at);
  full.sort();
  set.cover(full, threads);
  std::vector<float> phi(kNodes * set.blocks().size());
  threads.forEach(set.blocks().size(), [&](std::size_t b) {
    for (std::size_t n = 0; n < kNodes; ++n)
      phi[kNodes * b + n] = std::max(
          set.nodes(b)[n], cell() * std::min(range.outsideBy(grid::nodeIn(set.blocks().at(b), n)), kBand));
  });
  set.replaceNodes(phi, threads);
  grid::Markers& markers = surface_.markers();
  grid::removeMarkers(
      markers, [&](std::size_t k) { return !range.contains(cellAt(markers.places[k])); }, threads);
  const bool any = std::ranges::any_of(phi, [](float p) { return p < 0.f; }) || set.inside().size() > 0;
  if (!any) set.reinitialisePreservingThin(threads);
  rebuildCells(threads);
  return true;
}

void Rasmussen::keepInWindow(const PosedWindow& window, const Threads& threads) {
  const CellRange range = cellsOf(window, cell_);
  grid_.keepWithin(range, threads);
  std::vector<std::uint32_t> gone;
  for (std::uint32_t i = 0; i < liquid_.size(); ++i)
    if (!range.contains(cellOfPlace(liquid_.particles.position[i], cell_))) gone.push_back(i);
  if (!gone.empty()) ParticleMethod::erase(gone);
}

}  // namespace ooze::rasmussen
