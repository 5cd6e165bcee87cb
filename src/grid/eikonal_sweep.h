// Distances in one block by those round it, eight nodes at a time.
#pragma once

#include "grid/block_window.h"

#include <array>
#include <cstdint>

namespace ooze::grid {

/// One bit per node of a block: plane z, bit 8 y + x.
using NodeMask = std::array<std::uint64_t, kBlock>;
using SweepWindow = BlockWindow<2>;

struct EikonalSweep {
  float cell;    ///< [m]
  float reach;   ///< what is farther is left alone [m]
  float enough;  ///< a pass that changes nothing by more is the last [m]
  bool secondOrder;

  /// Lets |grad phi| = 1 hold at the nodes of a block with their neighbours in the window as they are: fast
  /// sweeping (Zhao 2005) over rows of eight nodes, each of which sees the others of its row as they were.
  /// Differences of first order only bring nodes nearer; those of second order also put them farther.
  /// @param stands  nodes that keep their value
  void run(SweepWindow& window, const NodeMask& stands) const;
};

}  // namespace ooze::grid
