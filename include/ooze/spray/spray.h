// Spray, foam and bubbles beside a run: Ihmsen, Akinci, Akinci and Teschner 2012, "Unified spray, foam and
// air bubbles for particle-based fluids" (The Visual Computer 28, doi:10.1007/s00371-012-0697-9).
#pragma once

#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/spray/droplet.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

/// A frame of a run, as far as droplets are concerned. Parallel arrays, one entry a particle.
struct SprayFrame {
  std::uint64_t frame = 0;                   ///< frame number
  float seconds = 1.f / 60.f;                ///< from frame to frame
  float spacing = 0.f;                       ///< of particles at rest, positive [m]
  std::span<const Vec3> positions;           ///< [m]
  std::span<const Vec3> velocities;          ///< displacement since the last frame over its time [m/s]
  std::span<const std::uint32_t> ids;        ///< each once
  std::span<const std::uint16_t> materials;  ///< empty: all of the first
  std::span<const std::uint8_t> frozen;      ///< 1: throws off nothing; empty: none is
  std::span<const float> throws;             ///< of each material: 0 throws off nothing .. 1
  std::span<const Body> bodies;              ///< droplets die at them
  std::optional<Aabb> domain;                ///< and outside of it
  Vec3 gravity{0.f, -9.81f, 0.f};            ///< [m/s^2]
};

/// Follows a run frame by frame. The same frames give the same bytes, at any number of threads. Keeps its
/// memory.
class Spray {
 public:
  static constexpr std::size_t kMost = 24'000;  ///< droplets; then fewer come, spread over all the liquid

  Spray();
  ~Spray();
  Spray(Spray&&) noexcept;
  Spray& operator=(Spray&&) noexcept;

  /// Moves the droplets on to this frame and adds those that the liquid throws off in it. The same frame once
  /// more changes nothing. Begun afresh, without droplets, is with a frame that does not come next, and with
  /// particles of which fewer than a tenth are where their velocities say: another world.
  /// @return valid until the next call
  const std::vector<Droplet>& follow(const SprayFrame& now, const Threads& threads);
  /// Removes all droplets; the next frame begins afresh.
  void forget();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
