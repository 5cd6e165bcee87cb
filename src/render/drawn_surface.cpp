#include "render/drawn_surface.h"

#include "ooze/world/quantity.h"

#include "liquid/checker.h"
#include "render/frame_block.h"
#include "render/particle_buffer.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace ooze {
namespace {

using CornerLiquids = std::array<const VertexLiquids*, 3>;

bool oneIsWellAhead(const CornerLiquids& here) {
  return std::all_of(here.begin(), here.end(), [&](const VertexLiquids* at) {
    return at->materials[0] == here[0]->materials[0] &&
           (at->materials[0] == at->materials[1] || 2.f * at->share - 1.f > kBorderBlur);
  });
}

float weightOf(const VertexLiquids& at, std::uint16_t material) {
  if (at.materials[0] == material) return at.share;
  return at.materials[1] == material ? 1.f - at.share : 0.f;
}

float weightOf(const CornerLiquids& here, std::uint16_t material) {
  float sum = 0.f;
  for (const VertexLiquids* at : here) sum += weightOf(*at, material);
  return sum;
}

std::array<std::uint16_t, 2> heaviestTwo(const CornerLiquids& here) {
  std::array<std::uint16_t, 6> known{};
  for (std::size_t i = 0; i < known.size(); ++i) known[i] = here[i / 2]->materials[i % 2];
  std::sort(known.begin(), known.end());
  const auto end = std::unique(known.begin(), known.end());
  std::stable_sort(known.begin(), end,
                   [&](std::uint16_t a, std::uint16_t b) { return weightOf(here, a) > weightOf(here, b); });
  return {std::min(known[0], known[1]), std::max(known[0], known[1])};
}

const std::uint32_t* colourOf(const VertexLiquids& at, std::uint16_t material) {
  for (std::size_t i = 0; i < 2; ++i)
    if (at.materials[i] == material) return &at.colours[i];
  return nullptr;
}

/// Returns a liquid's colour at a corner, or at another corner if this corner has none of the liquid.
std::uint32_t colourOf(const CornerLiquids& here, std::size_t corner, std::uint16_t material) {
  for (std::size_t i = 0; i < 3; ++i)
    if (const std::uint32_t* colour = colourOf(*here[(corner + i) % 3], material)) return *colour;
  return 0;
}

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

/// Radius of the drop that the surface draws for a lone particle [h], and of a ball with the volume of a
/// particle [rest spacings].
constexpr float kLoneDropRadius = 0.35f, kVolumeRadius = 0.62f;
/// Widths of a drop of one particle, and of the widest drop of two particles that shrinks [lone radii].
constexpr float kLoneWidth = 2.15f, kPairWidth = 4.f;

/// Distance from a wall up to which a vertex touches the wall [rest spacings], and number of edges of the
/// mesh from there within which the wall has its whole reach.
constexpr float kTouching = 0.3f;
constexpr int kRings = 2;

/// Greatest distance from a tank's face at which the liquid is extended to the face [rest spacings]. The
/// centres of particles in contact with a face lie half a spacing from the face.
constexpr float kContactReach = 1.2f;

/// Cosine between the normals at both ends of an edge below which the edge is split (35 degrees).
constexpr float kRoundEdge = 0.82f;
/// Cosine of the farthest turn of the normal along an edge that bulges as a circle: farther turns are sharp
/// edges.
constexpr float kFarthestTurn = -0.2f;

/// Returns the mean of two vertex colours; alpha, the index of the look, is that of both.
std::uint32_t meanColour(std::uint32_t a, std::uint32_t b) {
  const std::uint32_t half = ((a & 0x00fefefeu) >> 1) + ((b & 0x00fefefeu) >> 1) + (a & b & 0x00010101u);
  return half | (a & 0xff000000u);
}

std::uint32_t withLook(std::uint32_t colour, std::size_t look) {
  return (colour & 0x00ffffffu) | static_cast<std::uint32_t>(look) << 24;
}

}  // namespace

std::optional<LiquidBorder> borderWithin(const SurfaceMesh& mesh,
                                         const std::array<std::uint32_t, 3>& triangle) {
  if (mesh.liquids.empty()) return std::nullopt;
  const CornerLiquids here{&mesh.liquids[triangle[0]], &mesh.liquids[triangle[1]],
                           &mesh.liquids[triangle[2]]};
  if (oneIsWellAhead(here)) return std::nullopt;
  LiquidBorder border{heaviestTwo(here), {}};
  const auto [first, second] = border.materials;
  for (std::size_t i = 0; i < 3; ++i) {
    const float one = weightOf(*here[i], first), other = weightOf(*here[i], second), both = one + other;
    border.corners[i] = {{colourOf(here, i, first), colourOf(here, i, second)},
                         both > 0.f ? (one - other) / both : 0.f};
  }
  return border;
}

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

