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

SolidShape::Kind addedKind(TargetField field) {
  switch (field) {
    case TargetField::AddBox:
      return SolidShape::Kind::Box;
    case TargetField::AddCapsule:
      return SolidShape::Kind::Capsule;
    case TargetField::AddCylinder:
      return SolidShape::Kind::Cylinder;
    default:
      return SolidShape::Kind::Sphere;
  }
}

Body makeAddedBody(const AddedBody& what, std::size_t number) {
  SolidShape solid;
  solid.kind = what.kind;
  solid.size = sizeOf(what);
  Body body = makeBody(addedBodyName(number), solid, Motion::Dynamic);
  body.look.colour = kColours[number % kColours.size()];
  return body;
}

}  // namespace ooze
