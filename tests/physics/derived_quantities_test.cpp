// Material cards: every derived quantity of every shipped material is compared with a measurement of the
// liquid.
#include "ooze/scene/scene.h"

#include "verify/clavet_figures.h"
#include "verify/trial.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <gtest/gtest.h>

namespace ooze::figures_test {
namespace {

constexpr double kTruth = 0.2;     // relative tolerance between card and measurement
constexpr float kGravity = 9.81f;  // acceleration of gravity [m/s^2]
const MethodSettings kCoarse{.interactionRadius = 0.02f};

/// Expects that a material card's quantity agrees with a measurement within kTruth.
/// @param key       parameter whose card states the quantity
/// @param gravity   gravity of the world that the card is for [m/s^2]
/// @param resolved  resolution of the measurement; smaller differences do not count [unit of the quantity]
void expectFigure(const MaterialDefinition& material, std::string_view key, std::string_view name,
                  double measured, const MethodSettings& settings = kCoarse, double resolved = 0.0,
                  float gravity = kGravity) {
  const MethodRow& method = findMethod("clavet");
  double told = std::nan("");
  for (const DerivedQuantity& f :
       method.derivedQuantities(settings, gravity, material, findParameter(method.parameters(), key)))
    if (f.name == name) told = f.value;
  fmt::print("{:6} {:45} card {:10.4g} measured {:10.4g} ratio {:.3f}\n", material.name, name, told, measured,
             told / measured);
  EXPECT_NEAR(told, measured, std::max(resolved, kTruth * std::abs(measured))) << name;
}

class Figures : public testing::TestWithParam<const char*> {
 protected:
  void expect(std::string_view key, std::string_view name, double measured) const {
    expectFigure(material_, key, name, measured);
  }

