// Control particles of a scene: one entry describes a group of any number of control particles.
#include "ooze/geometry/sampling.h"

#include "scene/parts/parts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <memory>
#include <set>

namespace ooze::parts {
namespace {

const std::vector<std::string_view> kControlKinds{"velocity", "viscosity",  "add",
                                                  "erase",    "divergence", "temperature"};

/// Returns the members that hold the value of a control or of its key, one for each kind that has a value.
template <class T>
std::vector<MemberRow<T>> valueRows() {
  return {member("velocity", &T::velocity, Vector{kSpeedRange}, "m/s", ""),
          member("viscosity", &T::viscosity, NumberKind(0, 1000), "m^2/s", "Kinematic viscosity."),
          member("divergence", &T::divergence, NumberKind(-1000, 1000), "1/s",
                 "Positive values expand the liquid, negative values shrink it."),
          member("temperature", &T::temperature, NumberKind(-273, 3000), "degrees Celsius", "")};
}

/// Returns the value that an entry or key has for this kind. Kinds other than the velocity use x only.
template <class T>
std::optional<Vec3> valueOf(const T& from, ControlKind kind) {
  if (kind == ControlKind::Velocity) return from.velocity;
  const std::optional<float>& value = kind == ControlKind::Viscosity    ? from.viscosity
                                      : kind == ControlKind::Divergence ? from.divergence
                                                                        : from.temperature;
  return value ? std::optional(Vec3(*value, 0.f, 0.f)) : std::nullopt;
}
template <class T>
void setValue(T& to, ControlKind kind, const Vec3& value) {
  if (kind == ControlKind::Velocity) to.velocity = value;
  if (kind == ControlKind::Viscosity) to.viscosity = value.x;
  if (kind == ControlKind::Divergence) to.divergence = value.x;
  if (kind == ControlKind::Temperature) to.temperature = value.x;
}

const Part<ControlKey>& controlKeyPart() {
  using K = ControlKey;
  static const Part<K> kPart{"",
                             "a key of a control",
                             "",
                             rowsOf<K>(member("time", &K::time, Time(), "s", "").required(),
                                       member("position", &K::position, Vector{kPositionRange}, "m", ""),
                                       member("rotation", &K::rotation, Rotation(), "", ""), valueRows<K>(),
                                       member("strength", &K::strength, NumberKind(0, 1), "1", "")),
                             nullptr,
                             [](Json& schema) { schema["minProperties"] = 2; }};
  return kPart;
}

/// The shape of a control's particles: {"sphere": {...}} or {"cylinder": {...}}.
struct ControlShapeKind {
  static const Part<ControlForm>& partOf(ControlShape shape) {
    using F = ControlForm;
    static const Part<F> kSphere{
        "", "a sphere", "", {member("radius", &F::radius, ByDetail{kLengthRange}, "m", "").required()}};
    static const Part<F> kCylinder{
        "",
        "a cylinder",
        "A cylinder with flat ends. The particle is at its centre.",
        {member("radius", &F::radius, ByDetail{kLengthRange}, "m", "").required(),
         member("length", &F::length, ByDetail{kLengthRange}, "m", "").required(),
         member("axis", &F::axis, Direction(), "",
                "Axis of the cylinder. On a surface the axis is the surface normal.")}};
    return shape == ControlShape::Sphere ? kSphere : kCylinder;
  }

