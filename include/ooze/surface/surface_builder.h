// Surface reconstruction from particles: samples eq. 13 on a sparse grid and extracts triangles by marching
// cubes.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"
#include "ooze/surface/surface_mesh.h"

#include <memory>
#include <span>
#include <vector>

namespace ooze {

namespace grid {
class LevelSet;
}

/// A solid that cuts the liquid surface, so that the liquid lies flat against the solid.
struct SurfaceWall {
  ShapePtr shape;  ///< shape of the solid
  Pose pose;       ///< pose of the solid in the world [m]
};

/// Returns a wall for each body that is present and has a shape. The walls share the shapes.
[[nodiscard]] std::vector<SurfaceWall> surfaceWalls(std::span<const Body> bodies);

/// Input of the surface reconstruction: parallel arrays. All arrays except the positions may be empty. Spans
/// and level set must outlive the call of SurfaceBuilder::build().
struct SurfaceParticles {
  std::span<const Vec3> positions;           ///< positions of the particle centres [m]
  std::span<const Vec3> velocities;          ///< velocities of the particles [m/s]; may be empty
  std::span<const std::uint32_t> colours;    ///< colours of the particles, 0xAABBGGRR in sRGB; may be empty
  std::span<const std::uint16_t> materials;  ///< material index of each particle; may be empty
  std::span<const float> values;             ///< any quantity of each particle, interpolated at the vertices
  /// Solids in contact with the liquid. The field is continued behind the faces of a wall and cut at the
  /// faces, so the liquid lies flat against the wall. Without walls the surface ends rounded, about half a
  /// spacing short of a solid.
  std::span<const SurfaceWall> walls;
  /// Region index of each particle. Regions are polygonised separately. If empty,
  /// SurfaceSettings::regionDistance separates the liquid.
  std::span<const std::uint8_t> regions{};
  /// Sides of cuts that each particle lies on (Method::cutMarks()); may be empty. The surface has a slit
  /// along each cut.
  std::span<const std::uint32_t> cutSides{};
  /// Level set of the liquid, for methods that track a level set of their own; null for all others. Particles
  /// outside the level set are drawn as drops.
  const grid::LevelSet* levelSet = nullptr;
};

/// Selects the scalar field whose isosurface is extracted.
enum class SurfaceMethod {
  /// Eq. 13 of Clavet et al. 2005, from the particles of a single frame.
  Field,
  /// A level set that is attracted by particles and persists from mesh to mesh until forget() (Premoze et al.
  /// 2003, section 3). Its kernels are anisotropic, stretched along the motion, and curvature rounds the
  /// surface.
  Tracked,
};

/// Settings of the surface reconstruction.
/// The defaults reproduce the thickness of the liquid for particles about 0.38 h apart: the top of a pool, a
/// sheet of one layer and a ball come out within a fifth of a spacing. An isolated particle becomes a drop of
/// radius 0.35 h.
struct SurfaceSettings {
  float interactionRadius = 0.f;                ///< interaction radius h of the particles, positive [m]
  SurfaceMethod method = SurfaceMethod::Field;  ///< scalar field; `level` and `smoothing` apply to Field only
  float cell = 0.f;     ///< side of a grid cell, up to h; 0: h / 4. Drops need (1 - level) h or less [m]
  float level = 0.65f;  ///< isovalue c of f = c, 0 < c < 1; a lone particle is a sphere of radius (1 - c) h
  /// Blends from the raw field to anisotropic kernels. 0: eq. 13 as published. The surface lies far outside
  /// (1.3 spacings at c = 0.6), because the terms of many particles add up. 1: each particle counts by its
  /// volume, is moved towards the mean of its neighbours, and its kernel is flattened along the thin
  /// directions of the neighbourhood (Yu and Turk 2013). Sheets stay thin and a calm pool is flat. 0 .. 1
  /// [1].
  float smoothing = 1.f;
  /// Groups of particles separated by at least this distance are polygonised separately (Steele et al. 2004,
  /// rendering), so two drops stay two until they touch; 0: all particles form a single surface [m].
  float regionDistance = 0.f;
  /// Edge of the cube that one particle fills at rest (World::restSpacing). Where particles are closer, as in
  /// the outermost layers of settled liquid, the surface moves outwards until it encloses their volume. 0:
  /// the surface follows the particles only. Applies to Field with smoothing [m].
  float spacing = 0.f;
  /// Collapses edges shorter than this fraction of a cell, as far as the mesh stays closed and manifold. 0
  /// keeps every triangle; at most 0.5.
  float shortestEdge = 0.2f;
  /// Rounds of weighted Laplacian smoothing (Loeschner et al. 2023) at a cell of h / 4; 0: none.
  /// Half of the rounds compensate the shrinkage. For other cell sizes the number of rounds is scaled to
  /// smooth over the same distance, up to 100. 0 .. 100.
  int meshRounds = 12;
  /// Number of neighbours, weighted with 1 - (r / h)^3, at which a vertex is smoothed in full; positive.
  /// Typical values: 37 inside the liquid, 18 at a flat surface, 12 in a sheet of one layer, 3 in a thread.
  float meshNeighbours = 13.f;
  int normalRounds = 10;  ///< rounds of smoothing of the normals after the mesh rounds, 0 .. 100; scaled with
                          ///< the cell in the same way
};

/// Builds surface meshes from particles by marching cubes. Not thread-safe: use one builder per thread.
/// Each mesh depends on its own particles only, except with SurfaceMethod::Tracked, where the level set
/// continues from the previous mesh. Buffers are kept: repeated meshes of about the same size allocate no
/// memory.
class SurfaceBuilder {
 public:
  SurfaceBuilder();
  ~SurfaceBuilder();
  SurfaceBuilder(SurfaceBuilder&&) noexcept;
  SurfaceBuilder& operator=(SurfaceBuilder&&) noexcept;