  MaterialDefinition material_ = loadMaterial(GetParam(), "clavet");
};

class LiquidQuantities : public Figures {};
class PoolQuantities : public Figures {};
class DropQuantities : public Figures {};
class SpringQuantities : public Figures {};

TEST_P(PoolQuantities, PoolAndSound) {
  // Springs would carry a part of the weight for a while.
  material_.values[findParameter(findMethod("clavet").parameters(), "spring_stiffness")] = 0.f;
  const verify::PoolMeasurements pool = verify::measurePool(material_, kCoarse);
  expect("volume_stiffness", "speed of sound", pool.soundSpeed);
  expect("volume_stiffness", "a pool of 10 cm is compressed by", pool.pressed);
}

// The scene's compression limit gives every material the same stiffness, so testing one material suffices.
TEST(FiguresOfScenes, CompressionLimitStiffensTheLiquid) {
  const MethodSettings stiff{
      .interactionRadius = 0.02f, .compressionLimit = 0.08f, .compressionDepth = 0.25f};
  const MaterialDefinition water = loadMaterial("water", "clavet");
  const verify::PoolMeasurements pool = verify::measurePool(water, stiff);
  expectFigure(water, "volume_stiffness", "speed of sound", pool.soundSpeed, stiff);
  expectFigure(water, "volume_stiffness", "a pool of 10 cm is compressed by", pool.pressed, stiff);
}

TEST_P(DropQuantities, SurfaceTension) {
  expect("stiffness", "surface tension", verify::measureSurfaceTension(material_));
}

// The viscosity must not depend on the time step: in a long step, one pair removes relative velocity that
// overlapping pairs would also act on. 3 % is well below the 20 % of the cards.
TEST(Viscosity, IsTheSameInStepsOfAnyLength) {
  MaterialDefinition honey = loadMaterial("honey", "clavet");
  float& sigma = honey.values[findParameter(findMethod("clavet").parameters(), "viscosity_linear")];
  sigma = 12.f;
  const double perSecond =
      30.0 * sigma * std::pow(honey.referenceRadius / kCoarse.interactionRadius, 2.0);  // sigma at this h
  const auto inStepsOf = [&](double sigmaDt) {
    return verify::measureViscosity(honey, 0.0, static_cast<float>(sigmaDt / perSecond));
  };
  const double fine = inStepsOf(0.25);
  for (const double sigmaDt : {0.65, 1.0, 1.3})
    EXPECT_NEAR(inStepsOf(sigmaDt) / fine, 1.0, 0.03) << "sigma dt = " << sigmaDt;
}

/// Returns the viscosity that an eddy in an open tank 4 h deep meets, over the viscosity of the card.
double eddyOverCard(const MethodRow& method, double viscosity, float h) {
  const MaterialDefinition liquid = verify::liquidOf(method, viscosity, h);
  const float half = 3.f * h, depth = 4.f * h;
  WorldSpec spec = verify::sceneOf(method, {liquid}, depth, h);
  spec.bodies = {verify::tankOf({2.f * half, 2.f * depth, 2.f * half}, 0.f)};
  spec.liquids = {verify::boxOf({-half, 0.f, -half}, {half, depth, half})};
  const auto bench = verify::Trial{method}.bench(std::move(spec));
  bench->run(0.3);
  return verify::eddyViscosity(*bench, half, 1) / verify::cardViscosity(method, liquid, h);
}

// Packing under weight adds to the viscosity. The cards include its part at every interaction radius; "ooze
// verify" measures at 10 mm.
TEST(Viscosity, OfLiquidUnderItsWeightIsThatOfTheCardAtEveryDetail) {
  for (const float h : {0.005f, 0.02f}) {
    const double viscosity = 2.5e-3 * std::pow(100.0 * double{h}, 1.5);
    EXPECT_NEAR(eddyOverCard(findMethod("clavet"), viscosity, h), 1.0, 0.2) << "h = " << h;
    EXPECT_NEAR(eddyOverCard(findMethod("shape_matching"), 0.0, h), 1.0, 0.2) << "h = " << h;
  }
  EXPECT_NEAR(eddyOverCard(findMethod("steele"), 0.0, 0.005f), 1.0, 0.2);
}

TEST_P(LiquidQuantities, Viscosity) {
  expectFigure(material_, "viscosity_linear", "viscosity", verify::measureViscosity(material_), kCoarse, 0.0,
               0.f);
  expect("viscosity_quadratic", "viscosity added at a shear rate of 100/s",
         verify::measureFastViscosity(material_, 100.f));
}

TEST_P(LiquidQuantities, Sliding) {
  MaterialDefinition liquid = material_;
  for (const char* key : {"stickiness", "spring_stiffness"})
    verify::setParameter(findMethod("clavet"), liquid, key, 0.f);
  // A material that does not slip stops in the first step, within which the measurement interpolates [ms].
  constexpr double kWithinAStep = 0.2;
  expectFigure(liquid, "friction", "a sliding speed halves in",
               verify::measureSlidingHalfLife({findMethod("clavet")}, liquid), kCoarse, kWithinAStep);
}

TEST_P(LiquidQuantities, Reach) { expect("stick_distance", "reach", verify::measureStickReach(material_)); }

TEST_P(LiquidQuantities, Packing) {
  const verify::PackingMeasurements packing = verify::measurePacking(material_);
  expect("rest_density", "neighbours of a settled particle, far ones counted in full", packing.neighbours);
  expect("rest_density", "distance between particles", packing.spacing);
  expect("near_stiffness", "density of settled liquid, counted like rest density", packing.density);
}

TEST_P(SpringQuantities, Young) {
  expect("spring_stiffness", "Young's modulus", verify::measureYoungsModulus(material_));
}

TEST_P(SpringQuantities, Yield) {
  expect("yield_ratio_stretch", "yield stress in shear", verify::measureYieldStress(material_));
}

TEST_P(SpringQuantities, Relaxation) {
  expect("plasticity_stretch", "strain falls to a third in", verify::measureRelaxationTime(material_, true));
  expect("plasticity_compress", "strain falls to a third in",
         verify::measureRelaxationTime(material_, false));
}

const auto kName = [](const auto& tested) { return std::string(tested.param); };
INSTANTIATE_TEST_SUITE_P(Shipped, LiquidQuantities,
                         testing::Values("water", "oil", "honey", "paint", "mud", "clay", "gel", "slime"),
                         kName);
// One material for each shipped volume stiffness, and some materials for the range of cohesions.
INSTANTIATE_TEST_SUITE_P(Shipped, PoolQuantities, testing::Values("water", "honey"), kName);
INSTANTIATE_TEST_SUITE_P(Shipped, DropQuantities, testing::Values("water", "honey", "clay"), kName);
INSTANTIATE_TEST_SUITE_P(Shipped, SpringQuantities,
                         testing::Values("honey", "paint", "mud", "clay", "gel", "slime"), kName);

}  // namespace
}  // namespace ooze::figures_test
