#include "world/added_body.h"

#include "ooze/base/error.h"

#include <array>
#include <cstdint>

namespace ooze {
namespace {

// Told apart in the picture: one after the other. As in BodyLook.
constexpr std::array<std::uint32_t, 6> kColours{0xff4a63d9, 0xffd6e1e6, 0xffb0784a,
                                                0xff3aa6e0, 0xff6b9b5b, 0xffa8688a};

Vec3 sizeOf(const AddedBody& what) {
  switch (what.kind) {
    case SolidShape::Kind::Sphere:
    case SolidShape::Kind::Box:
    case SolidShape::Kind::Capsule:
    case SolidShape::Kind::Cylinder:
      return Vec3(what.size);  // each takes of it what it needs
    default:
      throw InputError("an added body is a sphere, a box, a capsule or a cylinder");
  }
}

}  // namespace

AddedBody addedBodyOf(TargetField field, float size) {
  using Kind = SolidShape::Kind;
  switch (field) {
    case TargetField::AddBox:
      return {Kind::Box, Motion::Dynamic, size};
    case TargetField::AddCapsule:
      return {Kind::Capsule, Motion::Dynamic, size};
    case TargetField::AddCylinder:
      return {Kind::Cylinder, Motion::Dynamic, size};
    case TargetField::AddColliderSphere:
      return {Kind::Sphere, Motion::Static, size};
    case TargetField::AddColliderBox:
      return {Kind::Box, Motion::Static, size};
    case TargetField::AddColliderCapsule:
      return {Kind::Capsule, Motion::Static, size};
    case TargetField::AddColliderCylinder:
      return {Kind::Cylinder, Motion::Static, size};
    default:
      return {Kind::Sphere, Motion::Dynamic, size};
  }
}

Body makeAddedBody(const AddedBody& what) {
  SolidShape solid;
  solid.kind = what.kind;
  solid.size = sizeOf(what);
  Body body = makeBody(addedBodyName(what.number, what.motion), solid, what.motion);
  // What is placed keeps the colour of the scene's solids.
  if (what.motion == Motion::Dynamic) body.look.colour = kColours[what.number % kColours.size()];
  return body;
}

}  // namespace ooze
