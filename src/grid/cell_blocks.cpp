#include "grid/cell_blocks.h"

#include <cmath>
#include <stdexcept>

namespace ooze::grid {

CellBlocks::CellBlocks(float cell) : cell_(cell) {
  if (!(cell > 0.f && std::isfinite(cell))) throw std::invalid_argument("the cell of a grid is not positive");
}

void CellBlocks::assign(const BlockSet& blocks, const Threads& threads) {
  if (blocks.size() > kMaxBlocks) throw std::invalid_argument("a grid has too many blocks");
  blocks_ = blocks;
  around_.resize(blocks_.size());
  threads.forChunks(blocks_.size(), 64, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      for (std::int32_t n = 0; n < 27; ++n)
        around_[k][static_cast<std::size_t>(n)] =
            blocks_.find(blocks_.at(k).beside(n % 3 - 1, n / 3 % 3 - 1, n / 9 - 1));
  });
}

CellIndex CellBlocks::find(const glm::ivec3& cell) const {
  const std::uint32_t block = blocks_.find({cell.x >> 3, cell.y >> 3, cell.z >> 3});
  if (block == kNone) return kNone;
  return block * static_cast<CellIndex>(kNodes) +
         static_cast<CellIndex>((cell.z & 7) * 64 + (cell.y & 7) * 8 + (cell.x & 7));
}

}  // namespace ooze::grid
