// Bodies that commands add to a world, with the data to make each body again when a save is restored.
#pragma once

#include "ooze/geometry/solid_shape.h"

#include "world/commands/command_scope.h"
#include "world/parts/mesh_store.h"

namespace ooze {

struct AddedBody {
  SolidShape::SolidKind kind = SolidShape::SolidKind::Sphere;
  Motion motion = Motion::Dynamic;
  float size = 0.f;          ///< size of the body, as the command states it [m]
  std::uint32_t number = 0;  ///< number at the end of the body's name
  std::string mesh{};        ///< the mesh file named by the command; empty for analytic shapes. `size` is the
                             ///< height of a mesh
};

/// Returns the body that a command adds, without its number.
AddedBody addedBodyOf(const AddMeshBody& command);

/// Returns the rotation of a mesh. @param degrees  angles of meshRotation(); unset: no rotation
Quat rotationOfMesh(const std::optional<Vec3>& degrees);

/// Makes the body of a description.
/// @throws InputError if no such shape exists, or the mesh file is gone
Body makeAddedBody(const AddedBody& what, MeshStore& meshes);

/// Reads and checks the mesh file of a command, and replaces the file's path by file name and content
/// hash. Other commands are returned unchanged.
/// @throws InputError in one line if the mesh cannot be used
Command resolveMeshFile(Command command, MeshStore& meshes);

}  // namespace ooze
