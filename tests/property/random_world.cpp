#include "property/random_world.h"

#include "ooze/geometry/signed_distance.h"
#include "ooze/world/liquid_look.h"

#include "base/random.h"
#include "fixtures/commands.h"
#include "fixtures/random_material.h"
#include "unit/geometry_fixtures.h"
#include "world/commands/world_values.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <glm/gtc/constants.hpp>
#include <span>
#include <string>
#include <utility>

namespace ooze::test {
namespace {

using Kind = SolidShape::SolidKind;

/// The sequence of random numbers of one world.
class RandomSequence {
 public:
  explicit RandomSequence(std::uint64_t seed) : seed_(seed) {}
  float unit() { return randomUnit(seed_, count_++); }
  float from(float lower, float upper) { return lower + unit() * (upper - lower); }
  /// Returns a number that is uniform in the logarithm.
  float scale(float lower, float upper) { return lower * std::pow(upper / lower, unit()); }
  std::size_t below(std::size_t n) { return randomBits(seed_, count_++) % n; }
  bool chance(float part) { return unit() < part; }
  Vec3 within(const Vec3& half) {
    return {from(-half.x, half.x), from(-half.y, half.y), from(-half.z, half.z)};
  }
  Vec3 direction() {
    const float z = from(-1.f, 1.f), angle = from(0.f, glm::two_pi<float>()), r = std::sqrt(1.f - z * z);
    return {r * std::cos(angle), r * std::sin(angle), z};
  }
  Quat turn() { return glm::angleAxis(from(0.f, glm::two_pi<float>()), direction()); }

