#include "world/world_controls.h"

#include "world/record_checks.h"

#include <algorithm>

namespace ooze {

void saveControl(ByteWriter& out, const Control& control) {
  const auto flag = [&](bool value) { out.value(static_cast<std::uint8_t>(value)); };
  flag(control.enabled);
  out.value(control.radius);
  out.value(control.length);
  out.value(control.strength);
  out.value(control.value);
  out.value(control.position);
  flag(control.placeKeys.empty());
  flag(control.valueKeys.empty());
  flag(control.strengthKeys.empty());
}

WorldControls::WorldControls(const WorldSpec& spec) : spec_(&spec), list_(spec.controls) {}

void WorldControls::write(const Target& target, const Command& command) {
  target.row->write(list_[target.object], command);
}

bool WorldControls::anyActive(double time) const {
  return std::any_of(list_.begin(), list_.end(), [&](const Control& c) { return c.isActive(time); });
}

float WorldControls::fastest(const std::vector<Body>& bodies, double time, double seconds) const {
  float most = 0.f;
  for (const Control& c : list_)
    for (const double t : {time, time + seconds})
      if (const auto posed = poseOf(c, 0, bodies, t)) most = std::max(most, fastestOf(*posed));
  return most;
}

void WorldControls::save(ByteWriter& out) const {
  out.value(static_cast<std::uint64_t>(list_.size()));
  for (const Control& c : list_) saveControl(out, c);
}

void WorldControls::restore(ByteReader& in) {
  requireSoundSave(in.value<std::uint64_t>() == list_.size(), kSaveOfAnotherWorld);
  for (std::size_t i = 0; i < list_.size(); ++i) {
    // With its keys, which a save only knows to be there or not.
    Control c = spec_->controls[i];
    c.enabled = in.flag();
    c.radius = in.value<float>();
    c.length = in.value<float>();
    c.strength = in.value<float>();
    c.value = in.value<Vec3>();
    c.position = in.value<Vec3>();
    if (in.flag()) c.placeKeys.clear();
    if (in.flag()) c.valueKeys.clear();
    if (in.flag()) c.strengthKeys.clear();
    requireSoundValues(c);
    list_[i] = std::move(c);
  }
}

}  // namespace ooze
