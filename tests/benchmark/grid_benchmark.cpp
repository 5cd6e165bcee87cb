// Benchmarks of the stages of a liquid on a staggered grid, by the number of wet cells. The liquid is a box
// of water in disordered motion.
#include "ooze/base/threads.h"

#include "grid/advection.h"
#include "grid/implicit_viscosity.h"
#include "grid/projection.h"
#include "grid/velocity_extrapolation.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <random>

namespace ooze::bench::grid_benchmark {
namespace {

using grid::AdvectionScheme;
using grid::CellField;
using grid::CellIndex;

/// A box of water with a wavy surface and cells^3 wet cells, in smooth motion with added noise.
struct WetBox {
  grid::CellBlocks cells;
  CellField phi, nu, pressure;
  grid::FaceConditions faces;
  grid::FaceField velocity;
  float dt;
  double wet = 0.0;

  WetBox(int side, const Threads& threads)
      : cells(1.f / static_cast<float>(side)), dt(0.5f / static_cast<float>(side)) {
    grid::BlockSet blocks;
    for (int z = -1; z <= side / 8; ++z)
      for (int y = -1; y <= side / 8; ++y)
        for (int x = -1; x <= side / 8; ++x) blocks.add({x, y, z});
    blocks.sort();
    cells.assign(blocks, threads);
    const float half = 0.5f * cells.cell();
    phi.outside = 1.f;
    phi.fill(
        cells,
        [&](const Vec3& p) {
          const Vec3 out = glm::max(-half - p, p - (1.f - half));
          return std::max(
              {out.x, -half - p.y, p.y - (0.95f + 0.05f * std::sin(9.f * p.x + 5.f * p.z)), out.z});
        },
        threads);
    nu.fill(
        cells, [](const Vec3& p) { return p.x < 0.5f ? 0.01f : 1.f; }, threads);
    pressure.fill(cells, 0.f);
    faces.reset(cells);
    velocity.fill(
        cells,
        [](const Vec3& p) {
          return Vec3(std::sin(6.f * p.y), std::cos(5.f * p.z + p.x), std::sin(4.f * p.x) - 1.f);
        },
        threads);
    std::mt19937 random(1);
    std::uniform_real_distribution<float> noise(-0.3f, 0.3f);
    for (auto& axis : velocity.axes)
      for (float& u : axis) u += noise(random);
    for (std::size_t n = 0; n < cells.size(); ++n) wet += phi.values[n] < 0.f;
    // The walls of a tank that is open at the top.
    for (int axis = 0; axis < 3; ++axis)
      for (std::size_t n = 0; n < cells.size(); ++n) {
        const auto c = static_cast<CellIndex>(n);
        const glm::ivec3 at = cells.at(c);
        if (at[axis] != 0 && (at[axis] != side || axis == 1)) continue;
        faces.hard[static_cast<std::size_t>(axis)][c] = 1;
        velocity.axes[static_cast<std::size_t>(axis)][c] = 0.f;
      }
  }
};

template <class Stage>
void measure(benchmark::State& state, const Stage& stage) {
  const Threads threads(static_cast<int>(state.range(1)));
  WetBox box(static_cast<int>(state.range(0)), threads);
  int iterations = 0;
  WetBox now = box;
  stage(now, threads);  // a warm-up, which allocates the memory
  for (auto _ : state) {
    now = box;
    const auto begin = std::chrono::steady_clock::now();
    iterations = stage(now, threads);
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  state.counters["wet_cells"] = box.wet;
  state.counters["cells_per_second"] =
      benchmark::Counter(box.wet * static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  if (iterations > 0) state.counters["iterations"] = iterations;
}

std::vector<std::uint8_t> wetCells(const WetBox& box) {
  std::vector<std::uint8_t> wet(box.cells.size());
  for (std::size_t n = 0; n < wet.size(); ++n) wet[n] = box.phi.values[n] < 0.f;
  return wet;
}

void advection(benchmark::State& state, AdvectionScheme scheme) {
  grid::Advection memory;
  grid::FaceField to;
  measure(state, [&](WetBox& box, const Threads& threads) {
    memory.advect(box.cells, box.velocity, 5.f * box.dt, box.velocity, to, scheme, threads, wetCells(box));
    return 0;
  });
}
void semiLagrangian(benchmark::State& state) { advection(state, AdvectionScheme::SemiLagrangian); }
void macCormack(benchmark::State& state) { advection(state, AdvectionScheme::MacCormack); }

void projection(benchmark::State& state) {
  grid::Projection memory;
  measure(state, [&](WetBox& box, const Threads& threads) {
    return memory
        .project(box.cells, box.phi, box.faces, nullptr, box.dt, box.velocity, box.pressure, {}, threads)
        .pressure.solver.iterations;
  });
}

void viscosity(benchmark::State& state) {
  grid::ImplicitViscosity memory;
  measure(state, [&](WetBox& box, const Threads& threads) {
    const grid::FaceField before = box.velocity;
    const auto result =
        memory.act(box.cells, box.phi, box.nu, box.faces, before, box.dt, box.velocity, {}, threads);
    return std::max({result.solver[0].iterations, result.solver[1].iterations, result.solver[2].iterations});
  });
}

void extension(benchmark::State& state) {
  grid::VelocityExtrapolation memory;
  measure(state, [&](WetBox& box, const Threads& threads) {
    memory.extrapolateIntoAir(box.cells, box.phi, box.faces, 5.f, box.velocity, threads);
    return memory.removeAirDivergence(box.cells, box.phi, box.faces, box.dt, box.velocity, {}, threads)
        .solver.iterations;
  });
}

void arguments(benchmark::internal::Benchmark* stage) {
  stage->ArgNames({"side", "threads"})
      ->ArgsProduct({{16, 32, 64}, {1, 2}})
      ->Unit(benchmark::kMillisecond)
      ->UseManualTime();
}
BENCHMARK(semiLagrangian)->Name("grid/advection")->Apply(arguments);
BENCHMARK(macCormack)->Name("grid/advection_maccormack")->Apply(arguments);
BENCHMARK(projection)->Name("grid/projection")->Apply(arguments);
BENCHMARK(viscosity)->Name("grid/viscosity")->Apply(arguments);
BENCHMARK(extension)->Name("grid/extension")->Apply(arguments);

}  // namespace
}  // namespace ooze::bench::grid_benchmark
