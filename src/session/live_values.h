// The values that sliders show: those of the snapshot, with the edits on top that the next step will apply.
// Without the edits a slider would jump back until a slow step is done, or for as long as the world is
// paused.
#pragma once

#include "ooze/world/command.h"
#include "ooze/world/snapshot.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// What panels show of a body.
struct BodyValues {
  std::string name;
  Motion motion = Motion::Static;
  bool present = true;
  SolidShape::Kind kind = SolidShape::Kind::Mesh;
  Aabb bounds;  ///< of its solid in its own frame, as the snapshot has it [m]
  Pose pose;
  float scale = 1.f;                ///< over what it was made with [1]
  float density = 1000.f;           ///< of dynamic bodies [kg/m^3]
  std::optional<float> friction;    ///< unset: the liquid's own [1]
  std::optional<float> stickiness;  ///< likewise [1/s^2]
};

struct LiveValues {
  std::vector<MaterialDefinition> materials;
  std::vector<float> worldValues;  ///< in the order of worldParameters()
  std::vector<EmitterSpec> emitters;
  std::vector<BodyValues> bodies;
};

/// Of the bodies of a scene or a snapshot.
std::vector<BodyValues> valuesOf(const std::vector<Body>& bodies);

/// @param pending  commands that the snapshot does not show yet, oldest first; unknown targets change nothing
LiveValues liveValues(const Snapshot& snapshot, std::span<const Command> pending);

/// What the values are after this command; unknown targets change nothing.
void apply(LiveValues& live, std::string_view method, const Command& command);

}  // namespace ooze
