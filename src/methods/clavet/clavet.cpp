#include "methods/clavet/clavet.h"

#include <algorithm>
#include <cmath>

namespace ooze::clavet {
namespace {

constexpr std::size_t kGrain = 2048;  // particles per parallel chunk of a stage without neighbours

}  // namespace

const std::vector<ParameterInfo>& parameters() {
  static const std::vector<ParameterInfo> rows = describe<Material>(kParameters);
  return rows;
}

std::unique_ptr<Method> makeClavet(const MethodSettings& settings) {
  return std::make_unique<Clavet>(settings);
}

Clavet::Clavet(const MethodSettings& settings) : settings_(settings), h_(settings.interactionRadius) {}

/// Clavet 2005, Algorithm 1.
void Clavet::step(float dt, StepContext& context) {
  const auto timed = [&](std::string_view stage, auto&& run) {
    const StageTimer::Scope scope(context.timer, stage);
    run();
    if (context.observer) context.observer->afterStage(stage, *this);
  };
  const Threads& threads = context.threads;
  const std::uint64_t n = context.stepIndex;
  timed("neighbours", [&] { renewNeighbours(threads); });
  timed("gravity", [&] { applyGravity(dt, threads), stopFrozen(); });
  timed("viscosity", [&] { applyViscosity(dt, threads, n), stopFrozen(); });  // section 5.3
  timed("prediction", [&] { predictPositions(dt, threads); });
  timed("neighbours", [&] { refreshNeighbours(threads); });
  timed("packing", [&] {
    if (n % kPackingPeriod == 0) observePacking(threads);
  });
  timed("adjust springs", [&] { adjustSprings(dt, threads); });                             // section 5.2
  timed("apply springs", [&] { applySpringDisplacements(dt, threads, n), holdFrozen(); });  // section 5.1
  timed("relaxation", [&] {                                                                 // section 4
    relaxDoubleDensity(dt, threads, n, context.bodies,
                       context.observer ? context.observer->watched() : nullptr);
  });
  timed("wall support", [&] { supportAlongWalls(dt, threads, context.bodies), holdFrozen(); });
  timed("coupling", [&] { coupleBodies(dt, threads, context.bodies); });  // section 6, steps 1 and 2
  timed("body contacts", [&] { context.settleBodies(dt); });
  timed("collisions", [&] {  // section 6, step 3
    keepOffFrozen(threads);
    resolveCollisions(dt, threads, context.bodies);
  });
  timed("velocities", [&] { deriveVelocities(dt, threads); });
}

void Clavet::applyGravity(float dt, const Threads& threads) {
  const Vec3 gain = dt * gravity_;
  threads.forChunks(particles_.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) particles_.velocity.add(i, gain);
  });
}

void Clavet::predictPositions(float dt, const Threads& threads) {
  previous_ = particles_.position;
  wallsOf_ = nullptr;
  threads.forChunks(particles_.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) particles_.position.add(i, dt * particles_.velocity[i]);
  });
}

void Clavet::deriveVelocities(float dt, const Threads& threads) {
  threads.forChunks(particles_.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      particles_.velocity.set(i, (particles_.position[i] - previous_[i]) / dt);
  });
}

/// True if every particle is listed and none has moved farther than this since.
bool Clavet::listsHold(float allowed, const Threads& threads) {
  if (listed_ != particles_.size()) return false;
  moved_.assign(Threads::chunkCount(particles_.size(), kGrain), 0);
  threads.forChunks(particles_.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    bool all = true;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 path = particles_.position[i] - listedAt_[i];
      // A NaN is farther: it goes to the sort, which reports it.
      all &= glm::dot(path, path) <= allowed * allowed;
    }
    if (!all) moved_[chunk] = 1;
  });
  return std::find(moved_.begin(), moved_.end(), 1) == moved_.end();
}

/// The viscosity takes the lists of the last prediction. A pair that has come within h since, from beyond the
/// skin, has its turn one step later: it is at the rim, where the impulse vanishes.
void Clavet::renewNeighbours(const Threads& threads) {
  if (listed_ == 0) findNeighbours(threads);
}

void Clavet::refreshNeighbours(const Threads& threads) {
  // What is left of the skin is for the relaxation to come.
  if (!listsHold(0.3f * kSkin * h_, threads)) findNeighbours(threads);
}

