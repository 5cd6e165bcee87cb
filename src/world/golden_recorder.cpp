#include "ooze/base/bytes.h"
#include "ooze/base/random.h"
#include "ooze/world/golden.h"

#include "world/statistics.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace ooze {
namespace {

std::uint64_t& of(GoldenField field, GoldenStage& stage) {
  return stage.hashes[static_cast<std::size_t>(field)];
}

std::uint64_t bitsOf(float v) { return std::bit_cast<std::uint32_t>(v); }

/// Of a particle's id and a vector of it; two vectors of one particle need different salts.
std::uint64_t hashVector(std::uint32_t id, const Vec3& v, std::uint64_t salt) {
  return randomBits(randomBits(salt << 32 | id, bitsOf(v.x) << 32 | bitsOf(v.y)), bitsOf(v.z));
}

std::uint64_t hashScalars(std::uint32_t id, float a, float b, std::uint64_t salt) {
  return randomBits(salt << 32 | id, bitsOf(a) << 32 | bitsOf(b));
}

}  // namespace

std::string buildIdentification() {
#if defined(__clang__)
  std::string text = "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) +
                     "." + std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
  std::string text = "gcc " __VERSION__;
#else
  std::string text = "another compiler";
#endif
#if defined(__x86_64__)
  text += ", x86_64";
#elif defined(__aarch64__)
  text += ", aarch64";
#else
  text += ", another architecture";
#endif
#if defined(__GLIBC__)
  text += ", glibc " + std::to_string(__GLIBC__) + "." + std::to_string(__GLIBC_MINOR__);
#endif
  return text;
}

GoldenRecorder::GoldenRecorder(World& world, std::uint64_t digestBudget) : world_(world) {
  run_.interactionRadius = world.spec().methodSettings.interactionRadius;
  run_.framesPerSecond = world.spec().framesPerSecond;
  run_.digestBudget = digestBudget;
  afterStage("start", world.method());
  world.observe(this);
}

GoldenRecorder::~GoldenRecorder() { world_.observe(nullptr); }

void GoldenRecorder::afterStage(std::string_view stage, const Method& method) {
  const Particles& particles = *method.view().particles;
  GoldenStage now;
  now.step = world_.stepIndex();
  now.name = nameIndex(stage);
  now.particles = particles.size();
  const bool endOfStep = stage == kLastStage;
  hashParticles(particles, endOfStep || stage == "start", now);
  if (const Links* links = method.links()) {
    now.links = links->count();
    links->visit([&](std::uint32_t a, std::uint32_t b, float restLength) {
      of(GoldenField::Links, now) +=
          randomBits(std::uint64_t{std::min(a, b)} << 32 | std::max(a, b), bitsOf(restLength));
    });
  }
  hashWorld(now);
  keepDigests(particles, now);
  if (endOfStep && run_.firstSteps.size() < kGoldenFirstSteps) keepStep(particles);
  run_.stages.push_back(now);
  last_ = std::move(now);
}

std::uint16_t GoldenRecorder::nameIndex(std::string_view stage) {
  const auto found = std::find(run_.stageNames.begin(), run_.stageNames.end(), stage);
  const auto index = static_cast<std::uint16_t>(found - run_.stageNames.begin());
  if (found == run_.stageNames.end()) run_.stageNames.emplace_back(stage);
  return index;
}

void GoldenRecorder::hashParticles(const Particles& p, bool withDensities, GoldenStage& stage) {
  particleHash_.resize(p.size());
  if (withDensities) densityHash_.assign(p.nextId, 0);
  densityHash_.resize(p.nextId, 0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::uint64_t position = hashVector(p.id[i], p.position[i], 1);
    const std::uint64_t velocity = hashVector(p.id[i], p.velocity[i], 2);
    of(GoldenField::Positions, stage) += position;
    of(GoldenField::Velocities, stage) += velocity;
    particleHash_[i] = position + velocity;
    if (withDensities) densityHash_[p.id[i]] = hashScalars(p.id[i], p.density[i], p.exposure[i], 3);
  }
  of(GoldenField::Densities, stage) =
      withDensities ? std::accumulate(densityHash_.begin(), densityHash_.end(), std::uint64_t{0})
                    : of(GoldenField::Densities, last_);
}

void GoldenRecorder::hashWorld(GoldenStage& stage) const {
  ByteWriter settings;
  settings.value(world_.settings());
  settings.value(world_.substeps());
  for (const MaterialDefinition& m : world_.materials()) {
    settings.array(m.values);
    settings.value(m.referenceRadius);
    settings.value(m.density);
  }
  for (const Emitter& e : world_.emitters()) e.save(settings);
  of(GoldenField::Settings, stage) = hashBytes(settings.bytes());
  ByteWriter bodies;
  for (const Body& b : world_.bodies().list) {
    bodies.value(b.pose);
    bodies.value(b.velocity);
    bodies.value(b.angularVelocity);
  }
  of(GoldenField::Bodies, stage) = hashBytes(bodies.bytes());
}

void GoldenRecorder::keepDigests(const Particles& p, GoldenStage& stage) {
  if (run_.digestedStages < run_.stages.size()) return;  // the budget is spent
  const auto same = [&](GoldenField f) { return of(f, stage) == of(f, last_); };
  const bool changed = run_.stages.empty() || stage.particles != last_.particles ||
                       !same(GoldenField::Positions) || !same(GoldenField::Velocities) ||
                       !same(GoldenField::Densities);
  if (changed) {
    digestBytes_ += std::uint64_t{p.nextId} * sizeof(std::uint16_t);
    if (digestBytes_ > run_.digestBudget) return;
    stage.digests.assign(p.nextId, 0);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const std::uint64_t hash = particleHash_[i] + densityHash_[p.id[i]];
      stage.digests[p.id[i]] = std::max<std::uint16_t>(1, static_cast<std::uint16_t>(hash >> 48));
    }
  }
  ++run_.digestedStages;
}

void GoldenRecorder::keepStep(const Particles& p) {
  GoldenStep step;
  step.step = world_.stepIndex();
  step.seconds = static_cast<float>(1.0 / (run_.framesPerSecond * world_.substeps()));
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p.id[a] < p.id[b]; });
  for (const std::size_t i : order) {
    step.ids.push_back(p.id[i]);
    step.positions.push_back(p.position[i]);
    step.velocities.push_back(p.velocity[i]);
  }
  run_.firstSteps.push_back(std::move(step));
}

void GoldenRecorder::noteFrame() {
  const Vec3Array& velocity = world_.particles().velocity;
  const Statistics s = gatherStatistics(world_, [&](std::size_t i) { return velocity[i]; });
  run_.frames.push_back({world_.frameIndex(), s.particles, static_cast<float>(s.mass),
                         static_cast<float>(s.kineticEnergy), static_cast<float>(s.meanDensity),
                         Vec3(s.centroid), Vec3(s.momentum)});
}

void GoldenRecorder::forget() {
  run_.stages.clear();
  run_.digestedStages = 0;
  digestBytes_ = 0;
}

}  // namespace ooze
