#include "ooze/surface/surface_builder.h"

#include "surface/block_grid.h"
#include "surface/field.h"
#include "surface/lattice_particles.h"
#include "surface/level_set.h"
#include "surface/particle_smoothing.h"
#include "surface/vertex_attributes.h"

#include <chrono>
#include <cmath>
#include <stdexcept>

namespace ooze {
namespace {

using namespace surface;

/// With a reach of more cells not even the blocks of a lone particle would fit (BlockGrid::kMostBlocks).
constexpr float kLongestReach = 320.f;

void check(const SurfaceParticles& p, const SurfaceSettings& s) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  require(s.interactionRadius > 0.f && std::isfinite(s.interactionRadius),
          "the interaction radius of a surface must be positive");
  require(s.cell >= 0.f && s.cell <= s.interactionRadius,
          "the cell of a surface must be positive and at most the interaction radius");
  require(s.cell == 0.f || s.interactionRadius / s.cell <= kLongestReach,
          "the cell of a surface must be at least a 320th of the interaction radius");
  require(s.level > 0.f && s.level < 1.f, "the level of a surface must be between 0 and 1");
  require(s.smoothing >= 0.f && s.smoothing <= 1.f, "the smoothing of a surface must be from 0 to 1");
  const auto parallel = [&](std::size_t size) { return size == 0 || size == p.positions.size(); };
  require(parallel(p.velocities.size()) && parallel(p.colours.size()) && parallel(p.materials.size()) &&
              parallel(p.values.size()),
          "the arrays of a surface's particles must have one length");
}

/// The time since the last stage ended [ms].
class StageClock {
 public:
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double ms = std::chrono::duration<double, std::milli>(now - last_).count();
    last_ = now;
    return ms;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

struct SurfaceBuilder::State {
  LatticeParticles particles;
  ParticleSmoothing smoothing;
  BlockGrid grid;
  LevelSet levelSet;
  VertexAttributes attributes;
  SurfaceMesh mesh;
  Milliseconds cost;
};

SurfaceBuilder::SurfaceBuilder() : state_(std::make_unique<State>()) {}
SurfaceBuilder::~SurfaceBuilder() = default;
SurfaceBuilder::SurfaceBuilder(SurfaceBuilder&&) noexcept = default;
SurfaceBuilder& SurfaceBuilder::operator=(SurfaceBuilder&&) noexcept = default;

const SurfaceBuilder::Milliseconds& SurfaceBuilder::cost() const { return state_->cost; }

const SurfaceMesh& SurfaceBuilder::build(const SurfaceParticles& particles, const SurfaceSettings& settings,
                                         const Threads& threads) {
  check(particles, settings);
  State& s = *state_;
  const float cell = settings.cell > 0.f ? settings.cell : 0.25f * settings.interactionRadius;
  const float reach = settings.interactionRadius / cell;
  StageClock clock;

  s.particles.sort(particles.positions, cell, threads);
  const KernelShapes* shapes = nullptr;
  if (settings.smoothing > 0.f) shapes = &s.smoothing.apply(s.particles, reach, settings.smoothing, threads);
  s.cost.smoothing = clock.lap();

  s.grid.cover(s.particles, reach);
  computeField(s.particles, shapes, reach, settings.level, s.grid, threads);
  s.cost.field = clock.lap();

  s.levelSet.find(s.grid, settings.level, threads);
  s.levelSet.write(s.grid, settings.level, cell, threads, s.mesh);
  s.cost.triangles = clock.lap();

  s.attributes.fill(particles, s.particles, reach, shapes ? shapes->farthest : 0.f, s.grid, s.levelSet,
                    threads, s.mesh);
  s.cost.attributes = clock.lap();
  return s.mesh;
}

}  // namespace ooze
