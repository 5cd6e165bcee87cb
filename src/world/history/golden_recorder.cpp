#include "ooze/base/bytes.h"

#include "base/random.h"
#include "world/commands/settings.h"
#include "world/history/golden.h"
#include "world/parts/world_controls.h"
#include "world/statistics.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace ooze {
namespace {

std::uint64_t bitsOf(float v) { return std::bit_cast<std::uint32_t>(v); }

/// Hashes a particle's id with one of its vectors. Different vectors of a particle need different salts.
std::uint64_t hashVector(std::uint32_t id, const Vec3& v, std::uint64_t salt) {
  return randomBits(randomBits(salt << 32 | id, bitsOf(v.x) << 32 | bitsOf(v.y)), bitsOf(v.z));
}

constexpr std::uint64_t kPositionSalt = 1, kVelocitySalt = 2, kFirstFieldSalt = 3;

}  // namespace

std::vector<std::string> goldenParts(const MethodRow& method) {
  std::vector<std::string> parts{"positions", "velocities"};
  for (const Field& field : method.fields) parts.emplace_back(field.key);
  if (!method.links.many.empty()) parts.emplace_back("links");
  if (method.cellSide) parts.emplace_back(kGridPart);
  parts.emplace_back("settings, substeps or emitters");
  parts.emplace_back("bodies");
  return parts;
}

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

GoldenRecorder::GoldenRecorder(World& world, std::uint64_t digestBudget)
    : world_(world), row_(findMethod(world.spec().method)) {
  run_.interactionRadius = world.spec().methodSettings.interactionRadius;
  run_.framesPerSecond = world.spec().framesPerSecond;
  run_.digestBudget = digestBudget;
  run_.parts = goldenParts(row_);
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
  hashMotion(particles, now);
  hashFields(method, endOfStep || stage == "start", now);
  hashLinks(method, now);
  hashGrid(method, now);
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

float GoldenRecorder::stepSeconds() const {
  return static_cast<float>(1.0 / (run_.framesPerSecond * std::max(world_.substeps(), 1)));
}

void GoldenRecorder::hashMotion(const Particles& p, GoldenStage& stage) {
  motionHash_.resize(p.size());
  std::uint64_t positions = 0, velocities = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::uint64_t position = hashVector(p.id[i], p.position[i], kPositionSalt);
    const std::uint64_t velocity = hashVector(p.id[i], p.velocity[i], kVelocitySalt);
    positions += position;
    velocities += velocity;
    motionHash_[i] = position + velocity;
  }
  stage.hashes = {positions, velocities};
}

void GoldenRecorder::hashFields(const Method& method, bool betweenSteps, GoldenStage& stage) {
  const Particles& p = *method.view().particles;
  if (!betweenSteps) {
    fieldHash_.resize(p.nextId, 0);
    const auto first = last_.hashes.begin() + static_cast<std::ptrdiff_t>(stage.hashes.size());
    stage.hashes.insert(stage.hashes.end(), first, first + static_cast<std::ptrdiff_t>(row_.fields.size()));
    return;
  }
  fieldHash_.assign(p.nextId, 0);
  std::uint64_t salt = kFirstFieldSalt;
  for (const Field& field : row_.fields) {
    const std::vector<float> values = method.gather(field.key, stepSeconds());
    stage.hashes.push_back(hashField(field.place, values, p.id, salt++, fieldHash_));
  }
}

void GoldenRecorder::hashLinks(const Method& method, GoldenStage& stage) const {
  if (row_.links.many.empty()) return;
  std::uint64_t hash = 0;
  if (const Links* links = method.links()) {
    stage.links = links->count();
    links->visit([&](std::uint32_t a, std::uint32_t b, float restLength) {
      hash += randomBits(std::uint64_t{std::min(a, b)} << 32 | std::max(a, b), bitsOf(restLength));
    });
  }
  stage.hashes.push_back(hash);
}

