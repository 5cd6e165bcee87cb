// A level set that is attracted by the particles and persists from frame to frame.
#pragma once

#include "ooze/base/threads.h"

#include "grid/blocks.h"
#include "surface/block_grid.h"

#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Level-set evolution of Premoze et al. 2003, section 3, eq. 29: phi_t + F |grad phi| = mu kappa |grad phi|.
/// Signs: phi < 0 inside (as in src/grid), F > 0 outward, kappa = 2 / R for a ball. A frame starts from the
/// result of the previous frame. Lengths in cells. Buffers are reused.
///
/// Departs from the paper in the speed away from phi = 0. With F of the place, as printed, all level sets
/// flow to F = 0 and phi becomes a step, unless phi is reinitialised again and again. Here F is replaced by
/// the distance to D, which is an estimate of the signed distance from the surface F = 0, made from the force
/// at each place: a level set phi = c has the speed (phi - D) / spacing. On the surface this speed equals F
/// up to a positive factor, and the other level sets settle at distance c from the surface. Where nothing
/// moves the evolution stops, and no reinitialisation is needed.
class TrackedSurface {
 public:
  struct TrackingSettings {
    float threshold;  ///< constant T of the force (eq. 30)
    float spacing;    ///< distance between neighbouring particles at rest [cells]
    float rounding;   ///< mu: inward motion of a ball's surface per curvature [cells^2]
    float perH;       ///< factor from cells to interaction radii
    float level;      ///< isovalue of the resulting field
  };
  /// Moves the surface to the particles, and replaces the grid's content by a field with the same surface.
  /// @param grid  in: the sum of eq. 30 at the nodes; out: level - phi / h, and the inside nodes
  void follow(BlockGrid& grid, const TrackingSettings& settings, const Threads& threads);
  /// Clears the history: the next frame starts at F = 0.
  void forget();

  /// Returns the number of steps in the last frame; 0: nothing had moved.
  [[nodiscard]] int steps() const { return steps_; }

 private:
  void estimateDistances(const BlockGrid& grid, const TrackingSettings& settings, const Threads& threads);
  void findAround(const BlockGrid& grid, const Threads& threads);
  void begin(const BlockGrid& grid, float maxDeviation, const Threads& threads);
  bool step(const TrackingSettings& settings, float dt, const Threads& threads);
  void leave(BlockGrid& grid, const TrackingSettings& settings, const Threads& threads) const;

  BlockSet known_, knownBefore_;  ///< blocks of this frame and of the previous frame
  std::vector<float> phi_, next_, guess_;
  std::vector<grid::BlockNeighbours> around_;
  std::vector<std::uint8_t> near_;               ///< whether the surface may pass through a block
  std::vector<std::uint32_t> nears_;             ///< indices of the blocks with near_ set
  std::vector<std::uint8_t> moves_, movesNext_;  ///< whether a block moved in the last step, and in this step
  int steps_ = 0;
};

}  // namespace ooze::surface
