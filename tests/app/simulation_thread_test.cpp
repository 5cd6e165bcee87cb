// The simulation's own thread: it publishes, obeys, and keeps what it has when something goes wrong.
#include "session/simulation_thread.h"

#include "ooze/base/error.h"
#include "ooze/world/quantity.h"
#include "ooze/world/spray_trail.h"

#include "fixtures/fields.h"
#include "fixtures/small_scene.h"
#include "session/scene_values.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mutex>

namespace ooze {
namespace {

using std::chrono::steady_clock;
using testing::HasSubstr;

class SimulationThreadTest : public testing::Test {
 protected:
  // Waits for the thread's own wake-ups, as the window does. @return whether `done` came true within a minute
  bool waitUntil(const std::function<bool()>& done) {
    std::unique_lock lock(mutex_);
    const auto deadline = steady_clock::now() + std::chrono::seconds(60);
    while (!done())
      if (woken_.wait_until(lock, std::min(deadline, steady_clock::now() + std::chrono::milliseconds(20))) ==
              std::cv_status::timeout &&
          steady_clock::now() >= deadline)
        return false;
    return true;
  }
  bool open(SimulationThread& simulation, std::vector<std::string> assignments = {}) {
    simulation.open(file_.string(), Detail::Coarse, std::move(assignments));
    return waitUntil([&] { return simulation.view().snapshot != nullptr; });
  }
  bool waitForStep(SimulationThread& simulation, std::uint64_t step) {
    return waitUntil([&] { return simulation.view().snapshot->step >= step; });
  }
  static float valueOf(const SimulationThread& simulation, std::string_view key) {
    const auto& rows = findMethod("clavet").parameters();
    return simulation.view().snapshot->materials[0].values[findParameter(rows, key)];
  }
  std::function<void()> wake() {
    return [this] { woken_.notify_all(); };
  }

  std::mutex mutex_;
  std::condition_variable woken_;
  TemporaryFolder folder_;
  std::filesystem::path file_ = folder_.write("small.json", kSmallScene);
};

TEST_F(SimulationThreadTest, StandsUntilItIsPlayedAndPublishesEveryFrame) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  EXPECT_EQ(simulation.view().snapshot->step, 0u);
  simulation.setPlaying(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->frame >= 3; }));
  simulation.setPlaying(false);
  EXPECT_GT(simulation.view().status.millisecondsPerStep, 0.0);
}

TEST_F(SimulationThreadTest, AnotherMethodStaysAtAnotherDetailWithItsEditsUntilTheFileIsReadAgain) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const auto become = [&](std::string_view method, Detail detail) {
    return waitUntil([&] {
      const SessionView view = simulation.view();
      return view.scene->world.method == method && view.snapshot->method == method &&
             view.scene->detail == detail;
    });
  };
  simulation.changeMethod("steele");
  ASSERT_TRUE(become("steele", Detail::Coarse));
  simulation.setPlaying(false);
  simulation.submit({"steele.cohesion", {55.f}});
  const std::size_t cohesion = findParameter(findMethod("steele").parameters(), "cohesion");
  const auto edited = [&] { return simulation.view().snapshot->materials[0].values[cohesion] == 55.f; };
  ASSERT_TRUE(waitUntil(edited));
  simulation.load(file_.string(), Detail::Medium);
  ASSERT_TRUE(become("steele", Detail::Medium));
  EXPECT_TRUE(waitUntil(edited));
  simulation.reset(true);
  EXPECT_TRUE(become("clavet", Detail::Medium)) << "that is what the file says";
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

TEST_F(SimulationThreadTest, EditsOfAPausedWorldShowAtOnceAndBecomeOneCommandPerTarget) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  for (const float v : {0.1f, 0.2f, 0.35f}) simulation.submit({"material.goo.friction", {v}});
  const auto& rows = findMethod("clavet").parameters();
  const std::size_t friction = findParameter(rows, "friction");
  const SessionView view = simulation.view();
  EXPECT_EQ(liveValues(*view.snapshot, view.pending).materials[0].values[friction], 0.35f);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().pending.empty(); }));
  EXPECT_EQ(valueOf(simulation, "friction"), 0.35f);
  EXPECT_EQ(simulation.view().snapshot->step, 0u);
  EXPECT_EQ(simulation.view().edits.undo, "Friction of goo") << "one edit";

  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  EXPECT_EQ(valueOf(simulation, "friction"), 0.35f);
  EXPECT_TRUE(simulation.view().pending.empty());
  const std::vector<LoggedCommand> log = simulation.commandLog();
  ASSERT_EQ(log.size(), 1u);
  EXPECT_EQ(log[0].step, 0u);
  EXPECT_EQ(log[0].command.target, "material.goo.friction");
}

