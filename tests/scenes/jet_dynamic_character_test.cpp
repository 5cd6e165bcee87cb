// Scene `clavet_jet_dynamic_character`: the dancer stops the jet, which splashes to all sides.
#include "ooze/scene/scene.h"

#include "character_scene.h"
#include "scenes/recorded_run.h"

#include <cmath>
#include <gtest/gtest.h>
#include <utility>

namespace ooze::jet_dynamic_character_test {
namespace {

constexpr std::string_view kDancer = "dancer ";

struct Jet {
  double momentum = 0.0;  ///< momentum along the jet of the liquid beyond the dancer, over a particle's mass
                          ///< [m/s]
  double sideways = 0.0;  ///< fraction of the liquid over the stage that is beside the jet [1]
  double deepest = 0.0;   ///< deepest penetration of a particle into the dancer [h]
};

constexpr const char* kScene = "clavet_jet_dynamic_character";

test::RecordedRun withoutDancer() {
  WorldSpec spec = loadScene(kScene, Detail::Coarse).world;
  forEachBone(spec, kDancer, [](Body& bone) { bone.present = false; });
  return test::RecordedRun(World(std::move(spec)));
}

Jet jetOn(bool dancing) {
  test::RecordedRun run = dancing ? test::RecordedRun(kScene) : withoutDancer();
  const World& world = run.world();
  const float width = 2.f * world.spec().emitters.front().radius;
  const float h = world.spec().methodSettings.interactionRadius;
  Jet jet;
  std::size_t samples = 0, all = 0, beside = 0;
  while (world.time() < 2.0) {
    run.advanceFrame();
    if (world.time() < 0.5 || world.frameIndex() % 5 != 0) continue;  // the jet arrives in the first 0.5 s
    ++samples;
    const Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3 at = p.position[i];
      if (at.x > 0.06f) jet.momentum += p.velocity[i].x;
      if (dancing) jet.deepest = std::max<double>(jet.deepest, -distanceToCharacter(world, kDancer, at) / h);
      if (at.x < -0.1f || at.y < h) continue;
      ++all;
      beside += std::abs(at.z) > width ? 1 : 0;
    }
  }
  jet.momentum /= static_cast<double>(samples);
  jet.sideways = static_cast<double>(beside) / static_cast<double>(all);
  return jet;
}

TEST(JetDynamicCharacter, TheDancerTakesTheJetsMomentumAndThrowsItSideways) {
  const Jet hit = jetOn(true), free = jetOn(false);
  std::printf("momentum beyond: %.1f of %.1f m/s; sideways %.3f, free %.3f; deepest %.4f h\n", hit.momentum,
              free.momentum, hit.sideways, free.sideways, hit.deepest);
  EXPECT_GT(free.momentum, 100.0);  // without a dancer the jet passes the dancer's place
  EXPECT_LT(hit.momentum, 0.6 * free.momentum);
  // Measured: 0.22 of the momentum, and 0.68 of the liquid beside the jet.
  EXPECT_GT(hit.sideways, 0.3);
  EXPECT_LT(free.sideways, 0.02);
  EXPECT_LT(hit.deepest, 0.05);  // contacts leave particles on the surface
}

}  // namespace
}  // namespace ooze::jet_dynamic_character_test
