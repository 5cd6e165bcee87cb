// A level set that is drawn to the particles and kept from frame to frame.
#pragma once

#include "ooze/base/threads.h"

#include "grid/block_window.h"
#include "surface/block_grid.h"

#include <cstdint>
#include <vector>

namespace ooze::surface {

/// Premoze et al. 2003, section 3, eq. 29: phi_t + F |grad phi| = mu kappa |grad phi|, here with phi < 0
/// inside (as in src/grid), F > 0 outward and kappa = 2 / R for a ball. The end of a frame is where the next
/// one begins. Lengths in cells. Keeps its memory.
///
/// Departs from the paper in what F is where phi is not 0. As printed, F of the place makes all level sets
/// flow to the one F = 0, so that phi becomes a step there, unless it is made a distance again and again.
/// Here D, the signed distance from F = 0 as the force at a place lets it be guessed, takes F's part, and a
/// level set phi = c has the speed (phi - D) / spacing: on the surface it is F's by a positive factor, and
/// the others settle beside it, c apart. So what moves nothing stops, and needs no reinitialisation.
class TrackedSurface {
 public:
  struct Settings {
    float threshold;  ///< T of eq. 30
    float spacing;    ///< of the particles [cells]
    float rounding;   ///< how far a ball's surface goes inwards per curvature, mu's part [cells^2]
    float perH;       ///< cells to interaction radii
    float level;      ///< of the field that is left behind
  };
  /// Moves the surface to where the particles are, and leaves a field with the same surface.
  /// @param grid  the sum of eq. 30 at its nodes; then level - phi / h, and which nodes are inside
  void follow(BlockGrid& grid, const Settings& settings, const Threads& threads);
  /// The next frame begins at F = 0.
  void forget();

  /// Steps of the last frame; 0: nothing had moved.
  [[nodiscard]] int steps() const { return steps_; }

 private:
  void guessDistances(const BlockGrid& grid, const Settings& settings, const Threads& threads);
  void findAround(const BlockGrid& grid, const Threads& threads);
  void begin(const BlockGrid& grid, float leash, const Threads& threads);
  bool step(const Settings& settings, float dt, const Threads& threads);
  void leave(BlockGrid& grid, const Settings& settings, const Threads& threads) const;

  BlockSet known_, knownBefore_;  ///< blocks of the frame, and of the one before
  std::vector<float> phi_, next_, guess_;
  std::vector<grid::Around> around_;
  std::vector<std::uint8_t> near_;           ///< whether the surface may pass through a block
  std::vector<std::uint32_t> nears_;         ///< those, by number
  std::vector<std::uint8_t> moves_, stirs_;  ///< whether a block moved in the last step, and in this one
  int steps_ = 0;
};

}  // namespace ooze::surface
