// Tests that liquids of the adhesion method come to rest as puddles, pools and free drops.
#include "ooze/world/world.h"

#include "methods/steele/coefficients.h"
#include "methods/steele/steele.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

namespace ooze::steele_rest_test {
namespace {

struct Kind {
  const char* name;
  steele::Material material;
};

// Lists liquids from thin as water to hardly flowing, at a reference radius of 0.01 m.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      {"thin", {.viscosity = 6.f, .cohesion = 20.f, .cling = 10.f}},
      {"honey", {.viscosity = 1200.f, .cohesion = 60.f, .cling = 50.f, .friction = 0.01f}},
      {"strong", {.viscosity = 50.f, .cohesion = 300.f, .cling = 50.f, .friction = 0.3f}}};
  return all;
}

WorldSpec specOf(const Kind& kind) {
  WorldSpec spec;
  spec.settings.sleep = 0.f;  // the test measures the solver
  spec.method = "steele";
  spec.methodSettings.interactionRadius = 0.016f;
  MaterialDefinition m;
  m.name = kind.name;
  m.values = toValues<steele::Material>(steele::kParameters, kind.material);
  m.density = 1200.f;
  spec.materials.push_back(m);
  LiquidVolume liquid;
  liquid.name = "liquid";
  liquid.shape = makeSphere(0.022f);
  liquid.sampling = Sampling::Settled;
  spec.liquids.push_back(liquid);
  return spec;
}

struct Speeds {
  double mean = 0.0, most = 0.0;     ///< mean and greatest speed over the last ten frames [m/s]
  double passes = 0.0, error = 0.0;  ///< mean passes of the correction per frame; final error [1]
};

/// Runs so many frames and returns the speeds over the last ten.
Speeds runAndMeasure(World& world, int frames) {
  const auto& method = dynamic_cast<const steele::Steele&>(world.method());
  Speeds s;
  for (int f = 0; f < frames; ++f) {
    world.advanceFrame();
    s.passes += method.lastCorrection().passes / static_cast<double>(frames);
    if (f < frames - 10) continue;
    for (std::size_t i = 0; i < world.particles().size(); ++i) {
      const auto speed = static_cast<double>(glm::length(world.frameVelocity(i)));
      s.mean += 0.1 * speed / static_cast<double>(world.particles().size());
      s.most = std::max(s.most, speed);
    }
  }
  s.error = method.lastCorrection().error;
  EXPECT_TRUE(world.rollBacks().empty());
  return s;
}

/// Extreme sliders throw no beads: greatest cohesion, no damping, and the strongest corrections.
TEST(SteeleCorrection, ThrowsNoBeadsAtTheEndsOfItsSliders) {
  float c = 0.f;
  for (const ParameterInfo& row : findMethod("steele").parameters())
    if (row.key == "elasticity") c = row.upper;
  WorldSpec spec = specOf({"ends", {.viscosity = 0.f, .cohesion = 400.f, .cling = 20.f, .elasticity = c}});
  spec.liquids[0].pose.position.y = 0.03f;
  spec.bodies.push_back(
      makeBody("floor", {.kind = SolidShape::SolidKind::Plane, .size = Vec3(0.f, 1.f, 0.f)}, Motion::Static));
  World world(std::move(spec), 1);
  float fastest = 0.f;
  for (int f = 0; f < 15; ++f) {
    world.advanceFrame();
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      fastest = std::max(fastest, glm::length(world.frameVelocity(i)));
  }
  // Speeds in m/s. The slider ends below an elasticity (c of the paper) of 0.5, at which drops would be
  // thrown out at 7 m/s.
  EXPECT_LT(fastest, 2.f);
}

class SteeleRest : public testing::TestWithParam<std::size_t> {
 protected:
  [[nodiscard]] static const Kind& kind() { return kinds()[GetParam()]; }
  static void expectRest(const Speeds& s, double mean) {
    EXPECT_LT(s.mean, mean);
    EXPECT_LT(s.most, 0.04);   // single particles still rearrange
    EXPECT_LE(s.passes, 3.0);  // Steele et al. 2004: fewer than 3 corrections on average
    EXPECT_LT(s.error, 0.02);
  }
};

INSTANTIATE_TEST_SUITE_P(Kinds, SteeleRest, testing::Range<std::size_t>(0, 3),
                         [](const auto& of) { return std::string(kinds()[of.param].name); });

TEST_P(SteeleRest, OfAPuddle) {
  WorldSpec spec = specOf(kind());
  spec.liquids[0].pose.position.y = 0.03f;
  spec.bodies.push_back(
      makeBody("floor", {.kind = SolidShape::SolidKind::Plane, .size = Vec3(0.f, 1.f, 0.f)}, Motion::Static));
  World world(std::move(spec), 1);
  expectRest(runAndMeasure(world, 180), 0.002);
}

TEST_P(SteeleRest, OfAPool) {
  WorldSpec spec = specOf(kind());
  spec.liquids[0].shape = makeBox(Vec3(0.024f, 0.016f, 0.024f));
  spec.liquids[0].pose.position.y = -0.013f;
  spec.bodies.push_back(makeBody(
      "tank", {.kind = SolidShape::SolidKind::Tank, .size = Vec3(0.025f, 0.03f, 0.025f)}, Motion::Static));
  World world(std::move(spec), 1);
  expectRest(runAndMeasure(world, 180), 0.002);
}

/// Surface attraction and internal pressure of a free drop balance: the drop does not drift, spin up, or
/// boil.
TEST_P(SteeleRest, OfAFreeDrop) {
  WorldSpec spec = specOf(kind());
  spec.settings.gravityY = 0.f;
  World world(std::move(spec), 1);
  const auto centre = [&world] {
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      sum += glm::dvec3(world.particles().position[i]);
    return sum / static_cast<double>(world.particles().size());
  };
  const glm::dvec3 before = centre();
  expectRest(runAndMeasure(world, 90), 0.008);
  EXPECT_LT(glm::distance(centre(), before), 2e-5);
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    ASSERT_LT(glm::length(world.particles().position[i]), 0.03f);
}

}  // namespace
}  // namespace ooze::steele_rest_test
