// Surfaces to files.
#pragma once

#include "ooze/export/export_format.h"
#include "ooze/surface/surface_mesh.h"

#include <filesystem>
#include <span>

namespace ooze {

struct LongWork;

/// Writes triangles with positions [m] and, where the mesh has them, normals, velocities for motion blur
/// [m/s], colours (sRGB; linear in USDA) and materials; OBJ has neither velocities nor materials. A mesh of
/// no triangles is a valid file. Written to a temporary name, then renamed; the format goes by the extension.
/// @param colours  to be written instead of the mesh's; empty: the mesh's
/// @param work  if it is called off, nothing is written and Cancelled thrown (base/long_work.h)
/// @throws InputError as exportFormat(); RunError "cannot write PATH: reason"
void writeSurface(const std::filesystem::path& path, const SurfaceMesh& mesh, const ExportMoment& moment,
                  std::span<const std::uint32_t> colours = {}, const LongWork* work = nullptr);

}  // namespace ooze
