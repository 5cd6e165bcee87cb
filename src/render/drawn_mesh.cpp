#include "render/drawn_mesh.h"

#include "render/liquid_border.h"
#include "render/particle_buffer.h"

#include <algorithm>
#include <cstddef>

namespace ooze {
namespace {

/// Tabulates the colours of a numeric quantity from the lower end of the colour scale to the upper end.
std::array<std::uint32_t, 256> coloursOf(const Field& quantity, const QuantityScale& scale) {
  std::array<std::uint32_t, 256> colours{};
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(colours.size() - 1);
    colours[i] = shaderColour(quantityColour(quantity, scale, scale.low + part * (scale.high - scale.low)));
  }
  return colours;
}

constexpr GLuint kPatternAttribute = 5;

std::uint32_t withLook(std::uint32_t colour, std::size_t look) {
  return (colour & 0x00ffffffu) | static_cast<std::uint32_t>(look) << 24;
}

}  // namespace

SurfacePalette::SurfacePalette(const RenderSettings& settings, std::span<const std::size_t> looks,
                               const std::vector<float>& values)
    : quantity_(settings.quantity),
      looks_(looks.begin(), looks.end()),
      scale_(settings.quantityScale.value_or(quantityScale(values, quantity_))) {
  if (scale_.isNumber()) colours_ = coloursOf(quantity_, scale_);
}

bool SurfacePalette::distinguishesLiquids() const {
  return quantity_ == kLookField || quantity_ == kMaterialField;
}

std::uint32_t SurfacePalette::colourOfValue(float value, std::size_t material) const {
  if (!scale_.isNumber())
    return withMaterialLook(shaderColour(quantityColour(quantity_, scale_, value)), material);
  const float part = (value - scale_.low) / (scale_.high - scale_.low);
  return withMaterialLook(colours_[static_cast<std::size_t>(255.f * std::clamp(part, 0.f, 1.f) + 0.5f)],
                          material);
}

std::uint32_t SurfacePalette::colourOfLiquid(std::uint32_t colour, std::size_t material) const {
  if (quantity_ == kMaterialField) colour = quantityColour(quantity_, scale_, static_cast<float>(material));
  return withMaterialLook(shaderColour(colour), material);
}

std::uint32_t SurfacePalette::withMaterialLook(std::uint32_t colour, std::size_t material) const {
  return withLook(colour, material < looks_.size() ? looks_[material] : 0);
}

GpuSurfaceMesh::GpuSurfaceMesh() {
  glBindVertexArray(array_.name());
  glBindBuffer(GL_ARRAY_BUFFER, vertexBuffer_.name());
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, triangleBuffer_.name());
  const auto attribute = [](GLuint index, GLint count, GLenum type, GLboolean normalised,
                            std::size_t offset) {
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, count, type, normalised, sizeof(Vertex),
                          reinterpret_cast<const void*>(offset));
  };
  attribute(0, 3, GL_FLOAT, GL_FALSE, offsetof(Vertex, position));
  attribute(1, 3, GL_FLOAT, GL_FALSE, offsetof(Vertex, normal));
  attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(Vertex, colours));
  attribute(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(Vertex, colours) + sizeof(std::uint32_t));
  attribute(4, 1, GL_FLOAT, GL_FALSE, offsetof(Vertex, lead));
}

void GpuSurfaceMesh::take(const SurfaceMesh& mesh, const SurfacePalette& palette,
                          std::span<const Vec3> pattern) {
  pattern_.assign(pattern.begin(), pattern.end());
  paint(mesh, palette);
  const bool borders = !mesh.liquids.empty() && palette.distinguishesLiquids();
  const bool splits = borders || !mesh.creases.empty();
  if (splits) triangles_ = mesh.triangles;
  if (borders) paintBorders(mesh, palette);
  split(mesh.creases);
  glBindVertexArray(array_.name());
  vertexBuffer_.upload(GL_ARRAY_BUFFER, std::span<const Vertex>(vertices_), GL_STREAM_DRAW);
  if (hasPattern()) {
    patternBuffer_.upload(GL_ARRAY_BUFFER, std::span<const Vec3>(pattern_), GL_STREAM_DRAW);
    glEnableVertexAttribArray(kPatternAttribute);
    glVertexAttribPointer(kPatternAttribute, 3, GL_FLOAT, GL_FALSE, sizeof(Vec3), nullptr);
  } else {
    glDisableVertexAttribArray(kPatternAttribute);
  }
  triangleBuffer_.upload(GL_ELEMENT_ARRAY_BUFFER,
                         std::span<const std::array<std::uint32_t, 3>>(splits ? triangles_ : mesh.triangles),
                         GL_STREAM_DRAW);
  indices_ = static_cast<GLsizei>(3 * mesh.triangles.size());
}

void GpuSurfaceMesh::paint(const SurfaceMesh& mesh, const SurfacePalette& palette) {
  vertices_.resize(mesh.positions.size());
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    std::size_t material = mesh.materials.empty() ? 0 : mesh.materials[i];
    std::uint32_t colour = mesh.colours.empty() ? kDefaultColour : mesh.colours[i];
    if (!mesh.liquids.empty()) {
      // Away from a border the vertex shows the heavier liquid alone, without mixing.
      material = mesh.liquids[i].materials[0];
      if (!mesh.colours.empty()) colour = mesh.liquids[i].colours[0];
    }
    const std::uint32_t painted = palette.distinguishesLiquids()
                                      ? palette.colourOfLiquid(colour, material)
                                      : palette.colourOfValue(mesh.values[i], material);
    vertices_[i] = {mesh.positions[i], mesh.normals[i], {painted, painted}, 1.f};
    if (hasPattern())
      vertices_[i].colours = {palette.colourOfValue(1.f, material), palette.colourOfValue(0.f, material)};
  }
}

void GpuSurfaceMesh::paintBorders(const SurfaceMesh& mesh, const SurfacePalette& palette) {
  for (std::array<std::uint32_t, 3>& triangle : triangles_) {
    const std::optional<LiquidBorder> border = borderWithin(mesh, triangle);
    if (!border) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      Vertex corner = vertices_[triangle[i]];
      for (std::size_t side = 0; side < 2; ++side) {
        const std::uint32_t colour = mesh.colours.empty() ? kDefaultColour : border->corners[i].colours[side];
        corner.colours[side] = palette.colourOfLiquid(colour, border->materials[side]);
      }
      corner.lead = border->corners[i].lead;
      triangle[i] = add(corner, triangle[i]);
    }
  }
}

void GpuSurfaceMesh::split(const std::vector<Crease>& creases) {
  for (const Crease& crease : creases) {
    std::uint32_t& at = triangles_[crease.triangle][crease.corner];
    Vertex corner = vertices_[at];
    corner.normal = crease.normal;
    at = add(corner, at);
  }
}

std::uint32_t GpuSurfaceMesh::add(const Vertex& corner, std::uint32_t like) {
  const auto at = static_cast<std::uint32_t>(vertices_.size());
  vertices_.push_back(corner);
  if (hasPattern()) pattern_.push_back(Vec3(pattern_[like]));
  return at;
}

void GpuSurfaceMesh::draw() const {
  glBindVertexArray(array_.name());
  glDrawElements(GL_TRIANGLES, indices_, GL_UNSIGNED_INT, nullptr);
}

}  // namespace ooze
