// Benchmarks of whole steps of SPH and shape matching on a settled cube. One iteration is one step.
#include "ooze/geometry/sampling.h"
#include "ooze/geometry/signed_distance.h"

#include "methods/shape_matching/shape_matching.h"

#include <benchmark/benchmark.h>
#include <cmath>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace ooze::bench::shape_benchmark {
namespace {

constexpr float kInteractionRadius = 0.01f;  // interaction radius h [m]
constexpr float kStep = 1.f / 600.f;

struct Cube {
  std::unique_ptr<shape_matching::ShapeMatching> method;
  Bodies bodies;
  StageTimer timer;
  std::uint64_t steps = 0;

  void step(const Threads& threads) {
    StepContext context{bodies, threads, timer, steps++};
    method->step(kStep, context);
  }
};

/// Returns a cube on a floor. The cube is firm and damped enough to be at rest after 200 steps.
/// @param radius  h_sm [h]
Cube made(std::size_t particles, float radius) {
  MethodSettings settings;
  settings.interactionRadius = kInteractionRadius;
  MaterialDefinition material;
  const shape_matching::Material values{
      .alpha = 0.3f, .regionRadius = radius, .regionDamping = 1000.f, .updateThreshold = 1000.f};
  material.values = toValues<shape_matching::Material>(shape_matching::kParameters, values);
  material.referenceRadius = kInteractionRadius;
  Cube c;
  c.method = std::make_unique<shape_matching::ShapeMatching>(settings);
  c.method->setMaterials({&material, 1});
  c.method->setGravity({0.f, -1.f, 0.f});
  Body floor;
  floor.shape = makePlane({0.f, 1.f, 0.f});
  c.bodies.list = {floor};
  const float spacing = shape_matching::kSpacing * kInteractionRadius;
  const float half = 0.5f * std::cbrt(static_cast<float>(particles)) * spacing;
  LiquidSeeds seeds;
  seeds.positions = fillVolume(*makeBox(Vec3(half)), Pose{{0.f, half, 0.f}}, spacing, Sampling::BlueNoise, 1,
                               0.f, 2 * particles);
  seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
  c.method->insert(seeds);
  const Threads all;
  for (int k = 0; k < 200; ++k) c.step(all);
  return c;
}

/// Returns the settled cube, made once for each size. @param tenths  h_sm in tenths of h
Cube& cube(std::size_t particles, int tenths) {
  static std::map<std::pair<std::size_t, int>, Cube> all;
  const std::pair key{particles, tenths};
  if (const auto found = all.find(key); found != all.end()) return found->second;
  return all[key] = made(particles, 0.1f * static_cast<float>(tenths));
}

void shapeStep(benchmark::State& state) {
  const auto tenths = static_cast<int>(state.range(0));
  Cube& c = cube(static_cast<std::size_t>(state.range(1)), tenths);
  const Threads threads(static_cast<int>(state.range(2)));
  c.timer.clear();
  for (auto _ : state) c.step(threads);
  state.counters["particle_steps_per_second"] = benchmark::Counter(
      static_cast<double>(c.method->liquid().size()), benchmark::Counter::kIsIterationInvariantRate);
  const double edge = 0.2 * tenths / static_cast<double>(shape_matching::kSpacing);
  state.counters["particles_of_a_region"] = edge * edge * edge;
  for (const auto& [stage, ms] : c.timer.stages())
    state.counters["ms " + std::string(stage)] = benchmark::Counter(ms, benchmark::Counter::kAvgIterations);
}

// Regions of 64, 512 and 4096 particles.
BENCHMARK(shapeStep)
    ->Name("shape_matching/step")
    ->ArgNames({"tenths_of_h", "particles", "threads"})
    ->ArgsProduct({{9, 18, 36}, {6'000, 20'000}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace ooze::bench::shape_benchmark
