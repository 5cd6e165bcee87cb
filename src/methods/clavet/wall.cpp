#include "methods/clavet/wall.h"

#include "methods/clavet/packing.h"

namespace ooze::clavet {
namespace {

// The liquid inside a wall begins this far behind its face, in h: measured for the smallest ripple of
// density.
constexpr float kWallOffset = 0.03f;

// Solids never take more of a particle's surroundings than an edge of two walls does, however many overlap.
constexpr float kLeastOpen = 0.25f;

/// Calls visit(half-space, normal) for every face within h of p; the normal points out of the solid.
template <class Visit>
void forFacesNear(const Vec3& p, std::span<const Body* const> bodies, float h, const Visit& visit) {
  for (const Body* body : bodies) {
    const Vec3 local = body->pose.toLocal(p);
    for (const SignedDistance::Sample& face : body->shape->facesWithin(local, h))
      visit(halfSpace(face.distance / h + kWallOffset), body->pose.directionToWorld(face.normal));
  }
}

}  // namespace

WallDensity wallDensity(const Vec3& p, std::span<const Body* const> bodies, float settledDensity, float h) {
  // Number density per h^3 of a continuum whose density is the settled one.
  const float number = settledDensity / kBallDensity;
  WallDensity wall;
  float open = 1.f;  // the part of the ball that no solid covers so far
  forFacesNear(p, bodies, h, [&](const HalfSpace& half, const Vec3& normal) {
    // Two half-spaces overlap in a corner: what both cover counts once. The product of their parts is exact
    // for a right angle with the particle on one of the faces.
    const float covered = half.density / kBallDensity;
    wall.density += number * open * half.density;
    wall.nearDensity += number * open * half.nearDensity;
    wall.push = (1.f - covered) * wall.push + number * open * half.push * normal;
    wall.nearPush = (1.f - covered) * wall.nearPush + number * open * half.nearPush * normal;
    open *= 1.f - covered;
  });
  return wall;
}

void addWallPacking(const Vec3& p, std::span<const Body* const> bodies, float settledDensity, float h,
                    Tensor6& farSum, Tensor6& nearSum) {
  const float number = settledDensity / kBallDensity;
  float open = 1.f;
  const auto add = [](Tensor6& to, float along, float across, const Vec3& n) {
    const Vec3 d = (across - along) * n;
    to[0] += along + d.x * n.x, to[1] += along + d.y * n.y, to[2] += along + d.z * n.z;
    to[3] += d.x * n.y, to[4] += d.x * n.z, to[5] += d.y * n.z;
  };
  forFacesNear(p, bodies, h, [&](const HalfSpace& half, const Vec3& n) {
    // Along the face by integration by parts, as below; across it what is left of the trace.
    constexpr float kFar = std::numbers::pi_v<float> / 15.f, kNear = std::numbers::pi_v<float> / 45.f;
    const float far = kFar * half.density / kBallDensity;
    const float near = kNear * half.nearDensity / kBallNearDensity;
    const float m = number * open;
    add(farSum, m * far, m * (half.moment - 2.f * far), n);
    add(nearSum, m * near, m * (half.nearMoment - 2.f * near), n);
    open *= 1.f - half.density / kBallDensity;
  });
}

Vec3 supportAlongWalls(const Vec3& p, const Vec3& displacement, std::span<const Body* const> bodies,
                       float h) {
  Vec3 whole = displacement;
  float open = 1.f;  // the real liquid's share so far
  forFacesNear(p, bodies, h, [&](const HalfSpace& half, const Vec3& normal) {
    // A gradient G of pressure gives G times the integral of (1-r) y^2 / r along it, and kVolumeNear G times
    // that of (1-r)^2 y^2 / r. Over the ball these are pi / 15 and pi / 45, and the parts of a half-space are
    // those of its densities, by integration by parts.
    const float share =
        (3.f * half.density / kBallDensity + kVolumeNear * half.nearDensity / kBallNearDensity) /
        (3.f + kVolumeNear);
    const float left = std::max(kLeastOpen, open * (1.f - share));
    whole += (open / left - 1.f) * (whole - glm::dot(whole, normal) * normal);
    open = left;
  });
  return whole - displacement;
}

}  // namespace ooze::clavet
