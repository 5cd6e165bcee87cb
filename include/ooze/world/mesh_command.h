// Commands that bring a mesh file into a world: bodies.add_mesh and liquid.add_mesh.
#pragma once

#include "ooze/base/math.h"
#include "ooze/world/command.h"

namespace ooze {

/// The kinds of bodies.add_mesh.
enum class MeshKind { Collider = 0, Mould = 1, Dynamic = 2 };

/// The orientation of a mesh that is rolled about z, then tilted about x, then turned about y.
/// @param degrees  about x, y and z
Quat meshTurn(const Vec3& degrees);

/// Reads the mesh of such a command and samples it as World::submit() would, and keeps the samples on disk,
/// so that submitting it then takes milliseconds. Takes seconds for a large mesh; may be called on any
/// thread.
/// @param interactionRadius  of the world [m]
/// @throws InputError in one line if the file is no mesh, or not one that the command can use
void prepareMesh(const Command& command, float interactionRadius);

}  // namespace ooze
