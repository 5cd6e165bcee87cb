// Positions for a surface that rests: where liquid is slow, the mean of the last frames.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// At rest particles still tremble, since a sweep moves them in an order that changes from step to step. Each
/// is put to the mean of where it was in the last frames, itself included, weighted with (1 - (d /
/// reach)^2)^2 by how far it has gone since. So one that goes farther than `reach` in a frame stays where it
/// is, and none trails behind by more than a fraction of the reach. Looks at kFrames frames only: whatever
/// was before, the same frames give the same bytes. Keeps its memory.
class SteadyParticles {
 public:
  static constexpr std::uint64_t kFrames = 8;  ///< the sweeps run through their flips in 8 steps
  static constexpr float kReach = 0.2f;        ///< a good reach, in interaction radii: half a spacing

  /// Takes in a frame. One that comes again takes the place of what it was. Begun afresh is with a frame that
  /// lies before the last, with one in which fewer than a tenth of the particles are near where they were
  /// (another world), and with another reach. Frames may be left out: then there are fewer to average.
  /// @param ids    of the particles, each once; parallel to positions
  /// @param reach  positive [m]
  /// @return parallel to positions; valid until the next call
  std::span<const Vec3> follow(std::uint64_t frame, std::span<const Vec3> positions,
                               std::span<const std::uint32_t> ids, float reach, const Threads& threads);
  /// Forgets the last frames; the next frame begins afresh.
  void forget();
  /// Whether the last frame followed none, or none of the kFrames before it, or took the place of what it was
  /// with other particles: what else goes on from frame to frame begins with it.
  [[nodiscard]] bool beginsAfresh() const { return beginsAfresh_; }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  /// Where a particle was, a place for each frame modulo kFrames.
  struct Past {
    std::array<Vec3, kFrames> at;
    std::array<std::uint64_t, kFrames> frame;
    std::uint32_t id;
    std::uint64_t last;  ///< frame in which it was seen; kNever: the place is free
  };
  void findPlaces(std::uint64_t frame, std::span<const std::uint32_t> ids);
  void dropLost(std::uint64_t frame);
  [[nodiscard]] bool isSame(std::uint64_t frame, std::span<const Vec3> positions) const;
  [[nodiscard]] bool goesOn(std::span<const Vec3> positions, std::uint64_t before, const Threads& threads);
  void average(std::uint64_t frame, std::span<const Vec3> positions, const Threads& threads);

  struct Count {
    std::size_t known = 0, near = 0;
  };
  std::vector<Count> counts_;  ///< of chunks
  std::vector<Past> pasts_;
  std::vector<std::uint32_t> placeOfId_;
  std::vector<std::uint32_t> free_;
  std::vector<std::uint32_t> places_;  ///< of this frame's particles
  std::vector<Vec3> means_;
  std::uint64_t last_ = kNever;
  float reach_ = 0.f;
  bool beginsAfresh_ = true;
};

}  // namespace ooze
