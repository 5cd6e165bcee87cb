#include "methods/rasmussen/rasmussen.h"

#include "base/reductions.h"
#include "grid/lattice_position.h"
#include "grid/markers.h"
#include "liquid/frozen.h"
#include "methods/rasmussen/cells.h"
#include "methods/rasmussen/texture.h"

#include <algorithm>
#include <cmath>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;
using grid::kBlock;
using grid::kNodes;

// [cells]
constexpr float kReachOfAir = 4.f;  // velocity extrapolation into air, as far as phi is known
constexpr float kReachOfPressureOfAir = 2.5f;
constexpr float kSwellingAir = 1.f;      // air this near follows the liquid's prescribed divergence
constexpr float kMarkersInSolid = 0.1f;  // markers deeper inside a solid are removed
constexpr float kBarrier = 0.1f;
constexpr float kBesideSolid = 1.f;  // markers within this distance of a solid come no closer to the solid

// Residual of the pressure solve in air, a shell a few cells thick that only guides the surface.
constexpr double kResidualOfAir = 1e-3;
// Drops of fewer cells fly as particles, because each would occupy some ten blocks of the grid.
constexpr std::size_t kFewestCells = 6;
constexpr std::uint64_t kGatherEvery = 4;  // interval of island removal and merging of lost particles [steps]

}  // namespace

Rasmussen::Rasmussen(const MethodSettings& settings)
    : ParticleMethod(settings.interactionRadius),
      h_(settings.interactionRadius),
      cell_(cellOf(h_)),
      grid_(cell_),
      contact_({.unit = cell_, .still = kBarrier, .dynamic = kBarrier, .curvature = 0.f, .film = 0.f}) {
  const auto isVelocity = [](const Vec3& v, const StateBounds&) { return StateBounds::isVelocity(v); };
  const auto isNumber = [](const float& p, const StateBounds&) { return std::isfinite(p); };
  const auto isTemperature = [](const float& t, const StateBounds&) {
    return t >= kMinTemperature && t <= kMaxTemperature;
  };
  movedAs_ = liquid_.arrays.add<Vec3>({.isSound = isVelocity});
  pressureOf_ = liquid_.arrays.add<float>({.isSound = isNumber});
  viscosityOf_ = liquid_.arrays.add<float>({.isSound = isNumber});
  temperatureOf_ =
      liquid_.arrays.add<float>({.fill = Material{}.temperature, .isSound = isTemperature, .late = true});
  initialOf_ = liquid_.arrays.add<Vec3>(describeInitialPositions());
}

/// Runs a time step in the paper's order, begun at its forces: forces, viscosity and pressure come first,
/// then the surface moves by the resulting velocity. Liquid in free fall then follows the same parabola as in
/// the other methods.
void Rasmussen::step(float dt, StepContext& context) {
  const StageRunner timed(context, *this);
  const Threads& threads = context.threads;
  liquid_.previous.copy(liquid_.particles.position, threads);
  controls_ = context.controls;
  sources_ = context.sources;
  stepIndex_ = context.stepIndex;
  timed("solids", [&] {
    transferVelocityChanges(threads);
    findSolids(context.bodies, threads);
  });
  timed("advection", [&] { advect(dt, threads); });
  timed("viscosity", [&] {
    exchangeHeat(dt, threads);
    applyViscosity(dt, threads);
  });
  timed("pressure", [&] { solvePressure(dt, context.bodies, threads); });
  timed("extension", [&] { extend(dt, context.bodies, threads); });
  timed("surface", [&] {
    moveSurface(dt, context.room, threads);
    if (context.window) keepInWindow(*context.window, threads);
  });
  timed("coupling", [&] { coupleBodies(dt, context.bodies); });
  timed("body contacts", [&] { context.advanceBodies(dt); });
  timed("collisions", [&] { resolveCollisions(dt, threads, context.bodies); });
  inlets_.clear();
}

