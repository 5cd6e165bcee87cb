#include "surface/known_surface.h"

#include <algorithm>
#include <cmath>

namespace ooze::surface {
namespace {

// Particles nearer to the liquid than this are in it [cells of the level set].
constexpr float kAlone = 1.f;
// Farther from the surface nothing shows of how phi is read [cells of the level set].
constexpr float kShown = 1.5f;

}  // namespace

std::vector<BlockCoordinate> blocksOf(const grid::LevelSet& liquid, float cell) {
  const double side = static_cast<double>(grid::kBlock) * static_cast<double>(liquid.cell());
  const double perBlock = 1.0 / (static_cast<double>(kBlock) * static_cast<double>(cell));
  BlockSet all;
  const auto add = [&](const grid::BlockCoordinate& at) {
    const glm::dvec3 low = side * glm::dvec3(at.x, at.y, at.z);
    // A cube belongs to its lowest node.
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

void layKnownSurface(const grid::LevelSet& liquid, float cell, float h, float level, BlockGrid& grid,
                     const Threads& threads) {
  const float perH = 1.f / h, shown = kShown * liquid.cell(), alone = kAlone * liquid.cell();
  threads.forEach(grid.size(), [&](std::size_t k) {
    Block& block = grid.block(k);
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
          const float ofParticles = phi > alone ? nodes[n] : 0.f;
          nodes[n] = std::max({0.f, level - phi * perH, ofParticles});
          if (nodes[n] > level) inside |= Plane{1} << (kBlock * y + x);
        }
      block.inside[z] = inside;
    }
  });
}

}  // namespace ooze::surface
