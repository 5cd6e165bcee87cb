// Fast sweeping for the eikonal equation |grad phi| = 1 in a block, eight nodes at a time (SIMD).
#pragma once

#include "grid/blocks.h"

#include <array>
#include <cstdint>

namespace ooze::grid {

/// Bit mask with a bit per node of a block: plane z, bit 8 y + x.
using NodeMask = std::array<std::uint64_t, kBlock>;
using SweepWindow = BlockWindow<2>;

struct EikonalSweep {
  float cell;    ///< distance between neighbouring nodes [m]
  float reach;   ///< distances beyond this are left unchanged [m]
  float enough;  ///< a pass whose largest change is below this is the last [m]
  bool secondOrder;

  /// Solves |grad phi| = 1 at the nodes of a block by fast sweeping (Zhao 2005).
  /// The nodes around the block are boundary values. Each row of eight nodes is updated at once, from the
  /// previous values within the row. First-order differences only decrease distances; second-order
  /// differences may also increase them.
  /// @param stands  marks the nodes that keep their value
  void run(SweepWindow& window, const NodeMask& stands) const;
};

}  // namespace ooze::grid
