// Tests of the table of settings: grammar, titles, and agreement between plain values and a world.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/body_world_fixtures.h"
#include "world/commands/command_rows.h"
#include "world/commands/setting_names.h"
#include "world/commands/setting_rows.h"
#include "world/commands/world_values.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::settings_test {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::IsEmpty;

const char* controlOf(ControlKind kind) {
  if (kind == ControlKind::Temperature) return "hot";
  return kind == ControlKind::Velocity ? "wind" : kind == ControlKind::Viscosity ? "thick" : "swell";
}

/// Returns a world with something of every kind.
WorldSpec everySpec() {
  WorldSpec spec = solidsSpec();
  spec.emitters = busySpec().emitters;
  spec.bodies.push_back(makeBody("lamp", ball(0.01f), Motion::Static));
  for (const ControlKind kind :
       {ControlKind::Velocity, ControlKind::Viscosity, ControlKind::Divergence, ControlKind::Temperature}) {
    spec.controls.push_back({.name = controlOf(kind), .kind = kind});
    spec.controls.back().shape = ControlShape::Cylinder;
  }
  return spec;
}

/// Returns the name of the thing in everySpec() on which a row is tried.
/// @param material, body  names to use for rows of these owners
std::string tried(const SettingRow& row, const char* material, const char* body) {
  if (row.owner == SettingOwner::EveryMaterial) return "clavet";
  if (row.owner == SettingOwner::Material) return material;
  if (row.owner == SettingOwner::Emitter) return "nozzle";
  if (row.owner == SettingOwner::Body) return row.needs == SettingRow::Needs::Dynamic ? "duck" : body;
  if (row.owner != SettingOwner::Control) return "";
  return controlOf(row.needs == SettingRow::Needs::Viscosity     ? ControlKind::Viscosity
                   : row.needs == SettingRow::Needs::Divergence  ? ControlKind::Divergence
                   : row.needs == SettingRow::Needs::Temperature ? ControlKind::Temperature
                                                                 : ControlKind::Velocity);
}

WorldValues valuesIn(const World& world) {
  const auto shot = world.snapshot();
  WorldValues values{shot->materials, shot->worldValues, shot->emitters, valuesOf(shot->bodies)};
  values.controls = shot->controls;
  return values;
}

/// Returns all values of a body, including those that the comparison leaves out because they change by
/// themselves.
std::vector<float> stateOf(const BodyValues& b) {
  const Quat& q = b.pose.orientation;
  std::vector<float> all{b.present ? 1.f : 0.f, b.scale, b.density, q.w, q.x, q.y, q.z};
  for (const Vec3& v : {b.pose.position, b.previousPose.position, b.velocity, b.angularVelocity})
    all.insert(all.end(), {v.x, v.y, v.z});
  if (b.pull) all.insert(all.end(), {b.pull->anchor.x, b.pull->target.y});
  return all;
}

std::vector<std::string> targetsOf(const std::vector<Command>& commands) {
  std::vector<std::string> targets;
  for (const Command& c : commands) targets.push_back(targetOf(c));
  return targets;
}

TEST(SettingGrammar, OnlyNamesHoldDots) {
  struct Case {
    const char* target;
    SettingOwner owner;
    const char *name, *key;
  };
  using Owner = SettingOwner;
  for (const Case& c : {Case{"material.St. Honey 2.friction", Owner::Material, "St. Honey 2", "friction"},
                        Case{"body.duck.present", Owner::Body, "duck", "present"},
                        Case{"world.gravity_y", Owner::World, "", "gravity_y"},
                        Case{"world.x.gravity_y", Owner::World, "", "x.gravity_y"},
                        Case{"springs.add", Owner::EveryMaterial, "springs", "add"},
                        Case{"clavet.a.b", Owner::EveryMaterial, "clavet", "a.b"}}) {
    const SettingName name = parseSetting(c.target);
    EXPECT_EQ(name.owner, c.owner);
    EXPECT_EQ(name.name, c.name);
    EXPECT_EQ(name.key, c.key);
    EXPECT_EQ(name.text(), c.target);
  }
  for (const char* short_ : {"", "material", "material.oil", "body.release"})
    EXPECT_EQ(parseSetting(short_).key, "") << short_;
}

