// Time step of the MPS method, in the order of the paper, and its interface to the world.
#include "methods/mps/mps.h"

#include "bodies/impulse_system.h"
#include "liquid/frozen.h"

#include <algorithm>
#include <cmath>

namespace ooze::mps {
namespace {

constexpr std::size_t kMotionGrain = 2048;  // particles per parallel chunk of a stage without neighbours
// Radius and skin of the liquid's own neighbour lists, which sort particles in space and keep liquid off
// frozen particles [spacings].
constexpr float kOwnReach = 1.f, kSkin = 0.3f;
// Extra radius of the neighbour search over points [spacings]. Viscosity and tension move points after the
// search and before the pressure solve; the extra radius keeps the lists complete.
constexpr float kRim = 0.2f;
// Collision distance to solids [spacings]. Farther out, the pressure of wall particles keeps liquid away.
constexpr float kBarrier = 0.2f;
// Longest substep, over a spacing / sqrt(p / rho). Pairs of a lattice under the pressure p repel each other
// like springs of rate 4.5 p / (rho l0^2), and about a third of the springs' stability limit is used.
constexpr float kPressedStep = 0.3f;
constexpr int kMostParts = 16;
// Decay per step of the remembered pressure that chooses the number of substeps. After a step with too few
// substeps the pressure is almost 0; without memory the next step would again have too few, and so on.
constexpr float kFade = 0.8f;
// Viscosity is skipped if a particle would take on less than this fraction of a velocity difference in a
// step.
constexpr float kLeastExchange = 1e-4f;
// Viscosity is explicit below this fraction, implicit above. Explicit steps are stable up to a half inside a
// lattice, and up to this value in liquid five times as dense.
constexpr float kExplicitExchange = 0.1f;
// Noise that weight causes is damped at the rate sqrt(g / l0), with the gravity of the earth, so that a
// material does not change with gravity. At most the second part is damped in a substep. The roughest
// velocities lose some 12 times the part, and stable are losses below 2.
constexpr float kGravity = 9.81f;  // [m/s^2]
constexpr float kMostCalming = 0.09f;
// Density n / n0 of a flat surface. Exposure grows from 0 at n0 to 1 at this density.
constexpr float kFlatSurface = 0.727f;

ViscousBody::Vector6 motionOf(const Body& body) {
  ViscousBody::Vector6 u;
  for (int axis = 0; axis < 3; ++axis)
    u[axis] = double{body.velocity[axis]}, u[3 + axis] = double{body.angularVelocity[axis]};
  return u;
}

}  // namespace

Mps::Mps(const MethodSettings& settings)
    : ParticleMethod((kOwnReach + kSkin) * spacingOf(settings.interactionRadius)),
      h_(settings.interactionRadius),
      spacing_(spacingOf(h_)),
      walls_(spacing_),
      contact_({.unit = spacing_, .still = kBarrier, .dynamic = kBarrier, .curvature = 0.f, .film = 0.f}) {
  const auto isPressure = [](const float& p, const StateBounds&) { return p >= 0.f && std::isfinite(p); };
  pressureOf_ = liquid_.arrays.add<float>({.isSound = isPressure});
  pressedOf_ = liquid_.arrays.add<float>({.isSound = isPressure});
  const auto isNumber = [](const float& p, const StateBounds&) { return std::isfinite(p); };
  cohesionOf_ =
      liquid_.arrays.add<float>({.extent = ArrayExtent::MayBeShorter, .isSound = isNumber, .late = true});
}

void Mps::setMaterials(std::span<const MaterialDefinition> materials) {
  coefficients_.clear(), masses_.clear();
  std::vector<ContactCoefficients> atSolids;
  for (const MaterialDefinition& m : materials) {
    coefficients_.push_back(convert(m, h_));
    masses_.push_back({coefficients_.back().mass, m.density});
    // Friction with solids is part of the viscosity, scaled by each body's own friction.
    atSolids.push_back({.friction = 0.f,
                        .frictionTime = 1.f,
                        .stickiness = 0.f,
                        .stickDistance = 0.f,
                        .usesBodyFriction = false,
                        .usesBodyStickiness = false,
                        .resolvesAllFaces = true});
  }
  contact_.setMaterials(atSolids);
  convects_ = std::ranges::any_of(coefficients_, [](const Coefficients& c) { return c.convection > 0.f; });
  viscosity_.alongLines = !convects_;
  pressure_.isIsotropic = !convects_;
}

float Mps::mechanicalPressure(std::size_t particle) const {
  const std::vector<float>& cohesion = liquid_[cohesionOf_];
  return liquid_[pressureOf_][particle] - (particle < cohesion.size() ? cohesion[particle] : 0.f);
}

std::optional<SolverWork> Mps::solverWork() const {
  if (solved_.unknowns == 0) return std::nullopt;
  return SolverWork{solved_.solver.iterations, solved_.solver.residual};
}

std::vector<float> Mps::gather(std::string_view key, float dt) const {
  if (key == kPressureKey) {
    std::vector<float> pressures(liquid_.size());
    for (std::size_t i = 0; i < pressures.size(); ++i) pressures[i] = mechanicalPressure(i);
    return pressures;
  }
  return ParticleMethod::gather(key, dt);
}

std::optional<ParticleDetails> Mps::detailsOf(std::uint32_t id, float /*dt*/,
                                              const Bodies& /*bodies*/) const {
  const std::uint32_t particle = liquid_.indicesById()[id];
  if (particle == IdTable::kNone) return std::nullopt;
  ParticleDetails details;
  const Particles& p = liquid_.particles;
  details.neighbours = inspectNeighbours(p, particle, kReach * spacing_, h_);
  details.values = {{"n/n0", "Density", "1", p.density[particle]},
                    {"p", "Pressure", "Pa", mechanicalPressure(particle)},
                    {"N", "Neighbours", "1", static_cast<float>(details.neighbours.size())}};
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (!points_.isParticle[i] || points_.from[i] != particle || i >= pressure_.source.size()) continue;
    details.values.push_back({"b", "Compression to undo", "1", pressure_.source[i]});
    details.values.push_back(
        {"", "At the free surface", "1", pressure_.role[i] == PressureRole::Surface ? 1.f : 0.f});
  }
  return details;
}

