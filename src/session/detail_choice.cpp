#include "session/detail_choice.h"

#include "ooze/base/error.h"

#include "base/random.h"
#include "session/scene_cost.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <vector>

namespace ooze {
namespace {

constexpr double kMeasureSeconds = 0.12;

// Cost of a particle-step in a scene, relative to the measured block of liquid. A scene also has solids, and
// springs of all ages.
constexpr double kSceneOverBlock = 1.5;

/// Estimates, for each level of detail, how fast this machine simulates the scene.
/// @param scene  the scene at coarse detail, with its shapes
std::vector<DetailEstimate> estimate(const Scene& scene, int threads) {
  const LiquidVolumes amounts = estimateLiquidVolumes(scene);
  const double speed = measureParticleSteps(scene.world, amounts.mainMaterial(), threads, kMeasureSeconds);
  std::vector<DetailEstimate> estimates;
  WorldSpec spec = scene.world;
  float finest = std::numeric_limits<float>::infinity();
  for (const Detail detail : kDetails) {
    const float h = loadSceneWithoutShapes(scene.file.string(), detail, scene.world.method)
                        .world.methodSettings.interactionRadius;
    const bool isNoDraft = detail == Detail::Draft && h <= scene.world.methodSettings.interactionRadius;
    if (h >= finest || isNoDraft) continue;
    spec.methodSettings.interactionRadius = finest = h;
    const SceneCost demand = estimateSceneCost(spec, amounts);
    if (demand.fits && demand.particles >= 1.0)
      estimates.push_back({detail, speed / (kSceneOverBlock * demand.particleSteps())});
  }
  return estimates;
}

std::string inWords(std::span<const DetailEstimate> estimates) {
  if (estimates.empty()) return "The speed of this scene could not be estimated, so it opens coarse.";
  std::string list;
  for (const DetailEstimate& e : estimates)
    list += fmt::format("\n{}: {:.2g} x real time", detailWord(e.detail), e.simulatedOverWall);
  return fmt::format(
      "The finest detail that should run at {:g} x real time on this machine. Estimated for the time with "
      "the most particles:{}\nA detail that you choose yourself stays until you close Ooze.",
      kMinSimulatedOverWall, list);
}

// Enough particles to keep a thread busy, but few enough that some of many steps run undisturbed by other
// processes.
constexpr int kParticlesPerThread = 4096;
// Largest number of threads that get particles of their own, so that the setup stays quick.
constexpr int kMostThreads = 16;
// Gravity in the measurement [m/s^2]; the same for every scene, because the result is a property of the
// machine.
constexpr Vec3 kGravity{0.f, -9.81f, 0.f};
constexpr float kDisorder = 0.15f;  // random displacement relative to the spacing, because a perfect lattice
                                    // does not behave like liquid

LiquidSeeds block(int side, float spacing, std::uint16_t material) {
  LiquidSeeds seeds;
  seeds.material = material;
  std::uint64_t n = 0;
  const auto jitter = [&n] { return kDisorder * (2.f * randomUnit(1, n++) - 1.f); };
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const Vec3 moved{jitter(), jitter(), jitter()};
        seeds.positions.push_back(spacing * (Vec3(x, y, z) + moved));
      }
  seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
  return seeds;
}

}  // namespace

Detail chooseDetail(std::span<const DetailEstimate> estimates) {
  Detail chosen = Detail::Coarse;
  for (const DetailEstimate& e : estimates)
    if (e.detail != Detail::Draft && e.simulatedOverWall >= kMinSimulatedOverWall) chosen = e.detail;
  return chosen;
}

DetailChoice chooseDetailFor(std::string_view nameOrPath, int threads, std::string_view method) {
  const Scene scene = loadScene(nameOrPath, Detail::Coarse, method);
  std::vector<DetailEstimate> estimates;
  try {
    estimates = estimate(scene, threads);
  } catch (const RunError&) {
    // A liquid that fails in its first step reports the error when the scene is played.
  }
  return {chooseDetail(estimates), inWords(estimates)};
}

double measureParticleSteps(const WorldSpec& spec, std::uint16_t material, int threads, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto since = [](Clock::time_point from) {
    return std::chrono::duration<double>(Clock::now() - from).count();
  };
  const auto begin = Clock::now();
  const MethodRow& row = findMethod(spec.method);
  const std::unique_ptr<Method> method = row.make(spec.methodSettings);
  method->setMaterials(spec.materials);
  method->setGravity(kGravity);
  const Threads workers(threads);
  const int busy = std::min(workers.count(), kMostThreads);
  const auto side = static_cast<int>(std::lround(std::cbrt(kParticlesPerThread * busy)));
  const LiquidSeeds seeds =
      block(side, row.restSpacing(spec.methodSettings, spec.materials[material]), material);
  method->insert(seeds);
  const float stable = row.stableStep(spec.methodSettings, spec.materials, kGravity).seconds;
  const float dt = std::min(stable, 1.f / static_cast<float>(spec.framesPerSecond));
  Bodies none;
  StageTimer timer;
  double fastest = std::numeric_limits<double>::infinity();
  for (std::uint64_t step = 0; step < 2 || since(begin) < seconds; ++step) {
    const auto started = Clock::now();
    StepContext context{none, workers, timer, step};
    method->step(dt, context);
    if (step > 0) fastest = std::min(fastest, since(started));
  }
  return static_cast<double>(seeds.positions.size()) / fastest;
}

}  // namespace ooze
