// A session over a world of the test, and functions that create simple worlds.
#pragma once

#include "ooze/world/world.h"

#include "fixtures/recording_session.h"

#include <string>
#include <utility>

namespace ooze::ui {

inline constexpr float kBallRadius = 0.05f;  // radius of the ball in the scene [m]

/// A session whose world steps only when the test says so. It records the calls that it receives.
class WorldSession final : public RecordingSession {
 public:
  /// @param stands  applies commands at once, as a paused session does
  explicit WorldSession(WorldSpec spec, bool stands = false) : world(std::move(spec), 1), stands_(stands) {}

  void submit(Command command) override {
    world.submit(command);
    if (stands_) world.applyCommands();
    RecordingSession::submit(std::move(command));
  }

  World world;

 private:
  bool stands_;
};

/// Returns a world without liquid whose material is water.
inline WorldSpec worldOfWater() {
  WorldSpec spec;
  MaterialDefinition water;
  water.name = "water";
  for (const ParameterInfo& row : findMethod("clavet").parameters()) water.values.push_back(row.defaultValue);
  spec.materials.push_back(water);
  spec.methodSettings.interactionRadius = 0.02f;
  return spec;
}

inline Body ballAt(const std::string& name, Motion motion, const Vec3& position) {
  Body body = makeBody(name, {SolidShape::SolidKind::Sphere, Vec3(kBallRadius)}, motion);
  body.pose.position = body.previousPose.position = position;
  return body;
}

}  // namespace ooze::ui