void GpuSurfaceMesh::take(const SurfaceMesh& mesh, const SurfacePalette& palette, const TankContact& contact,
                          const ParticleScale& particles, std::span<const Vec3> pattern) {
  pattern_.assign(pattern.begin(), pattern.end());
  paint(mesh, palette);
  triangles_ = mesh.triangles;
  shrinkLoneDrops(particles);
  fitToTanks(contact, particles.spacing);
  originals_ = vertices_.size();
  copiedFrom_.clear();
  if (!mesh.liquids.empty() && palette.distinguishesLiquids()) paintBorders(mesh, palette);
  split(mesh.creases);
  sharpenTankEdges(contact);
  roundEdges(contact);
  glBindVertexArray(array_.name());
  vertexBuffer_.upload(GL_ARRAY_BUFFER, std::span<const Vertex>(vertices_), GL_STREAM_DRAW);
  if (hasPattern()) {
    patternBuffer_.upload(GL_ARRAY_BUFFER, std::span<const Vec3>(pattern_), GL_STREAM_DRAW);
    glEnableVertexAttribArray(kPatternAttribute);
    glVertexAttribPointer(kPatternAttribute, 3, GL_FLOAT, GL_FALSE, sizeof(Vec3), nullptr);
  } else {
    glDisableVertexAttribArray(kPatternAttribute);
  }
  triangleBuffer_.upload(GL_ELEMENT_ARRAY_BUFFER, std::span<const std::array<std::uint32_t, 3>>(triangles_),
                         GL_STREAM_DRAW);
  indices_ = static_cast<GLsizei>(3 * triangles_.size());
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

void GpuSurfaceMesh::shrinkLoneDrops(const ParticleScale& particles) {
  const float h = particles.interactionRadius, lone = kLoneDropRadius * h;
  const float scale = kVolumeRadius * particles.spacing / lone;
  if (!(h > 0.f) || scale >= 1.f) return;
  // Connected components of the mesh by union-find.
  std::vector<std::uint32_t>& parents = parents_;
  parents.resize(vertices_.size());
  std::iota(parents.begin(), parents.end(), 0u);
  const auto rootOf = [&](std::uint32_t v) {
    while (parents[v] != v) v = parents[v] = parents[parents[v]];
    return v;
  };
  for (const std::array<std::uint32_t, 3>& triangle : triangles_) {
    const std::uint32_t root = rootOf(triangle[0]);
    for (const std::uint32_t v : {triangle[1], triangle[2]}) parents[rootOf(v)] = root;
  }
  std::vector<Aabb>& boxes = boxes_;
  boxes.assign(vertices_.size(), Aabb{});
  for (std::uint32_t v = 0; v < vertices_.size(); ++v) boxes[rootOf(v)].include(vertices_[v].position);
  for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
    const Aabb& box = boxes[rootOf(v)];
    const Vec3 size = box.size();
    const float width = std::max({size.x, size.y, size.z});
    if (width > kPairWidth * lone) continue;
    // A drop on a floor stays on the floor.
    const Vec3 middle(box.centre().x, box.lower.y, box.centre().z);
    const float own = glm::mix(scale, 1.f, glm::smoothstep(kLoneWidth * lone, kPairWidth * lone, width));
    vertices_[v].position = middle + own * (vertices_[v].position - middle);
  }
}

void GpuSurfaceMesh::findTouchedWalls(const TankContact& contact, float spacing) {
  touched_.assign(vertices_.size(), 0);
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    Vec3 position = vertices_[v].position;
    if (const std::optional<std::size_t> tank = contact.tankAround(position))
      touched_[v] = contact.moveOntoWalls(*tank, position, kTouching * spacing);
  }
  for (int ring = 0; ring < kRings; ++ring) {
    beside_ = touched_;
    for (const std::array<std::uint32_t, 3>& t : triangles_) {
      const auto walls = static_cast<std::uint8_t>(beside_[t[0]] | beside_[t[1]] | beside_[t[2]]);
      if (walls != 0)
        for (const std::uint32_t v : t) touched_[v] |= walls;
    }
  }
}

void GpuSurfaceMesh::fitToTanks(const TankContact& contact, float spacing) {
  faces_.clear();
  if (contact.empty()) return;
  faces_.resize(vertices_.size());
  findTouchedWalls(contact, spacing);
  CalmLevel level(contact, spacing);
  for (std::size_t i = 0; i < vertices_.size(); ++i) {
    Vertex& vertex = vertices_[i];
    faces_[i] = contact.apply(vertex.position, vertex.normal, touched_[i]);
    level.count(vertices_[i].position, vertices_[i].normal);
  }
  for (std::size_t i = 0; i < vertices_.size(); ++i)
    level.apply(vertices_[i].position, vertices_[i].normal, faces_[i]);
}

