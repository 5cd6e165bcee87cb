#include "world/parts/added_body.h"

#include "ooze/base/error.h"
#include "ooze/world/command.h"

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

}  // namespace

AddedBody addedBodyOf(const AddMeshBody& command) {
  return {command.kind == MeshKind::Mould ? SolidShape::SolidKind::Mould : SolidShape::SolidKind::Mesh,
          command.kind == MeshKind::Dynamic ? Motion::Dynamic : Motion::Static, command.height, 0,
          command.file};
}

Quat meshRotation(const Vec3& degrees) {
  const Vec3 angle = glm::radians(degrees);
  const auto about = [](float a, const Vec3& axis) { return glm::angleAxis(a, axis); };
  return about(angle.y, {0.f, 1.f, 0.f}) * about(angle.x, {1.f, 0.f, 0.f}) * about(angle.z, {0.f, 0.f, 1.f});
}

Quat rotationOfMesh(const std::optional<Vec3>& degrees) {
  return degrees ? meshRotation(*degrees) : Quat{1.f, 0.f, 0.f, 0.f};
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
    const ScaledMesh& mesh = meshes.get(what.mesh, what.kind, what.size, ScaledMeshUse::Obstacle);
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

Command resolveMeshFile(Command command, MeshStore& meshes) {
  const std::string* given = meshFileOf(command);
  if (!given) return command;
  setMeshFile(command, meshes.named(*given));
  const std::string& file = *meshFileOf(command);
  if (const auto* fill = std::get_if<FillMesh>(&command)) {
    (void)meshes.get(file, SolidShape::SolidKind::Mesh, fill->height, ScaledMeshUse::Volume);
    return command;
  }
  try {
    (void)makeAddedBody(addedBodyOf(std::get<AddMeshBody>(command)), meshes);
  } catch (const InputError& e) {
    const std::string path = findMeshFile(file).string(), why = e.what();
    throw InputError(why.starts_with(path) ? why : path + ": " + why);
  }
  return command;
}

}  // namespace ooze
