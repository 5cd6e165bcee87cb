#include "session/differences.h"

#include "ooze/world/world.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

namespace ooze {
namespace {

using Found = std::vector<Difference>;

void compare(Found& found, const std::string& target, std::vector<float> a, std::vector<float> b) {
  if (a != b) found.push_back({target, std::move(a), std::move(b)});
}

void compareRows(Found& found, std::span<const ParameterInfo> rows, const std::string& prefix,
                 std::span<const float> a, std::span<const float> b) {
  for (std::size_t i = 0; i < std::min({rows.size(), a.size(), b.size()}); ++i)
    compare(found, prefix + std::string(rows[i].key), {a[i]}, {b[i]});
}

template <class T>
const T* named(const std::vector<T>& list, const std::string& name) {
  const auto it = std::find_if(list.begin(), list.end(), [&](const T& item) { return item.name == name; });
  return it == list.end() ? nullptr : &*it;
}

void compareEmitter(Found& found, const EmitterSpec& a, const EmitterSpec& b) {
  const std::string prefix = "emitter." + a.name + ".";
  const auto vector = [](const Vec3& v) { return std::vector<float>{v.x, v.y, v.z}; };
  compare(found, prefix + "speed", {a.speed}, {b.speed});
  compare(found, prefix + "radius", {a.radius}, {b.radius});
  if (!a.keys.empty() && !b.keys.empty()) return;  // they move by themselves
  compare(found, prefix + "position", vector(a.position), vector(b.position));
  compare(found, prefix + "direction", vector(a.direction), vector(b.direction));
}

void compareBody(Found& found, const BodyValues& a, const BodyValues& b) {
  const std::string prefix = "body." + a.name + ".";
  const auto set = [](const std::optional<float>& v) { return v ? std::vector{*v} : std::vector<float>(); };
  if (a.motion == Motion::Dynamic && b.motion == Motion::Dynamic)
    compare(found, prefix + "density", {a.density}, {b.density});
  // What moves is somewhere else all the time.
  const auto place = [](const Pose& p) {
    const Quat& q = p.orientation;
    return std::vector{p.position.x, p.position.y, p.position.z, q.w, q.x, q.y, q.z};
  };
  if (a.motion == Motion::Static && b.motion == Motion::Static)
    compare(found, prefix + "place", place(a.pose), place(b.pose));
  compare(found, prefix + "scale", {a.scale}, {b.scale});
  compare(found, prefix + "friction", set(a.friction), set(b.friction));
  compare(found, prefix + "stickiness", set(a.stickiness), set(b.stickiness));
}

}  // namespace

LiveValues startOf(const Scene& scene) {
  LiveValues start;
  start.materials = scene.world.materials;
  const WorldSettings& s = scene.world.settings;
  start.worldValues = {s.gravityX, s.gravityY, s.gravityZ, s.substeps};
  start.emitters = scene.world.emitters;
  start.bodies = valuesOf(scene.world.bodies);
  return start;
}

LiveValues scriptedValues(const Scene& scene, double time) {
  constexpr double kRounding = 1e-9;
  LiveValues values = startOf(scene);
  for (const TimedCommand& entry : scene.world.timeline)
    // What is due at the end of a step is done by the next one.
    if (entry.time < time - kRounding) apply(values, scene.world.method, entry.command);
  return values;
}

std::vector<Difference> differences(const LiveValues& a, const LiveValues& b, std::string_view method) {
  Found found;
  const std::vector<ParameterInfo>& rows = findMethod(method).parameters();
  for (const MaterialDefinition& m : a.materials)
    if (const MaterialDefinition* other = named(b.materials, m.name))
      compareRows(found, rows, "material." + m.name + ".", m.values, other->values);
  compareRows(found, worldParameters(), "world.", a.worldValues, b.worldValues);
  for (const EmitterSpec& e : a.emitters)
    if (const EmitterSpec* other = named(b.emitters, e.name)) compareEmitter(found, e, *other);
  for (const BodyValues& body : a.bodies)
    if (const BodyValues* other = named(b.bodies, body.name)) compareBody(found, body, *other);
  return found;
}

std::vector<Command> commandsFrom(const LiveValues& from, const LiveValues& to, std::string_view method) {
  std::vector<Command> commands;
  for (Difference& d : differences(from, to, method))
    if (!d.b.empty()) commands.push_back({std::move(d.target), std::move(d.b)});
  return commands;
}

}  // namespace ooze
