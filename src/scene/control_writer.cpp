// Writes control particles: the values that commands set.
#include "ooze/world/control_text.h"

#include "base/name_index.h"
#include "scene/scene_writers.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

/// Removes members from all keyframes. A keyframe with nothing but a time left is removed.
void dropFromKeys(Json& json, std::initializer_list<const char*> members) {
  Json kept = Json::array();
  for (Json& key : json["keys"]) {
    for (const char* member : members) key.erase(member);
    if (key.size() > 1) kept.push_back(std::move(key));
  }
  if (kept.empty())
    json.erase("keys");
  else
    json["keys"] = std::move(kept);
}

/// Returns the key of a kind's value; "" for a kind without a value.
const char* valueKeyOf(ControlKind kind) {
  constexpr std::array kKeys{"velocity", "viscosity", "", "", "divergence", "temperature"};
  return kKeys[static_cast<std::size_t>(kind)];
}

struct ControlChanges {
  SceneWriter& w;
  Json& json;
  const Control &now, &loaded;
  [[nodiscard]] SettingName of(const char* key) const { return {SettingOwner::Control, now.name, key}; }

  /// Returns true if a command set the value that keyframes give in the scene file.
  template <class Key>
  [[nodiscard]] bool replacesKeys(const char* key, std::vector<Key> Control::*keys) const {
    return (now.*keys).empty() && !(loaded.*keys).empty() && w.edits.lastOf(of(key));
  }
  template <class T>
  [[nodiscard]] const T& start(const char* key, T Control::*member) const {
    return w.edits.start(of(key), now.*member, loaded.*member);
  }
};

void writeSize(const ControlChanges& c) {
  Json& shape = c.json["shape"].begin().value();
  if (const float radius = c.start("radius", &Control::radius); radius != c.loaded.radius)
    shape["radius"] = shortest(radius);
  if (const float length = c.start("length", &Control::length); length != c.loaded.length)
    shape["length"] = shortest(length);
}

void writeStrength(const ControlChanges& c) {
  const bool replacesKeys = c.replacesKeys("strength", &Control::strengthKeys);
  if (replacesKeys) dropFromKeys(c.json, {"strength"});
  if (const float strength = c.start("strength", &Control::strength);
      replacesKeys || strength != c.loaded.strength)
    c.json["strength"] = shortest(strength);
}

void writePlace(const ControlChanges& c) {
  const bool replacesKeys = c.replacesKeys("position", &Control::placeKeys);
  if (replacesKeys) {
    dropFromKeys(c.json, {"position", "rotation"});
    writeRotation(c.json, c.now.orientation);
  }
  if (const Vec3 position = c.start("position", &Control::position);
      replacesKeys || position != c.loaded.position)
    c.json["position"] = shortest(position);
}

void writeValue(const ControlChanges& c) {
  const std::string key = valueKeyOf(c.now.kind);
  if (key.empty()) return;
  const bool replacesKeys = c.replacesKeys(key.c_str(), &Control::valueKeys);
  if (replacesKeys) dropFromKeys(c.json, {key.c_str()});
  const Vec3 value = c.start(key.c_str(), &Control::value);
  if (!replacesKeys && value == c.loaded.value) return;
  if (c.now.kind == ControlKind::Velocity)
    c.json[key] = shortest(value);
  else
    c.json[key] = shortest(value.x);
}

Json pointsJson(std::span<const ControlPoint> points, Vec3 ControlPoint::*member) {
  Json list = Json::array();
  for (const ControlPoint& p : points) list.push_back(shortest(p.*member));
  return list;
}

void writePoints(Json& json, const Control& c) {
  if (!c.points) return;
  const std::span<const ControlPoint> points = c.points->list();
  json["points"] = pointsJson(points, &ControlPoint::place);
  const auto turned = [](const ControlPoint& p) { return p.axis != ControlPoint{}.axis; };
  if (c.shape == ControlShape::Cylinder && std::any_of(points.begin(), points.end(), turned))
    json["axes"] = pointsJson(points, &ControlPoint::axis);
}

