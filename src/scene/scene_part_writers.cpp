// Writes materials, liquids, nozzles and solids of a scene.
#include "ooze/base/error.h"
#include "ooze/world/liquid_look.h"

#include "liquid/nozzle_times.h"
#include "scene/assets.h"
#include "scene/readers.h"
#include "scene/scene_writers.h"
#include "world/commands/setting_names.h"
#include "world/parts/added_body.h"
#include "world/parts/mesh_store.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;

constexpr float kRestSpeed = 1e-3f;      // slower bodies count as at rest [m/s, rad/s]
constexpr float kZeroComponent = 1e-6f;  // smaller velocity components are written as 0 [m/s, rad/s]

Json& listUnder(SceneWriter& w, const char* key) {
  Json& list = w.json[key];
  if (list.is_null()) list = Json::array();
  return list;
}

// Writes the member if the value is set, else removes the member, so that the file's default applies.
void writeOptional(Json& json, const char* key, const std::optional<float>& value) {
  if (value)
    json[key] = shortest(*value);
  else
    json.erase(key);
}

/// Reads the materials from the current scene and material files, because the new scene refers to these
/// files. A save may embed older values.
std::vector<MaterialDefinition> materialsOfFile(const Scene& scene) {
  return readScene(scene.source, scene.file, scene.detail, false).world.materials;
}

MaterialDefinition initialMaterial(const SceneWriter& w, std::size_t m) {
  MaterialDefinition start = w.world.materials()[m];
  if (m >= w.scene.world.materials.size()) return start;
  const MaterialDefinition& loaded = w.scene.world.materials[m];
  const auto of = [&](std::string_view key) {
    return SettingName{SettingOwner::Material, start.name, std::string(key)};
  };
  const auto& rows = findMethod(w.scene.world.method).parameters();
  for (std::size_t r = 0; r < rows.size(); ++r)
    start.values[r] = w.edits.start(of(rows[r].key), start.values[r], loaded.values[r]);
  start.colour = w.edits.start(of("colour"), start.colour, loaded.colour);
  for (std::size_t i = 0; i < kOpticalProperties.size(); ++i)
    start.lookOverrides[i] =
        w.edits.start(of(kOpticalProperties[i].key), start.lookOverrides[i], loaded.lookOverrides[i]);
  return start;
}

/// Writes the material's name into liquids and emitters. The name was optional while the scene had only one
/// material.
void writeMaterialNames(SceneWriter& w) {
  for (const char* list : {"liquids", "emitters"})
    if (w.json.contains(list))
      for (Json& item : w.json[list])
        if (!item.contains("material")) item["material"] = w.scene.world.materials.front().name;
}

void writeEmitter(SceneWriter& w, Json& json, const EmitterSpec& now, const EmitterSpec& loaded) {
  const auto of = [&](std::string_view key) {
    return SettingName{SettingOwner::Emitter, now.name, std::string(key)};
  };
  const Vec3 position = w.edits.start(of("position"), now.position, loaded.position);
  const Vec3 direction = w.edits.start(of("direction"), now.direction, loaded.direction);
  const bool stopped = now.keys.empty() && !loaded.keys.empty() &&
                       (w.edits.lastOf(of("position")) || w.edits.lastOf(of("direction")));
  if (stopped) json.erase("keys");
  if (stopped || position != loaded.position) json["position"] = shortest(position);
  if (stopped || direction != loaded.direction) json["direction"] = shortest(direction);
  const float radius = w.edits.start(of("radius"), now.radius, loaded.radius);
  if (radius != loaded.radius) json["radius"] = shortest(radius);
  const float speed = w.edits.start(of("speed"), now.speed, loaded.speed);
  if (speed != loaded.speed) json["speed"] = shortest(speed);
  const std::uint16_t material = w.edits.start(of("material"), now.material, loaded.material);
  if (material != loaded.material) json["material"] = w.world.materials()[material].name;
  // An emitter closes by itself at its volume limit. The new scene opens the emitter again, so only a command
  // counts.
  if (const SettingValue* switched = w.edits.lastOf(of("enabled")))
    if (const bool enabled = switched->isOn(); enabled != loaded.enabled) json["enabled"] = enabled;
  if (!w.edits.lastOf(of("stop")) || now.stop == loaded.stop) return;
  if (now.stop < kNeverStops)
    json["stop"] = std::max(now.stop, now.start);
  else
    json.erase("stop");
}

