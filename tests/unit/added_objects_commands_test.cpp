// Tests commands that add colliders, nozzles (emitters) and materials to a world. Tests also the commands
// that set a material's colour and look.
#include "ooze/base/error.h"
#include "ooze/world/liquid_look.h"

#include "fixtures/commands.h"
#include "unit/body_world_fixtures.h"
#include "world/commands/command_rows.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ooze::added_things_test {
namespace {

using namespace test;

TEST(PlacedColliders, StandAndShareTheRunningNumberWithWhatIsDropped) {
  World world(solidsSpec(), 1);
  world.submit(command("bodies.add_collider_box", {0.1f, 0.2f, 0.3f, 0.05f}));
  world.submit(command("bodies.add_sphere", {0.f, 1.f, 0.f, 0.03f, 300.f}));
  world.submit(command("bodies.add_collider_cylinder", {0.5f, 0.2f, 0.3f, 0.05f}));
  world.submit(command("body.placed 3.friction", {0.75f}));
  world.submit(command("world.gravity_y", {-9.81f}));
  steps(world, 6);
  EXPECT_EQ(bodyOf(world, "placed 1").motion, Motion::Static);
  EXPECT_EQ(bodyOf(world, "placed 1").solid.kind, SolidShape::SolidKind::Box);
  EXPECT_EQ(bodyOf(world, "placed 1").pose.position, Vec3(0.1f, 0.2f, 0.3f));
  EXPECT_EQ(bodyOf(world, "dropped 2").motion, Motion::Dynamic);
  EXPECT_LT(bodyOf(world, "dropped 2").velocity.y, 0.f);
  EXPECT_EQ(world.value("body.placed 3.friction"), 0.75f);
  world.submit(command("body.placed 1.position", {0.f, 0.f, 0.f}));
  world.submit(command("body.placed 1.present", {0.f}));
  world.step();
  EXPECT_EQ(bodyOf(world, "placed 1").pose.position, Vec3(0.f));
  EXPECT_EQ(world.value("body.placed 1.present"), 0.f);
  EXPECT_NE(errorMessageOf([&] {
              world.submit(command("body.placed 1.velocity", {0.f, 0.f, 0.f}));
            }).find("not a dynamic"),
            std::string::npos);
  EXPECT_NE(
      errorMessageOf([&] { world.submit(command("body.placed 4.friction", {0.f})); }).find("no \"placed 4\""),
      std::string::npos);
  World again(solidsSpec(), 1);
  restore(again, saved(world));
  EXPECT_EQ(again.hash(), world.hash());
  world.submit(command("bodies.remove_added"));
  world.step();
  EXPECT_EQ(world.bodies().list.size(), 3u);
}

TEST(PlacedColliders, HoldTheLiquidThatFallsOnThem) {
  WorldSpec spec = busySpec();
  spec.emitters.clear();
  spec.bodies.clear();
  World world(spec, 1);
  world.submit(command("bodies.add_collider_box", {0.f, -0.1f, 0.f, 0.1f}));
  for (int f = 0; f < 60; ++f) world.advanceFrame();
  EXPECT_GT(world.statistics().lower.y, -0.01);
}

WorldSpec emptySpec() {
  WorldSpec spec = busySpec();
  spec.liquids.clear();
  spec.emitters.clear();
  return spec;
}

TEST(AddedNozzles, FollowTheirCommands) {
  World world(emptySpec(), 1);
  world.submit(command("emitters.add", {0.f, 0.5f, 0.f, 0.f, -0.5f, 0.f, 0.02f, 1.f, 1.f}));
  world.submit(command("emitter.poured 1.speed", {1.5f}));
  steps(world, 30);
  ASSERT_EQ(world.emitters().size(), 1u);
  const EmitterSpec& spec = world.emitters()[0].spec();
  EXPECT_EQ(spec.name, "poured 1");
  EXPECT_EQ(spec.direction, Vec3(0.f, -1.f, 0.f));
  EXPECT_EQ(spec.speed, 1.5f);
  ASSERT_GT(world.particles().size(), 100u);
  EXPECT_EQ(world.particles().material.back(), 1u);
  world.submit(command("emitter.poured 1.material", {0.f}));
  world.submit(command("emitter.poured 1.position", {0.3f, 0.5f, 0.f}));
  steps(world, 10);
  EXPECT_EQ(world.value("emitter.poured 1.material"), 0.f);
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i) ASSERT_EQ(p.material[i], p.position[i].x > 0.15f ? 0u : 1u);

