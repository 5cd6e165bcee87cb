#include "world/history/step_record.h"

#include "particles/id_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <unordered_map>

namespace ooze {
namespace {

constexpr std::string_view kFirstStage = "commands";  // first stage of a step

const StageDescription& noteOf(std::string_view stage, const MethodRow& method) {
  static constexpr std::array kNotes{
      StageDescription{kStartStage, "", "The state before the step."},
      StageDescription{kFirstStage, "", "Edits since the last step take effect."},
      StageDescription{"emission", "", "Nozzles add the layers of liquid that leave them in this step."},
      StageDescription{"bodies", "",
                       "Bodies move: kinematic bodies along their keys, dynamic bodies by their velocities."},
      StageDescription{kLastStage, "",
                       "Particles and bodies outside the domain are removed, and the step is checked."},
  };
  static constexpr StageDescription kUnknown{"", "", ""};
  if (const StageDescription* own = findStage(method, stage)) return *own;
  for (const StageDescription& note : kNotes)
    if (note.name == stage) return note;
  return kUnknown;
}

bool same(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  // Bitwise comparison, so that NaN equals NaN.
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3)) == 0;
}

float farthestBetween(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  float farthest2 = 0.f;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    const Vec3 moved = b[i] - a[i];
    if (const float d2 = glm::dot(moved, moved); d2 > farthest2) farthest2 = d2;  // skips a NaN
  }
  return std::sqrt(farthest2);
}

/// StageObserver that records one step of a world.
class StageRecorder final : public StageObserver {
 public:
  StageRecorder(const World& world, std::optional<std::uint32_t> particle) : world_(world) {
    record_.particle = particle;
    record_.interactionRadius = world.spec().methodSettings.interactionRadius;
    if (particle) watched_.emplace(WatchedParticle{*particle});
    begin();
  }

  void afterStage(std::string_view stage, const Method& method) override {
    // After a roll-back the frame starts again, so the recording restarts.
    if (stage == kFirstStage && record_.stages.size() > 1) begin();
    note(stage, method);
  }
  WatchedParticle* watched() override { return watched_ ? &*watched_ : nullptr; }

  StepRecord finish() {
    if (watched_) record_.sweepValues = std::move(watched_->sweepValues);
    // Particles created during the step have no entry in earlier stages yet.
    for (RecordedStage& stage : record_.stages)
      for (RecordedStage::Vectors* vectors : {&stage.positions, &stage.velocities})
        if ((*vectors)->size() < record_.ids.size()) {
          std::vector<Vec3> longer = **vectors;
          longer.resize(record_.ids.size(), nowhere());
          *vectors = std::make_shared<const std::vector<Vec3>>(std::move(longer));
        }
    return std::move(record_);
  }

 private:
  static Vec3 nowhere() { return Vec3(std::numeric_limits<float>::quiet_NaN()); }

  void begin() {
    record_.stages.clear();
    record_.step = world_.stepIndex();
    record_.time = world_.time();
    if (watched_) watched_->sweepValues.clear();
    record_.ids.clear(), record_.materials.clear(), record_.colours.clear();
    places_.reset(0);
    known_ = 0;
    note(kStartStage, world_.method());
  }

  void note(std::string_view name, const Method& method) {
    const Particles& p = *method.view().particles;
    addNew(p);
    record_.seconds =
        static_cast<float>(1.0 / (world_.spec().framesPerSecond * std::max(world_.substeps(), 1)));
    RecordedStage stage;
    stage.note = noteOf(name, findMethod(world_.spec().method));
    stage.note.name = name;
    const RecordedStage* before = record_.stages.empty() ? nullptr : &record_.stages.back();
    stage.positions = gathered(p, p.position, before ? before->positions : nullptr);
    stage.velocities = gathered(p, p.velocity, before ? before->velocities : nullptr);
    if (before) stage.farthest = farthestBetween(*before->positions, *stage.positions);
    for (const Body& body : world_.bodies().list) stage.bodies.push_back(body.pose);
    if (const Inspector* inspector = method.inspector(); inspector && watched_)
      stage.details = inspector->detailsOf(watched_->id, record_.seconds, world_.bodies());
    record_.stages.push_back(std::move(stage));
  }

