// Builds the liquid's surface as a triangle mesh, finds the borders between liquids within triangles, and
// keeps the mesh on the graphics card with vertex colours and looks.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/steady_particles.h"
#include "ooze/surface/surface_builder.h"
#include "ooze/surface/surface_mesh.h"
#include "ooze/surface/texture_coordinates.h"
#include "ooze/world/quantity.h"
#include "ooze/world/snapshot.h"

#include "render/gl_objects.h"
#include "render/liquid_parts.h"
#include "render/render_settings.h"
#include "render/tank_contact.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ooze {

/// Describes the two liquids of a triangle, with the lead of the first liquid at each corner. The border is
/// the zero line of the interpolated lead, so borders are finer than triangles and continuous across edges.
struct LiquidBorder {
  struct BorderCorner {
    std::array<std::uint32_t, 2> colours;  ///< unmixed colour of each liquid
    float lead;                            ///< (weight of first - second) / weight of both, -1 to 1
  };
  /// The two liquids in ascending order, so that neighbouring triangles agree on the first.
  std::array<std::uint16_t, 2> materials;
  std::array<BorderCorner, 3> corners;
};

/// Half the width of the border, as a lead: colours are mixed where the lead is less.
inline constexpr float kBorderBlur = 0.06f;

/// Finds the border between the two liquids with the greatest weight over the triangle's corners. A third
/// liquid is ignored.
/// @return nothing if one liquid leads by more than kBorderBlur at all corners
[[nodiscard]] std::optional<LiquidBorder> borderWithin(const SurfaceMesh& mesh,
                                                       const std::array<std::uint32_t, 3>& triangle);

/// Computes vertex colours from a liquid's colour or from a quantity, with the look's index as alpha.
class SurfacePalette {
 public:
  /// @param looks   look of each material, as an index into the rows of a LookList
  /// @param values  value of the displayed quantity at each particle
  SurfacePalette(const RenderSettings& settings, std::span<const std::size_t> looks,
                 const std::vector<float>& values);

  /// Returns true if liquids are coloured by material, so that borders between liquids must be drawn.
  [[nodiscard]] bool distinguishesLiquids() const;
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

/// Holds the lengths that describe the particles of a liquid.
struct ParticleScale {
  float spacing;            ///< distance between particles at rest [m]
  float interactionRadius;  ///< interaction radius h [m]
};

/// Owns the vertex and index buffers of a surface, in the layout of surface.vert and surface_checker.vert.
class GpuSurfaceMesh {
 public:
  GpuSurfaceMesh();

  /// Uploads a mesh.
  /// @param contact  moves vertices onto the faces of tanks
  /// @param pattern  texture coordinates of each vertex in the checker pattern [squares]; empty: no pattern
  /// @param particles  distance between particles at rest, and interaction radius
  void take(const SurfaceMesh& mesh, const SurfacePalette& palette, const TankContact& contact,
            const ParticleScale& particles, std::span<const Vec3> pattern = {});
  /// Returns true if the shader surface_checker must draw the mesh, because vertices have pattern
  /// coordinates.
  [[nodiscard]] bool hasPattern() const { return !pattern_.empty(); }
  /// Empties the mesh, so that nothing is drawn. Keeps the memory.
  void clear() { indices_ = 0; }
  [[nodiscard]] std::size_t triangles() const { return static_cast<std::size_t>(indices_) / 3; }
  /// Returns where a vertex of the mesh is drawn [m]: tanks, calm liquid and lone drops move vertices.
  [[nodiscard]] const Vec3& drawnPosition(std::size_t vertex) const { return vertices_[vertex].position; }
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
  /// Shrinks the drops of lone particles to the particles' volume. The surface draws them three times as
  /// large.
  void shrinkLoneDrops(const ParticleScale& particles);
  /// Finds the walls of tanks that the liquid touches near each vertex. A single vertex that moved onto
  /// another wall would be a spike.
  void findTouchedWalls(const TankContact& contact, float spacing);
  /// Moves vertices onto the faces of tanks and onto the level top of calm liquid.
  void fitToTanks(const TankContact& contact, float spacing);
  /// Gives triangles on a plane face of a tank the normal of that face at all corners, so that the face ends
  /// in sharp edges.
  void sharpenTankEdges(const TankContact& contact);
  /// Gives corners at creases separate vertices, which store the crease's normal.
  void split(const std::vector<Crease>& creases);

  /// Splits edges along which the normal turns far, and moves the new vertices onto a curve through both
  /// normals. A lone drop has few triangles, and its outline would show their corners.
  void roundEdges(const TankContact& contact);
  /// Returns the vertex that edge a-b gets in its middle.
  [[nodiscard]] Vertex middleOf(std::uint32_t a, std::uint32_t b, const TankContact& contact) const;
  /// Returns the vertex of the mesh that a vertex was copied from, or the vertex itself.
  [[nodiscard]] const Vertex& original(std::uint32_t vertex) const {
    return vertices_[originalIndex(vertex)];
  }
  [[nodiscard]] std::uint32_t originalIndex(std::uint32_t vertex) const {
    return vertex < originals_ ? vertex : copiedFrom_[vertex - originals_];
  }
  /// Appends a vertex with the pattern coordinates of vertex `like`.
  /// @return index of the new vertex
  std::uint32_t add(const Vertex& corner, std::uint32_t like);

  std::vector<Vertex> vertices_;
  std::size_t originals_ = 0;           ///< number of vertices of the mesh; copies follow
  std::vector<std::uint32_t> parents_;  ///< union-find forest of shrinkLoneDrops(), kept for its memory
  std::vector<Aabb> boxes_;             ///< bounding box of each component, at the component's root [m]
  std::vector<std::uint8_t>
      touched_;                       ///< walls that the liquid touches near each vertex, as TankFaces::faces
  std::vector<std::uint8_t> beside_;  ///< the same one edge farther inside, kept for its memory
  std::vector<TankFaces> faces_;      ///< tank faces on which each vertex of the mesh lies, or empty
  std::vector<std::uint32_t> copiedFrom_;  ///< vertex of the mesh from which each further vertex was copied
  std::vector<Vec3> pattern_;              ///< pattern coordinates of each vertex, or empty
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  VertexArray array_;
  Buffer vertexBuffer_, patternBuffer_, triangleBuffer_;
  GLsizei indices_ = 0;
};

/// Builds the liquid's surface as a triangle mesh and keeps the mesh on the graphics card.
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
  /// Returns the mesh of the common surface, valid until the next make(); null if no surface was made. The
  /// mesh has velocities if RenderSettings::layers was set.
  [[nodiscard]] const SurfaceMesh* mesh() const { return mesh_; }
  /// Returns where a vertex of mesh() is drawn [m].
  [[nodiscard]] const Vec3& drawnPosition(std::size_t vertex) const { return whole_.drawnPosition(vertex); }
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
  const SurfaceMesh* mesh_ = nullptr;  ///< mesh in builder_
  GpuSurfaceMesh whole_;
  std::vector<GpuSurfaceMesh> parts_;
};

}  // namespace ooze
