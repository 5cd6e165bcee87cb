// Control particles of a scene: one entry describes a group of any number of control particles.
#include "ooze/geometry/sampling.h"
#include "ooze/liquid/posed_controls.h"

#include "scene/readers.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <utility>

namespace ooze {
namespace {

constexpr NumberRange kStrengths{0, 1};
constexpr NumberRange kViscosities{0, 1000};      // allowed viscosities that a control sets [m^2/s]
constexpr NumberRange kDivergences{-1000, 1000};  // allowed velocity divergences that a control sets [1/s]
// Allowed temperatures that a control sets [degrees Celsius].
constexpr NumberRange kTemperatures{-273, 3000};

/// Returns the key of a kind's value; "" for the kinds that add or erase liquid, which have no value.
std::string_view valueKey(ControlKind kind) {
  switch (kind) {
    case ControlKind::Velocity:
      return "velocity";
    case ControlKind::Viscosity:
      return "viscosity";
    case ControlKind::Divergence:
      return "divergence";
    case ControlKind::Temperature:
      return "temperature";
    case ControlKind::AddLiquid:
    case ControlKind::EraseLiquid:
      break;
  }
  return "";
}

/// Refuses the value keys of other kinds.
void refuseOtherValues(const JsonObject& o, ControlKind kind) {
  for (const ControlKind other :
       {ControlKind::Velocity, ControlKind::Viscosity, ControlKind::Divergence, ControlKind::Temperature})
    if (other != kind && o.find(valueKey(other)))
      o.file().fail(o.lineOf(valueKey(other)),
                    fmt::format("only a control of {0} has the key \"{0}\"", valueKey(other)));
}

Vec3 readValue(const JsonObject& o, ControlKind kind) {
  const std::string_view key = valueKey(kind);
  if (kind == ControlKind::Velocity) return o.vector(key, kSpeedRange);
  const NumberRange range = kind == ControlKind::Viscosity    ? kViscosities
                            : kind == ControlKind::Divergence ? kDivergences
                                                              : kTemperatures;
  return {static_cast<float>(o.number(key, range)), 0.f, 0.f};
}

/// Reads the keyframes. A keyframe adds a knot only to the splines that it has a value for.
void readKeys(const JsonObject& control, Control& c) {
  for (const JsonValue& value : control.list("keys")) {
    const JsonObject o(
        control.file(), value, "a key of a control",
        {"time", "position", "rotation", "velocity", "viscosity", "divergence", "temperature", "strength"});
    const double time = o.number("time", kTimeRange);
    const auto add = [&](auto& keys, auto key) {
      requireInOrder(o.file(), value, keys, key);
      keys.push_back(key);
    };
    refuseOtherValues(o, c.kind);
    const bool placed = o.find("position") || o.find("rotation");
    const bool valued = !valueKey(c.kind).empty() && o.find(valueKey(c.kind));
    if (!placed && !valued && !o.find("strength"))
      o.fail("a key of a control needs a position, a value or a strength");
    if (placed) add(c.placeKeys, PoseKey{time, {o.vector("position", kPositionRange), readRotation(o)}});
    if (valued) add(c.valueKeys, VectorKey{time, readValue(o, c.kind)});
    if (o.find("strength"))
      add(c.strengthKeys, VectorKey{time, {static_cast<float>(o.number("strength", kStrengths)), 0.f, 0.f}});
  }
}

/// Reads the values for quantities without keyframes. Keyframed quantities take their first keyframe.
void readConstants(const JsonObject& o, Control& c) {
  const auto refuse = [&](std::string_view key, bool keyed) {
    if (keyed && o.find(key))
      o.file().fail(
          o.lineOf(key),
          fmt::format("a control with \"{0}\" in its keys must not have \"{0}\" outside them", key));
  };
  refuse("position", !c.placeKeys.empty());
  refuse("rotation", !c.placeKeys.empty());
  refuse("strength", !c.strengthKeys.empty());
  c.position = o.vector("position", kPositionRange, Vec3(0.f));
  c.orientation = readRotation(o);
  if (!c.placeKeys.empty())
    c.position = c.placeKeys.front().pose.position, c.orientation = c.placeKeys.front().pose.orientation;
  c.strength = static_cast<float>(o.number("strength", kStrengths, c.strength));
  if (!c.strengthKeys.empty()) c.strength = c.strengthKeys.front().value.x;

  refuseOtherValues(o, c.kind);
  const std::string_view key = valueKey(c.kind);
  if (key.empty()) return;
  refuse(key, !c.valueKeys.empty());
  if (!c.valueKeys.empty())
    c.value = c.valueKeys.front().value;
  else if (o.find(key) || c.body.empty() || !c.carried || c.kind != ControlKind::Velocity)
    c.value = readValue(o, c.kind);
}

/// Reads the shape of a control's particles, a sphere or cylinder, and its size into `c`.
/// @return the axis of a cylinder
Vec3 readControlShape(const JsonObject& control, Detail detail, Control& c) {
  const JsonObject o(control.file(), control.require("shape"), "the shape of a control",
                     {"sphere", "cylinder"});
  if ((o.find("sphere") != nullptr) == (o.find("cylinder") != nullptr))
    o.fail("the shape of a control is either a \"sphere\" or a \"cylinder\"");
  if (const JsonValue* sphere = o.find("sphere")) {
    const JsonObject s(o.file(), *sphere, "a sphere", {"radius"});
    c.radius = readByDetail(s, "radius", detail, kLengthRange);
    return ControlPoint{}.axis;
  }
  const JsonObject s(o.file(), o.require("cylinder"), "a cylinder", {"radius", "length", "axis"});
  c.shape = ControlShape::Cylinder;
  c.radius = readByDetail(s, "radius", detail, kLengthRange);
  c.length = readByDetail(s, "length", detail, kLengthRange);
  return s.direction("axis", ControlPoint{}.axis);
}

const Body* findBody(const SceneReader& reader, std::string_view name) {
  const auto found = reader.bodies.find(name);
  return found ? &reader.scene.world.bodies[*found] : nullptr;
}

void readCarrier(const SceneReader& reader, const JsonObject& o, Control& c) {
  const std::vector<Body>& bodies = reader.scene.world.bodies;
  if (o.find("carried") && !o.find("body"))
    o.file().fail(o.lineOf("carried"), "only a control that follows a \"body\" has the key \"carried\"");
  c.carried = o.boolean("carried", true);
  if (!o.find("body")) return;
  c.body = o.text("body");
  if (findBody(reader, c.body)) return;
  const auto bone = std::find_if(bodies.begin(), bodies.end(),
                                 [&](const Body& b) { return b.name.starts_with(c.body + " "); });
  if (bone != bodies.end())
    o.file().fail(
        o.lineOf("body"),
        fmt::format("\"{}\" is a character: name one of its bones, such as \"{}\"", c.body, bone->name));
  o.file().fail(o.lineOf("body"),
                fmt::format("the scene has no body \"{}\"{}", c.body, suggestion(c.body, namesOf(bodies))));
}

std::vector<Vec3> readPositions(const JsonObject& o, std::string_view name) {
  std::vector<Vec3> places;
  for (const JsonValue& item : o.list("points"))
    places.push_back(readVector(o.file(), item, name, kPositionRange));
  return places;
}

std::vector<ControlPoint> readSurface(const SceneReader& reader, const JsonObject& o, const Control& c) {
  constexpr float kNoEnd = std::numeric_limits<float>::infinity();
  const float spacing = readByDetail(o, "spacing", reader.scene.detail, kLengthRange);
  const Aabb box{o.vector("lower", kPositionRange, Vec3(-kNoEnd)),
                 o.vector("upper", kPositionRange, Vec3(kNoEnd))};
  const Body* body = findBody(reader, c.body);
  std::vector<ControlPoint> points;
  if (!reader.buildShapes || !body->shape) return points;
  const std::vector<SurfacePoint> found =
      o.file().at(o.line(), [&] { return spreadOnSurface(*body->shape, spacing, box, kMaxControlPoints); });
  for (const SurfacePoint& p : found) points.push_back({p.place, p.normal});
  if (points.empty()) o.fail(fmt::format("the surface of \"{}\" lies outside this box", c.body));
  return points;
}

/// Reads one axis for each point, if the entry has "axes".
void readAxes(const JsonObject& o, const Control& c, std::vector<ControlPoint>& points) {
  if (!o.find("axes")) return;
  const auto fail = [&](std::string_view why) { o.file().fail(o.lineOf("axes"), why); };
  if (c.shape != ControlShape::Cylinder) fail("only cylinders have \"axes\"");
  std::size_t count = 0;
  for (const JsonValue& item : o.list("axes")) {
    const Vec3 axis = readVector(o.file(), item, "axes", kPositionRange);
    if (glm::length(axis) < 1e-6f) fail("an axis must not be zero");
    if (count < points.size()) points[count].axis = glm::normalize(axis);
    ++count;
  }
  if (count != points.size()) fail("there must be as many \"axes\" as \"points\"");
}

/// Reads the positions of the control particles. An empty list means one particle at the origin.
std::vector<ControlPoint> readPoints(const SceneReader& reader, const JsonObject& o, const Control& c,
                                     const Vec3& axis) {
  const JsonValue *list = o.find("points"), *curve = o.find("along"), *surface = o.find("surface");
  if (!list && o.find("axes")) o.file().fail(o.lineOf("axes"), "\"axes\" need \"points\"");
  if ((list != nullptr) + (curve != nullptr) + (surface != nullptr) > 1)
    o.fail("a control may have only one of \"points\", \"along\" and \"surface\"");
  std::vector<ControlPoint> points;
  if (list) {
    for (const Vec3& place : readPositions(o, "points")) points.push_back({place, axis});
    if (points.empty()) o.file().fail(list->line, "\"points\" must not be empty");
    readAxes(o, c, points);
  } else if (curve) {
    const JsonObject a(o.file(), *curve, "a curve of controls", {"points", "spacing"});
    const std::vector<Vec3> places = readPositions(a, "points");
    const float spacing = readByDetail(a, "spacing", reader.scene.detail, kLengthRange);
    if (places.size() < 2) a.fail("a curve needs two \"points\" at least");
    points = o.file().at(curve->line, [&] { return controlsAlong(places, spacing, kMaxControlPoints); });
    for (ControlPoint& p : points) p.axis = axis;
  } else if (surface) {
    if (c.body.empty()) o.file().fail(surface->line, "a control on a \"surface\" needs the key \"body\"");
    const JsonObject s(o.file(), *surface, "a surface", {"spacing", "lower", "upper"});
    points = readSurface(reader, s, c);
  } else if (axis != ControlPoint{}.axis) {
    points.push_back({Vec3(0.f), axis});
  }
  return points;
}

/// @param names  names of the controls before this one
Control readControl(const SceneReader& reader, const JsonObject& o, NameIndex& names) {
  Control c;
  c.name = readName(o, names, fmt::format("control {}", reader.scene.world.controls.size() + 1));
  names.add(c.name);
  c.kind = static_cast<ControlKind>(
      o.word("kind", {"velocity", "viscosity", "add", "erase", "divergence", "temperature"}));
  const Vec3 axis = readControlShape(o, reader.scene.detail, c);
  c.falloff =
      static_cast<Falloff>(o.word("falloff", {"box", "hat", "cubic"}, static_cast<std::size_t>(c.falloff)));
  readCarrier(reader, o, c);
  readKeys(o, c);
  readConstants(o, c);
  std::vector<ControlPoint> points = readPoints(reader, o, c, axis);
  if (!points.empty()) c.points = std::make_shared<const ControlPoints>(std::move(points));
  c.start = o.number("start", kTimeRange, c.start);
  c.stop = o.number("stop", kTimeRange, c.stop);
  if (c.stop < c.start) o.file().fail(o.lineOf("stop"), "\"stop\" comes before \"start\"");
  c.enabled = o.boolean("enabled", true);
  return c;
}

/// Returns the times at which two controls may begin to contradict each other. At most the first hundred
/// times are returned, or fewer for very many control particles.
std::set<double> timesToCheck(const std::vector<Control>& controls) {
  constexpr std::size_t kMost = 100, kMostLooks = 2'000'000;
  std::size_t particles = 1;
  std::set<double> moments{0.0};
  for (const Control& c : controls) {
    particles += c.points ? c.points->list().size() : 1;
    moments.insert(c.start);
    for (const PoseKey& key : c.placeKeys) moments.insert(key.time);
    for (const VectorKey& key : c.valueKeys) moments.insert(key.time);
    for (const VectorKey& key : c.strengthKeys) moments.insert(key.time);
  }
  const std::size_t most = std::clamp<std::size_t>(kMostLooks / particles, 1, kMost);
  while (moments.size() > most) moments.erase(std::prev(moments.end()));
  return moments;
}

/// Warns if two hard controls contradict each other. The later control wins.
void warnIfControlsContradict(const SceneReader& reader, const std::vector<JsonValue>& list) {
  const std::vector<Control>& controls = reader.scene.world.controls;
  std::vector<Body> bodies = reader.scene.world.bodies;
  PosedControls posed;
  for (const double time : timesToCheck(controls)) {
    for (Body& body : bodies)
      if (!body.keys.empty()) body.pose = interpolate(body.keys, time);
    posed.pose(controls, bodies, time);
    const std::optional<ControlConflict> found = posed.contradiction();
    if (!found) continue;
    reader.scene.notes.push_back(
        fmt::format("{}:{}: the hard controls \"{}\" and \"{}\" contradict each other at ({:.3g}, {:.3g}, "
                    "{:.3g}) m, {:.3g} s: \"{}\" wins, because it comes later in the scene",
                    reader.scene.file.string(), list[found->later].line, controls[found->earlier].name,
                    controls[found->later].name, found->place.x, found->place.y, found->place.z, time,
                    controls[found->later].name));
    return;
  }
}

}  // namespace

void readControls(SceneReader& reader, const std::vector<JsonValue>& list) {
  std::vector<Control>& controls = reader.scene.world.controls;
  NameIndex names;
  for (const JsonValue& value : list) {
    const JsonObject o(
        reader.file, value, "a control",
        {"name",       "kind",        "shape",    "falloff",  "strength", "velocity", "viscosity",
         "divergence", "temperature", "position", "rotation", "points",   "axes",     "along",
         "surface",    "body",        "carried",  "keys",     "start",    "stop",     "enabled"});
    controls.push_back(readControl(reader, o, names));
  }
  if (controls.empty()) return;
  const MethodRow& method = findMethod(reader.scene.world.method);
  if (!method.supportsControls)
    reader.scene.notes.push_back(
        fmt::format("{}:{}: the method \"{}\" has no control particles, so \"controls\" do nothing",
                    reader.scene.file.string(), list.front().line, method.title));
  else if (reader.buildShapes)
    warnIfControlsContradict(reader, list);
}

}  // namespace ooze
