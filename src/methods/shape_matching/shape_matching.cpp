// Time step of SPH and shape matching, in the order of the paper.
#include "methods/shape_matching/shape_matching.h"

#include "liquid/frozen.h"

#include <algorithm>

namespace ooze::shape_matching {
namespace {

constexpr std::size_t kMotionGrain = 2048;  // particles per parallel chunk of a stage without neighbours

/// Distance of a particle's centre from a solid at contact [h]: half a spacing, so that a body displaces its
/// own volume.
constexpr float kContact = 0.5f * kSpacing;

/// Friction reaches this far beyond contact [h].
constexpr float kFilmReach = 0.2f;

/// Returns the distances at which particles touch solids.
/// @param h  interaction radius [m]
ContactDistances contactDistances(float h) {
  return {.unit = h, .still = kContact, .dynamic = kContact, .curvature = 0.f, .film = kFilmReach};
}

}  // namespace

ShapeMatching::ShapeMatching(const MethodSettings& settings)
    : ParticleMethod(settings.interactionRadius * (1.f + kSkin)),
      settings_(settings),
      h_(settings.interactionRadius),
      contact_(contactDistances(h_)) {
  references_.addTo(liquid_.arrays);
  const ParticleArray<float> part{
      .isSound = [](const float& v, const StateBounds&) { return v >= 0.f && std::isfinite(v); }};
  share_ = liquid_.arrays.add<float>(part);
  packing_.addTo(liquid_.arrays);
}

/// Runs a time step (section 4). The world chooses dt by eq. 12.
void ShapeMatching::step(float dt, StepContext& context) {
  const StageRunner timed(context, *this);
  const Threads& threads = context.threads;
  timed("neighbours", [&] { findNeighbours(threads); });
  timed("references", [&] { updateReferences(threads); });  // eq. 14
  timed("density", [&] {
    measureDensity(threads);  // eq. 2, 3
    densities_.addWalls(liquid_, context.bodies, h_, coefficients_, threads);
  });
  timed("SPH forces", [&] {
    if (context.stepIndex % kPackingPeriod == 0) observePacking(threads);
    findSphForces(threads);  // eq. 1, 2, 4
  });
  timed("regions", [&] { matchShapes(threads); });             // eq. 7
  timed("velocities", [&] { blendVelocities(dt, threads); });  // eq. 5, 10, 13
  timed("motion", [&] { moveParticles(dt, threads); });        // eq. 11
  timed("coupling", [&] { coupleBodies(dt, threads, context.bodies); });
  timed("body contacts", [&] { context.advanceBodies(dt); });
  timed("collisions", [&] { resolveCollisions(dt, threads, context.bodies); });
}

void ShapeMatching::findNeighbours(const Threads& threads) {
  if (liquid_.listsAreValid(0.5f * kSkin * h_, threads)) return;
  const std::span<const std::uint32_t> order = liquid_.list(threads);
  if (!gridIsOutdated_) grid_.reorder(order, threads);
}

bool ShapeMatching::anyKeepsShape() const {
  return std::ranges::any_of(coefficients_, [](const Coefficients& c) { return c.keepsShape(); });
}

bool ShapeMatching::haveSeveralBodies() const { return anyKeepsShape() && grid_.pieces() > 1; }

bool ShapeMatching::anyFlows() const {
  return std::ranges::any_of(coefficients_, [](const Coefficients& c) { return c.alpha > 0.f; });
}

void ShapeMatching::updateReferences(const Threads& threads) {
  shapesMayBeMissing_ |= references_.tear(liquid_, coefficients_, h_, threads);
  if (shapesMayBeMissing_) {
    gridIsOutdated_ |= references_.assignShapes(liquid_, coefficients_, h_, threads);
    shapesMayBeMissing_ = false;
  }
  gridIsOutdated_ |= references_.yieldBodies(liquid_, coefficients_, h_, threads);
  if (!gridIsOutdated_) return;
  buildGrid(grid_, threads);
  prepareRegions(threads);
}

void ShapeMatching::buildGrid(ReferenceGrid& grid, const Threads& threads) const {
  const auto radiusOf = [this](std::size_t i) {
    return coefficients_[liquid_.particles.material[i]].regionRadius;
  };
  grid.build(references_.view(liquid_), cellEdge(), radiusOf, threads);
}

void ShapeMatching::prepareRegions(const Threads& threads) {
  regions_.prepare(grid_, shapeMatchingInput(), threads);
  damping_.prepare(grid_, regions_, shapeMatchingInput(), threads);
  gridIsOutdated_ = false;
}

void ShapeMatching::measureDensity(const Threads& threads) {
  densities_.measure(liquid_, h_, coefficients_, threads);
}

bool ShapeMatching::anyIsLiquid() const {
  return !std::ranges::all_of(coefficients_, &Coefficients::keepsShape);
}

void ShapeMatching::observePacking(const Threads& threads) {
  if (anyIsLiquid()) packing_.observe(liquid_, h_, coefficients_, densities_, threads);
}

/// Computes SPH forces. Skipped if nothing flows and all particles are one body.
void ShapeMatching::findSphForces(const Threads& threads) {
  const bool several = haveSeveralBodies();
  if (!several && !anyFlows()) {
    sph_.resize(liquid_.size());
    threads.forEachIndex(liquid_.size(), kMotionGrain, [&](std::size_t i) { sph_.set(i, Vec3(0.f)); });
    return;
  }
  if (several) numberBodies(threads);
  const SymmetricMatrices* stress =
      anyIsLiquid() ? &packing_.computeStress(densities_.pressure(), liquid_[packing_.unevenness], threads)
                    : nullptr;
  sphForces_.act(liquid_, h_, coefficients_, densities_, stress, several ? bodyOf_.data() : nullptr, sph_,
                 threads, stagedViscosity_ > 0.f ? SphPart::Pressure : SphPart::All);
}

/// Numbers bodies by the pieces of the grid. All particles without a shape are one body.
void ShapeMatching::numberBodies(const Threads& threads) {
  bodyOf_.resize(liquid_.size());
  threads.forEachIndex(liquid_.size(), kMotionGrain, [&](std::size_t i) { bodyOf_[i] = grid_.pieceOf(i); });
}

void ShapeMatching::matchShapes(const Threads& threads) {
  if (!anyKeepsShape()) return;
  regions_.fit(grid_, shapeMatchingInput(), liquid_[references_.rotation], threads);
  regions_.findGoals(grid_, shapeMatchingInput(), offset_, threads);
}

/// Blends the velocities of SPH and shape matching. Both begin with the velocity of the last step plus the
/// external acceleration, so external forces do not depend on alpha: v = v + dt a_ext + alpha dt a_sph + (1 -
/// alpha) dt (g - x) / dt0^2.
void ShapeMatching::blendVelocities(float dt, const Threads& threads) {
  Particles& p = liquid_.particles;
  const bool shapes = anyKeepsShape();
  std::vector<float>&strain = liquid_[references_.strain], &share = liquid_[share_];
  const float spacing = kSpacing * h_;
  if (stagedViscosity_ > 0.f) actViscosityInStages(dt, threads);
  gain_.resize(p.size());
  threads.forEachIndex(p.size(), kMotionGrain, [&](std::size_t i) {
    const Vec3 offset = shapes ? offset_[i] : Vec3(0.f);
    const Vec3 ofShape = coefficients_[p.material[i]].shapeRate() * offset;
    const float a = glm::length(ofShape), b = glm::length(sph_[i]);
    strain[i] = glm::length(offset) / spacing;
    share[i] = a > 0.f ? a / (a + b) : 0.f;
    gain_.set(i, dt * (gravity_ + sph_[i] + ofShape));
  });
  if (shapes) damping_.damp(grid_, regions_, shapeMatchingInput(), dt, gain_, threads);
  threads.forEachIndex(p.size(), kMotionGrain, [&](std::size_t i) { p.velocity.add(i, gain_[i]); });
  stopFrozen(p, threads);
}

/// Applies viscosity by the Runge-Kutta-Legendre scheme of first order. Not in the paper, whose viscosity is
/// explicit: at a small h a thick liquid would need thousands of steps in a frame. The scheme reverses some
/// waves while it damps them, so it acts before pressure: a reversed push would pump energy into such waves.
void ShapeMatching::actViscosityInStages(float dt, const Threads& threads) {
  const bool several = haveSeveralBodies();
  if (!several && !anyFlows()) return;
  Particles& p = liquid_.particles;
  const int stages = stagesOfViscosity(stagedViscosity_, dt);
  const float first = 2.f / static_cast<float>(stages * (stages + 1));
  before_.copy(p.velocity, threads);
  now_.copy(p.velocity, threads);
  for (int j = 1; j <= stages; ++j) {
    sphForces_.act(liquid_, h_, coefficients_, densities_, nullptr, several ? bodyOf_.data() : nullptr,
                   slowing_, threads, SphPart::Viscosity, &now_);
    const auto order = static_cast<float>(j);
    const float last = (2.f * order - 1.f) / order, older = (1.f - order) / order;
    threads.forEachIndex(p.size(), kMotionGrain, [&](std::size_t i) {
      const Vec3 next = last * (now_[i] + first * dt * slowing_[i]) + older * before_[i];
      before_.set(i, now_[i]);
      now_.set(i, next);
    });
  }
  p.velocity.copy(now_, threads);
}

void ShapeMatching::moveParticles(float dt, const Threads& threads) { liquid_.predictPositions(dt, threads); }

void ShapeMatching::coupleBodies(float dt, const Threads& threads, Bodies& bodies) {
  coupling_.couple(dt, threads, bodies, gravity_, {liquid_.particles, liquid_.previous, contact_, masses_});
}

/// Resolves collisions with solids and frozen particles. Departs from section 5, whose walls push by penalty
/// forces: contact is handled as in the other methods, with the same friction, stickiness and moving solids.
/// The velocity change by contact counts as external force, as in the paper.
void ShapeMatching::resolveCollisions(float dt, const Threads& threads, const Bodies& bodies) {
  Particles& p = liquid_.particles;
  moved_.copy(p.position, threads);
  separateFromFrozen(
      p, liquid_.previous, liquid_.neighbours(), [this](std::uint16_t) { return kSpacing * h_; }, threads);
  contact_.resolve(dt, threads, bodies, p, liquid_.previous, &densities_.nearBodies());
  threads.forChunks(p.size(), kMotionGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      gain_.set(i, gravity_);
      // Particles without contact keep their velocity bit for bit.
      if (p.position[i] == moved_[i]) continue;
      const Vec3 velocity = (p.position[i] - liquid_.previous[i]) / dt;
      gain_.add(i, (velocity - p.velocity[i]) / dt);
      p.velocity.set(i, velocity);
    }
  });
  references_.addLoad(liquid_, gain_, dt, threads);
}

}  // namespace ooze::shape_matching