TEST(SettingGrammar, InvalidTargetsAreRefusedEverywhere) {
  for (const char* target : {"world.x.gravity_y", "clavet.x.friction", "liquid.x.thaw_all", "body.release"}) {
    EXPECT_EQ(findCommandRow(target), nullptr) << target;
    EXPECT_EQ(describeSetting(target, "clavet").title(), target);
    EXPECT_EQ(commandLabel(command(target), "clavet"), target);
    EXPECT_EQ(effectOf(command(target)), CommandEffect::Setting) << target;
    World world(everySpec(), 1);
    EXPECT_THROW(world.submit(command(target, {1.f})), InputError) << target;
    EXPECT_THROW((void)world.value(target), InputError) << target;
    EXPECT_THAT(world.valuesBefore(command(target, {1.f})), IsEmpty()) << target;
    WorldValues values = valuesIn(world);
    const WorldValues before = values;
    apply(values, "clavet", command(target, {1.f}));
    EXPECT_THAT(differences(before, values, "clavet"), IsEmpty()) << target;
  }
}

TEST(SettingLabels, UseEverydayNames) {
  const auto title = [](const char* target) { return describeSetting(target, "clavet").title(); };
  EXPECT_EQ(title("clavet.viscosity_linear"), "Viscosity  σ  [1/frame]");
  EXPECT_EQ(title("material.St. Honey 2.friction"), "Friction of St. Honey 2  μ");
  EXPECT_EQ(title("material.goo.absorption"), "Absorption of goo  [1/m]");
  EXPECT_EQ(title("world.gravity_y"), "Gravity, upward  g  [m/s²]");
  EXPECT_EQ(title("emitter.spout.speed"), "Speed of spout  [m/s]");
  EXPECT_EQ(title("body.red ball.density"), "Density of red ball  [kg/m³]");
  EXPECT_EQ(title("no.such.thing"), "no.such.thing");
  EXPECT_EQ(title("nothing"), "nothing");
}

TEST(SettingLabels, OfAnEditAreThoseOfItsTargetOrSayWhatWasDone) {
  const auto label = [](const Command& c) { return commandLabel(c, "clavet"); };
  for (const char* target : {"emitter.spout.position", "body.duck.angular_velocity", "material.goo.colour",
                             "material.goo.cloudiness", "clavet.friction", "world.gravity_y"})
    EXPECT_EQ(label(command(target, {1.f})), describeSetting(target, "clavet").label) << target;
  EXPECT_EQ(label(command("body.duck.angular_velocity", {0.f, 0.f, 1.f})), "Spin of duck");
  EXPECT_EQ(label(command("body.duck.present", {0.f})), "Take out duck");
  EXPECT_EQ(label(command("body.duck.present", {1.f})), "Put back duck");
  EXPECT_EQ(label(command("emitter.spout.enabled", {0.f})), "Close spout");
  EXPECT_EQ(label(command("body.duck.place")), "Move duck");
  EXPECT_EQ(label(AddMaterial{"syrup", {}}), "Add syrup");
  EXPECT_EQ(label(command("springs.remove")), "Remove all springs");
}

TEST(SettingLabels, SayWhatASliderOverTheValuesIs) {
  const SettingWords absorption = describeSetting("material.goo.absorption", "clavet");
  EXPECT_EQ(absorption.scale, Scale::Logarithmic);
  EXPECT_EQ(absorption.upper, 300.f);
  EXPECT_EQ(describeSetting("emitter.spout.speed", "clavet").scale, Scale::Logarithmic);
  EXPECT_EQ(describeSetting("emitter.spout.position", "clavet").upper, 0.f) << "it is not one number";
}

TEST(SettingLabels, SayThatTextIsNoNumber) {
  try {
    (void)parseAssignment("material.goo.look=oil", "clavet");
    FAIL() << "not refused";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()), "material.goo.look takes a text, which KEY=VALUE cannot give");
  }
}

/// Returns commands that set a row's values to the ends of their ranges. Rows with a default also get a
/// command without values.
std::vector<Command> endsOf(const SettingRow& row, const SettingName& setting) {
  std::vector<Command> commands;
  for (const bool upper : {false, true}) {
    SettingValue value(std::vector(row.count, upper ? row.range.upper : row.range.lower));
    if (row.key == "place")
      std::fill(value.numbers.begin() + 3, value.numbers.end(), upper ? 1.001f : -1.001f);
    if (row.key == "material") value = upper ? 1.f : 0.f;
    if (row.key == "look") value.text = upper ? "clay" : "oil";
    commands.push_back(SetValue{setting, std::move(value)});
  }
  if (!row.otherwise.empty()) commands.push_back(SetValue{setting, {}});
  return commands;
}

