// Benchmarks of surface reconstruction from settled liquid, by stage. One iteration is one mesh.
#include "ooze/surface/surface_builder.h"

#include "benchmark/workload.h"

#include <benchmark/benchmark.h>
#include <cmath>

namespace ooze::bench {
namespace {

/// Measures one mesh. Smoothing 0 uses eq. 13 as it stands; 1 smooths the particles; 2 also smooths and
/// cleans the mesh.
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

/// Measures frames of a moving ball, which moves by a hundredth or by half of a spacing. The field method
/// does not depend on this motion; the tracked method does.
void surfaceOfMotion(benchmark::State& state) {
  const LiquidSeeds& liquid = settled(static_cast<std::size_t>(state.range(0)));
  const Vec3 step = 0.0038f * kRadius * static_cast<float>(state.range(2)) * Vec3(0.6f, 0.8f, 0.f);
  std::vector<Vec3> positions = liquid.positions, velocities(positions.size(), 60.f * step);
  SurfaceParticles particles;
  particles.velocities = velocities;
  const SurfaceSettings settings{
      .interactionRadius = kRadius,
      .method = state.range(1) > 0 ? SurfaceMethod::Tracked : SurfaceMethod::Field};
  SurfaceBuilder builder;
  double field = 0.0;
  for (auto _ : state) {
    for (Vec3& p : positions) p += step;
    particles.positions = positions;
    builder.build(particles, settings, Threads(1));
    field += builder.cost().field;
  }
  state.counters["ms field"] = benchmark::Counter(field, benchmark::Counter::kAvgIterations);
}

BENCHMARK(surfaceOfMotion)
    ->Name("surface of motion")
    ->ArgNames({"particles", "tracked", "hundredths"})
    ->ArgsProduct({{2'000, 20'000}, {0, 1}, {0, 1, 50}})
    ->Unit(benchmark::kMillisecond);

/// Measures a block of two liquids side by side in a tank that the block fills to the top. The mesh has
/// borders, contact lines and many vertices at walls.
void surfaceInTank(benchmark::State& state) {
  const LiquidSeeds& liquid = settled(static_cast<std::size_t>(state.range(0)));
  Aabb ball;
  for (const Vec3& p : liquid.positions) ball.include(p);
  const Vec3 half = 0.28f * ball.size(), centre = ball.centre();
  std::vector<Vec3> positions;
  std::vector<std::uint16_t> materials;
  std::vector<std::uint32_t> colours;
  for (const Vec3& p : liquid.positions) {
    if (glm::any(glm::greaterThan(glm::abs(p - centre), half))) continue;
    positions.push_back(p);
    materials.push_back(p.x < centre.x ? 0 : 1);
    colours.push_back(materials.back() == 0 ? 0xff2040c0u : 0xffc04020u);
  }
  const Vec3 tank = half + Vec3(0.2f * kRadius);
  const std::vector<SurfaceWall> walls{{makeTank(tank, true), {centre, {1.f, 0.f, 0.f, 0.f}}}};
  SurfaceParticles particles;
  particles.positions = positions;
  particles.materials = materials;
  particles.colours = colours;
  particles.walls = walls;
  SurfaceBuilder builder;
  std::size_t triangles =
      builder.build(particles, {.interactionRadius = kRadius}, Threads(1)).triangles.size();
  for (auto _ : state)
    triangles = builder.build(particles, {.interactionRadius = kRadius}, Threads(1)).triangles.size();
  state.counters["triangles"] = static_cast<double>(triangles);
}

/// Measures the ball in slices that are near but do not touch, including the cost of separating the slices.
void surfaceOfRegions(benchmark::State& state) {
  const LiquidSeeds& liquid = settled(static_cast<std::size_t>(state.range(0)));
  std::vector<Vec3> positions;
  for (const Vec3& p : liquid.positions)
    if (const float at = p.x / (5.f * kRadius); at - std::floor(at) > 0.16f) positions.push_back(p);
  SurfaceParticles particles;
  particles.positions = positions;
  const SurfaceSettings settings{.interactionRadius = kRadius,
                                 .regionDistance = static_cast<float>(state.range(1)) * 0.1f * kRadius};
  SurfaceBuilder builder;
  std::size_t triangles = builder.build(particles, settings, Threads(1)).triangles.size();
  for (auto _ : state) triangles = builder.build(particles, settings, Threads(1)).triangles.size();
  state.counters["triangles"] = static_cast<double>(triangles);
}

BENCHMARK(surfaceOfRegions)
    ->Name("surface of regions")
    ->ArgNames({"particles", "tenths_of_h"})
    ->ArgsProduct({{20'000}, {0, 7}})
    ->Unit(benchmark::kMillisecond);

BENCHMARK(surfaceInTank)->Name("surface in tank")->Arg(20'000)->Unit(benchmark::kMillisecond);

BENCHMARK(surfaceMesh)
    ->Name("surface")
    ->ArgNames({"particles", "cells_per_h", "smoothing", "threads"})
    ->ArgsProduct({{1'000, 20'000, 100'000}, {2, 4}, {0, 1, 2}, {1, 2}})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
}  // namespace ooze::bench
