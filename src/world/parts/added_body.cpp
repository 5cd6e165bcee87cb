#include "world/parts/added_body.h"

#include "ooze/base/error.h"
#include "ooze/world/mesh_command.h"

#include <array>
#include <cstdint>

namespace ooze {
namespace {

// Colours of added bodies, used in turn so that neighbours look different. Format as in BodyLook.
constexpr std::array<std::uint32_t, 6> kColours{0xff4a63d9, 0xffd6e1e6, 0xffb0784a,
                                                0xff3aa6e0, 0xff6b9b5b, 0xffa8688a};

Vec3 sizeOf(const AddedBody& what) {
  switch (what.kind) {
    case SolidShape::SolidKind::Sphere:
    case SolidShape::SolidKind::Box:
    case SolidShape::SolidKind::Capsule:
    case SolidShape::SolidKind::Cylinder:
      return Vec3(what.size);  // each shape uses the components that apply
    default:
      throw InputError("an added body is a sphere, a box, a capsule or a cylinder");
  }
}

AddedBody analyticBodyOf(TargetField field, float size) {
  using Kind = SolidShape::SolidKind;
  switch (field) {
    case TargetField::AddBox:
      return {.kind = Kind::Box, .motion = Motion::Dynamic, .size = size};
    case TargetField::AddCapsule:
      return {.kind = Kind::Capsule, .motion = Motion::Dynamic, .size = size};
    case TargetField::AddCylinder:
      return {.kind = Kind::Cylinder, .motion = Motion::Dynamic, .size = size};
    case TargetField::AddColliderSphere:
      return {.kind = Kind::Sphere, .motion = Motion::Static, .size = size};
    case TargetField::AddColliderBox:
      return {.kind = Kind::Box, .motion = Motion::Static, .size = size};
    case TargetField::AddColliderCapsule:
      return {.kind = Kind::Capsule, .motion = Motion::Static, .size = size};
    case TargetField::AddColliderCylinder:
      return {.kind = Kind::Cylinder, .motion = Motion::Static, .size = size};
    default:
      return {.kind = Kind::Sphere, .motion = Motion::Dynamic, .size = size};
  }
}

}  // namespace

AddedBody addedBodyOf(const Command& command, TargetField field) {
  const float size = command.values[3];
  if (field != TargetField::AddMesh) return analyticBodyOf(field, size);
  const auto kind = static_cast<MeshKind>(static_cast<int>(command.values[4]));
  return {kind == MeshKind::Mould ? SolidShape::SolidKind::Mould : SolidShape::SolidKind::Mesh,
          kind == MeshKind::Dynamic ? Motion::Dynamic : Motion::Static, size, 0, command.text};
}

Quat meshRotation(const Vec3& degrees) {
  const Vec3 angle = glm::radians(degrees);
  const auto about = [](float a, const Vec3& axis) { return glm::angleAxis(a, axis); };
  return about(angle.y, {0.f, 1.f, 0.f}) * about(angle.x, {1.f, 0.f, 0.f}) * about(angle.z, {0.f, 0.f, 1.f});
}

Quat rotationOfMesh(const Command& command) {
  const std::size_t first = command.target == "liquid.add_mesh" ? 5 : 6;
  const std::vector<float>& v = command.values;
  if (v.size() < first + 3) return {1.f, 0.f, 0.f, 0.f};
  return meshRotation({v[first], v[first + 1], v[first + 2]});
}

Body makeAddedBody(const AddedBody& what, MeshStore& meshes) {
  const std::string name = addedBodyName(what.number, what.motion);
  Body body;
  if (what.mesh.empty()) {
    SolidShape solid;
    solid.kind = what.kind;
    solid.size = sizeOf(what);
    body = makeBody(name, solid, what.motion);
  } else {
    const ScaledMesh& mesh = meshes.get(what.mesh, what.kind, what.size);
    body.name = name;
    body.meshFile = findMeshFile(what.mesh);
    body.solid = mesh.solid;
    body.shape = mesh.shape;
    body.motion = what.motion;
    if (what.motion == Motion::Dynamic) body.unitMass = massProperties(mesh.solid);
  }
  // Static bodies keep the colour of the scene's solids.
  if (what.motion == Motion::Dynamic) body.look.colour = kColours[what.number % kColours.size()];
  return body;
}

Command resolveMeshFile(const Command& command, MeshStore& meshes) {
  const bool ofBody = command.target == "bodies.add_mesh";
  if (!ofBody && command.target != "liquid.add_mesh") return command;
  Command read = command;
  read.text = meshes.named(command.text);
  if (!ofBody) {
    (void)meshes.get(read.text, SolidShape::SolidKind::Mesh, command.values[3]);
    return read;
  }
  try {
    (void)makeAddedBody(addedBodyOf(read, TargetField::AddMesh), meshes);
  } catch (const InputError& e) {
    const std::string file = findMeshFile(read.text).string(), why = e.what();
    throw InputError(why.starts_with(file) ? why : file + ": " + why);
  }
  return read;
}

}  // namespace ooze