void GpuSurfaceMesh::sharpenTankEdges(const TankContact& contact) {
  if (faces_.empty()) return;
  std::unordered_map<std::uint64_t, std::uint32_t> copies;
  for (std::array<std::uint32_t, 3>& triangle : triangles_) {
    TankFaces shared{0, 0xff};
    for (const std::uint32_t v : triangle) {
      const TankFaces& of = faces_[originalIndex(v)];
      shared = {of.tank, static_cast<std::uint8_t>(shared.faces & of.faces)};
    }
    if (shared.faces == 0) continue;
    const Vec3 normal = contact.faceNormal(shared);
    for (std::uint32_t& v : triangle) {
      if (std::has_single_bit(faces_[originalIndex(v)].faces)) {
        vertices_[v].normal = normal;
        continue;
      }
      const auto [entry, isNew] = copies.try_emplace(static_cast<std::uint64_t>(v) << 8 | shared.faces, 0u);
      if (isNew) {
        Vertex corner = vertices_[v];
        corner.normal = normal;
        entry->second = add(corner, v);
      }
      v = entry->second;
    }
  }
}

std::uint32_t GpuSurfaceMesh::add(const Vertex& corner, std::uint32_t like) {
  const auto at = static_cast<std::uint32_t>(vertices_.size());
  vertices_.push_back(corner);
  copiedFrom_.push_back(like < originals_ ? like : copiedFrom_[like - originals_]);
  if (hasPattern()) pattern_.push_back(Vec3(pattern_[like]));
  return at;
}

GpuSurfaceMesh::Vertex GpuSurfaceMesh::middleOf(std::uint32_t a, std::uint32_t b,
                                                const TankContact& contact) const {
  // The middle of the edge's curve in a curved point-normal triangle (Vlachos et al. 2001). The position
  // follows from the vertices of the mesh, so that triangles with copies of these vertices leave no crack.
  const Vertex &one = original(a), &two = original(b);
  const Vec3 along = two.position - one.position;
  Vertex middle = vertices_[a];
  // The triangle's curve is flatter than the circle through both vertices: at a turn of 90 degrees by two
  // fifths.
  const float turn = std::acos(std::clamp(glm::dot(one.normal, two.normal), kFarthestTurn, 0.99f));
  const float circle = 4.f * std::tan(0.25f * turn) / std::sin(turn);
  middle.position =
      0.5f * (one.position + two.position) -
      0.125f * circle * (glm::dot(along, one.normal) * one.normal - glm::dot(along, two.normal) * two.normal);
  const Vec3 normal = vertices_[a].normal + vertices_[b].normal;
  middle.normal = glm::length(normal) > 0.f ? glm::normalize(normal) : vertices_[a].normal;
  Vec3 moved = middle.normal;
  if (!contact.empty()) contact.apply(middle.position, moved, touched_[originalIndex(a)]);
  middle.lead = 0.5f * (vertices_[a].lead + vertices_[b].lead);
  for (std::size_t i = 0; i < 2; ++i)
    middle.colours[i] = meanColour(vertices_[a].colours[i], vertices_[b].colours[i]);
  return middle;
}

void GpuSurfaceMesh::roundEdges(const TankContact& contact) {
  const auto isRound = [&](std::uint32_t a, std::uint32_t b) {
    if (!faces_.empty() && (faces_[originalIndex(a)].faces & faces_[originalIndex(b)].faces)) return false;
    const Vertex &one = original(a), &two = original(b);
    return glm::dot(one.normal, two.normal) < kRoundEdge && one.colours[0] >> 24 == two.colours[0] >> 24;
  };
  std::unordered_map<std::uint64_t, std::uint32_t> middles;
  const auto middle = [&](std::uint32_t a, std::uint32_t b) {
    const auto [low, high] = std::minmax(a, b);
    const auto [entry, isNew] = middles.try_emplace(static_cast<std::uint64_t>(high) << 32 | low, 0u);
    if (isNew) {
      const Vertex vertex = middleOf(low, high, contact);
      entry->second = add(vertex, low);
      if (hasPattern()) pattern_.back() = 0.5f * (pattern_[low] + pattern_[high]);
    }
    return entry->second;
  };
  const std::size_t before = triangles_.size();
  for (std::size_t t = 0; t < before; ++t) {
    const std::array<std::uint32_t, 3> v = triangles_[t];
    const std::array<bool, 3> round{isRound(v[0], v[1]), isRound(v[1], v[2]), isRound(v[2], v[0])};
    const int count = round[0] + round[1] + round[2];
    if (count == 0) continue;
    // Turn the triangle so that its first edge is split, and with two split edges the last one is not.
    std::size_t k = round[0] ? 0 : round[1] ? 1 : 2;
    if (count == 2) k = !round[2] ? 0 : !round[0] ? 1 : 2;
    const std::uint32_t a = v[k], b = v[(k + 1) % 3], c = v[(k + 2) % 3], ab = middle(a, b);
    if (count == 1) {
      triangles_[t] = {a, ab, c};
      triangles_.push_back({ab, b, c});
      continue;
    }
    const std::uint32_t bc = middle(b, c);
    triangles_[t] = {ab, b, bc};
    if (count == 2) {
      triangles_.push_back({a, ab, bc});
      triangles_.push_back({a, bc, c});
      continue;
    }
    const std::uint32_t ca = middle(c, a);
    for (const std::array<std::uint32_t, 3>& part : {std::array{a, ab, ca}, {ca, bc, c}, {ab, bc, ca}})
      triangles_.push_back(part);
  }
}

