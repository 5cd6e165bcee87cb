// Damping of deformation by region (Rivers and James 2007, section 4.3).
#include "methods/shape_matching/regions.h"

#include <algorithm>
#include <cmath>

namespace ooze::shape_matching {
namespace {

/// Returns the mass of a particle times the damping rate of its material. The product as weight conserves
/// momentum also between materials.
double dampedMass(const ShapeMatchingInput& liquid, std::uint32_t i) {
  const Coefficients& c = liquid.materials[liquid.particles.material[i]];
  return static_cast<double>(c.mass) * static_cast<double>(c.damping);
}

/// Returns the angular velocity of a region with second moments `s` about its centre and angular momentum
/// `spin`. A region in a line or a point does not turn about an undetermined axis.
/// @param least  lower bound added to the moments
glm::dvec3 angularVelocity(const double* s, const glm::dvec3& spin, double least) {
  glm::dmat3 inertia(0.0);
  for (int k = 0; k < 3; ++k) inertia[k][k] = s[(k + 1) % 3] + s[(k + 2) % 3] + least;
  inertia[0][1] = inertia[1][0] = -s[3];
  inertia[0][2] = inertia[2][0] = -s[4];
  inertia[1][2] = inertia[2][1] = -s[5];
  const double size = inertia[0][0] + inertia[1][1] + inertia[2][2];
  if (!(glm::determinant(inertia / size) > 1e-12)) return glm::dvec3(0.0);
  return glm::inverse(inertia / size) * (spin / size);
}

}  // namespace

void RegionDamping::prepare(const ReferenceGrid& grid, const ShapeRegions& regions,
                            const ShapeMatchingInput& liquid, const Threads& threads) {
  fastest_ = 0.f;
  for (const Coefficients& c : liquid.materials) fastest_ = std::max(fastest_, c.damping);
  if (!isActive()) return;
  masses_.resize(grid.size());
  threads.forEachIndex(grid.size(), kCellGrain, [&](std::size_t c) {
    *masses_.of(c) = 0.0;
    for (const std::uint32_t i : grid.particlesOf(c))
      *masses_.of(c) += dampedMass(liquid, i) / regions.count(c);
  });
  masses_.gather(grid, threads);
}

void RegionDamping::sumMotion(const ReferenceGrid& grid, const ShapeRegions& regions,
                              const ShapeMatchingInput& liquid, const Threads& threads) {
  sums_.resize(grid.size());
  threads.forEachIndex(grid.size(), kCellGrain, [&](std::size_t c) {
    glm::dvec3 moment(0.0), momentum(0.0), spin(0.0), squares(0.0), products(0.0);
    for (const std::uint32_t i : grid.particlesOf(c)) {
      const double m = dampedMass(liquid, i) / regions.count(c);
      const glm::dvec3 x(liquid.particles.position[i]), mv = m * glm::dvec3(liquid.particles.velocity[i]);
      const glm::dvec3 mx = m * x;
      moment += mx, momentum += mv, spin += glm::cross(x, mv), squares += mx * x;
      products += glm::dvec3(mx.x * x.y, mx.x * x.z, mx.y * x.z);
    }
    double* sums = sums_.of(c);
    write(moment, sums), write(momentum, sums + 3), write(spin, sums + 6);
    write(squares, sums + 9), write(products, sums + 12);
  });
  sums_.gather(grid, threads);
}

void RegionDamping::findMotion(const ReferenceGrid& grid, const Threads& threads) {
  motion_.resize(grid.size());
  threads.forEachIndex(grid.size(), kCellGrain, [&](std::size_t c) {
    double* motion = motion_.of(c);
    const double* sums = sums_.of(c);
    const double mass = *masses_.of(c);
    if (!(mass > 0.0)) {  // only materials without damping
      write(glm::dvec3(0.0), motion), write(glm::dvec3(0.0), motion + 3);
      return;
    }
    const glm::dvec3 x = read(sums) / mass, v = read(sums + 3) / mass;
    const double s[6] = {sums[9] - mass * x.x * x.x,  sums[10] - mass * x.y * x.y,
                         sums[11] - mass * x.z * x.z, sums[12] - mass * x.x * x.y,
                         sums[13] - mass * x.x * x.z, sums[14] - mass * x.y * x.z};
    // Rounding errors of sums about the origin must not count as extent.
    const double least = 1e-12 * (sums[9] + sums[10] + sums[11]);
    const glm::dvec3 spin = read(sums + 6) - mass * glm::cross(x, v);
    const glm::dvec3 turning = angularVelocity(s, spin, least);
    const auto regions = static_cast<double>(grid.particlesOf(c).size());
    write(regions * (v - glm::cross(turning, x)), motion);
    write(regions * turning, motion + 3);
  });
  motion_.spread(grid, threads);
}

void RegionDamping::damp(const ReferenceGrid& grid, const ShapeRegions& regions,
                         const ShapeMatchingInput& liquid, float dt, Vec3Array& gain,
                         const Threads& threads) {
  if (!isActive()) return;
  sumMotion(grid, regions, liquid, threads);
  findMotion(grid, threads);
  // Implicit, so that no damping rate reverses the motion.
  const float step = dt / (1.f + dt * fastest_);
  const Particles& p = liquid.particles;
  threads.forEachIndex(p.size(), kParticleGrain, [&](std::size_t i) {
    const std::uint32_t c = grid.cellOf(i);
    if (c == ReferenceGrid::kNone) return;
    const double* motion = motion_.of(c);
    const glm::dvec3 rigid =
        (read(motion) + glm::cross(read(motion + 3), glm::dvec3(p.position[i]))) / regions.count(c);
    const float part = step * liquid.materials[p.material[i]].damping;
    gain.add(i, part * Vec3(rigid - glm::dvec3(p.velocity[i])));
  });
}

}  // namespace ooze::shape_matching