/// Runs a time step by section 3 in substeps. All stages between prediction and correction share the
/// neighbour lists at the predicted positions.
void Mps::step(float dt, StepContext& context) {
  const StageRunner timed(context, *this);
  const Threads& threads = context.threads;
  timed("neighbours", [&] { findNeighbours(threads); });
  int count = substepCount(dt, kPressedStep);
  liquid_.previous.copy(liquid_.particles.position, threads);
  previousVelocity_.copy(liquid_.particles.velocity, threads);
  const auto forgetImpulses = [&] {
    bodyImpulses_.assign(context.bodies.list.size(), {}), viscousGains_.clear();
  };
  forgetImpulses();
  decayPressures(threads);
  for (int k = 1; k <= count; ++k) {
    const float part = dt / static_cast<float>(count);
    const auto over = [&](int parts) { return static_cast<float>(parts) / static_cast<float>(count); };
    if (convects_) timed("convection", [&] { convect(part, context.bodies, over(k - 1), threads); });
    timed("prediction", [&] { predict(part, threads); });
    timed("neighbours", [&] {
      gatherPoints(context.bodies, over(k), threads);
      if (convects_) convection_.regatherLagFractions(points_, threads);
    });
    if (!viscosityIsLast(part)) timed("viscosity", [&] { applyViscosity(part, threads); });
    timed("tension", [&] { applyTension(part, threads); });
    timed("density", [&] { measureDensity(part, threads); });
    timed("pressure", [&] { solvePressure(part, threads); });
    // Liquid whose pressure rises suddenly, as at an impact or in a new world, restarts the step with as many
    // substeps as the pressure asks for.
    if (substepCount(dt, kPressedStep) > count) {
      liquid_.particles.position.copy(liquid_.previous, threads);
      liquid_.particles.velocity.copy(previousVelocity_, threads);
      forgetImpulses();
      count = substepCount(dt, kPressedStep), k = 0;
      continue;
    }
    timed("correction", [&] { correct(part, threads), pushBodies(part, context.bodies); });
  }
  timed("coupling", [&] { coupleBodies(dt, threads, context.bodies); });
  if (viscosityIsLast(dt / static_cast<float>(count)))
    timed("viscosity", [&] { applyViscosityLast(dt, count, threads, context.bodies); });
  timed("body contacts", [&] { context.advanceBodies(dt); });
  timed("collisions", [&] { resolveCollisions(dt, threads, context.bodies); });
}

