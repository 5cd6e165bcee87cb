// Tests of texture coordinates that liquid of the grid method carries (Rasmussen et al. 2004, section 6).
#include "ooze/base/error.h"
#include "ooze/surface/texture_coordinates.h"
#include "ooze/world/quantity.h"

#include "fixtures/commands.h"
#include "liquid/particle_arrays.h"
#include "unit/rasmussen_fixtures.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace ooze::rasmussen_texture_test {
namespace {

using namespace rasmussen_fixtures;

/// Returns the lookup of texture coordinates for the present state of a world.
InitialPositionField lookupOf(const World& world) {
  const auto shot = world.snapshot({});
  InitialPositionField lookup;
  lookup.take(shot->positions, shot->initialPositions, shot->restSpacing);
  return lookup;
}

std::map<std::uint32_t, Vec3> initialById(const World& world) {
  const auto shot = world.snapshot({});
  std::map<std::uint32_t, Vec3> all;
  for (std::size_t i = 0; i < shot->ids.size(); ++i) all[shot->ids[i]] = shot->initialPositions[i];
  return all;
}

EmitterSpec nozzleOf(float speed) {
  EmitterSpec nozzle;
  nozzle.name = "nozzle";
  nozzle.position = {0.f, 0.6f, 0.f};
  nozzle.radius = 0.06f;
  nozzle.speed = speed;
  return nozzle;
}

TEST(RasmussenTexture, StillLiquidKeepsItsCoordinates) {
  World world(filledTank(liquid({})), 1);
  advanceFrames(world, 10);
  const InitialPositionField lookup = lookupOf(world);
  for (float x = -0.08f; x <= 0.08f; x += 0.02f)
    for (float z = -0.08f; z <= 0.08f; z += 0.02f) {
      const Vec3 place(x, 0.16f, z);
      EXPECT_LT(glm::distance(lookup.at(place), place), 0.1f * kCell) << x << ", " << z;
    }
}

TEST(RasmussenTexture, ADropThatFliesTakesItsCoordinatesAlong) {
  WorldSpec spec = worldOf(liquid({{"swirl", 0.f}, {"viscosity", 200.f}}));  // a nearly rigid liquid
  spec.settings.gravityY = 0.f;
  const Vec3 velocity(0.9f, 0.5f, -0.3f);
  spec.liquids = {test::box({0.f, 0.3f, 0.f}, {0.1f, 0.1f, 0.1f})};
  spec.liquids[0].velocity = velocity;
  World world(std::move(spec), 1);
  advanceFrames(world, 15);
  const InitialPositionField lookup = lookupOf(world);
  const auto shot = world.snapshot({});
  Vec3 way(0.f);
  for (std::size_t i = 0; i < shot->positions.size(); ++i)
    way += (shot->positions[i] - shot->initialPositions[i]) / static_cast<float>(shot->positions.size());
  ASSERT_GT(glm::length(way), 10.f * kCell);
  for (int side = 0; side < 6; ++side)
    for (int k = 0; k < 9; ++k) {
      Vec3 place(0.f, 0.3f, 0.f);
      place[side % 3] += side < 3 ? -0.1f : 0.1f;
      place[(side + 1) % 3] += 0.06f * static_cast<float>(k % 3 - 1);
      place[(side + 2) % 3] += 0.06f * static_cast<float>(k / 3 - 1);
      EXPECT_LT(glm::distance(lookup.at(place + way), place), 0.3f * kCell) << side << ", " << k;
    }
}

/// The jet of a nozzle has continuous coordinates, whatever its speed was. Coordinates taken at the nozzle
/// would all be equal.
TEST(RasmussenTexture, AJetGoesOnFromLayerToLayer) {
  WorldSpec spec = worldOf(liquid({{"swirl", 0.f}}));
  spec.settings.gravityY = 0.f;
  spec.emitters = {nozzleOf(1.f)};
  World world(std::move(spec), 1);
  advanceFrames(world, 12);
  const InitialPositionField lookup = lookupOf(world);
  const float higher = lookup.at({0.f, 0.58f, 0.f}).y, lower = lookup.at({0.f, 0.46f, 0.f}).y;
  EXPECT_NEAR(higher - lower, 0.12f, kCell) << "it leaves as fast as the liquid";
  world.submit(command("emitter.nozzle.speed", {1.5f}));
  advanceFrames(world, 6);
  std::vector<float> heights;
  for (const auto& [id, initial] : initialById(world)) heights.push_back(initial.y);
  ASSERT_GT(heights.size(), 200u);
  std::sort(heights.begin(), heights.end());
  EXPECT_NEAR(heights.front(), 0.6f, 1.5f * kCell);
  EXPECT_NEAR(heights.back(), 0.6f + 0.2f + 0.15f, 1.5f * kCell) << "as much as has flowed";
  for (std::size_t k = 1; k < heights.size(); ++k)
    EXPECT_LT(heights[k] - heights[k - 1], 1.2f * kCell) << "a layer is missing above " << heights[k - 1];
}

TEST(RasmussenTexture, IsTheSameAtAnyNumberOfThreadsAndAfterARestore) {
  WorldSpec spec = worldOf(liquid({}));
  spec.emitters = {nozzleOf(2.f)};
  World one(spec, 1), two(spec, 2);
  advanceFrames(one, 4), advanceFrames(two, 4);
  EXPECT_EQ(one.hash(), two.hash());
  const std::vector<std::byte> bytes = test::saved(one);
  advanceFrames(one, 3);
  World restored(spec, 1);
  test::restore(restored, bytes);
  EXPECT_EQ(test::saved(restored), bytes);
  advanceFrames(restored, 3);
  EXPECT_EQ(restored.hash(), one.hash());
  EXPECT_EQ(initialById(restored), initialById(one));
  EXPECT_GT(restored.particles().nextId, two.particles().nextId) << "the nozzle flowed meanwhile";
}

TEST(RasmussenTexture, ErasedLiquidReturnsWithItsCoordinates) {
  WorldSpec spec = filledTank(liquid({}));
  spec.liquids[0].velocity = {0.5f, 0.f, 0.2f};
  World world(std::move(spec), 1);
  advanceFrames(world, 5);
  const auto before = initialById(world);
  world.submit(command("liquid.erase", {0.f, 0.1f, 0.f, 0.06f}));
  world.applyCommands();
  ASSERT_LT(initialById(world).size(), before.size());
  world.submit(command("edits.take_back", {static_cast<float>(world.events())}));
  world.applyCommands();
  EXPECT_EQ(initialById(world), before);
}

TEST(RasmussenTexture, OtherMethodsHaveNone) {
  WorldSpec spec = test::busySpec();
  const World world(std::move(spec), 1);
  EXPECT_TRUE(world.snapshot({})->initialPositions.empty());
  EXPECT_THROW(parseQuantity("checker", findMethod("clavet")), InputError);
}

/// Saves from before texture coordinates have no values for them.
TEST(LateParticleArray, HasNoValuesInBytesFromBeforeIt) {
  const StateBounds bounds(1.f);
  ParticleArrays older, newer;
  const ArrayKey<float> heat = older.add<float>({.fill = 2.f});
  (void)newer.add<float>({.fill = 2.f});
  const ArrayKey<Vec3> late = newer.add<Vec3>({.fill = Vec3(7.f), .late = true});
  older.grow(3), newer.grow(3);
  older[heat][1] = 5.f;
  ByteWriter old, now;
  older.save(old), newer.save(now);
  ByteReader in(old.bytes());
  newer.read(in);
  EXPECT_TRUE(in.atEnd());
  EXPECT_EQ(newer[heat][1], 5.f);
  EXPECT_EQ(newer[late].size(), 0u);
  EXPECT_FALSE(newer.areSound(3, bounds)) << "until they are made up";
  newer.grow(3);
  EXPECT_TRUE(newer.areSound(3, bounds));
  EXPECT_EQ(newer[late][2], Vec3(7.f));
  ByteReader again(now.bytes());
  newer.read(again);
  EXPECT_TRUE(again.atEnd());
  EXPECT_EQ(newer[heat][1], 2.f);
  EXPECT_EQ(newer[late].size(), 3u);
  std::vector<std::byte> forged = now.bytes();
  forged[0] = std::byte{0x85};
  ByteReader more(forged);
  EXPECT_THROW(newer.read(more), InputError);
}

}  // namespace
}  // namespace ooze::rasmussen_texture_test