  /// Appends new particles. Ids only grow, so the list stays sorted.
  void addNew(const Particles& p) {
    if (p.nextId == known_) return;
    std::vector<std::uint32_t> fresh;  // particle indices, sorted by ascending id
    for (std::uint32_t i = 0; i < p.size(); ++i)
      if (p.id[i] >= known_) fresh.push_back(i);
    std::sort(fresh.begin(), fresh.end(), [&](auto a, auto b) { return p.id[a] < p.id[b]; });
    known_ = p.nextId;
    for (const std::uint32_t i : fresh) {
      places_.set(p.id[i], static_cast<std::uint32_t>(record_.ids.size()));
      record_.ids.push_back(p.id[i]);
      record_.materials.push_back(p.material[i]);
      record_.colours.push_back(p.colour[i]);
    }
  }

  [[nodiscard]] RecordedStage::Vectors gathered(const Particles& p, const Vec3Array& of,
                                                const RecordedStage::Vectors& before) const {
    std::vector<Vec3> vectors(record_.ids.size(), nowhere());
    for (std::size_t i = 0; i < p.size(); ++i) vectors[places_[p.id[i]]] = of[i];
    if (before && same(*before, vectors)) return before;
    return std::make_shared<const std::vector<Vec3>>(std::move(vectors));
  }

  const World& world_;
  StepRecord record_;
  std::optional<WatchedParticle> watched_;
  IdTable places_;           ///< index of each particle in the record, by particle id
  std::uint32_t known_ = 0;  ///< particles with a smaller id already have an index in places_
};

World copyOf(const World& world, int threads) {
  WorldSpec spec = world.spec();
  spec.liquids.clear();  // the copy's liquid comes from the save
  World copy(std::move(spec), threads);
  ByteWriter out;
  world.save(out);
  ByteReader in(out.bytes());
  copy.restore(in);
  return copy;
}

}  // namespace

std::optional<std::size_t> StepRecord::placeOf(std::uint32_t id) const {
  const auto found = std::lower_bound(ids.begin(), ids.end(), id);
  if (found == ids.end() || *found != id) return std::nullopt;
  return static_cast<std::size_t>(found - ids.begin());
}

Vec3 StepRecord::displacement(std::size_t stage, std::size_t place) const {
  if (stage == 0) return Vec3(0.f);
  const Vec3 moved = (*stages[stage].positions)[place] - (*stages[stage - 1].positions)[place];
  return isFinite(moved) ? moved : Vec3(0.f);
}

StepRecord recordStep(const World& world, std::optional<std::uint32_t> particle, int threads,
                      const std::function<void(World&)>& prepare) {
  World copy = copyOf(world, threads);
  if (prepare) prepare(copy);
  StageRecorder recorder(copy, particle);
  copy.observe(&recorder);
  copy.step();
  copy.observe(nullptr);
  return recorder.finish();
}

std::shared_ptr<const Snapshot> snapshotAfter(const StepRecord& record, std::size_t stage,
                                              const Snapshot& before) {
  auto shot = std::make_shared<Snapshot>(before);
  const RecordedStage& then = record.stages[stage];
  shot->fields.clear();  // fields belong to the moment before the step
  std::unordered_map<std::uint32_t, std::size_t> known;
  for (std::size_t i = 0; i < before.ids.size(); ++i) known.emplace(before.ids[i], i);
  std::vector<std::size_t> places, kept;  // indices in the record, and in the earlier snapshot
  for (std::size_t place = 0; place < record.ids.size(); ++place) {
    if (!isFinite((*then.positions)[place])) continue;
    const auto found = known.find(record.ids[place]);
    places.push_back(place);
    kept.push_back(found != known.end() ? found->second : kNewParticle);
  }
  keepParticles(*shot, kept);
  for (std::size_t i = 0; i < places.size(); ++i) {
    shot->positions[i] = (*then.positions)[places[i]];
    shot->velocities[i] = (*then.velocities)[places[i]];
    if (kept[i] != kNewParticle) continue;
    shot->ids[i] = record.ids[places[i]];
    shot->particleMaterials[i] = record.materials[places[i]];
    shot->colours[i] = record.colours[places[i]];
  }
  for (std::size_t b = 0; b < shot->bodies.size() && b < then.bodies.size(); ++b)
    shot->bodies[b].pose = then.bodies[b];
  return shot;
}

}  // namespace ooze
