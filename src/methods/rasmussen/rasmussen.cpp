#include "methods/rasmussen/rasmussen.h"

#include "ooze/base/error.h"

#include "grid/lattice_place.h"
#include "grid/marker_solids.h"
#include "liquid/frozen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <map>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;
using grid::kBlock;
using grid::kNodes;

// [cells]
constexpr float kReachOfAir = 4.f;       // velocities beside the liquid, as far as phi is known
constexpr float kShell = 3.f;            // liquid goes on into solids so far
constexpr float kMarkersInSolid = 0.1f;  // deeper ones are none
constexpr float kReachOfSolids = 8.f;    // more than from the middle of a block to its corner
constexpr float kLost = 1.f;             // a particle farther from the liquid falls by itself
constexpr float kFilm = 0.5f;            // what is nearer to a solid lies on it
constexpr float kBarrier = 0.1f;
constexpr float kBesideSolid = 1.f;  // markers nearer to a solid keep their depth

constexpr double kResidual = 1e-6, kWorstResidual = 1e-3;
// Less viscosity than moves a thousandth of a difference in a step is none.
constexpr float kLeastExchange = 1e-3f;
// Of its own volume a cell gives no more in a step to set the liquid's right.
constexpr float kMostCorrection = 0.02f;
// So little of its volume too much or too little is right: particles tell no more exactly [1].
constexpr float kRightVolume = 0.002f;
// Added mass of a body all under liquid, in parts of the liquid that it displaces: that of a ball.
constexpr double kAddedMass = 0.5;
// Drops of fewer cells fly as particles: each would take the grid some ten blocks. So many particles within a
// cell of each other are liquid again: as many as a film of one cell has there.
constexpr std::size_t kFewestCells = 6, kCompany = 8;
constexpr std::uint64_t kGatherEvery = 4;  // steps
constexpr std::size_t kGrain = 1024;

/// The world takes the frame again with half the step, and says why.
void requireSolved(const grid::SolverResult& result, std::string_view of) {
  if (!result.converged() && !(result.residual < kWorstResidual))
    throw RunError(fmt::format("the {} is not solved: its residual is {:.2g} after {} iterations", of,
                               result.residual, result.iterations));
}

/// Calls each(cell, weight) for the eight cells round a place whose values stand `shift` cells below middles.
template <class Each>
void forAround(const grid::CellBlocks& cells, const Vec3& p, int axis, const Each& each) {
  Vec3 at = p;
  if (axis >= 0) at[axis] += 0.5f * cells.cell();
  const auto place = grid::latticePlace(at, cells.cell());
  if (!place) return;
  for (int k = 0; k < 8; ++k) {
    const glm::ivec3 corner(k & 1, k >> 1 & 1, k >> 2);
    const Vec3 part = glm::mix(Vec3(1.f) - place->part, place->part, Vec3(corner));
    const float weight = part.x * part.y * part.z;
    if (!(weight > 0.f)) continue;
    if (const CellIndex c = cells.find(place->node + corner); c != grid::kNone) each(c, weight);
  }
}

}  // namespace

Rasmussen::Rasmussen(const MethodSettings& settings)
    : ParticleMethod(settings.interactionRadius),
      h_(settings.interactionRadius),
      cell_(cellOf(h_)),
      grid_(cell_),
      barrier_({.unit = cell_, .still = kBarrier, .dynamic = kBarrier, .curvature = 0.f, .film = 0.f}) {
  const auto isVelocity = [](const Vec3& v, const StateBounds&) { return StateBounds::isVelocity(v); };
  const auto isNumber = [](const float& p, const StateBounds&) { return std::isfinite(p); };
  movedAs_ = liquid_.arrays.add<Vec3>({.isSound = isVelocity});
  pressureOf_ = liquid_.arrays.add<float>({.isSound = isNumber});
  viscosityOf_ = liquid_.arrays.add<float>({.isSound = isNumber});
}

