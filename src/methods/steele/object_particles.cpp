#include "methods/steele/object_particles.h"

#include <algorithm>
#include <cmath>

namespace ooze::steele {
namespace {

/// Samples the surface inside one block. The centre of each cell is projected onto the nearest surface point
/// and kept if the point lies inside the cell. Therefore each cell along a face has one particle, which
/// stands for up to 1.7 squares of a face at an angle to the grid.
std::vector<ObjectParticle> sampleSurface(const SignedDistance& shape, const Vec3& origin, float edge) {
  std::vector<ObjectParticle> particles;
  constexpr std::int32_t kCells = BoundaryBlocks::kCells;
  const float farthest = 0.9f * edge;  // slightly more than half the diagonal of a cell
  for (std::int32_t c = 0; c < kCells * kCells * kCells; ++c) {
    const Vec3 corner = origin + edge * Vec3(c % kCells, c / kCells % kCells, c / (kCells * kCells));
    Vec3 at = corner + Vec3(0.5f * edge);
    SignedDistance::Sample s = shape.sample(at);
    if (!(std::abs(s.distance) < farthest)) continue;
    // Project twice, because a sampled distance is not exact.
    for (int pass = 0; pass < 2; ++pass) at -= s.distance * s.normal, s = shape.sample(at);
    const Vec3 within = (at - corner) / edge;
    const bool inside = within.x >= 0.f && within.y >= 0.f && within.z >= 0.f && within.x < 1.f &&
                        within.y < 1.f && within.z < 1.f;
    if (!inside) continue;
    const Vec3 n = glm::abs(s.normal);
    // Place the centre one radius inside the surface. Liquid touching the surface is then two radii away,
    // which is the contact distance of particles.
    particles.push_back({at - 0.5f * edge * s.normal, std::max({n.x, n.y, n.z})});
  }
  return particles;
}

}  // namespace

ObjectParticles::ObjectParticles(float radius)
    : BoundarySamples(2.f * radius, sampleSurface, [](const Aabb&, float) { return Vec3(0.f); }) {}

}  // namespace ooze::steele
