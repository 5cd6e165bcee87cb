#include "methods/clavet/clavet.h"

#include "liquid/frozen.h"
#include "methods/clavet/contact.h"
#include "methods/clavet/continuum.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {

const std::vector<ParameterInfo>& parameters() {
  static const std::vector<ParameterInfo> rows = describe<Material>(kParameters);
  return rows;
}

std::unique_ptr<Method> makeClavet(const MethodSettings& settings) {
  return std::make_unique<Clavet>(settings);
}

Clavet::Clavet(const MethodSettings& settings)
    : ParticleMethod(settings.interactionRadius * (1.f + kSkin)),
      settings_(settings),
      h_(settings.interactionRadius),
      contact_(contactDistances(h_)) {
  addArrays();
}

/// Clavet 2005, Algorithm 1.
void Clavet::step(float dt, StepContext& context) {
  const auto timed = [&](std::string_view stage, auto&& run) {
    const StageTimer::Scope scope(context.timer, stage);
    run();
    if (context.observer) context.observer->afterStage(stage, *this);
  };
  const Threads& threads = context.threads;
  const std::uint64_t n = context.stepIndex;
  Particles& p = liquid_.particles;
  timed("neighbours", [&] { renewNeighbours(threads); });
  timed("gravity", [&] { applyGravity(dt, threads), stopFrozen(p); });
  timed("viscosity", [&] { applyViscosity(dt, threads, n), stopFrozen(p); });  // section 5.3
  timed("prediction", [&] { predictPositions(dt, threads); });
  timed("neighbours", [&] { refreshNeighbours(threads); });
  timed("packing", [&] {
    if (n % kPackingPeriod == 0) observePacking(threads);
  });
  timed("adjust springs", [&] { adjustSprings(dt, threads); });  // section 5.2
  timed("apply springs",
        [&] { applySpringDisplacements(dt, threads, n), holdFrozen(p, liquid_.previous); });  // section 5.1
  timed("relaxation", [&] {                                                                   // section 4
    relaxDoubleDensity(dt, threads, n, context.bodies,
                       context.observer ? context.observer->watched() : nullptr);
  });
  timed("wall support",
        [&] { supportAlongWalls(dt, threads, context.bodies), holdFrozen(p, liquid_.previous); });
  timed("coupling", [&] { coupleBodies(dt, threads, context.bodies); });  // section 6, steps 1 and 2
  timed("body contacts", [&] { context.settleBodies(dt); });
  timed("collisions", [&] {  // section 6, step 3
    keepOffFrozen(
        p, liquid_.previous, liquid_.neighbours(), [this](std::uint16_t m) { return restSpacing(m); },
        threads);
    resolveCollisions(dt, threads, context.bodies);
  });
  timed("velocities", [&] { deriveVelocities(dt, threads); });
}

void Clavet::applyGravity(float dt, const Threads& threads) { liquid_.accelerate(dt * gravity_, threads); }

void Clavet::predictPositions(float dt, const Threads& threads) {
  wallsOf_ = nullptr;
  liquid_.predictPositions(dt, threads);
}

void Clavet::coupleBodies(float dt, const Threads& threads, Bodies& bodies) {
  coupling_.couple(dt, threads, bodies, gravity_, {liquid_.particles, liquid_.previous, contact_, masses_});
}

void Clavet::resolveCollisions(float dt, const Threads& threads, const Bodies& bodies) {
  contact_.resolve(dt, threads, bodies, liquid_.particles, liquid_.previous);
}

void Clavet::deriveVelocities(float dt, const Threads& threads) { liquid_.deriveVelocities(dt, threads); }

/// The viscosity takes the lists of the last prediction. A pair that has come within h since, from beyond the
/// skin, has its turn one step later: it is at the rim, where the impulse vanishes.
void Clavet::renewNeighbours(const Threads& threads) {
  if (!liquid_.hasLists()) findNeighbours(threads);
  liquid_.chooseWays(resists_);
}

void Clavet::refreshNeighbours(const Threads& threads) {
  // What is left of the skin is for the relaxation to come.
  if (!liquid_.listsHold(0.3f * kSkin * h_, threads)) findNeighbours(threads);
}

void Clavet::findNeighbours(const Threads& threads) {
  reorderSprings(liquid_.list(threads));
  liquid_.chooseWays(resists_);
}

/// After particles were sorted.
void Clavet::reorderSprings(std::span<const std::uint32_t> order) {
  if (!springs_.active) return;
  springs_.reorder(order);
  springs_.sorted = true;
}

bool Clavet::makesSprings() const {
  return std::any_of(pairs_.begin(), pairs_.end(), [](const PairCoefficients& p) { return p.kSpring > 0.f; });
}

