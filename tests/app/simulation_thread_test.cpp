// Tests of the simulation thread. The thread publishes snapshots, obeys commands, and keeps its world when
// something fails.
#include "ooze/base/error.h"
#include "ooze/world/quantity.h"
#include "ooze/world/spray_trail.h"

#include "fixtures/commands.h"
#include "fixtures/fields.h"
#include "simulation_fixture.h"

#include <chrono>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <thread>

namespace ooze {
namespace {

using std::chrono::steady_clock;
using testing::HasSubstr;

TEST_F(SimulationThreadTest, IsPausedUntilItIsPlayedAndPublishesEveryFrame) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  EXPECT_EQ(simulation.view().snapshot->step, 0u);
  simulation.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame >= 3; }));
  simulation.setPlaying(false);
  EXPECT_GT(simulation.view().status.millisecondsPerStep, 0.0);
}

TEST_F(SimulationThreadTest, OneStepAdvancesByOneStepAndPauses) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 2));
  EXPECT_EQ(simulation.view().snapshot->step, 2u);
  EXPECT_FALSE(simulation.view().status.playing);
}

TEST_F(SimulationThreadTest, PlaysBackTheFramesThatWereSimulatedAndPausesAtTheOneThatIsShown) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame >= 8; }));
  simulation.setPlaying(false);
  simulation.seek(8);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame == 8; }));
  const auto known = simulation.view().snapshot->positions;

  simulation.setSpeed(0.25f);
  simulation.playBack(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame == 0; })) << "begins at the start";
  EXPECT_TRUE(simulation.view().status.playingBack);
  std::vector<std::uint64_t> seen;
  ASSERT_TRUE(waitUntil([&] {
    const std::uint64_t frame = simulation.view().snapshot->frame;
    if (seen.empty() || seen.back() != frame) seen.push_back(frame);
    return frame == 8;
  }));
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(simulation.view().snapshot->positions, known);

  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame == 3; })) << "again from the start";
  simulation.playBack(false);
  ASSERT_TRUE(waitUntil([&] {
    const SessionView view = simulation.view();
    return !view.status.playingBack && !view.timeline.seeking;
  }));
  EXPECT_FALSE(simulation.view().status.playing);
  const std::uint64_t paused = simulation.view().snapshot->frame;
  EXPECT_GE(paused, 3u);
  EXPECT_LE(paused, 5u);
  simulation.singleStep();
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->step > 0; }));
}

TEST_F(SimulationThreadTest, AnEditOrPlayingEndsThePlayback) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.playBack(true);
  ASSERT_TRUE(waitUntil([&] {
    const std::vector<Message> messages = simulation.takeMessages();
    return !messages.empty() && messages.back().text == "There is nothing to play back yet.";
  }));
  simulation.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame >= 4; }));
  simulation.setPlaying(false);
  const auto isPlayingBack = [&] { return simulation.view().status.playingBack; };
  simulation.setSpeed(0.25f);
  simulation.playBack(true);
  ASSERT_TRUE(waitUntil([&] { return isPlayingBack() && simulation.view().snapshot->frame == 2; }));
  simulation.submit(command("world.gravity_y", {-3.f}));
  ASSERT_TRUE(waitUntil([&] { return !isPlayingBack(); }));
  ASSERT_TRUE(waitUntil([&] { return simulation.commandLog().size() == 1; }));
  const std::uint64_t edited = simulation.view().snapshot->frame;
  EXPECT_GE(edited, 2u) << "the edit acts at the frame that is shown";
  EXPECT_LE(edited, 3u);
  EXPECT_EQ(simulation.view().timeline.edits.back().frame, edited);
  const std::vector<Message> said = simulation.takeMessages();
  ASSERT_FALSE(said.empty());
  EXPECT_THAT(said.back().text, HasSubstr("Paused at frame"));
  simulation.playBack(true);
  ASSERT_TRUE(waitUntil(isPlayingBack));
  const std::uint64_t reached = simulation.view().timeline.last;
  simulation.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame > reached; }));
  EXPECT_FALSE(isPlayingBack());
}

TEST_F(SimulationThreadTest, AnotherSceneEndsThePlaybackAlsoWhenBothAreAskedForAtOnce) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame >= 4; }));
  simulation.setPlaying(false);
  simulation.playBack(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().status.playingBack; }));
  simulation.load(file_.string(), Detail::Fine);
  simulation.playBack(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().scene->detail == Detail::Fine; }));
  ASSERT_TRUE(waitUntil([&] { return !simulation.view().status.playingBack; }));
}

