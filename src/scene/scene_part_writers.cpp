// Writes the parts of a scene that commands change: materials, pairs, liquids, nozzles, solids and controls.
#include "ooze/world/control_text.h"
#include "ooze/world/liquid_look.h"

#include "base/name_index.h"
#include "liquid/nozzle_times.h"
#include "scene/assets.h"
#include "scene/parts/parts.h"
#include "scene/scene_writers.h"
#include "world/commands/setting_names.h"
#include "world/commands/world_values.h"
#include "world/parts/added_body.h"
#include "world/parts/mesh_store.h"

#include <algorithm>
#include <fmt/format.h>

namespace ooze {
namespace {

using Json = nlohmann::ordered_json;
using parts::BodyEntry;

Json& listUnder(SceneWriter& w, const char* key) {
  Json& list = w.json[key];
  if (list.is_null()) list = Json::array();
  return list;
}

/// Returns a function that accepts the keys of settings that a command set by hand. A setting that only the
/// timeline changed keeps its value in the file.
auto keysSetByHand(const SceneWriter& w, SettingOwner owner, const std::string& name,
                   std::vector<std::string_view> settings) {
  return [&w, owner, name, settings = std::move(settings)](std::string_view key) {
    return std::ranges::find(settings, key) != settings.end() &&
           !w.edits.isSetByTimelineOnly({owner, name, std::string(key)});
  };
}

/// Returns the value of a switch that a command set last; if no command did, the loaded value.
bool switched(const SceneWriter& w, const SettingName& setting, bool loaded) {
  const SettingValue* last = w.edits.lastOf(setting);
  return last ? last->isOn() : loaded;
}

/// Reads the materials from the current scene and material files, because the new scene refers to these
/// files. A save may embed older values.
std::vector<MaterialDefinition> materialsOfFile(const Scene& scene) {
  return parts::readScene(scene.source, scene.file, scene.detail, false).world.materials;
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
  EmitterSpec start = now;
  // An emitter closes by itself at its volume limit. The new scene opens the emitter again, so only a command
  // counts.
  start.enabled = switched(w, of("enabled"), loaded.enabled);
  start.stop = w.edits.lastOf(of("stop")) ? std::max(now.stop, now.start) : loaded.stop;
  if (now.keys.empty() && !loaded.keys.empty() &&
      (w.edits.lastOf(of("position")) || w.edits.lastOf(of("direction")))) {
    json.erase("keys");
    json["position"] = shortest(loaded.position);
    json["direction"] = shortest(loaded.direction);
  }
  writeChanges(w.context(), json, parts::emitterPart().rows, start, loaded,
               keysSetByHand(w, SettingOwner::Emitter, now.name,
                             {"position", "direction", "radius", "speed", "material", "enabled", "stop"}));
}

Json addedEmitterJson(const SceneWriter& w, const EmitterSpec& nozzle) {
  EmitterSpec added;
  added.name = unusedName(w, "emitters", "nozzle");
  added.material = nozzle.material;
  added.radius = nozzle.radius;
  added.position = nozzle.position;
  added.direction = nozzle.direction;
  added.speed = nozzle.speed;
  added.enabled = nozzle.enabled;
  return writePart(w.context(), parts::emitterPart(), added);
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

bool samePose(const Pose& a, const Pose& b) {
  return a.position == b.position && a.orientation == b.orientation;
}

void writeBody(SceneWriter& w, Json& json, const Body& now, const Body& loaded) {
  const auto of = [&](std::string_view key) {
    return SettingName{SettingOwner::Body, now.name, std::string(key)};
  };
  BodyEntry start{now, {}};
  start.present = switched(w, of("present"), loaded.present);
  // The timeline will repeat its own changes, so they are not written. A body that fell out of the world
  // starts again at its loaded pose.
  const bool fell = now.present != loaded.present && !w.edits.lastOf(of("present"));
  if (fell)
    start.pose = loaded.pose, start.velocity = loaded.velocity,
    start.angularVelocity = loaded.angularVelocity;
  start.pose.position = w.edits.start(of("position"), start.pose.position, loaded.pose.position);
  start.pose = w.edits.start(of("place"), start.pose, loaded.pose);
  if (now.scale != loaded.scale) {
    Json& value = json["shape"].begin().value();
    if (now.solid.mesh)
      start.pose.position = start.pose.toWorld(setExplicitHeight(value, now));
    else
      scaleNumbers(value, now.scale);
  }
  if (now.motion == Motion::Kinematic) start.pose = loaded.pose;
  writeChanges(w.context(), json, parts::bodyPart().rows, start, BodyEntry{loaded, {}},
               keysSetByHand(w, SettingOwner::Body, now.name,
                             {"present", "density", "friction", "stickiness", "stick_distance"}));
  const auto isMotion = [&](std::string_view key) {
    const bool placed = key == "position" || key == "rotation";
    return placed || (now.motion == Motion::Dynamic && (key == "velocity" || key == "angular_velocity"));
  };
  writeChanges(w.context(), json, parts::bodyPart().rows, start, BodyEntry{loaded, {}}, isMotion);
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

/// Returns the base point of a mesh from its pose, which is the pose of its centre.
Vec3 basePointOf(const Pose& pose, float height) { return pose.toWorld({0.f, -0.5f * height, 0.f}); }

/// Returns the shape of a mesh that a command brought in.
/// @param height  height of the mesh [m]
parts::ShapeEntry meshEntry(const SceneWriter& w, SolidShape::SolidKind kind,
                            const std::filesystem::path& file, float height) {
  parts::ShapeEntry entry;
  entry.solid.kind = kind;
  entry.file = parts::pathFromFolder(w.folder, file);
  entry.height = height;
  // A small mesh needs a finer signed distance field than the default of a scene.
  const float interactionRadius = w.scene.world.methodSettings.interactionRadius;
  const float cell = meshCell(height, interactionRadius);
  if (cell < meshCell(1e6f, interactionRadius)) entry.cell = cell;
  return entry;
}

Json addedBodyJson(const SceneWriter& w, const Body& body) {
  BodyEntry entry{body, {body.solid}};
  entry.name = unusedName(w, "bodies", defaultBodyName(body));
  if (body.solid.mesh) {
    const float height = body.solid.mesh->bounds().size().y;
    entry.form = meshEntry(w, body.solid.kind, body.meshFile, height);
    entry.pose.position = basePointOf(body.pose, height);
  }
  return writePart(w.context(), parts::bodyPart(), entry);
}

const std::vector<CurvePoint>& curveOf(const PairEntry* entry) {
  static const std::vector<CurvePoint> kNone;
  return entry ? entry->curve : kNone;
}

/// Returns the functions at the start of the new scene: the current functions, except those that the timeline
/// will set.
PairTable initialPairs(const SceneWriter& w, const PairTable& now) {
  const PairTable& loaded = w.scene.world.methodSettings.pairs;
  PairTable start;
  const auto add = [&](const PairEntry& pair) {
    PairEntry entry = pair;
    entry.curve = w.edits.start(nameOfPair(pair, w.world.materials()), curveOf(now.find(pair)),
                                curveOf(loaded.find(pair)));
    start.set(std::move(entry));
  };
  for (const PairEntry& pair : loaded) add(pair);
  for (const PairEntry& pair : now)
    if (!loaded.find(pair)) add(pair);
  return start;
}

Json pairJson(const SceneWriter& w, const MethodRow& method, const PairEntry& pair) {
  parts::PairRow row;
  if (pair.other)
    row.materials = {pair.material, *pair.other};
  else
    row.material = pair.material;
  row.solid = pair.solid;
  row.functions = {pair};
  return writePart(w.context(), parts::pairPartOf(&method), row);
}

/// Removes members from all keyframes. A keyframe with nothing but a time left is removed.
void dropFromKeys(Json& json, const std::vector<std::string>& members) {
  Json kept = Json::array();
  for (Json& key : json["keys"]) {
    for (const std::string& member : members) key.erase(member);
    if (key.size() > 1) kept.push_back(std::move(key));
  }
  if (kept.empty())
    json.erase("keys");
  else
    json["keys"] = std::move(kept);
}

void writeControl(SceneWriter& w, Json& json, const Control& now, const Control& loaded) {
  const auto of = [&](std::string_view key) {
    return SettingName{SettingOwner::Control, now.name, std::string(key)};
  };
  Json& shape = json["shape"].begin().value();
  const auto writeSize = [&](const char* key, float size, float before) {
    if (w.edits.start(of(key), size, before) != before) shape[key] = shortest(size);
  };
  writeSize("radius", now.radius, loaded.radius);
  writeSize("length", now.length, loaded.length);

  const std::string value(parts::valueKey(now.kind));
  // A command that sets a value removes the keyframes of this value.
  const auto dropKeys = [&](const std::string& key, bool keyed, bool wasKeyed,
                            const std::vector<std::string>& members) {
    if (!keyed && wasKeyed && w.edits.lastOf(of(key))) dropFromKeys(json, members);
  };
  dropKeys("strength", !now.strengthKeys.empty(), !loaded.strengthKeys.empty(), {"strength"});
  dropKeys("position", !now.placeKeys.empty(), !loaded.placeKeys.empty(), {"position", "rotation"});
  dropKeys(value, !now.valueKeys.empty(), !loaded.valueKeys.empty(), {value});
  const auto counts =
      keysSetByHand(w, SettingOwner::Control, now.name, {"strength", "position", value, "enabled"});
  writeChanges(w.context(), json, parts::controlPart().rows, parts::entryOf(now), parts::entryOf(loaded),
               [&](std::string_view key) { return counts(key == "rotation" ? "position" : key); });
}

}  // namespace

parts::WriteContext SceneWriter::context() const { return {scene.world.method, world.materials(), folder}; }

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

void writeMaterials(SceneWriter& w) {
  const std::vector<MaterialDefinition> base = materialsOfFile(w.scene);
  Json& list = w.json["materials"];
  for (std::size_t m = 0; m < w.world.materials().size(); ++m) {
    const MaterialDefinition now = initialMaterial(w, m);
    if (m >= base.size()) list.push_back({{"name", now.name}});
    writeMaterialMembers(list[m], now,
                         m < base.size() ? base[m] : parts::defaultMaterial(now.name, w.scene.world.method),
                         w.scene.world.method);
  }
  if (base.size() == 1 && list.size() > 1) writeMaterialNames(w);
}

void writeMeshLiquids(SceneWriter& w) {
  for (const FillMesh& fill : w.edits.meshFills()) {
    if (fill.material >= w.world.materials().size()) continue;
    const std::filesystem::path file = findMeshFile(fill.file);
    const Pose pose{fill.centre, rotationOfMesh(fill.rotation)};
    parts::LiquidEntry liquid;
    liquid.name = unusedName(w, "liquids", "liquid " + file.stem().string());
    liquid.material = fill.material;
    liquid.form = meshEntry(w, SolidShape::SolidKind::Mesh, file, fill.height);
    liquid.pose = {basePointOf(pose, fill.height), pose.orientation};
    listUnder(w, "liquids").push_back(writePart(w.context(), parts::liquidPart(), liquid));
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

void writePairs(SceneWriter& w) {
  const PairTable start = initialPairs(w, w.world.pairs());
  if (start == w.scene.world.methodSettings.pairs) return;
  if (start.empty()) {
    w.json.erase("pairs");
    return;
  }
  const MethodRow& method = findMethod(w.scene.world.method);
  Json pairs = Json::array();
  for (const PairEntry& pair : start) pairs.push_back(pairJson(w, method, pair));
  w.json["pairs"] = std::move(pairs);
}

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
      list.push_back(writePart(w.context(), parts::controlPart(), parts::entryOf(now)));
      continue;
    }
    list.push_back(old[*place]);
    writeControl(w, list.back(), now, *before);
  }
  if (omitted) w.omitted.emplace_back("controls on added bodies");
  if (list.empty())
    w.json.erase("controls");
  else
    w.json["controls"] = std::move(list);
}

void writeMaterialMembers(Json& json, const MaterialDefinition& now, const MaterialDefinition& base,
                          std::string_view method) {
  parts::writeChanges({method}, json, parts::materialPart().rows, now, base,
                      [](std::string_view key) { return key != "name"; });
}

}  // namespace ooze
