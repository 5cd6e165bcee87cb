// The time step of the adhesion method (Steele et al. 2004), and its interface to the world.
#include "methods/steele/steele.h"

#include "base/reductions.h"
#include "liquid/frozen.h"
#include "methods/steele/pair_stages.h"

#include <algorithm>
#include <cmath>

namespace ooze::steele {
namespace {

constexpr std::size_t kMotionGrain = 2048;  // particles per parallel chunk of a stage without neighbours
constexpr float kSkin = 1.f;                // skin of the neighbour lists beyond every stage's reach [radii]
// Distance by which the forces and the density correction may bring particles into reach of the density
// [radii].
constexpr float kCorrected = 0.45f;
constexpr float kFarthestMove = 0.5f;  // longest way of a particle in one part of a step's motion [radii]
// Distance to which contacts separate particles [2 r]. Contacts at 2 r, as in the paper, lock the particles
// of a liquid in place. The density correction keeps them farther apart.
constexpr float kLeastDistance = 0.8f;
constexpr int kMostMoves = 16;
constexpr float kSurfaceReach = 4.f;  // reach of the surface test [radii]
constexpr float kMixingReach = 3.f;   // distance within which neighbours mix colours [radii]
// Mass factor of frozen particles, which act like a wall.
constexpr float kFrozenMass = 1e6f;

float fastest(const Particles& p, const Threads& threads) {
  return std::sqrt(
      largest(threads, p.size(), [&](std::size_t i) { return glm::dot(p.velocity[i], p.velocity[i]); }));
}

constexpr std::size_t kManyMaterials = 64;  // functions of fewer materials are made at once
constexpr float kEarth = 9.81f;             // least gravity assumed for the stiffness of contacts [m/s^2]

}  // namespace

Steele::Steele(const MethodSettings& settings)
    : ParticleMethod((kDensitySupport + kSkin) * kRadius * settings.interactionRadius),
      settings_(settings),
      radius_(kRadius * settings.interactionRadius),
      objects_(radius_),
      coupled_({settings.interactionRadius, kRadius, kDynamicContact * kRadius, 0.f, 0.f}),
      barrier_(coupled_.distances()) {
  // The fill value -1 marks a particle whose colour has not begun to mix.
  pigment_ = liquid_.arrays.add<Vec3>({.fill = Vec3(-1.f),
                                       .extent = ArrayExtent::WhileBegun,
                                       .isSound = [](const Vec3& p, const StateBounds&) {
                                         return p.x >= -1.f && p.y >= -1.f && p.z >= -1.f && p.x <= 2.f &&
                                                p.y <= 2.f && p.z <= 2.f;
                                       }});
}

void Steele::setMaterials(std::span<const MaterialDefinition> materials) {
  definitions_.assign(materials.begin(), materials.end());
  coefficients_.clear();
  std::vector<ContactCoefficients> atSolids;
  for (const MaterialDefinition& d : definitions_) {
    coefficients_.push_back(
        convert(fromValues<Material>(kParameters, d.values), d.referenceRadius, settings_.interactionRadius));
    // Object particles provide adhesion, including a body's own stickiness, so contacts have none.
    atSolids.push_back({.friction = 1.f - coefficients_.back().slip,
                        .frictionTime = kFrictionTime,
                        .stickiness = 0.f,
                        .stickDistance = 0.f,
                        .usesBodyStickiness = false});
  }
  liquidMasses_.clear();
  for (std::size_t m = 0; m < definitions_.size(); ++m)
    liquidMasses_.push_back({particleMass(m), definitions_[m].density});
  const LiquidCurves curves(settings_, definitions_);
  limits_ = curves.limits();
  hasParticles_.assign(definitions_.size(), definitions_.size() <= kManyMaterials);
  adhesion_ = curves.kinds(hasParticles_);
  coupled_.setMaterials(atSolids);
  for (ContactCoefficients& c : atSolids) c.friction = 0.f, c.usesBodyFriction = false;
  barrier_.setMaterials(atSolids);
  contactBodies_.clear();
  liquid_.setReach(longestReach() + kSkin * radius_);
}

void Steele::recolour(std::uint16_t material, std::uint32_t colour) {
  liquid_.recolour(material, colour);
  if (!liquid_.arrays.hasBegun(pigment_)) return;
  for (std::size_t i = 0; i < liquid_.size(); ++i)
    if (liquid_.particles.material[i] == material) liquid_[pigment_].set(i, Vec3(-1.f));
}

std::optional<ParticleDetails> Steele::detailsOf(std::uint32_t id, float /*dt*/,
                                                 const Bodies& /*bodies*/) const {
  const std::uint32_t particle = liquid_.indicesById()[id];
  if (particle == IdTable::kNone) return std::nullopt;
  ParticleDetails details;
  const Particles& p = liquid_.particles;
  details.neighbours = inspectNeighbours(p, particle, kDensitySupport * radius_, settings_.interactionRadius);
  details.values = {{"ρ", "Density", "1", p.density[particle]},
                    {"ρ0", "Desired density", "1", settledDensity()},
                    {"n", "Neighbours within 4 radii", "1", static_cast<float>(details.neighbours.size())}};
  return details;
}

/// Advances one time step (Steele et al. 2004): viscosity once per step, moves in several parts, then the
/// density correction. Departs from the paper in the place of forces: the paper computes them beside
/// viscosity, here they act at the positions after the moves (accelerate()).
void Steele::step(float dt, StepContext& context) {
  const StageRunner timed(context, *this);
  const Threads& threads = context.threads;
  makeSolidContacts(context.bodies);
  timed("neighbours", [&] { findNeighbours(viscousReach(), threads); });
  timed("viscosity", [&] { exchangeMomentum(dt, threads); });
  timed("moves", [&] { moveParticles(dt, context.bodies, threads); });
  timed("neighbours", [&] { findNeighbours(forceReach(), threads); });
  timed("object particles", [&] {
    if (contacts_.reach() > 0.f)
      objects_.sampleMissing(liquid_.particles.position, context.bodies, {}, contacts_.reach() * radius_,
                             threads);
  });
  timed("forces", [&] { findForces(context.bodies, threads), accelerate(dt, threads); });
  timed("contacts", [&] { separate(dt, threads); });
  timed("density", [&] { correctDensity(dt, context.bodies, threads); });
  timed("coupling", [&] { advanceBodies(dt, context); });
  timed("surface", [&] { classifySurface(threads); });
  timed("colours", [&] { mixColours(dt, threads); });
}

void Steele::findNeighbours(float reach, const Threads& threads) {
  if (!liquid_.listsAreValid(0.5f * kSkin * radius_, threads)) liquid_.list(threads);
  near_.find(liquid_.neighbours(), liquid_.particles.position, reach, threads);
  assignMasses(threads);
}

/// Returns the reach of viscosity and of contacts during the moves [m].
float Steele::viscousReach() const {
  float reach = kDensitySupport * radius_;
  for (const Coefficients& c : coefficients_)
    if (c.viscosity > 0.f) reach = std::max(reach, c.viscousSupport);
  return reach;
}

/// Returns the reach of the stages after the moves [m].
float Steele::forceReach() const {
  return std::max({kDensitySupport + kCorrected, kSurfaceReach, limits_.reach}) * radius_;
}

float Steele::particleMass(std::size_t material) const {
  const float spacing = 2.f * radius_;
  return definitions_[material].density * spacing * spacing * spacing;
}

void Steele::assignMasses(const Threads& threads) {
  const Particles& p = liquid_.particles;
  bool one = p.frozen.empty();
  for (const MaterialDefinition& d : definitions_) one &= d.density == definitions_.front().density;
  if (one) return masses_.clear();
  fillByMaterial(
      p, [this](std::size_t m) { return particleMass(m); }, masses_, threads);
  forEachFrozen(p, threads, [&](std::size_t i) { masses_[i] *= kFrozenMass; });
}

PairValue Steele::pairValue(float Coefficients::*member, std::vector<float>& own, const Threads& threads) {
  return ooze::pairValue(
      liquid_.particles, coefficients_.size(), [&](std::size_t m) { return coefficients_[m].*member; }, own,
      threads);
}

/// Makes the functions of materials that particles have for the first time. In a world of very many
/// materials, the functions of all pairs would not fit in memory.
void Steele::includeMaterialsOfParticles() {
  if (definitions_.size() <= kManyMaterials) return;
  bool isComplete = true;
  for (const std::uint16_t m : liquid_.particles.material)
    if (!hasParticles_[m]) hasParticles_[m] = true, isComplete = false;
  if (!isComplete) adhesion_ = LiquidCurves(settings_, definitions_).kinds(hasParticles_);
}

void Steele::findForces(const Bodies& bodies, const Threads& threads) {
  includeMaterialsOfParticles();
  Particles& p = liquid_.particles;
  acceleration_.resize(p.size());
  if (adhesion_.matrix.none()) {
    threads.forEachIndex(p.size(), kMotionGrain, [&](std::size_t i) { acceleration_.set(i, Vec3(0.f)); });
  } else {
    if (adhesion_.matrix.kinds() > 1) {
      kindOf_.resize(p.size());
      threads.forEachIndex(p.size(), kMotionGrain,
                           [&](std::size_t i) { kindOf_[i] = adhesion_.kinds[p.material[i]]; });
    }
    adhesive_.find(pairs(), adhesion_.matrix, kindOf_.data(), radius_, acceleration_, threads);
  }
  solidAdhesion_.act(p, bodies, contacts_, objects_, radius_, liquidMasses_, acceleration_, threads);
  threads.forEachIndex(p.size(), kMotionGrain, [&](std::size_t i) { acceleration_.add(i, gravity_); });
}

void Steele::exchangeMomentum(float dt, const Threads& threads) {
  float most = 0.f;
  for (const Coefficients& c : coefficients_) most = std::max(most, c.viscosity);
  if (!(most > 0.f)) return;
  const PairValue rate = pairValue(&Coefficients::viscosity, ownRate_, threads);
  const PairValue support = pairValue(&Coefficients::viscousSupport, ownSupport_, threads);
  viscosity_.exchange(pairs(), liquid_.particles.velocity, rate, support, most, dt, threads);
  stopFrozen(liquid_.particles, threads);
}

/// Applies forces to velocities and positions at once. Departs from Steele et al. 2004, where each move adds
/// its part of forces computed before the moves. Such outdated forces add energy to every oscillation of a
/// stiff pair. Outdated forces also pull along the old direction of a pair while contacts push along the new
/// one, which sets a drop spinning.
void Steele::accelerate(float dt, const Threads& threads) {
  Particles& p = liquid_.particles;
  threads.forEachIndex(p.size(), kMotionGrain, [&](std::size_t i) {
    const Vec3 gained = dt * acceleration_[i];
    p.velocity.add(i, gained);
    p.position.add(i, dt * gained);
  });
  stopFrozen(p, threads);
  holdFrozen(p, liquid_.previous, threads);
}

int Steele::moves(float dt, const Threads& threads) const {
  const float moves = std::ceil(fastest(liquid_.particles, threads) * dt / (kFarthestMove * radius_));
  return moves < static_cast<float>(kMostMoves) ? std::max(1, static_cast<int>(moves)) : kMostMoves;
}

void Steele::moveParticles(float dt, const Bodies& bodies, const Threads& threads) {
  Particles& p = liquid_.particles;
  liquid_.previous.copy(p.position, threads);
  const int count = moves(dt, threads);
  const float part = dt / static_cast<float>(count);
  for (int m = 1; m <= count; ++m) {
    threads.forEachIndex(p.size(), kMotionGrain,
                         [&](std::size_t i) { p.position.add(i, part * p.velocity[i]); });
    if (m < count) separate(part, threads);
    holdFrozen(p, liquid_.previous, threads);
    resolveSolidContacts(p, bodies, contacts_, radius_, part,
                         static_cast<float>(m) / static_cast<float>(count), threads);
  }
}

/// Returns the time over which velocities follow the separation of overlaps [s]. An overlap may exist from
/// the start, for example between layers from a nozzle. With a velocity of overlap / dt, shorter steps would
/// throw particles faster, faster particles would shorten the step again, and a jet would burst. Therefore
/// contacts are never stiffer than in four fifths of the longest stable step under earth gravity. In shorter
/// steps contacts act like a spring of that stiffness.
float Steele::contactTime(float dt) const {
  float viscosity = 0.f;
  for (const Coefficients& c : coefficients_) viscosity = std::max(viscosity, c.viscosity);
  const float gravity = std::max(glm::length(gravity_), kEarth);
  const float least = 0.8f * stableStep(limits_.stiffness, viscosity, gravity, radius_).seconds;
  return dt < least ? least * least / dt : dt;
}

void Steele::separate(float dt, const Threads& threads) {
  // While any liquid is frozen, all contacts act at 2 r, because frozen liquid stands like a solid.
  const float part = liquid_.particles.frozen.empty() ? kLeastDistance : 1.f;
  separation_.separate(pairs(), part * radius_, liquid_.particles, contactTime(dt), threads);
  stopFrozen(liquid_.particles, threads);
  holdFrozen(liquid_.particles, liquid_.previous, threads);
}

/// Corrects the density, and changes velocities by the corrections of positions. Departs from Steele et al.
/// 2004, where corrections leave velocities unchanged. Such velocities would keep growing against the
/// correction, and a pool would boil under its own weight.
void Steele::correctDensity(float dt, const Bodies& bodies, const Threads& threads) {
  Particles& p = liquid_.particles;
  const PairValue elasticity = pairValue(&Coefficients::elasticity, ownElasticity_, threads);
  const float support = kDensitySupport * radius_;
  // A correction moves a particle less than a radius.
  walls_.find(p.position, bodies, support + radius_, radius_, threads, true);
  uncorrected_.copy(p.position, threads);
  corrected_ = density_.correct(pairs(), support, settledDensity(), elasticity, p.position, p.density,
                                bodies.list.empty() ? nullptr : &walls_, threads);
  threads.forEachIndex(p.size(), kMotionGrain,
                       [&](std::size_t i) { p.velocity.add(i, (p.position[i] - uncorrected_[i]) / dt); });
  stopFrozen(p, threads);
  holdFrozen(p, liquid_.previous, threads);
  separateFromFrozen(
      p, liquid_.previous, liquid_.neighbours(),
      [this](std::uint16_t) { return 2.f * kDynamicContact * radius_; }, threads);
}

void Steele::advanceBodies(float dt, StepContext& context) {
  Bodies& bodies = context.bodies;
  const Threads& threads = context.threads;
  const std::span<const SolidPull> pulls = solidAdhesion_.reactions();
  for (std::size_t b = 0; b < pulls.size(); ++b) {
    Body& body = bodies.list[b];
    if (!body.present || body.motion != Motion::Dynamic) continue;
    body.velocity += Vec3(static_cast<double>(dt) / body.mass() * pulls[b].force);
    body.angularVelocity += turnGained(body, static_cast<double>(dt) * pulls[b].torque);
  }
  // The coupling derives particle velocities from previous positions. After several moves the real previous
  // positions do not match the velocities, so compute matching ones.
  Particles& p = liquid_.particles;
  uncorrected_.copy(p.position, threads);
  threads.forEachIndex(p.size(), kMotionGrain,
                       [&](std::size_t i) { uncorrected_.add(i, -dt * p.velocity[i]); });
  coupling_.couple(dt, threads, bodies, gravity_, {p, uncorrected_, coupled_, liquidMasses_});
  applyBodyReactions(p, bodies, coupled_, dt, threads);
  context.advanceBodies(dt);
  // Stop particles that the density correction pressed against solids. Friction was applied before, hence dt
  // = 0.
  resolveSolidContacts(p, bodies, contacts_, radius_, 0.f, 1.f, threads);
  // Move particles out of solids that the density correction pushed them into, with a swept test for thin
  // solids. The displacement changes no velocity.
  barrier_.resolve(dt, threads, bodies, p, liquid_.previous);
}

void Steele::classifySurface(const Threads& threads) {
  surface_.classify(pairs(), kSurfaceReach * radius_, liquid_.particles.exposure, threads);
}

bool Steele::changesAtRest() const {
  return std::any_of(coefficients_.begin(), coefficients_.end(),
                     [](const Coefficients& c) { return c.mixing > 0.f; });
}

void Steele::mixColours(float dt, const Threads& threads) {
  if (!changesAtRest()) return liquid_.arrays.end(pigment_);
  Particles& p = liquid_.particles;
  liquid_.arrays.begin(pigment_, p.size());
  Vec3Array& pigment = liquid_[pigment_];
  threads.forEachIndex(p.size(), kMotionGrain, [&](std::size_t i) {
    if (pigment.x[i] < 0.f) pigment.set(i, pigmentOf(p.colour[i]));
  });
  colours_.mix(pairs(), kMixingReach * radius_, pairValue(&Coefficients::mixing, ownRate_, threads), dt,
               pigment, threads);
  threads.forEachIndex(p.size(), kMotionGrain,
                       [&](std::size_t i) { p.colour[i] = colourOf(pigment[i], p.colour[i]); });
}

}  // namespace ooze::steele
