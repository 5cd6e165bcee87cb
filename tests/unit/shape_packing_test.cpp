// Tests of the packing correction of SPH against a slow transcription, and of what it is for: liquid under
// pressure bears little shear stress.
#include "liquid/solid_contact.h"
#include "methods/shape_matching/packing_correction.h"
#include "unit/shape_fixtures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::shape_tests {
namespace shape_packing_test {
namespace {

using shape_matching::Densities;
using shape_matching::PackingCorrection;

const Threads kTwo(2);
constexpr double kSlow = 0.032;  // shear rate at which half of the correction acts [sqrt(g / h)]

Material plainLiquid() {
  Material m;
  m.alpha = 1.f, m.viscosity = 0.f, m.pressureStiffness = 10.f;
  return m;
}

/// Returns an uneven block of liquid that is pressed into nine tenths of its size.
std::unique_ptr<ShapeMatching> pressedBlock(int edge, float speed) {
  auto m = method({definition(plainLiquid())});
  m->insert(block(edge, edge, edge, 0.3f, speed, 1));
  deform(*m, [](const Vec3& x) { return 0.9f * x; });
  prepare(*m, kTwo);
  return m;
}

/// Moments of even liquid beyond a plane at distance d from a particle, over those all around. The sum over a
/// fine grid shares nothing with the integrals of the product.
/// @return the component along the normal and that along the plane
std::array<double, 2> sumBeyondPlane(double d) {
  constexpr int kParts = 60;
  struct Slab {
    double x, across, along;
  };
  static const std::vector<Slab> slabs = [] {
    std::vector<Slab> made;
    for (int x = -kParts; x < kParts; ++x) {
      Slab slab{(x + 0.5) / kParts, 0.0, 0.0};
      for (int y = -kParts; y < kParts; ++y)
        for (int z = -kParts; z < kParts; ++z) {
          const glm::dvec3 at(slab.x, (y + 0.5) / kParts, (z + 0.5) / kParts);
          const double r = glm::length(at), q = 1.0 - r;
          if (q <= 0.0) continue;
          const double w = q * (1.0 + 2.0 * q) / r;
          slab.across += w * at.x * at.x, slab.along += w * at.y * at.y;
        }
      made.push_back(slab);
    }
    return made;
  }();
  double across = 0.0, along = 0.0, whole = 0.0;
  for (const Slab& slab : slabs) {
    whole += slab.across;
    if (slab.x > d) across += slab.across, along += slab.along;
  }
  return {across / whole, along / whole};
}

/// Unevenness of each particle in a corner of two planes, x = 0 and y = 0, by definition.
std::vector<glm::dmat3> unevennessByDefinition(const ParticleLiquid& liquid, const Vec3& wall) {
  const Particles& p = liquid.particles;
  const double h = static_cast<double>(kH);
  const std::size_t n = p.size();
  std::vector<glm::dmat3> own(n), rate(n), mean(n, glm::dmat3(0.0));
  std::vector<double> counts(n, 0.0);
  const auto offset = [&](std::size_t i, std::size_t j) {
    return glm::dvec3(p.position[j]) - glm::dvec3(p.position[i]);
  };
  for (std::size_t i = 0; i < n; ++i) {
    glm::dmat3 moments(0.0), gradient(0.0);
    for (std::size_t j = 0; j < n; ++j) {
      const glm::dvec3 x = offset(i, j), u = glm::dvec3(p.velocity[j]) - glm::dvec3(p.velocity[i]);
      const double r = glm::length(x), q = 1.0 - r / h;
      if (j == i || q <= 0.0) continue;
      const double w = q * (1.0 + 2.0 * q) / r;
      moments += w * glm::outerProduct(x, x), gradient += w * glm::outerProduct(u, x);
    }
    const double third = (moments[0][0] + moments[1][1] + moments[2][2]) / 3.0;
    gradient /= third;
    rate[i] = 0.5 * (gradient + glm::transpose(gradient));
    rate[i] -= glm::dmat3((rate[i][0][0] + rate[i][1][1] + rate[i][2][2]) / 3.0);
    const double dx = static_cast<double>(p.position[i].x - wall.x) / h,
                 dy = static_cast<double>(p.position[i].y - wall.y) / h;
    glm::dmat3 even(1.0);
    if (dx < 1.0) {
      const auto [across, along] = sumBeyondPlane(dx);
      even -= glm::dmat3(across, 0, 0, 0, along, 0, 0, 0, along);
    }
    if (dy < 1.0) {
      const auto [across, along] = sumBeyondPlane(dy);
      even -= glm::dmat3(along, 0, 0, 0, across, 0, 0, 0, along);
    }
    counts[i] = p.density[i] > 1.f && !(dx < 0.5 && dy < 0.5) ? 1.0 : 0.0;
    own[i] = moments / third - even * (3.0 / (even[0][0] + even[1][1] + even[2][2]));
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (counts[i] == 0.0) continue;
    glm::dmat3 rates = rate[i];
    mean[i] = own[i];
    double all = 1.0, near = 1.0;
    for (std::size_t j = 0; j < n; ++j) {
      const double q = 1.0 - glm::length(offset(i, j)) / h;
      if (j == i || q <= 0.0) continue;
      mean[i] += counts[j] * q * own[j], all += counts[j] * q;
      rates += q * rate[j], near += q;
    }
    double shear = 0.0;
    for (int c = 0; c < 3; ++c) shear += 2.0 * glm::dot(rates[c], rates[c]) / (near * near);
    mean[i] *= shear / (shear + kSlow * kSlow * 9.81 / h) / all;
  }
  return mean;
}

TEST(ShapePacking, UnevennessIsThatOfTheTranscription) {
  auto m = pressedBlock(7, 0.02f);
  ParticleLiquid& liquid = m->liquid();
  // Two planes a quarter of h away from the block's first layers.
  const Vec3 wall(0.2f * kSpacing - 0.25f * kH);
  Bodies bodies;
  for (const Vec3& normal : {Vec3(1.f, 0.f, 0.f), Vec3(0.f, 1.f, 0.f)}) {
    Body plane =
        makeBody("plane", {.kind = SolidShape::SolidKind::Plane, .size = normal}, ooze::Motion::Static);
    plane.pose.position = plane.previousPose.position = wall;
    bodies.list.push_back(std::move(plane));
  }
  Densities densities;
  densities.measure(liquid, kH, m->coefficients(), kTwo);
  densities.addWalls(liquid, bodies, kH, m->coefficients(), kTwo);
  PackingCorrection packing;
  packing.addTo(liquid.arrays);
  packing.observe(liquid, kH, m->coefficients(), densities, kTwo);
  const std::vector<glm::dmat3> expected = unevennessByDefinition(liquid, wall);
  double most = 0.0;
  std::size_t uneven = 0;
  for (const glm::dmat3& e : expected) most = std::max(most, std::abs(e[0][0])), uneven += e[0][0] != 0.0;
  ASSERT_GT(most, 0.03);
  ASSERT_GT(uneven, 50u);
  ASSERT_LT(uneven, expected.size()) << "particles between the planes and at the surface do not count";
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const SymmetricMatrix& found = liquid[packing.unevenness][i];
    const glm::dmat3& e = expected[i];
    const std::array<double, 6> of{e[0][0], e[1][1], e[2][2], e[0][1], e[1][2], e[2][0]};
    for (std::size_t c = 0; c < of.size(); ++c)
      ASSERT_NEAR(static_cast<double>(found[c]), of[c], 0.01 * most) << i << " component " << c;
  }
}

/// Returns the difference of the mean stresses along x and y of the pairs deep inside a block, over the mean
/// pressure.
double shearStressOf(ShapeMatching& m, bool isCorrected) {
  ParticleLiquid& liquid = m.liquid();
  const Particles& p = liquid.particles;
  Densities densities;
  densities.measure(liquid, kH, m.coefficients(), kTwo);
  densities.addWalls(liquid, Bodies(), kH, m.coefficients(), kTwo);
  PackingCorrection packing;
  packing.addTo(liquid.arrays);
  packing.observe(liquid, kH, m.coefficients(), densities, kTwo);
  const std::span<const SymmetricMatrix> unevenness = liquid[packing.unevenness];
  const SymmetricMatrices& stress = packing.computeStress(
      densities.pressure(), isCorrected ? unevenness : std::span(unevenness).first(0), kTwo);
  Vec3 centre(0.f);
  for (std::size_t i = 0; i < p.size(); ++i) centre += p.position[i] / static_cast<float>(p.size());
  double difference = 0.0, sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < p.size(); ++j) {
      const Vec3 x = p.position[j] - p.position[i];
      const float r = glm::length(x), q = 1.f - r / kH;
      if (j == i || q <= 0.f || glm::distance(p.position[i], centre) > 1.5f * kH) continue;
      const Vec3 force = q * (1.f + 2.f * q) / r * (stress.times(i, x) + stress.times(j, x));
      difference += static_cast<double>(force.x * x.x - force.y * x.y);
      sum += static_cast<double>(force.x * x.x + force.y * x.y);
    }
  return 2.0 * difference / sum;
}

