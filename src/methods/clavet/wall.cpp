#include "methods/clavet/wall.h"

namespace ooze::clavet {
namespace {

// Distance of the virtual liquid behind the wall's face [h]. The value minimises density ripples beside the
// wall.
constexpr float kWallOffset = 0.03f;

// Lower limit of the fraction of a particle's surroundings that is liquid [1], equal to an edge between two
// walls. The limit holds for any number of overlapping solids.
constexpr float kLeastOpen = 0.25f;

/// Calls visit(half-space, normal) for every face within h of p; the normal points out of the solid.
template <class Visit>
void forFacesNear(const Vec3& p, const NearFaces& near, float h, const Visit& visit) {
  const auto within = [&](float distance, const Vec3& normal) {
    if (distance < h) visit(halfSpace(distance / h + kWallOffset), normal);
  };
  if (near.hold(p)) {
    for (const NearFace& face : near.list)
      within(face.distance + glm::dot(face.normal, p - near.from), face.normal);
    return;
  }
  near.forBodies([&](const Body& body, const NearFaces&) {
    for (const SignedDistance::Sample& face : body.shape->facesWithin(body.pose.toLocal(p), h))
      within(face.distance, body.pose.directionToWorld(face.normal));
  });
}

}  // namespace

WallDensity wallDensity(const Vec3& p, const NearFaces& near, float settledDensity, float h) {
  // Number density per h^3 of a continuum with the settled density.
  const float number = settledDensity / kBallDensity;
  WallDensity wall;
  float open = 1.f;  // fraction of the ball not yet covered by a solid
  forFacesNear(p, near, h, [&](const WallIntegrals& half, const Vec3& normal) {
    // Half-spaces overlap in a corner, and the overlap must count once. The product of the fractions is exact
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

Vec3 supportAlongWalls(const Vec3& p, const Vec3& displacement, const NearFaces& near, float h) {
  Vec3 whole = displacement;
  float open = 1.f;  // fraction of the ball that real liquid fills, after the faces so far
  forFacesNear(p, near, h, [&](const WallIntegrals& half, const Vec3& normal) {
    // A pressure gradient G along y gives G times the integral of (1-r) y^2 / r. The near part gives
    // kVolumeNear G times the integral of (1-r)^2 y^2 / r. Over the whole ball the integrals are pi / 15 and
    // pi / 45. By integration by parts, a half-space has the same fractions of these integrals as of the
    // densities.
    const float share =
        (3.f * half.density / kBallDensity + kVolumeNear * half.nearDensity / kBallNearDensity) /
        (3.f + kVolumeNear);
    const float left = std::max(kLeastOpen, open * (1.f - share));
    whole += (open / left - 1.f) * (whole - glm::dot(whole, normal) * normal);
    open = left;
  });
  return whole - displacement;
}

const NearBodies& WallsInReach::find(const Vec3Array& positions, const Bodies& bodies, float reach, float h,
                                     const Threads& threads) {
  near_.find(positions, bodies, reach, kPlanesHold * h, threads);
  foundIn_ = &bodies;
  return near_;
}

void WallsInReach::support(float dt, ParticleLiquid& liquid, const Bodies& bodies, float h,
                           const Threads& threads) {
  if (bodies.list.empty()) return;
  // Reuse the search of the relaxation stage, which reached a little farther than h.
  if (foundIn_ != &bodies) near_.find(liquid.particles.position, bodies, h, kPlanesHold * h, threads);
  threads.forEachIndex(liquid.particles.size(), 512, [&](std::size_t i) {
    const NearFaces near = near_.of(i);
    if (near.list.empty()) return;
    const Vec3 x = liquid.particles.position[i];
    const Vec3 byLiquid = x - liquid.previous[i] - dt * liquid.particles.velocity[i];
    liquid.particles.position.add(i, supportAlongWalls(x, byLiquid, near, h));
  });
}

}  // namespace ooze::clavet