/// Section 4 of the digest's order, begun at its sixth step: forces, viscosity and pressure first, and then
/// the surface moves by the velocity that they leave. What falls freely then follows the parabola of the
/// other methods.
void Rasmussen::step(float dt, StepContext& context) {
  const auto timed = [&](std::string_view stage, auto&& run) {
    const StageTimer::Scope scope(context.timer, stage);
    run();
    if (context.observer) context.observer->afterStage(stage, *this);
  };
  const Threads& threads = context.threads;
  liquid_.previous.copy(liquid_.particles.position, threads);
  controls_ = context.controls;
  timed("solids", [&] {
    takeChanges(threads);
    findSolids(context.bodies, threads);
  });
  timed("advection", [&] { advect(dt, threads); });
  timed("viscosity", [&] { applyViscosity(dt, threads); });
  timed("pressure", [&] { solvePressure(dt, threads), findPushes(dt, context.bodies); });
  timed("extension", [&] { extend(dt, threads); });
  timed("surface", [&] { moveSurface(dt, context.room, threads); });
  timed("coupling", [&] { coupleBodies(dt, context.bodies); });
  timed("body contacts", [&] { context.settleBodies(dt); });
  timed("collisions", [&] { resolveCollisions(dt, threads, context.bodies); });
}

void Rasmussen::takeChanges(const Threads& /*threads*/) {
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
      forAround(cells, p.position[i], axis, [&](CellIndex c, float weight) {
        weight_[c] += weight;
        change[c] += weight * (p.velocity[i][axis] - before[i][axis]);
      });
    std::vector<float>& u = grid_.velocity.axes[static_cast<std::size_t>(axis)];
    // Where few particles are, that is how little of the liquid they are.
    for (std::size_t c = 0; c < cells.size(); ++c)
      if (change[c] != 0.f) u[c] += change[c] / std::max(weight_[c], 0.25f);
  }
}

void Rasmussen::findSolids(const Bodies& bodies, const Threads& threads) {
  float friction = 0.f;
  for (const Coefficients& c : coefficients_) friction = std::max(friction, c.friction);
  solids_.pose(bodies, kReachOfSolids * cell_, friction);
  const grid::CellBlocks& cells = grid_.cells();
  faces_.reset(cells);
  toSolid_.outside = solids_.reach();
  if (solids_.none()) {
    toSolid_.fill(cells, solids_.reach());
  } else {
    toSolid_.values.assign(cells.size(), solids_.reach());
    // Solids have moved since the surface was carried on.
    threads.forEach(cells.blocks().size(), [&](std::size_t b) {
      if (isFarFromSolids(cells.blocks().at(b))) return;
      for (std::size_t n = 0; n < kNodes; ++n) {
        const auto c = static_cast<CellIndex>(kNodes * b + n);
        const Vec3 p(grid::middleOf(cells, c));
        toSolid_.values[c] = solids_.distance(p);
        if (toSolid_.values[c] < 0.5f * kFilm * cell_) grid_.phi().values[c] = phiBehindFace(p);
      }
    });
    faces_.setSolids(
        cells, [&](const Vec3& p) { return solids_.distance(p); }, motion_, threads);
  }
  holdFrozen();
  directVelocities(true, threads);
}

/// Whether no cell of a block is in a solid or beside one.
bool Rasmussen::isFarFromSolids(const grid::BlockCoordinate& at) const {
  constexpr float kHalf = 0.5f * static_cast<float>(kBlock - 1), kDiagonal = 1.7321f * kHalf;
  const Vec3 middle = cell_ * (static_cast<float>(kBlock) * Vec3(at.x, at.y, at.z) + kHalf);
  return solids_.distance(middle) > (kDiagonal + 1.f) * cell_;
}