  World again(emptySpec(), 2);
  restore(again, saved(world));
  EXPECT_EQ(again.hash(), world.hash());
  steps(world, 20);
  steps(again, 20);
  EXPECT_EQ(again.hash(), world.hash()) << "emission forgets nothing";
  World replayed(emptySpec(), 7);
  replayed.replay(world.commandLog());
  steps(replayed, static_cast<int>(world.stepIndex()));
  EXPECT_EQ(replayed.hash(), world.hash());
}

TEST(AddedNozzles, AreLimitedAndChecked) {
  World world(emptySpec(), 1);
  const std::vector<float> good{0.f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 0.f, 0.f};
  const auto with = [&](std::size_t place, float value) {
    std::vector<float> values = good;
    values[place] = value;
    return values;
  };
  EXPECT_NE(errorMessageOf([&] {
              world.submit(command("emitters.add", with(4, 0.f)));
            }).find("direction must not be zero"),
            std::string::npos);
  EXPECT_NE(
      errorMessageOf([&] { world.submit(command("emitters.add", with(8, 2.f))); }).find("no material 2"),
      std::string::npos);
  EXPECT_NE(errorMessageOf([&] {
              world.submit(command("emitters.add", with(8, 0.5f)));
            }).find("emitters.add: 0.5 is not a whole number from 0 to 65535"),
            std::string::npos);
  EXPECT_NE(
      errorMessageOf([&] { world.submit(command("emitter.poured 1.speed", {1.f})); }).find("no \"poured 1\""),
      std::string::npos);
  for (std::size_t n = 0; n < kMaxAddedEmitters; ++n) world.submit(command("emitters.add", good));
  EXPECT_NE(
      errorMessageOf([&] { world.submit(command("emitters.add", good)); }).find("32 added nozzles already"),
      std::string::npos);
  world.step();
  EXPECT_EQ(world.emitters().size(), kMaxAddedEmitters);
  EXPECT_EQ(world.emitters().back().spec().name, "poured 32");
}

MaterialDefinition syrup() {
  MaterialDefinition syrup = material("syrup");
  syrup.values[findParameter(findMethod("clavet").parameters(), "viscosity_linear")] = 3.25f;
  syrup.referenceRadius = 0.013f;
  syrup.density = 1340.f;
  syrup.colour = 0xff1267ab;
  syrup.look = "honey";
  return syrup;
}

TEST(AddedMaterials, GoThroughTextAndBackToTheBit) {
  const MaterialDefinition there = syrup();
  const MaterialDefinition back = decodeMaterial(encodeMaterial(there, "clavet"), "clavet");
  EXPECT_EQ(back.values, there.values);
  EXPECT_EQ(back.referenceRadius, there.referenceRadius);
  EXPECT_EQ(back.density, there.density);
  EXPECT_EQ(back.colour, there.colour);
  EXPECT_EQ(back.look, there.look);
  const auto says = [](std::string_view text) {
    return errorMessageOf([&] { (void)decodeMaterial(text, "clavet"); });
  };
  EXPECT_EQ(says("density = 1000\nvisosity_linear = 1\n"),
            "line 2: unknown key \"visosity_linear\"; did you mean \"viscosity_linear\"?");
  EXPECT_NE(says("density = lots").find("line 1: density: \"lots\" is not a number"), std::string::npos);
  EXPECT_NE(says("viscosity_linear = nan").find("line 1"), std::string::npos);
  EXPECT_NE(says("look = hony").find("did you mean \"honey\"?"), std::string::npos);
  EXPECT_NE(says("what").find("not key = value"), std::string::npos);
}

