// A body that a command brought into the world: what it takes to make it again when a save is restored.
#pragma once

#include "ooze/geometry/solid_shape.h"

#include "world/targets.h"

namespace ooze {

struct AddedBody {
  SolidShape::Kind kind = SolidShape::Kind::Sphere;
  Motion motion = Motion::Dynamic;
  float size = 0.f;          ///< as in Command [m]
  std::uint32_t number = 0;  ///< in its name
};

/// The shape and the motion that a command's target asks for.
AddedBody addedBodyOf(TargetField field, float size);

/// @throws InputError if there is no such shape
Body makeAddedBody(const AddedBody& what);

}  // namespace ooze
