// Benchmarks of changes in the number of springs or particles: springs switched on, a layer emitted and
// removed. A further benchmark checks for spikes in 300 steps of liquid at rest.
#include "benchmark/workload.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <map>

namespace ooze::bench {
namespace {

template <class F>
double secondsOf(const F& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Measures the first step of a liquid whose material has just been given springs: every pair within h gets
/// a spring.
void insertSprings(benchmark::State& state) {
  const auto particles = static_cast<std::size_t>(state.range(0));
  const Threads threads(static_cast<int>(state.range(1)));
  const LiquidSeeds& seeds = settled(particles);
  double springs = 0.0;
  for (auto _ : state) {
    ProductLiquid liquid(seeds, Springs::None);
    liquid.step(threads);
    if (liquid.method().links()->count() != 0)
      return state.SkipWithError("springs before there should be any");
    liquid.use(Springs::Yielding);
    state.SetIterationTime(secondsOf([&] { liquid.step(threads); }));
    springs = static_cast<double>(liquid.method().links()->count());
  }
  if (springs == 0.0) return state.SkipWithError("no springs were made");
  state.counters["springs"] = springs / static_cast<double>(particles);
  state.counters["springs_per_second"] =
      benchmark::Counter(springs, benchmark::Counter::kIsIterationInvariantRate);
}

constexpr int kLayer = 200;  // particles in the added layer

/// Returns a layer of 200 particles at rest spacing, beside the ball.
LiquidSeeds layerBeside(const Method& liquid) {
  const Vec3Array& at = liquid.view().particles->position;
  Aabb box;
  for (std::size_t i = 0; i < at.size(); ++i) box.include(at[i]);
  constexpr int kRow = 20;
  LiquidSeeds layer;
  for (int n = 0; n < kLayer; ++n)
    layer.positions.push_back(box.upper + restSpacing() * Vec3(n % kRow, 4, n / kRow));
  layer.velocities.assign(kLayer, Vec3(0.f));
  return layer;
}

/// Returns a settled liquid with springs. The liquid is made once for each size and shared by the benchmarks,
/// which therefore must remove all particles that they add.
ProductLiquid& restedWithSprings(std::size_t particles) {
  static std::map<std::size_t, ProductLiquid> made;
  const auto found = made.find(particles);
  if (found != made.end()) return found->second;
  const RestPhases rest = restFor(particles);
  return made.emplace(particles, ProductLiquid::rested(settled(particles), true, rest, Threads()))
      .first->second;
}

/// Measures the emission of a layer into a liquid with springs, and its removal after a step. The step
/// itself is not counted.
void emitLayer(benchmark::State& state) {
  const auto particles = static_cast<std::size_t>(state.range(0));
  const Threads threads;
  ProductLiquid& liquid = restedWithSprings(particles);
  const LiquidSeeds layer = layerBeside(liquid.method());
  double inserting = 0.0, erasing = 0.0;
  for (auto _ : state) {
    const std::uint32_t firstNew = liquid.method().view().particles->nextId;
    const double insertion = secondsOf([&] { liquid.method().insert(layer); });
    liquid.step(threads);
    UndoRecord added;
    for (std::uint32_t id = firstNew; id < liquid.method().view().particles->nextId; ++id)
      added.ids.push_back(id);
    const double removal = secondsOf([&] { liquid.method().revert({EditKind::Add}, added, 0, 0.f); });
    inserting += insertion, erasing += removal;
    state.SetIterationTime(insertion + removal);
  }
  if (liquid.size() != particles) return state.SkipWithError("not every emitted particle went");
  state.counters["insert_us"] = benchmark::Counter(1e6 * inserting, benchmark::Counter::kAvgIterations);
  state.counters["erase_us"] = benchmark::Counter(1e6 * erasing, benchmark::Counter::kAvgIterations);
}

/// Times 300 single steps of settled liquid with springs, to find spikes.
void steadySteps(benchmark::State& state) {
  const Threads threads;
  ProductLiquid& liquid = restedWithSprings(static_cast<std::size_t>(state.range(0)));
  std::vector<double> seconds;
  for (auto _ : state) {
    seconds.clear();
    for (int s = 0; s < 300; ++s) seconds.push_back(secondsOf([&] { liquid.step(threads); }));
    std::sort(seconds.begin(), seconds.end());
    state.SetIterationTime(seconds[seconds.size() / 2]);
  }
  state.counters["median_ms"] = 1e3 * seconds[seconds.size() / 2];
  state.counters["slowest_over_median"] = seconds.back() / seconds[seconds.size() / 2];
}

BENCHMARK(insertSprings)
    ->Name("springs/insertion")
    ->ArgNames({"particles", "threads"})
    ->ArgsProduct({{1'000, 20'000, 100'000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->Iterations(3)
    ->UseManualTime();

// The number of iterations is fixed, because ids are never reused: the tables by id grow with every layer.
BENCHMARK(emitLayer)
    ->Name("emission/layer")
    ->ArgNames({"particles"})
    ->Arg(1'000)
    ->Arg(100'000)
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(10)
    ->UseManualTime();

BENCHMARK(steadySteps)
    ->Name("steady/300")
    ->ArgNames({"particles"})
    ->Arg(1'000)
    ->Arg(20'000)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1)
    ->UseManualTime();

}  // namespace
}  // namespace ooze::bench