/// Frozen liquid is a hard control of no velocity.
void Rasmussen::holdFrozen() {
  const Particles& p = liquid_.particles;
  if (p.frozen.empty()) return;
  const grid::CellBlocks& cells = grid_.cells();
  std::vector<int> majority(cells.size(), 0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const auto place = grid::latticePlace(p.position[i] + Vec3(0.5f * cell_), cell_);
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

/// Velocities come from where the flow was; gravity acts on what is liquid.
void Rasmussen::advect(float dt, const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  const grid::CellField& phi = grid_.phi();
  wanted_.resize(cells.size());
  cells.forEach(threads, [&](CellIndex c) { wanted_[c] = phi.values[c] < 0.f; });
  before_ = grid_.velocity;
  const bool swirls = std::ranges::any_of(coefficients_, &Coefficients::swirls);
  advection_.advect(cells, before_, dt, before_, grid_.velocity,
                    swirls ? grid::AdvectionScheme::MacCormack : grid::AdvectionScheme::SemiLagrangian,
                    threads, wanted_);
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
  directVelocities(false, threads);
  if (solids_.none()) return;
  extension_.intoAir(cells, phi, faces_, 2.f, grid_.velocity, threads);
  alongSolids(2.f, threads);
}

/// What solids let liquid do beside them. Departs from Rasmussen et al. 2004: the pressure has the solids'
/// own velocity and none of the liquid along them, of which in a corner a part would come out of the wall.
void Rasmussen::alongSolids(float reach, const Threads& threads) {
  if (solids_.none()) return;
  const grid::CellBlocks& cells = grid_.cells();
  ofSolids_ = faces_.solid;
  extension_.intoSolids(cells, toSolid_, faces_, reach, grid_.velocity, threads);
  extension_.holdAlongSolids(cells, toSolid_, motion_, faces_, grid_.velocity, threads);
  std::swap(faces_.solid, ofSolids_);
}

/// Cells have the mean of what the particles round them have; those without any that of the liquid beside
/// them.
void Rasmussen::spreadViscosity(const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  float least = 1e30f, most = 0.f;
  for (const Coefficients& c : coefficients_)
    least = std::min(least, c.viscosity), most = std::max(most, c.viscosity);
  if (!(least < most)) return nu_.fill(cells, most);
  const Particles& p = liquid_.particles;
  nu_.fill(cells, 0.f);
  weight_.assign(cells.size(), 0.f);
  for (std::size_t i = 0; i < p.size(); ++i)
    forAround(cells, p.position[i], -1, [&](CellIndex c, float weight) {
      weight_[c] += weight;
      nu_.values[c] += weight * coefficients_[p.material[i]].viscosity;
    });
  constexpr float kLeastWeight = 1e-3f;
  marching_.state.resize(cells.size());
  cells.forEach(threads, [&](CellIndex c) {
    const bool known = weight_[c] > kLeastWeight;
    marching_.state[c] = known ? grid::MarchState::Known : grid::MarchState::Unknown;
    nu_.values[c] = known ? nu_.values[c] / weight_[c] : least;
  });
  marching_.run(
      cells, [&](CellIndex c) { return -weight_[c]; }, 1.f, nu_.values);
}

void Rasmussen::applyViscosity(float dt, const Threads& threads) {
  if (grid_.empty()) return;
  spreadViscosity(threads);
  directCells(ControlField::Viscosity, nu_, threads);
  std::vector<float>& shown = liquid_[viscosityOf_];
  for (std::size_t i = 0; i < liquid_.size(); ++i)
    shown[i] = coefficients_[liquid_.particles.material[i]].density *
               nu_.sample(grid_.cells(), liquid_.particles.position[i]);
  const float most = nu_.values.empty() ? 0.f : *std::ranges::max_element(nu_.values);
  if (!(dt * most > kLeastExchange * cell_ * cell_)) return;
  const auto result = viscosity_.act(grid_.cells(), grid_.phi(), nu_, faces_, before_, dt, grid_.velocity,
                                     {.residual = kResidual}, threads);
  for (const grid::SolverResult& r : result.solver) requireSolved(r, "viscosity");
}

/// The part of a cell that no solid takes, by its eight parts.
float Rasmussen::clearPart(CellIndex c) const {
  const float away = toSolid_.values[c] / cell_;
  if (std::abs(away) > 0.87f) return away > 0.f ? 1.f : 0.f;
  const Vec3 middle(grid::middleOf(grid_.cells(), c));
  float sum = 0.f;
  for (int k = 0; k < 8; ++k) {
    const Vec3 part = Vec3(k & 1, k >> 1 & 1, k >> 2) - 0.5f;
    sum += std::clamp(0.5f + 2.f * solids_.distance(middle + 0.5f * cell_ * part) / cell_, 0.f, 1.f);
  }
  return 0.125f * sum;
}

/// A cell is as full as phi says, straight over its width; where the surface bends, that is too much by
/// cell^2 / 24 for each of its area and curvature (of a ball 4 pi / 3 (R^3 + R cell^2 / 4)), and div grad phi
/// is the curvature.
double Rasmussen::volume() const {
  const grid::CellBlocks& cells = grid_.cells();
  const grid::CellField& phi = grid_.phi();
  double sum = 0.0;
  for (CellIndex c = 0; c < cells.size(); ++c) {
    const float here = phi.values[c] / cell_;
    if (!(here < 0.5f)) continue;
    float full = 1.f;
    if (here > -0.5f) {
      float bend = -6.f * here;
      for (int axis = 0; axis < 3; ++axis)
        for (const int side : {-1, 1}) bend += phi.at(cells.beside(c, axis, side)) / cell_;
      full = 0.5f - here - bend / 24.f;
    }
    sum += static_cast<double>(full * clearPart(c));
  }
  return sum * std::pow(static_cast<double>(cell_), 3.0);
}

/// Not in Rasmussen et al. 2004: the particles know how much liquid there should be. @return D [1/s]
float Rasmussen::divergenceFor(float dt) const {
  float rate = 0.f;
  for (const Coefficients& c : coefficients_) rate = std::max(rate, c.volume);
  const double now = volume() / std::pow(static_cast<double>(cell_), 3.0);
  if (!(rate > 0.f) || !(now > 1.0)) return 0.f;
  std::size_t within = 0;
  for (std::size_t i = 0; i < liquid_.size(); ++i)
    within += grid_.levelSet().sample(liquid_.particles.position[i]) < kLost * cell_;
  const auto all = static_cast<float>(static_cast<double>(within) / now - 1.0);
  const float wrong = all - std::clamp(all, -kRightVolume, kRightVolume);
  return std::clamp(rate * wrong, -kMostCorrection / dt, kMostCorrection / dt);
}

void Rasmussen::solvePressure(float dt, const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  pressure_.fill(cells, 0.f);
  solved_.reset();
  if (grid_.empty()) return;
  const float divergence = divergenceFor(dt);
  target_.fill(cells, divergence);
  directCells(ControlField::Divergence, target_, threads);
  const bool directed = controls_ && controls_->has(ControlField::Divergence);
  grid::ProjectionSettings settings;
  settings.pressure.solver.residual = kResidual;
  solved_ =
      projection_.project(cells, grid_.phi(), faces_, directed || divergence != 0.f ? &target_ : nullptr, dt,
                          grid_.velocity, pressure_, settings, threads);
  requireSolved(solved_->pressure.solver, "pressure");
}

/// Along an axis [m/s].
float Rasmussen::fastestOfLiquid() const {
  const grid::CellBlocks& cells = grid_.cells();
  float most = 0.f;
  for (CellIndex c = 0; c < cells.size(); ++c) {
    if (!(grid_.phi().values[c] < 0.f)) continue;
    for (int axis = 0; axis < 3; ++axis)
      most = std::max({most, std::abs(grid_.velocity.at(axis, c)),
                       std::abs(grid_.velocity.at(axis, cells.beside(c, axis, 1)))});
  }
  return most;
}

/// Departs from Rasmussen et al. 2004: no air is faster than the liquid. What is pressed out of a gap that
/// closes would be, without limit, and as liquid comes there it would have that speed.
void Rasmussen::extend(float dt, const Threads& threads) {
  if (grid_.empty()) return;
  const grid::CellBlocks& cells = grid_.cells();
  extension_.intoAir(cells, grid_.phi(), faces_, kReachOfAir, grid_.velocity, threads);
  grid::PressureSettings settings;
  settings.solver.residual = kResidual;
  const float fastest = fastestOfLiquid();
  extension_.freeOfDivergence(cells, grid_.phi(), faces_, dt, grid_.velocity, settings, threads);
  for (auto& axis : grid_.velocity.axes)
    cells.forEach(threads, [&](CellIndex c) { axis[c] = std::clamp(axis[c], -fastest, fastest); });
  alongSolids(kShell, threads);
}

/// Particles first, while the cells are those of the velocity.
void Rasmussen::moveSurface(float dt, std::uint64_t room, const Threads& threads) {
  moveParticles(dt, threads);
  if (grid_.empty()) {
    directSurface(room, threads);
    return showParticles(threads);
  }
  grid::ParticleLevelSet& surface = grid_.surface();
  const auto moving = [&](const Vec3& p) { return grid_.velocity.sample(grid_.cells(), p); };
  const auto solid = [&](const Vec3& p) { return solids_.nearest(p).face; };
  if (!solids_.none())
    grid::findMarkerDepths(surface.markers(), solid, kBesideSolid * cell_, cell_, markerDepths_, threads);
  surface.carry(moving, dt, threads);
  if (!solids_.none()) {
    grid::pushMarkersToDepths(surface.markers(), solid, markerDepths_, cell_, threads);
    intoSolids(threads);
    // Of either kind: phi in solids is not theirs to say.
    grid::removeMarkers(
        surface.markers(),
        [&](std::size_t k) {
          return solids_.distance(surface.markers().places[k].position(cell_)) < -kMarkersInSolid * cell_;
        },
        threads);
  }
  surface.settle(threads);
  grid_.layOut(threads);
  if (surface.steps() % kGatherEvery == 0) {
    grid_.dropIslands(kFewestCells, threads);
    gatherLost(threads);
  }
  directSurface(room, threads);
  showParticles(threads);
}

/// phi goes on into solids as it is just before them, so that liquid lies against them and no air comes in
/// between; but no deeper than a shell.
float Rasmussen::phiBehindFace(const Vec3& p) const {
  constexpr int kMostFaces = 3;  // of a corner
  const grid::LevelSet& set = grid_.levelSet();
  float depth = 0.f;
  const auto before = [&](float away) {
    Vec3 q = p;
    for (int k = 0; k < kMostFaces; ++k) {
      const SignedDistance::Sample face = solids_.nearest(q).face;
      if (k == 0) depth = -face.distance;
      if (face.distance >= away) break;
      q += (away - face.distance) * face.normal;
    }
    return set.sample(q);
  };
  const float phi = std::min(before(0.5f * kFilm * cell_), before(kFilm * cell_));
  return std::clamp(std::max(phi, depth - kShell * cell_), -set.band(), set.band());
}

void Rasmussen::intoSolids(const Threads& threads) {
  grid::LevelSet& set = grid_.surface().levelSet();
  phiNodes_.resize(kNodes * set.blocks().size());
  threads.forEach(set.blocks().size(), [&](std::size_t b) {
    const grid::BlockCoordinate& at = set.blocks().at(b);
    std::copy_n(set.nodes(b), kNodes, phiNodes_.begin() + static_cast<std::ptrdiff_t>(kNodes * b));
    if (isFarFromSolids(at)) return;
    for (std::size_t n = 0; n < kNodes; ++n) {
      float& phi = phiNodes_[kNodes * b + n];
      const Vec3 p =
          cell_ * Vec3(kBlock * at.x + static_cast<int>(n % 8), kBlock * at.y + static_cast<int>(n / 8 % 8),
                       kBlock * at.z + static_cast<int>(n / 64));
      if (solids_.distance(p) < 0.5f * kFilm * cell_) phi = phiBehindFace(p);
    }
  });
  set.replaceNodes(phiNodes_, threads);
}

/// Of the liquid next to a place: air that is pressed out between two drops is much faster than they are.
Vec3 Rasmussen::velocityOfLiquid(const Vec3& p) const {
  const grid::LevelSet& set = grid_.levelSet();
  const float phi = set.sample(p);
  if (phi <= 0.f) return grid_.velocity.sample(grid_.cells(), p);
  const Vec3 outward = set.gradient(p);
  const float slope = glm::length(outward), way = phi + 0.25f * cell_;
  return grid_.velocity.sample(grid_.cells(), slope > 0.f ? p - way / slope * outward : p);
}

/// By the midpoint rule where there is liquid; drops fall.
void Rasmussen::moveParticles(float dt, const Threads& threads) {
  Particles& p = liquid_.particles;
  const grid::LevelSet& set = grid_.levelSet();
  Vec3Array& movedAs = liquid_[movedAs_];
  threads.forChunks(p.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (p.isFrozen(i)) {
        p.velocity.set(i, Vec3(0.f));
        movedAs.set(i, Vec3(0.f));
        continue;
      }
      const Vec3 at = p.position[i];
      if (grid_.empty() || set.sample(at) > kLost * cell_) {
        const Vec3 v = p.velocity[i] + dt * gravity_;
        p.velocity.set(i, v);
        movedAs.set(i, v);
        p.position.add(i, dt * v);
        continue;
      }
      const Vec3 first = velocityOfLiquid(at);
      const Vec3 v = velocityOfLiquid(at + 0.5f * dt * first);
      p.position.add(i, dt * v);
      p.velocity.set(i, v);
      movedAs.set(i, v);
    }
  });
}

