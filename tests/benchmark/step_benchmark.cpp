// Benchmarks of whole steps of the product and of the literal transcription on the same liquid. One
// iteration is one step.
#include "benchmark/workload.h"

#include <benchmark/benchmark.h>
#include <map>
#include <string>
#include <utility>

namespace ooze::bench::step_benchmark {
namespace {

using Key = std::pair<std::size_t, bool>;  // number of particles; true: with springs

/// A liquid that continues from measurement to measurement, with its counts at the first of them.
template <class Liquid>
struct Measured {
  Liquid liquid;
  double neighbours, springs;
  double bytes = 0;  ///< memory per particle, including its springs; unknown for the transcription
};

Measured<ProductLiquid>& product(const Key& key) {
  static std::map<Key, Measured<ProductLiquid>> made;
  const auto found = made.find(key);
  if (found != made.end()) return found->second;
  const LiquidSeeds& seeds = settled(key.first);
  const std::size_t before = heapBytes();
  ProductLiquid liquid = ProductLiquid::rested(seeds, key.second, restFor(key.first), Threads());
  const double bytes = static_cast<double>(heapBytes() - before) / static_cast<double>(key.first);
  const double neighbours = liquid.meanNeighbours(), springs = liquid.springsPerParticle();
  return made
      .emplace(key,
               Measured<ProductLiquid>{
                   .liquid = std::move(liquid), .neighbours = neighbours, .springs = springs, .bytes = bytes})
      .first->second;
}

Measured<literal::Liquid>& transcription(const Key& key) {
  static std::map<Key, Measured<literal::Liquid>> made;
  const auto found = made.find(key);
  if (found != made.end()) return found->second;
  literal::Liquid liquid = restedLiteral(settled(key.first), key.second, restFor(key.first));
  const double neighbours = liquid.meanNeighbours();
  const double springs = static_cast<double>(liquid.springs.size()) / static_cast<double>(key.first);
  return made
      .emplace(key,
               Measured<literal::Liquid>{
                   .liquid = std::move(liquid), .neighbours = neighbours, .springs = springs})
      .first->second;
}

Key keyOf(const benchmark::State& state) {
  return {static_cast<std::size_t>(state.range(1)), state.range(0) != 0};
}

void report(benchmark::State& state, double neighbours, double springs) {
  state.counters["particle_steps_per_second"] =
      benchmark::Counter(static_cast<double>(state.range(1)), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["neighbours"] = neighbours;
  state.counters["springs"] = springs;
}

void productStep(benchmark::State& state) {
  auto& [liquid, neighbours, springs, bytes] = product(keyOf(state));
  const Threads threads(static_cast<int>(state.range(2)));
  liquid.timer.clear();
  for (auto _ : state) liquid.step(threads);
  report(state, neighbours, springs);
  state.counters["bytes"] = bytes;
  for (const auto& [stage, ms] : liquid.timer.stages())
    state.counters["ms " + std::string(stage)] = benchmark::Counter(ms, benchmark::Counter::kAvgIterations);
}

void literalStep(benchmark::State& state) {
  auto& measured = transcription(keyOf(state));
  for (auto _ : state) measured.liquid.step(kLiteralStep);
  report(state, measured.neighbours, measured.springs);
}

BENCHMARK(productStep)
    ->Name("step/product")
    ->ArgNames({"springs", "particles", "threads"})
    ->ArgsProduct({{0, 1}, {1'000, 20'000, 100'000, 1'000'000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

BENCHMARK(literalStep)
    ->Name("step/literal")
    ->ArgNames({"springs", "particles"})
    ->ArgsProduct({{0, 1}, {1'000, 20'000, 100'000}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace ooze::bench::step_benchmark
