// A session over a world of the test's own, and what such worlds are made of.
#pragma once

#include "ooze/world/world.h"

#include "fixtures/recording_session.h"

#include <string>
#include <utility>

namespace ooze::ui {

inline constexpr float kBallRadius = 0.05f;  // [m]

/// Its world steps when the test says so, and it remembers what it was asked.
class WorldSession final : public RecordingSession {
 public:
  /// @param stands  does what it is asked at once, as a session that is paused
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

/// No liquid yet, only what it would be.
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
  Body body = makeBody(name, {SolidShape::Kind::Sphere, Vec3(kBallRadius)}, motion);
  body.pose.position = body.previousPose.position = position;
  return body;
}

}  // namespace ooze::ui