Json addedEmitterJson(const SceneWriter& w, const EmitterSpec& nozzle) {
  Json json;
  json["name"] = unusedName(w, "emitters", "nozzle");
  json["material"] = w.world.materials()[nozzle.material].name;
  json["shape"] = "disc";
  json["radius"] = shortest(nozzle.radius);
  json["position"] = shortest(nozzle.position);
  json["direction"] = shortest(nozzle.direction);
  json["speed"] = shortest(nozzle.speed);
  if (!nozzle.enabled) json["enabled"] = false;
  return json;
}

/// Multiplies the lengths of a solid's shape by `scale`.
void scaleNumbers(Json& value, float scale) {
  for (auto& [key, number] : value.items()) {
    if (key == "cell" || key == "normal" || key == "file" || key == "open_top") continue;
    const auto times = [&](Json& n) { n = shortest(scale * n.get<float>()); };
    if (number.is_array())
      for (Json& n : number) times(n);
    else
      times(number);
  }
}

/// Gives a mesh of its own size an explicit height. A mesh with a height stands on its origin.
/// @return the new origin in the mesh's former coordinates [m]
Vec3 setExplicitHeight(Json& mesh, const Body& body) {
  const bool stood = mesh.contains("height") || isBuiltinMesh(mesh["file"].get<std::string>());
  const Aabb box = body.solid.mesh->bounds();
  mesh["height"] = shortest(box.size().y);
  return stood ? Vec3(0.f) : Vec3(box.centre().x, box.lower.y, box.centre().z);
}

void writePose(Json& json, const Pose& pose) {
  json["position"] = shortest(pose.position);
  writeRotation(json, pose.orientation);
}

void writeSpeed(Json& json, const char* key, const Vec3& speed) {
  if (glm::length(speed) < kRestSpeed)
    json.erase(key);
  else
    json[key] = shortest(speed * Vec3(glm::greaterThan(glm::abs(speed), Vec3(kZeroComponent))));
}

bool samePose(const Pose& a, const Pose& b) {
  return a.position == b.position && a.orientation == b.orientation;
}

void writePlace(SceneWriter& w, Json& json, const Body& now, const Body& loaded) {
  Pose pose = now.pose;
  const auto of = [&](std::string_view key) {
    return SettingName{SettingOwner::Body, now.name, std::string(key)};
  };
  // The timeline will repeat its own changes, so they are not written. A body that fell out of the world
  // starts again at its loaded pose.
  const bool fell = now.present != loaded.present && !w.edits.lastOf(of("present"));
  if (fell) pose = loaded.pose;
  pose.position = w.edits.start(of("position"), pose.position, loaded.pose.position);
  pose = w.edits.start(of("place"), pose, loaded.pose);
  bool moved = !samePose(pose, loaded.pose);
  if (now.scale != loaded.scale) {
    Json& value = json["shape"].begin().value();
    if (now.solid.mesh) {
      const Vec3 origin = setExplicitHeight(value, now);
      moved |= origin != Vec3(0.f);
      pose.position = pose.toWorld(origin);
    } else {
      scaleNumbers(value, now.scale);
    }
  }
  if (moved && now.motion != Motion::Kinematic) writePose(json, pose);
  if (now.motion != Motion::Dynamic || fell) return;
  if (now.velocity != loaded.velocity) writeSpeed(json, "velocity", now.velocity);
  if (now.angularVelocity != loaded.angularVelocity)
    writeSpeed(json, "angular_velocity", now.angularVelocity);
}