TEST(AddedMaterials, CanBeSetAndPouredAtOnce) {
  World world(emptySpec(), 1);
  world.submit(command("material.syrup.add", {}, encodeMaterial(syrup(), "clavet")));
  world.submit(command("material.syrup.viscosity_quadratic", {0.5f}));
  world.submit(command("emitters.add", {0.f, 0.5f, 0.f, 0.f, -1.f, 0.f, 0.02f, 1.f, 2.f}));
  steps(world, 20);
  ASSERT_EQ(world.materials().size(), 3u);
  EXPECT_EQ(world.materials()[2].name, "syrup");
  EXPECT_EQ(world.value("material.syrup.viscosity_linear"), 3.25f);
  EXPECT_EQ(world.value("material.syrup.viscosity_quadratic"), 0.5f);
  ASSERT_GT(world.particles().size(), 10u);
  EXPECT_EQ(world.particles().material.back(), 2u);
  EXPECT_EQ(world.particles().colour.back(), 0xff1267abu);
  EXPECT_EQ(world.snapshot()->materials[2].look, "honey");

  World again(emptySpec(), 1);
  restore(again, saved(world));
  EXPECT_EQ(again.hash(), world.hash());
  World replayed(emptySpec(), 2);
  replayed.replay(world.commandLog());
  steps(replayed, 20);
  EXPECT_EQ(replayed.hash(), world.hash());
  // A save from before the material was added removes the material.
  World early(emptySpec(), 1);
  const auto bytes = saved(early);
  restore(again, bytes);
  EXPECT_EQ(again.materials().size(), 2u);
  EXPECT_EQ(again.hash(), early.hash());
}

TEST(AddedMaterials, AreRefusedIfTheyMakeNoSense) {
  World world(emptySpec(), 1);
  const std::string text = encodeMaterial(syrup(), "clavet");
  EXPECT_NE(
      errorMessageOf([&] { world.submit(command("material.oil.add", {}, text)); }).find("\"oil\" already"),
      std::string::npos);
  EXPECT_NE(errorMessageOf([&] { world.submit(command("material.syrup.add")); }).find("needs a text"),
            std::string::npos);
  EXPECT_NE(errorMessageOf([&] {
              world.submit(command("material.syrup.add", {}, "density = 0"));
            }).find("out of range"),
            std::string::npos);
  EXPECT_NE(
      errorMessageOf([&] { world.submit(command("material.a=b.add", {}, text)); }).find("must not contain"),
      std::string::npos);
  EXPECT_NE(
      errorMessageOf([&] { world.submit(command("material.syrup.density", {1.f})); }).find("no \"syrup\""),
      std::string::npos);
  world.submit(command("material.syrup.add", {}, text));
  EXPECT_NE(errorMessageOf([&] { world.submit(command("material.syrup.add", {}, text)); }).find("already"),
            std::string::npos);
  for (std::size_t n = 3; n < kMaxMaterials; ++n)
    world.submit(command("material.m" + std::to_string(n) + ".add", {}, text));
  EXPECT_NE(errorMessageOf([&] {
              world.submit(command("material.more.add", {}, text));
            }).find("16 materials already"),
            std::string::npos);
  // A command log that adds the same material twice was not written by a World, so replaying this log throws.
  World other(emptySpec(), 1);
  EXPECT_THROW(other.replay({{0, command("material.syrup.add", {}, text)},
                             {1, command("material.syrup.add", {}, text)}}),
               InputError);
}

TEST(MaterialLooks, AreSetByCommandAndColourTheLiquid) {
  World world(busySpec(), 1);
  world.submit(command("material.dough.colour", {1.f, 0.5f, 0.f}));
  world.submit(command("material.dough.look", {}, "clay"));
  steps(world, 9);
  EXPECT_EQ(world.materials()[0].colour, 0xff0080ffu);
  EXPECT_EQ(world.materials()[0].look, "clay");
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    ASSERT_EQ(p.colour[i], p.material[i] == 0 ? 0xff0080ffu : world.materials()[1].colour);
  World again(busySpec(), 1);
  restore(again, saved(world));
  EXPECT_EQ(again.materials()[0].colour, 0xff0080ffu);
  EXPECT_EQ(again.materials()[0].look, "clay");
  EXPECT_NE(errorMessageOf([&] {
              world.submit(command("material.dough.look", {}, "cley"));
            }).find("did you mean \"clay\"?"),
            std::string::npos);
  EXPECT_NE(errorMessageOf([&] {
              world.submit(command("material.dough.colour", {1.f, 2.f, 0.f}));
            }).find("out of range"),
            std::string::npos);
}