 private:
  std::uint64_t seed_, count_ = 0;
};

/// Everything random lies within this many h of the origin along each axis.
constexpr float kRoom = 12.f;

SolidShape randomShape(RandomSequence& dice, Kind kind, float h) {
  SolidShape solid;
  solid.kind = kind;
  const auto size = [&] { return h * dice.scale(0.7f, 4.f); };
  solid.size = {size(), size(), size()};
  if (kind == Kind::Plane) solid.size = dice.direction();
  if (kind == Kind::Cup) solid.size = {3.f * h + size(), 3.f * h + size(), h};
  if (kind == Kind::Tank) {
    solid.size = h * kRoom * Vec3(1.f);
    solid.openTop = dice.chance(0.5f);
  }
  if (kind == Kind::Mesh || kind == Kind::Mould) {
    const Vec3 half = kind == Kind::Mould ? Vec3(kRoom * h) : 0.5f * solid.size;
    solid.mesh = std::make_shared<Mesh>(testing_support::boxMesh(-half, half));
  }
  return solid;
}

/// Returns a box without a lid: the mesh of a floor and four walls that overlap at the edges.
/// @param half  half of the outer size [m]
Mesh openBoxMesh(const Vec3& half, float wall) {
  Mesh whole;
  const auto add = [&](const Vec3& lower, const Vec3& upper) {
    const Mesh part = testing_support::boxMesh(lower, upper);
    const auto first = static_cast<std::uint32_t>(whole.positions.size());
    whole.positions.insert(whole.positions.end(), part.positions.begin(), part.positions.end());
    for (const auto& t : part.triangles)
      whole.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  };
  add(-half, {half.x, wall - half.y, half.z});
  for (const int axis : {0, 2})
    for (const bool far : {false, true}) {
      Vec3 lower = -half, upper = half;
      (far ? lower : upper)[axis] = far ? half[axis] - wall : wall - half[axis];
      add(lower, upper);
    }
  return whole;
}

/// Returns a thin container as a mesh, at rest or turning slowly.
Body randomThinBox(RandomSequence& dice, std::size_t number, float h, const RandomWorldRange& range) {
  const float wall = h * dice.scale(range.thinnestWall, 1.f);
  SolidShape solid;
  solid.kind = Kind::Mesh;
  const auto half = [&] { return h * dice.from(2.5f, 6.f); };
  solid.mesh = std::make_shared<Mesh>(openBoxMesh({half(), half(), half()}, wall));
  const bool turns = dice.chance(0.3f);
  // The grid of the distance is finer than the wall. Otherwise the mesh encloses nothing.
  Body body = makeBody(fmt::format("solid {}", number), solid, turns ? Motion::Kinematic : Motion::Static,
                       std::min(0.3f * h, 0.8f * wall));
  body.pose = {dice.within(Vec3(0.5f * kRoom * h)), dice.turn()};
  if (turns) body.keys = {{0.0, body.pose}, {0.3, {body.pose.position, dice.turn()}}};
  return body;
}

Body randomBody(RandomSequence& dice, std::size_t number, float h) {
  constexpr std::array kFinite{Kind::Sphere,    Kind::Box, Kind::Capsule, Kind::Cylinder,
                               Kind::Ellipsoid, Kind::Cup, Kind::Mesh};
  constexpr std::array kEndless{Kind::Plane, Kind::Tank, Kind::Mould};
  const std::string name = fmt::format("solid {}", number);
  Body body;
  if (dice.chance(0.25f)) {
    const Kind kind = kEndless[dice.below(kEndless.size())];
    body = makeBody(name, randomShape(dice, kind, h), Motion::Static, 0.3f * h);
    if (kind == Kind::Plane) body.pose.position = -kRoom * h * body.solid.size;
  } else {
    const auto motion = std::array{Motion::Static, Motion::Kinematic, Motion::Dynamic}[dice.below(3)];
    body = makeBody(name, randomShape(dice, kFinite[dice.below(kFinite.size())], h), motion, 0.3f * h);
    body.pose = {dice.within(Vec3(kRoom * h)), dice.turn()};
    if (motion == Motion::Kinematic)
      for (double time = 0.0; body.keys.size() < 3; time += static_cast<double>(dice.scale(0.02f, 0.3f)))
        body.keys.push_back({time, {dice.within(Vec3(kRoom * h)), dice.turn()}});
    if (motion == Motion::Dynamic) {
      body.density = dice.scale(50.f, 8000.f);
      body.velocity = dice.from(0.f, 1.f) * dice.direction();
      body.angularVelocity = dice.from(0.f, 10.f) * dice.direction();
    }
  }
  if (dice.chance(0.3f)) body.friction = dice.unit();
  if (dice.chance(0.3f)) body.stickiness = dice.from(0.f, 20.f);
  return body;
}

EmitterSpec randomNozzle(RandomSequence& dice, std::size_t number, float h, std::size_t materials) {
  EmitterSpec nozzle;
  nozzle.name = fmt::format("nozzle {}", number);
  nozzle.shape = std::array{NozzleShape::Disc, NozzleShape::Square, NozzleShape::Shower}[dice.below(3)];
  nozzle.position = dice.within(Vec3(kRoom * h));
  nozzle.direction = dice.direction();
  nozzle.radius = std::clamp(h * dice.scale(0.2f, 2.f), 1e-4f, 1.f);  // the range of a nozzle
  nozzle.speed = dice.scale(0.05f, 3.f);
  nozzle.coverage = dice.scale(0.01f, 1.f);
  nozzle.dropRadius = dice.chance(0.5f) ? 0.f : h * dice.from(0.f, 1.f);
  nozzle.material = static_cast<std::uint16_t>(dice.below(materials));
  nozzle.enabled = dice.chance(0.8f);
  return nozzle;
}

/// Moves a nozzle to a place in or at the edge of a solid.
void moveIntoSolid(RandomSequence& dice, EmitterSpec& nozzle, const Body& solid,
                   const RandomWorldRange& range, float h) {
  nozzle.position = solid.pose.position + dice.within(Vec3(2.f * h));
  nozzle.speed = std::min(nozzle.speed, range.fastestInSolid);
  nozzle.enabled = true;
}

LiquidVolume randomLiquid(RandomSequence& dice, std::size_t number, const WorldSpec& spec) {
  const std::vector<MaterialDefinition>& materials = spec.materials;
  const float h = spec.methodSettings.interactionRadius;
  LiquidVolume liquid;
  liquid.name = fmt::format("liquid {}", number);
  liquid.material = static_cast<std::uint16_t>(dice.below(materials.size()));
  const MethodRow& method = findMethod(spec.method);
  const float edge =
      method.restSpacing(spec.methodSettings, materials[liquid.material]) * std::cbrt(dice.from(30.f, 180.f));
  liquid.shape = dice.chance(0.5f) ? makeSphere(0.62f * edge) : makeBox(0.5f * edge * Vec3(1.f, 0.7f, 1.4f));
  // Liquids do not overlap: two liquids in one place would explode.
  liquid.pose = {h * Vec3(5.f * static_cast<float>(number) - 5.f, dice.from(-2.f, 2.f), dice.from(-2.f, 2.f)),
                 dice.turn()};
  liquid.sampling = dice.chance(0.5f) ? Sampling::BlueNoise : Sampling::Lattice;
  liquid.velocity = dice.from(0.f, 1.f) * dice.direction();
  return liquid;
}

/// Returns true if a solid can surround liquid. A container that jumps carries its liquid along and stretches
/// springs by the same distance at once. A stiff material may not survive this: the world then stops with an
/// error of one line.
bool isContainer(const WorldSpec& spec, std::size_t body) {
  if (body >= spec.bodies.size()) return false;
  const Kind kind = spec.bodies[body].solid.kind;
  return kind == Kind::Plane || kind == Kind::Cup || kind == Kind::Tank || kind == Kind::Mould;
}

/// Returns an amplitude, mostly up to some times that of shipped materials; one in ten may be as strong as
/// allowed, which takes hundreds of substeps.
float strength(RandomSequence& dice, const PairFunction& f) {
  return f.largest * dice.scale(1e-4f, dice.chance(0.1f) ? 1.f : 1e-2f);
}

/// Returns a random function with an allowed number of points.
std::vector<CurvePoint> randomCurve(RandomSequence& dice, const PairFunction& f) {
  std::vector<CurvePoint> curve(f.fewestPoints + dice.below(f.mostPoints - f.fewestPoints + 1));
  const float step = f.farthest / static_cast<float>(curve.size()), most = strength(dice, f);
  for (std::size_t k = 0; k < curve.size(); ++k)
    curve[k] = {step * (static_cast<float>(k) + 0.9f * dice.unit()), dice.from(-most, most)};
  return curve;
}

/// Returns a random pair of this world.
/// @param solids  number of solids that the pair may name
PairEntry randomPair(RandomSequence& dice, const WorldSpec& spec, const PairFunction& f, std::size_t solids) {
  PairEntry pair;
  pair.function = f.key;
  pair.material = static_cast<std::uint16_t>(dice.below(spec.materials.size()));
  if (dice.chance(0.5f))
    pair.other = static_cast<std::uint16_t>(dice.below(spec.materials.size()));
  else if (solids > 0 && dice.chance(0.5f))
    pair.solid = fmt::format("solid {}", dice.below(solids));
  return pair;
}

/// Returns a command for a pair: a whole function, a family, a single point, or a reset to the function
/// derived from the materials.
Command randomPairCommand(RandomSequence& dice, const WorldSpec& spec) {
  const std::span<const PairFunction> functions = findMethod(spec.method).pairFunctions();
  const PairFunction& f = functions[dice.below(functions.size())];
  // The pair may name a solid that does not exist.
  const PairEntry pair = randomPair(dice, spec, f, spec.bodies.size() + 1);
  const Command whole = pairCommand(pair, spec.materials, randomCurve(dice, f));
  const SettingName& setting = std::get<SetValue>(whole).setting;
  const std::size_t point = 1 + dice.below(f.mostPoints);
  switch (dice.below(5)) {
    case 0:
      return SetValue{setting, {}};
    case 1: {
      const CurveFamily& family = f.families[dice.below(f.families.size())];
      return command(fmt::format("{}.{}", setting.text(), family.key),
                     {std::min(strength(dice, f), 0.1f * f.largest)});
    }
    case 2:
      return command(fmt::format("{}.{}.place", setting.text(), point), {dice.from(0.f, f.farthest)});
    case 3: {
      const float most = strength(dice, f);
      return command(fmt::format("{}.{}.value", setting.text(), point), {dice.from(-most, most)});
    }
    default:
      return whole;
  }
}

/// Returns a control particle of any kind, with or without keyframes or a solid, sometimes hard. Speeds are
/// hardly higher than those of emitters.
Control randomControl(RandomSequence& dice, std::size_t number, const WorldSpec& spec) {
  const float h = spec.methodSettings.interactionRadius;
  const auto value = [&](ControlKind kind) {
    if (kind == ControlKind::Velocity) return dice.scale(0.05f, 3.f) * dice.direction();
    return Vec3(kind == ControlKind::Viscosity ? dice.scale(1e-6f, 10.f) : dice.from(-5.f, 5.f), 0.f, 0.f);
  };
  Control c;
  c.name = fmt::format("control {}", number);
  c.kind = static_cast<ControlKind>(dice.below(5));
  c.shape = static_cast<ControlShape>(dice.below(2));
  c.falloff = static_cast<Falloff>(dice.below(3));
  // The shortest radius and length of a control are 0.1 mm.
  c.radius = std::max(1e-4f, h * dice.scale(0.5f, 5.f));
  c.length = std::max(1e-4f, h * dice.scale(0.5f, 10.f));
  c.strength = dice.chance(0.3f) ? 1.f : dice.unit();
  c.value = value(c.kind);
  c.position = dice.within(Vec3(0.5f * kRoom * h));
  c.orientation = dice.turn();
  if (!spec.bodies.empty() && dice.chance(0.3f)) c.body = spec.bodies[dice.below(spec.bodies.size())].name;
  std::vector<ControlPoint> points(1 + dice.below(40));
  for (ControlPoint& p : points) p = {dice.within(Vec3(2.f * h)), dice.direction()};
  if (dice.chance(0.5f)) c.points = std::make_shared<const ControlPoints>(std::move(points));
  if (dice.chance(0.3f))
    for (const double time : {0.0, 0.05, 0.2}) {
      c.placeKeys.push_back({time, {dice.within(Vec3(0.5f * kRoom * h)), dice.turn()}});
      c.valueKeys.push_back({time, value(c.kind)});
      c.strengthKeys.push_back({time, Vec3(dice.unit(), 0.f, 0.f)});
    }
  c.enabled = dice.chance(0.8f);
  return c;
}

/// Returns a command for a control; the world refuses the command if it does not suit the control.
Command randomControlCommand(RandomSequence& dice, const WorldSpec& spec) {
  const float h = spec.methodSettings.interactionRadius;
  const std::string control = fmt::format("control.control {}.", dice.below(spec.controls.size() + 1));
  const Vec3 v = dice.chance(0.5f) ? dice.within(Vec3(kRoom * h)) : dice.direction();
  switch (dice.below(7)) {
    case 0:
      return command(control + "strength", {dice.unit()});
    case 1:
      return command(control + "radius", {h * dice.scale(0.5f, 5.f)});
    case 2:
      return command(control + "length", {h * dice.scale(0.5f, 5.f)});
    case 3:
      return command(control + "position", {v.x, v.y, v.z});
    case 4:
      return command(control + "velocity", {v.x, v.y, v.z});
    case 5:
      return parseCommand({control + (dice.chance(0.5f) ? "viscosity" : "divergence"), {dice.unit()}});
    default:
      return command(control + "enabled", {dice.chance(0.5f) ? 1.f : 0.f});
  }
}

/// Returns a command of any kind, for objects of this world or objects that later commands may add.
Command randomCommand(RandomSequence& dice, const WorldSpec& spec) {
  const float h = spec.methodSettings.interactionRadius;
  const MethodRow& method = findMethod(spec.method);
  const std::vector<ParameterInfo>& rows = method.parameters();
  if (method.pairFunctions && dice.chance(0.25f)) return randomPairCommand(dice, spec);
  if (method.supportsControls && dice.chance(0.2f)) return randomControlCommand(dice, spec);
  const auto place = [&] { return dice.within(Vec3(kRoom * h)); };
  std::vector<float> v;
  const auto add = [&](const Vec3& p) { v.insert(v.end(), {p.x, p.y, p.z}); };
  const std::string material =
      fmt::format("material.{}.", spec.materials[dice.below(spec.materials.size())].name);
  const std::size_t nozzle = dice.below(spec.emitters.size() + 1), body = dice.below(spec.bodies.size() + 2);
  const std::string emitter =
      nozzle < spec.emitters.size() ? fmt::format("emitter.nozzle {}.", nozzle) : "emitter.poured 1.";
  const std::string solid =
      body < spec.bodies.size()
          ? fmt::format("body.solid {}.", body)
          : std::string(body == spec.bodies.size() ? "body.dropped 1." : "body.placed 2.");
  const auto index = static_cast<float>(dice.below(spec.materials.size()));
  switch (dice.below(38)) {
    case 0:
    case 1:
    case 2: {
      const ParameterInfo& row = rows[dice.below(rows.size())];
      // Braces fix the order in which the random numbers are drawn.
      return parseCommand(
          {dice.chance(0.3f) ? fmt::format("{}.{}", method.key, row.key) : material + std::string(row.key),
           {randomValue(row, dice.below(1u << 30), 0)}});
    }
    case 3:
      return parseCommand({fmt::format("world.gravity_{}", "xyz"[dice.below(3)]), {dice.from(-30.f, 30.f)}});
    case 4:
      return command(material + "colour", {dice.unit(), dice.unit(), dice.unit()});
    case 5: {
      const OpticalProperty& number = kOpticalProperties[dice.below(kOpticalProperties.size())];
      return command(material + std::string(number.key), {dice.from(number.lower, number.upper)});
    }
    case 6:
      return command(emitter + "enabled", {dice.chance(0.5f) ? 1.f : 0.f});
    case 7:
      return command(emitter + "speed", {dice.scale(0.05f, 5.f)});
    case 8:
      return command(emitter + "radius", {h * dice.scale(0.2f, 2.f)});
    case 9:
      add(place());
      return command(emitter + "position", v);
    case 10:
      add(dice.direction());
      return command(emitter + "direction", v);
    case 11:
      return command(emitter + "material", {index});
    case 12:
      add(place()), add(dice.direction());
      v.insert(v.end(), {h * dice.scale(0.2f, 1.f), dice.scale(0.05f, 3.f), index});
      if (dice.chance(0.5f)) v.push_back(1.f);
      return command("emitters.add", v);
    case 13:
      return command(solid + "present", {dice.chance(0.5f) ? 1.f : 0.f});
    case 14:
      return command(solid + "friction", {dice.unit()});
    case 15:
      return command(solid + "stickiness", {dice.from(0.f, 20.f)});
    case 16:
      if (isContainer(spec, body)) return command(solid + "release");
      add(place());
      return command(solid + "position", v);
    case 17: {
      if (isContainer(spec, body)) return command(solid + "release");
      add(place());
      const Quat q = dice.turn();
      v.insert(v.end(), {q.w, q.x, q.y, q.z});
      return command(solid + "place", v);
    }
    case 18:
      if (isContainer(spec, body)) return command(solid + "friction", {dice.unit()});
      return command(solid + "scale", {dice.scale(0.3f, 3.f)});
    case 19:
      return command(solid + "density", {dice.scale(50.f, 8000.f)});
    case 20:
      add(dice.from(0.f, 3.f) * dice.direction());
      return command(solid + "velocity", v);
    case 21:
      add(dice.from(0.f, 20.f) * dice.direction());
      return command(solid + "angular_velocity", v);
    case 22:
      add(dice.within(Vec3(h))), add(place());
      return command(solid + "pull", v);
    case 23:
      return command(solid + "release");
    case 24:
    case 25: {
      constexpr std::array kWords{"sphere", "box", "capsule", "cylinder"};
      const char* word = kWords[dice.below(kWords.size())];
      add(place());
      v.push_back(h * dice.scale(0.7f, 3.f));
      if (dice.chance(0.4f)) return command(fmt::format("bodies.add_collider_{}", word), v);
      v.push_back(dice.scale(50.f, 8000.f));
      return command(fmt::format("bodies.add_{}", word), v);
    }
    case 26:
      return command("bodies.remove_added");
    case 27:
      return command("springs.add");
    case 28:
      return command("springs.remove");
    case 29:
      add(place()), v.push_back(h * dice.scale(1.f, 8.f));
      return command("liquid.grab", v);
    case 30:
      add(place());
      return command("liquid.carry", v);
    case 31:
      return command("liquid.release");
    case 32:
      add(place()), v.push_back(h * dice.scale(1.f, 8.f)), v.push_back(dice.from(-50.f, 50.f));
      return command("liquid.push", v);
    case 33:
      add(place()), v.push_back(h * dice.scale(1.f, 8.f));
      return command(dice.chance(0.6f) ? "liquid.freeze" : "liquid.thaw", v);
    case 34:
      return command("liquid.thaw_all");
    case 35:
      add(place()), v.push_back(h * dice.scale(1.f, 4.f));
      return command("liquid.erase", v);
    case 36: {
      const Vec3 corner = place(), along = 4.f * h * dice.direction(), across = 4.f * h * dice.direction();
      add(corner), add(corner + along), add(corner + along + across), add(corner + across);
      v.push_back(dice.from(0.f, 1.f));
      return command("liquid.cut", v);
    }
    default:
      return command("edits.take_back", {static_cast<float>(1 + dice.below(4))});
  }
}

}  // namespace

RandomWorld randomWorld(const MethodRow& method, std::uint64_t seed, int frames,
                        const RandomWorldRange& range) {
  RandomSequence dice(seed);
  RandomWorld world;
  WorldSpec& spec = world.spec;
  spec.method = method.key;
  const float h = dice.scale(range.smallest, range.largest);
  spec.methodSettings.interactionRadius = h;
  const float gravity = dice.chance(0.2f) ? 0.f : dice.chance(0.5f) ? 9.81f : dice.from(0.f, 30.f);
  const Vec3 weight = dice.chance(0.6f) ? Vec3(0.f, -gravity, 0.f) : gravity * dice.direction();
  spec.settings.gravityX = weight.x, spec.settings.gravityY = weight.y, spec.settings.gravityZ = weight.z;
  spec.framesPerSecond = dice.chance(0.4f) ? 60.0 : static_cast<double>(std::round(dice.scale(10.f, 1000.f)));
  spec.seed = dice.below(1u << 20);
  spec.domain = Aabb{Vec3(-2.f * kRoom * h), Vec3(2.f * kRoom * h)};
  spec.particleLimit = 600;
  for (std::size_t m = 0, n = 1 + dice.below(3); m < n; ++m) {
    spec.materials.push_back(randomMaterial(method, randomBits(seed, 1'000'000 + m), h));
    spec.materials.back().name = fmt::format("liquid {}", m);
    spec.materials.back().density = dice.chance(0.5f) ? 1000.f : dice.scale(100.f, 5000.f);
  }
  for (std::size_t k = 0, n = 1 + dice.below(3); k < n; ++k)
    spec.liquids.push_back(randomLiquid(dice, k, spec));
  for (std::size_t k = 0, n = dice.below(3); k < n; ++k)
    spec.emitters.push_back(randomNozzle(dice, k, h, spec.materials.size()));
  for (std::size_t k = 0, n = dice.below(5); k < n; ++k) spec.bodies.push_back(randomBody(dice, k, h));
  if (range.thinMesh > 0.f && dice.chance(range.thinMesh))
    spec.bodies.push_back(randomThinBox(dice, spec.bodies.size(), h, range));
  if (range.nozzleInSolid > 0.f && !spec.bodies.empty() && dice.chance(range.nozzleInSolid)) {
    EmitterSpec nozzle = randomNozzle(dice, spec.emitters.size(), h, spec.materials.size());
    moveIntoSolid(dice, nozzle, spec.bodies[dice.below(spec.bodies.size())], range, h);
    spec.emitters.push_back(nozzle);
  }
  if (method.pairFunctions)
    for (const PairFunction& f : method.pairFunctions())
      for (std::size_t k = dice.below(3); k > 0; --k) {
        PairEntry pair = randomPair(dice, spec, f, spec.bodies.size());
        pair.curve = randomCurve(dice, f);
        spec.methodSettings.pairs.set(std::move(pair));
      }
  if (method.supportsControls)
    for (std::size_t k = 0, n = dice.below(5); k < n; ++k)
      spec.controls.push_back(randomControl(dice, k, spec));
  for (int frame = 0; frame < frames; ++frame)
    for (std::size_t k = dice.below(3); k > 0; --k)
      world.commands.push_back({frame, randomCommand(dice, spec)});
  return world;
}

}  // namespace ooze::test