void Rasmussen::transferVelocityChanges(const Threads& /*threads*/) {
  const Particles& p = liquid_.particles;
  Vec3Array& before = liquid_[movedAs_];
  bool any = false;
  for (std::size_t i = 0; i < p.size() && !any; ++i) any = p.velocity[i] != before[i];
  if (!any) return;
  const grid::CellBlocks& cells = grid_.cells();
  std::vector<float> change;
  for (int axis = 0; axis < 3; ++axis) {
    weight_.assign(cells.size(), 0.f);
    change.assign(cells.size(), 0.f);
    for (std::size_t i = 0; i < p.size(); ++i)
      forSurroundingCells(cells, p.position[i], axis, [&](CellIndex c, float weight) {
        weight_[c] += weight;
        change[c] += weight * (p.velocity[i][axis] - before[i][axis]);
      });
    std::vector<float>& u = grid_.velocity.axes[static_cast<std::size_t>(axis)];
    // The lower bound keeps a cell with few particles from taking their full change.
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (change[c] != 0.f) u[c] += change[c] / std::max(weight_[c], 0.25f);
  }
}

/// Holds frozen liquid at rest, as a hard velocity control of 0.
void Rasmussen::imposeFrozenVelocities() {
  const Particles& p = liquid_.particles;
  if (p.frozen.empty()) return;
  const grid::CellBlocks& cells = grid_.cells();
  std::vector<int> majority(cells.size(), 0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto place = grid::toLatticePosition(p.position[i] + Vec3(0.5f * cell_), cell_);
    if (!place) continue;
    if (const CellIndex c = cells.find(place->node); c != grid::kNone) majority[c] += p.isFrozen(i) ? 1 : -1;
  }
  for (CellIndex c = 0; c < cells.size(); ++c) {
    if (majority[c] <= 0) continue;
    for (int axis = 0; axis < 3; ++axis)
      for (const CellIndex face : {c, cells.beside(c, axis, 1)})
        if (face != grid::kNone) {
          faces_.hard[static_cast<std::size_t>(axis)][face] = 1;
          grid_.velocity.axes[static_cast<std::size_t>(axis)][face] = 0.f;
        }
  }
}

/// Advects velocities and adds gravity in liquid. The scheme is semi-Lagrangian or MacCormack's.
void Rasmussen::advect(float dt, const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  const grid::CellField& phi = grid_.phi();
  wanted_.resize(cells.size());
  cells.forEach(threads, [&](CellIndex c) { wanted_[c] = phi.values[c] < 0.f; });
  before_.copy(grid_.velocity, threads);
  const bool swirls = std::ranges::any_of(coefficients_, &Coefficients::swirls);
  advection_.advect(cells, before_, dt, before_, grid_.velocity,
                    swirls ? grid::AdvectionScheme::MacCormack : grid::AdvectionScheme::SemiLagrangian,
                    threads, wanted_, &faces_);
  for (int axis = 0; axis < 3; ++axis) {
    const float gain = dt * gravity_[axis];
    const auto k = static_cast<std::size_t>(axis);
    cells.forEach(threads, [&](CellIndex c) {
      if (faces_.isHard(axis, c)) {
        grid_.velocity.axes[k][c] = before_.axes[k][c];
        return;
      }
      const CellIndex below = cells.beside(c, axis, -1);
      if (wanted_[c] != 0 || (below != grid::kNone && wanted_[below] != 0)) grid_.velocity.axes[k][c] += gain;
    });
  }
  applyVelocityControls(false, threads);
  if (solids_.none()) return;
  extension_.extrapolateIntoAir(cells, phi, faces_, 2.f, grid_.velocity, threads);
  extrapolateAlongSolids(2.f, threads);
}

