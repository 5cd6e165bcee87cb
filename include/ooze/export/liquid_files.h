// Particles and surfaces to files.
#pragma once

#include "ooze/base/installation.h"
#include "ooze/surface/surface_mesh.h"
#include "ooze/world/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <span>

namespace ooze {

struct LongWork;
class Threads;

/// What a file holds.
enum class Exported { Particles, Surface };

/// The kinds of files that particles and surfaces are written as.
enum class ExportFormat {
  Ply,   ///< binary little-endian PLY
  Obj,   ///< Wavefront OBJ, text, with the common extension of colours behind positions
  Usda,  ///< Universal Scene Description, text
  Vtk,   ///< legacy VTK, binary
  Vdb,   ///< OpenVDB, binary: surfaces as level sets
};

/// By the extension of the name.
/// @throws InputError "cannot write particles to p.xyz: the name must end in .ply, .obj, .usda or .vtk";
///         likewise where OpenVDB is missing
ExportFormat exportFormat(const std::filesystem::path& name, Exported what);

/// The moment that a file shows.
struct ExportMoment {
  std::uint64_t frame = 0;        ///< frame number, 0 at the start of the run
  double time = 0.0;              ///< [s]
  double framesPerSecond = 60.0;  ///< [1/s]
};

/// What a volume holds beside its surface.
struct SurfaceFilling {
  float cell = 0.f;                  ///< side of a voxel, positive; best the surface's own cell [m]
  std::span<const Vec3> positions;   ///< of particles [m]
  std::span<const Vec3> velocities;  ///< of each; may be empty [m/s]
  float reach = 0.f;                 ///< how far a particle's velocity is felt [m]
  const Threads* threads = nullptr;  ///< null: one
};

/// What a surface that carries a texture has at its vertices.
struct SurfaceTexture {
  std::span<const Vec2> coordinates;  ///< s to the right, t upwards [1]
  std::span<const Vec3> initial;      ///< where the liquid there was at first [m]
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
/// [m/s], colours (sRGB; linear in USDA) and materials; OBJ has neither velocities nor materials. Texture
/// coordinates are s and t in PLY, vt in OBJ, primvars:st in USDA (which has the initial positions too, as
/// primvars:rest) and st in VTK. A mesh of no triangles is a valid file. Written to a temporary name, then
/// renamed; the format goes by the extension.
///
/// VDB holds two grids instead: "surface", the level set of the triangles, which must be closed, 3 voxels to
/// either side [m]; "velocity", collocated, there and within as far as particles reach [m/s]. The same
/// liquid has the same bytes.
/// @param colours  to be written instead of the mesh's; empty: the mesh's
/// @param work  if it is called off, nothing is written and Cancelled thrown (base/long_work.h)
/// @param filling  for VDB alone
/// @param texture  as long as the mesh has vertices; null: the liquid carries none
/// @throws InputError as exportFormat(); RunError "cannot write PATH: reason"
void writeSurface(const std::filesystem::path& path, const SurfaceMesh& mesh, const ExportMoment& moment,
                  std::span<const std::uint32_t> colours = {}, const LongWork* work = nullptr,
                  const SurfaceFilling& filling = {}, const SurfaceTexture* texture = nullptr);

}  // namespace ooze
