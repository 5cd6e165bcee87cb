#include "methods/rasmussen/solid_blocks.h"

#include "grid/face_conditions.h"

#include <algorithm>
#include <utility>

namespace ooze::rasmussen {
namespace {

using grid::kBlock;
using grid::kNodes;

// The cache is cleared beyond this many times the needed blocks. Extra blocks are kept because flowing liquid
// returns to them.
constexpr std::size_t kMostKept = 4;

}  // namespace

PlacesBeforeFace findPlacesBeforeFace(const SolidSamples& solids, const Vec3& p, float cell) {
  constexpr int kMostFaces = 3;  // faces that meet in a corner
  const SignedDistance::Sample first = solids.nearest(p).face;
  const auto before = [&](float away) {
    Vec3 q = p;
    for (int k = 0; k < kMostFaces; ++k) {
      const SignedDistance::Sample face = k == 0 ? first : solids.nearest(q).face;
      if (face.distance >= away) break;
      q += (away - face.distance) * face.normal;
    }
    return q;
  };
  return {-first.distance, before(0.5f * SolidBlocks::kFilm * cell), before(SolidBlocks::kFilm * cell)};
}

bool SolidBlocks::isFar(const SolidSamples& solids, const grid::BlockCoordinate& at, float cell) {
  constexpr float kHalf = 0.5f * static_cast<float>(kBlock - 1), kDiagonal = 1.7321f * kHalf;
  const Vec3 middle = cell * (static_cast<float>(kBlock) * Vec3(at.x, at.y, at.z) + kHalf);
  return solids.distance(middle) > (kDiagonal + kNearSolid) * cell;
}

void SolidBlocks::clearIfMoved(const SolidSamples& solids, float cell, float band) {
  std::vector<SolidSamples::PosedShape> posedShapes = solids.posedShapes();
  if (posedShapes == posedShapes_ && cell == cell_ && band == band_) return;
  posedShapes_ = std::move(posedShapes), cell_ = cell, band_ = band;
  set_.clear();
  blocks_.clear();
}

void SolidBlocks::find(const SolidSamples& solids, const grid::BlockSet& blocks, const Threads& threads) {
  if (set_.size() > kMostKept * (blocks.size() + kNodes)) {
    set_.clear();
    blocks_.clear();
  }
  for (const grid::BlockCoordinate& at : blocks) set_.add(at);
  const std::size_t known = blocks_.size();
  blocks_.resize(set_.size());
  threads.forEach(blocks_.size() - known,
                  [&](std::size_t k) { computeBlock(solids, set_.at(known + k), blocks_[known + k]); });
}

void SolidBlocks::computeBlock(const SolidSamples& solids, const grid::BlockCoordinate& at,
                               SolidBlock& block) const {
  const auto distance = [&](const Vec3& p) { return solids.distance(p); };
  grid::findCornerDistances(at, cell_, distance, block.corners);
  if (isFar(solids, at, cell_)) return;
  block.distances.resize(kNodes);
  for (std::size_t n = 0; n < kNodes; ++n) {
    const Vec3 p(static_cast<double>(cell_) * glm::dvec3(grid::nodeIn(at, n)));
    block.distances[n] = solids.distance(p);
    if (!(block.distances[n] < 0.5f * kFilm * cell_)) continue;
    const PlacesBeforeFace places = findPlacesBeforeFace(solids, p, cell_);
    const bool isDeep = places.depth - kShell * cell_ >= band_;
    const auto near = grid::toLatticePosition(places.near, cell_),
               far = grid::toLatticePosition(places.far, cell_);
    block.solidNodes.push_back({static_cast<std::uint16_t>(n), isDeep, places.depth, near, far});
  }
}

}  // namespace ooze::rasmussen