TEST(SettingRows, SetPlainValuesToWhatTheySetAWorldTo) {
  World world(everySpec(), 1);
  world.submit(PullBody{"duck", {0.f, 0.01f, 0.f}, {0.f, 0.5f, 0.f}});
  world.applyCommands();
  std::size_t count = 0;
  for (const SettingRow& row : settingRows(findMethod("clavet"))) {
    if (row.access.index() == 0 || row.isWhole) continue;
    const std::string name = tried(row, "oil", "duck");
    const SettingName setting{row.owner, name, std::string(row.key)};
    const std::string target = setting.text();
    for (const Command& end : endsOf(row, setting)) {
      WorldValues expected = valuesIn(world);
      apply(expected, "clavet", end);
      world.submit(end);
      world.applyCommands();
      const WorldValues now = valuesIn(world);
      for (const Difference& d : differences(expected, now, "clavet"))
        ADD_FAILURE() << target << ": " << d.target() << " is " << d.textB << ", not " << d.textA;
      for (std::size_t b = 0; b < now.bodies.size(); ++b)
        EXPECT_EQ(stateOf(now.bodies[b]), stateOf(expected.bodies[b])) << target;
      EXPECT_EQ(now.emitters[0].enabled, expected.emitters[0].enabled) << target;
      ++count;
    }
  }
  EXPECT_GT(count, 60u);
}

TEST(SettingRows, AreUndoneByTheirEarlierValues) {
  World world(everySpec(), 1);
  for (const SettingRow& row : settingRows(findMethod("clavet"))) {
    if (row.effect != CommandEffect::Setting || row.access.index() == 0 || row.isWhole) continue;
    const std::string name = tried(row, "dough", "lamp");
    const SettingName setting{row.owner, name, std::string(row.key)};
    const std::string target = setting.text();
    for (const Command& end : endsOf(row, setting)) {
      const WorldValues before = valuesIn(world);
      const std::vector<Command> back = world.valuesBefore(end);
      world.submit(end);
      world.applyCommands();
      for (const Command& c : back) world.submit(c);
      world.applyCommands();
      EXPECT_THAT(differences(before, valuesIn(world), "clavet"), IsEmpty()) << target;
    }
  }
}

TEST(WorldValues, ChangeByNothingThatTheWorldWouldRefuse) {
  WorldSpec spec = everySpec();
  spec.bodies.back().friction = 0.5f;
  spec.emitters[0].keys = {{0.0, Vec3(0.f), {0.f, -1.f, 0.f}}};
  World world(spec, 1);
  const WorldValues before = valuesIn(world);
  for (const Command& refused :
       std::vector<Command>{command("body.lamp.friction", {7.f}), command("body.lamp.density", {300.f}),
                            command("body.foot.position", {1.f, 1.f, 1.f}),
                            command("body.ground.scale", {2.f}), command("material.oil.look", {}, "mirror"),
                            command("material.oil.add", {}, encodeMaterial(before.materials[0], "clavet")),
                            command("emitter.nozzle.material", {2.f}), command("world.gravity_y"),
                            command("nonsense", {1.f})}) {
    EXPECT_THROW(world.submit(refused), InputError) << targetOf(refused);
    WorldValues values = before;
    apply(values, "clavet", refused);
    EXPECT_THAT(differences(before, values, "clavet"), IsEmpty()) << targetOf(refused);
    EXPECT_EQ(values.materials.size(), before.materials.size());
    EXPECT_EQ(values.bodies[2].pose.position, before.bodies[2].pose.position);
  }
  WorldValues values = before;
  apply(values, "clavet", command("emitter.nozzle.enabled", {0.3f}));
  EXPECT_FALSE(values.emitters[0].enabled) << "rounded as in the world";
  apply(values, "clavet", command("emitter.nozzle.direction", {0.f, 0.f, -0.5f}));
  EXPECT_EQ(values.emitters[0].direction, Vec3(0.f, 0.f, -1.f)) << "normalised to length 1";
  EXPECT_TRUE(values.emitters[0].keys.empty()) << "it no longer moves by itself";
  apply(values, "clavet", command("body.lamp.friction"));
  EXPECT_FALSE(values.bodies.back().friction) << "the liquid's own again";
}

