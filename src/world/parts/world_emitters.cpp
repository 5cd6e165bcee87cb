#include "world/parts/world_emitters.h"

#include "liquid/nozzle_times.h"
#include "world/commands/setting_names.h"
#include "world/guard/record_validation.h"
#include "world/guard/spec_validation.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

/// Returns the specification of the n-th nozzle that a command adds.
EmitterSpec addedEmitter(std::size_t n, bool stays) {
  EmitterSpec spec;
  spec.name = addedEmitterName(n, stays);
  return spec;
}

bool stays(const Emitter& added) { return !isAddedNozzle(added.spec().name); }

}  // namespace

WorldEmitters::WorldEmitters(const WorldSpec& spec)
    : spec_(&spec), list_(spec.emitters.begin(), spec.emitters.end()) {}

bool WorldEmitters::anyStays() const {
  return std::any_of(list_.begin() + static_cast<std::ptrdiff_t>(spec_->emitters.size()), list_.end(), stays);
}

double WorldEmitters::specifiedStop(std::size_t index) const {
  return index < spec_->emitters.size() ? spec_->emitters[index].stop : kNeverStops;
}

bool WorldEmitters::anyStopSet() const {
  for (std::size_t i = 0; i < list_.size(); ++i)
    if (list_[i].spec().stop != specifiedStop(i)) return true;
  return false;
}

void WorldEmitters::write(const ResolvedSetting& setting, const SettingValue& value, std::size_t materials) {
  Emitter& emitter = list_[setting.object];
  EmitterSpec now = emitter.spec();
  setting.row->write(now, value);
  if (now.material >= materials) return;
  const bool enabled = std::exchange(now.enabled, emitter.spec().enabled);
  emitter.spec() = std::move(now);
  if (setting.row->key == "enabled") emitter.setEnabled(enabled);
}

std::optional<std::uint32_t> WorldEmitters::add(const AddEmitter& command, std::size_t materials) {
  if (added_.size() >= kMaxAddedEmitters || command.material >= materials) return std::nullopt;
  const std::uint32_t number = lastNumber() + 1;
  EmitterSpec nozzle = addedEmitter(number, command.stays);
  nozzle.position = command.position;
  nozzle.direction = glm::normalize(command.direction);
  nozzle.radius = command.radius;
  nozzle.speed = command.speed;
  nozzle.material = command.material;
  list_.emplace_back(std::move(nozzle));
  added_.push_back(number);
  return number;
}

void WorldEmitters::remove(std::uint32_t number) {
  const auto found = std::find(added_.begin(), added_.end(), number);
  if (found == added_.end()) return;
  list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(spec_->emitters.size()) + (found - added_.begin()));
  added_.erase(found);
}

void WorldEmitters::emit(double time, float dt, const WorldMaterials& materials, JetLattice lattice,
                         FunctionRef<std::uint64_t()> room,
                         FunctionRef<void(LiquidSeeds&, std::uint32_t)> flow) {
  const std::size_t own = spec_->emitters.size();
  for (std::size_t i = 0; i < list_.size(); ++i) {
    Emitter& e = list_[i];
    const std::uint16_t m = e.spec().material;
    LiquidSeeds seeds = e.emit(time, dt, materials.restSpacing(m), materials[m].colour, room(), lattice);
    if (!seeds.positions.empty() || seeds.inlet) flow(seeds, i < own || stays(e) ? 0 : added_[i - own]);
  }
}

void WorldEmitters::guideJets(double time, float length, const WorldMaterials& materials, Method& method,
                              const Threads& threads) const {
  std::vector<JetPipe> pipes;
  for (const Emitter& e : list_)
    if (const auto pipe = e.pipe(time, materials.restSpacing(e.spec().material), length))
      pipes.push_back(*pipe);
  if (pipes.empty()) return;
  const auto toNozzleSpeed = [&](const Parcel& parcel) -> std::optional<Vec3> {
    for (const JetPipe& pipe : pipes)
      if (pipe.guides(parcel.position, parcel.velocity, parcel.material))
        return pipe.speed * pipe.direction - parcel.velocity;
    return std::nullopt;
  };
  method.changeVelocities(toNozzleSpeed, threads);
}

void WorldEmitters::save(ByteWriter& out, const Parts& parts) const {
  out.value(static_cast<std::uint64_t>(spec_->emitters.size()));
  out.array(added_);
  if (parts.kinds)
    for (const Emitter& e : std::span(list_).subspan(spec_->emitters.size()))
      out.value(static_cast<std::uint8_t>(stays(e)));
  for (const Emitter& e : list_) {
    e.save(out);
    out.value(e.spec().material);
    if (parts.stops) out.value(e.spec().stop);
    if (parts.jets) e.saveJet(out);
  }
}

void WorldEmitters::restore(ByteReader& in, const Parts& parts, std::size_t materials) {
  validateSave(in.value<std::uint64_t>() == spec_->emitters.size(), kSaveOfAnotherWorld);
  added_ = in.array<std::uint32_t>();
  validateSave(added_.size() <= kMaxAddedEmitters);
  std::vector<std::uint8_t> kinds(added_.size(), 0);
  if (parts.kinds)
    for (std::uint8_t& k : kinds) k = in.flag();
  // Keyframes come from the specification; the save only stores whether they exist.
  list_.clear();
  for (const EmitterSpec& e : spec_->emitters) list_.emplace_back(e);
  for (std::size_t k = 0; k < added_.size(); ++k) {
    validateSave(added_[k] > (k == 0 ? 0 : added_[k - 1]));
    list_.emplace_back(addedEmitter(added_[k], kinds[k] != 0));
  }
  for (Emitter& e : list_) {
    // Limit for the spacing: particles at rest are always closer than the interaction radius.
    e.restore(in, spec_->methodSettings.interactionRadius);
    requireSound(e.spec());
    e.spec().material = in.value<std::uint16_t>();
    validateSave(e.spec().material < materials);
    if (parts.stops) {
      e.spec().stop = in.value<double>();
      validateSave(e.spec().stop >= 0.0 && e.spec().stop <= kNeverStops);
    }
    if (parts.jets) e.restoreJet(in);
  }
}

}  // namespace ooze