TEST_F(SimulationThreadTest, EventsAllCountInTheirOrder) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const std::vector<Command> given{{"liquid.grab", {0.f, 0.1f, 0.f, 0.02f}},
                                   {"liquid.carry", {0.1f, 0.1f, 0.f}},
                                   {"liquid.carry", {0.2f, 0.1f, 0.f}},
                                   {"liquid.release", {}},
                                   {"liquid.grab", {0.f, 0.1f, 0.f, 0.03f}},
                                   {"liquid.carry", {0.3f, 0.1f, 0.f}},
                                   {"bodies.add_sphere", {0.f, 2.f, 0.f, 0.02f, 300.f}},
                                   {"bodies.add_sphere", {1.f, 2.f, 0.f, 0.02f, 300.f}},
                                   {"springs.add", {}}};
  for (const Command& c : given) simulation.submit(c);
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  const std::vector<LoggedCommand> log = simulation.commandLog();
  ASSERT_EQ(log.size(), given.size() - 1) << "of two ways to carry in a row the last one counts";
  for (std::size_t k = 0; k < log.size(); ++k)
    EXPECT_EQ(log[k].command.target, given[k < 1 ? k : k + 1].target) << k;
  EXPECT_EQ(log[1].command.values[0], 0.2f);
  EXPECT_EQ(simulation.view().snapshot->bodies.back().name, "dropped 2");

  simulation.reset(false);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->step == 0; }));
  EXPECT_TRUE(simulation.view().pending.empty()) << "a restart does none of them again";
}

TEST_F(SimulationThreadTest, ARestartKeepsTheEditsAndForgettingDropsThem) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const float original = valueOf(simulation, "friction");
  ASSERT_NE(original, 0.35f);
  simulation.submit({"material.goo.friction", {0.35f}});
  simulation.submit({"emitter.spout.enabled", {0.f}});
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));

  simulation.reset(false);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->step == 0; }));
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  EXPECT_EQ(valueOf(simulation, "friction"), 0.35f);
  EXPECT_TRUE(simulation.view().snapshot->emitters[0].enabled)
      << "a restart with a closed nozzle shows nothing";

  simulation.reset(true);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->step == 0; }));
  EXPECT_EQ(valueOf(simulation, "friction"), original);
}

TEST_F(SimulationThreadTest, AnotherDetailKeepsWhatWasEditedAndItsUndo) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const float original = valueOf(simulation, "friction");
  const auto edited = [&](const std::string& label) {
    return waitUntil([&] { return simulation.view().edits.undo == label; });
  };
  simulation.loadMaterial(0, "water");
  ASSERT_TRUE(edited("goo becomes water"));
  const auto speed = [&] { return simulation.view().snapshot->emitters[0].speed; };
  const float slow = speed();
  simulation.beginEdit("faster");
  simulation.submit({"emitter.spout.speed", {0.9f}});
  simulation.endEdit();
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));

  simulation.load(file_.string(), Detail::Medium);
  ASSERT_TRUE(waitUntil([&] { return simulation.view().scene->detail == Detail::Medium; }));
  EXPECT_EQ(simulation.view().snapshot->step, 0u);
  EXPECT_EQ(speed(), 0.9f);
  EXPECT_EQ(simulation.view().snapshot->materials[0].look, "water");
  EXPECT_EQ(simulation.view().originals[0].values, loadMaterial("water", "clavet").values)
      << "changes are still measured from the material that was chosen";
  EXPECT_EQ(simulation.view().edits.undo, "faster");
  simulation.undo();
  ASSERT_TRUE(edited("goo becomes water"));
  EXPECT_EQ(speed(), slow);
  simulation.undo();
  ASSERT_TRUE(edited(""));
  EXPECT_EQ(valueOf(simulation, "friction"), original);

  simulation.submit({"material.goo.friction", {0.35f}});
  ASSERT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == 0.35f; }));
  simulation.load(file_.string(), std::nullopt);
  ASSERT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == original; }))
      << "a scene that is chosen anew is as its file has it";
}

TEST_F(SimulationThreadTest, AnotherScenePlaysAlthoughTheWorldBeforeItStood) {
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
  EXPECT_EQ(messages[0].kind, Message::Kind::Error);
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

// What a scene does by itself is no edit of the user's.
TEST_F(SimulationThreadTest, ChangesAreMeasuredFromWhatTheScenesTimelineHasMade) {
  std::string text = kSmallScene;
  text.insert(text.rfind('}'), R"(, "timeline": [{"time": 0, "set": "clavet.friction", "to": 0.35}])");
  const std::filesystem::path file = folder_.write("timed.json", text);
  SimulationThread simulation(1, wake());
  simulation.open(file.string(), Detail::Coarse, {});
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot != nullptr; }));
  EXPECT_EQ(simulation.view().originals[0].values, simulation.view().snapshot->materials[0].values);
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  EXPECT_EQ(valueOf(simulation, "friction"), 0.35f);
  EXPECT_EQ(simulation.view().originals[0].values, simulation.view().snapshot->materials[0].values);
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

