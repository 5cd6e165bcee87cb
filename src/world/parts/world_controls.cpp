#include "world/parts/world_controls.h"

#include "ooze/world/control_text.h"

#include "world/guard/record_validation.h"
#include "world/guard/spec_validation.h"

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

WorldControls::WorldControls(const WorldSpec& spec)
    : spec_(&spec), list_(spec.controls), controlTexts_(spec.controls.size()) {}

void WorldControls::write(const ResolvedSetting& setting, const SettingValue& value) {
  setting.row->write(list_[setting.object], value);
}

const Control* WorldControls::ofScene(std::string_view name) const {
  const std::size_t rank = rankOf(name);
  return rank < spec_->controls.size() ? &spec_->controls[rank] : nullptr;
}

/// Returns the rank of a control in the scene's order; controls that are not in the scene rank last.
std::size_t WorldControls::rankOf(std::string_view name) const {
  const auto found = std::find_if(spec_->controls.begin(), spec_->controls.end(),
                                  [&](const Control& c) { return c.name == name; });
  return static_cast<std::size_t>(found - spec_->controls.begin());
}

void WorldControls::set(std::string_view name, const Control* control) {
  posed_ = {};
  const auto named = [&](const Control& c) { return c.name == name; };
  auto place = std::find_if(list_.begin(), list_.end(), named);
  if (place != list_.end()) {
    controlTexts_.erase(controlTexts_.begin() + (place - list_.begin()));
    place = list_.erase(place);
  } else {
    // A restored control of the scene returns to its old rank: among controls of full strength the last one
    // wins.
    const std::size_t rank = rankOf(name);
    place = std::find_if(list_.begin(), list_.end(), [&](const Control& c) { return rankOf(c.name) > rank; });
  }
  if (!control) return;
  auto text = std::make_shared<const std::string>(textOf(*control));
  controlTexts_.insert(controlTexts_.begin() + (place - list_.begin()), std::move(text));
  list_.insert(place, *control);
}

std::string WorldControls::textOf(const Control& control) const {
  const Control* scene = ofScene(control.name);
  return encodeControl(control, scene && scene->points == control.points);
}

std::string WorldControls::textOf(std::size_t index) const {
  return index < list_.size() ? textOf(list_[index]) : std::string(kNoControl);
}

bool WorldControls::anySet() const {
  return list_.size() != spec_->controls.size() ||
         std::any_of(controlTexts_.begin(), controlTexts_.end(),
                     [](const auto& text) { return text != nullptr; });
}

bool WorldControls::anyActive(double time) const {
  return std::any_of(list_.begin(), list_.end(), [&](const Control& c) { return c.isActive(time); });
}

float WorldControls::fastest(const std::vector<Body>& bodies, double time, double seconds) const {
  float most = 0.f;
  for (const Control& c : list_)
    for (const double t : {time, time + seconds})
      if (const auto posed = poseOf(c, 0, bodies, t)) most = std::max(most, maxSpeedOf(*posed));
  return most;
}

void WorldControls::save(ByteWriter& out, bool wholes) const {
  out.value(static_cast<std::uint64_t>(list_.size()));
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (wholes) {
      out.text(list_[i].name);
      out.text(controlTexts_[i] ? *controlTexts_[i] : std::string());
    }
    saveControl(out, list_[i]);
  }
}

void WorldControls::restore(ByteReader& in, bool wholes) {
  const auto count = in.value<std::uint64_t>();
  validateSave(wholes ? count <= kMaxControls + spec_->controls.size() : count == list_.size(),
               kSaveOfAnotherWorld);
  list_.clear();
  controlTexts_.clear();
  posed_ = {};
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = wholes ? in.text() : spec_->controls[i].name;
    const std::string text = wholes ? in.text() : std::string();
    const Control* scene = ofScene(name);
    validateSave(!text.empty() || scene, kSaveOfAnotherWorld);
    validateSave(std::none_of(list_.begin(), list_.end(), [&](const Control& c) { return c.name == name; }));
    // Keyframes come from the scene or the text; the save only stores whether they exist.
    Control c = text.empty() ? *scene : decodeControl(name, text, scene);
    c.enabled = in.flag();
    c.radius = in.value<float>();
    c.length = in.value<float>();
    c.strength = in.value<float>();
    c.value = in.value<Vec3>();
    c.position = in.value<Vec3>();
    if (in.flag()) c.placeKeys.clear();
    if (in.flag()) c.valueKeys.clear();
    if (in.flag()) c.strengthKeys.clear();
    validateControlValues(c);
    list_.push_back(std::move(c));
    controlTexts_.push_back(text.empty() ? nullptr : std::make_shared<const std::string>(text));
  }
}

}  // namespace ooze