void Rasmussen::solvePressure(float dt, Bodies& bodies, const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  pressure_.fill(cells, 0.f);
  solved_.reset();
  coupled_.clear();
  std::ranges::fill(liquid_[pressureOf_], 0.f);
  if (grid_.empty()) return;
  const float divergence = divergenceFor(dt, threads);
  target_.fill(cells, divergence);
  applyCellControls(ControlField::Divergence, target_, threads);
  const bool directed = controls_ && controls_->has(ControlField::Divergence);
  grid::ProjectionSettings settings;
  settings.pressure.solver.residual = kResidual;
  settings.pockets = grid::PocketRule::WithoutMean;
  settings.pressure.surfacePressure = findSurfacePressure(threads);
  const std::vector<CellIndex> met = findMergingFaces(dt, threads);
  const float fastest = met.empty() ? 0.f : fastestLiquid(threads);
  solveWithBodies(dt, bodies, threads, [&] {
    solved_ =
        projection_.project(cells, grid_.phi(), faces_, directed || divergence != 0.f ? &target_ : nullptr,
                            dt, grid_.velocity, pressure_, settings, threads, bodyRows_);
    grid::requireSolved(solved_->pressure.solver, "pressure", kWorstResidual);
  });
  limitSpeeds(fastest, met);
  samplePressureAtParticles(threads);
}

/// Samples the pressure at particles, while the cells still match the pressure.
void Rasmussen::samplePressureAtParticles(const Threads& threads) {
  const Particles& p = liquid_.particles;
  std::vector<float>& shown = liquid_[pressureOf_];
  constexpr std::size_t kPressureGrain = 1024;
  threads.forEachIndex(p.size(), kPressureGrain, [&](std::size_t i) {
    shown[i] = coefficients_[p.material[i]].density * pressure_.sample(grid_.cells(), p.position[i]);
  });
}

/// Returns the greatest speed along each axis over the cells for which wanted(phi) holds [m/s].
template <class Wanted>
Vec3 Rasmussen::fastest(const Threads& threads, const Wanted& wanted) const {
  const grid::CellBlocks& cells = grid_.cells();
  Vec3 most(0.f);
  for (int axis = 0; axis < 3; ++axis)
    most[axis] = largest(threads, cells.size(), [&](std::size_t number) {
      const auto c = static_cast<CellIndex>(number);
      if (!wanted(grid_.phi().values[c])) return 0.f;
      return std::max(std::abs(moving_.at(axis, c)), std::abs(moving_.at(axis, cells.beside(c, axis, 1))));
    });
  return most;
}

/// Returns the greatest speed in the narrow band around the surface [m/s].
float Rasmussen::fastestNearSurface(const Threads& threads) const {
  const float band = grid_.levelSet().band();
  return glm::length(fastest(threads, [&](float phi) { return std::abs(phi) < band; }));
}

/// Extrapolates velocity into air and solids.
/// Departs from Rasmussen et al. 2004: only the velocity that moves the surface is divergence-free in air,
/// and no air is faster than the liquid. Otherwise liquid that flows into air squeezed out of a gap would
/// take over the air's speed, and drops that meet would gain energy.
void Rasmussen::extend(float dt, const Bodies& bodies, const Threads& threads) {
  if (grid_.empty()) return;
  const grid::CellBlocks& cells = grid_.cells();
  extension_.extrapolateIntoAir(cells, grid_.phi(), faces_, kReachOfAir, grid_.velocity, threads);
  extrapolateAlongSolids(SolidBlocks::kShell, threads);
  moving_.copy(grid_.velocity, threads);
  grid::PressureSettings settings;
  settings.solver.residual = kResidualOfAir;
  settings.solver.preconditioner = grid::GridPreconditioner::IncompleteCholesky;
  // Air close to the surface gets the same divergence as the liquid. A kink in the divergence at the surface
  // would slow the swelling of a small ball.
  float swelling = 0.f;
  for (const float d : target_.values) swelling = std::max(swelling, std::abs(d));
  const bool swells = swelling > 0.f;
  if (swells)
    cells.forEach(threads, [&](CellIndex c) {
      if (!(grid_.phi().values[c] < kSwellingAir * cell_)) target_.values[c] = 0.f;
    });
  extension_.removeAirDivergence(cells, grid_.phi(), faces_, dt, moving_, settings, threads,
                                 kReachOfPressureOfAir, swells ? &target_ : nullptr);
  const Vec3 ofLiquid = fastest(threads, [](float phi) { return phi < 0.f; });
  const float most = std::max({ofLiquid.x, ofLiquid.y, ofLiquid.z}) + swelling * cell_;
  for (auto& axis : moving_.axes)
    cells.forEach(threads, [&](CellIndex c) { axis[c] = std::clamp(axis[c], -most, most); });
  restoreMomentum(dt, bodies, threads);
}

