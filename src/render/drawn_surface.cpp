#include "render/drawn_surface.h"

#include "ooze/world/quantity.h"

#include "render/looks.h"
#include "render/particle_buffer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace ooze {
namespace {

/// Every colour of a quantity that is a number, from the lower end of its scale to the upper.
std::array<std::uint32_t, 256> coloursOf(Quantity quantity, const QuantityScale& scale) {
  std::array<std::uint32_t, 256> colours{};
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(colours.size() - 1);
    colours[i] = shaderColour(quantityColour(quantity, scale, scale.low + part * (scale.high - scale.low)));
  }
  return colours;
}

std::uint32_t withLook(std::uint32_t colour, std::size_t look) {
  return (colour & 0x00ffffffu) | static_cast<std::uint32_t>(look) << 24;
}

}  // namespace

DrawnSurface::DrawnSurface() {
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
  attribute(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(Vertex, colour));
}

void DrawnSurface::make(const Snapshot& snapshot, const RenderSettings& settings, float cell) {
  clear();
  if (snapshot.positions.empty()) return;
  values_ = quantityValues(snapshot, settings.quantity);
  if (std::exchange(steadyFrom_, settings.steadyFrom) != settings.steadyFrom) steady_.forget();
  const float h = snapshot.interactionRadius;
  const std::vector<SurfaceWall> walls = surfaceWalls(snapshot.bodies);
  SurfaceParticles particles{snapshot.positions, {}, {}, {}, {}, walls};
  if (snapshot.ids.size() == snapshot.positions.size() && h > 0.f)
    particles.positions = steady_.follow(snapshot.frame, snapshot.positions, snapshot.ids,
                                         SteadyParticles::kReach * h, threads_);
  if (snapshot.colours.size() == snapshot.positions.size()) particles.colours = snapshot.colours;
  if (snapshot.particleMaterials.size() == snapshot.positions.size())
    particles.materials = snapshot.particleMaterials;
  particles.values = values_;
  SurfaceSettings grid;
  grid.interactionRadius = h;
  grid.cell = cell * h;
  const SurfaceMesh& mesh = builder_.build(particles, grid, threads_);
  paint(mesh, snapshot, settings);
  glBindVertexArray(array_.name());
  vertexBuffer_.upload(GL_ARRAY_BUFFER, std::span<const Vertex>(vertices_), GL_STREAM_DRAW);
  triangleBuffer_.upload(GL_ELEMENT_ARRAY_BUFFER,
                         std::span<const std::array<std::uint32_t, 3>>(mesh.triangles), GL_STREAM_DRAW);
  indices_ = static_cast<GLsizei>(3 * mesh.triangles.size());
}

void DrawnSurface::paint(const SurfaceMesh& mesh, const Snapshot& snapshot, const RenderSettings& settings) {
  const bool plain = settings.quantity != Quantity::Look;
  const std::vector<std::size_t> looks = looksOf(snapshot.materials, plain).ofMaterial;
  const QuantityScale scale = settings.quantityScale.value_or(quantityScale(values_, settings.quantity));
  std::array<std::uint32_t, 256> colours{};
  if (scale.isNumber()) colours = coloursOf(settings.quantity, scale);
  vertices_.resize(mesh.positions.size());
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    const std::size_t material = mesh.materials.empty() ? 0 : mesh.materials[i];
    std::uint32_t colour = 0;
    if (scale.isNumber()) {
      const float part = (mesh.values[i] - scale.low) / (scale.high - scale.low);
      colour = colours[static_cast<std::size_t>(255.f * std::clamp(part, 0.f, 1.f) + 0.5f)];
    } else if (settings.quantity == Quantity::Material) {
      colour = shaderColour(quantityColour(Quantity::Material, scale, static_cast<float>(material)));
    } else {
      colour = shaderColour(mesh.colours.empty() ? kDefaultColour : mesh.colours[i]);
    }
    vertices_[i] = {mesh.positions[i], mesh.normals[i],
                    withLook(colour, material < looks.size() ? looks[material] : 0)};
  }
}

void DrawnSurface::draw() const {
  glBindVertexArray(array_.name());
  glDrawElements(GL_TRIANGLES, indices_, GL_UNSIGNED_INT, nullptr);
}

}  // namespace ooze
