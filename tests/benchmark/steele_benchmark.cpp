// Whole steps of the adhesion method on a ball of settled liquid. One iteration is one step.
#include "ooze/geometry/sampling.h"

#include "methods/steele/steele.h"

#include <benchmark/benchmark.h>
#include <cmath>
#include <map>
#include <memory>
#include <string>

namespace ooze::bench {
namespace {

constexpr float kInteractionRadius = 0.01f;  // [m]
constexpr float kStep = 1.f / 720.f;         // its cohesion bears 1/625 [s]

struct Blob {
  std::unique_ptr<steele::Steele> method;
  Bodies bodies;
  StageTimer timer;
  std::uint64_t steps = 0;
  double moves = 0.0, passes = 0.0, neighbours = 0.0;

  void step(const Threads& threads) {
    StepContext context{bodies, threads, timer, steps++};
    method->step(kStep, context);
    moves += method->moves(kStep);
    passes += method->lastCorrection().passes;
  }
};

/// A free ball that has rested for 40 steps.
Blob& blob(std::size_t particles) {
  static std::map<std::size_t, Blob> made;
  if (const auto found = made.find(particles); found != made.end()) return found->second;
  MethodSettings settings;
  settings.interactionRadius = kInteractionRadius;
  MaterialDefinition material;
  material.values = toValues<steele::Material>(steele::kParameters, {});
  Blob& b = made[particles];
  b.method = std::make_unique<steele::Steele>(settings);
  b.method->setMaterials({&material, 1});
  b.method->setGravity(Vec3(0.f));
  const float spacing = 2.f * b.method->radius();
  const auto radius =
      static_cast<float>(std::cbrt(static_cast<double>(particles) * 0.75 / 3.14159265)) * spacing;
  LiquidSeeds seeds;
  seeds.positions =
      fillVolume(*makeSphere(radius), Pose{}, spacing, Sampling::BlueNoise, 1, 0.f, 2 * particles);
  seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
  b.method->insert(seeds);
  const Threads all;
  for (int k = 0; k < 40; ++k) b.step(all);
  for (std::size_t i = 0; i < b.method->liquid().size(); ++i)
    b.method->liquid().neighbours().of(i).forEach([&](std::size_t j) {
      const Particles& p = b.method->liquid().particles;
      const float d = glm::distance(p.position[i], p.position[j]);
      b.neighbours += d < kInteractionRadius ? 1.0 / static_cast<double>(p.size()) : 0.0;
    });
  return b;
}

void steeleStep(benchmark::State& state) {
  Blob& b = blob(static_cast<std::size_t>(state.range(0)));
  const Threads threads(static_cast<int>(state.range(1)));
  b.timer.clear();
  b.moves = b.passes = 0.0;
  for (auto _ : state) b.step(threads);
  const auto particles = static_cast<double>(b.method->liquid().size());
  state.counters["particle_steps_per_second"] =
      benchmark::Counter(particles, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["neighbours"] = b.neighbours;
  state.counters["moves"] = benchmark::Counter(b.moves, benchmark::Counter::kAvgIterations);
  state.counters["passes"] = benchmark::Counter(b.passes, benchmark::Counter::kAvgIterations);
  for (const auto& [stage, ms] : b.timer.stages())
    state.counters["ms " + std::string(stage)] = benchmark::Counter(ms, benchmark::Counter::kAvgIterations);
}

BENCHMARK(steeleStep)
    ->Name("steele/step")
    ->ArgNames({"particles", "threads"})
    ->ArgsProduct({{1'000, 20'000, 100'000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace ooze::bench
