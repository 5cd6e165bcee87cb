// The liquid's surface as triangles on the graphics card.
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

class DrawnSurface {
 public:
  /// Where liquid is slow, its particles are drawn at the mean of where they were in the last frames that
  /// were drawn, as far as these are of the same run: a picture of one frame alone is of that frame's
  /// particles.
  /// @param cell  side of a cube of the grid, in interaction radii
  /// @param parts  that get a surface of their own
  void make(const Snapshot& snapshot, const RenderSettings& settings, float cell, const LiquidParts& parts);
  /// Nothing is to be drawn; memory is kept.
  void clear();

  [[nodiscard]] bool empty() const { return triangles() == 0; }
  /// Of the surface of all liquid.
  [[nodiscard]] std::size_t triangles() const { return whole_.triangles(); }
  void draw() const { whole_.draw(); }
  [[nodiscard]] bool hasPattern() const { return whole_.hasPattern(); }
  /// Of LiquidParts; empty where a picture has none.
  [[nodiscard]] std::span<const DrawnMesh> parts() const { return parts_; }

 private:
  std::span<const Vec3> patternOf(const Snapshot& snapshot, const RenderSettings& settings,
                                  const SurfaceMesh& mesh);

  Threads threads_;
  SteadyParticles steady_;
  SurfaceBuilder builder_;
  LiquidSurfaces liquids_;
  std::uint64_t steadyFrom_ = 0;
  std::vector<float> values_;
  TextureLookup texture_;
  std::vector<Vec3> pattern_;
  DrawnMesh whole_;
  std::vector<DrawnMesh> parts_;
};

}  // namespace ooze