TEST_F(SimulationThreadTest, AnotherScenePlaysAfterAPausedOne) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const auto runs = [&] { return simulation.view().snapshot->frame >= 2; };
  const auto load = [&](std::optional<Detail> detail) {
    const auto before = simulation.view().scene;
    simulation.load(file_.string(), detail);
    return waitUntil([&] { return simulation.view().scene != before; });
  };
  ASSERT_TRUE(load(std::nullopt));
  EXPECT_TRUE(waitUntil(runs));
  simulation.setPlaying(false);
  ASSERT_TRUE(load(Detail::Medium));
  EXPECT_FALSE(simulation.view().status.playing) << "the same scene, only finer";
  simulation.reset(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().status.loading.empty(); }));
  EXPECT_FALSE(simulation.view().status.playing) << "nor is to start it again to open another one";

  simulation.load(folder_.write("bad.json", "{}").string(), std::nullopt);
  ASSERT_TRUE(waitUntil([&] { return !simulation.takeMessages().empty(); }));
  EXPECT_FALSE(simulation.view().status.playing) << "none was opened";
  const auto before = simulation.view().scene;
  simulation.load(file_.string(), std::nullopt);
  simulation.setPlaying(false);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().scene != before; }));
  EXPECT_FALSE(simulation.view().status.playing) << "paused while it was being opened";
}

TEST_F(SimulationThreadTest, OnlyTheWorldThatIsLetPlayMovesAndTheNextOneStandsUntilItIsToo) {
  SimulationThread simulation(1, wake());
  simulation.allowPlaying(nullptr);
  simulation.setPlaying(true);
  ASSERT_TRUE(open(simulation));
  const auto stands = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // lasts a dozen of this scene's frames
    return simulation.view().snapshot->step == 0 && simulation.view().status.playing;
  };
  EXPECT_TRUE(stands());
  const auto first = simulation.view().scene;
  simulation.allowPlaying(first);
  ASSERT_TRUE(waitForStep(simulation, 1));

  simulation.load(file_.string(), std::nullopt);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().scene != first; }));
  EXPECT_TRUE(stands());
  simulation.allowPlaying(simulation.view().scene);
  EXPECT_TRUE(waitForStep(simulation, 1));
}

TEST_F(SimulationThreadTest, ABadSceneIsAMessageAndTheWorldStays) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  const std::shared_ptr<const Snapshot> before = simulation.view().snapshot;
  simulation.load(folder_.write("bad.json", "{\n \"version\": 1,\n \"metod\": \"clavet\"\n}").string(),
                  Detail::Coarse);
  std::vector<Message> messages;
  ASSERT_TRUE(waitUntil([&] { return !(messages = simulation.takeMessages()).empty(); }));
  EXPECT_EQ(messages[0].kind, Message::MessageKind::Error);
  EXPECT_THAT(messages[0].text, HasSubstr("bad.json"));
  EXPECT_EQ(simulation.view().scene->title, "Small pour");
  EXPECT_EQ(simulation.view().snapshot->step, before->step);
  EXPECT_EQ(simulation.firstLoadError(), nullptr);
  simulation.singleStep();
  EXPECT_TRUE(waitForStep(simulation, 2)) << "and it goes on";
}

TEST_F(SimulationThreadTest, TheFirstSceneThatDoesNotLoadIsAnError) {
  SimulationThread simulation(1, wake());
  simulation.open("no_such_scene", Detail::Coarse, {});
  ASSERT_TRUE(waitUntil([&] { return simulation.firstLoadError() != nullptr; }));
  EXPECT_THROW(std::rethrow_exception(simulation.firstLoadError()), InputError);
}

TEST_F(SimulationThreadTest, ChoosesADetailForThisMachineUntilTheUserDoes) {
  SimulationThread simulation(1, wake());
  simulation.open(file_.string(), std::nullopt, {});
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot != nullptr; }));
  EXPECT_EQ(simulation.view().scene->detail, Detail::Coarse) << "all details of this scene are the same";
  EXPECT_FALSE(simulation.view().detailReason.empty());

  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  simulation.reset(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->step == 0; }));
  EXPECT_FALSE(simulation.view().detailReason.empty()) << "starting again is no choice";

  simulation.load(file_.string(), Detail::Fine);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().scene->detail == Detail::Fine; }));
  EXPECT_EQ(simulation.view().detailReason, "");
  const auto before = simulation.view().scene;
  simulation.load(file_.string(), std::nullopt);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().scene != before; }));
  EXPECT_EQ(simulation.view().scene->detail, Detail::Fine) << "the user's choice stays";
  EXPECT_EQ(simulation.view().detailReason, "");
}

TEST_F(SimulationThreadTest, AnAssignmentHoldsFromTheFirstStepAndABadOneFailsTheLoad) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation, {"friction=0.35"}));
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  EXPECT_EQ(valueOf(simulation, "friction"), 0.35f);

  SimulationThread other(1, wake());
  other.open(file_.string(), Detail::Coarse, {"frictoin=0.35"});
  ASSERT_TRUE(waitUntil([&] { return other.firstLoadError() != nullptr; }));
  EXPECT_THROW(std::rethrow_exception(other.firstLoadError()), InputError);
}

