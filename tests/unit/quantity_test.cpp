// Tests of quantities shown by colour: their values, scales and colours.
#include "ooze/world/quantity.h"

#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include "fixtures/fields.h"
#include "methods/clavet/clavet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze::quantity_test {
namespace {

using test::addField;
using test::fieldOf;
using testing::ElementsAre;
using testing::FloatNear;

Snapshot pairOf(std::uint16_t first, std::uint16_t second) {
  Snapshot snapshot;
  snapshot.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}};
  snapshot.velocities = {{3.f, 4.f, 0.f}, {0.f, 0.f, -2.f}};
  snapshot.particleMaterials = {first, second};
  addField(snapshot, "density", {6.f, 5.f}, {6.f, 10.f});
  return snapshot;
}

TEST(Quantity, SpeedIsTheLengthOfTheVelocity) {
  EXPECT_THAT(quantityValues(pairOf(0, 0), kSpeedField), ElementsAre(5.f, 2.f));
}

TEST(Quantity, DensityIsMeasuredByEachMaterialsOwnRest) {
  EXPECT_THAT(quantityValues(pairOf(0, 1), fieldOf("density")), ElementsAre(1.f, 0.5f));
}

TEST(Quantity, EveryOneHasAValueForEveryParticleButLook) {
  const Snapshot snapshot = pairOf(0, 1);
  for (const MethodRow& method : methodRegistry())
    for (const Field& field : quantitiesOf(method)) {
      EXPECT_EQ(quantityValues(snapshot, field).size(), field == kLookField ? 0u : 2u) << field.key;
      EXPECT_EQ(parseQuantity(field.key, method), field);
      EXPECT_TRUE(isQuantity(field.key));
    }
  EXPECT_FALSE(isQuantity("spheres"));
}

TEST(Quantity, AMistypedOneIsAnErrorWithASuggestion) {
  try {
    parseQuantity("sped", findMethod("clavet"));
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "unknown quantity \"sped\"; did you mean \"speed\"? (known: look, material, speed, density, "
                 "pressure, strain, exposure)");
  }
}

TEST(QuantityScale, CoversAlmostAllInRoundNumbers) {
  std::vector<float> speeds(1000, 0.7f);
  speeds[17] = 90.f;  // a spray particle
  EXPECT_EQ(quantityScale(speeds, kSpeedField), (QuantityScale{0.f, 1.f}));
  EXPECT_EQ(quantityScale({}, kSpeedField).low, 0.f);
  EXPECT_TRUE(quantityScale({}, kSpeedField).isNumber())
      << "nothing moves, and nothing is divided by nothing";
  const std::vector<float> strains{-0.04f, 0.01f};
  EXPECT_FLOAT_EQ(quantityScale(strains, fieldOf("strain")).high, 0.05f);
  EXPECT_FLOAT_EQ(quantityScale(strains, fieldOf("strain")).low, -0.05f) << "white stays no strain";
  EXPECT_FALSE(quantityScale(speeds, kMaterialField).isNumber());
}

/// Shows ten particles of one speed to a scale, sixty times a second.
class FollowedScale {
 public:
  float show(float speed) {
    time_ += 1.0 / 60.0;
    return scale_.follow(std::vector<float>(10, speed), kSpeedField, time_).high;
  }
  /// Shows liquid of one speed for a time.
  /// @return upper ends of the colour scale in order, without repetitions
  std::vector<float> show(float speed, double seconds) {
    std::vector<float> ends;
    for (double t = 0.0; t < seconds; t += 1.0 / 60.0)
      if (const float end = show(speed); ends.empty() || end != ends.back()) ends.push_back(end);
    return ends;
  }
  void setTime(double time) { time_ = time; }
  SmoothedScale& scale() { return scale_; }

 private:
  SmoothedScale scale_;
  double time_ = 0.0;
};

