// Meshes of settled liquid, by stage. One iteration is one mesh.
#include "ooze/surface/surface_builder.h"

#include "benchmark/workload.h"

#include <benchmark/benchmark.h>

namespace ooze::bench {
namespace {

/// Smoothing 0: eq. 13 as it stands; 1: of the particles; 2: of the mesh as well, with its clean-up.
void surfaceMesh(benchmark::State& state) {
  const LiquidSeeds& liquid = settled(static_cast<std::size_t>(state.range(0)));
  const Threads threads(static_cast<int>(state.range(3)));
  SurfaceParticles particles;
  particles.positions = liquid.positions;
  particles.velocities = liquid.velocities;
  const SurfaceSettings settings{.interactionRadius = kRadius,
                                 .cell = kRadius / static_cast<float>(state.range(1)),
                                 .smoothing = state.range(2) > 0 ? 1.f : 0.f,
                                 .shortestEdge = state.range(2) > 1 ? SurfaceSettings{}.shortestEdge : 0.f,
                                 .meshRounds = state.range(2) > 1 ? SurfaceSettings{}.meshRounds : 0,
                                 .normalRounds = state.range(2) > 1 ? SurfaceSettings{}.normalRounds : 0};
  SurfaceBuilder builder;
  std::size_t triangles = builder.build(particles, settings, threads).triangles.size();
  SurfaceBuilder::Milliseconds sum;
  for (auto _ : state) {
    triangles = builder.build(particles, settings, threads).triangles.size();
    const SurfaceBuilder::Milliseconds& cost = builder.cost();
    sum.smoothing += cost.smoothing, sum.field += cost.field;
    sum.triangles += cost.triangles, sum.cleanUp += cost.cleanUp;
    sum.attributes += cost.attributes, sum.mesh += cost.mesh;
  }
  const auto stage = [&](const char* name, double ms) {
    state.counters[name] = benchmark::Counter(ms, benchmark::Counter::kAvgIterations);
  };
  stage("ms smoothing", sum.smoothing);
  stage("ms field", sum.field);
  stage("ms triangles", sum.triangles);
  stage("ms clean-up", sum.cleanUp);
  stage("ms attributes", sum.attributes);
  stage("ms mesh", sum.mesh);
  state.counters["triangles"] = static_cast<double>(triangles);
}

BENCHMARK(surfaceMesh)
    ->Name("surface")
    ->ArgNames({"particles", "cells_per_h", "smoothing", "threads"})
    ->ArgsProduct({{1'000, 20'000, 100'000}, {2, 4}, {0, 1, 2}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace ooze::bench
