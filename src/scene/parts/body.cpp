// Bodies of a scene: static, kinematic and dynamic solids.
#include "scene/parts/parts.h"

#include <algorithm>
#include <limits>

namespace ooze::parts {
namespace {

constexpr float kRestSpeed = 1e-3f;      // slower bodies count as at rest [m/s, rad/s]
constexpr float kZeroComponent = 1e-6f;  // smaller velocity components are written as 0 [m/s, rad/s]

/// A velocity of a body. The velocity of a body at rest is not written.
struct BodySpeed : Vector {
  Written write(const WriteContext&, const Vec3& speed) const {
    if (glm::length(speed) < kRestSpeed) return {};
    return shortest(speed * Vec3(glm::greaterThan(glm::abs(speed), Vec3(kZeroComponent))));
  }
};

const Part<PoseKey>& poseKeyPart() {
  static const Part<PoseKey> kPart = [] {
    std::vector<MemberRow<Pose>> pose = poseRows();
    pose.front().presence = Presence::Required;
    return Part<PoseKey>{"", "a key of a body", "",
                         rowsOf<PoseKey>(member("time", &PoseKey::time, Time(), "s", "").required(),
                                         rowsWithin<PoseKey>(pose, &PoseKey::pose))};
  }();
  return kPart;
}

/// Returns the members that place a body without keys.
std::vector<MemberRow<Pose>> placeRows() {
  std::vector<MemberRow<Pose>> rows = poseRows();
  for (MemberRow<Pose>& row : rows) row.replacedBy = "keys";
  return rows;
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
  if (!findMethod(world.method).pairFunctions) return;
  const auto least = static_cast<float>(restSpacing(world, 0));
  const float thickness = thicknessOf(body.solid);
  if (thickness >= least) return;
  reader.scene.notes.push_back(
      fmt::format("{}body \"{}\" is {:.2g} mm thick, less than the {:.2g} mm of a particle: liquid "
                  "cannot pass, but liquids on its two sides attract and drag each other",
                  placeOf(reader, o.lineOf("shape")), body.name, 1e3f * thickness, 1e3f * least));
}

/// Checks where the body is, or takes the place from the keyframes of a kinematic body.
void checkPlace(const JsonObject& o, Body& body) {
  if (body.motion == Motion::Kinematic) {
    if (body.keys.empty()) o.fail("a kinematic body needs the key \"keys\"");
    if (o.find("position") || o.find("rotation"))
      o.fail("a kinematic body takes position and rotation from its \"keys\"; remove the others");
    body.pose = body.keys.front().pose;
  } else if (!body.keys.empty()) {
    o.fail(
        fmt::format("a {} body must not have \"keys\"; set \"motion\" to \"kinematic\", or remove the keys",
                    body.motion == Motion::Static ? "static" : "dynamic"));
  }
  body.previousPose = body.pose;
}

void checkBody(SceneReader& reader, const JsonObject& o, BodyEntry& body) {
  body.solid = std::move(body.form.solid);
  body.shape = std::move(body.form.shape);
  warnIfTooThin(reader, o, body);
  checkPlace(o, body);
  const bool isUnbuiltMesh = body.solid.kind == SolidShape::SolidKind::Mesh && !body.solid.mesh;
  if (body.motion != Motion::Dynamic || isUnbuiltMesh) return;
  try {
    body.unitMass = massProperties(body.solid);
  } catch (const InputError& e) {
    o.file().fail(o.lineOf("shape"), fmt::format("this body cannot be dynamic: {}", e.what()));
  }
}

}  // namespace

const Part<BodyEntry>& bodyPart() {
  using E = BodyEntry;
  static const Part<E> kPart{
      "body", "a body", "A solid.",
      rowsOf<E>(
          member<E>("name", &E::name, Name(), "", "Name in commands. Default: \"body\" and its number.")
              .shown(),
          member<E>("motion", &E::motion, WordKind{{"static", "kinematic", "dynamic"}}, "",
                    "A kinematic body follows keys. A dynamic body is moved by forces."),
          member<E>("shape", &E::form, ShapeKind{true}, "", "").required(),
          member<E>("present", &E::present, Flag(), "",
                    "A body that is not present stays out of the world until a command adds it."),
          member<E>("keys", &E::keys, KeyList<PoseKey>{poseKeyPart, KeyOrder::Jumps}, "",
                    "Keys of a kinematic body, in ascending order of time. The motion is smooth and does not "
                    "overshoot the keys. Two keys at the same time are a jump."),
          rowsWithin<E>(placeRows(), &E::pose),
          member<E>("density", &E::density, NumberKind(1, 1e5), "kg/m^3", "Density of a dynamic body.")
              .shown()
              .onlyIf("motion", {"dynamic"}, "a dynamic body"),
          member<E>("velocity", &E::velocity, BodySpeed{{kSpeedRange}}, "m/s",
                    "Initial velocity of the centre of mass of a dynamic body.")
              .onlyIf("motion", {"dynamic"}, "a dynamic body"),
          member<E>("angular_velocity", &E::angularVelocity, BodySpeed{{{-1000, 1000}}}, "rad/s",
                    "Initial angular velocity of a dynamic body.")
              .onlyIf("motion", {"dynamic"}, "a dynamic body"),
          member<E>(
              "colour", [](auto& e) -> auto& { return e.look.colour; }, Colour(), "", "Drawn colour."),
          member<E>(
              "visible", [](auto& e) -> auto& { return e.look.visible; }, Flag(), "",
              "Whether the body is drawn."),
          contactRows<E>(),
          member<E>("body_friction", &E::bodyFriction, NumberKind(0, 10), "1",
                    "Coefficient of Coulomb friction against other bodies. A contact uses the geometric mean "
                    "of both bodies."),
          member<E>("restitution", &E::restitution, NumberKind(0, 1), "1",
                    "Coefficient of restitution: 0 is inelastic, 1 is elastic. A contact uses the larger "
                    "value of both bodies.")),
      checkBody};
  return kPart;
}

void readBodies(SceneReader& reader, const JsonValue& list) {
  std::vector<Body>& bodies = reader.scene.world.bodies;
  UniqueNames names(reader.file, reader.bodies);
  for (const JsonValue& item : itemsOf(reader.file, list, "bodies")) {
    BodyEntry body;
    body.name = fmt::format("body {}", bodies.size() + 1);
    readPart(reader, item, bodyPart(), body);
    names.add(item, body.name);
    bodies.push_back(std::move(body));
  }
}

}  // namespace ooze::parts
