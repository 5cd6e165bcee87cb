// Exports particles and surface meshes to files for other programs.
#pragma once

#include "ooze/base/installation.h"
#include "ooze/surface/surface_mesh.h"
#include "ooze/world/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>

namespace ooze {

struct CancellationToken;
class Threads;

/// Selects the particles or the surface mesh of a liquid.
enum class Exported { Particles, Surface };

/// File formats of exported particles and surfaces.
enum class ExportFormat {
  Ply,   ///< binary little-endian PLY
  Obj,   ///< Wavefront OBJ, text, with the common extension of colours after positions
  Usda,  ///< Universal Scene Description, text
  Vtk,   ///< legacy VTK, binary
  Vdb,   ///< OpenVDB, binary: surfaces as level sets
};

/// Returns the format for the extension of a file name. Extensions are lower case.
/// @throws InputError "cannot write particles to p.xyz: the name must end in .ply, .obj, .usda or .vtk";
///         also for .vdb if `what` is particles or OpenVDB is missing
ExportFormat exportFormat(const std::filesystem::path& name, Exported what);

/// The moment of the simulation that a file shows.
struct ExportMoment {
  std::uint64_t frame = 0;        ///< frame number, 0 at the start of the run
  double time = 0.0;              ///< simulated time [s]
  double framesPerSecond = 60.0;  ///< number of frames per simulated second [1/s]
};

/// The surface of one liquid of several, for a grid of its own in an OpenVDB volume.
struct NamedLiquid {
  std::string_view name;              ///< name of the liquid's material
  const SurfaceMesh* mesh = nullptr;  ///< closed surface of this liquid alone; never null
};

/// Input for an OpenVDB volume in addition to the surface mesh. Spans and threads must outlive the call.
struct VolumeSource {
  float cell = 0.f;                  ///< voxel size, positive; ideally the cell size of the surface [m]
  std::span<const Vec3> positions;   ///< positions of the particle centres [m]
  std::span<const Vec3> velocities;  ///< particle velocities, as many as positions, or empty [m/s]
  float reach = 0.f;                 ///< radius within which a particle contributes to the velocity grid [m]
  const Threads* threads = nullptr;  ///< thread pool; null runs on one thread
  std::span<const NamedLiquid> liquids{};  ///< each liquid of several; empty if there is one liquid only
};

/// Texture coordinates of a surface mesh, one per vertex. The spans must outlive the call.
struct SurfaceTexture {
  std::span<const Vec2> coordinates;  ///< texture coordinates of each vertex: s to the right, t upwards [1]
  std::span<const Vec3> initial;      ///< initial position of the liquid at each vertex [m]
};

/// Writes particles to a file; the extension chooses the format. The file holds positions [m], velocities
/// over the last frame [m/s], ids, materials, colours (sRGB; linear in USDA), the particles' radius [m], and
/// each field of the snapshot, under the field's key and in the method's own unit. OBJ holds positions and
/// colours only. A file without particles is valid. The write is atomic: a temporary file is renamed at the
/// end.
/// @param path     an existing file is replaced; the folder must exist
/// @param colours  one per particle, 0xAABBGGRR in sRGB; replace the colours of the snapshot. Empty keeps the
///                 snapshot's
/// @param work     cancellation token; null cannot be cancelled
/// @throws InputError as exportFormat()
/// @throws RunError "cannot write PATH: reason" if the file cannot be written or a number is not finite
/// @throws Cancelled (base/cancellation_token.h) if cancelled; nothing is written then
void writeParticles(const std::filesystem::path& path, const Snapshot& snapshot,
                    std::span<const std::uint32_t> colours = {}, const CancellationToken* work = nullptr);

/// Writes a triangle mesh to a file; the extension chooses the format. The file holds positions [m] and, if
/// the mesh has them, normals, velocities for motion blur [m/s], colours (sRGB; linear in USDA) and
/// materials. OBJ has neither velocities nor materials. Texture coordinates are s and t in PLY, vt in OBJ,
/// primvars:st in USDA (which also has the initial positions, as primvars:rest) and st in VTK. A mesh without
/// triangles is valid. The write is atomic: a temporary file is renamed at the end.
///
/// VDB holds grids instead of triangles. "surface" is the narrow-band level set (signed distance field)
/// of the closed mesh, 3 voxels to either side [m]. "velocity" is a collocated grid [m/s] on the same voxels
/// and inside the liquid within the particles' reach. "surface_NAME" is the level set of one liquid alone,
/// for each of VolumeSource::liquids. Equal input gives equal bytes.
/// @param path     an existing file is replaced; the folder must exist
/// @param colours  one per vertex, 0xAABBGGRR in sRGB; replace the colours of the mesh. Empty keeps the
///                 mesh's
/// @param work     cancellation token; null cannot be cancelled
/// @param filling  for VDB alone
/// @param texture  as many entries as the mesh has vertices; null if the liquid has no texture coordinates
/// @throws InputError as exportFormat()
/// @throws RunError "cannot write PATH: reason" if the file cannot be written or a number is not finite
/// @throws Cancelled (base/cancellation_token.h) if cancelled; nothing is written then
/// @throws std::invalid_argument for VDB, if the voxels are too small for a mesh so far from the origin
void writeSurface(const std::filesystem::path& path, const SurfaceMesh& mesh, const ExportMoment& moment,
                  std::span<const std::uint32_t> colours = {}, const CancellationToken* work = nullptr,
                  const VolumeSource& filling = {}, const SurfaceTexture* texture = nullptr);

}  // namespace ooze
