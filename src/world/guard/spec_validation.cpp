#include "world/guard/spec_validation.h"

#include "ooze/base/error.h"

#include "world/commands/command_scope.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

namespace ooze {
namespace {

constexpr float kFarthestStart = 1e5f;  // limit for the coordinates at which liquid and bodies may start [m]

void requireSound(const Body& body) {
  const auto require = [&](bool sound, std::string_view what) {
    if (!sound) throw InputError(fmt::format("body \"{}\" {}", body.name, what));
  };
  require(body.shape != nullptr, "has no shape");
  const auto placed = [&](const Pose& pose) {
    const Vec3 p = glm::abs(pose.position);
    require(p.x <= kFarthestStart && p.y <= kFarthestStart && p.z <= kFarthestStart,
            "must be within 100 km of the origin");
    require(std::abs(glm::length(pose.orientation) - 1.f) < 1e-3f, "has an orientation that is no rotation");
  };
  placed(body.pose);
  for (std::size_t k = 0; k < body.keys.size(); ++k) {
    placed(body.keys[k].pose);
    require(std::isfinite(body.keys[k].time) && (k == 0 || body.keys[k - 1].time <= body.keys[k].time),
            "has keys that do not ascend in time");
    require(k < 2 || body.keys[k - 2].time < body.keys[k].time,
            "has more than two keys at one time, which are a jump");
  }
  require(isFinite(body.velocity) && isFinite(body.angularVelocity), "has a velocity that is not finite");
  if (body.motion != Motion::Dynamic) return;
  require(body.keys.empty(), "is dynamic and has keys; only a kinematic body follows keys");
  require(std::isfinite(body.mass()) && body.mass() > 0.0, "is dynamic and needs a mass above 0");
}

template <class Key>
bool ascend(const std::vector<Key>& keys) {
  for (std::size_t k = 0; k < keys.size(); ++k) {
    if (!std::isfinite(keys[k].time) || (k > 0 && keys[k - 1].time > keys[k].time)) return false;
    if (k > 1 && keys[k - 2].time == keys[k].time) return false;
  }
  return true;
}

bool isUnit(const Vec3& v) { return std::abs(glm::length(v) - 1.f) < 1e-3f; }

/// Validates the values in keyframes, which must be within the ranges for commands.
void requireSoundKeys(const Control& c) {
  Control then;
  then.name = c.name, then.kind = c.kind;
  for (const PoseKey& key : c.placeKeys) then.position = key.pose.position, validateControlValues(then);
  for (const VectorKey& key : c.valueKeys) then.value = key.value, validateControlValues(then);
  for (const VectorKey& key : c.strengthKeys) then.strength = key.value.x, validateControlValues(then);
}

}  // namespace

void requireSound(const Control& c, const NameIndex& bodies) {
  const auto require = [&](bool sound, std::string_view what) {
    if (!sound) throw InputError(fmt::format("control \"{}\" {}", c.name, what));
  };
  const auto isTurn = [](const Quat& q) { return std::abs(glm::length(q) - 1.f) < 1e-3f; };
  require(!c.name.empty(), "needs a name");
  validateControlValues(c);
  requireSoundKeys(c);
  require(ascend(c.placeKeys) && ascend(c.valueKeys) && ascend(c.strengthKeys),
          "has keys that do not ascend in time, or more than two at one time");
  require(isTurn(c.orientation) && std::all_of(c.placeKeys.begin(), c.placeKeys.end(),
                                               [&](const PoseKey& k) { return isTurn(k.pose.orientation); }),
          "has an orientation that is no rotation");
  require(std::isfinite(c.start) && std::isfinite(c.stop), "has a time that is not finite");
  require(c.body.empty() || bodies.contains(c.body),
          fmt::format("follows the body {}, which does not exist", quoteText(c.body)));
  if (!c.points) return;
  const std::span<const ControlPoint> points = c.points->list();
  require(!points.empty(), "has no particles");
  require(points.size() <= kMaxControlPoints, "has too many particles");
  for (const ControlPoint& p : points) {
    const Vec3 far = glm::abs(p.place);
    require(std::max({far.x, far.y, far.z}) <= kFarthestStart && isFinite(p.place),
            "has a particle that is not within 100 km of its origin");
    require(isUnit(p.axis), "has a particle whose axis is not a unit vector");
  }
}

void requireSound(const std::vector<Body>& bodies) {
  std::set<std::string> names;
  for (const Body& body : bodies) {
    requireSound(body);
    if (!body.name.empty() && !names.insert(body.name).second)
      throw InputError(fmt::format("two bodies have the name \"{}\"", body.name));
  }
  for (const std::string& name : names)
    if (isAddedBodyName(name))
      throw InputError(fmt::format("the name \"{}\" is reserved for bodies that commands add", name));
}

void validatePairs(const PairTable& pairs, const MethodRow& method, std::size_t materials,
                   const NameIndex& solids) {
  for (const PairEntry& e : pairs) {
    if (e.material >= materials || (e.other && *e.other >= materials))
      throw InputError("a pair names a material that does not exist");
    if (!e.solid.empty() && (e.other || !solids.contains(e.solid)))
      throw InputError("a pair names a solid that does not exist");
    const PairFunction* function = findPairFunction(method, e.function);
    if (!function)
      throw InputError(
          fmt::format("the method \"{}\" has no function of pairs \"{}\"", method.key, e.function));
    requireSound(*function, e.curve);
  }
}

namespace {

bool isSound(const Aabb& box) {
  return isFinite(box.lower) && isFinite(box.upper) && glm::all(glm::lessThan(box.lower, box.upper)) &&
         glm::all(
             glm::lessThanEqual(glm::max(glm::abs(box.lower), glm::abs(box.upper)), Vec3(kFarthestStart)));
}

void requireSoundWindow(const WorldSpec& spec) {
  if (!spec.window) return;
  const WindowSpec& window = *spec.window;
  if (!isSound(window.box) || !ascend(window.keys) ||
      !std::all_of(window.keys.begin(), window.keys.end(), [](const WindowKey& k) { return isSound(k.box); }))
    throw InputError(
        "the window must be a box within 100 km of the origin, and its keys must ascend in time");
  if (!window.body.empty() && std::none_of(spec.bodies.begin(), spec.bodies.end(),
                                           [&](const Body& b) { return b.name == window.body; }))
    throw InputError(
        fmt::format("the window follows the body {}, which does not exist", quoteText(window.body)));
}

void requireSoundBands(const WorldSpec& spec) {
  for (const BandSpec& band : spec.bands)
    if (!isSound(band.box)) throw InputError(fmt::format("the band \"{}\" is not a box", band.name));
  for (const SourceSpec& source : spec.sources)
    if (source.material >= spec.materials.size())
      throw InputError(fmt::format("the source \"{}\" names a material that does not exist", source.name));
}

}  // namespace

void requireSound(const WorldSpec& spec) {
  const auto require = [](bool sound, std::string_view what) {
    if (!sound) throw InputError(std::string(what));
  };
  const float h = spec.methodSettings.interactionRadius;
  require(std::isfinite(h) && h >= 1e-5f && h <= 1e3f, "the interaction radius must be from 1e-5 to 1000 m");
  require(
      std::isfinite(spec.framesPerSecond) && spec.framesPerSecond >= 1.0 && spec.framesPerSecond <= 1000.0,
      "frames per second must be from 1 to 1000");
  require(!spec.materials.empty(), "a world needs at least one material");
  require(spec.materials.size() <= UINT16_MAX, "too many materials");
  require(spec.particleLimit <= kParticleLimit, "the particle limit is above the maximum of a world");
  const auto known = [&](std::uint16_t m) { return m < spec.materials.size(); };
  for (const LiquidVolume& v : spec.liquids)
    require(known(v.material), "a liquid names a material that does not exist");
  for (const EmitterSpec& e : spec.emitters) {
    require(known(e.material), "an emitter names a material that does not exist");
    require(!isAddedEmitterName(e.name),
            fmt::format("the name \"{}\" is reserved for nozzles that commands add", e.name));
    requireSound(e);
  }
  requireSound(spec.bodies);
  const NameIndex bodies(spec.bodies);
  validatePairs(spec.methodSettings.pairs, findMethod(spec.method), spec.materials.size(), bodies);
  std::set<std::string> names;
  for (const Control& c : spec.controls) {
    requireSound(c, bodies);
    require(names.insert(c.name).second, fmt::format("two controls have the name \"{}\"", c.name));
  }
  requireSoundWindow(spec);
  requireSoundBands(spec);
  const std::size_t rows = findMethod(spec.method).parameters().size();
  for (const MaterialDefinition& m : spec.materials)
    require(m.values.size() == rows,
            fmt::format("material \"{}\" does not have the method's {} values", m.name, rows));
}

void requireSound(const EmitterSpec& emitter) {
  const auto within = [](std::string_view key, std::initializer_list<float> values) {
    const SettingRow& row =
        *findSettingRow(fixedSettingRows(), {SettingOwner::Emitter, {}, std::string(key)});
    for (const float v : values) requireWithin(row.range, fmt::format("emitter {}", key), v);
  };
  const Vec3 at = emitter.position, along = emitter.direction;
  within("position", {at.x, at.y, at.z});
  within("speed", {emitter.speed});
  within("radius", {emitter.radius});
  // Commands normalise the direction when applied. The comparison is negated so that a NaN fails too.
  if (!(std::abs(glm::length(along) - 1.f) < 1e-3f))
    throw InputError("an emitter's direction must be a unit vector");
  if (!(emitter.coverage > 0.f && emitter.coverage <= 1.f))
    throw InputError("a shower's coverage must be above 0, and 1 at most");
  if (!(emitter.dropRadius >= 0.f && emitter.dropRadius <= 10.f))
    throw InputError("the radius of a shower's drops must be from 0 to 10 m");
}

void validateControlValues(const Control& c) {
  const auto within = [&](std::string_view key, std::initializer_list<float> values) {
    const SettingRow& row =
        *findSettingRow(fixedSettingRows(), {SettingOwner::Control, {}, std::string(key)});
    for (const float v : values)
      requireWithin(row.range, fmt::format("the {} of control \"{}\"", key, c.name), v);
  };
  const auto withinAll = [&](std::string_view key, const Vec3& v) { within(key, {v.x, v.y, v.z}); };
  within("radius", {c.radius});
  within("length", {c.length});
  within("strength", {c.strength});
  withinAll("position", c.position);
  if (c.kind == ControlKind::Velocity) withinAll("velocity", c.value);
  if (c.kind == ControlKind::Viscosity) within("viscosity", {c.value.x});
  if (c.kind == ControlKind::Divergence) within("divergence", {c.value.x});
  if (c.kind == ControlKind::Temperature) within("temperature", {c.value.x});
  if (!isFinite(c.value)) throw InputError(fmt::format("the value of control \"{}\" is not finite", c.name));
}

}  // namespace ooze
