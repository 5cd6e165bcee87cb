// Tests of the adhesion method in whole worlds: the same bits at any number of threads and after a save.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "base/random.h"
#include "methods/steele/adhesion.h"
#include "methods/steele/coefficients.h"

#include <gtest/gtest.h>

namespace ooze::steele_world_test {
namespace {

/// Returns two liquids that repel each other, with mixing colours, over a ball and a floor. A nozzle pours
/// more of the first liquid.
WorldSpec busy() {
  WorldSpec spec;
  spec.method = "steele";
  spec.methodSettings.interactionRadius = 0.02f;
  for (const float viscosity : {60.f, 5.f}) {
    MaterialDefinition m;
    m.name = viscosity > 50.f ? "thick" : "thin";
    m.values = toValues<steele::Material>(
        steele::kParameters,
        {.viscosity = viscosity, .viscousSupport = viscosity > 50.f ? 5.f : 4.f, .mixing = 3.f});
    m.density = viscosity > 50.f ? 1400.f : 900.f;
    m.colour = viscosity > 50.f ? 0xff2040c0u : 0xffc02040u;
    spec.materials.push_back(m);
  }
  spec.methodSettings.pairs = {{"adhesion", 0, std::uint16_t{1}, "", steele::repels(20.f)}};
  LiquidVolume a, b;
  a.name = "a", b.name = "b";
  a.shape = makeSphere(0.05f), b.shape = makeBox(Vec3(0.05f, 0.03f, 0.05f));
  a.pose.position = Vec3(0.f, 0.2f, 0.f), b.pose.position = Vec3(0.01f, 0.11f, 0.f);
  b.material = 1;
  spec.liquids = {a, b};
  EmitterSpec nozzle;
  nozzle.name = "nozzle", nozzle.radius = 0.02f, nozzle.speed = 0.8f;
  nozzle.position = Vec3(0.1f, 0.2f, 0.f), nozzle.direction = glm::normalize(Vec3(-0.3f, -1.f, 0.f));
  spec.emitters.push_back(nozzle);
  spec.bodies.push_back(
      makeBody("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(0.04f)}, Motion::Static));
  spec.bodies.push_back(
      makeBody("floor", {.kind = SolidShape::SolidKind::Plane, .size = Vec3(0.f, 1.f, 0.f)}, Motion::Static));
  spec.bodies.back().pose.position.y = -0.1f;
  return spec;
}

TEST(SteeleWorld, HasTheSameBitsAtAnyNumberOfThreads) {
  World one(busy(), 1), two(busy(), 2), five(busy(), 5);
  for (int frame = 0; frame < 6; ++frame) one.advanceFrame(), two.advanceFrame(), five.advanceFrame();
  EXPECT_EQ(one.hash(), two.hash());
  EXPECT_EQ(one.hash(), five.hash());
  EXPECT_TRUE(one.rollBacks().empty());
}

TEST(SteeleWorld, ContinuesFromASaveToTheBit) {
  World world(busy(), 2);
  for (int frame = 0; frame < 4; ++frame) world.advanceFrame();
  ByteWriter out;
  world.save(out);
  World restored(busy(), 1);
  ByteReader in(out.bytes());
  restored.restore(in);
  EXPECT_EQ(restored.hash(), world.hash());
  for (int frame = 0; frame < 4; ++frame) world.advanceFrame(), restored.advanceFrame();
  EXPECT_EQ(restored.hash(), world.hash());
}

TEST(SteeleWorld, TakesEraseAndFreezeBack) {
  World world(busy(), 2);
  for (int frame = 0; frame < 4; ++frame) world.advanceFrame();
  const std::size_t before = world.particles().size();
  world.submit(EraseBall{{0.f, 0.12f, 0.f}, 0.06f});
  world.applyCommands();
  EXPECT_LT(world.particles().size(), before - 20);
  world.submit(UndoEvent{world.events()});
  world.applyCommands();
  EXPECT_EQ(world.particles().size(), before);
  for (int frame = 0; frame < 3; ++frame) world.advanceFrame();
  EXPECT_TRUE(world.rollBacks().empty());
}

/// Returns a drop of this material that falls into a pool of the same material in a tank.
WorldSpec splash(const std::vector<float>& values) {
  WorldSpec spec;
  spec.method = "steele";
  spec.methodSettings.interactionRadius = 0.02f;
  MaterialDefinition m;
  m.name = "liquid";
  m.values = values;
  spec.materials.push_back(m);
  LiquidVolume drop, pool;
  drop.name = "drop", pool.name = "pool";
  drop.shape = makeSphere(0.035f), pool.shape = makeBox(Vec3(0.058f, 0.025f, 0.058f));
  drop.pose.position = Vec3(0.f, 0.03f, 0.f), pool.pose.position = Vec3(0.f, -0.035f, 0.f);
  spec.liquids = {drop, pool};
  spec.bodies.push_back(
      makeBody("tank", {.kind = SolidShape::SolidKind::Tank, .size = Vec3(0.06f)}, Motion::Static));
  return spec;
}

// Liquid stays in its tank and reaches no excessive speed, wherever the sliders stand.
TEST(SteeleWorld, RandomMaterialsHoldTogether) {
  const auto& rows = findMethod("steele").parameters();
  for (std::uint64_t k = 0; k < 4; ++k) {
    std::vector<float> values;
    for (std::size_t r = 0; r < rows.size(); ++r)
      values.push_back(
          sliderValue(static_cast<double>(randomUnit(k, r)), rows[r].lower, rows[r].upper, rows[r].scale));
    World world(splash(values), 1);
    const std::size_t before = world.particles().size();
    for (int frame = 0; frame < 10; ++frame) world.advanceFrame();
    EXPECT_TRUE(world.rollBacks().empty()) << k;
    EXPECT_EQ(world.particles().size(), before);
    for (std::size_t i = 0; i < before; ++i) {
      ASSERT_LT(glm::length(world.frameVelocity(i)), 4.f) << k;
      ASSERT_LT(glm::length(world.particles().position[i]), 0.12f) << k;
    }
  }
}

// A jet stays a jet. Its layers touch each other, and the contact separation must not shorten the time step,
// which would make the jet wilder.
TEST(SteeleWorld, AJetStaysAJet) {
  for (const char* material : {"steele_oil", "steele_honey"}) {
    WorldSpec spec;
    spec.method = "steele";
    spec.methodSettings.interactionRadius = 0.016f;
    spec.settings.gravityY = 0.f;
    spec.materials = {loadMaterial(material, "steele")};
    EmitterSpec nozzle;
    nozzle.radius = 0.012f;
    nozzle.direction = Vec3(0.f, -1.f, 0.f);
    nozzle.speed = 1.6f;
    spec.emitters = {nozzle};
    World world(std::move(spec), 1);
    for (int frame = 0; frame < 20; ++frame) world.advanceFrame();
    ASSERT_GT(world.particles().size(), 500u);
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      ASSERT_LT(glm::distance(world.frameVelocity(i), Vec3(0.f, -1.6f, 0.f)), 0.5f) << material;
    EXPECT_LE(world.substeps(), 12);
  }
}

TEST(SteeleWorld, RefusesPairsThatFitNoMethodOrMaterial) {
  const auto expectRefused = [](const auto& change) {
    WorldSpec spec = busy();
    PairEntry entry = spec.methodSettings.pairs[0];
    change(entry);
    spec.methodSettings.pairs = {entry};
    EXPECT_THROW(World{spec}, InputError);
  };
  expectRefused([](PairEntry& entry) { entry.other = std::uint16_t{2}; });
  expectRefused([](PairEntry& entry) { entry.function = "adhesoin"; });
  expectRefused([](PairEntry& entry) { entry.curve = {{1.f, 0.f}, {0.5f, 1.f}}; });
}

}  // namespace
}  // namespace ooze::steele_world_test
