// Tests control particles in a world: commands set their values, and the values are logged, saved and
// replayed.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/body_world_fixtures.h"
#include "world/commands/setting_names.h"
#include "world/commands/setting_rows.h"
#include "world/commands/world_values.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace ooze::control_world_test {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Control named(const char* name, ControlKind kind, const Vec3& value) {
  Control c;
  c.name = name;
  c.kind = kind;
  c.value = value;
  return c;
}

/// Makes one control of each kind, among solids. Control "wind" is keyed and "wave" follows a body.
WorldSpec controlledSpec() {
  WorldSpec spec = solidsSpec();
  Control wind = named("wind", ControlKind::Velocity, {1.f, 0.f, 0.f});
  wind.placeKeys = {{0.0, {{1.f, 0.f, 0.f}, {1.f, 0.f, 0.f, 0.f}}},
                    {1.0, {{3.f, 0.f, 0.f}, {1.f, 0.f, 0.f, 0.f}}}};
  wind.position = wind.placeKeys.front().pose.position;
  wind.strengthKeys = {{0.0, {0.5f, 0.f, 0.f}}, {1.0, {0.7f, 0.f, 0.f}}};
  Control wave = named("wave", ControlKind::Velocity, {0.f, 2.f, 0.f});
  wave.shape = ControlShape::Cylinder;
  wave.body = "duck";
  spec.controls = {wind, wave, named("thick", ControlKind::Viscosity, {0.5f, 0.f, 0.f}),
                   named("swell", ControlKind::Divergence, {3.f, 0.f, 0.f}),
                   named("rim", ControlKind::AddLiquid, Vec3(0.f))};
  return spec;
}

WorldValues valuesIn(const World& world) {
  const auto shot = world.snapshot();
  WorldValues values{shot->materials, shot->worldValues, shot->emitters, valuesOf(shot->bodies)};
  values.controls = shot->controls;
  return values;
}

std::vector<Command> controlCommands() {
  return {command("control.wind.strength", {0.25f}),   command("control.wind.position", {7.f, 8.f, 9.f}),
          command("control.wave.length", {0.5f}),      command("control.wave.velocity", {0.f, 0.f, -3.f}),
          command("control.thick.viscosity", {2.f}),   command("control.thick.radius", {0.125f}),
          command("control.swell.divergence", {-4.f}), command("control.rim.enabled", {0.f})};
}

void expectCommanded(const std::vector<Control>& controls) {
  ASSERT_EQ(controls.size(), 5u);
  EXPECT_EQ(controls[0].strength, 0.25f);
  EXPECT_THAT(controls[0].strengthKeys, IsEmpty()) << "its keys say it no longer";
  EXPECT_EQ(controls[0].position, Vec3(7.f, 8.f, 9.f));
  EXPECT_THAT(controls[0].placeKeys, IsEmpty());
  EXPECT_EQ(controls[1].length, 0.5f);
  EXPECT_EQ(controls[1].value, Vec3(0.f, 0.f, -3.f));
  EXPECT_EQ(controls[2].value.x, 2.f);
  EXPECT_EQ(controls[2].radius, 0.125f);
  EXPECT_EQ(controls[3].value.x, -4.f);
  EXPECT_FALSE(controls[4].enabled);
}

TEST(ControlWorld, StepsWithItsControlsWhereTheyAreAtTheEnd) {
  World world(controlledSpec(), 1);
  world.submit(command("body.duck.velocity", {1.f, 0.f, 0.f}));
  EXPECT_TRUE(world.posedControls().empty());
  for (int s = 0; s < 5; ++s) world.step();
  const std::span<const PosedControl> posed = world.posedControls().list();
  ASSERT_EQ(posed.size(), 5u);
  EXPECT_EQ(posed[0].pose.position, interpolate(world.spec().controls[0].placeKeys, world.time()).position);
  const Body& duck = bodyOf(world, "duck");
  EXPECT_EQ(posed[1].pose.position, duck.pose.position);
  EXPECT_EQ(posed[1].velocity, duck.velocity);
  EXPECT_GT(duck.pose.position.x, 0.f);
  world.submit(command("body.duck.present", {0.f}));
  world.step();
  EXPECT_EQ(world.posedControls().list().size(), 4u);
}

TEST(ControlCommands, SetWhatAControlIsLive) {
  World world(controlledSpec(), 1);
  for (const Command& c : controlCommands()) world.submit(c);
  world.step();
  expectCommanded(world.controls());
  expectCommanded(world.snapshot()->controls);
  EXPECT_EQ(world.commandLog().size(), controlCommands().size());
  EXPECT_EQ(world.posedControls().list()[0].strength, 0.25f);
  EXPECT_EQ(world.value("control.thick.viscosity"), 2.f);
  EXPECT_EQ(world.value("control.wave.length"), 0.5f);
}

