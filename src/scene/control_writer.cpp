// Control particles of a scene that is written: what commands set of them.
#include "scene/scene_writers.h"

#include <algorithm>
#include <array>
#include <initializer_list>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

/// Keys say no more of this; those that then say nothing go.
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

struct Written {
  SceneWriter& w;
  Json& json;
  const Control &now, &loaded;
  std::string prefix = "control." + now.name + ".";

  /// Whether a hand set what keys say as the scene begins.
  template <class Key>
  [[nodiscard]] bool unkeyed(const char* key, std::vector<Key> Control::*keys) const {
    return (now.*keys).empty() && !(loaded.*keys).empty() && w.edits.lastOf(prefix + key);
  }
  template <class T>
  [[nodiscard]] const T& start(const char* key, T Control::*member) const {
    return w.edits.start(prefix + key, now.*member, loaded.*member);
  }
};

void writeSize(const Written& c) {
  Json& shape = c.json["shape"].begin().value();
  if (const float radius = c.start("radius", &Control::radius); radius != c.loaded.radius)
    shape["radius"] = shortest(radius);
  if (const float length = c.start("length", &Control::length); length != c.loaded.length)
    shape["length"] = shortest(length);
}

void writeStrength(const Written& c) {
  const bool unkeyed = c.unkeyed("strength", &Control::strengthKeys);
  if (unkeyed) dropFromKeys(c.json, {"strength"});
  if (const float strength = c.start("strength", &Control::strength);
      unkeyed || strength != c.loaded.strength)
    c.json["strength"] = shortest(strength);
}

void writePlace(const Written& c) {
  const bool unkeyed = c.unkeyed("position", &Control::placeKeys);
  if (unkeyed) {
    dropFromKeys(c.json, {"position", "rotation"});
    writeRotation(c.json, c.now.orientation);
  }
  if (const Vec3 position = c.start("position", &Control::position); unkeyed || position != c.loaded.position)
    c.json["position"] = shortest(position);
}

void writeValue(const Written& c) {
  constexpr std::array kKeys{"velocity", "viscosity", "", "", "divergence"};  // by ControlKind
  const std::string key = kKeys[static_cast<std::size_t>(c.now.kind)];
  if (key.empty()) return;
  const bool unkeyed = c.unkeyed(key.c_str(), &Control::valueKeys);
  if (unkeyed) dropFromKeys(c.json, {key.c_str()});
  const Vec3 value = c.start(key.c_str(), &Control::value);
  if (!unkeyed && value == c.loaded.value) return;
  if (c.now.kind == ControlKind::Velocity)
    c.json[key] = shortest(value);
  else
    c.json[key] = shortest(value.x);
}

}  // namespace

void writeControls(SceneWriter& w) {
  const std::vector<Control>& controls = w.world.controls();
  for (std::size_t i = 0; i < controls.size(); ++i) {
    const Written c{w, w.json["controls"][i], controls[i], w.scene.world.controls[i]};
    writeSize(c);
    writeStrength(c);
    writePlace(c);
    writeValue(c);
    if (const bool enabled = c.start("enabled", &Control::enabled); enabled != c.loaded.enabled)
      c.json["enabled"] = enabled;
  }
}

}  // namespace ooze
