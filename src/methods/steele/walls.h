// Density of solids. The part of a particle's neighbourhood that lies inside static and kinematic solids
// counts as filled with settled liquid. Departs from Steele et al. 2004, whose solids have no density, so
// that layers of liquid lie flat on walls and a pool loses volume.
#pragma once

#include "liquid/near_bodies.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numbers>

namespace ooze::steele {

/// A symmetric tensor: xx yy zz xy xz yz.
using SymmetricTensor = std::array<float, 6>;

/// The part of a particle's neighbourhood that solids fill.
struct WallDensity {
  float covered = 0.f;       ///< density of the solids over the rest density [1]
  Vec3 out{0.f};             ///< negative gradient of `covered` times the support S, out of the solids [1]
  SymmetricTensor fabric{};  ///< sum of d r^ r^ over the particles that would fill the solids [S]
};

/// Sums over half-spaces beyond the faces near position p [m]. Half-spaces that overlap in a corner count
/// once: the fractions of the neighbourhood that each face leaves open are multiplied. The displacement along
/// `out` has a potential with the density, so that liquid comes to rest beside solids.
/// @param support  support S of the density kernel [m]
/// @param ofDynamic  whether the faces of dynamic bodies count instead of those of other solids
inline WallDensity wallDensity(const Vec3& p, const NearFaces& near, float support, bool ofDynamic = false) {
  // Number of settled particles in a cube of edge S = 4 r. One particle fills (2 r)^3.
  constexpr float kNumber = 8.f;
  WallDensity wall;
  float open = 1.f;
  for (const NearFace& face : near.list) {
    if ((face.body->motion == Motion::Dynamic) != ofDynamic) continue;
    const float u = (face.distance + glm::dot(face.normal, p - near.from)) / support;
    if (u >= 1.f) continue;
    const float d = std::max(u, 0.f), d2 = d * d, d3 = d2 * d, d4 = d2 * d2;
    // Integral of the kernel 1 - s over the spherical cap beyond the face, over that of the ball.
    const float covered = 0.5f - d + d3 - 0.5f * d4;
    wall.out = (1.f - covered) * wall.out + open * (1.f - 3.f * d2 + 2.f * d3) * face.normal;
    // Integrals of s r^ r^ over the cap: trace, component along the normal and components in the face.
    const float pi = std::numbers::pi_v<float>;
    const float trace = 2.f * pi * (0.25f * (1.f - d4) - d * (1.f - d3) / 3.f);
    const float along = 2.f * pi / 3.f * (0.25f * (1.f - d4) - d3 * (1.f - d));
    const float across = 0.5f * (trace - along), more = along - across, number = kNumber * open;
    const Vec3& n = face.normal;
    const SymmetricTensor cap{across + more * n.x * n.x, across + more * n.y * n.y, across + more * n.z * n.z,
                              more * n.x * n.y,          more * n.x * n.z,          more * n.y * n.z};
    for (std::size_t k = 0; k < cap.size(); ++k) wall.fabric[k] += number * cap[k];
    open *= 1.f - covered;
  }
  wall.covered = 1.f - open;
  return wall;
}

}  // namespace ooze::steele
