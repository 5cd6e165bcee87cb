// Benchmarks of whole steps of the adhesion method on a ball of settled liquid, and of the literal
// transcription. One iteration is one step.
#include "ooze/geometry/sampling.h"

#include "benchmark/literal_steele.h"
#include "methods/steele/steele.h"

#include <benchmark/benchmark.h>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <tuple>

namespace ooze::bench::steele_benchmark {
namespace {

constexpr float kInteractionRadius = 0.01f;  // interaction radius h [m]
constexpr float kStep = 1.f / 720.f;         // time step [s]; the liquid's cohesion is stable up to 1/625 s
constexpr float kSupport = 4.f;              // support radius of viscosity [radii]
constexpr float kWideSupport = 5.25f;        // support radius with 60 neighbours at rest [radii]

struct SettledBall {
  std::unique_ptr<steele::Steele> method;
  Bodies bodies;
  StageTimer timer;
  std::uint64_t steps = 0;
  double moves = 0.0, passes = 0.0, neighbours = 0.0;

  void step(const Threads& threads) {
    StepContext context{bodies, threads, timer, steps++};
    method->step(kStep, context);
    moves += method->moves(kStep, threads);
    passes += method->lastCorrection().passes;
  }
};

/// Returns a free ball that has rested for 40 steps. @param support  support radius of viscosity [radii]
SettledBall made(std::size_t particles, float support) {
  MethodSettings settings;
  settings.interactionRadius = kInteractionRadius;
  MaterialDefinition material;
  material.values = toValues<steele::Material>(steele::kParameters, {.viscousSupport = support});
  SettledBall b;
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
      b.neighbours += d < support * b.method->radius() ? 1.0 / static_cast<double>(p.size()) : 0.0;
    });
  return b;
}

/// Returns the ball, at rest or with a common velocity that makes a step take `moves` moves.
SettledBall& blob(std::size_t particles, int moves, float support) {
  static std::map<std::tuple<std::size_t, int, float>, SettledBall> all;
  const std::tuple key{particles, moves, support};
  if (const auto found = all.find(key); found != all.end()) return found->second;
  SettledBall& b = all[key] = made(particles, support);
  if (moves == 1) return b;
  // A move covers at most half a radius (Steele::moves).
  const float speed = (static_cast<float>(moves) - 0.5f) * 0.5f * b.method->radius() / kStep;
  Particles& p = b.method->liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i) p.velocity.add(i, Vec3(speed, 0.f, 0.f));
  return b;
}

void steeleStep(benchmark::State& state, float support) {
  SettledBall& b = blob(static_cast<std::size_t>(state.range(1)), static_cast<int>(state.range(0)), support);
  const Threads threads(static_cast<int>(state.range(2)));
  b.timer.clear();
  b.moves = b.passes = 0.0;
  std::size_t steps = 0;
  for (auto _ : state) b.step(threads), ++steps;
  const auto particles = static_cast<double>(b.method->liquid().size());
  state.counters["particle_steps_per_second"] =
      benchmark::Counter(particles, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["moves_per_second"] = benchmark::Counter(particles * b.moves / static_cast<double>(steps),
                                                          benchmark::Counter::kIsIterationInvariantRate);
  state.counters["neighbours"] = b.neighbours;
  state.counters["moves"] = benchmark::Counter(b.moves, benchmark::Counter::kAvgIterations);
  state.counters["passes"] = benchmark::Counter(b.passes, benchmark::Counter::kAvgIterations);
  for (const auto& [stage, ms] : b.timer.stages())
    state.counters["ms " + std::string(stage)] = benchmark::Counter(ms, benchmark::Counter::kAvgIterations);
}

void steeleUsual(benchmark::State& state) { steeleStep(state, kSupport); }
void steeleWide(benchmark::State& state) { steeleStep(state, kWideSupport); }

/// Measures the literal transcription on the same ball.
void literalStep(benchmark::State& state) {
  const Particles& p = blob(static_cast<std::size_t>(state.range(0)), 1, kSupport).method->liquid().particles;
  literal::SteeleParameters law;
  law.radius = steele::kRadius * kInteractionRadius;
  literal::SteeleLiquid liquid(law);
  for (std::size_t i = 0; i < p.size(); ++i)
    liquid.particles.push_back({.position = p.position[i], .velocity = p.velocity[i], .previous = {}});
  for (auto _ : state) liquid.step(kStep);
  state.counters["particle_steps_per_second"] =
      benchmark::Counter(static_cast<double>(p.size()), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["neighbours"] = liquid.meanNeighbours(1.f / steele::kRadius);
}

BENCHMARK(steeleUsual)
    ->Name("steele/step")
    ->ArgNames({"moves", "particles", "threads"})
    ->ArgsProduct({{1, 6}, {1'000, 20'000, 100'000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

// The paper calls this number of neighbours typical.
BENCHMARK(steeleWide)
    ->Name("steele/wide")
    ->ArgNames({"moves", "particles", "threads"})
    ->ArgsProduct({{1, 6}, {20'000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

BENCHMARK(literalStep)
    ->Name("steele/literal")
    ->ArgNames({"particles"})
    ->ArgsProduct({{1'000, 20'000}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace ooze::bench::steele_benchmark
