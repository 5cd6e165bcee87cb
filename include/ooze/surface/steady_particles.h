// Averages the positions of slow particles over the last frames, so that a resting surface does not flicker.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Temporal smoothing of particle positions before surface reconstruction.
/// Resting particles still tremble, because the solver's sweeps visit particles in an order that changes from
/// step to step. Each particle is replaced by the mean of its positions in the last kFrames frames, the
/// current frame included. A past position at distance d from the current position has the weight (1 - (d /
/// reach)^2)^2. A particle that moves farther than `reach` in a frame therefore keeps its position, and no
/// particle lags by more than a fraction of the reach. The result depends on the last kFrames frames only:
/// equal frames give equal bytes. Buffers are reused between calls. Not thread-safe.
class TemporalParticleFilter {
 public:
  static constexpr std::uint64_t kFrames = 8;  ///< number of averaged frames; the sweep order has period 8
  static constexpr float kReach = 0.2f;  ///< recommended reach, in interaction radii: half a particle spacing

  /// Adds a frame and returns the averaged positions.
  /// A frame number that was given before replaces the earlier frame. The history restarts if the frame lies
  /// before the last frame, if fewer than a tenth of the particles are near their earlier positions (another
  /// world), or if the reach changes. Frames may be skipped; the mean then has fewer samples.
  /// @param frame      frame number
  /// @param positions  particle positions [m]
  /// @param ids        unique id of each particle; parallel to positions
  /// @param reach      positive [m]
  /// @return averaged positions [m], parallel to positions; valid until the next call
  std::span<const Vec3> follow(std::uint64_t frame, std::span<const Vec3> positions,
                               std::span<const std::uint32_t> ids, float reach, const Threads& threads);
  /// Clears the history.
  void forget();
  /// Returns true if the last frame has no history.
  /// The reasons are: no earlier frame is known, none of the kFrames before this frame is known, or the frame
  /// replaced an earlier version with other particles. Other state that persists between frames must restart
  /// together with this frame.
  [[nodiscard]] bool lacksHistory() const { return lacksHistory_; }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  /// Ring buffer with the last positions of one particle. Slot k holds a frame whose number is k modulo
  /// kFrames.
  struct Past {
    std::array<Vec3, kFrames> at;
    std::array<std::uint64_t, kFrames> frame;
    std::uint32_t id;
    std::uint64_t last;  ///< last frame that contained the particle; kNever marks a free entry
  };
  void findPlaces(std::uint64_t frame, std::span<const std::uint32_t> ids);
  void dropLost(std::uint64_t frame);
  [[nodiscard]] bool isSame(std::uint64_t frame, std::span<const Vec3> positions) const;
  [[nodiscard]] bool goesOn(std::span<const Vec3> positions, std::uint64_t before, const Threads& threads);
  void average(std::uint64_t frame, std::span<const Vec3> positions, const Threads& threads);

  struct FollowCount {
    std::size_t known = 0, near = 0;
  };
  std::vector<FollowCount> counts_;  ///< one entry per chunk
  std::vector<Past> pasts_;
  std::vector<std::uint32_t> placeOfId_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> places_;  ///< index into pasts_ for each particle of this frame
  std::vector<Vec3> means_;
  std::uint64_t last_ = kNever;
  float reach_ = 0.f;
  bool lacksHistory_ = true;
};

}  // namespace ooze
