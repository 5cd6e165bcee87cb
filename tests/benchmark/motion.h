// Benchmark workloads of liquid in motion: stretches of scenes, each repeated from the same state. Apart
// from the method's own unit conversion only public interfaces are used, so that these files also build on
// an older release.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "benchmark/literal_clavet.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze::bench {

/// A range of frames of a scene, after frame `from` and up to frame `to`.
struct MotionInterval {
  std::string_view name;   ///< part of the benchmark's name
  std::string_view scene;  ///< scene among the assets, or "" for a block that collapses on the ground
  std::string_view block;  ///< material of the block among the assets
  std::uint64_t from, to;
};

/// Returns the measured stretches: collapsing blocks of 20,000 particles at medium detail (1,000 at
/// coarse), poured honey, a splash, and a tank with two bodies. Each lies where the scene holds most liquid
/// or moves fastest.
[[nodiscard]] std::span<const MotionInterval> stretches();

/// A stretch at a level of detail, ready to be simulated. At coarse detail, which only smoke-tests the
/// benchmark, the stretch is two frames near the start.
class MovingLiquid {
 public:
  /// Simulates the scene up to the beginning of the stretch.
  MovingLiquid(const MotionInterval& stretch, Detail detail);
  /// Starts from a saved state, because instruction counting is too slow for the steps before the stretch.
  MovingLiquid(const MotionInterval& stretch, Detail detail, std::vector<std::byte> state);

  [[nodiscard]] const std::vector<std::byte>& state() const { return state_; }
  [[nodiscard]] std::uint64_t frames() const { return frames_; }
  [[nodiscard]] double framesPerSecond() const { return scene_.world.framesPerSecond; }
  /// Returns the world at the beginning of the stretch.
  [[nodiscard]] World begin(int threads) const;
  /// Returns the liquid alone for the literal transcription, in SI units and with its springs. Solids and
  /// volume stiffness are left out, and the materials are those at the start of the scene.
  [[nodiscard]] literal::Liquid literalLiquid() const;
  /// Returns the duration of the stretch's first substep [s].
  [[nodiscard]] float stepSeconds() const;

 private:
  Scene scene_;
  std::uint64_t frames_;
  std::vector<std::byte> state_;
};

/// Returns the stretch at this detail, made once for all benchmarks of the stretch.
[[nodiscard]] const MovingLiquid& movingLiquid(const MotionInterval& stretch, Detail detail);

}  // namespace ooze::bench
