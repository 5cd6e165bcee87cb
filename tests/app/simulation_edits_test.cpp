// Tests of edits on the simulation thread: when the edits are applied, which edits are merged, and which of
// them a restart keeps.
#include "fixtures/commands.h"
#include "session/scene_values.h"
#include "simulation_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze {
namespace {

using testing::HasSubstr;

TEST_F(SimulationThreadTest,
       AnotherMethodStaysAtAnotherDetailWithItsEditsAndWhenTheFileIsReadAgainWithoutThem) {
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
  simulation.submit(command("steele.cohesion", {55.f}));
  const std::size_t cohesion = findParameter(findMethod("steele").parameters(), "cohesion");
  const auto edited = [&] { return simulation.view().snapshot->materials[0].values[cohesion] == 55.f; };
  ASSERT_TRUE(waitUntil(edited));
  simulation.load(file_.string(), Detail::Medium);
  ASSERT_TRUE(become("steele", Detail::Medium));
  EXPECT_TRUE(waitUntil(edited));
  simulation.reset(true);
  ASSERT_TRUE(waitUntil([&] { return !edited(); }));
  EXPECT_TRUE(become("steele", Detail::Medium));
}

TEST_F(SimulationThreadTest, AMaterialThatIsChosenWhileTheSceneBeginsAnewIsTheFreshWorlds) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.changeMethod("steele");
  ASSERT_TRUE(waitUntil([&] { return simulation.view().scene->world.method == "steele"; }));
  simulation.reset(true);
  simulation.loadMaterial(0, "steele_soap");
  const MaterialDefinition soap = loadMaterial("steele_soap", "steele");
  EXPECT_TRUE(waitUntil([&] { return simulation.view().originals[0].values == soap.values; }));
  EXPECT_EQ(simulation.view().snapshot->method, "steele");
  EXPECT_THAT(simulation.takeMessages(), testing::IsEmpty());
}

TEST_F(SimulationThreadTest, AMaterialOfAnotherMethodIsReportedInOneLine) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const float friction = valueOf(simulation, "friction");
  simulation.changeMethod("steele");
  ASSERT_TRUE(waitUntil([&] { return simulation.view().scene->world.method == "steele"; }));
  simulation.changeMethod("clavet");
  simulation.loadMaterial(0, "steele_soap");
  std::string told;
  ASSERT_TRUE(waitUntil([&] {
    for (const Message& m : simulation.takeMessages()) told += m.text + "\n";
    return !told.empty();
  }));
  EXPECT_THAT(told, testing::StartsWith("steele_soap was chosen for \"Small pour (adhesion)\", but "));
  EXPECT_THAT(told, HasSubstr("\"Small pour (springs)\" is open now. Nothing was changed."));
  EXPECT_EQ(std::count(told.begin(), told.end(), '\n'), 1);
  EXPECT_EQ(valueOf(simulation, "friction"), friction);
}

TEST_F(SimulationThreadTest, EditsOfAPausedWorldShowAtOnceAndBecomeOneCommandPerTarget) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  for (const float v : {0.1f, 0.2f, 0.35f}) simulation.submit(command("material.goo.friction", {v}));
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
  EXPECT_EQ(targetOf(log[0].command), "material.goo.friction");
}

TEST_F(SimulationThreadTest, UndoSkipsWhatTheProgramSubmitsByItself) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const float friction = valueOf(simulation, "friction");
  const float stickiness = valueOf(simulation, "stickiness");
  simulation.submit(command("material.goo.friction", {0.35f}));
  ASSERT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == 0.35f; }));
  simulation.submitWithoutUndo(command("material.goo.stickiness", {stickiness + 1.f}));
  ASSERT_TRUE(waitUntil([&] { return valueOf(simulation, "stickiness") == stickiness + 1.f; }));
  EXPECT_EQ(simulation.view().edits.undo, "Friction of goo");
  simulation.undo();
  ASSERT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == friction; }));
  EXPECT_EQ(valueOf(simulation, "stickiness"), stickiness + 1.f);
  EXPECT_EQ(simulation.view().edits.undo, "") << "the user has no other edit";
  EXPECT_THAT(simulation.view().timeline.edits, testing::IsEmpty()) << "only the user's edits have marks";
  simulation.redo();
  EXPECT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == 0.35f; }));
}

TEST_F(SimulationThreadTest, TheMessageAboutAnExactUndoGoesWithTheNextStep) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.submit(command("material.goo.friction", {0.35f}));
  ASSERT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == 0.35f; }));
  simulation.undo();
  std::vector<Message> told;
  ASSERT_TRUE(waitUntil([&] { return !(told = simulation.takeMessages()).empty(); }));
  EXPECT_THAT(told.back().text, testing::HasSubstr("exactly as before"));
  simulation.singleStep();
  ASSERT_TRUE(waitUntil([&] { return !(told = simulation.takeMessages()).empty(); }));
  ASSERT_THAT(told, testing::SizeIs(1));
  EXPECT_EQ(told[0].text, "");
  EXPECT_EQ(told[0].topic, "undo");
}

