#include "session/detail_choice.h"

#include "ooze/base/error.h"

#include "session/machine_speed.h"
#include "session/scene_demand.h"

#include <array>
#include <fmt/format.h>
#include <limits>
#include <vector>

namespace ooze {
namespace {

constexpr double kMeasureSeconds = 0.12;

// What a particle-step of a scene costs, in those of the block that is measured: there are solids, and
// springs of all ages. By processor time on one thread: 1.3 in clavet_fast_splash, 1.9 in clavet_pour_bunny.
constexpr double kSceneOverBlock = 1.5;

/// @param scene  coarse, with its shapes
std::vector<DetailEstimate> estimate(const Scene& scene, int threads) {
  const LiquidAmounts amounts = fullestLiquid(scene);
  const double speed = measureParticleSteps(scene.world, amounts.mainMaterial(), threads, kMeasureSeconds);
  std::vector<DetailEstimate> estimates;
  WorldSpec spec = scene.world;
  float finest = std::numeric_limits<float>::infinity();
  for (const Detail detail : {Detail::Coarse, Detail::Medium, Detail::Fine}) {
    const float h = outlineScene(scene.file.string(), detail).world.methodSettings.interactionRadius;
    if (h >= finest) continue;
    spec.methodSettings.interactionRadius = finest = h;
    const Demand demand = demandOf(spec, amounts);
    if (demand.fits && demand.particles >= 1.0)
      estimates.push_back({detail, speed / (kSceneOverBlock * demand.particleSteps())});
  }
  return estimates;
}

std::string inWords(std::span<const DetailEstimate> estimates) {
  if (estimates.empty()) return "Nothing could be estimated for this scene, so it opens coarse.";
  std::string list;
  for (const DetailEstimate& e : estimates)
    list += fmt::format("\n{}: {:.2g} x real time", detailWord(e.detail), e.simulatedOverWall);
  return fmt::format(
      "The finest that should run at {:g} x real time on this machine. Estimated for when the scene is "
      "fullest:{}\nA detail that you choose yourself stays until you close Ooze.",
      kLeastSimulatedOverWall, list);
}

}  // namespace

Detail chooseDetail(std::span<const DetailEstimate> estimates) {
  Detail chosen = Detail::Coarse;
  for (const DetailEstimate& e : estimates)
    if (e.simulatedOverWall >= kLeastSimulatedOverWall) chosen = e.detail;
  return chosen;
}

DetailChoice chooseDetailFor(std::string_view nameOrPath, int threads) {
  const Scene scene = loadScene(nameOrPath, Detail::Coarse);
  std::vector<DetailEstimate> estimates;
  try {
    estimates = estimate(scene, threads);
  } catch (const RunError&) {
    // A liquid that breaks in its first step says so when it is played.
  }
  return {chooseDetail(estimates), inWords(estimates)};
}

}  // namespace ooze