int Mps::substepCount(float dt, float pressedStep) const {
  const std::vector<float>& p = liquid_[pressedOf_];
  float most = 0.f;
  for (std::size_t i = 0; i < p.size(); ++i)
    most = std::max(most, p[i] / coefficients_[liquid_.particles.material[i]].density);
  const float count = std::ceil(dt * std::sqrt(most) / (pressedStep * spacing_));
  return count < static_cast<float>(kMostParts) ? std::max(1, static_cast<int>(count)) : kMostParts;
}

void Mps::decayPressures(const Threads& threads) {
  constexpr float kLeast = 1e-3f;  // pressures below this value [Pa] become 0 to avoid slow denormal numbers
  std::vector<float>& pressed = liquid_[pressedOf_];
  threads.forEachIndex(pressed.size(), kMotionGrain,
                       [&](std::size_t i) { pressed[i] = pressed[i] > kLeast ? kFade * pressed[i] : 0.f; });
}

void Mps::findNeighbours(const Threads& threads) {
  if (!liquid_.listsAreValid(0.5f * kSkin * spacing_, threads)) liquid_.list(threads);
}

void Mps::convect(float dt, const Bodies& bodies, float part, const Threads& threads) {
  gatherPoints(bodies, part, threads);
  measureDensity(dt, threads);
  convection_.updateLagFractions(points_, pressure_, coefficients_, liquid_.particles.material, threads);
  convection_.convectVelocities(points_, liquid_.particles.velocity, dt, spacing_, threads);
}

void Mps::displaceParticle(std::size_t particle, const Vec3& way) {
  if (!convects_) return liquid_.particles.position.add(particle, way);
  const Vec3 goes = convection_.splitDisplacement(particle, way);
  liquid_.particles.position.add(particle, goes);
}

void Mps::predict(float dt, const Threads& threads) {
  Particles& p = liquid_.particles;
  liquid_.accelerate(dt * gravity_, threads);
  stopFrozen(p, threads);
  threads.forEachIndex(p.size(), kMotionGrain,
                       [&](std::size_t i) { displaceParticle(i, dt * p.velocity[i]); });
}

void Mps::gatherPoints(const Bodies& bodies, float part, const Threads& threads) {
  const Particles& p = liquid_.particles;
  poses_.clear();
  for (const Body& b : bodies.list)
    poses_.push_back(part >= 1.f ? b.pose
                                 : Pose{glm::mix(b.previousPose.position, b.pose.position, part),
                                        glm::slerp(b.previousPose.orientation, b.pose.orientation, part)});
  points_.gather(p, walls_.near(p.position, bodies, poses_, kReach * spacing_, threads), bodies, spacing_,
                 kReach + kRim, threads);
  gatherViscousBodies(bodies);
}

/// Gathers the bodies that forces move. Their points have the velocities that viscosity has left.
void Mps::gatherViscousBodies(const Bodies& bodies) {
  viscousBodies_.clear();
  for (std::uint32_t b = 0; b < bodies.list.size(); ++b)
    if (const Body& body = bodies.list[b]; body.isMoved())
      viscousBodies_.push_back({.body = b,
                                .centre = poses_[b].toWorld(Vec3(body.unitMass.centre)),
                                .velocity = motionOf(body),
                                .mass = ImpulseSystem::massOf(body)});
  viscousGains_.resize(viscousBodies_.size(), ViscousBody::Vector6::Zero());
  for (std::size_t k = 0; k < viscousBodies_.size(); ++k) {
    ViscousBody& b = viscousBodies_[k];
    b.gained = viscousGains_[k], b.velocity += b.gained;
    if (b.gained.isZero(0.0)) continue;
    for (std::size_t i = 0; i < points_.size(); ++i)
      if (points_.isOfMovedBody(i) && points_.from[i] == b.body)
        points_.velocity.add(i, b.gainedAt(points_.at[i]));
  }
}

void Mps::applyPointVelocities(float time, const Threads& threads) {
  Particles& p = liquid_.particles;
  points_.forEach(threads, [&](std::size_t i) {
    if (points_.kind[i] != PointKind::Liquid) return;
    const std::size_t k = points_.from[i];
    const Vec3 moved = time * (points_.velocity[i] - p.velocity[k]);
    p.velocity.set(k, points_.velocity[i]);
    displaceParticle(k, moved);
    points_.at.set(i, p.position[k]);
  });
}

float Mps::mostExchange(float dt) const {
  const float rate = 6.f / static_cast<float>(latticeSums().spread) / (spacing_ * spacing_);
  float most = 0.f;
  for (const Coefficients& c : coefficients_) most = std::max(most, dt * rate * c.viscosity / c.density);
  return most;
}