TEST_F(SimulationThreadTest, UndoRedoAndRestartSayWhatTheyDid) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const auto nextMessage = [&] {
    std::vector<Message> told;
    EXPECT_TRUE(waitUntil([&] { return !(told = simulation.takeMessages()).empty(); }));
    EXPECT_THAT(told, testing::SizeIs(1));
    return told.empty() ? Message{} : told.front();
  };
  const float before = valueOf(simulation, "friction");
  const auto edit = [&] {
    simulation.submit(command("material.goo.friction", {0.35f}));
    ASSERT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == 0.35f; }));
  };
  simulation.undo();
  EXPECT_EQ(nextMessage().text, "No edit to undo at this time.");
  edit();
  EXPECT_EQ(nextMessage().text, "") << "this no longer holds";
  simulation.undo();
  const Message undone = nextMessage();
  EXPECT_EQ(undone.text, "Undone: Friction of goo. The world is exactly as before the edit.");
  EXPECT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == before; }));
  simulation.redo();
  const Message redone = nextMessage();
  EXPECT_EQ(redone.text, "Redone: Friction of goo.");
  EXPECT_EQ(redone.topic, undone.topic) << "the newer message takes the place of the older";
  EXPECT_EQ(undone.kind, Message::MessageKind::Info);

  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  simulation.undo();
  EXPECT_EQ(nextMessage().text,
            "Undone: Friction of goo. Liquid that has moved since the edit stays where it is.");
  edit();
  const Message none = nextMessage();
  EXPECT_EQ(none.text, "") << "after an edit the message about the undo goes";
  EXPECT_EQ(none.topic, undone.topic);
  simulation.reset(false);
  EXPECT_THAT(
      nextMessage().text,
      testing::MatchesRegex("Started again\\. The run to 0\\.0 s is kept: choose its branch on the timeline "
                            "to go back to it\\."));
  ASSERT_TRUE(waitForStep(simulation, 0));
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  simulation.reset(false);
  EXPECT_THAT(nextMessage().text, testing::HasSubstr("click on the timeline to go back to it."))
      << "nothing was edited, so the run is on this branch";
  ASSERT_TRUE(waitForStep(simulation, 0));
  simulation.reset(false);
  simulation.redo();
  EXPECT_EQ(nextMessage().text, "No edit to redo at this time.") << "a restart at the start says nothing";
}

TEST_F(SimulationThreadTest, EventsAllCountInTheirOrder) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  const std::vector<Command> given{command("liquid.grab", {0.f, 0.1f, 0.f, 0.02f}),
                                   command("liquid.carry", {0.1f, 0.1f, 0.f}),
                                   command("liquid.carry", {0.2f, 0.1f, 0.f}),
                                   command("liquid.release"),
                                   command("liquid.grab", {0.f, 0.1f, 0.f, 0.03f}),
                                   command("liquid.carry", {0.3f, 0.1f, 0.f}),
                                   command("bodies.add_sphere", {0.f, 2.f, 0.f, 0.02f, 300.f}),
                                   command("bodies.add_sphere", {1.f, 2.f, 0.f, 0.02f, 300.f}),
                                   command("springs.add")};
  for (const Command& c : given) simulation.submit(c);
  simulation.singleStep();
  ASSERT_TRUE(waitForStep(simulation, 1));
  const std::vector<LoggedCommand> log = simulation.commandLog();
  ASSERT_EQ(log.size(), given.size() - 1) << "of two consecutive carry commands only the last one counts";
  for (std::size_t k = 0; k < log.size(); ++k)
    EXPECT_EQ(targetOf(log[k].command), targetOf(given[k < 1 ? k : k + 1])) << k;
  EXPECT_EQ(std::get<CarryLiquid>(log[1].command).to.x, 0.2f);
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
  simulation.submit(command("material.goo.friction", {0.35f}));
  simulation.submit(command("emitter.spout.enabled", {0.f}));
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
  simulation.submit(command("emitter.spout.speed", {0.9f}));
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

  simulation.submit(command("material.goo.friction", {0.35f}));
  ASSERT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == 0.35f; }));
  simulation.load(file_.string(), std::nullopt);
  ASSERT_TRUE(waitUntil([&] { return valueOf(simulation, "friction") == original; }))
      << "a scene that is chosen anew is as its file has it";
}

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

TEST_F(SimulationThreadTest, ARefusedCommandIsAMessageAndChangesNothing) {
  SimulationThread simulation(1, wake());
  ASSERT_TRUE(open(simulation));
  simulation.submit(command("material.goo.friction", {7.f}));
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
  simulation.submit(command("world.gravity_x", {1.f}));
  for (int i = 0; i < 20; ++i) {
    simulation.submit(command("world.gravity_z", {static_cast<float>(1 + i)}));
    simulation.undo();
  }
  simulation.submit(command("world.gravity_y", {-3.f}));
  ASSERT_TRUE(waitUntil([&] { return simulation.view().snapshot->worldValues[1] == -3.f; }));
  EXPECT_EQ(simulation.view().snapshot->worldValues[2], 0.f);
  EXPECT_EQ(simulation.commandLog().size(), 2u) << "the others are as if they had not been";
}

}  // namespace
}  // namespace ooze