Json valueJson(const Control& c, const Vec3& value) {
  return c.kind == ControlKind::Velocity ? Json(shortest(value)) : Json(shortest(value.x));
}

/// Returns the keyframes of all three splines, each with its time and its value.
Json keysJson(const Control& c) {
  Json keys = Json::array();
  const auto add = [&](double time) -> Json& {
    Json key;
    key["time"] = time;
    return keys.emplace_back(std::move(key));
  };
  for (const PoseKey& k : c.placeKeys) {
    Json& key = add(k.time);
    key["position"] = shortest(k.pose.position);
    writeRotation(key, k.pose.orientation);
  }
  if (valueKeyOf(c.kind)[0] != '\0')
    for (const VectorKey& k : c.valueKeys) add(k.time)[valueKeyOf(c.kind)] = valueJson(c, k.value);
  for (const VectorKey& k : c.strengthKeys) add(k.time)["strength"] = shortest(k.value.x);
  return keys;
}

void writeTimes(Json& json, const Control& c) {
  const Control usual;
  if (!c.carried) json["carried"] = false;
  if (c.start != usual.start) json["start"] = c.start;
  if (c.stop != usual.stop) json["stop"] = c.stop;
  if (!c.enabled) json["enabled"] = false;
}

/// Returns the complete entry of a control that a command added.
Json completeControlJson(const Control& c) {
  Json json;
  json["name"] = c.name;
  constexpr std::array kKinds{"velocity", "viscosity", "add", "erase", "divergence", "temperature"};
  json["kind"] = kKinds[static_cast<std::size_t>(c.kind)];
  Json& shape = json["shape"][c.shape == ControlShape::Sphere ? "sphere" : "cylinder"];
  shape["radius"] = shortest(c.radius);
  if (c.shape == ControlShape::Cylinder) shape["length"] = shortest(c.length);
  constexpr std::array kFalloffs{"box", "hat", "cubic"};
  json["falloff"] = kFalloffs[static_cast<std::size_t>(c.falloff)];
  if (!c.body.empty()) json["body"] = c.body;
  if (c.strengthKeys.empty()) json["strength"] = shortest(c.strength);
  if (const char* key = valueKeyOf(c.kind); key[0] != '\0' && c.valueKeys.empty())
    json[key] = valueJson(c, c.value);
  if (c.placeKeys.empty()) {
    json["position"] = shortest(c.position);
    writeRotation(json, c.orientation);
  }
  writePoints(json, c);
  if (c.isKeyed()) json["keys"] = keysJson(c);
  writeTimes(json, c);
  return json;
}

void writeChanges(SceneWriter& w, Json& json, const Control& now, const Control& loaded) {
  const ControlChanges c{w, json, now, loaded};
  writeSize(c);
  writeStrength(c);
  writePlace(c);
  writeValue(c);
  if (const bool enabled = c.start("enabled", &Control::enabled); enabled != c.loaded.enabled)
    c.json["enabled"] = enabled;
}

}  // namespace

void writeControls(SceneWriter& w) {
  const std::vector<Control>& loaded = w.scene.world.controls;
  const NameIndex ofScene(loaded), bodies(w.scene.world.bodies);
  const Json old = w.json.value("controls", Json::array());
  Json list = Json::array();
  bool omitted = false;
  for (const Control& now : w.world.controls()) {
    if (!now.body.empty() && !bodies.contains(now.body)) {
      omitted = true;
      continue;
    }
    const auto place = ofScene.find(now.name);
    const Control* before = place ? &loaded[*place] : nullptr;
    const bool whole = !before || w.edits.lastOf({SettingOwner::Control, now.name, "whole"});
    // A control with the structure of the scene's control keeps the scene's text, which may describe its
    // particles by a curve or a surface.
    if (whole && !(before && haveSameStructure(*before, now))) {
      list.push_back(completeControlJson(now));
      continue;
    }
    list.push_back(old[*place]);
    writeChanges(w, list.back(), now, *before);
  }
  if (omitted) w.omitted.emplace_back("controls on added bodies");
  if (list.empty())
    w.json.erase("controls");
  else
    w.json["controls"] = std::move(list);
}

}  // namespace ooze
