// Estimates the computational cost of a scene before it runs.
#pragma once

#include "ooze/scene/scene.h"

#include <cstdint>
#include <vector>

namespace ooze {

/// Volume of liquid in a scene at its fullest, for each material [m^3].
struct LiquidVolumes {
  std::vector<double> atStart;
  /// Volume that all nozzles emit during the scene, including nozzles that start closed. Liquid that leaves
  /// the domain is not subtracted.
  std::vector<double> poured;

  /// Returns the index of the material with the largest volume.
  [[nodiscard]] std::uint16_t mainMaterial() const;
};

/// Estimates the volumes of liquid.
/// @param scene  with its shapes, at any detail
/// @throws InputError if no world can be made of the scene
LiquidVolumes estimateLiquidVolumes(const Scene& scene);

/// Work for one simulated second when a scene contains most liquid.
struct SceneCost {
  double particles = 0.0;
  int substeps = 1;  ///< substeps per frame
  double framesPerSecond = 60.0;
  bool fits = true;  ///< true if the initial liquid is within the world's particle limit

  [[nodiscard]] double particleSteps() const { return particles * substeps * framesPerSecond; }
};

/// Estimates the work for a world.
/// @param spec     with its shapes, and the interaction radius to be tested
/// @param amounts  result of estimateLiquidVolumes()
/// @throws RunError if not even one step can be taken
SceneCost estimateSceneCost(const WorldSpec& spec, const LiquidVolumes& amounts);

}  // namespace ooze
