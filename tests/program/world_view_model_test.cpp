// Tests of the world as panels and tools show it while edits are pending.
#include "app/window/world_view_model.h"

#include "fixtures/commands.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

SessionView viewOf(bool playing) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->method = "clavet";
  snapshot->emitters.emplace_back().name = "spout";
  SessionView view;
  view.snapshot = std::move(snapshot);
  view.status.playing = playing;
  return view;
}

TEST(WorldViewModel, ANozzleMovedWhilePausedIsShownAtItsNewPlace) {
  WorldViewModel seen;
  SessionView view = viewOf(false);
  seen.take(view);
  EXPECT_EQ(seen.snapshot(), view.snapshot);
  view.pending.push_back(command("emitter.spout.position", {0.1f, 0.2f, 0.3f}));
  seen.take(view);
  ASSERT_EQ(seen.snapshot()->emitters.size(), 1u);
  EXPECT_EQ(seen.snapshot()->emitters[0].position, Vec3(0.1f, 0.2f, 0.3f));
  // An unchanged picture need not be drawn again.
  const auto moved = seen.snapshot();
  seen.take(view);
  EXPECT_EQ(seen.snapshot(), moved);
}

TEST(WorldViewModel, AWorldThatRunsIsSeenAsItIs) {
  WorldViewModel seen;
  SessionView view = viewOf(true);
  view.pending.push_back(command("emitter.spout.position", {0.1f, 0.2f, 0.3f}));
  seen.take(view);
  EXPECT_EQ(seen.snapshot(), view.snapshot);
  EXPECT_EQ(seen.live().emitters[0].position, Vec3(0.1f, 0.2f, 0.3f));
}

}  // namespace
}  // namespace ooze