bool Mps::viscosityIsLast(float dt) const {
  return !viscousBodies_.empty() && !convects_ && mostExchange(dt) >= kExplicitExchange;
}

void Mps::fillViscosities(const Threads& threads) {
  fillPerPoint(
      mu_, [](const Coefficients& c) { return c.viscosity; }, threads);
  fillPerPoint(
      rho_, [](const Coefficients& c) { return c.density; }, threads);
}

void Mps::applyViscosity(float dt, const Threads& threads) {
  const float most = mostExchange(dt);
  fillViscosities(threads);
  const bool isThin = most < kExplicitExchange;
  // Particles that lag behind the flow stand still and make no noise.
  if (isThin && !convects_)
    viscosity_.calmNoise(points_, rho_, std::min(kMostCalming, dt * std::sqrt(kGravity / spacing_)), threads);
  for (ViscousBody& b : viscousBodies_) b.gained.setZero();
  if (isThin && most > kLeastExchange)
    viscosity_.applyExplicit(points_, mu_, rho_, dt, spacing_, threads, viscousBodies_);
  if (!isThin)
    grid::requireSolved(viscosity_.act(points_, mu_, rho_, dt, spacing_, residual_, threads, viscousBodies_),
                        "viscosity");
  applyPointVelocities(dt, threads);
  for (std::size_t k = 0; k < viscousBodies_.size(); ++k) {
    const ViscousBody& b = viscousBodies_[k];
    viscousGains_[k] += b.gained;
    const ViscousBody::Vector6 impulse = b.mass * b.gained;
    if (b.body >= bodyImpulses_.size()) continue;
    bodyImpulses_[b.body].impulse += glm::dvec3(impulse[0], impulse[1], impulse[2]);
    bodyImpulses_[b.body].twist += glm::dvec3(impulse[3], impulse[4], impulse[5]);
  }
}

void Mps::applyViscosityLast(float dt, int substeps, const Threads& threads, Bodies& bodies) {
  const Particles& p = liquid_.particles;
  std::vector<bool> touched;
  const std::vector<Body> moving = bodies.predictContacts(bodies.list, dt, gravity_, touched);
  for (ViscousBody& b : viscousBodies_) {
    const Body& body = bodies.list[b.body];
    b.velocity = motionOf(touched[b.body] ? moving[b.body] : body);
    b.mass = ImpulseSystem(body, gravity_, dt).matrix();  // with the spring by which the mouse holds the body
  }
  points_.forEach(threads, [&](std::size_t i) {
    if (points_.kind[i] == PointKind::Liquid) points_.velocity.set(i, p.velocity[points_.from[i]]);
    if (!points_.isOfMovedBody(i)) return;
    const std::uint32_t b = points_.from[i];
    points_.velocity.set(i, (touched[b] ? moving[b] : bodies.list[b]).velocityAt(points_.at[i]));
  });
  fillViscosities(threads);
  grid::requireSolved(viscosity_.act(points_, mu_, rho_, dt, spacing_, residual_, threads, viscousBodies_),
                      "viscosity");
  // The liquid has moved with velocities that grew from substep to substep.
  const auto count = static_cast<float>(substeps);
  applyPointVelocities(0.5f * dt * (count + 1.f) / count, threads);
  for (const ViscousBody& b : viscousBodies_) {
    if (!b.isWet) continue;
    Body& body = bodies.list[b.body];
    body.velocity += Vec3(b.gained[0], b.gained[1], b.gained[2]);
    body.angularVelocity += Vec3(b.gained[3], b.gained[4], b.gained[5]);
    body.wet = true;
  }
}

void Mps::measureDensity(float dt, const Threads& threads) {
  Particles& p = liquid_.particles;
  pressure_.measure(points_, dt, spacing_, threads);
  points_.forEach(threads, [&](std::size_t i) {
    if (!points_.isParticle[i]) return;
    const std::size_t k = points_.from[i];
    p.density[k] = pressure_.density[i];
    p.exposure[k] = std::clamp((1.f - pressure_.density[i]) / (1.f - kFlatSurface), 0.f, 1.f);
  });
}