/// Particles that the surface has lost, and that lie together again as closely as liquid, are liquid: a film
/// that was thinner than the grid can tell, until it has run together.
void Rasmussen::gatherLost(const Threads& threads) {
  const Particles& p = liquid_.particles;
  std::vector<std::size_t> lost;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (grid_.levelSet().sample(p.position[i]) > kLost * cell_) lost.push_back(i);
  if (lost.size() < kCompany) return;
  std::map<std::array<int, 3>, std::size_t> crowd;  // by cell
  const auto cellOfPlace = [&](std::size_t i) {
    const glm::vec3 at = glm::floor(p.position[i] / cell_);
    return std::array<int, 3>{static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(at.z)};
  };
  for (const std::size_t i : lost) ++crowd[cellOfPlace(i)];
  Vec3Array positions, velocities;
  for (const std::size_t i : lost) {
    const auto [x, y, z] = cellOfPlace(i);
    std::size_t company = 0;
    for (int k = 0; k < 27; ++k)
      if (const auto found = crowd.find({x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1});
          found != crowd.end())
        company += found->second;
    if (company < kCompany) continue;
    positions.push(p.position[i]);
    velocities.push(p.velocity[i]);
  }
  grid_.add(positions, velocities, 0, {}, threads);
}

/// What a particle shows of the liquid round it. A drop that has come to liquid gives it its motion.
void Rasmussen::showParticles(const Threads& threads) {
  Particles& p = liquid_.particles;
  std::vector<float>& pressures = liquid_[pressureOf_];
  const grid::CellBlocks& cells = grid_.cells();
  threads.forChunks(p.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const float phi = grid_.empty() ? kLost * cell_ : grid_.levelSet().sample(p.position[i]);
      p.density[i] = 1.f;
      p.exposure[i] = std::clamp(1.f + 0.5f * phi / cell_, 0.f, 1.f);
      pressures[i] = pressure_.values.size() == cells.size()
                         ? coefficients_[p.material[i]].density * pressure_.sample(cells, p.position[i])
                         : 0.f;
    }
  });
}

