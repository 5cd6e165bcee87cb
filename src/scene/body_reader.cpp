// Reads the bodies of a scene, and warns about solids that are too thin.
#include "scene/readers.h"

#include <algorithm>
#include <limits>

namespace ooze {
namespace {

constexpr NumberRange kDensities{1, 1e5};        // allowed densities of a dynamic body [kg/m^3]
constexpr NumberRange kTurnSpeeds{-1000, 1000};  // allowed components of a body's angular velocity [rad/s]
constexpr NumberRange kCoulombFrictions{0, 10};  // allowed friction coefficients between bodies [1]

std::vector<PoseKey> readPoseKeys(const JsonObject& body) {
  std::vector<PoseKey> keys;
  for (const JsonValue& value : body.list("keys")) {
    const JsonObject o(body.file(), value, "a key of a body", {"time", "position", "rotation"});
    const PoseKey key{o.number("time", kTimeRange), {o.vector("position", kPositionRange), readRotation(o)}};
    requireInOrder(body.file(), value, keys, key);
    keys.push_back(key);
  }
  return keys;
}

std::optional<float> readOptional(const JsonObject& o, std::string_view key, NumberRange range) {
  if (!o.find(key)) return {};
  return static_cast<float>(o.number(key, range));
}

/// Reads the pose of a body, or the keyframes of a kinematic body.
void readPlace(const JsonObject& o, Body& body) {
  body.keys = readPoseKeys(o);
  if (body.motion == Motion::Kinematic) {
    if (body.keys.empty()) o.fail("a kinematic body needs the key \"keys\"");
    if (o.find("position") || o.find("rotation"))
      o.fail("a kinematic body takes position and rotation from its \"keys\"; remove the others");
    body.pose = body.keys.front().pose;
  } else {
    if (!body.keys.empty())
      o.fail(
          fmt::format("a {} body must not have \"keys\"; set \"motion\" to \"kinematic\", or remove the keys",
                      body.motion == Motion::Static ? "static" : "dynamic"));
    body.pose = {o.vector("position", kPositionRange, Vec3(0.f)), readRotation(o)};
  }
  body.previousPose = body.pose;
}

/// Reads density and velocities, which only a dynamic body may have.
void readDynamics(const JsonObject& o, Body& body) {
  if (body.motion != Motion::Dynamic) {
    for (const std::string_view key : {"density", "velocity", "angular_velocity"})
      if (o.find(key))
        o.file().fail(o.lineOf(key), fmt::format("only a dynamic body has the key \"{}\"", key));
    return;
  }
  body.density = static_cast<float>(o.number("density", kDensities, body.density));
  body.velocity = o.vector("velocity", kSpeedRange, Vec3(0.f));
  body.angularVelocity = o.vector("angular_velocity", kTurnSpeeds, Vec3(0.f));
  const bool isUnbuiltMesh = body.solid.kind == SolidShape::SolidKind::Mesh && !body.solid.mesh;
  if (isUnbuiltMesh) return;
  try {
    body.unitMass = massProperties(body.solid);
  } catch (const InputError& e) {
    o.file().fail(o.lineOf("shape"), fmt::format("this body cannot be dynamic: {}", e.what()));
  }
}

/// Returns the smallest extent of a primitive shape, or infinity for other shapes [m].
float thicknessOf(const SolidShape& solid) {
  const Vec3& s = solid.size;
  switch (solid.kind) {
    case SolidShape::SolidKind::Box:
    case SolidShape::SolidKind::Ellipsoid:
      return 2.f * std::min({s.x, s.y, s.z});
    case SolidShape::SolidKind::Sphere:
    case SolidShape::SolidKind::Capsule:
      return 2.f * s.x;
    case SolidShape::SolidKind::Cylinder:
      return 2.f * std::min(s.x, s.y);
    case SolidShape::SolidKind::Cup:
      return s.z;
    default:
      return std::numeric_limits<float>::infinity();
  }
}

/// Warns about a solid thinner than a particle under a method with functions of pairs. Adhesion to a solid
/// acts from particles within its surface. In a thin solid the particles of both faces overlap, so liquid on
/// one side feels liquid on the other. No liquid passes through, so the scene is allowed, but the user is
/// told.
void warnIfTooThin(const SceneReader& reader, const JsonObject& o, const Body& body) {
  const WorldSpec& world = reader.scene.world;
  const MethodRow& method = findMethod(world.method);
  if (!method.pairFunctions || world.materials.empty()) return;
  const float least = method.restSpacing(world.methodSettings, world.materials.front());
  const float thickness = thicknessOf(body.solid);
  if (thickness >= least) return;
  reader.scene.notes.push_back(
      fmt::format("{}:{}: body \"{}\" is {:.2g} mm thick, less than the {:.2g} mm of a particle: liquid "
                  "cannot pass, but liquids on its two sides attract and drag each other",
                  reader.scene.file.string(), o.lineOf("shape"), body.name, 1e3f * thickness, 1e3f * least));
}

}  // namespace

BodyContactValues readBodyContact(const JsonObject& object) {
  return {readOptional(object, "friction", {0, 1}), readOptional(object, "stickiness", {0, 1e6}),
          readOptional(object, "stick_distance", {0, 1})};
}

void readBodies(SceneReader& reader, const std::vector<JsonValue>& list) {
  std::vector<Body>& bodies = reader.scene.world.bodies;
  for (const JsonValue& value : list) {
    const JsonObject o(reader.file, value, "a body",
                       {"name", "motion", "shape", "present", "position", "rotation", "keys", "density",
                        "velocity", "angular_velocity", "friction", "stickiness", "stick_distance",
                        "body_friction", "restitution", "colour", "visible"});
    Body body;
    body.name = readName(o, reader.bodies, fmt::format("body {}", bodies.size() + 1));
    body.motion = static_cast<Motion>(o.word("motion", {"static", "kinematic", "dynamic"}, 0));
    ShapeSpec shape = readShape(reader, o.require("shape"), ShapeUse::Body);
    body.solid = std::move(shape.solid);
    body.shape = std::move(shape.shape);
    warnIfTooThin(reader, o, body);
    body.present = o.boolean("present", true);
    readPlace(o, body);
    readDynamics(o, body);
    const BodyContactValues contact = readBodyContact(o);
    body.friction = contact.friction;
    body.stickiness = contact.stickiness;
    body.stickDistance = contact.stickDistance;
    body.bodyFriction = static_cast<float>(o.number("body_friction", kCoulombFrictions, body.bodyFriction));
    body.restitution = static_cast<float>(o.number("restitution", {0, 1}, body.restitution));
    body.look.colour = o.colour("colour", body.look.colour);
    body.look.visible = o.boolean("visible", true);
    reader.bodies.add(body.name);
    bodies.push_back(std::move(body));
  }
}

}  // namespace ooze
