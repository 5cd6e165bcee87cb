// Particles to surface: the field of eq. 13 on sparse blocks, and its level set as triangles.
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

/// A solid that the liquid lies against.
struct SurfaceWall {
  ShapePtr shape;  ///< shape of the solid
  Pose pose;       ///< pose of the solid in the world
};

/// The bodies that are there.
[[nodiscard]] std::vector<SurfaceWall> surfaceWalls(std::span<const Body> bodies);

/// What lies under the surface: parallel arrays, of which all but the positions may be empty.
struct SurfaceParticles {
  std::span<const Vec3> positions;           ///< [m]
  std::span<const Vec3> velocities;          ///< [m/s]
  std::span<const std::uint32_t> colours;    ///< 0xAABBGGRR, sRGB
  std::span<const std::uint16_t> materials;  ///< indices of materials
  std::span<const float> values;             ///< any quantity, to be interpolated
  /// The liquid goes on behind their faces and is cut there, so that it lies flat against them; without them
  /// the surface ends round and some half a spacing short of a wall.
  std::span<const SurfaceWall> walls;
  /// Particles of two regions are polygonised apart; empty: SurfaceSettings::regionDistance tells them.
  std::span<const std::uint8_t> regions{};
  /// The surface, where a method has one of its own; particles farther from it are drops. Null: there is
  /// none.
  const grid::LevelSet* levelSet = nullptr;
};

/// How particles become a field.
enum class SurfaceMethod {
  /// Eq. 13, made of the particles of one moment.
  Field,
  /// A level set that particles draw to themselves, and that goes on from mesh to mesh until forget()
  /// (Premoze
  /// et al. 2003, section 3): its particles are longer along their motion, and curvature makes it round.
  Tracked,
};

/// The defaults make liquid as thick as it is: with the particles some 0.38 h apart, a pool's top, a sheet of
/// one layer and a ball come out within a fifth of a spacing, and a lone particle is a drop of 0.35 h.
struct SurfaceSettings {
  float interactionRadius = 0.f;                ///< h, positive [m]
  SurfaceMethod method = SurfaceMethod::Field;  ///< what `level` and `smoothing` say is of a field alone
  float cell = 0.f;  ///< side of a cube of the grid, up to h; 0: h / 4. Drops need (1 - level) h or less [m]
  float level = 0.65f;  ///< c of f = c, 0 < c < 1: a lone particle becomes a sphere of radius (1 - c) h
  /// 0: eq. 13 as it stands, whose surface lies far out (1.3 spacings at c = 0.6), since many particles add
  /// up. 1: each counts by the room that it takes, is drawn among its neighbours and flattened along the thin
  /// directions of their arrangement (Yu and Turk 2013), so that a sheet is a sheet and a calm pool is flat.
  float smoothing = 1.f;
  /// Liquid whose particles are no nearer to those of other liquid than this is polygonised by itself (Steele
  /// et al. 2004, rendering), so that two drops stay two until they touch; 0: all of it is one [m].
  float regionDistance = 0.f;
  /// Edges of the mesh shorter than this part of a cell are merged away, as far as it stays closed and
  /// manifold; 0 keeps every triangle. Up to 0.5.
  float shortestEdge = 0.2f;
  /// Rounds of weighted Laplacian smoothing (Loeschner et al. 2023) at a cell of h / 4, half of which take
  /// back what the others shrink; with another cell as many as smooth as far, up to 100. 0: none.
  int meshRounds = 12;
  /// A vertex takes part in full where particles have so many neighbours, weighted with 1 - (r / h)^3: 37 are
  /// all round, 18 on a flat side, 12 in a sheet of one layer, 3 in a thread. Positive.
  float meshNeighbours = 13.f;
  int normalRounds = 10;  ///< on the normals after those on the mesh, likewise
};

/// Makes meshes, each of its particles alone but for a tracked surface, which begins where the last one
/// ended. Keeps its memory from mesh to mesh: once warm, a mesh of about the same size takes none.
class SurfaceBuilder {
 public:
  SurfaceBuilder();
  ~SurfaceBuilder();
  SurfaceBuilder(SurfaceBuilder&&) noexcept;
  SurfaceBuilder& operator=(SurfaceBuilder&&) noexcept;

  /// Closed and manifold; the same bytes for any number of threads. Left out are particles whose position is
  /// not finite or farther than 2^22 cells from the origin, where floats cannot tell nodes of the grid apart.
  /// @return valid until the next call; empty if there are no particles
  /// @throws std::invalid_argument for settings out of range, arrays of different lengths, or cells so small
  ///         that the mesh would take gigabytes
  const SurfaceMesh& build(const SurfaceParticles& particles, const SurfaceSettings& settings,
                           const Threads& threads);

  /// A tracked surface begins anew with the next mesh: after another time or world.
  void forget();

  /// Wall time of the stages of a mesh [ms].
  struct Milliseconds {
    /// Time of each stage [ms].
    double smoothing = 0, field = 0, triangles = 0, cleanUp = 0, attributes = 0, mesh = 0;
  };
  [[nodiscard]] const Milliseconds& cost() const;  ///< of the last mesh

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Clavet 2005, section 7, eq. 13: f(x) = sqrt(sum over j of (1 - r_j / h)^2), r_j = |x - x_j| < h. Beside a
/// lone particle it is 1 - r / h, so f = c draws a sphere of radius (1 - c) h; the root keeps the slope at a
/// surface near 1 / h whatever lies beneath, which keeps the surface calm from frame to frame.
///
/// Looks at every particle: for single points and as the measure of faster evaluations.
/// @param positions  of the particles [m]
/// @param h          interaction radius, positive [m]
/// @return 0 where no particle is within h; sums in double, rounded once [1]
[[nodiscard]] float surfaceField(const Vec3Array& positions, float h, const Vec3& x);

}  // namespace ooze