void Clavet::findNeighbours(const Threads& threads) {
  const float reach = h_ * (1.f + kSkin);
  const auto order = neighbours_.sort(particles_.position, reach, threads);
  sorted_.gather(particles_, order, threads);
  std::swap(particles_, sorted_);
  const auto carry = [&](Vec3Array& array) {
    sortedVectors_.gather(array, order, threads);
    std::swap(array, sortedVectors_);
  };
  carry(previous_);
  if (!packing_.empty()) {
    packing_.resize(order.size());
    sortedPacking_.resize(order.size());
    threads.forChunks(order.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) sortedPacking_[i] = packing_[order[i]];
    });
    std::swap(packing_, sortedPacking_);
  }
  if (!cuts_.empty()) {
    sortedCuts_.resize(order.size());
    sortedKneaded_.resize(order.size());
    threads.forChunks(order.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        sortedCuts_[i] = cuts_[order[i]];
        sortedKneaded_[i] = kneaded_[order[i]];
      }
    });
    std::swap(cuts_, sortedCuts_);
    std::swap(kneaded_, sortedKneaded_);
  }
  if (springs_.active) {
    carry(adjusted_);
    springs_.reorder(order);
    springs_.sorted = true;
    indexIds();
  }
  neighbours_.find(particles_.position, reach, threads);
  listedAt_ = particles_.position;
  listed_ = particles_.size();
}

void Clavet::indexIds() {
  indexOfId_.assign(particles_.nextId, Neighbours::kNone);
  for (std::size_t i = 0; i < particles_.size(); ++i)
    indexOfId_[particles_.id[i]] = static_cast<std::uint32_t>(i);
}

bool Clavet::makesSprings() const {
  return std::any_of(pairs_.begin(), pairs_.end(), [](const PairCoefficients& p) { return p.kSpring > 0.f; });
}

PairValue Clavet::pairValue(float PairCoefficients::*member, std::vector<float>& own,
                            const Threads& threads) const {
  const std::size_t count = coefficients_.size();
  if (count == 1) return {pairs_.front().*member, nullptr};
  own.resize(particles_.size());
  threads.forChunks(particles_.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t m = particles_.material[i];
      own[i] = pairs_[m * count + m].*member;
    }
  });
  return {0.f, own.data()};
}

PairMasses Clavet::pairMasses(const Threads& threads) {
  // The volume of a particle comes from ratios of a material's values, which round.
  constexpr float kRounding = 1e-6f;
  const float first = particleMass(0);
  bool one = true;
  for (std::size_t m = 1; m < coefficients_.size(); ++m)
    one &= std::abs(particleMass(m) - first) <= kRounding * first;
  if (one) return {nullptr};
  own_.mass.resize(particles_.size());
  threads.forChunks(particles_.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) own_.mass[i] = particleMass(particles_.material[i]);
  });
  return {own_.mass.data()};
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
  std::vector<PairCoefficients> own;
  for (std::size_t m = 0; m < definitions_.size(); ++m) {
    const MaterialDefinition& d = definitions_[m];
    coefficients_.push_back(coefficientsOf(settings_, definitions_, m, glm::length(gravity_)));
    own.push_back(convertPair(fromValues<Material>(kParameters, d.values), d.referenceRadius, h_));
  }
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
    springs_.rows.resize(particles_.size());
    adjusted_ = particles_.position;
    indexIds();
  }
  closeCutsThatFlow();
}

float Clavet::restSpacing(std::uint16_t material) const {
  return std::cbrt(coefficients_[material].particleVolume);
}

void Clavet::insert(const LiquidSeeds& seeds) {
  for (std::size_t i = 0; i < seeds.positions.size(); ++i) {
    particles_.append(seeds.positions[i], seeds.velocities[i], seeds.material, seeds.colour, seeds.elapsed);
    previous_.push(seeds.positions[i]);
  }
  if (!cuts_.empty()) makeRoomForCuts();
  makeRoomForSprings();
}

void Clavet::erase(std::span<const std::uint32_t> particles) {
  // The last takes the place of each, from the back on: what is not touched costs nothing.
  for (std::size_t k = particles.size(); k-- > 0;) {
    const std::uint32_t i = particles[k];
    if (springs_.active) {
      springs_.release(springs_.rows[i]);
      springs_.rows[i] = springs_.rows.back();
      springs_.rows.pop_back();
      indexOfId_[particles_.id[i]] = Neighbours::kNone;
      adjusted_.remove(i);
    }
    if (i < packing_.size()) {
      packing_.resize(particles_.size());
      packing_[i] = packing_.back();
      packing_.pop_back();
    }
    if (!cuts_.empty()) {
      cuts_[i] = cuts_.back();
      cuts_.pop_back();
      kneaded_[i] = kneaded_.back();
      kneaded_.pop_back();
    }
    particles_.remove(i);
    previous_.remove(i);
  }
  if (particles.empty()) return;
  listed_ = 0;
  forgetNoFrozen();
  forgetNoCuts();
}

}  // namespace ooze::clavet
