// Builds the liquid's surface as a triangle mesh and keeps the mesh on the graphics card.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/surface/texture_coordinates.h"
#include "ooze/world/snapshot.h"

#include "render/drawn_mesh.h"
#include "render/liquid_parts.h"
#include "render/render_settings.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

class LiquidSurfaceRenderer {
 public:
  /// Builds the meshes of a snapshot. Particles of slow liquid are placed at the mean of their positions in
  /// the last drawn frames of the same run (TemporalParticleFilter). A single frame uses the particles as
  /// they are.
  /// @param cell  width of a cell of the marching cubes grid, in interaction radii
  /// @param parts  liquids that get a surface of their own
  void make(const Snapshot& snapshot, const RenderSettings& settings, float cell, const LiquidParts& parts);
  /// Empties all meshes, so that nothing is drawn. Keeps the memory.
  void clear();

  [[nodiscard]] bool empty() const { return triangles() == 0; }
  /// Returns the number of triangles of the common surface of all liquids.
  [[nodiscard]] std::size_t triangles() const { return whole_.triangles(); }
  void draw() const { whole_.draw(); }
  [[nodiscard]] bool hasPattern() const { return whole_.hasPattern(); }
  /// Returns the meshes of the inner liquids of LiquidParts; empty if the picture has no parts.
  [[nodiscard]] std::span<const GpuSurfaceMesh> parts() const { return parts_; }

 private:
  std::span<const Vec3> patternCoordinates(const Snapshot& snapshot, const RenderSettings& settings,
                                           const SurfaceMesh& mesh);

  Threads threads_;
  TemporalParticleFilter steady_;
  SurfaceBuilder builder_;
  LiquidSurfaces liquids_;
  std::uint64_t steadyFrom_ = 0;
  std::vector<float> values_;
  InitialPositionField texture_;
  std::vector<Vec3> pattern_;
  GpuSurfaceMesh whole_;
  std::vector<GpuSurfaceMesh> parts_;
};

}  // namespace ooze
