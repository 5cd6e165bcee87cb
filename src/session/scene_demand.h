// What a scene asks of the machine, estimated before it runs.
#pragma once

#include "ooze/scene/scene.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// The liquid of a scene when it is fullest, by material [m^3].
struct LiquidAmounts {
  std::vector<double> atStart;
  /// All that its nozzles pour while it is worth watching, also those that are closed. What leaves the domain
  /// is not taken off.
  std::vector<double> poured;

  /// The material of which there is most.
  [[nodiscard]] std::uint16_t mainMaterial() const;
};

/// @param scene  with its shapes, at any detail
/// @throws InputError if no world can be made of it
LiquidAmounts fullestLiquid(const Scene& scene);

/// The work of one simulated second when a scene is fullest.
struct Demand {
  double particles = 0.0;
  int substeps = 1;  ///< steps per frame
  double framesPerSecond = 60.0;
  bool fits = true;  ///< the liquid of the start is within the world's particle limit

  [[nodiscard]] double particleSteps() const { return particles * substeps * framesPerSecond; }
};

/// @param spec     with its shapes, and the interaction radius in question
/// @param amounts  fullestLiquid()
/// @throws RunError if not even one step can be taken
Demand demandOf(const WorldSpec& spec, const LiquidAmounts& amounts);

}  // namespace ooze