/// Gives the free parts of the liquid the momentum of their particles, changed by gravity and by the push of
/// bodies.
void Rasmussen::restoreMomentum(float dt, const Bodies& bodies, const Threads& threads) {
  // Viscous stress on bodies changes the momentum too.
  if (freeParts_.none() || std::ranges::any_of(coupled_, &CoupledBody::isDragged)) return;
  const Particles& p = liquid_.particles;
  std::vector<FreeParts::Impulse> pushes;
  const double perParticle = 1.0 / std::pow(static_cast<double>(cell_), 3.0);
  for (std::size_t k = 0; k < coupled_.size(); ++k) {
    const glm::dvec3 centre(bodies.list[coupled_[k].body].centre());
    for (const grid::RigidRows::Row& row : bodyRows_[k].rows) {
      if (row.unknown == grid::kNone) continue;
      const grid::RigidRows::Vector6 push = -perParticle * row.push * row.area;
      const glm::dvec3 impulse(push[0], push[1], push[2]), moment(push[3], push[4], push[5]);
      pushes.push_back({row.cell, impulse, moment + glm::cross(centre, impulse)});
    }
  }
  freeParts_.restoreMomentum(
      grid_.cells(), p, dt * gravity_, pushes,
      [&](std::size_t i) {
        const Vec3 at = p.position[i];
        const float phi = grid_.levelSet().sample(at);
        return phi > kLost * cell_ ? std::optional<Vec3>() : nearestPlaceInLiquid(at, phi);
      },
      grid_.velocity, moving_, threads);
}

/// Extrapolates the velocity of added liquid into the air around it, as every step does. Otherwise a new drop
/// takes in air at rest and loses momentum in its first step.
void Rasmussen::extrapolateIntoAir() {
  if (grid_.empty()) return;
  faces_.reset(grid_.cells());
  extension_.extrapolateIntoAir(grid_.cells(), grid_.phi(), faces_, kReachOfAir, grid_.velocity, Threads(1));
}

/// Advects the level set, its markers and the particles. Particles move first, while the cells still match
/// the velocity.
void Rasmussen::moveSurface(float dt, std::uint64_t room, const Threads& threads) {
  createInflow(dt);
  moveParticles(dt, threads);
  if (grid_.empty()) {
    applySurfaceControls(room, threads);
    insertInflow(room, threads);
    return updateDensityAndExposure(threads);
  }
  grid::ParticleLevelSet& surface = grid_.surface();
  const auto moving = [&](std::span<const Vec3> places, Vec3* to) {
    moving_.sample(grid_.cells(), places, to);
  };
  const auto solid = [&](const Vec3& p) { return solidBeside(p); };
  if (!solids_.none())
    grid::findMarkerDepths(surface.markers(), solid, kBesideSolid * cell_, cell_, markerDepths_, threads);
  surface.carry(moving, dt, threads, fastestNearSurface(threads));
  closeGaps(dt, threads);
  if (!solids_.none()) {
    grid::pushMarkersToDepths(surface.markers(), solid, markerDepths_, cell_, threads);
    extrapolateIntoSolids(threads);
    // Removes markers of both signs, because phi in solids does not depend on markers.
    grid::removeMarkers(
        surface.markers(),
        [&](std::size_t k) {
          return solid(surface.markers().places[k].position(cell_)).distance < -kMarkersInSolid * cell_;
        },
        threads);
  }
  grid_.imposeBands(sources_, threads);
  surface.settle(threads);
  grid_.rebuildCells(threads);
  if (surface.steps() % kGatherEvery == 0) {
    grid_.removeIslands(kFewestCells, threads);
    mergeLostParticles(threads);
  }
  applySurfaceControls(room, threads);
  insertInflow(room, threads);
  updateDensityAndExposure(threads);
}

}  // namespace ooze::rasmussen
