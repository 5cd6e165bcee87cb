// Tests of commands: applied at step boundaries, logged, replayed, refused.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/world_fixtures.h"

#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace ooze::world_commands_test {
namespace {

using namespace test;

TEST(WorldCommands, AreAppliedAndLoggedAtTheNextStepBoundary) {
  World world(busySpec(), 1);
  steps(world, 2);
  world.submit(command("material.oil.viscosity_linear", {2.f}));
  EXPECT_EQ(world.value("material.oil.viscosity_linear"), 0.f);
  EXPECT_TRUE(world.commandLog().empty());
  world.step();
  EXPECT_EQ(world.value("material.oil.viscosity_linear"), 2.f);
  EXPECT_EQ(world.value("material.dough.viscosity_linear"), 0.5f);
  ASSERT_EQ(world.commandLog().size(), 1u);
  EXPECT_EQ(world.commandLog()[0].step, 2u);

  world.submit(command("clavet.viscosity_linear", {3.f}));
  world.submit(command("emitter.nozzle.position", {0.1f, 0.2f, 0.3f}));
  world.submit(command("world.gravity_y", {-1.f}));
  world.step();
  EXPECT_EQ(world.value("material.dough.viscosity_linear"), 3.f);
  EXPECT_EQ(world.value("material.oil.viscosity_linear"), 3.f);
  EXPECT_EQ(world.emitters()[0].spec().position, Vec3(0.1f, 0.2f, 0.3f));
  EXPECT_EQ(world.settings().gravityY, -1.f);
  EXPECT_EQ(world.commandLog().size(), 4u);
}

/// Plays a session in which somebody changes many settings.
void play(World& world) {
  steps(world, 4);
  world.submit(command("clavet.viscosity_linear", {1.5f}));
  steps(world, 3);
  world.submit(command("emitter.nozzle.position", {0.01f, 0.14f, 0.f}));
  world.submit(command("emitter.nozzle.speed", {1.2f}));
  world.submit(command("world.substeps", {5.f}));
  steps(world, 9);
  world.submit(command("emitter.nozzle.enabled", {0.f}));
  world.submit(command("world.gravity_x", {2.f}));
  world.submit(command("material.dough.spring_stiffness", {0.9f}));
  steps(world, 12);
}

TEST(WorldCommands, ReplayOfTheLogReachesTheSameBits) {
  WorldSpec spec = busySpec();
  spec.timeline = {{0.05, command("clavet.viscosity_quadratic", {0.7f})}};
  World played(spec, 2);
  play(played);
  World replayed(spec, 1);
  replayed.replay(played.commandLog());
  steps(replayed, static_cast<int>(played.stepIndex()));
  EXPECT_EQ(replayed.hash(), played.hash());
  EXPECT_EQ(replayed.commandLog().size(), played.commandLog().size());
  World idle(spec, 1);
  steps(idle, static_cast<int>(played.stepIndex()));
  EXPECT_NE(idle.hash(), played.hash());
}

TEST(WorldCommands, OfTwoReplaysTheEarlierCommandComesFirst) {
  World world(busySpec(), 1);
  world.replay({{4, command("world.gravity_y", {-1.f})}});
  world.replay({{2, command("world.gravity_y", {-2.f})}});
  steps(world, 3);
  EXPECT_EQ(world.value("world.gravity_y"), -2.f);
  steps(world, 3);
  EXPECT_EQ(world.value("world.gravity_y"), -1.f);
}

TEST(WorldCommands, TheTimelineActsAtItsTime) {
  WorldSpec spec = busySpec();
  spec.timeline = {{0.1, command("world.gravity_y", {-2.f})}, {0.2, command("world.gravity_y", {-3.f})}};
  World world(spec, 1);
  for (int s = 0; s < 45; ++s) {
    const double before = world.time();
    world.step();
    const float expected = before < 0.1 - 1e-6 ? -9.81f : before < 0.2 - 1e-6 ? -2.f : -3.f;
    EXPECT_EQ(world.settings().gravityY, expected) << "step from " << before;
  }
}

TEST(WorldCommands, BadOnesAreRefusedAndChangeNothing) {
  World world(busySpec(), 1), untouched(busySpec(), 1);
  steps(world, 3);
  steps(untouched, 3);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  for (const CommandText& bad : std::vector<CommandText>{{"", {1.f}},
                                                         {"clavet", {1.f}},
                                                         {"clavet.", {1.f}},
                                                         {"clavet.visosity_linear", {1.f}},
                                                         {"steele.viscosity_linear", {1.f}},
                                                         {"material.honey.viscosity_linear", {1.f}},
                                                         {"material.oil", {1.f}},
                                                         {"world.gravity", {1.f}},
                                                         {"emitter.hose.speed", {1.f}},
                                                         {"emitter.nozzle.colour", {1.f}},
                                                         {"clavet.viscosity_linear"},
                                                         {"clavet.viscosity_linear", {1.f, 2.f}},
                                                         {"clavet.viscosity_linear", {-1.f}},
                                                         {"clavet.viscosity_linear", {1e9f}},
                                                         {"clavet.viscosity_linear", {nan}},
                                                         {"world.gravity_y", {infinity}},
                                                         {"world.substeps", {-1.f}},
                                                         {"emitter.nozzle.position", {1.f}},
                                                         {"emitter.nozzle.position", {1.f, nan, 0.f}},
                                                         {"emitter.nozzle.direction", {0.f, 0.f, 0.f}},
                                                         {"emitter.nozzle.speed", {-2.f}},
                                                         {"emitter.nozzle.radius", {0.f}}}) {
    EXPECT_THROW(world.submit(parseCommand(bad)), InputError) << bad.target;
    EXPECT_THROW(world.replay({{5, command("clavet.viscosity_linear", {1.f})}, {6, parseCommand(bad)}}),
                 InputError)
        << bad.target;
  }
  EXPECT_THROW(world.replay({{2, command("clavet.viscosity_linear", {1.f})}}), InputError)
      << "a step that has passed";
  steps(world, 6);
  steps(untouched, 6);
  EXPECT_EQ(world.hash(), untouched.hash());
  EXPECT_TRUE(world.commandLog().empty());
}

TEST(WorldCommands, RefusalSuggestsTheNearestKey) {
  World world(busySpec(), 1);
  try {
    world.submit(command("clavet.visosity_linear", {1.f}));
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("viscosity_linear\"?"), std::string::npos) << error.what();
  }
}

