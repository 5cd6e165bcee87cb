#include "methods/shape_matching/regions.h"

#include "methods/shape_matching/rotation.h"

namespace ooze::shape_matching {
namespace {

/// Calls visit(cell) for all cells, in parallel.
template <class Visit>
void forCells(const ReferenceGrid& grid, const Threads& threads, const Visit& visit) {
  threads.forEachIndex(grid.size(), kCellGrain, [&](std::size_t c) { visit(c); });
}

/// Returns the weight of a particle in the sums of regions, before division by the number of regions.
double shapedMass(const ShapeMatchingInput& liquid, std::uint32_t i) {
  const Coefficients& c = liquid.materials[liquid.particles.material[i]];
  return static_cast<double>(c.mass) * static_cast<double>(c.shapeRate());
}

}  // namespace

void ShapeRegions::prepare(const ReferenceGrid& grid, const ShapeMatchingInput& liquid,
                           const Threads& threads) {
  counts_.resize(grid.size());
  forCells(grid, threads,
           [&](std::size_t c) { *counts_.of(c) = static_cast<double>(grid.particlesOf(c).size()); });
  counts_.spread(grid, threads);
  rest_.resize(grid.size());
  forCells(grid, threads, [&](std::size_t c) {
    double mass = 0.0;
    glm::dvec3 moment(0.0);
    for (const std::uint32_t i : grid.particlesOf(c)) {
      const double m = shapedMass(liquid, i) / count(c);
      mass += m;
      moment += m * glm::dvec3(liquid.place[i]);
    }
    rest_.of(c)[0] = mass;
    write(moment, rest_.of(c) + 1);
  });
  rest_.gather(grid, threads);
}

void ShapeRegions::fit(const ReferenceGrid& grid, const ShapeMatchingInput& liquid,
                       std::vector<Quat>& rotation, const Threads& threads) {
  sums_.resize(grid.size());
  forCells(grid, threads, [&](std::size_t c) {
    glm::dmat3 outer(0.0);
    glm::dvec3 moment(0.0);
    for (const std::uint32_t i : grid.particlesOf(c)) {
      const glm::dvec3 mx = shapedMass(liquid, i) / count(c) * glm::dvec3(liquid.particles.position[i]);
      moment += mx;
      const glm::dvec3 x0(liquid.place[i]);
      for (int k = 0; k < 3; ++k) outer[k] += x0[k] * mx;
    }
    double* sums = sums_.of(c);
    for (int k = 0; k < 3; ++k) write(outer[k], sums + 3 * k);
    write(moment, sums + 9);
  });
  sums_.gather(grid, threads);
  forCells(grid, threads, [&](std::size_t c) {
    const std::span<const std::uint32_t> particles = grid.particlesOf(c);
    const double mass = rest_.of(c)[0];
    const glm::dvec3 centre0 = read(rest_.of(c) + 1) / mass;
    double* sums = sums_.of(c);
    const glm::dvec3 moment = read(sums + 9), centre = moment / mass;
    glm::dmat3 a;
    for (int k = 0; k < 3; ++k) a[k] = read(sums + 3 * k) - centre0[k] * moment;
    const Quat warm = rotation[particles[0]];
    const glm::dquat q = alignedRotation(a, glm::normalize(glm::dquat(warm.w, warm.x, warm.y, warm.z)));
    for (const std::uint32_t i : particles) rotation[i] = Quat(q);
    const glm::dmat3 r = glm::mat3_cast(q);
    const auto regions = static_cast<double>(particles.size());
    for (int k = 0; k < 3; ++k) write(regions * r[k], sums + 3 * k);
    write(regions * (centre - r * centre0), sums + 9);
  });
  sums_.spread(grid, threads);
}

void ShapeRegions::findGoals(const ReferenceGrid& grid, const ShapeMatchingInput& liquid, Vec3Array& offset,
                             const Threads& threads) const {
  const std::size_t n = liquid.particles.size();
  offset.resize(n);
  threads.forEachIndex(n, kParticleGrain, [&](std::size_t i) {
    const std::uint32_t c = grid.cellOf(i);
    if (c == ReferenceGrid::kNone) {
      offset.set(i, Vec3(0.f));
      return;
    }
    const double* sums = sums_.of(c);
    const glm::dvec3 x0(liquid.place[i]);
    const glm::dvec3 goal =
        (x0.x * read(sums) + x0.y * read(sums + 3) + x0.z * read(sums + 6) + read(sums + 9)) / count(c);
    offset.set(i, Vec3(goal - glm::dvec3(liquid.particles.position[i])));
  });
}

}  // namespace ooze::shape_matching