/// Not in Rasmussen et al. 2004, whose objects are moved by keys alone: what the pressure does to bodies in
/// dt. What of a cell's faces is open is together with the solid in it closed, so the solid's part has the
/// area of the rest.
void Rasmussen::findPushes(float dt, const Bodies& bodies) {
  pushes_.assign(bodies.list.size(), {});
  if (std::ranges::none_of(bodies.list, &Body::isMoved)) return;
  const grid::CellBlocks& cells = grid_.cells();
  double density = 0.0;
  for (const std::uint16_t m : liquid_.particles.material)
    density += static_cast<double>(coefficients_[m].density);
  density /= std::max<double>(1.0, static_cast<double>(liquid_.size()));
  const auto area = static_cast<double>(cell_ * cell_);
  for (CellIndex c = 0; c < cells.size(); ++c) {
    if (!(grid_.phi().values[c] < 0.f) || toSolid_.values[c] > 2.f * cell_) continue;
    glm::dvec3 closed(0.0);
    double all = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
      const CellIndex upper = cells.beside(c, axis, 1);
      const double low = 1.0 - static_cast<double>(faces_.open.at(axis, c));
      const double high = upper == grid::kNone ? 0.0 : 1.0 - static_cast<double>(faces_.open.at(axis, upper));
      closed[axis] = high - low;
      all += std::abs(closed[axis]);
    }
    if (!(all > 0.0)) continue;
    const Vec3 p(grid::middleOf(cells, c));
    const Solids::Nearest found = solids_.nearest(p);
    if (found.body == Solids::kNoBody || !bodies.list[found.body].isMoved()) continue;
    const Body& body = bodies.list[found.body];
    const Vec3 at = p - found.face.distance * found.face.normal;
    const glm::dvec3 impulse =
        density * static_cast<double>(pressure_.values[c]) * static_cast<double>(dt) * area * closed;
    Push& push = pushes_[found.body];
    push.sum.addImpulse(glm::dvec3(at - body.centre()), impulse);
    push.area += all * area;
    push.density = density;
  }
}

