// Serialization of the liquid on its grid.
#include "ooze/base/error.h"

#include "methods/rasmussen/grid_liquid.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ooze::rasmussen {

using grid::BlockCoordinate;
using grid::BlockSet;
using grid::kNodes;

namespace {

/// Validates the saved grid.
/// @throws InputError unless `sound`
void requireSavedGrid(bool sound) {
  if (!sound) throw InputError("the save is damaged: its grid is not valid");
}

/// Returns the coordinates of all blocks in their order, three numbers each.
std::vector<std::int32_t> coordinatesOf(const BlockSet& blocks) {
  std::vector<std::int32_t> all;
  all.reserve(3 * blocks.size());
  for (const BlockCoordinate& b : blocks) all.insert(all.end(), {b.x, b.y, b.z});
  return all;
}

BlockSet blocksOf(const std::vector<std::int32_t>& coordinates) {
  requireSavedGrid(coordinates.size() % 3 == 0);
  BlockSet blocks;
  for (std::size_t k = 0; k + 2 < coordinates.size(); k += 3)
    requireSavedGrid(blocks.add({coordinates[k], coordinates[k + 1], coordinates[k + 2]}));
  return blocks;
}

}  // namespace

void GridLiquid::save(ByteWriter& out) const {
  const grid::LevelSet& set = levelSet();
  out.array(coordinatesOf(set.blocks()));
  out.array(coordinatesOf(set.inside()));
  for (std::size_t b = 0; b < set.blocks().size(); ++b) out.raw(std::span<const float>(set.nodes(b), kNodes));
  const grid::Markers& markers = surface_.markers();
  out.array(markers.places);
  out.array(markers.radii);
  out.array(markers.signs);
  out.value(surface_.steps());
  for (const auto& axis : velocity.axes) out.array(axis);
}

void GridLiquid::restore(ByteReader& in, const Threads& threads) {
  constexpr float kFastest = 1e10f;  // fastest valid velocity in a saved state [m/s]
  const float cell = cells_.cell();
  BlockSet blocks = blocksOf(in.array<std::int32_t>()), inside = blocksOf(in.array<std::int32_t>());
  requireSavedGrid(blocks.size() <= grid::LevelSet::kMaxBlocks);
  std::vector<float> phi;
  for (std::size_t b = 0; b < blocks.size(); ++b)
    for (std::size_t n = 0; n < kNodes; ++n) phi.push_back(in.value<float>());
  grid::Markers markers;
  markers.places = in.array<grid::LatticePosition>();
  markers.radii = in.array<float>();
  markers.signs = in.array<std::int8_t>();
  const auto steps = in.value<std::uint64_t>();
  grid::FaceField moving;
  for (auto& axis : moving.axes) {
    axis = in.array<float>();
    requireSavedGrid(std::ranges::all_of(axis, [](float u) { return std::abs(u) <= kFastest; }));
  }
  try {
    surface_ = grid::ParticleLevelSet(
        grid::LevelSet::fromNodes(std::move(blocks), std::move(inside), std::move(phi), cell, kBand, threads),
        std::move(markers), steps, surface_.settings());
  } catch (const std::invalid_argument& e) {
    throw InputError(std::string("the save is damaged: ") + e.what());
  }
  cells_.assign({}, threads);
  for (auto& axis : velocity.axes) axis.clear();
  rebuildCells(threads);
  for (const auto& axis : moving.axes) requireSavedGrid(axis.size() == cells_.size());
  velocity = std::move(moving);
}

}  // namespace ooze::rasmussen
