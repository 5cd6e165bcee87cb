// Extrapolates values outward in order of distance, as in fast marching.
#pragma once

#include "grid/cell_blocks.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ooze::grid {

/// State of a cell or face during the extrapolation.
enum class FastMarchingState : std::uint8_t {
  Excluded,  ///< takes no part: neither gives nor receives a value
  Known,     ///< has a value, from which neighbours are extrapolated
  Unknown,   ///< receives an extrapolated value, and is Known afterwards
};

/// Extrapolation with grad d . grad u = 0, outward from the known values (Adalsteinsson and Sethian 1999).
/// The distance d is already known, so a single pass in order of d replaces fast marching: each place takes
/// its value from neighbours with smaller d by upwind differences. Works for any array indexed by CellIndex.
/// Buffers are reused.
class FastMarching {
 public:
  std::vector<FastMarchingState> state;  ///< state of each cell, to be set before run()

  /// Extrapolates to all unknown places.
  /// @param distance  distance(cell) of the array's places, in any unit
  /// @param farthest  places with a larger distance are not changed
  /// @param values    receives the extrapolated values; the state of these places becomes Known
  template <class Distance>
  void run(const CellBlocks& cells, const Distance& distance, float farthest, std::vector<float>& values) {
    order_.clear();
    for (std::size_t n = 0; n < cells.size(); ++n) {
      const auto c = static_cast<CellIndex>(n);
      if (state[c] != FastMarchingState::Unknown) continue;
      if (const float d = distance(c); d <= farthest) order_.emplace_back(d, c);
    }
    sort();
    // Places without a known neighbour are retried after their neighbours; unreachable places stay unknown.
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
      double weight = 0.0, value = 0.0;  // taken from the side with the smaller distance
      for (const int side : {-1, 1}) {
        const CellIndex n = cells.beside(cell, axis, side);
        if (n == kNone || state[n] != FastMarchingState::Known) continue;
        sum += static_cast<double>(values[n]), ++count;
        const double falls = static_cast<double>(d) - static_cast<double>(distance(n));
        if (falls > weight) weight = falls, value = static_cast<double>(values[n]);
      }
      weights += weight, weighted += weight * value;
    }
    if (count == 0) return false;
    values[cell] = static_cast<float>(weights > 0.0 ? weighted / weights : sum / count);
    state[cell] = FastMarchingState::Known;
    return true;
  }

  std::vector<std::pair<float, CellIndex>> order_, other_;
};

}  // namespace ooze::grid
