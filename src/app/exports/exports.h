// Files of a run: particles and surfaces, and estimates of the file sizes.
#pragma once

#include "ooze/export/liquid_files.h"
#include "ooze/scene/scene.h"
#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/surface/texture_coordinates.h"
#include "ooze/world/quantity.h"
#include "ooze/world/world.h"

#include "export/vtk_series.h"
#include "surface/liquid_surfaces.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ooze {

/// Options of the exported particles and surface.
struct ExportOptions {
  /// Particle file, .ply, .obj, .usda or .vtk; with %04d a file per frame; "" for none.
  std::filesystem::path particles;
  std::filesystem::path surface;  ///< surface file, as for particles, also .vdb; "" for none
  std::uint64_t every = 1;        ///< interval between exported frames [frames]
  SurfaceMethod surfaceMethod = SurfaceMethod::Field;  ///< a tracked level set visits every frame
  float surfaceCell = 0.25f;  ///< edge length of a marching cubes cell [interaction radii h]
  float surfaceLevel = SurfaceSettings{}.level;
  float surfaceSmoothing = SurfaceSettings{}.smoothing;
  float surfaceShortestEdge = SurfaceSettings{}.shortestEdge;  ///< shorter mesh edges are collapsed [cells]
  int surfaceRounds = SurfaceSettings{}.meshRounds;
  float surfaceNeighbours = SurfaceSettings{}.meshNeighbours;
  int surfaceNormalRounds = SurfaceSettings{}.normalRounds;
  bool surfacePressed = false;  ///< presses films into the solids below, for renderers that trace rays
  float surfaceSteady = TemporalParticleFilter::kReach;  ///< reach of temporal smoothing [h]; 0 for none
};

/// Writes the particle and surface files of one run.
class Exports {
 public:
  /// Checks the options.
  /// @param work  cancellation token: cancelling stops building surfaces; null for none
  /// @throws InputError if a file name cannot be written
  Exports(const ExportOptions& options, int threads, const CancellationToken* work = nullptr);

  /// Chooses the colour field of the files. Without a call, the liquid has its own look. Call before the
  /// first frame.
  void setColourField(const Field& quantity) { colour_ = quantity; }
  /// Sets how texture coordinates are projected onto the liquid. Call before the first frame.
  void setProjection(const TextureProjection& projection) { projection_ = projection; }
  /// Writes the files of the current frame if particles or surface have a file per frame. Call after every
  /// frame.
  /// @throws RunError, Cancelled
  void frame(const World& world);
  /// Call instead of frame() for a frame that is not exported. Surfaces depend on earlier frames: resting
  /// particles are averaged over several frames, and a tracked level set visits every frame.
  void skipFrame(const World& world);
  /// Writes the lists of VTK sequences (VtkSeries) up to the present frame.
  /// @return "cannot write PATH: reason" for each list that failed
  [[nodiscard]] std::vector<std::string> writeSeries() const;
  /// Writes the files that exist once per run and the lists of sequences, even if writing others fails. After
  /// an interrupt still writes the particles, which is quick and may be all that is left of a long run, but
  /// no surface.
  /// @return "cannot write PATH: reason" for each file that failed
  [[nodiscard]] std::vector<std::string> end(const World& world);

 private:
  std::vector<std::string> write(const World& world, bool particles, bool surface);
  std::span<const Vec3> follow(const Snapshot& now);
  const SurfaceMesh& meshOf(const Snapshot& now, std::span<const float> values);
  /// Returns the surface of each liquid for a VDB file with several liquids, else nothing. Valid until the
  /// next call.
  std::vector<NamedLiquid> liquidsOf(const Snapshot& now);
  void writeMesh(const Snapshot& now, std::span<const float> values);
  [[nodiscard]] std::vector<std::uint32_t> coloursOf(std::span<const float> values) const;

  ExportOptions options_;
  const CancellationToken* work_;
  Threads threads_;
  TemporalParticleFilter steady_;  ///< follows every frame, so that a file does not depend on which frames
                                   ///< are exported
  SurfaceBuilder builder_;
  std::vector<LiquidSurfaces> liquids_;  ///< builders of the surfaces of single liquids
  std::vector<VtkSeries> series_;        ///< a list for each sequence of VTK files
  const SurfaceMesh* mesh_ = nullptr;    ///< last mesh of the builder
  std::uint64_t meshFrame_ = 0;
  Field colour_ = kLookField;
  TextureProjection projection_;
  InitialPositionField texture_;
  SmoothedScale scale_;  ///< value range of the colour field
};

/// Returns the texture projection along the view direction of the scene's camera.
TextureProjection projectionOf(const CameraSpec& camera);

/// Estimates the size of a particle file.
/// @return size of the file [bytes], correct to about a fifth
std::uint64_t estimateParticleBytes(ExportFormat format, std::size_t particles);
/// Estimates the size of a surface file with this many triangles and half as many vertices.
/// @param particles  number of particles below the surface
/// @return size of the file [bytes]
std::uint64_t estimateSurfaceBytes(ExportFormat format, std::size_t triangles, std::size_t particles);

/// Estimates the number of triangles of a surface from the number of particles. The estimate fits a coat of
/// honey on the bunny at coarse detail; deep pools have fewer triangles.
std::size_t estimateTriangles(std::size_t particles);

}  // namespace ooze