TEST(MaterialLooks, TakeNumbersOfTheirOwnAndGiveThemBack) {
  World world(busySpec(), 1), untouched(busySpec(), 1);
  world.submit(command("material.dough.roughness", {0.25f}));
  world.submit(command("material.dough.refractive_index", {1.61803f}));
  steps(world, 1);
  steps(untouched, 1);
  EXPECT_EQ(world.value("material.dough.roughness"), 0.25f);
  EXPECT_NE(world.hash(), untouched.hash()) << "the overrides are part of the world, as colours are";
  World again(busySpec(), 1);
  restore(again, saved(world));
  EXPECT_EQ(again.materials()[0].lookOverrides, world.materials()[0].lookOverrides);
  EXPECT_EQ(again.hash(), world.hash());
  EXPECT_NE(errorMessageOf([&] { (void)world.value("material.dough.absorption"); }).find("not set"),
            std::string::npos);
  EXPECT_NE(errorMessageOf([&] {
              world.submit(command("material.dough.roughness", {1.5f}));
            }).find("out of range [0, 1]"),
            std::string::npos);
  EXPECT_NE(errorMessageOf([&] {
              world.submit(command("material.dough.roughnes", {0.5f}));
            }).find("did you mean \"roughness\"?"),
            std::string::npos);
}

TEST(MaterialLooks, WithoutNumbersOfTheirOwnLeaveTheWorldsBytesAsTheyWere) {
  World world(busySpec(), 1), untouched(busySpec(), 1);
  world.submit(command("material.dough.cloudiness", {40.f}));
  steps(world, 1);
  world.submit(command("material.dough.cloudiness"));
  steps(world, 1);
  steps(untouched, 2);
  EXPECT_EQ(world.materials()[0].lookOverrides, LookOverrides{});
  EXPECT_EQ(world.hash(), untouched.hash());
}

TEST(MaterialLooks, TravelWithAMaterialAsText) {
  MaterialDefinition syrup = busySpec().materials[0];
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
    syrup.lookOverrides[i] = i % 2 == 0 ? kOpticalProperties[i].lower : kOpticalProperties[i].upper;
  EXPECT_EQ(decodeMaterial(encodeMaterial(syrup, "clavet"), "clavet").lookOverrides, syrup.lookOverrides);
}

TEST(CommandEffects, OfWhatARunAddsDoNotOutliveIt) {
  EXPECT_EQ(effectOf(AddMaterial{"syrup", {}}), CommandEffect::Setting);
  EXPECT_EQ(effectOf(command("material.syrup.colour", {1.f, 1.f, 1.f})), CommandEffect::Setting);
  EXPECT_EQ(effectOf(command("material.syrup.look", {}, "honey")), CommandEffect::Setting);
  EXPECT_EQ(effectOf(command("emitter.nozzle.material", {1.f})), CommandEffect::Setting);
  EXPECT_EQ(effectOf(command("emitter.poured 3.material", {1.f})), CommandEffect::State);
  EXPECT_EQ(effectOf(command("body.placed 2.friction", {0.5f})), CommandEffect::State);
  EXPECT_EQ(effectOf(AddEmitter{}), CommandEffect::Event);
  EXPECT_EQ(effectOf(PushLiquid{}), CommandEffect::State);
  EXPECT_EQ(effectOf(FreezeBall{}), CommandEffect::Event);
  EXPECT_TRUE(findCommandRow("liquid.thaw_all")->isAction());
  EXPECT_FALSE(findCommandRow("material.syrup.add")->isAction());
  EXPECT_TRUE(findCommandRow("material.syrup.add")->takesText);
  EXPECT_FALSE(findCommandRow("liquid.erase")->takesText);
}

}  // namespace
}  // namespace ooze::added_things_test