void Mps::solvePressure(float dt, const Threads& threads) {
  std::vector<float>&own = liquid_[pressureOf_], &pressed = liquid_[pressedOf_],
  &cohesion = liquid_[cohesionOf_];
  cohesion.resize(own.size());
  if (convects_) {
    pressure_.applyLastPressure(points_, coefficients_, liquid_.particles.material, own, lagFractions(),
                                spacing_, threads);
    pressure_.measureStaying(points_,
                             convection_.compressionVelocities(points_, pressure_.acceleration, dt, threads),
                             dt, spacing_, threads);
  }
  solved_ = pressure_.solve(points_, coefficients_, liquid_.particles.material, own, dt, spacing_, residual_,
                            threads, lagFractions());
  grid::requireSolved(solved_.solver, "pressure");
  points_.forEach(threads, [&](std::size_t i) {
    if (!points_.isParticle[i]) return;
    const std::size_t k = points_.from[i];
    own[k] = pressure_.pressure[i];
    cohesion[k] = i < cohesion_.size() && pressure_.role[i] == PressureRole::Unknown ? cohesion_[i] : 0.f;
    pressed[k] = std::max(pressed[k], own[k]);
  });
}

void Mps::correct(float dt, const Threads& threads) {
  Particles& p = liquid_.particles;
  pressure_.accelerate(points_, spacing_, threads, lagFractions(), cohesion_);
  points_.forEach(threads, [&](std::size_t i) {
    if (points_.kind[i] == PointKind::Liquid)
      points_.velocity.add(i, dt * (pressure_.acceleration[i] - pressure_.shift[i]));
  });
  fillPerPoint(
      mass_, [](const Coefficients& c) { return c.mass; }, threads);
  encounters_.find(points_, mass_, spacing_, force_, threads);
  points_.forEach(threads, [&](std::size_t i) {
    if (points_.kind[i] != PointKind::Liquid) return;
    const std::size_t k = points_.from[i];
    const Vec3 gained = dt * pressure_.acceleration[i] + force_[i];
    p.velocity.add(k, gained - dt * pressure_.shift[i]);
    displaceParticle(k, dt * gained);
  });
  if (convects_) convection_.shiftByLag(liquid_.previous, p.frameStart, threads);
}

/// Accumulates the pressure force on wall points as impulses on their bodies. Not in Premoze et al. 2003.
void Mps::pushBodies(float dt, const Bodies& bodies) {
  if (std::ranges::none_of(bodies.list, &Body::isMoved)) return;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (points_.isParticle[i] || points_.kind[i] != PointKind::Wall) continue;
    const Body& body = bodies.list[points_.from[i]];
    if (!body.isMoved()) continue;
    const glm::dvec3 impulse = static_cast<double>(dt) * glm::dvec3(pressure_.forceOn(i, spacing_));
    const Vec3 centre = poses_[points_.from[i]].toWorld(Vec3(body.unitMass.centre));
    bodyImpulses_[points_.from[i]].impulse += impulse;
    bodyImpulses_[points_.from[i]].twist += glm::cross(glm::dvec3(points_.at[i] - centre), impulse);
  }
}

void Mps::coupleBodies(float dt, const Threads& threads, Bodies& bodies) {
  const auto isPushed = [&](std::size_t b) {
    return bodyImpulses_[b].impulse != glm::dvec3(0.0) || bodyImpulses_[b].twist != glm::dvec3(0.0);
  };
  for (std::size_t b = 0; b < bodyImpulses_.size(); ++b) {
    Body& body = bodies.list[b];
    if (!body.isMoved() || !isPushed(b)) continue;
    body.velocity += Vec3(bodyImpulses_[b].impulse / body.mass());
    body.angularVelocity += turnGained(body, bodyImpulses_[b].twist);
  }
  coupling_.couple(dt, threads, bodies, gravity_, {liquid_.particles, liquid_.previous, contact_, masses_});
  for (std::size_t b = 0; b < bodyImpulses_.size(); ++b)
    if (bodies.list[b].isMoved() && isPushed(b)) bodies.list[b].wet = true;
}

/// Pushes liquid out of solids that it has penetrated, and off frozen liquid.
void Mps::resolveCollisions(float dt, const Threads& threads, const Bodies& bodies) {
  Particles& p = liquid_.particles;
  force_.copy(p.position, threads);
  separateFromFrozen(
      p, liquid_.previous, liquid_.neighbours(), [this](std::uint16_t) { return 0.85f * spacing_; }, threads);
  contact_.resolve(dt, threads, bodies, p, liquid_.previous);
  threads.forEachIndex(p.size(), kMotionGrain, [&](std::size_t i) {
    // Particles without contact keep their velocity bit for bit.
    if (p.position[i] != force_[i]) p.velocity.set(i, (p.position[i] - liquid_.previous[i]) / dt);
  });
}

}  // namespace ooze::mps
