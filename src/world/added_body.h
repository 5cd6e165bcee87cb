// A body that a command brought into the world: what it takes to make it again when a save is restored.
#pragma once

#include "ooze/geometry/solid_shape.h"

#include "world/mesh_store.h"
#include "world/targets.h"

namespace ooze {

struct AddedBody {
  SolidShape::Kind kind = SolidShape::Kind::Sphere;
  Motion motion = Motion::Dynamic;
  float size = 0.f;          ///< as in Command [m]
  std::uint32_t number = 0;  ///< in its name
  std::string mesh{};        ///< of meshes: the text of the command; size is the height then
};

/// What a command of this field asks for, still without its number.
AddedBody addedBodyOf(const Command& command, TargetField field);

/// How a command that brings in a mesh turns it.
Quat turnOf(const Command& command);

/// @throws InputError if there is no such shape, or no such mesh any more
Body makeAddedBody(const AddedBody& what, MeshStore& meshes);

/// A command with the mesh that it names read and found of use, and its content named in the text; others as
/// they are. @throws InputError in one line if it is of no use
Command withMeshRead(const Command& command, MeshStore& meshes);

}  // namespace ooze
