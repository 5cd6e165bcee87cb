// What colours stand for: values, scales, colours.
#include "ooze/world/quantity.h"

#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include "methods/clavet/clavet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze {
namespace {

using testing::ElementsAre;
using testing::FloatNear;
using testing::HasSubstr;

Snapshot pairOf(std::uint16_t first, std::uint16_t second) {
  Snapshot snapshot;
  snapshot.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}};
  snapshot.velocities = {{3.f, 4.f, 0.f}, {0.f, 0.f, -2.f}};
  snapshot.particleMaterials = {first, second};
  snapshot.densities = {6.f, 5.f};
  snapshot.restDensities = {6.f, 10.f};
  return snapshot;
}

TEST(Quantity, SpeedIsTheLengthOfTheVelocity) {
  EXPECT_THAT(quantityValues(pairOf(0, 0), Quantity::Speed), ElementsAre(5.f, 2.f));
}

TEST(Quantity, DensityIsMeasuredByEachMaterialsOwnRest) {
  EXPECT_THAT(quantityValues(pairOf(0, 1), Quantity::Density), ElementsAre(1.f, 0.5f));
}

TEST(Quantity, EveryOneHasAValueForEveryParticleButLook) {
  const Snapshot snapshot = pairOf(0, 1);
  for (const QuantityRow& row : quantityRows()) {
    EXPECT_EQ(quantityValues(snapshot, row.quantity).size(), row.quantity == Quantity::Look ? 0u : 2u)
        << row.key;
    EXPECT_EQ(parseQuantity(row.key), row.quantity);
    EXPECT_EQ(quantityRow(row.quantity).key, row.key);
  }
}

TEST(Quantity, AMistypedOneIsAnErrorWithASuggestion) {
  try {
    parseQuantity("sped");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"speed\"?"));
  }
}

TEST(QuantityScale, CoversAlmostAllInRoundNumbers) {
  std::vector<float> speeds(1000, 0.7f);
  speeds[17] = 90.f;  // spray
  EXPECT_EQ(quantityScale(speeds, Quantity::Speed), (QuantityScale{0.f, 1.f}));
  EXPECT_EQ(quantityScale({}, Quantity::Speed).low, 0.f);
  EXPECT_TRUE(quantityScale({}, Quantity::Speed).isNumber())
      << "nothing moves, and nothing is divided by nothing";
  const std::vector<float> strains{-0.04f, 0.01f};
  EXPECT_FLOAT_EQ(quantityScale(strains, Quantity::Strain).high, 0.05f);
  EXPECT_FLOAT_EQ(quantityScale(strains, Quantity::Strain).low, -0.05f) << "white stays no strain";
  EXPECT_FALSE(quantityScale(speeds, Quantity::Material).isNumber());
}

TEST(QuantityScale, KeepsStillWhileValuesWaver) {
  SteadyScale scale;
  const auto follow = [&scale](float speed) {
    return scale.follow(std::vector<float>(10, speed), Quantity::Speed).high;
  };
  EXPECT_EQ(follow(0.9f), 1.f);
  EXPECT_EQ(follow(1.1f), 2.f) << "it grows at once";
  EXPECT_EQ(follow(0.9f), 2.f) << "and does not flicker";
  EXPECT_EQ(follow(0.6f), 2.f);
  EXPECT_EQ(follow(0.4f), 0.5f) << "until the colours would be wasted";
  EXPECT_EQ(scale.follow(std::vector<float>(10, 100.f), Quantity::Pressure).high, 100.f);
}

TEST(QuantityScale, ColoursRunFromEndToEnd) {
  const QuantityScale speed{0.f, 2.f};
  const auto at = [&](float v) { return quantityColour(Quantity::Speed, speed, v); };
  EXPECT_NE(at(0.f), at(1.f));
  EXPECT_NE(at(1.f), at(2.f));
  EXPECT_EQ(at(-1.f), at(0.f));
  EXPECT_EQ(at(5.f), at(2.f));
  EXPECT_NE(quantityColour(Quantity::Material, {}, 0.f), quantityColour(Quantity::Material, {}, 1.f));
  EXPECT_THROW((void)quantityColour(Quantity::Look, {}, 0.f), std::invalid_argument);
}

clavet::Material springy() {
  clavet::Material m;
  m.springStiffness = 0.3f;
  m.plasticityStretch = m.plasticityCompress = 0.f;
  return m;
}