TEST(Assignments, OfActionsAreRefusedAsSuch) {
  for (const char* text : {"springs.add", "springs.add=1", "body.duck.release=0", "liquid.release"}) try {
      (void)parseAssignment(text, "clavet");
      FAIL() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("is an action and takes no value"), std::string::npos)
          << error.what();
    }
  EXPECT_EQ(textOf(parseAssignment("body.duck.density=300", "clavet")).values, std::vector<float>{300.f});
}

TEST(Commands, AreSettingsStatesOrEvents) {
  for (const char* target : {"clavet.friction", "material.oil.friction", "world.gravity_y",
                             "emitter.a.b.speed", "body.duck.density", "body.duck.stick_distance"})
    EXPECT_EQ(effectOf(command(target, {1.f})), CommandEffect::Setting) << target;
  for (const char* target :
       {"emitter.a.enabled", "body.duck.present", "body.duck.velocity", "body.dropped 12.density"})
    EXPECT_EQ(effectOf(command(target, {1.f})), CommandEffect::State) << target;
  EXPECT_EQ(effectOf(PullBody{"duck", {}, {}}), CommandEffect::State);
  EXPECT_EQ(effectOf(CarryLiquid{}), CommandEffect::State);
  for (const char* target :
       {"springs.add", "springs.remove", "bodies.remove_added", "liquid.release", "body.duck.release"})
    EXPECT_EQ(effectOf(command(target)), CommandEffect::Event) << target;
  EXPECT_EQ(effectOf(AddBody{SolidShape::SolidKind::Box}), CommandEffect::Event);
  EXPECT_EQ(effectOf(GrabLiquid{}), CommandEffect::Event);
}

TEST(Assignments, AreParsedOrRefused) {
  const auto parsed = [](const char* text) { return textOf(parseAssignment(text, "clavet")); };
  EXPECT_EQ(parsed("stiffness=0.5").target, "clavet.stiffness");
  EXPECT_EQ(parsed("stiffness=0.5").values, std::vector<float>{0.5f});
  EXPECT_EQ(parsed("emitter.a.position=1,-2,3e-1").values, (std::vector<float>{1.f, -2.f, 0.3f}));
  EXPECT_EQ(parsed("world.substeps=auto").values, std::vector<float>{0.f});
  for (const char* bad : {"", "=", "stiffness", "=1", "stiffness=", "stiffness=x", "stiffness=1,",
                          "stiffness=1 2", "stiffness=1;2", "stiffness=auto"})
    EXPECT_THROW(parseAssignment(bad, "clavet"), InputError) << bad;
  const auto refused = [](const char* text) -> std::string {
    try {
      (void)parseAssignment(text, "clavet");
    } catch (const InputError& e) {
      return e.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refused("world.gravity_y=abc"), "world.gravity_y: \"abc\" is not a number");
  EXPECT_EQ(refused("world.gravity_y=3kg"), "world.gravity_y: \"3kg\" is not a number");
  EXPECT_EQ(refused("world.gravity_y=1e99"), "world.gravity_y: \"1e99\" is too large or too small");
  EXPECT_EQ(refused("bodies.add_sphere=0,1,0"),
            "bodies.add_sphere takes 5 numbers, not 3: position (3), size, density");
  EXPECT_THAT(refused("emitters.add=1"), testing::HasSubstr("takes 9 or 10 numbers, not 1: "));
}

}  // namespace
}  // namespace ooze::world_commands_test
