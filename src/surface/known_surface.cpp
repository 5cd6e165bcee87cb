#include "surface/known_surface.h"

#include <algorithm>
#include <cmath>

namespace ooze::surface {
namespace {

// Particles closer to the liquid than kWithin belong to the liquid; beyond kAlone the particles are drops
// [cells of the level set].
constexpr float kWithin = 0.4f, kAlone = 1.f;
constexpr std::size_t kDropChunk = 2048;
// Distance from the surface beyond which smooth sampling of phi makes no visible difference [cells of the
// level set].
constexpr float kShown = 1.5f;

}  // namespace

std::vector<BlockCoordinate> blocksOf(const grid::LevelSet& liquid, float cell) {
  const double side = static_cast<double>(grid::kBlock) * static_cast<double>(liquid.cell());
  const double perBlock = 1.0 / (static_cast<double>(kBlock) * static_cast<double>(cell));
  BlockSet all;
  const auto add = [&](const grid::BlockCoordinate& at) {
    const glm::dvec3 low = side * glm::dvec3(at.x, at.y, at.z);
    // A cube belongs to the block of its lowest node.
    const glm::ivec3 first(glm::floor((low - static_cast<double>(cell)) * perBlock)),
        last(glm::floor((low + side) * perBlock));
    for (std::int32_t z = first.z; z <= last.z; ++z)
      for (std::int32_t y = first.y; y <= last.y; ++y)
        for (std::int32_t x = first.x; x <= last.x; ++x) all.add({x, y, z});
  };
  for (const auto& at : liquid.blocks()) add(at);
  for (const auto& at : liquid.inside()) add(at);
  return {all.begin(), all.end()};
}

void DropParticles::find(const grid::LevelSet& liquid, std::span<const Vec3> positions,
                         std::span<const std::uint8_t> regions, const Threads& threads) {
  const float perCell = 1.f / liquid.cell();
  shareOf_.resize(positions.size());
  threads.forChunks(positions.size(), kDropChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const float phi = isFinite(positions[i]) ? liquid.sample(positions[i]) * perCell : 0.f;
      const float t = std::clamp((phi - kWithin) / (kAlone - kWithin), 0.f, 1.f);
      shareOf_[i] = t * t * (3.f - 2.f * t);
    }
  });
  positions_.clear(), regions_.clear(), shares_.clear();
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (!(shareOf_[i] > 0.f)) continue;
    positions_.push_back(positions[i]);
    shares_.push_back(shareOf_[i]);
    if (!regions.empty()) regions_.push_back(regions[i]);
  }
}

void DropParticles::weigh(const LatticeParticles& sorted, KernelShapes& shapes) const {
  for (std::size_t k = 0; k < sorted.size(); ++k) shapes.weight[k] *= shares_[sorted.order[k]];
}

void addLevelSetToField(const grid::LevelSet& liquid, float cell, float h, float level, BlockGrid& grid,
                        const Threads& threads) {
  const float perH = 1.f / h, shown = kShown * liquid.cell();
  threads.forEach(grid.size(), [&](std::size_t k) {
    NodeBlock& block = grid.block(k);
    float* const nodes = grid.nodes(k);
    for (std::size_t z = 0, n = 0; z < kBlock; ++z) {
      Plane inside = 0;
      for (std::size_t y = 0; y < kBlock; ++y)
        for (std::size_t x = 0; x < kBlock; ++x, ++n) {
          const Vec3 at = cell * Vec3(kBlock * block.at.x + static_cast<int>(x),
                                      kBlock * block.at.y + static_cast<int>(y),
                                      kBlock * block.at.z + static_cast<int>(z));
          float phi = liquid.sample(at);
          if (std::abs(phi) < shown) phi = liquid.sampleSmooth(at);
          const float ofLiquid = std::max(0.f, level - phi * perH);
          const float a = nodes[n] * nodes[n], b = ofLiquid * ofLiquid;
          nodes[n] = std::sqrt(std::sqrt(a * a + b * b));
          if (nodes[n] > level) inside |= Plane{1} << (kBlock * y + x);
        }
      block.inside[z] = inside;
    }
  });
}

}  // namespace ooze::surface