  void read(SceneReader& reader, const JsonValue& value, std::string_view, ControlForm& out) const {
    const JsonObject o(reader.file, value, "the shape of a control", {"sphere", "cylinder"});
    const JsonValue *sphere = o.find("sphere"), *cylinder = o.find("cylinder");
    if ((sphere != nullptr) == (cylinder != nullptr))
      o.fail("the shape of a control is either a \"sphere\" or a \"cylinder\"");
    out.shape = sphere ? ControlShape::Sphere : ControlShape::Cylinder;
    readPart(reader, sphere ? *sphere : *cylinder, partOf(out.shape), out);
  }
  Written write(const WriteContext& context, const ControlForm& form) const {
    const char* key = form.shape == ControlShape::Sphere ? "sphere" : "cylinder";
    return Json{{key, writePart(context, partOf(form.shape), form)}};
  }
  Json schema(Json& definitions) const {
    return {{"type", "object"},
            {"properties",
             {{"sphere", schemaOf(partOf(ControlShape::Sphere), definitions)},
              {"cylinder", schemaOf(partOf(ControlShape::Cylinder), definitions)}}},
            {"additionalProperties", false},
            {"minProperties", 1},
            {"maxProperties", 1}};
  }
};

const Part<ControlCurve>& curvePart() {
  using C = ControlCurve;
  static const Part<C> kPart{
      "",
      "a curve of controls",
      "",
      {member("points", &C::points, ListOf<Vector>{{kPositionRange}, 2}, "m", "").required(),
       member("spacing", &C::spacing, ByDetail{kLengthRange}, "m", "").required()},
      [](SceneReader&, const JsonObject& o, C& curve) {
        if (curve.points.size() < 2) o.fail("a curve needs two \"points\" at least");
      }};
  return kPart;
}

const Part<ControlSurface>& surfacePart() {
  using S = ControlSurface;
  static const Part<S> kPart{"",
                             "a surface",
                             "",
                             {member("spacing", &S::spacing, ByDetail{kLengthRange}, "m", "").required(),
                              member("lower", &S::lower, Vector{kPositionRange}, "m", ""),
                              member("upper", &S::upper, Vector{kPositionRange}, "m", "")}};
  return kPart;
}

/// The body that a control follows.
struct CarrierName : Name {
  void read(SceneReader& reader, const JsonValue& value, std::string_view key, std::string& out) const {
    const std::vector<Body>& bodies = reader.scene.world.bodies;
    TextKind::read(reader, value, key, out);
    if (reader.bodies.contains(out)) return;
    const auto bone =
        std::ranges::find_if(bodies, [&](const Body& b) { return b.name.starts_with(out + " "); });
    if (bone != bodies.end())
      reader.file.fail(value.line, fmt::format("{} is a character: name one of its bones, such as \"{}\"",
                                               quoteText(out), bone->name));
    BodyName().read(reader, value, key, out);
  }
};

/// Adds the keyframes. A keyframe adds a knot only to the splines that it has a value for.
void addKeys(SceneReader& reader, const JsonObject& o, const ControlEntry& entry, Control& c) {
  const JsonValue* list = o.find("keys");
  for (std::size_t k = 0; k < entry.keys.size(); ++k) {
    const ControlKey& key = entry.keys[k];
    const JsonObject item(reader.file, list->items[k], controlKeyPart().what, controlKeyPart().keys());
    for (const MemberRow<ControlKey>& row : valueRows<ControlKey>())
      if (row.key != valueKey(c.kind) && item.find(row.key))
        refuseMember(item, row.key, {"kind", {}, fmt::format("a control of {}", row.key)});
    const std::optional<Vec3> value = valueKey(c.kind).empty() ? std::nullopt : valueOf(key, c.kind);
    const bool placed = key.position || key.rotation;
    if (!placed && !value && !key.strength)
      item.fail("a key of a control needs a position, a value or a strength");
    const auto add = [&](auto& keys, auto knot) {
      std::vector<double> times;
      for (std::size_t last = keys.size() - std::min<std::size_t>(keys.size(), 2); last < keys.size(); ++last)
        times.push_back(keys[last].time);
      requireOrder(reader.file, item.line(), KeyOrder::Jumps, times, key.time);
      keys.push_back(knot);
    };
    if (placed) {
      (void)item.require("position");
      add(c.placeKeys, PoseKey{key.time, {*key.position, key.rotation.value_or(Pose{}.orientation)}});
    }
    if (value) add(c.valueKeys, VectorKey{key.time, *value});
    if (key.strength) add(c.strengthKeys, VectorKey{key.time, {*key.strength, 0.f, 0.f}});
  }
}

/// Sets the values without keyframes. Keyframed quantities take their first keyframe.
void setConstants(const JsonObject& o, const ControlEntry& entry, Control& c) {
  const auto refuse = [&](std::string_view key, bool keyed) {
    if (keyed && o.find(key))
      o.file().fail(
          o.lineOf(key),
          fmt::format("a control with \"{0}\" in its keys must not have \"{0}\" outside them", key));
  };
  refuse("position", !c.placeKeys.empty());
  refuse("rotation", !c.placeKeys.empty());
  refuse("strength", !c.strengthKeys.empty());
  const Pose pose = c.placeKeys.empty()
                        ? Pose{entry.position.value_or(c.position), entry.rotation.value_or(c.orientation)}
                        : c.placeKeys.front().pose;
  c.position = pose.position;
  c.orientation = pose.orientation;
  c.strength = c.strengthKeys.empty() ? entry.strength.value_or(c.strength) : c.strengthKeys.front().value.x;

  const std::string_view key = valueKey(c.kind);
  if (key.empty()) return;
  refuse(key, !c.valueKeys.empty());
  if (!c.valueKeys.empty()) {
    c.value = c.valueKeys.front().value;
  } else if (const std::optional<Vec3> value = valueOf(entry, c.kind)) {
    c.value = *value;
  } else if (c.body.empty() || !c.carried || c.kind != ControlKind::Velocity) {
    (void)o.require(key);
  }
}

std::vector<ControlPoint> pointsOnSurface(const SceneReader& reader, const JsonObject& o,
                                          const ControlEntry& entry) {
  constexpr float kNoEnd = std::numeric_limits<float>::infinity();
  const JsonValue& surface = o.require("surface");
  const Aabb box{entry.surface->lower.value_or(Vec3(-kNoEnd)), entry.surface->upper.value_or(Vec3(kNoEnd))};
  const std::vector<Body>& bodies = reader.scene.world.bodies;
  const Body* body = &bodies[*reader.bodies.find(entry.body)];
  std::vector<ControlPoint> points;
  if (!reader.buildShapes || !body->shape) return points;
  const std::vector<SurfacePoint> found = o.file().at(surface.line, [&] {
    return spreadOnSurface(*body->shape, entry.surface->spacing, box, kMaxControlPoints);
  });
  for (const SurfacePoint& p : found) points.push_back({p.place, p.normal});
  if (points.empty())
    o.file().fail(surface.line, fmt::format("the surface of \"{}\" lies outside this box", entry.body));
  return points;
}

/// Sets one axis for each point, if the entry has "axes".
void setAxes(const JsonObject& o, const ControlEntry& entry, std::vector<ControlPoint>& points) {
  if (!o.find("axes")) return;
  const auto fail = [&](std::string_view why) { o.file().fail(o.lineOf("axes"), why); };
  if (entry.form.shape != ControlShape::Cylinder) fail("only cylinders have \"axes\"");
  for (std::size_t k = 0; k < entry.axes.size(); ++k) {
    if (glm::length(entry.axes[k]) < 1e-6f) fail("an axis must not be zero");
    if (k < points.size()) points[k].axis = glm::normalize(entry.axes[k]);
  }
  if (entry.axes.size() != points.size()) fail("there must be as many \"axes\" as \"points\"");
}

/// Returns the positions of the control particles. An empty list means one particle at the origin.
std::vector<ControlPoint> pointsOf(const SceneReader& reader, const JsonObject& o,
                                   const ControlEntry& entry) {
  const JsonValue *list = o.find("points"), *curve = o.find("along"), *surface = o.find("surface");
  if (!list && o.find("axes")) o.file().fail(o.lineOf("axes"), "\"axes\" need \"points\"");
  if ((list != nullptr) + (curve != nullptr) + (surface != nullptr) > 1)
    o.fail("a control may have only one of \"points\", \"along\" and \"surface\"");
  std::vector<ControlPoint> points;
  if (list) {
    for (const Vec3& place : entry.points) points.push_back({place, entry.form.axis});
    if (points.empty()) o.file().fail(list->line, "\"points\" must not be empty");
    setAxes(o, entry, points);
  } else if (curve) {
    points = o.file().at(curve->line, [&] {
      return controlsAlong(entry.along->points, entry.along->spacing, kMaxControlPoints);
    });
    for (ControlPoint& p : points) p.axis = entry.form.axis;
  } else if (surface) {
    if (entry.body.empty()) o.file().fail(surface->line, "a control on a \"surface\" needs the key \"body\"");
    points = pointsOnSurface(reader, o, entry);
  } else if (entry.form.axis != ControlPoint{}.axis) {
    points.push_back({Vec3(0.f), entry.form.axis});
  }
  return points;
}

Control makeControl(SceneReader& reader, const JsonObject& o, const ControlEntry& entry) {
  Control c;
  c.name = entry.name;
  c.kind = entry.kind;
  c.shape = entry.form.shape;
  c.radius = entry.form.radius;
  if (c.shape == ControlShape::Cylinder) c.length = entry.form.length;
  c.falloff = entry.falloff;
  c.body = entry.body;
  c.carried = entry.carried.value_or(c.carried);
  addKeys(reader, o, entry, c);
  setConstants(o, entry, c);
  std::vector<ControlPoint> points = pointsOf(reader, o, entry);
  if (!points.empty()) c.points = std::make_shared<const ControlPoints>(std::move(points));
  c.start = entry.start;
  c.stop = entry.stop;
  if (c.stop < c.start) o.file().fail(o.lineOf("stop"), "\"stop\" comes before \"start\"");
  c.enabled = entry.enabled;
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
void warnIfControlsContradict(const SceneReader& reader, const JsonValue& list) {
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
        fmt::format("{}the hard controls \"{}\" and \"{}\" contradict each other at ({:.3g}, {:.3g}, "
                    "{:.3g}) m, {:.3g} s: \"{}\" wins, because it comes later in the scene",
                    placeOf(reader, list.items[found->later].line), controls[found->earlier].name,
                    controls[found->later].name, found->place.x, found->place.y, found->place.z, time,
                    controls[found->later].name));
    return;
  }
}

}  // namespace

