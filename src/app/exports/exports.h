// The files that a run writes of its particles and its surface, and how large they become.
#pragma once

#include "ooze/export/liquid_files.h"
#include "ooze/scene/scene.h"
#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/surface/texture_coordinates.h"
#include "ooze/world/quantity.h"
#include "ooze/world/world.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ooze {

/// What `ooze run` writes of the liquid.
struct ExportOptions {
  std::filesystem::path particles;  ///< "" none; with %04d one file a frame; .ply, .obj, .usda or .vtk
  std::filesystem::path surface;    ///< likewise; or .vdb
  std::uint64_t every = 1;          ///< frames from file to file
  SurfaceMethod surfaceMethod = SurfaceMethod::Field;  ///< a tracked one goes through every frame
  float surfaceCell = 0.25f;                           ///< side of the surface's cubes [h]
  float surfaceLevel = SurfaceSettings{}.level;
  float surfaceSmoothing = SurfaceSettings{}.smoothing;
  float surfaceShortestEdge = SurfaceSettings{}.shortestEdge;  ///< [cells]
  int surfaceRounds = SurfaceSettings{}.meshRounds;
  float surfaceNeighbours = SurfaceSettings{}.meshNeighbours;
  int surfaceNormalRounds = SurfaceSettings{}.normalRounds;
  float surfaceSteady = SteadyParticles::kReach;  ///< over the last frames, within so much [h]; 0: not
};

class Exports {
 public:
  /// @throws InputError if a name is not one that can be written
  /// @param work  if it is called off, surfaces are not built to their end; null: nobody does
  Exports(const ExportOptions& options, int threads, const LongWork* work = nullptr);

  /// Before the first frame: what the colours in the files stand for; else liquid has its own look.
  void colourBy(const Field& quantity) { colour_ = quantity; }
  /// Likewise: how liquid that carries texture coordinates gets them.
  void projectBy(const TextureProjection& projection) { projection_ = projection; }
  /// To be told after every frame: writes the files that are one a frame. @throws RunError, Cancelled
  void frame(const World& world);
  /// To be told instead of a frame that is not to be written: what rests is shown at the mean of several.
  void pass(const World& world);
  /// Writes the files that are one for the run, each whatever becomes of the other. After an interrupt the
  /// particles all the same, which takes a moment and may be all that is left of a long run, but no surface.
  /// @return "cannot write PATH: reason" for each that failed
  [[nodiscard]] std::vector<std::string> end(const World& world);

 private:
  std::vector<std::string> write(const World& world, bool particles, bool surface);
  std::span<const Vec3> follow(const Snapshot& now);
  const SurfaceMesh& meshOf(const Snapshot& now, std::span<const float> values);
  void writeMesh(const Snapshot& now, std::span<const float> values);
  [[nodiscard]] std::vector<std::uint32_t> coloursOf(std::span<const float> values) const;

  ExportOptions options_;
  const LongWork* work_;
  Threads threads_;
  SteadyParticles steady_;  ///< follows every frame, so that what is written does not depend on which are
  SurfaceBuilder builder_;
  const SurfaceMesh* mesh_ = nullptr;  ///< the builder's last one
  std::uint64_t meshFrame_ = 0;
  Field colour_ = kLookField;
  TextureProjection projection_;
  TextureLookup texture_;
  SteadyScale scale_;  ///< of the colours
};

/// As the scene's camera looks.
TextureProjection projectionOf(const CameraSpec& camera);

/// About how large a file of so many particles becomes.
/// @return bytes, right to about a fifth
std::uint64_t bytesOfParticles(ExportFormat format, std::size_t particles);
/// The same for a surface of so many triangles, which has half as many vertices.
/// @param particles  under it
std::uint64_t bytesOfSurface(ExportFormat format, std::size_t triangles, std::size_t particles);

/// How many triangles a surface may have where nothing is known but the particles: as many as a coat of honey
/// on the bunny has at coarse detail. Deep pools have fewer.
std::size_t trianglesFor(std::size_t particles);

}  // namespace ooze
