// A body that a command dropped into the world: what it takes to make it again when a save is restored.
#pragma once

#include "ooze/geometry/solid_shape.h"

#include "world/targets.h"

namespace ooze {

struct AddedBody {
  SolidShape::Kind kind = SolidShape::Kind::Sphere;
  float size = 0.f;  ///< as in Command [m]
};

/// The shape that a command's target asks for.
SolidShape::Kind addedKind(TargetField field);

/// @param number  of the body among those added, from 1
/// @throws InputError if there is no such shape
Body makeAddedBody(const AddedBody& what, std::size_t number);

}  // namespace ooze