std::string_view valueKey(ControlKind kind) {
  const bool hasValue = kind != ControlKind::AddLiquid && kind != ControlKind::EraseLiquid;
  return hasValue ? kControlKinds[static_cast<std::size_t>(kind)] : "";
}

const Part<ControlEntry>& controlPart() {
  using E = ControlEntry;
  static const Part<E> kPart = [] {
    std::vector<MemberRow<E>> values = valueRows<E>();
    constexpr std::array kOwners{"a control of velocity", "a control of viscosity", "a control of divergence",
                                 "a control of temperature"};
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i].condition = Condition{"kind", {values[i].key}, kOwners[i]};
    return Part<E>{
        "control",
        "a control",
        "A group of control particles with the same properties.",
        rowsOf<E>(
            member("name", &E::name, Name(), "", "Name in commands. Default: \"control\" and its number.")
                .shown(),
            member("kind", &E::kind, WordKind{kControlKinds}, "",
                   "The controlled quantity. \"add\" and \"erase\" create and remove liquid.")
                .required(),
            member("shape", &E::form, ControlShapeKind(), "", "").required(),
            member("falloff", &E::falloff, WordKind{{"box", "hat", "cubic"}}, "",
                   "Falloff from the centre to the rim.")
                .shown(),
            member(
                "body", &E::body, CarrierName(), "",
                "The control follows this body, or this bone of a character (\"NAME head\"). Positions, axes "
                "and velocities are in its frame."),
            member("strength", &E::strength, NumberKind(0, 1), "1",
                   "The paper's alpha. Above 0.9 the control is a hard constraint. Default: 0.5."),
            std::move(values), member("position", &E::position, Vector{kPositionRange}, "m", ""),
            member("rotation", &E::rotation, Rotation(), "", ""),
            member("points", &E::points, ListOf<Vector>{{kPositionRange}, 1}, "m",
                   "A particle at each point, relative to position."),
            member("axes", &E::axes, ListOf<Vector>{{kPositionRange}, 1}, "",
                   "Axes of the cylinders, one for each point."),
            member("along", &E::along, Nested<ControlCurve>{curvePart}, "",
                   "Particles along a smooth curve."),
            member("surface", &E::surface, Nested<ControlSurface>{surfacePart}, "",
                   "Particles on the part of the body's surface inside this box. The box is in the body's "
                   "frame."),
            member("keys", &E::keys, ListOf<Nested<ControlKey>>{{controlKeyPart}}, "",
                   "In ascending order of time. Position, value and strength are interpolated smoothly, each "
                   "through the keys that give it. Two keys at the same time are a jump."),
            member("carried", &E::carried, Flag(), "",
                   "Whether the body's own velocity is added. Default: true.")
                .onlyIf("body", {}, "a control that follows a \"body\""),
            member("start", &E::start, Time(), "s", "The control acts from this time."),
            member("stop", &E::stop, Time(), "s", "The control acts before this time. Default: always."),
            member("enabled", &E::enabled, Flag(), "", "Whether the control acts.")),
        nullptr,
        [](Json& schema) { schema["dependentRequired"]["surface"] = {"body"}; }};
  }();
  return kPart;
}