PairValue Clavet::pairValue(float PairCoefficients::*member, std::vector<float>& own,
                            const Threads& threads) const {
  const std::size_t count = coefficients_.size();
  const auto of = [&](std::size_t m) { return pairs_[m * count + m].*member; };
  return ooze::pairValue(liquid_.particles, count, of, own, threads);
}

PairMasses Clavet::pairMasses(const Threads& threads) {
  const auto massOf = [this](std::size_t m) { return masses_[m].particle; };
  return ooze::pairMasses(liquid_.particles, coefficients_.size(), massOf, own_.mass, threads);
}

void Clavet::setMaterials(std::span<const MaterialDefinition> materials) {
  definitions_.assign(materials.begin(), materials.end());
  convertMaterials();
}

void Clavet::setGravity(const Vec3& gravity) {
  gravity_ = gravity;
  convertMaterials();
}

void Clavet::convertMaterials() {
  const std::vector<PairCoefficients> before = std::move(pairs_);
  const std::size_t countBefore = coefficients_.size();
  coefficients_.clear();
  pairs_.clear();
  masses_.clear();
  resists_.clear();
  std::vector<PairCoefficients> own;
  std::vector<ContactCoefficients> contacts;
  for (std::size_t m = 0; m < definitions_.size(); ++m) {
    const MaterialDefinition& d = definitions_[m];
    coefficients_.push_back(coefficientsOf(settings_, definitions_, m, glm::length(gravity_)));
    own.push_back(convertPair(fromValues<Material>(kParameters, d.values), d.referenceRadius, h_));
    resists_.push_back(resistsPumping(fromValues<Material>(kParameters, d.values), d.referenceRadius,
                                      settings_, glm::length(gravity_)));
    contacts.push_back(coefficients_.back().contact);
    contacts.back().meetsEveryFace = resists_.back() != 0;
    masses_.push_back({d.density * coefficients_.back().particleVolume, d.density});
  }
  contact_.setMaterials(contacts);
  for (const PairCoefficients& a : own)
    for (const PairCoefficients& b : own) pairs_.push_back(mean(a, b));
  // A pair of materials that makes springs from now on makes them between neighbours of long standing too;
  // one that did before has its springs, and what was cut stays cut.
  const auto makes = [](const PairCoefficients& p) { return p.kSpring > 0.f && p.alphaCompress > 0.f; };
  const std::size_t count = own.size();
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b < count; ++b) {
      const bool known = a < countBefore && b < countBefore;
      if (makes(pairs_[a * count + b]) && !(known && makes(before[a * countBefore + b])))
        springs_.lookEverywhere = true;
    }
  if (!springs_.active && makesSprings()) {
    springs_.active = true;
    springs_.rows.resize(liquid_.size());
    liquid_.arrays.begin(adjusted_, liquid_.size());
    liquid_[adjusted_] = liquid_.particles.position;
    liquid_.keepIndexOfIds(true);
  }
  cuts_.closeWhatFlows(liquid_, [this](std::uint16_t m) { return keepsCuts(m); });
}

bool Clavet::keepsCuts(std::uint16_t material) const {
  // Springs that flow at less strain than this are those of a liquid that runs together (honey, paint). What
  // holds a shape (gel, clay, mud, slime) also holds the two sides of a cut.
  constexpr float kLeastYield = 0.05f;
  if (material >= coefficients_.size()) return false;  // on the way to a restored state
  const PairCoefficients& own = pairs_[material * coefficients_.size() + material];
  return own.kSpring > 0.f && (own.alphaStretch == 0.f || own.gammaStretch >= kLeastYield);
}

CutMade Clavet::cut(FunctionRef<bool(const Vec3&, const Vec3&)> crosses,
                    FunctionRef<std::optional<float>(const Vec3&)> beside) {
  CutMade made;
  if (!springs_.active) return made;
  made.marked = cuts_.mark(liquid_, h_, beside, [this](std::uint16_t m) { return keepsCuts(m); });
  const std::vector<std::uint32_t>& sides = liquid_[cuts_.sides];
  const Vec3Array& x = liquid_.particles.position;
  made.ties = dropSprings(
      [&](std::size_t i, std::size_t j) { return areAcross(sides[i], sides[j]) || crosses(x[i], x[j]); });
  cuts_.forgetIfNone(liquid_);
  return made;
}

float Clavet::restSpacing(std::uint16_t material) const {
  return std::cbrt(coefficients_[material].particleVolume);
}

void Clavet::insert(const LiquidSeeds& seeds) {
  ParticleMethod::insert(seeds);
  if (springs_.active) springs_.rows.resize(liquid_.size());
}

void Clavet::erase(std::span<const std::uint32_t> particles) {
  if (springs_.active) springs_.erase(particles);
  liquid_.erase(particles);
  cuts_.forgetIfNone(liquid_);
}

}  // namespace ooze::clavet