TEST(QuantityScale, GrowsAtOnceAndKeepsStillWhileValuesWaver) {
  FollowedScale scale;
  EXPECT_EQ(scale.show(0.9f), 1.f);
  EXPECT_EQ(scale.show(1.1f), 2.f) << "it grows at once";
  for (int turn = 0; turn < 20; ++turn) {
    EXPECT_THAT(scale.show(0.6f, 0.3), ElementsAre(2.f)) << "and does not flicker";
    EXPECT_EQ(scale.show(1.1f), 2.f);
  }
  EXPECT_THAT(scale.show(0.95f, 5.0), ElementsAre(2.f)) << "nor shrink to what is soon too narrow";
}

TEST(QuantityScale, GoesOnToTheSameScalesAfterARestore) {
  FollowedScale whole, restored;
  EXPECT_EQ(whole.show(1.9f), 2.f);
  (void)whole.show(0.4f, 0.7);  // in the middle of shrinking
  ByteWriter saved;
  whole.scale().save(saved);
  ByteReader in(saved.bytes());
  restored.scale().restore(in, kSpeedField);
  EXPECT_TRUE(in.atEnd());
  for (double time = 1.0; time < 2.0; time += 0.02) {
    const std::vector<float> values(10, 0.4f);
    const QuantityScale expected = whole.scale().follow(values, kSpeedField, time);
    EXPECT_EQ(restored.scale().follow(values, kSpeedField, time), expected) << time;
  }
}

// After a pour has ended, the scale shrinks smoothly to the speeds that are left.
TEST(QuantityScale, GlidesDownToWhatValuesNeed) {
  for (const float left : {0.8f, 0.4f, 0.06f}) {
    FollowedScale scale;
    EXPECT_EQ(scale.show(1.9f), 2.f);
    const std::vector<float> ends = scale.show(left, 2.0);
    EXPECT_EQ(ends.front(), 2.f) << left;
    EXPECT_FLOAT_EQ(ends.back(), quantityScale(std::vector<float>{left}, kSpeedField).high) << left;
    for (std::size_t i = 1; i < ends.size(); ++i) {
      EXPECT_LT(ends[i], ends[i - 1]) << left;
      EXPECT_GT(ends[i], 0.9f * ends[i - 1]) << left << ": no jump";
    }
  }
}

TEST(QuantityScale, BeginsAnewWithAnotherQuantityAndWhenTimeGoesBack) {
  FollowedScale scale;
  EXPECT_EQ(scale.show(1.9f), 2.f);
  scale.setTime(-1.0);
  EXPECT_FLOAT_EQ(scale.show(0.06f), 0.1f);
  EXPECT_EQ(scale.scale().follow(std::vector<float>(10, 100.f), fieldOf("pressure"), 5.0).high, 100.f);
  const QuantityScale strain = scale.scale().follow(std::vector<float>(10, 0.04f), fieldOf("strain"), 6.0);
  EXPECT_FLOAT_EQ(strain.low, -strain.high);
}

TEST(QuantityScale, ColoursRunFromEndToEnd) {
  const QuantityScale speed{0.f, 2.f};
  const auto at = [&](float v) { return quantityColour(kSpeedField, speed, v); };
  EXPECT_NE(at(0.f), at(1.f));
  EXPECT_NE(at(1.f), at(2.f));
  EXPECT_EQ(at(-1.f), at(0.f));
  EXPECT_EQ(at(5.f), at(2.f));
  EXPECT_NE(quantityColour(kMaterialField, {}, 0.f), quantityColour(kMaterialField, {}, 1.f));
  EXPECT_THROW((void)quantityColour(kLookField, {}, 0.f), std::invalid_argument);
}

clavet::Material springy() {
  clavet::Material m;
  m.springStiffness = 0.3f;
  m.plasticityStretch = m.plasticityCompress = 0.f;
  return m;
}

/// Gives a method two particles `apart` metres from each other, h = 0.02 m.
void addPair(Method& method, float apart) {
  MaterialDefinition definition;
  definition.values = toValues<clavet::Material>(clavet::kParameters, springy());
  definition.referenceRadius = 0.02f;
  method.setMaterials(std::span(&definition, 1));
  method.insert({{{0.f, 0.f, 0.f}, {apart, 0.f, 0.f}}, {Vec3(0.f), Vec3(0.f)}, 0, 0});
}