/// The pressure was found for bodies that keep their velocities; as one gives way, the liquid that has to
/// follow it resists like a mass. Without that, what is lighter than the liquid would be thrown to and fro.
void Rasmussen::coupleBodies(float dt, Bodies& bodies) {
  for (std::size_t b = 0; b < pushes_.size(); ++b) {
    Body& body = bodies.list[b];
    if (!body.isMoved()) continue;
    const Push& push = pushes_[b];
    if (!(push.area > 0.0) && !body.pull) {
      body.velocity += dt * gravity_;
      continue;
    }
    ImpulseSystem system(body, gravity_, dt);
    const double volume = body.unitMass.volume;
    // A ball has this surface, and what faces cover of it is half as large again.
    const double surface = 1.5 * 4.836 * std::pow(volume, 2.0 / 3.0);
    const double added = kAddedMass * push.density * volume * std::min(1.0, push.area / surface);
    if (added > 0.0)
      system.addContact(added, glm::dvec3(0.0), glm::dvec3(0.0, 1.0, 0.0), glm::dvec3(body.velocity), 1.0,
                        1.0);
    system += push.sum;
    const auto u = system.solve();
    body.velocity = {u[0], u[1], u[2]};
    body.angularVelocity = {u[3], u[4], u[5]};
    body.wet |= push.area > 0.0;
  }
}

void Rasmussen::resolveCollisions(float dt, const Threads& threads, const Bodies& bodies) {
  Particles& p = liquid_.particles;
  moved_.copy(p.position, threads);
  barrier_.resolve(dt, threads, bodies, p, liquid_.previous);
  Vec3Array& movedAs = liquid_[movedAs_];
  threads.forChunks(p.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (p.position[i] == moved_[i]) continue;
      p.velocity.set(i, (p.position[i] - liquid_.previous[i]) / dt);
      movedAs.set(i, p.velocity[i]);
    }
  });
}

}  // namespace ooze::rasmussen
