// Benchmarks of worlds in motion, and of the literal transcription on the same liquid. One iteration of a
// world is its whole stretch, always from the same state; one iteration of the transcription is one step.
#include "benchmark/motion.h"
#include "benchmark/workload.h"

#include <benchmark/benchmark.h>
#include <chrono>
#include <string>

namespace ooze::bench {
namespace {

using Clock = std::chrono::steady_clock;

/// Times the steps of a stretch, without their preparation.
void worldStretch(benchmark::State& state, const MotionInterval& stretch, Detail detail) {
  const MovingLiquid& ready = movingLiquid(stretch, detail);
  double seconds = 0, particleSteps = 0, steps = 0, frames = 0, springs = 0, particles = 0, bytes = 0;
  for (auto _ : state) {
    const std::size_t before = heapBytes();
    World world = ready.begin(static_cast<int>(state.range(0)));
    world.timer().clear();
    const std::uint64_t last = world.frameIndex() + ready.frames();
    double took = 0;
    while (world.frameIndex() < last) {
      const auto begin = Clock::now();
      world.step();
      took += std::chrono::duration<double>(Clock::now() - begin).count();
      particleSteps += static_cast<double>(world.particles().size());
      steps += 1;
    }
    state.SetIterationTime(took);
    seconds += took;
    frames += static_cast<double>(ready.frames());
    particles = static_cast<double>(world.particles().size());
    bytes = static_cast<double>(heapBytes() - before) / particles;
    const Links* links = world.method().links();
    springs = links ? static_cast<double>(links->count()) / particles : 0;
    for (const auto& [stage, ms] : world.timer().stages()) state.counters["ms " + std::string(stage)] += ms;
  }
  const double simulated = frames / ready.framesPerSecond();
  for (auto& [name, counter] : state.counters) counter.value /= steps;  // makes each counter a mean per step
  state.counters["particle_steps_per_second"] = particleSteps / seconds;
  state.counters["real_time_factor"] = simulated / seconds;
  state.counters["steps_per_simulated_second"] = steps / simulated;
  state.counters["particles"] = particles;
  state.counters["springs"] = springs;
  state.counters["bytes"] = bytes;
}

void literalSteps(benchmark::State& state, const MotionInterval& stretch, Detail detail) {
  const MovingLiquid& ready = movingLiquid(stretch, detail);
  literal::Liquid liquid = ready.literalLiquid();
  const float dt = ready.stepSeconds();
  for (auto _ : state) liquid.step(dt);
  state.counters["particle_steps_per_second"] = benchmark::Counter(
      static_cast<double>(liquid.particles.size()), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["neighbours"] = liquid.meanNeighbours();
}

[[maybe_unused]] const bool kRegistered = [] {
  for (const MotionInterval& stretch : stretches())
    for (const Detail detail : {Detail::Coarse, Detail::Medium}) {
      const std::string tail = std::string(stretch.name) + "/" + std::string(detailWord(detail));
      benchmark::RegisterBenchmark(
          ("motion/" + tail).c_str(),
          [&stretch, detail](benchmark::State& state) { worldStretch(state, stretch, detail); })
          ->ArgName("threads")
          ->Arg(1)
          ->Arg(2)
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond)
          ->UseManualTime();
      // Only a few steps are taken, because without solids the liquid soon differs.
      benchmark::RegisterBenchmark(
          ("motion/literal/" + tail).c_str(),
          [&stretch, detail](benchmark::State& state) { literalSteps(state, stretch, detail); })
          ->Iterations(3)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  return true;
}();

}  // namespace
}  // namespace ooze::bench
