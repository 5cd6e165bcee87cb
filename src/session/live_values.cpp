#include "session/live_values.h"

#include "ooze/base/error.h"
#include "ooze/world/liquid_look.h"
#include "ooze/world/world.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace ooze {
namespace {

std::uint32_t packed(std::span<const float> rgb) {
  std::uint32_t colour = 0xff000000u;
  for (std::size_t i = 0; i < 3; ++i)
    colour |= static_cast<std::uint32_t>(std::lround(std::clamp(rgb[i], 0.f, 1.f) * 255.f)) << (8 * i);
  return colour;
}

/// Of a command "material.NAME.KEY" without a parameter as key. @return true if it was one
bool applyToMaterials(LiveValues& live, std::string_view method, std::string_view name, std::string_view key,
                      const Command& command) {
  if (key == "add") {
    try {
      MaterialDefinition added = decodeMaterial(command.text, method);
      added.name = name;
      live.materials.push_back(std::move(added));
    } catch (const InputError&) {
      // The world refuses it, and says so.
    }
    return true;
  }
  const std::size_t number = findLookNumber(key);
  if (key != "colour" && key != "look" && number == kLookNumbers.size()) return false;
  for (MaterialDefinition& material : live.materials) {
    if (material.name != name) continue;
    if (key == "look") material.look = command.text;
    if (number < kLookNumbers.size())
      material.lookChanges[number] =
          command.values.empty() ? std::nullopt : std::optional(command.values.front());
    if (key == "colour" && command.values.size() == 3) material.colour = packed(command.values);
  }
  return true;
}

void setMaterialValue(MaterialDefinition& material, std::span<const ParameterInfo> rows, std::string_view key,
                      float value) {
  const std::size_t row = findParameter(rows, key);
  if (row < rows.size() && row < material.values.size()) material.values[row] = value;
}

void setEmitterValue(EmitterSpec& emitter, std::string_view field, std::span<const float> values) {
  if (values.size() == 3) {
    const Vec3 v{values[0], values[1], values[2]};
    if (field == "position") emitter.position = v;
    if (field == "direction") emitter.direction = v;
  } else if (values.size() == 1) {
    if (field == "enabled") emitter.enabled = values[0] != 0.f;
    if (field == "speed") emitter.speed = values[0];
    if (field == "radius") emitter.radius = values[0];
    if (field == "material" && values[0] >= 0.f) emitter.material = static_cast<std::uint16_t>(values[0]);
  }
}

void setBodyValue(BodyValues& body, std::string_view field, std::span<const float> values) {
  const float value = values[0];
  if ((field == "position" && values.size() == 3) || (field == "place" && values.size() == 7))
    body.pose.position = {values[0], values[1], values[2]};
  if (field == "place" && values.size() == 7)
    body.pose.orientation = glm::normalize(Quat(values[3], values[4], values[5], values[6]));
  if (field == "scale") {
    body.bounds = {body.bounds.lower * (value / body.scale), body.bounds.upper * (value / body.scale)};
    body.scale = value;
  }
  if (field == "present") body.present = value >= 0.5f;
  if (field == "density" && body.motion == Motion::Dynamic) body.density = value;
  if (field == "friction") body.friction = value;
  if (field == "stickiness") body.stickiness = value;
}

}  // namespace

std::vector<BodyValues> valuesOf(const std::vector<Body>& bodies) {
  std::vector<BodyValues> values;
  for (const Body& b : bodies) {
    const Aabb bounds = b.shape ? b.shape->bounds() : Aabb{Vec3(0.f), Vec3(0.f)};
    values.push_back({b.name, b.motion, b.present, b.solid.kind, bounds, b.pose, b.scale, b.density,
                      b.friction, b.stickiness});
  }
  return values;
}

void apply(LiveValues& live, std::string_view method, const Command& command) {
  const std::vector<ParameterInfo>& rows = findMethod(method).parameters();
  const std::string_view target = command.target;
  const std::size_t first = target.find('.'), last = target.rfind('.');
  if (first == std::string_view::npos) return;
  const std::string_view kind = target.substr(0, first), key = target.substr(last + 1);
  const std::string_view name =
      last > first ? target.substr(first + 1, last - first - 1) : std::string_view();
  if (kind == "material" && applyToMaterials(live, method, name, key, command)) return;
  if (command.values.empty()) return;
  if (kind == "world") {
    const std::size_t row = findParameter(worldParameters(), key);
    if (row < live.worldValues.size()) live.worldValues[row] = command.values[0];
  } else if (kind == "emitter") {
    for (EmitterSpec& emitter : live.emitters)
      if (emitter.name == name) setEmitterValue(emitter, key, command.values);
  } else if (kind == "body") {
    for (BodyValues& body : live.bodies)
      if (body.name == name) setBodyValue(body, key, command.values);
  } else {
    for (MaterialDefinition& material : live.materials)
      if (kind == method || (kind == "material" && material.name == name))
        setMaterialValue(material, rows, key, command.values[0]);
  }
}

LiveValues liveValues(const Snapshot& snapshot, std::span<const Command> pending) {
  LiveValues live{snapshot.materials, snapshot.worldValues, snapshot.emitters, valuesOf(snapshot.bodies)};
  for (const Command& command : pending) apply(live, snapshot.method, command);
  return live;
}

}  // namespace ooze
