// Benchmarks of a dam break by moving particles (MPS) and by the spring method without springs: speed, and
// the error of the volume. One iteration is the whole run.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scene/scene_conversion.h"

#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <string>
#include <string_view>

namespace ooze::bench::mps_benchmark {
namespace {

using Clock = std::chrono::steady_clock;

/// Returns the dam break with about this many particles, converted to the method.
WorldSpec damOf(std::string_view method, double particles) {
  const Scene scene = loadScene("mps_dam_break", Detail::Coarse);
  Scene told = method == scene.world.method
                   ? scene
                   : parseScene(convertToMethod(scene, method).text, "mps_dam_break", Detail::Coarse);
  MethodSettings& settings = told.world.methodSettings;
  constexpr double kVolume = 0.0572 * 0.1144 * 0.05;  // volume of the column of liquid [m^3]
  const float edge = findMethod(method).restSpacing(settings, told.world.materials[0]);
  settings.interactionRadius *= static_cast<float>(std::cbrt(kVolume / particles)) / edge;
  return told.world;
}

/// Returns the mean relative deviation from rest density inside the liquid, in the method's own measure of
/// density [1].
double volumeError(const World& world) {
  const MethodRow& row = findMethod(world.spec().method);
  const double rest = static_cast<double>(row.restDensity(world.spec().methodSettings, world.materials()[0]));
  const Particles& p = world.particles();
  double sum = 0.0, count = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p.exposure[i] < 0.15f) sum += std::abs(static_cast<double>(p.density[i]) / rest - 1.0), count += 1.0;
  return count > 0.0 ? sum / count : 0.0;
}

void damBreak(benchmark::State& state, std::string_view method) {
  constexpr double kSeconds = 0.3;
  const WorldSpec spec = damOf(method, static_cast<double>(state.range(0)));
  double took = 0.0, particleSteps = 0.0, error = 0.0, frames = 0.0, iterations = 0.0, solver = 0.0,
         all = 0.0;
  for (auto _ : state) {
    World world(spec, static_cast<int>(state.range(1)));
    std::uint64_t steps = 0;
    while (world.time() < kSeconds) {
      const auto begin = Clock::now();
      world.advanceFrame();
      took += std::chrono::duration<double>(Clock::now() - begin).count();
      particleSteps +=
          static_cast<double>(world.stepIndex() - steps) * static_cast<double>(world.particles().size());
      steps = world.stepIndex();
      error += volumeError(world), frames += 1.0;
      if (const auto work = world.method().solverWork()) iterations += work->iterations;
      for (const auto& [stage, ms] : world.timer().stages()) {
        all += ms;
        if (stage == "pressure") solver += ms;
      }
    }
    state.counters["particles"] = static_cast<double>(world.particles().size());
  }
  state.counters["particle_steps_per_second"] = particleSteps / took;
  state.counters["real_time_factor"] = kSeconds * static_cast<double>(state.iterations()) / took;
  state.counters["volume_error"] = error / frames;
  if (iterations > 0.0) {
    state.counters["iterations"] = iterations / frames;
    state.counters["solver_part"] = solver / all;
  }
}

void movingParticles(benchmark::State& state) { damBreak(state, "mps"); }
void springs(benchmark::State& state) { damBreak(state, "clavet"); }

void arguments(benchmark::internal::Benchmark* dam) {
  dam->ArgNames({"particles", "threads"})
      ->ArgsProduct({{1'000, 20'000}, {1, 2}})
      ->Iterations(1)
      ->Unit(benchmark::kSecond)
      ->UseRealTime();
}
BENCHMARK(movingParticles)->Name("dam/mps")->Apply(arguments);
BENCHMARK(springs)->Name("dam/clavet")->Apply(arguments);

}  // namespace
}  // namespace ooze::bench::mps_benchmark
