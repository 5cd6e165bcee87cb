#include "methods/clavet/clavet.h"

#include "ooze/base/error.h"

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
  timed("neighbours", [&] { findNeighbours(threads); });
  timed("gravity", [&] { applyGravity(dt, threads); });
  timed("viscosity", [&] { applyViscosity(dt, threads, n); });  // section 5.3
  timed("prediction", [&] { predictPositions(dt, threads); });
  timed("neighbours", [&] { refreshNeighbours(threads); });
  timed("adjust springs", [&] { adjustSprings(dt, threads); });                      // section 5.2
  timed("apply springs", [&] { applySpringDisplacements(dt, threads, n); });         // section 5.1
  timed("relaxation", [&] { relaxDoubleDensity(dt, threads, n, context.bodies); });  // section 4
  timed("collisions", [&] { resolveCollisions(dt, threads, context.bodies); });      // section 6
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

void Clavet::findNeighbours(const Threads& threads) {
  const float reach = h_ * (1.f + kSkin);
  const auto order = neighbours_.sort(particles_.position, particles_.id, reach, threads);
  if (previous_.size() == particles_.size()) previous_.permute(order);
  particles_.permute(order);
  neighbours_.findWithin(particles_.position, reach, threads);
  listedAt_ = particles_.position;

  indexOfId_.resize(particles_.nextId);
  for (std::size_t i = 0; i < particles_.size(); ++i)
    indexOfId_[particles_.id[i]] = static_cast<std::uint32_t>(i);
}

void Clavet::refreshNeighbours(const Threads& threads) {
  // Lists made at the old positions hold every pair within h at the predicted ones, and some to spare for the
  // relaxation, as long as nothing has moved a third of the skin. The test depends on the state alone.
  const float allowed = h_ * kSkin / 3.f;
  std::vector<std::uint8_t> moved(Threads::chunkCount(particles_.size(), kGrain), 0);
  threads.forChunks(particles_.size(), kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 path = particles_.position[i] - listedAt_[i];
      // Negated, so that a NaN goes to the sort, which reports it.
      if (!(glm::dot(path, path) <= allowed * allowed)) moved[chunk] = 1;
    }
  });
  if (std::find(moved.begin(), moved.end(), 1) != moved.end()) findNeighbours(threads);
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
  coefficients_.clear();
  pairs_.clear();
  std::vector<PairCoefficients> own;
  const float stiffest =
      volumeStiffnessFor(settings_.compressionLimit, settings_.compressionDepth, glm::length(gravity_), h_);
  for (const MaterialDefinition& d : definitions_) {
    const auto m = fromValues<Material>(kParameters, d.values);
    coefficients_.push_back(convert(m, d.referenceRadius, h_));
    coefficients_.back().kVolume = std::max(coefficients_.back().kVolume, stiffest);
    own.push_back(convertPair(m, d.referenceRadius, h_));
  }
  for (const PairCoefficients& a : own)
    for (const PairCoefficients& b : own) pairs_.push_back(mean(a, b));
}

float Clavet::stableStep() const {
  // No particle moves farther than this part of h in a step: the swept test and the lists' skin rely on it.
  constexpr float kFarthest = 0.4f;
  float step = kFrame;
  const std::size_t count = coefficients_.size();
  for (std::size_t m = 0; m < count; ++m)
    step = std::min(step,
                    clavet::stableStep(coefficients_[m], pairs_[m * count + m], glm::length(gravity_), h_));
  float fastest2 = 0.f;
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    const Vec3 v = particles_.velocity[i];
    fastest2 = std::max(fastest2, glm::dot(v, v));
  }
  // What falls for the coming frame gains this much on average.
  const float fastest = std::sqrt(fastest2) + 0.5f * kFrame * glm::length(gravity_);
  return std::min(step, kFarthest * h_ / std::max(fastest, 1e-6f));
}

float Clavet::restDensity(std::uint16_t material) const { return coefficients_[material].settledDensity; }
float Clavet::restSpacing(std::uint16_t material) const {
  return std::cbrt(coefficients_[material].particleVolume);
}

void Clavet::insert(const LiquidSeeds& seeds) {
  for (std::size_t i = 0; i < seeds.positions.size(); ++i) {
    particles_.append(seeds.positions[i], seeds.velocities[i], seeds.material, seeds.colour);
    previous_.push(seeds.positions[i]);
  }
  springs_.indexRows(particles_.nextId);
}

void Clavet::erase(std::span<const std::uint8_t> drop) {
  std::vector<std::uint8_t> gone(particles_.nextId, 0);
  for (std::size_t i = 0; i < particles_.size(); ++i) gone[particles_.id[i]] = drop[i];
  std::erase_if(springs_.list, [&](const Spring& s) { return gone[s.a] || gone[s.b]; });
  springs_.indexRows(particles_.nextId);
  particles_.removeIf(drop);
  previous_.removeIf(drop);
}

}  // namespace ooze::clavet
