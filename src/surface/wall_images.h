// Boundary treatment of the surface: mirrors particles at walls, and cuts the field at the walls' faces.
//
// Particles keep some distance from a wall, so a surface made from them alone ends rounded and short of the
// wall. Akinci et al. 2012 continue the density over a boundary with particles of the solid. Here the
// liquid's own particles are mirrored, which makes the field as flat at the wall as at a plane of symmetry.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_builder.h"

#include "surface/block_grid.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::surface {

/// Mirrors the particles near walls. Buffers are reused.
class ParticleMirrors {
 public:
  /// Adds the mirror images of particles near walls, with all attributes of the particles.
  /// @param h  interaction radius [m]
  /// @return `given` itself if no particle is near a wall; else valid until the next call
  const SurfaceParticles& add(const SurfaceParticles& given, float h, const Threads& threads);

 private:
  struct WallImage {
    Vec3 position;
    std::uint32_t of;
  };

  std::vector<std::vector<WallImage>> chunks_;
  std::vector<Vec3> positions_, velocities_;
  std::vector<std::uint32_t> colours_;
  std::vector<std::uint16_t> materials_;
  std::vector<float> values_;
  std::vector<std::uint8_t> regions_;
  std::vector<std::uint32_t> cutSides_;
  SurfaceParticles all_;
};

/// Removes the liquid inside solids; the isosurface runs slightly in front of the walls' faces.
/// At the walls the field falls by 1 over h, with the same slope as at a free surface.
/// @param cell  side of a cell of the grid [m]
/// @param h     interaction radius [m]
void cutAtWalls(std::span<const SurfaceWall> walls, float cell, float h, float level, BlockGrid& grid,
                const Threads& threads);

/// Keeps vertices against solids in place while a mesh is smoothed; they may only slide along the walls.
/// Buffers are reused.
class WallVertexConstraint {
 public:
  /// Stores the mesh before smoothing.
  /// @param mesh  the mesh before it is smoothed
  void remember(std::span<const SurfaceWall> walls, const SurfaceMesh& mesh);
  /// Removes the motion across walls from the smoothed mesh.
  /// @param mesh  the same mesh, smoothed
  /// @param h     interaction radius [m]
  void restore(std::span<const SurfaceWall> walls, float h, const Threads& threads, SurfaceMesh& mesh) const;

 private:
  std::vector<Vec3> positions_, normals_;
};

/// Gap between liquid and solid, which avoids z-fighting where both surfaces coincide [h].
inline constexpr float kWallGap = 0.005f;

/// Returns true if the point is far from the wall's bounding box.
/// @param local  the point in the wall's frame [m]
inline bool isFarFrom(const SurfaceWall& wall, const Vec3& local, float reach) {
  const Aabb box = wall.shape->bounds();
  const Vec3 outside = glm::max(glm::max(box.lower - local, local - box.upper), Vec3(0.f));
  return glm::dot(outside, outside) > reach * reach;
}

/// Calls visit(distance, normal) for each face closer than `reach`; the normal points out of the solid [m].
template <class Visit>
void forFacesWithin(std::span<const SurfaceWall> walls, const Vec3& at, float reach, const Visit& visit) {
  for (const SurfaceWall& wall : walls) {
    const Vec3 local = wall.pose.toLocal(at);
    if (isFarFrom(wall, local, reach) && wall.shape->distance(local) > 0.f) continue;
    for (const SignedDistance::Sample& face : wall.shape->facesWithin(local, reach))
      visit(face.distance, wall.pose.directionToWorld(face.normal));
  }
}

}  // namespace ooze::surface
