// Liquid in motion as worlds have it: stretches of scenes, each taken again and again from one and the same
// state. Beside the method's own conversion of units only public interfaces are used, so that these files
// also build on a release that is older than they are.
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

/// The frames of a scene that come after `from`, up to `to`.
struct Stretch {
  std::string_view name;   ///< in names of benchmarks
  std::string_view scene;  ///< of the assets; "": a block that collapses on the ground
  std::string_view block;  ///< what it is of: a material of the assets
  std::uint64_t from, to;
};

/// Blocks of 20,000 particles at medium (1,000 at coarse) that collapse, honey poured, a splash, and a tank
/// with two bodies, each where it holds most or moves fastest.
[[nodiscard]] std::span<const Stretch> stretches();

/// A stretch at a detail, ready to be taken. At coarse, which is there to see that it works, it is two frames
/// near the start.
class MovingLiquid {
 public:
  /// Steps the scene to where the stretch begins.
  MovingLiquid(const Stretch& stretch, Detail detail);
  /// From a state that was kept: what counts instructions cannot wait for the steps before.
  MovingLiquid(const Stretch& stretch, Detail detail, std::vector<std::byte> state);

  [[nodiscard]] const std::vector<std::byte>& state() const { return state_; }
  [[nodiscard]] std::uint64_t frames() const { return frames_; }
  [[nodiscard]] double framesPerSecond() const { return scene_.world.framesPerSecond; }
  /// The world where the stretch begins.
  [[nodiscard]] World begin(int threads) const;
  /// Its liquid alone for the literal transcription, in SI, with the springs that it has: no solids, no
  /// volume stiffness, and the materials that the scene begins with.
  [[nodiscard]] literal::Liquid literalLiquid() const;
  /// Of the first step of the stretch [s].
  [[nodiscard]] float stepSeconds() const;

 private:
  Scene scene_;
  std::uint64_t frames_;
  std::vector<std::byte> state_;
};

/// Made once for every benchmark of that name.
[[nodiscard]] const MovingLiquid& movingLiquid(const Stretch& stretch, Detail detail);

}  // namespace ooze::bench
