// Particles and surfaces to files.
#pragma once

#include "ooze/surface/surface_mesh.h"
#include "ooze/world/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace ooze {

struct LongWork;

/// The kinds of files that particles and surfaces are written as.
enum class ExportFormat {
  Ply,   ///< binary little-endian PLY
  Obj,   ///< Wavefront OBJ, text, with the common extension of colours behind positions
  Usda,  ///< Universal Scene Description, text
  Vtk,   ///< legacy VTK, binary
};

/// By the extension of the name.
/// @param what  "particles", for the message
/// @throws InputError "cannot write particles to p.xyz: the name must end in .ply, .obj, .usda or .vtk"
ExportFormat exportFormat(const std::filesystem::path& name, std::string_view what);

/// The moment that a file shows.
struct ExportMoment {
  std::uint64_t frame = 0;
  double time = 0.0;              ///< [s]
  double framesPerSecond = 60.0;  ///< [1/s]
};

/// Writes positions [m], velocities over the last frame [m/s], ids, materials, colours (sRGB; linear in
/// USDA), the particles' radius [m], and each field that the snapshot has, under its key and in the method's
/// own measure; OBJ holds positions and colours only. A file of no particles is a valid file. Written to a
/// temporary name, then renamed; the format goes by the extension.
/// @param colours  to be written instead of the snapshot's; empty: the snapshot's
/// @param work  if it is called off, nothing is written and Cancelled thrown (base/long_work.h)
/// @throws InputError as exportFormat(); RunError "cannot write PATH: reason"
void writeParticles(const std::filesystem::path& path, const Snapshot& snapshot,
                    std::span<const std::uint32_t> colours = {}, const LongWork* work = nullptr);

/// Writes triangles with positions [m] and, where the mesh has them, normals, velocities for motion blur
/// [m/s], colours (sRGB; linear in USDA) and materials; OBJ has neither velocities nor materials. A mesh of
/// no triangles is a valid file. Written to a temporary name, then renamed; the format goes by the extension.
/// @param colours  to be written instead of the mesh's; empty: the mesh's
/// @param work  if it is called off, nothing is written and Cancelled thrown (base/long_work.h)
/// @throws InputError as exportFormat(); RunError "cannot write PATH: reason"
void writeSurface(const std::filesystem::path& path, const SurfaceMesh& mesh, const ExportMoment& moment,
                  std::span<const std::uint32_t> colours = {}, const LongWork* work = nullptr);

}  // namespace ooze
