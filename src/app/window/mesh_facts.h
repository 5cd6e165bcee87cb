// What the window tells of a mesh file before it goes into a world.
#pragma once

#include "ooze/base/long_work.h"
#include "ooze/geometry/mesh.h"

#include "ui/mesh_desk.h"

#include <filesystem>

namespace ooze {

/// Reads a mesh file that anyone may have dropped.
/// @throws InputError in one line: missing, not readable, a folder, too large, not a mesh, ...
/// @throws Cancelled
Mesh readDroppedMesh(const std::filesystem::path& file, LongWork& work);

/// @throws InputError if the mesh is flat
/// @throws Cancelled
ui::MeshFacts factsOf(const Mesh& mesh, const LongWork& work);

}  // namespace ooze
