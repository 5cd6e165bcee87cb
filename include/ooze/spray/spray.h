// Diffuse spray, foam and bubbles added to a run for drawing.
// Source: Ihmsen, Akinci, Akinci and Teschner 2012, "Unified spray, foam and air bubbles for particle-based
// fluids" (The Visual Computer 28, doi:10.1007/s00371-012-0697-9).
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/spray/droplet.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

/// The input of one frame. All particle arrays are parallel, one entry per particle. The spans must outlive
/// the call of Spray::follow().
struct SprayFrame {
  std::uint64_t frame = 0;                   ///< frame number of the liquid given here
  float seconds = 1.f / 60.f;                ///< duration of the frame, above 0 [s]
  float spacing = 0.f;                       ///< particle spacing at rest, positive [m]
  std::span<const Vec3> positions;           ///< positions of the particle centres [m]
  std::span<const Vec3> velocities;          ///< particle displacement in the last frame over `seconds` [m/s]
  std::span<const std::uint32_t> ids;        ///< unique particle ids
  std::span<const std::uint16_t> materials;  ///< material index of each particle; empty: all 0
  std::span<const std::uint8_t> frozen;      ///< 1: frozen, emits no droplets; empty: no particle is frozen
  std::span<const float> emissionFactors;    ///< emission of droplets by each material: 0 none .. 1 full
  std::span<const Body> bodies;              ///< solids, on which droplets end
  std::optional<Aabb> domain;                ///< box outside which droplets end [m]; unset: no box
  Vec3 gravity{0.f, -9.81f, 0.f};            ///< gravity acting on droplets [m/s^2]
};

/// Generates and moves the droplets of a run, frame by frame (Ihmsen et al. 2012, section 3).
/// The same frames give the same bytes at any number of threads. Memory is reused between frames. Not
/// thread-safe.
class Spray {
 public:
  /// Most droplets at once; near the limit, emission is thinned evenly over all the liquid.
  static constexpr std::size_t kMost = 24'000;

  Spray();
  ~Spray();
  Spray(Spray&&) noexcept;
  Spray& operator=(Spray&&) noexcept;

  /// Advances the droplets to this frame and adds the newly emitted droplets.
  /// Repeating a frame changes nothing. The droplets are cleared if the frame is not the next frame, or if
  /// fewer than a tenth of the particles are where their velocities predict, which means another world.
  /// @param now      frame after the last one, or the last frame again
  /// @param threads  threads for the loops
  /// @return at most kMost droplets, valid until the next call; none if no material emits
  const std::vector<Droplet>& follow(const SprayFrame& now, const Threads& threads);
  /// Removes all droplets and starts afresh with the next frame.
  void forget();

  /// Writes the state. A Spray that restores it continues with the same bytes.
  void save(ByteWriter& out) const;
  /// Replaces the state. @throws InputError if the bytes are damaged
  void restore(ByteReader& in);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
