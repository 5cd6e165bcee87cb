// Commands that bring a mesh file into a world: bodies.add_mesh and liquid.add_mesh.
#pragma once

#include "ooze/base/math.h"
#include "ooze/world/command.h"

namespace ooze {

/// The kind parameter of bodies.add_mesh.
enum class MeshKind { Collider = 0, Mould = 1, Dynamic = 2 };

/// Returns the orientation of a mesh that is rotated about z, then about x, then about y.
/// @param degrees  angles about x, y and z [degrees]
/// @return a unit quaternion
Quat meshRotation(const Vec3& degrees);

/// Reads the mesh file of a command and computes the signed distance field, as World::submit() would. The
/// samples are cached on disk, so that submitting the command afterwards is fast. Large meshes take seconds;
/// may be called on any thread.
/// @param command            bodies.add_mesh or liquid.add_mesh with all its values; other commands do
///                           nothing
/// @param interactionRadius  h of the world, which sets the grid spacing [m]
/// @throws InputError in one line if the file is no mesh, or not a mesh that the command can use
void prepareMesh(const Command& command, float interactionRadius);

}  // namespace ooze