TEST(Differences, AreFoundInEveryKindOfThingAndComeOutAsCommands) {
  WorldValues a;
  a.materials.resize(1);
  a.materials[0].name = "honey";
  for (const ParameterInfo& row : findMethod("clavet").parameters())
    a.materials[0].values.push_back(row.defaultValue);
  a.worldValues.assign(worldParameters().size(), 1.f);
  a.emitters.resize(2);
  a.emitters[0].name = "spout";
  a.emitters[1].name = "moving";
  a.emitters[1].keys = {{0.0, Vec3(0.f), Vec3(0.f)}};
  a.bodies.resize(3);
  a.bodies[0].name = "ball";
  a.bodies[0].motion = Motion::Dynamic;
  a.bodies[1].name = "lamp";
  a.bodies[2].name = "dropped 1";
  WorldValues b = a;
  EXPECT_THAT(differences(a, b, "clavet"), IsEmpty());
  b.materials[0].values[0] = 7.f;
  b.materials[0].colour = 0xff112233u;
  b.materials[0].look = "clay";
  b.materials[0].lookOverrides[2] = 0.5f;
  b.worldValues[1] = -3.f;
  b.emitters[0].radius = 0.5f;
  b.emitters[0].position = {1.f, 2.f, 3.f};
  b.emitters[1].position = {4.f, 4.f, 4.f};
  b.bodies.pop_back();
  b.bodies[0].density = 300.f;
  b.bodies[0].friction = 0.25f;
  b.bodies[0].pose.position.x = 1.f;  // the position changes by itself
  b.bodies[1].pose.position.x = 0.5f;
  b.bodies[1].scale = 2.f;
  b.bodies[1].stickDistance = 0.001f;
  const std::vector<Command> commands = commandsToReach(a, b, "clavet");
  EXPECT_THAT(targetsOf(commands),
              ElementsAre("material.honey.rest_density", "material.honey.colour", "material.honey.look",
                          "material.honey.roughness", "world.gravity_y", "emitter.spout.radius",
                          "emitter.spout.position", "body.ball.density", "body.ball.friction",
                          "body.lamp.place", "body.lamp.scale", "body.lamp.stick_distance"));
  EXPECT_THAT(textOf(commands[6]).values, ElementsAre(1.f, 2.f, 3.f));
  EXPECT_EQ(textOf(commands[2]).text, "clay");
  WorldValues again = a;
  for (const Command& c : commands) apply(again, "clavet", c);
  EXPECT_THAT(differences(again, b, "clavet"), IsEmpty());
  for (const Command& c : commandsToReach(b, a, "clavet")) apply(again, "clavet", c);
  EXPECT_THAT(differences(again, a, "clavet"), IsEmpty()) << "the liquid's own friction too";
}

TEST(Differences, OfMaterialsThatWereAddedComeOutAsTheirCommands) {
  const WorldValues a = valuesIn(World(everySpec(), 1));
  WorldValues b = a;
  b.materials.push_back(b.materials[0]);
  b.materials.back().name = "St. Syrup";
  b.emitters[0].material = 2;
  const std::vector<Command> commands = commandsToReach(a, b, "clavet");
  EXPECT_THAT(targetsOf(commands), ElementsAre("material.St. Syrup.add", "emitter.nozzle.material"));
  World world(everySpec(), 1);
  for (const Command& c : commands) world.submit(c);
  world.applyCommands();
  EXPECT_THAT(differences(valuesIn(world), b, "clavet"), IsEmpty());
}

TEST(Differences, ArePrintedWithDistinguishingDigits) {
  WorldValues a;
  a.worldValues.assign(worldParameters().size(), 1.f);
  a.bodies.resize(1);
  WorldValues b = a;
  b.worldValues[0] = 1.00001f;
  b.worldValues[1] = 2.f;
  b.bodies[0].friction = 0.25f;
  const std::vector<Difference> found = differences(a, b, "clavet");
  ASSERT_EQ(found.size(), 3u);
  EXPECT_EQ(found[0].textA + " " + found[0].textB, "1 1.00001");
  EXPECT_EQ(found[1].textA + " " + found[1].textB, "1 2");
  EXPECT_EQ(found[2].textA + " " + found[2].textB, "the liquid's own 0.25");
}

TEST(SingleSettings, OfAMethodsParameterAreThoseOfEveryMaterial) {
  const std::vector<MaterialDefinition> materials = everySpec().materials;
  const auto all = [&](const char* setting) {
    std::vector<std::string> texts;
    for (const SettingName& s : expandSetting(parseSetting(setting), "clavet", materials))
      texts.push_back(s.text());
    return texts;
  };
  const auto overlap = [&](const char* a, const char* b) {
    return settingsOverlap(parseSetting(a), parseSetting(b), "clavet", materials);
  };
  EXPECT_THAT(all("clavet.friction"), ElementsAre("material.dough.friction", "material.oil.friction"));
  EXPECT_THAT(all("world.gravity_y"), ElementsAre("world.gravity_y"));
  EXPECT_TRUE(overlap("clavet.friction", "material.oil.friction"));
  EXPECT_FALSE(overlap("clavet.friction", "material.oil.stickiness"));
}

}  // namespace
}  // namespace ooze::settings_test
