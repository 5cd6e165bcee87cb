#include "grid/marching.h"

#include <algorithm>

namespace ooze::grid {

void Marching::findReached(const CellBlocks& cells, int layers) {
  seen_.assign(cells.size(), 0);
  reached_.clear();
  const auto reachFrom = [&](CellIndex c) {
    for (int axis = 0; axis < 3; ++axis)
      for (const int side : {-1, 1}) {
        const CellIndex n = cells.beside(c, axis, side);
        if (n != kNone && state[n] == MarchState::Unknown && !seen_[n]) seen_[n] = 1, reached_.push_back(n);
      }
  };
  if (layers < 1) return;
  for (std::size_t c = 0; c < cells.size(); ++c)
    if (state[c] == MarchState::Known) reachFrom(static_cast<CellIndex>(c));
  for (std::size_t layer = 1, begin = 0; layer < static_cast<std::size_t>(layers); ++layer) {
    const std::size_t end = reached_.size();
    for (std::size_t k = begin; k < end; ++k) reachFrom(reached_[k]);
    begin = end;
  }
}

void Marching::sort() { std::sort(order_.begin(), order_.end()); }

}  // namespace ooze::grid
