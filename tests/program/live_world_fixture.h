// A test fixture for a session without threads: edits, undo, seeking and replay.
#pragma once

#include "fixtures/small_scene.h"
#include "session/live_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ooze {

class LiveWorldTest : public testing::Test {
 protected:
  static void frames(LiveWorld& live, int count) {
    for (int f = 0; f < count; ++f) do
        live.step();
      while (!live.world().atFrameBoundary());
  }
  static void arrive(LiveWorld& live) {
    while (live.seeking()) live.seekOn();
  }
  static void seek(LiveWorld& live, std::uint64_t frame) {
    live.seek(frame);
    arrive(live);
  }
  std::uint64_t edit(LiveWorld& live, const std::vector<CommandText>& commands, bool stays = true) {
    ++edit_;
    std::vector<EditPiece> given;
    for (const CommandText& c : commands) given.push_back({.edit = edit_, .commands = {parseCommand(c)}});
    EXPECT_THAT(live.presentEdits().apply(std::move(given), stays), testing::IsEmpty());
    return edit_;
  }
  static float value(const LiveWorld& live, const std::string& target) { return live.world().value(target); }
  static std::vector<std::string> targets(const LiveWorld& live) {
    std::vector<std::string> all;
    for (const LoggedCommand& c : live.world().commandLog()) all.push_back(targetOf(c.command));
    return all;
  }
  /// Returns the hash of a new world that replays the session's event log.
  [[nodiscard]] std::uint64_t hashOfReplay(const LiveWorld& live) const {
    World world(scene_->world, 1);
    world.replay(live.world().commandLog());
    while (world.stepIndex() < live.world().stepIndex()) world.step();
    return world.hash();
  }

  TemporaryFolder folder_;
  std::shared_ptr<const Scene> scene_ =
      std::make_shared<const Scene>(loadScene(folder_.write("small.json", kSmallScene).string()));
  std::uint64_t edit_ = 0;
};

inline const std::string kFriction = "material.goo.friction";

}  // namespace ooze
