// Keeps a triangle mesh of a liquid surface on the graphics card, with vertex colours and looks.
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

/// Computes vertex colours from a liquid's colour or from a quantity, with the look's index as alpha.
class SurfacePalette {
 public:
  /// @param looks   look of each material, as an index into the rows of a LookList
  /// @param values  value of the displayed quantity at each particle
  SurfacePalette(const RenderSettings& settings, std::span<const std::size_t> looks,
                 const std::vector<float>& values);

  /// Returns true if liquids are coloured by material, so that borders between liquids must be drawn.
  [[nodiscard]] bool distinguishesLiquids() const;
  /// Returns true if colours come from a pattern that the liquid carries: the pattern changes within
  /// triangles.
  [[nodiscard]] bool isPattern() const { return quantity_.kind == FieldKind::Pattern; }
  [[nodiscard]] std::uint32_t colourOfValue(float value, std::size_t material) const;
  /// Returns the colour that the surface of a liquid is drawn with.
  /// @param colour  the liquid's own colour, 0xAABBGGRR in sRGB
  [[nodiscard]] std::uint32_t colourOfLiquid(std::uint32_t colour, std::size_t material) const;

 private:
  [[nodiscard]] std::uint32_t withMaterialLook(std::uint32_t colour, std::size_t material) const;

  Field quantity_;
  std::vector<std::size_t> looks_;
  QuantityScale scale_;
  std::array<std::uint32_t, 256> colours_{};
};

/// Owns the vertex and index buffers of a surface, in the layout of surface.vert and surface_checker.vert.
class GpuSurfaceMesh {
 public:
  GpuSurfaceMesh();

  /// Uploads a mesh.
  /// @param pattern  texture coordinates of each vertex in the checker pattern [squares]; empty: no pattern
  void take(const SurfaceMesh& mesh, const SurfacePalette& palette, std::span<const Vec3> pattern = {});
  /// Returns true if the shader surface_checker must draw the mesh, because vertices have pattern
  /// coordinates.
  [[nodiscard]] bool hasPattern() const { return !pattern_.empty(); }
  /// Empties the mesh, so that nothing is drawn. Keeps the memory.
  void clear() { indices_ = 0; }
  [[nodiscard]] std::size_t triangles() const { return static_cast<std::size_t>(indices_) / 3; }
  void draw() const;

 private:
  struct Vertex {
    Vec3 position, normal;
    std::array<std::uint32_t, 2> colours;  // square root of the linear colour; alpha: index of the look
    float lead;                            // lead of the first liquid over the second; the liquids meet at 0
  };

  void paint(const SurfaceMesh& mesh, const SurfacePalette& palette);
  /// Gives triangles with a border between two liquids separate vertices, which store both colours.
  void paintBorders(const SurfaceMesh& mesh, const SurfacePalette& palette);
  /// Gives corners at creases separate vertices, which store the crease's normal.
  void split(const std::vector<Crease>& creases);

  /// Appends a vertex with the pattern coordinates of vertex `like`.
  /// @return index of the new vertex
  std::uint32_t add(const Vertex& corner, std::uint32_t like);

  std::vector<Vertex> vertices_;
  std::vector<Vec3> pattern_;  ///< pattern coordinates of each vertex, or empty
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  VertexArray array_;
  Buffer vertexBuffer_, patternBuffer_, triangleBuffer_;
  GLsizei indices_ = 0;
};

}  // namespace ooze
