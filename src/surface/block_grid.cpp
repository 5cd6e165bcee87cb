#include "surface/block_grid.h"

#include <cmath>
#include <stdexcept>

namespace ooze::surface {
namespace {

std::int32_t blockOf(float cells) { return static_cast<std::int32_t>(std::floor(cells / kBlock)); }

}  // namespace

void NodeBlock::markInside(const float* nodes, float level) {
  for (std::size_t z = 0; z < kBlock; ++z) {
    inside[z] = 0;
    for (std::size_t bit = 0; bit < kBlock * kBlock; ++bit)
      if (nodes[kBlock * kBlock * z + bit] > level) inside[z] |= Plane{1} << bit;
  }
}

void BlockGrid::cover(const LatticeParticles& particles, float reach, std::span<const BlockCoordinate> also) {
  set_.clear();
  const auto add = [this](const BlockCoordinate& at) {
    if (set_.add(at) && set_.size() > kMaxBlocks)
      throw std::invalid_argument("the cell of the surface is too small for a liquid of this extent");
  };
  for (const LatticeParticles::ParticleBlock& home : particles.particleBlocks()) {
    // A cube belongs to the block of its lowest node. That block is covered too: a particle reaches past
    // every node above the isovalue, so if such a node is the first of its block, the particle also reaches
    // the block before.
    const Vec3 lower = home.lower - reach, upper = home.upper + reach;
    for (std::int32_t z = blockOf(lower.z); z <= blockOf(upper.z); ++z)
      for (std::int32_t y = blockOf(lower.y); y <= blockOf(upper.y); ++y)
        for (std::int32_t x = blockOf(lower.x); x <= blockOf(upper.x); ++x) add(home.at.beside(x, y, z));
  }
  for (const BlockCoordinate& at : also) add(at);
  set_.sort();
  blocks_.clear();
  for (const BlockCoordinate& at : set_) blocks_.push_back({.at = at, .inside = {}});

  blockStrips_.clear();
  for (std::uint32_t k = 0; k < blocks_.size(); ++k) {
    const BlockCoordinate& at = blocks_[k].at;
    const bool goesOn = k > 0 && blocks_[k - 1].at == at.beside(-1, 0, 0);
    if (goesOn && blockStrips_.back().count < kMaxBlockStrip)
      ++blockStrips_.back().count;
    else
      blockStrips_.push_back({k, 1});
  }
  nodes_.resize(kNodes * blocks_.size());
}

}  // namespace ooze::surface
