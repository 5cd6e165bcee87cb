// The finest detail that this machine shows at a bearable speed. It decides which detail is loaded when the
// user did not say; what a detail computes does not depend on it.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include <span>
#include <string>

namespace ooze {

/// A finer detail than coarse is chosen if it should run at this part of real time when it is fullest.
inline constexpr double kLeastSimulatedOverWall = 0.4;

struct DetailEstimate {
  Detail detail;
  double simulatedOverWall;  ///< when the scene is fullest, if the machine does nothing else [1]
};

/// @param estimates  ascending in detail, without those that cannot be loaded
/// @return the finest that reaches kLeastSimulatedOverWall, or coarse
Detail chooseDetail(std::span<const DetailEstimate> estimates);

struct DetailChoice {
  Detail detail = Detail::Coarse;
  std::string reason;  ///< with the estimates, for people; never empty
};

/// Chooses for a scene; measuring takes about an eighth of a second. A detail that is no finer than a coarser
/// one is left out.
/// @param threads  that the world will have; 0: every core
/// @param method   as loadScene()
/// @throws InputError as loadScene
DetailChoice chooseDetailFor(std::string_view nameOrPath, int threads, std::string_view method = {});

/// Steps a block of liquid, alone in space, by the method and with the materials and the interaction radius
/// of `spec`, springs too if they have any. What solids cost is not in it.
/// @param material  that the block is of
/// @param threads   as for World
/// @param seconds   of wall time to take; a little longer if two steps need longer
/// @return particle-steps per second of the fastest step after the first, which allocates: whatever else the
///         machine does at that moment only slows others down
double measureParticleSteps(const WorldSpec& spec, std::uint16_t material, int threads, double seconds);

}  // namespace ooze
