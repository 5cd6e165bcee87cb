// Reads a dropped mesh file and measures the mesh before it is added to a world.
#pragma once

#include "ooze/base/cancellation_token.h"
#include "ooze/geometry/mesh.h"

#include "ui/state/mesh_import_queue.h"

#include <filesystem>

namespace ooze {

/// Reads a mesh file, which is untrusted input.
/// @throws InputError in one line: missing, not readable, a folder, too large, not a mesh, ...
/// @throws Cancelled if `work` is cancelled
Mesh readDroppedMesh(const std::filesystem::path& file, CancellationToken& work);

/// Measures a mesh: size, volume, preview drawing, and whether the mesh is closed.
/// @throws InputError if the mesh is flat
/// @throws Cancelled if `work` is cancelled
ui::MeshProperties computeMeshProperties(const Mesh& mesh, const CancellationToken& work);

}  // namespace ooze