void readControls(SceneReader& reader, const JsonValue& list) {
  std::vector<Control>& controls = reader.scene.world.controls;
  UniqueNames names(reader.file);
  for (const JsonValue& item : itemsOf(reader.file, list, "controls")) {
    const JsonObject o(reader.file, item, controlPart().what, controlPart().keys());
    ControlEntry entry;
    entry.name = fmt::format("control {}", controls.size() + 1);
    readRows(reader, o, controlPart(), entry);
    names.add(item, entry.name);
    controls.push_back(makeControl(reader, o, entry));
  }
  if (controls.empty()) return;
  const MethodRow& method = findMethod(reader.scene.world.method);
  if (!method.supportsControls)
    reader.scene.notes.push_back(
        fmt::format("{}the method \"{}\" has no control particles, so \"controls\" do nothing",
                    placeOf(reader, list.items.front().line), method.title));
  else if (reader.buildShapes)
    warnIfControlsContradict(reader, list);
}

ControlEntry entryOf(const Control& c) {
  ControlEntry entry;
  entry.name = c.name;
  entry.kind = c.kind;
  entry.form = {c.shape, c.radius, c.length};
  entry.falloff = c.falloff;
  entry.body = c.body;
  if (!c.carried) entry.carried = false;
  if (c.strengthKeys.empty()) entry.strength = c.strength;
  if (c.valueKeys.empty()) setValue(entry, c.kind, c.value);
  if (c.placeKeys.empty()) entry.position = c.position, entry.rotation = c.orientation;
  if (c.points) {
    bool turned = false;
    for (const ControlPoint& p : c.points->list()) {
      entry.points.push_back(p.place);
      entry.axes.push_back(p.axis);
      turned |= p.axis != ControlPoint{}.axis;
    }
    if (!turned || c.shape != ControlShape::Cylinder) entry.axes.clear();
  }
  for (const PoseKey& k : c.placeKeys)
    entry.keys.push_back({.time = k.time, .position = k.pose.position, .rotation = k.pose.orientation});
  if (!valueKey(c.kind).empty())
    for (const VectorKey& k : c.valueKeys)
      setValue(entry.keys.emplace_back(ControlKey{.time = k.time}), c.kind, k.value);
  for (const VectorKey& k : c.strengthKeys) entry.keys.push_back({.time = k.time, .strength = k.value.x});
  entry.start = c.start;
  entry.stop = c.stop;
  entry.enabled = c.enabled;
  return entry;
}

}  // namespace ooze::parts