TEST_F(SimulationThreadTest, ARefusedCommandIsAMessageAndChangesNothing) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.submit({"material.goo.friction", {7.f}});
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  const std::vector<Message> messages = simulation.takeMessages();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_THAT(messages[0].text, HasSubstr("friction"));
  EXPECT_TRUE(simulation.commandLog().empty());
  EXPECT_TRUE(simulation.view().pending.empty());
}

TEST_F(SimulationThreadTest, AMaterialIsLoadedByCommands) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const std::uint32_t colour = simulation.view().snapshot->colours[0];
  simulation.loadMaterial(0, "water");
  const MaterialDefinition water = loadMaterial("water", "clavet");
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->materials[0].look == "water"; }));
  const SessionView view = simulation.view();
  EXPECT_EQ(view.snapshot->materials[0].values, water.values);
  EXPECT_EQ(view.originals[0].values, water.values)
      << "changes are measured from the material that was chosen";
  EXPECT_GE(simulation.commandLog().size(), water.values.size());
  EXPECT_EQ(view.snapshot->materials[0].look, "water");
  ASSERT_FALSE(view.snapshot->colours.empty());
  EXPECT_EQ(view.snapshot->colours[0], water.colour) << "it also looks like what was chosen";
  EXPECT_EQ(view.edits.undo, "goo becomes water");

  simulation.undo();
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->materials[0].look != "water"; }));
  EXPECT_NE(simulation.view().originals[0].values, water.values);
  EXPECT_EQ(simulation.view().snapshot->colours[0], colour);
}

TEST_F(SimulationThreadTest, AnUndoComesAfterWhatWasSubmittedBeforeIt) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.submit({"world.gravity_x", {1.f}});
  for (int i = 0; i < 20; ++i) {
    simulation.submit({"world.gravity_z", {static_cast<float>(1 + i)}});
    simulation.undo();
  }
  simulation.submit({"world.gravity_y", {-3.f}});
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->worldValues[1] == -3.f; }));
  EXPECT_EQ(simulation.view().snapshot->worldValues[2], 0.f);
  EXPECT_EQ(simulation.commandLog().size(), 2u) << "the others are as if they had not been";
}

TEST_F(SimulationThreadTest, GathersWhatIsAskedForAlsoWhileTheWorldStands) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  EXPECT_FALSE(hasQuantity(*simulation.view().snapshot, test::fieldOf("pressure")));
  simulation.setContent(contentFor(test::fieldOf("pressure")));
  ASSERT_TRUE(waitUntil([&] { return hasQuantity(*simulation.view().snapshot, test::fieldOf("pressure")); }));
  EXPECT_EQ(simulation.view().snapshot->step, 0u);
  EXPECT_FALSE(hasQuantity(*simulation.view().snapshot, test::fieldOf("strain")))
      << "what costs is not gathered unasked";
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
  EXPECT_TRUE(simulation.view().snapshot->droplets.empty()) << "of another moment";
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
  }  // the destructor returns, or the test runs into its time limit
}

/// The small scene at a tenth of the radius where its material is true, in one step a frame.
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

TEST_F(SimulationThreadTest, AWorldThatCannotGoOnStandsAtItsLastGoodStateAndSaysSo) {
  file_ = folder_.write("stiff.json", stiffScene());
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation, {"spring_stiffness=0"}));
  simulation.setPlaying(true);
  ASSERT_TRUE(waitForStep(simulation, 3));
  simulation.submit({"clavet.spring_stiffness", {200.f}});
  ASSERT_TRUE(waitUntil([&] { return !simulation.view().status.playing; }));
  std::string told;
  ASSERT_TRUE(waitUntil([&] {
    for (const Message& m : simulation.takeMessages()) told += m.text + "\n";
    return told.find("last good state") != std::string::npos;
  })) << told;
  EXPECT_THAT(told, HasSubstr("went wrong and was taken again"));
  const auto shot = simulation.view().snapshot;
  EXPECT_GT(shot->rollBacks, 0u);
  for (const Vec3& at : shot->positions) EXPECT_TRUE(isFinite(at));
  simulation.reset(true);
  EXPECT_TRUE(waitUntil([&] { return simulation.view().snapshot->step == 0; }));
}

}  // namespace
}  // namespace ooze