void writeBody(SceneWriter& w, Json& json, const Body& now, const Body& loaded) {
  const auto of = [&](std::string_view key) {
    return SettingName{SettingOwner::Body, now.name, std::string(key)};
  };
  writePlace(w, json, now, loaded);
  if (const SettingValue* switched = w.edits.lastOf(of("present")))
    if (const bool present = switched->isOn(); present != loaded.present) json["present"] = present;
  if (const float density = w.edits.start(of("density"), now.density, loaded.density);
      density != loaded.density)
    json["density"] = shortest(density);
  const auto own = [&](const char* key, std::optional<float> Body::*member) {
    const std::optional<float> value = w.edits.start(of(key), now.*member, loaded.*member);
    if (value != loaded.*member) writeOptional(json, key, value);
  };
  own("friction", &Body::friction);
  own("stickiness", &Body::stickiness);
  own("stick_distance", &Body::stickDistance);
}

/// Returns true if commands changed a bone. A bone has no entry of its own to write the change to.
bool isChanged(const SceneWriter& w, const Body& now, const Body& loaded) {
  return w.edits.lastOf({SettingOwner::Body, now.name, "present"}) || now.friction != loaded.friction ||
         now.stickiness != loaded.stickiness || now.stickDistance != loaded.stickDistance ||
         now.scale != loaded.scale || (now.motion == Motion::Static && !samePose(now.pose, loaded.pose));
}

std::string defaultBodyName(const Body& body) {
  if (!body.meshFile.empty()) {
    std::string stem = body.meshFile.stem().string();
    std::replace(stem.begin(), stem.end(), '=', '-');
    return stem.empty() ? "mesh" : stem;
  }
  switch (body.solid.kind) {
    case SolidShape::SolidKind::Box:
      return "box";
    case SolidShape::SolidKind::Capsule:
      return "capsule";
    case SolidShape::SolidKind::Cylinder:
      return "cylinder";
    default:
      return "ball";
  }
}

/// Returns the shape of a body that a command added.
Json shapeJson(const SceneWriter& w, const Body& body) {
  Json json;
  const Vec3& size = body.solid.size;
  switch (body.solid.kind) {
    case SolidShape::SolidKind::Sphere:
      json["sphere"]["radius"] = shortest(size.x);
      break;
    case SolidShape::SolidKind::Box:
      json["box"]["half_extents"] = shortest(size);
      break;
    case SolidShape::SolidKind::Capsule:
      json["capsule"]["radius"] = shortest(size.x);
      json["capsule"]["length"] = shortest(2.f * size.y);
      break;
    case SolidShape::SolidKind::Cylinder:
      json["cylinder"]["radius"] = shortest(size.x);
      json["cylinder"]["height"] = shortest(2.f * size.y);
      break;
    default:
      json[body.solid.kind == SolidShape::SolidKind::Mould ? "mould" : "mesh"] =
          meshShape(w, body.meshFile, body.solid.mesh->bounds().size().y);
  }
  return json;
}

/// Returns the base point of a mesh from its pose, which is the pose of its centre.
Vec3 basePointOf(const Pose& pose, float height) { return pose.toWorld({0.f, -0.5f * height, 0.f}); }

Json addedBodyJson(const SceneWriter& w, const Body& body) {
  Json json;
  json["name"] = unusedName(w, "bodies", defaultBodyName(body));
  if (body.motion == Motion::Dynamic) json["motion"] = "dynamic";
  json["shape"] = shapeJson(w, body);
  Pose pose = body.pose;
  if (body.solid.mesh) pose.position = basePointOf(pose, body.solid.mesh->bounds().size().y);
  writePose(json, pose);
  if (body.motion == Motion::Dynamic) {
    json["density"] = shortest(body.density);
    writeSpeed(json, "velocity", body.velocity);
    writeSpeed(json, "angular_velocity", body.angularVelocity);
    json["colour"] = colourText(body.look.colour);
  }
  if (body.friction) json["friction"] = shortest(*body.friction);
  if (body.stickiness) json["stickiness"] = shortest(*body.stickiness);
  if (body.stickDistance) json["stick_distance"] = shortest(*body.stickDistance);
  return json;
}

}  // namespace