  /// Builds a closed, manifold mesh; the bytes are the same for any number of threads.
  /// Ignores particles whose position is not finite or is farther than 2^22 cells from the origin, where
  /// floats cannot distinguish neighbouring grid nodes.
  /// @return valid until the next call; empty if there are no particles
  /// @param threads  threads for the loops
  /// @throws std::invalid_argument for settings out of range, a cell below h / 320, arrays of different
  ///         lengths, or cells so small that the mesh would take gigabytes
  const SurfaceMesh& build(const SurfaceParticles& particles, const SurfaceSettings& settings,
                           const Threads& threads);

  /// Restarts a tracked surface with the next mesh. Call this after a jump in time or a change of world.
  void forget();

  /// Wall time of the stages of a mesh [ms].
  struct Milliseconds {
    /// Time of each stage, in their order [ms]: smoothing of the particles, sampling of the field, marching
    /// cubes, collapse of short edges, vertex attributes, smoothing of the mesh.
    double smoothing = 0, field = 0, triangles = 0, cleanUp = 0, attributes = 0, mesh = 0;
  };
  [[nodiscard]] const Milliseconds& cost() const;  ///< time taken by each stage of the last mesh

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Evaluates the field of Clavet 2005, section 7, eq. 13: f(x) = sqrt(sum over j of (1 - r_j / h)^2), r_j =
/// |x - x_j| < h.
/// Near an isolated particle f is 1 - r / h, so f = c is a sphere of radius (1 - c) h. The square root keeps
/// the slope at a surface near 1 / h however many particles lie below, which keeps the surface calm from
/// frame to frame.
///
/// Visits every particle: meant for single points and as the reference for faster evaluations.
/// @param positions  particle positions [m]
/// @param h          interaction radius, positive [m]
/// @param x          point of evaluation [m]
/// @return 0 where no particle is within h; sums in double, rounded once [1]
[[nodiscard]] float surfaceField(const Vec3Array& positions, float h, const Vec3& x);

}  // namespace ooze
