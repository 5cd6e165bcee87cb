// Texture coordinates from the initial positions of the particles (Rasmussen et al. 2004, section 6).
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Finds the initial position of the liquid at any place, to be used as texture coordinate (Rasmussen et al.
/// 2004, section 6). Blends the 64 nearest particles within four spacings by inverse distances. Extends the
/// paper: particles near a surface all lie on the same side of the surface, and their mean lies most of a
/// spacing inside. Therefore the displacements from place to initial position are blended, together with
/// their gradient (weighted least squares). The coordinates are exact for liquid that moved as a rigid body
/// or was stretched evenly. Neighbours with a displacement unlike the nearest particle's are left out, which
/// gives a clean seam between liquids from different origins.
class InitialPositionField {
 public:
  static constexpr std::size_t kNearest = 64;  ///< number of neighbours that a lookup blends

  /// Stores copies of the particles for lookups. Not to be called during a lookup.
  /// @param positions, initial  arrays of the same length [m]; entries that are not finite are ignored
  /// @param spacing             spacing of particles at rest, positive [m]
  void take(std::span<const Vec3> positions, std::span<const Vec3> initial, float spacing);

  /// Returns the initial position of the liquid that is now at `place` [m]. Safe to call from several
  /// threads.
  /// @param place  in the world [m]; beyond the reach of all particles, the nearest particle decides
  /// @return `place` itself if there are no particles
  [[nodiscard]] Vec3 at(const Vec3& place) const;
  /// Returns the initial positions for many places [m], one per place. The bits are the same at any number of
  /// threads.
  [[nodiscard]] std::vector<Vec3> at(std::span<const Vec3> places, const Threads& threads) const;

 private:
  struct ParticleInCell {
    std::uint64_t cell;
    std::uint32_t particle;
  };
  [[nodiscard]] glm::ivec3 cellOf(const Vec3& place) const;
  [[nodiscard]] std::size_t nearest(const Vec3& place) const;

  float spacing_ = 1.f;
  std::vector<ParticleInCell> entries_;  ///< particles sorted by grid cell
  std::vector<Vec3> places_,
      displacements_;  ///< vector from the present to the initial position of each entry [m]
};

/// Maps initial positions to texture coordinates by an orthographic projection onto a rectangular frame.
struct TextureProjection {
  Vec3 middle{0.f};                              ///< centre of the frame [m]
  Vec3 right{1.f, 0.f, 0.f}, up{0.f, 1.f, 0.f};  ///< unit vectors along width and height
  float width = 1.f, height = 1.f;               ///< size of the frame, above 0 [m]

  /// Returns the texture coordinates of an initial position [m]: (0, 0) at the lower left corner of the frame
  /// and (1, 1) at the upper right corner [1]. Places outside the frame give values outside 0 .. 1.
  [[nodiscard]] Vec2 operator()(const Vec3& initial) const {
    const Vec3 d = initial - middle;
    return {0.5f + glm::dot(d, right) / width, 0.5f + glm::dot(d, up) / height};
  }
};
/// Makes the projection that matches a camera with a 16 : 9 picture, with the width that the camera shows at
/// its target. The projection is orthographic, because the liquid of a nozzle starts far upstream, possibly
/// behind the camera.
/// @param eye, target  position of the camera and centre of the view [m]
/// @param fieldOfView  vertical field of view of the camera [degrees]
/// @return the default projection if eye and target are at the same point
[[nodiscard]] TextureProjection projectionOf(const Vec3& eye, const Vec3& target, float fieldOfView);

}  // namespace ooze