TEST_F(SimulationThreadTest, CollectsRequestedFieldsWhilePaused) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  EXPECT_FALSE(hasQuantity(*simulation.view().snapshot, test::fieldOf("pressure")));
  simulation.setContent(contentFor(test::fieldOf("pressure")));
  ASSERT_TRUE(waitUntil([&] { return hasQuantity(*simulation.view().snapshot, test::fieldOf("pressure")); }));
  EXPECT_EQ(simulation.view().snapshot->step, 0u);
  EXPECT_FALSE(hasQuantity(*simulation.view().snapshot, test::fieldOf("strain")))
      << "expensive fields are collected on request only";
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  EXPECT_TRUE(hasQuantity(*simulation.view().snapshot, test::fieldOf("pressure")));
}

TEST_F(SimulationThreadTest, ShowsTheDropletsThatAFilmOfTheSameFramesHas) {
  const SnapshotContent content{.droplets = true};
  constexpr std::uint64_t kFrame = 10;
  World world(loadScene("clavet_fast_splash", Detail::Coarse).world, 1);
  SprayTrail trail(1);
  std::vector<Droplet> expected = trail.snapshot(world, content)->droplets;
  while (world.frameIndex() < kFrame) {
    world.advanceFrame();
    expected = trail.snapshot(world, content)->droplets;
  }
  ASSERT_FALSE(expected.empty());

  std::vector<Droplet> shown;
  SimulationThread simulation(2, wake(), [&](const Scene&, const std::shared_ptr<const Snapshot>& frame) {
    if (frame->frame == kFrame) shown = frame->droplets;
  });
  simulation.setContent(content);
  simulation.open("clavet_fast_splash", Detail::Coarse, {});
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot != nullptr; }));
  simulation.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame > kFrame; }));
  simulation.setPlaying(false);
  EXPECT_EQ(shown, expected);
  simulation.seek(kFrame - 3);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame == kFrame - 3; }));
  EXPECT_TRUE(simulation.view().snapshot->droplets.empty()) << "the droplets belong to another time";
}

TEST_F(SimulationThreadTest, NeverRunsFasterThanItsSpeedLimit) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  constexpr float kSpeed = 0.2f;
  simulation.setSpeed(kSpeed);
  const auto begin = steady_clock::now();
  simulation.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame >= 6; }));
  const double wall = std::chrono::duration<double>(steady_clock::now() - begin).count();
  // The first frame starts at once, so five intervals of 1/60 s lie between the first and the sixth.
  EXPECT_GE(wall * kSpeed, 5.0 / 60.0 * 0.98);
}

TEST_F(SimulationThreadTest, StopsInTheMiddleOfAnything) {
  for (int i = 0; i < 5; ++i) {
    SimulationThread simulation(1, wake());
    simulation.open(file_.string(), Detail::Coarse, {});
    simulation.setPlaying(true);
    if (i > 2) {
      ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot != nullptr; }));
    }
    simulation.reset(i % 2 == 0);
  }  // the destructor returns, or the test exceeds its time limit
}

/// Returns the small scene at a tenth of its material's calibrated radius, with one substep per frame.
std::string stiffScene() {
  std::string text = kSmallScene;
  const auto replace = [&](const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
  };
  replace("\"h\": 0.02", "\"h\": 0.001, \"substeps\": 1");
  replace("0.04}}", "0.003}}");
  replace("\"radius\": 0.012", "\"radius\": 0.0012");
  return text;
}

TEST_F(SimulationThreadTest, AnUnstableWorldPausesAtItsLastGoodStateWithAMessage) {
  file_ = folder_.write("stiff.json", stiffScene());
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation, {"spring_stiffness=0"}));
  simulation.setPlaying(true);
  ASSERT_TRUE(waitForStep(simulation, 3));
  simulation.submit(command("clavet.spring_stiffness", {200.f}));
  ASSERT_TRUE(waitUntil([&] { return !simulation.view().status.playing; }));
  std::string told;
  ASSERT_TRUE(waitUntil([&] {
    for (const Message& m : simulation.takeMessages()) told += m.text + "\n";
    return told.find("last good state") != std::string::npos;
  })) << told;
  EXPECT_THAT(told, HasSubstr("became unstable and was taken again"));
  const auto shot = simulation.view().snapshot;
  EXPECT_GT(shot->rollBacks, 0u);
  for (const Vec3& at : shot->positions) EXPECT_TRUE(isFinite(at));
  simulation.reset(true);
  EXPECT_TRUE(waitUntil([&] { return simulation.view().snapshot->step == 0; }));
}

}  // namespace
}  // namespace ooze
