// A surface of liquid on the graphics card, and what it is painted with.
#pragma once

#include "ooze/surface/surface_mesh.h"
#include "ooze/world/quantity.h"

#include "render/gl_objects.h"
#include "render/render_settings.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// What vertices are painted with.
class SurfacePalette {
 public:
  /// @param looks   of each material, index into the rows of a LookList
  /// @param values  of the quantity that colours stand for, of all particles
  SurfacePalette(const RenderSettings& settings, std::span<const std::size_t> looks,
                 const std::vector<float>& values);

  /// Where liquids differ in what is drawn of them.
  [[nodiscard]] bool tellsLiquidsApart() const;
  /// Colours are of a pattern that the liquid carries: they change within triangles.
  [[nodiscard]] bool isPattern() const { return quantity_.kind == FieldKind::Pattern; }
  [[nodiscard]] std::uint32_t ofValue(float value, std::size_t material) const;
  /// @param colour  of the liquid itself
  [[nodiscard]] std::uint32_t ofLiquid(std::uint32_t colour, std::size_t material) const;

 private:
  [[nodiscard]] std::uint32_t lookingLike(std::uint32_t colour, std::size_t material) const;

  Field quantity_;
  std::vector<std::size_t> looks_;
  QuantityScale scale_;
  std::array<std::uint32_t, 256> colours_{};
};

/// Triangles with what surface.vert reads.
class DrawnMesh {
 public:
  DrawnMesh();

  /// @param pattern  of a pattern, each vertex's place in it [squares]
  void take(const SurfaceMesh& mesh, const SurfacePalette& palette, std::span<const Vec3> pattern = {});
  /// Whether it is to be drawn by surface_checker: with a place in a pattern at each vertex.
  [[nodiscard]] bool hasPattern() const { return !pattern_.empty(); }
  /// Nothing is to be drawn; memory is kept.
  void clear() { indices_ = 0; }
  [[nodiscard]] std::size_t triangles() const { return static_cast<std::size_t>(indices_) / 3; }
  void draw() const;

 private:
  struct Vertex {
    Vec3 position, normal;
    std::array<std::uint32_t, 2> colours;  // square root of the linear colour; alpha: index of the look
    float lead;  // of the first over the second: where it changes its sign the liquids meet
  };

  void paint(const SurfaceMesh& mesh, const SurfacePalette& palette);
  /// Triangles through which a border runs get corners of their own.
  void paintBorders(const SurfaceMesh& mesh, const SurfacePalette& palette);
  /// Corners with a normal of their own, too.
  void split(const std::vector<Crease>& creases);

  /// A corner of its own, like this vertex. @return its index
  std::uint32_t add(const Vertex& corner, std::uint32_t like);

  std::vector<Vertex> vertices_;
  std::vector<Vec3> pattern_;  ///< by vertex
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  VertexArray array_;
  Buffer vertexBuffer_, patternBuffer_, triangleBuffer_;
  GLsizei indices_ = 0;
};

}  // namespace ooze