/// A method with two particles `apart` metres from each other, h = 0.02 m.
void addPair(Method& method, float apart) {
  MaterialDefinition definition;
  definition.values = toValues<clavet::Material>(clavet::kParameters, springy());
  definition.referenceRadius = 0.02f;
  method.setMaterials(std::span(&definition, 1));
  method.insert({{{0.f, 0.f, 0.f}, {apart, 0.f, 0.f}}, {Vec3(0.f), Vec3(0.f)}, 0, 0});
}

TEST(SpringStrain, OfAPairIsItsStretchOverItsRestLength) {
  clavet::Clavet method({.interactionRadius = 0.02f});
  addPair(method, 0.012f);
  method.setSprings(std::vector<clavet::Spring>{{0, 1, 0.010f}});
  EXPECT_THAT(method.springStrains(), ElementsAre(FloatNear(0.2f, 1e-5f), FloatNear(0.2f, 1e-5f)));
  method.setSprings(std::vector<clavet::Spring>{{0, 1, 0.016f}});
  EXPECT_THAT(method.springStrains(), ElementsAre(FloatNear(-0.25f, 1e-5f), FloatNear(-0.25f, 1e-5f)));
  method.removeSprings();
  EXPECT_THAT(method.springStrains(), ElementsAre(0.f, 0.f));
}

TEST(SpringStrain, CountsEachSpringByItsPull) {
  clavet::Clavet method({.interactionRadius = 0.02f});
  addPair(method, 0.012f);
  method.insert({{{0.f, 0.015f, 0.f}}, {Vec3(0.f)}, 0, 0});
  // Just made, at L = h: it pulls nowhere (factor 1 - L / h) and says nothing.
  method.setSprings(std::vector<clavet::Spring>{{0, 1, 0.010f}, {0, 2, 0.020f}});
  EXPECT_THAT(method.springStrains(), ElementsAre(FloatNear(0.2f, 1e-5f), FloatNear(0.2f, 1e-5f), 0.f));
  // Factors 0.5 and 0.25: (0.5 * 0.2 + 0.25 * 0) / 0.75.
  method.setSprings(std::vector<clavet::Spring>{{0, 1, 0.010f}, {0, 2, 0.015f}});
  EXPECT_NEAR(method.springStrains()[0], 0.1f / 0.75f, 1e-5f);
}

TEST(SpringStrain, SurvivesTheRemovalOfParticles) {
  clavet::Clavet method({.interactionRadius = 0.02f});
  addPair(method, 0.012f);
  method.insert({{{0.f, 0.015f, 0.f}}, {Vec3(0.f)}, 0, 0});
  method.setSprings(std::vector<clavet::Spring>{{0, 1, 0.010f}, {1, 2, 0.010f}});
  // The last takes the place of the first, and the tie to the first is gone.
  method.erase(std::vector<std::uint32_t>{0});
  const float apart = std::sqrt(0.012f * 0.012f + 0.015f * 0.015f);
  EXPECT_THAT(method.springStrains(),
              ElementsAre(FloatNear(apart / 0.010f - 1.f, 1e-5f), FloatNear(apart / 0.010f - 1.f, 1e-5f)));
}

WorldSpec drop() {
  MaterialDefinition definition;
  definition.values = toValues<clavet::Material>(clavet::kParameters, springy());
  LiquidVolume ball;
  ball.shape = makeSphere(0.03f);
  WorldSpec spec;
  spec.methodSettings.interactionRadius = 0.01f;
  spec.materials = {definition};
  spec.liquids = {ball};
  return spec;
}

TEST(Snapshot, GathersPressuresAndStrainsOnlyWhenAskedAndChangesNothing) {
  World world(drop(), 2), other(drop(), 2);
  for (int k = 0; k < 5; ++k) world.step(), other.step();
  const auto plain = world.snapshot();
  EXPECT_TRUE(plain->pressures.empty());
  EXPECT_TRUE(plain->strains.empty());
  EXPECT_FALSE(hasQuantity(*plain, Quantity::Pressure));
  const auto full = world.snapshot({.pressures = true, .strains = true});
  EXPECT_EQ(full->pressures.size(), full->positions.size());
  EXPECT_EQ(full->strains.size(), full->positions.size());
  EXPECT_TRUE(hasQuantity(*full, Quantity::Strain));
  world.step(), other.step();
  EXPECT_EQ(world.hash(), other.hash());
}

}  // namespace
}  // namespace ooze
