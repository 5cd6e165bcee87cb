// Values carried outward from where they are known, nearest first.
#pragma once

#include "grid/cell_blocks.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ooze::grid {

/// What a place of an array takes part as.
enum class MarchState : std::uint8_t {
  Barred,   ///< neither gives nor takes
  Known,    ///< gives
  Unknown,  ///< takes, and gives from then on
};

/// grad d . grad u = 0 outward from what is known (Adalsteinsson and Sethian 1999): as the distance d is
/// known already, one pass in its order does what a fast marching method does, each place from its neighbours
/// of lower d by upwind differences. Serves all arrays by CellIndex. Keeps its memory.
class Marching {
 public:
  std::vector<MarchState> state;  ///< by cell, to be set before

  /// @param distance  distance(cell) of the array's places, in any unit
  /// @param farthest  places of a greater distance are left alone
  /// @param values    of places that become known; their state becomes Known
  template <class Distance>
  void run(const CellBlocks& cells, const Distance& distance, float farthest, std::vector<float>& values) {
    order_.clear();
    for (std::size_t n = 0; n < cells.size(); ++n) {
      const auto c = static_cast<CellIndex>(n);
      if (state[c] != MarchState::Unknown) continue;
      if (const float d = distance(c); d <= farthest) order_.emplace_back(d, c);
    }
    sort();
    // Those beside nothing known wait until something is; where nothing ever is they stay unknown.
    while (!order_.empty()) {
      std::size_t left = 0;
      for (const auto& [d, cell] : order_)
        if (!take(cells, distance, d, cell, values)) order_[left++] = {d, cell};
      if (left == order_.size()) break;
      order_.resize(left);
    }
  }

 private:
  void sort();

  template <class Distance>
  bool take(const CellBlocks& cells, const Distance& distance, float d, CellIndex cell,
            std::vector<float>& values) {
    double weights = 0.0, weighted = 0.0, sum = 0.0;
    int count = 0;
    for (int axis = 0; axis < 3; ++axis) {
      double weight = 0.0, value = 0.0;  // of the side on which the distance is lower
      for (const int side : {-1, 1}) {
        const CellIndex n = cells.beside(cell, axis, side);
        if (n == kNone || state[n] != MarchState::Known) continue;
        sum += static_cast<double>(values[n]), ++count;
        const double falls = static_cast<double>(d) - static_cast<double>(distance(n));
        if (falls > weight) weight = falls, value = static_cast<double>(values[n]);
      }
      weights += weight, weighted += weight * value;
    }
    if (count == 0) return false;
    values[cell] = static_cast<float>(weights > 0.0 ? weighted / weights : sum / count);
    state[cell] = MarchState::Known;
    return true;
  }

  std::vector<std::pair<float, CellIndex>> order_, other_;
};

}  // namespace ooze::grid