TEST(ShapePacking, LiquidUnderPressureBearsLittleShearStress) {
  auto m = pressedBlock(12, 0.f);
  // Layers across x, farther apart than neighbours within them. Eddies shear packings as unevenly.
  constexpr float kStretch = 1.5f, kRate = 10.f;
  deform(*m, [](const Vec3& x) {
    return Vec3(kStretch, 1.f / std::sqrt(kStretch), 1.f / std::sqrt(kStretch)) * x;
  });
  Particles& p = m->liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i)
    p.velocity.set(i, kRate * Vec3(p.position[i].x, -p.position[i].y, 0.f));
  prepare(*m, kTwo);
  const double plain = shearStressOf(*m, false), corrected = shearStressOf(*m, true);
  EXPECT_LT(plain, -0.02) << "the packing bears no stress that could be corrected";
  EXPECT_LT(std::abs(corrected), 0.25 * std::abs(plain));
}

/// Computes the SPH forces of a block with the correction. @return those without the correction
Vec3Array findCorrectedForces(ShapeMatching& m) {
  m.measureDensity(kTwo);
  m.findSphForces(kTwo);
  Vec3Array plain = m.sphAcceleration();
  m.observePacking(kTwo);
  m.findSphForces(kTwo);
  return plain;
}

TEST(ShapePacking, LiquidAtRestKeepsThePlainPressure) {
  auto m = pressedBlock(6, 0.f);
  const Vec3Array plain = findCorrectedForces(*m);
  for (std::size_t i = 0; i < plain.size(); ++i) ASSERT_EQ(plain[i], m->sphAcceleration()[i]) << i;
}

TEST(ShapePacking, CorrectedForcesKeepMomentum) {
  auto m = pressedBlock(7, 0.3f);
  const Vec3Array plain = findCorrectedForces(*m);
  const auto s = stateOf(*m);
  double most = 0.0, mass = 0.0, changed = 0.0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const glm::dvec3 a(m->sphAcceleration()[i]);
    most = std::max(most, glm::length(a)), mass += s[i].mass;
    changed = std::max(changed, glm::distance(a, glm::dvec3(plain[i])));
  }
  EXPECT_GT(changed, 0.01 * most) << "nothing was corrected";
  const Motion sum = motionOf(s, [&](std::size_t i) { return m->sphAcceleration()[i]; });
  EXPECT_LT(glm::length(sum.momentum), 1e-6 * most * mass);
}

}  // namespace
}  // namespace shape_packing_test
}  // namespace ooze::shape_tests
