// Tests of the cost estimate of a scene, from which the level of detail is chosen.
#include "fixtures/small_scene.h"
#include "session/detail_choice.h"
#include "session/scene_cost.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace ooze {
namespace {

constexpr double kEnough = kMinSimulatedOverWall;

TEST(ChooseDetail, TakesTheFinestThatIsFastEnough) {
  const auto chosen = [](double medium, double fine) {
    const std::vector<DetailEstimate> all{
        {Detail::Coarse, 2.0}, {Detail::Medium, medium}, {Detail::Fine, fine}};
    return chooseDetail(all);
  };
  EXPECT_EQ(chosen(0.99 * kEnough, 0.1), Detail::Coarse);
  EXPECT_EQ(chosen(kEnough, 0.1), Detail::Medium);
  EXPECT_EQ(chosen(3.0, 0.99 * kEnough), Detail::Medium);
  EXPECT_EQ(chosen(3.0, kEnough), Detail::Fine);
}

TEST(ChooseDetail, CoarseIsAlwaysAllowed) {
  EXPECT_EQ(chooseDetail({}), Detail::Coarse);
  const std::vector<DetailEstimate> slow{{Detail::Coarse, 0.001}};
  EXPECT_EQ(chooseDetail(slow), Detail::Coarse);
}

class SceneDemandTest : public testing::Test {
 protected:
  static Scene small() { return parseScene(kSmallScene, "small.json", Detail::Coarse); }
};

TEST_F(SceneDemandTest, ANozzlePoursUntilItsFirstLimit) {
  Scene scene = small();
  EmitterSpec& spout = scene.world.emitters[0];
  const auto poured = [&] { return estimateLiquidVolumes(scene).poured[0]; };
  // Volume of two seconds of a jet of this radius and speed.
  const double jet = std::numbers::pi * 0.012 * 0.012 * 0.5;
  EXPECT_NEAR(poured(), 2.0 * jet, 1e-5 * jet);
  spout.start = 0.5;
  EXPECT_NEAR(poured(), 1.5 * jet, 1e-5 * jet);
  spout.stop = 1.0;
  spout.enabled = false;  // a closed nozzle counts, because the user may open it
  EXPECT_NEAR(poured(), 0.5 * jet, 1e-5 * jet);
  spout.volumeLimit = 1e-5f;
  EXPECT_FLOAT_EQ(static_cast<float>(poured()), 1e-5f);
  spout.particleLimit = 3;
  EXPECT_LT(poured(), 1e-5);
  spout.start = 2.5;
  EXPECT_EQ(poured(), 0.0);
}

TEST_F(SceneDemandTest, TheLiquidOfTheStartFillsItsShape) {
  const double sphere = 4.0 / 3.0 * std::numbers::pi * std::pow(0.04, 3);
  // The lattice of about 650 points misses the volume of a sphere by a few per cent.
  EXPECT_NEAR(estimateLiquidVolumes(small()).atStart[0], sphere, 0.05 * sphere);
}

TEST_F(SceneDemandTest, HalfTheRadiusIsEightTimesTheParticlesAndNoFewerSteps) {
  WorldSpec spec = small().world;
  spec.particleLimit = kParticleLimit;
  const LiquidVolumes amounts = estimateLiquidVolumes(small());
  const SceneCost whole = estimateSceneCost(spec, amounts);
  spec.methodSettings.interactionRadius *= 0.5f;
  const SceneCost half = estimateSceneCost(spec, amounts);
  EXPECT_NEAR(half.particles, 8.0 * whole.particles, 1e-4 * half.particles);
  EXPECT_GE(half.substeps, whole.substeps);
  EXPECT_DOUBLE_EQ(half.particleSteps(), half.particles * half.substeps * 60.0);
}

TEST_F(SceneDemandTest, TheParticleLimitBoundsWhatIsPouredAndExcludesWhatDoesNotFit) {
  WorldSpec spec = small().world;
  const LiquidVolumes amounts = estimateLiquidVolumes(small());
  spec.particleLimit = 800;
  EXPECT_EQ(estimateSceneCost(spec, amounts).particles, 800.0);
  EXPECT_TRUE(estimateSceneCost(spec, amounts).fits);
  spec.particleLimit = 100;
  EXPECT_FALSE(estimateSceneCost(spec, amounts).fits);
}

// Compares the estimate with a run in which no liquid leaves. The runs last until the bunny's nozzle has
// closed, and until the other scenes have calmed.
TEST_F(SceneDemandTest, MatchesWhatTheScenesThatShipComeTo) {
  for (const auto& [name, seconds] :
       {std::pair{"clavet_pour_bunny", 4.2}, {"clavet_fast_splash", 1.5}, {"clavet_oscillating_drop", 0.5}}) {
    const Scene scene = loadScene(name, Detail::Coarse);
    const SceneCost estimate = estimateSceneCost(scene.world, estimateLiquidVolumes(scene));
    World world(scene.world, 1);
    std::size_t most = 0;
    double steps = 0.0, frames = 0.0;
    for (; world.time() < seconds; ++frames) {
      world.advanceFrame();
      steps += world.substeps();
      most = std::max(most, world.particles().size());
    }
    // The layers of a jet and the points of a lattice are whole numbers, hence the tolerance of 5 %.
    EXPECT_NEAR(static_cast<double>(most) / estimate.particles, 1.0, 0.05) << name;
    // Splashes are sometimes faster than falling liquid, and the jet's first frames are slower, hence the
    // tolerance of 25 %.
    EXPECT_NEAR(steps / frames / estimate.substeps, 1.0, 0.25) << name;
  }
}

}  // namespace
}  // namespace ooze