TEST(ControlCommands, AreRefusedInOneLineWhereTheyMakeNoSense) {
  World world(controlledSpec(), 1);
  const auto refused = [&](const Command& c) { return errorMessageOf([&] { world.submit(c); }); };
  EXPECT_THAT(refused(command("control.wnd.strength", {0.5f})), HasSubstr("did you mean \"wind\"?"));
  EXPECT_THAT(refused(command("control.wind.strenght", {0.5f})), HasSubstr("did you mean \"strength\"?"));
  EXPECT_THAT(refused(command("control.wind.strength", {1.5f})), HasSubstr("out of range [0, 1]"));
  EXPECT_THAT(refused(command("control.wind.radius", {0.f})), HasSubstr("out of range"));
  EXPECT_THAT(refused(command("control.wind.velocity", {1.f})), HasSubstr("takes 3 numbers, not 1"));
  EXPECT_THAT(refused(command("control.wind.velocity", {0.f, std::numeric_limits<float>::quiet_NaN(), 0.f})),
              HasSubstr("out of range"));
  EXPECT_EQ(refused(command("control.wind.viscosity", {1.f})),
            "control.wind.viscosity: \"wind\" is not a control of viscosity");
  EXPECT_THAT(refused(command("control.thick.velocity", {1.f, 0.f, 0.f})),
              HasSubstr("not a control of velocity"));
  EXPECT_THAT(refused(command("control.rim.divergence", {1.f})), HasSubstr("not a control of divergence"));
  EXPECT_THAT(refused(command("control.wind.length", {1.f})), HasSubstr("not a cylinder"));
  world.step();
  EXPECT_THAT(world.commandLog(), IsEmpty());
}

TEST(ControlCommands, AreUndoneByTheirEarlierValues) {
  WorldSpec spec = controlledSpec();
  spec.controls[0].placeKeys.clear();  // only undo restores keys
  spec.controls[0].strengthKeys.clear();
  World world(spec, 1);
  const WorldValues before = valuesIn(world);
  for (const Command& c : controlCommands()) {
    const std::vector<Command> back = world.valuesBefore(c);
    ASSERT_EQ(back.size(), 1u) << targetOf(c);
    WorldValues predicted = valuesIn(world);
    apply(predicted, "clavet", c);
    world.submit(c);
    world.applyCommands();
    EXPECT_THAT(differences(predicted, valuesIn(world), "clavet"), IsEmpty()) << targetOf(c);
    const std::vector<Difference> found = differences(before, valuesIn(world), "clavet");
    ASSERT_EQ(found.size(), 1u) << targetOf(c);
    EXPECT_EQ(found[0].target(), targetOf(c));
    world.submit(back[0]);
    world.applyCommands();
    EXPECT_THAT(differences(before, valuesIn(world), "clavet"), IsEmpty()) << targetOf(c);
  }
}

TEST(ControlCommands, HaveWordsForPeople) {
  EXPECT_EQ(describeSetting("control.wind.strength", "clavet").title(), "Strength of wind  α");
  EXPECT_EQ(describeSetting("control.thick.viscosity", "clavet").title(), "Viscosity of thick  ν  [m²/s]");
  EXPECT_EQ(commandLabel(command("control.rim.enabled", {0.f}), "clavet"), "Let rim rest");
  EXPECT_EQ(effectOf(command("control.wind.strength", {0.5f})), CommandEffect::Setting);
}

TEST(ControlSaves, ComeToTheSameHashByRestoreAndByReplay) {
  World world(controlledSpec(), 1);
  world.step();
  const std::uint64_t without = [&] {
    World other(controlledSpec(), 1);
    for (int s = 0; s < 12; ++s) other.step();
    return other.hash();
  }();
  for (const Command& c : controlCommands()) world.submit(c);
  for (int s = 0; s < 4; ++s) world.step();
  World restored(controlledSpec(), 2);
  restore(restored, saved(world));
  EXPECT_EQ(restored.hash(), world.hash());
  expectCommanded(restored.controls());
  World replayed(controlledSpec(), 7);
  replayed.replay(world.commandLog());
  for (int s = 0; s < 5; ++s) replayed.step();
  EXPECT_EQ(replayed.hash(), world.hash());
  for (int s = 0; s < 7; ++s) world.step(), restored.step(), replayed.step();
  EXPECT_EQ(restored.hash(), world.hash());
  EXPECT_EQ(replayed.hash(), world.hash());
  EXPECT_NE(without, world.hash()) << "the hash knows what was set";
}