std::vector<float> strainsOf(const clavet::Clavet& method) { return method.gather(clavet::kStrainKey, 0.f); }

TEST(SpringStrain, OfAPairIsItsStretchOverItsRestLength) {
  clavet::Clavet method({.interactionRadius = 0.02f});
  addPair(method, 0.012f);
  method.springs().set(method.liquid(), std::vector<clavet::Spring>{{0, 1, 0.010f}});
  EXPECT_THAT(strainsOf(method), ElementsAre(FloatNear(0.2f, 1e-5f), FloatNear(0.2f, 1e-5f)));
  method.springs().set(method.liquid(), std::vector<clavet::Spring>{{0, 1, 0.016f}});
  EXPECT_THAT(strainsOf(method), ElementsAre(FloatNear(-0.25f, 1e-5f), FloatNear(-0.25f, 1e-5f)));
  method.springs().removeAll();
  EXPECT_THAT(strainsOf(method), ElementsAre(0.f, 0.f));
}

TEST(SpringStrain, CountsEachSpringByItsPull) {
  clavet::Clavet method({.interactionRadius = 0.02f});
  addPair(method, 0.012f);
  method.insert({{{0.f, 0.015f, 0.f}}, {Vec3(0.f)}, 0, 0});
  // A new spring has the rest length L = h. The spring pulls with the factor 1 - L / h = 0, so its strain has
  // no weight.
  method.springs().set(method.liquid(), std::vector<clavet::Spring>{{0, 1, 0.010f}, {0, 2, 0.020f}});
  EXPECT_THAT(strainsOf(method), ElementsAre(FloatNear(0.2f, 1e-5f), FloatNear(0.2f, 1e-5f), 0.f));
  // The factors are 0.5 and 0.25: (0.5 * 0.2 + 0.25 * 0) / 0.75.
  method.springs().set(method.liquid(), std::vector<clavet::Spring>{{0, 1, 0.010f}, {0, 2, 0.015f}});
  EXPECT_NEAR(strainsOf(method)[0], 0.1f / 0.75f, 1e-5f);
}

TEST(SpringStrain, SurvivesTheRemovalOfParticles) {
  clavet::Clavet method({.interactionRadius = 0.02f});
  addPair(method, 0.012f);
  method.insert({{{0.f, 0.015f, 0.f}}, {Vec3(0.f)}, 0, 0});
  method.springs().set(method.liquid(), std::vector<clavet::Spring>{{0, 1, 0.010f}, {1, 2, 0.010f}});
  // The last particle takes the index of the erased first particle, and the spring to the first is gone.
  method.erase(std::vector<std::uint32_t>{0});
  const float apart = std::sqrt(0.012f * 0.012f + 0.015f * 0.015f);
  EXPECT_THAT(strainsOf(method),
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

TEST(Snapshot, GathersWhatCostsOnlyWhenAskedAndChangesNothing) {
  World world(drop(), 2), other(drop(), 2);
  for (int k = 0; k < 5; ++k) world.step(), other.step();
  const auto plain = world.snapshot();
  EXPECT_TRUE(hasQuantity(*plain, fieldOf("density"))) << "it costs nothing";
  EXPECT_FALSE(hasQuantity(*plain, fieldOf("pressure")));
  const auto full = world.snapshot({.fields = {fieldOf("strain"), fieldOf("pressure")}});
  std::vector<std::string_view> keys;
  for (const FieldValues& f : full->fields) {
    keys.push_back(f.field.key);
    EXPECT_EQ(f.values.size(), full->positions.size());
  }
  EXPECT_THAT(keys, ElementsAre("density", "pressure", "strain")) << "in the order of the method";
  EXPECT_EQ(findField(*full, fieldOf("density"))->values, world.particles().density);
  EXPECT_THAT(findField(*full, fieldOf("density"))->atRest, ElementsAre(world.restDensity(0)));
  world.step(), other.step();
  EXPECT_EQ(world.hash(), other.hash());
}

}  // namespace
}  // namespace ooze::quantity_test
