// Chooses the finest detail that this machine can simulate at an acceptable speed. The choice is used only if
// the user selected no detail; results at a given detail do not depend on the choice.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <span>
#include <string>

namespace ooze {

/// Smallest acceptable simulation speed, relative to real time, when the scene contains most liquid.
inline constexpr double kMinSimulatedOverWall = 0.4;

struct DetailEstimate {
  Detail detail;
  double simulatedOverWall;  ///< simulated time over wall time when the scene contains most liquid, on an
                             ///< otherwise idle machine [1]
};

/// Chooses the finest detail that reaches kMinSimulatedOverWall, or coarse. Only users choose draft.
/// @param estimates  ascending in detail, without details that cannot be loaded
Detail chooseDetail(std::span<const DetailEstimate> estimates);

struct DetailChoice {
  Detail detail = Detail::Coarse;
  std::string reason;  ///< explanation with the estimates, for people; never empty
};

/// Chooses the detail for a scene by a short measurement of the machine. A detail with the same interaction
/// radius as a coarser detail is left out.
/// @param threads  number of threads of the world; 0: one for every core
/// @param method   key of the method, as for loadScene()
/// @throws InputError if the scene is not valid, as for loadScene()
DetailChoice chooseDetailFor(std::string_view nameOrPath, int threads, std::string_view method = {});

/// Measures the simulation speed with a free block of liquid. The method, materials and interaction radius
/// are those of `spec`; springs are included, solids are not.
/// @param material  index of the block's material
/// @param threads   number of threads, as for World
/// @param seconds   wall time to spend; longer if two steps need longer
/// @return particle-steps per second of the fastest step, without the first step, which allocates memory.
/// Other processes can only slow steps down, so the fastest step is the best estimate.
double measureParticleSteps(const WorldSpec& spec, std::uint16_t material, int threads, double seconds);

}  // namespace ooze