void GoldenRecorder::hashGrid(const Method& method, GoldenStage& stage) const {
  if (!row_.cellSide) return;
  std::uint64_t hash = 0;
  const Inspector* inspector = method.inspector();
  for (const BlockDigest& b : inspector ? inspector->blockDigests() : std::vector<BlockDigest>()) {
    hash += randomBits(randomBits(b.hash, static_cast<std::uint64_t>(b.at.x)),
                       static_cast<std::uint64_t>(b.at.y) << 32 ^ static_cast<std::uint64_t>(b.at.z));
    stage.blocks.push_back({b.at.x, b.at.y, b.at.z, static_cast<std::uint32_t>(b.hash >> 32)});
  }
  stage.hashes.push_back(hash);
}

void GoldenRecorder::hashWorld(GoldenStage& stage) const {
  ByteWriter settings;
  // The sleep setting is hashed only if changed from the default, so that recordings older than the setting
  // stay valid.
  const WorldSettings& now = world_.settings();
  for (const auto& row : kWorldParameters)
    if (row.member != &WorldSettings::sleep || now.sleep != WorldSettings{}.sleep)
      settings.value(now.*row.member);
  settings.value(world_.substeps());
  for (const MaterialDefinition& m : world_.materials()) {
    settings.array(m.values);
    settings.value(m.referenceRadius);
    settings.value(m.density);
  }
  for (const PairEntry& e : world_.pairs()) {
    settings.text(e.function);
    settings.value(e.material);
    settings.value(e.other ? std::int64_t{*e.other} : -1);
    settings.text(e.solid);
    settings.array(e.curve);
  }
  for (const Emitter& e : world_.emitters()) e.save(settings);
  for (const Control& c : world_.controls()) saveControl(settings, c);
  stage.hashes.push_back(hashBytes(settings.bytes()));
  ByteWriter bodies;
  for (const Body& b : world_.bodies().list) {
    bodies.value(b.pose);
    bodies.value(b.velocity);
    bodies.value(b.angularVelocity);
  }
  stage.hashes.push_back(hashBytes(bodies.bytes()));
}

void GoldenRecorder::keepDigests(const Particles& p, GoldenStage& stage) {
  std::vector<GoldenBlock> blocks = std::move(stage.blocks);
  stage.blocks.clear();
  if (run_.digestedStages < run_.stages.size()) return;  // the memory budget for particle hashes is spent
  if (row_.cellSide && (run_.stages.empty() || blocks != lastBlocks_)) {
    if (!reserveDigestBytes(blocks.size() * sizeof blocks[0])) return;
    stage.blocks = lastBlocks_ = std::move(blocks);
  }
  // Hashes of positions, velocities and fields come first.
  const auto ofParticles = static_cast<std::ptrdiff_t>(2 + row_.fields.size());
  const bool changed =
      run_.stages.empty() || stage.particles != last_.particles ||
      !std::equal(stage.hashes.begin(), stage.hashes.begin() + ofParticles, last_.hashes.begin());
  if (changed) {
    if (!reserveDigestBytes(std::uint64_t{p.nextId} * sizeof(std::uint16_t))) return;
    stage.digests.assign(p.nextId, 0);
    for (std::size_t i = 0; i < p.size(); ++i) {
      const std::uint64_t hash = motionHash_[i] + fieldHash_[p.id[i]];
      stage.digests[p.id[i]] = std::max<std::uint16_t>(1, static_cast<std::uint16_t>(hash >> 48));
    }
  }
  ++run_.digestedStages;
}

bool GoldenRecorder::reserveDigestBytes(std::uint64_t bytes) {
  digestBytes_ += bytes;
  return digestBytes_ <= run_.digestBudget;
}

void GoldenRecorder::keepStep(const Particles& p) {
  GoldenStep step;
  step.step = world_.stepIndex();
  step.seconds = stepSeconds();
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
  lastBlocks_.clear();
  digestBytes_ = 0;
}

}  // namespace ooze