std::string unusedName(const SceneWriter& w, std::string_view list, const std::string& name) {
  const auto taken = [&](const std::string& wanted) {
    if (list == "bodies")
      for (const Body& body : w.scene.world.bodies)
        if (body.name == wanted) return true;
    const auto members = w.json.find(list);
    return members != w.json.end() && std::any_of(members->begin(), members->end(), [&](const Json& item) {
             return item.value("name", std::string()) == wanted;
           });
  };
  std::string free = name;
  for (int n = 2; taken(free); ++n) free = fmt::format("{} {}", name, n);
  return free;
}

void writeRotation(Json& json, const Quat& turn) {
  const Vec3 axis(turn.x, turn.y, turn.z);
  const float sine = glm::length(axis);
  if (sine < 1e-6f) {
    json.erase("rotation");
    return;
  }
  const float degrees = glm::degrees(2.f * std::atan2(sine, turn.w));
  json["rotation"] = {{"axis", shortest(axis / sine)}, {"degrees", shortest(degrees)}};
}

Json meshShape(const SceneWriter& w, const std::filesystem::path& file, float height) {
  const float interactionRadius = w.scene.world.methodSettings.interactionRadius;
  Json mesh;
  mesh["file"] = pathFromScene(w, file);
  mesh["height"] = shortest(height);
  // A small mesh needs a finer signed distance field than the default of a scene.
  const float cell = meshCell(height, interactionRadius);
  if (cell < meshCell(1e6f, interactionRadius)) mesh["cell"] = shortest(cell);
  return mesh;
}

void writeMaterials(SceneWriter& w) {
  const std::vector<MaterialDefinition> base = materialsOfFile(w.scene);
  Json& list = w.json["materials"];
  for (std::size_t m = 0; m < w.world.materials().size(); ++m) {
    const MaterialDefinition now = initialMaterial(w, m);
    if (m < base.size()) {
      writeMaterialMembers(list[m], now, base[m], w.scene.world.method);
      continue;
    }
    Json json;
    json["name"] = now.name;
    writeMaterialMembers(json, now, defaultMaterial(now.name, w.scene.world.method), w.scene.world.method);
    list.push_back(std::move(json));
  }
  if (base.size() == 1 && list.size() > 1) writeMaterialNames(w);
}

void writeMeshLiquids(SceneWriter& w) {
  for (const FillMesh& fill : w.edits.meshFills()) {
    if (fill.material >= w.world.materials().size()) continue;
    const std::filesystem::path file = findMeshFile(fill.file);
    const Pose pose{fill.centre, rotationOfMesh(fill.rotation)};
    Json json;
    json["name"] = unusedName(w, "liquids", "liquid " + file.stem().string());
    json["material"] = w.world.materials()[fill.material].name;
    json["shape"]["mesh"] = meshShape(w, file, fill.height);
    writePose(json, {basePointOf(pose, fill.height), pose.orientation});
    listUnder(w, "liquids").push_back(std::move(json));
  }
}

void writeEmitters(SceneWriter& w) {
  const std::vector<Emitter>& emitters = w.world.emitters();
  const std::vector<EmitterSpec>& loaded = w.scene.world.emitters;
  for (std::size_t e = 0; e < emitters.size(); ++e) {
    if (e < loaded.size())
      writeEmitter(w, w.json["emitters"][e], emitters[e].spec(), loaded[e]);
    else if (isShown(emitters[e].spec()))
      listUnder(w, "emitters").push_back(addedEmitterJson(w, emitters[e].spec()));
  }
}

void writeBodies(SceneWriter& w) {
  const std::vector<Body>& bodies = w.world.bodies().list;
  const std::vector<Body>& loaded = w.scene.world.bodies;
  const std::size_t entries = w.json.contains("bodies") ? w.json["bodies"].size() : 0;
  bool bones = false;
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    if (b < entries)
      writeBody(w, w.json["bodies"][b], bodies[b], loaded[b]);
    else if (b < loaded.size())
      bones |= isChanged(w, bodies[b], loaded[b]);
    else if (bodies[b].present)
      listUnder(w, "bodies").push_back(addedBodyJson(w, bodies[b]));
  }
  if (bones) w.omitted.emplace_back("settings of single bones");
}

}  // namespace ooze
