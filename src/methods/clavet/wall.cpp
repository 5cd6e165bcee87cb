#include "methods/clavet/wall.h"

namespace ooze::clavet {
namespace {

// The liquid inside a wall begins this far behind its face, in h: measured for the smallest ripple of
// density.
constexpr float kWallOffset = 0.03f;

// Solids never take more of a particle's surroundings than an edge of two walls does, however many overlap.
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
  // Number density per h^3 of a continuum whose density is the settled one.
  const float number = settledDensity / kBallDensity;
  WallDensity wall;
  float open = 1.f;  // the part of the ball that no solid covers so far
  forFacesNear(p, near, h, [&](const HalfSpace& half, const Vec3& normal) {
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

Vec3 supportAlongWalls(const Vec3& p, const Vec3& displacement, const NearFaces& near, float h) {
  Vec3 whole = displacement;
  float open = 1.f;  // the real liquid's share so far
  forFacesNear(p, near, h, [&](const HalfSpace& half, const Vec3& normal) {
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

const NearBodies& WallsInReach::find(const Vec3Array& positions, const Bodies& bodies, float reach, float h,
                                     const Threads& threads) {
  near_.find(positions, bodies, reach, kPlanesHold * h, threads);
  foundIn_ = &bodies;
  return near_;
}

void WallsInReach::support(float dt, ParticleLiquid& liquid, const Bodies& bodies, float h,
                           const Threads& threads) {
  if (bodies.list.empty()) return;
  // What the relaxation found serves: it looked a little farther than h.
  if (foundIn_ != &bodies) near_.find(liquid.particles.position, bodies, h, kPlanesHold * h, threads);
  threads.forChunks(liquid.particles.size(), 512, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const NearFaces near = near_.of(i);
      if (near.list.empty()) continue;
      const Vec3 x = liquid.particles.position[i];
      const Vec3 byLiquid = x - liquid.previous[i] - dt * liquid.particles.velocity[i];
      liquid.particles.position.add(i, supportAlongWalls(x, byLiquid, near, h));
    }
  });
}

}  // namespace ooze::clavet