void GpuSurfaceMesh::draw() const {
  glBindVertexArray(array_.name());
  glDrawElements(GL_TRIANGLES, indices_, GL_UNSIGNED_INT, nullptr);
}

void LiquidSurfaceRenderer::make(const Snapshot& snapshot, const RenderSettings& settings, float cell,
                                 const LiquidParts& parts) {
  clear();
  if (snapshot.positions.empty()) return;
  values_ = quantityValues(snapshot, settings.quantity);
  if (std::exchange(steadyFrom_, settings.averagingSeries) != settings.averagingSeries) steady_.forget();
  const float h = snapshot.interactionRadius;
  const std::vector<SurfaceWall> walls = surfaceWalls(snapshot.bodies);
  SurfaceParticles particles{snapshot.positions, {}, {}, {}, {}, walls};
  const bool follows = snapshot.ids.size() == snapshot.positions.size() && h > 0.f;
  if (follows)
    particles.positions = steady_.follow(snapshot.frame, snapshot.positions, snapshot.ids,
                                         TemporalParticleFilter::kReach * h, threads_);
  if (snapshot.colours.size() == snapshot.positions.size()) particles.colours = snapshot.colours;
  if (snapshot.particleMaterials.size() == snapshot.positions.size())
    particles.materials = snapshot.particleMaterials;
  particles.values = values_;
  if (snapshot.cutSides.size() == snapshot.positions.size()) particles.cutSides = snapshot.cutSides;
  particles.levelSet = snapshot.surface.get();
  SurfaceSettings grid;
  grid.interactionRadius = h;
  grid.cell = cell * h;
  grid.regionDistance = snapshot.regionDistance;
  grid.spacing = snapshot.restSpacing;
  const bool tracked = settings.view == View::Tracked;
  if ((tracked || settings.layers) && snapshot.velocities.size() == snapshot.positions.size())
    particles.velocities = snapshot.velocities;
  if (tracked) {
    grid.method = SurfaceMethod::Tracked;
    // Without particle ids two snapshots cannot be recognised as the same world.
    if (!follows || steady_.lacksHistory()) builder_.forget(), liquids_.forget();
  }
  const SurfacePalette palette(settings, parts.looks.ofMaterial, values_);
  const SurfaceMesh& mesh = builder_.build(particles, grid, threads_);
  mesh_ = &mesh;
  const TankContact contact(snapshot, kContactReach * drawnSpacing(snapshot));
  const ParticleScale scale{drawnSpacing(snapshot), h};
  whole_.take(mesh, palette, contact, scale, patternCoordinates(snapshot, settings, mesh));
  if (!parts.any()) return liquids_.forget();
  const auto meshes = liquids_.build(particles, parts.ofMaterial, grid, threads_);
  if (parts_.size() < meshes.size()) parts_.resize(meshes.size());
  for (std::size_t k = 0; k < meshes.size(); ++k) parts_[k].take(*meshes[k], palette, contact, scale);
}

/// Returns the texture coordinates of each vertex in the checker pattern that the liquid carries [squares];
/// empty if the picture shows no checker.
std::span<const Vec3> LiquidSurfaceRenderer::patternCoordinates(const Snapshot& snapshot,
                                                                const RenderSettings& settings,
                                                                const SurfaceMesh& mesh) {
  pattern_.clear();
  const bool carries = snapshot.initialPositions.size() == snapshot.positions.size();
  if (settings.quantity.kind != FieldKind::Pattern || !carries || !(snapshot.restSpacing > 0.f)) return {};
  texture_.take(snapshot.positions, snapshot.initialPositions, snapshot.restSpacing);
  pattern_ = texture_.at(mesh.positions, threads_);
  for (Vec3& p : pattern_) p /= checkerSide(snapshot.restSpacing);
  return pattern_;
}

void LiquidSurfaceRenderer::clear() {
  mesh_ = nullptr;
  whole_.clear();
  for (GpuSurfaceMesh& part : parts_) part.clear();
}

}  // namespace ooze