TEST(ControlSaves, HashWhatAControlIsAndLeaveOtherWorldsAsTheyWere) {
  const std::uint64_t plain = World(controlledSpec(), 1).hash();
  for (const auto& change : std::vector<std::function<void(std::vector<Control>&)>>{
           [](auto& c) { c[2].strength = 0.51f; }, [](auto& c) { c[2].radius *= 1.01f; },
           [](auto& c) { c[1].length *= 1.01f; }, [](auto& c) { c[3].value.x += 1e-3f; },
           [](auto& c) { c[4].position.z += 1e-3f; }, [](auto& c) { c[4].enabled = false; },
           [](auto& c) { c[0].placeKeys.clear(); }, [](auto& c) { c[0].strengthKeys.clear(); }}) {
    WorldSpec spec = controlledSpec();
    change(spec.controls);
    EXPECT_NE(World(spec, 1).hash(), plain);
  }
  World with(controlledSpec(), 1), none(solidsSpec(), 1);
  EXPECT_THROW(restore(none, saved(with)), InputError);
  EXPECT_THROW(restore(with, saved(none)), InputError);
  EXPECT_EQ(with.hash(), plain) << "it stayed as it was";
}

TEST(ControlSaves, ForgedOnesAreRefused) {
  WorldSpec spec = controlledSpec();
  spec.controls[2].radius = 0.015625f;  // unusual values, which the test finds in the save by their bytes
  spec.controls[2].value.x = 0.8125f;
  World world(spec, 1);
  const std::vector<std::byte> good = saved(world);
  for (const float known : {0.015625f, 0.8125f})
    for (const float forged : {std::numeric_limits<float>::quiet_NaN(), -1.f, 1e9f}) {
      std::vector<std::byte> bytes = good;
      const auto* p = reinterpret_cast<const std::byte*>(&known);
      const auto at = std::search(bytes.begin(), bytes.end(), p, p + sizeof known);
      ASSERT_NE(at, bytes.end());
      std::copy_n(reinterpret_cast<const std::byte*>(&forged), sizeof forged, at);
      EXPECT_THROW(restore(world, bytes), InputError) << known << " as " << forged;
    }
}

TEST(ControlSpecs, InvalidOnesMakeNoWorld) {
  const auto refused = [](const std::function<void(std::vector<Control>&)>& change) {
    WorldSpec spec = controlledSpec();
    change(spec.controls);
    return errorMessageOf([&] { World world(spec, 1); });
  };
  EXPECT_EQ(refused([](auto&) {}), "");
  EXPECT_EQ(refused([](auto& c) { c[0].radius = 0.f; }),
            "the radius of control \"wind\" = 0 is out of range [0.0001, 100]");
  EXPECT_THAT(refused([](auto& c) { c[0].value.y = NAN; }), HasSubstr("the velocity of control \"wind\""));
  EXPECT_THAT(refused([](auto& c) { c[0].strengthKeys[1].value.x = 2.f; }), HasSubstr("strength"));
  EXPECT_THAT(refused([](auto& c) { c[0].placeKeys[1].time = -1.0; }), HasSubstr("do not ascend in time"));
  EXPECT_THAT(refused([](auto& c) { c[1].body = "dock"; }),
              HasSubstr("follows the body \"dock\", which does not exist"));
  EXPECT_THAT(refused([](auto& c) { c[1].name = "wind"; }), HasSubstr("two controls have the name \"wind\""));
  EXPECT_THAT(refused([](auto& c) { c[0].orientation = {2.f, 0.f, 0.f, 0.f}; }), HasSubstr("no rotation"));
  EXPECT_THAT(refused([](auto& c) {
                c[0].points = std::make_shared<const ControlPoints>(std::vector<ControlPoint>{});
              }),
              HasSubstr("has no particles"));
  EXPECT_THAT(refused([](auto& c) {
                c[0].points =
                    std::make_shared<const ControlPoints>(std::vector<ControlPoint>{{Vec3(0.f), Vec3(0.f)}});
              }),
              HasSubstr("not a unit vector"));
}

TEST(ControlSweeps, OfferTheNumbersThatAControlHas) {
  std::vector<std::string> targets;
  for (const SweepableSetting& s : sweepableSettings(valuesIn(World(controlledSpec(), 1)), "clavet"))
    if (s.setting.owner == SettingOwner::Control) targets.push_back(s.setting.text());
  EXPECT_THAT(targets, ElementsAre("control.wind.strength", "control.wind.radius", "control.wave.strength",
                                   "control.wave.radius", "control.wave.length", "control.thick.strength",
                                   "control.thick.radius", "control.thick.viscosity",
                                   "control.swell.strength", "control.swell.radius",
                                   "control.swell.divergence", "control.rim.strength", "control.rim.radius"));
}

}  // namespace
}  // namespace ooze::control_world_test
