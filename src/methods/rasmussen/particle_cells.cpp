#include "methods/rasmussen/particle_cells.h"

#include "methods/rasmussen/cells.h"

#include <utility>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;

}  // namespace

void ParticleCells::find(const grid::CellBlocks& cells, const Vec3Array& positions, const Threads& threads) {
  constexpr std::size_t kFindGrain = 1024;  // particles per parallel chunk
  around_.resize(positions.size());
  threads.forEachIndex(positions.size(), kFindGrain, [&](std::size_t i) {
    Surrounding& around = around_[i];
    around.count = around.blockCount = 0;
    forSurroundingCells(cells, positions[i], -1, [&](CellIndex c, float weight) {
      around.cell[around.count] = c;
      around.weight[around.count++] = weight;
      const auto block = static_cast<std::uint32_t>(c / grid::kNodes);
      const auto known = around.block.begin() + around.blockCount;
      if (std::find(around.block.begin(), known, block) == known) around.block[around.blockCount++] = block;
    });
  });
  const auto blocksOf = [this](std::size_t i) {
    return std::span<const std::uint32_t>(around_[i].block.data(), around_[i].blockCount);
  };
  first_.assign(cells.blocks().size() + 1, 0);
  for (std::size_t i = 0; i < around_.size(); ++i)
    for (const std::uint32_t block : blocksOf(i)) ++first_[block];
  std::uint32_t total = 0;
  for (std::uint32_t& count : first_) total += std::exchange(count, total);
  particles_.resize(total);
  for (std::uint32_t i = 0; i < around_.size(); ++i)
    for (const std::uint32_t block : blocksOf(i)) particles_[first_[block]++] = i;
  for (std::size_t block = blockCount(); block > 0; --block) first_[block] = first_[block - 1];
  first_[0] = 0;
}

void ParticleCells::sumWeights(std::vector<float>& weights, const Threads& threads) const {
  weights.resize(grid::kNodes * blockCount());
  forBlocks(threads, [&](std::size_t block, std::size_t begin, std::size_t end) {
    std::fill_n(weights.data() + begin, end - begin, 0.f);
    for (const std::uint32_t i : particlesOf(block))
      forCells(i, [&](CellIndex c, float weight) {
        if (c >= begin && c < end) weights[c] += weight;
      });
  });
}

}  // namespace ooze::rasmussen
