// The liquid's surface as triangles on the graphics card.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/world/snapshot.h"

#include "render/gl_objects.h"
#include "render/render_settings.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ooze {

class DrawnSurface {
 public:
  DrawnSurface();

  /// Where liquid is slow, its particles are drawn at the mean of where they were in the last frames that
  /// were drawn, as far as these are of the same run: a picture of one frame alone is of that frame's
  /// particles.
  /// @param cell  side of a cube of the grid, in interaction radii
  void make(const Snapshot& snapshot, const RenderSettings& settings, float cell);
  /// Nothing is to be drawn; memory is kept.
  void clear() { indices_ = 0; }

  [[nodiscard]] bool empty() const { return indices_ == 0; }
  [[nodiscard]] std::size_t triangles() const { return static_cast<std::size_t>(indices_) / 3; }
  void draw() const;

 private:
  struct Vertex {
    Vec3 position, normal;
    std::array<std::uint32_t, 2> colours;  // square root of the linear colour; alpha: index of the look
    float lead;  // of the first over the second: where it changes its sign the liquids meet
  };
  class Palette;

  void paint(const SurfaceMesh& mesh, const Palette& palette);
  /// Triangles through which a border runs get corners of their own.
  void paintBorders(const SurfaceMesh& mesh, const Palette& palette);
  /// Corners with a normal of their own, too.
  void split(const std::vector<Crease>& creases);

  Threads threads_;
  SteadyParticles steady_;
  SurfaceBuilder builder_;
  std::uint64_t steadyFrom_ = 0;
  std::vector<Vertex> vertices_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  std::vector<float> values_;
  VertexArray array_;
  Buffer vertexBuffer_, triangleBuffer_;
  GLsizei indices_ = 0;
};

}  // namespace ooze
