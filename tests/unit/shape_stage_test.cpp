// Tests of each stage of SPH with shape matching against its transcription, and of conserved quantities.
#include "methods/shape_matching/rotation.h"
#include "methods/shape_matching/sph.h"
#include "unit/shape_fixtures.h"

#include <algorithm>
#include <ctime>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace ooze::shape_tests {
namespace shape_stage_test {
namespace {

using namespace shape_reference;
using shape_matching::latticeSums;

const Threads kTwo(2);
constexpr double kReal = kH, kSpacingDouble = kSpacing;

/// Makes two liquids as uneven blocks side by side, which differ in every parameter.
std::unique_ptr<ShapeMatching> twoLiquids(float speed) {
  Material a, b;
  a.alpha = 0.3f, b.alpha = 0.8f;
  a.viscosity = 0.4f, b.viscosity = 2.f;
  a.pressureStiffness = 4.f, b.pressureStiffness = 9.f;
  a.stiffnessTime = 4.f, b.stiffnessTime = 7.f;
  a.regionDamping = 20.f, b.regionDamping = 90.f;
  auto m = method({definition(a, 1000.f), definition(b, 1700.f)});
  m->insert(block(5, 6, 4, 0.35f, speed, 1, 0, Vec3(-5.f * kSpacing, 0.f, 0.f)));
  m->insert(block(4, 5, 6, 0.35f, speed, 2, 1, Vec3(0.f)));
  prepare(*m, kTwo);
  return m;
}

/// Gives all particles a single reference shape, as an update does after liquids have merged, and deforms it.
void mergeAndBend(ShapeMatching& m) {
  ParticleLiquid& liquid = m.liquid();
  for (std::size_t i = 0; i < liquid.size(); ++i) {
    liquid[m.references().shape][i] = 1;
    liquid[m.references().place].set(i, liquid.particles.position[i]);
  }
  std::vector<std::byte> bytes;
  ByteWriter out;
  m.save(out, kTwo);
  ByteReader in(out.bytes());
  m.restore(in);
  deform(m, [](const Vec3& x) {
    return Vec3(1.1f * x.x - 0.3f * x.y, x.y + 0.2f * x.x + 4.f * x.x * x.x, 0.9f * x.z + 0.4f * x.y);
  });
  prepare(m, kTwo);
}

TEST(ShapeKernels, VanishAtTheirEdgeAndSumOverTheLatticeAsOverTheContinuum) {
  for (const double c : {kOfDensity, kOfCohesion}) {
    double integral = 0.0;
    constexpr int kParts = 10000;
    for (int k = 0; k < kParts; ++k) {
      const double r = (k + 0.5) / kParts;
      integral += 4.0 * std::numbers::pi * r * r / kParts * kernel(r, 1.0, c);
      ASSERT_NEAR((kernel(r + 1e-6, 1.0, c) - kernel(r - 1e-6, 1.0, c)) / 2e-6, kernelSlope(r, 1.0, c), 1e-5);
    }
    EXPECT_LT(kernel(1.0 - 1e-6, 1.0, c) - kernelSlope(1.0 - 1e-6, 1.0, c), 1e-4);
    const double spacing = kSpacingDouble / kReal;
    EXPECT_NEAR(latticeSum(1.0, spacing, c), integral / std::pow(spacing, 3),
                0.1 * integral / std::pow(spacing, 3));
  }
  EXPECT_NEAR(latticeSums().density, latticeSum(kReal, kSpacingDouble, kOfDensity), 1e-4);
  EXPECT_NEAR(latticeSums().cohesive, latticeSum(kReal, kSpacingDouble, kOfCohesion), 1e-4);
}

/// A compressed lattice has the pressure of the equation of state, so that sound has the speed sqrt(k).
TEST(ShapeKernels, TheSpeedOfSoundOnTheLatticeIsThatOfTheMaterial) {
  const double h = 1.0, spacing = kSpacingDouble / kReal;
  const double more = latticeSum(h, 0.999 * spacing, kOfDensity),
               less = latticeSum(h, 1.001 * spacing, kOfDensity);
  EXPECT_NEAR(std::log(more / less) / (3.0 * 0.002), 1.0, 0.03);
}

TEST(ShapeStages, DensitiesAreThoseOfThePaper) {
  auto m = twoLiquids(0.f);
  m->measureDensity(kTwo);
  const State s = stateOf(*m);
  const auto expected = densities(s, kReal, kSpacingDouble);
  for (std::size_t i = 0; i < s.size(); ++i)
    ASSERT_NEAR(static_cast<double>(m->liquid().particles.density[i]), expected[i], 3e-6 * expected[i]) << i;
}

TEST(ShapeStages, LiquidAtRestHasItsDensityAndASurface) {
  auto m = method({definition({})});
  m->insert(block(11, 11, 11, 0.f, 0.f, 1));
  prepare(*m, kTwo);
  m->measureDensity(kTwo);
  const Particles& p = m->liquid().particles;
  std::size_t deep = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 from = glm::abs(p.position[i] - Vec3(5.5f * kSpacing));
    const float out = std::max({from.x, from.y, from.z}) / kSpacing;
    if (out < 2.7f) {
      ASSERT_NEAR(p.density[i], 1.f, 1e-5f);
      ASSERT_LT(p.exposure[i], 1e-3f);
      ++deep;
    }
    if (out > 4.7f) {
      ASSERT_GT(p.exposure[i], 0.9f);
    }
  }
  EXPECT_EQ(deep, 125u);
}

TEST(ShapeStages, SphForcesAreThoseOfThePaperAndOpposite) {
  auto m = twoLiquids(0.3f);
  m->measureDensity(kTwo);
  m->findSphForces(kTwo);
  const State s = stateOf(*m);
  std::vector<std::uint32_t> bodies;
  for (const auto& p : s) bodies.push_back(p.shape);
  const auto expected = sphAccelerations(s, kReal, kSpacingDouble, bodies);
  double most = 0.0, mass = 0.0;
  for (std::size_t i = 0; i < s.size(); ++i)
    most = std::max(most, glm::length(expected[i])), mass += s[i].mass;
  ASSERT_GT(most, 50.0);
  for (std::size_t i = 0; i < s.size(); ++i)
    ASSERT_LT(glm::distance(expected[i], glm::dvec3(m->sphAcceleration()[i])), 2e-5 * most) << i;
  const Motion sum = motionOf(s, [&](std::size_t i) { return m->sphAcceleration()[i]; });
  EXPECT_LT(glm::length(sum.momentum), 1e-6 * most * mass);
  EXPECT_LT(glm::length(sum.spin), 1e-6 * most * mass * 3.0 * kReal) << "forces act along lines of pairs";
}

/// A velocity with constant curvature feels the viscous force mu times that curvature (eq. 2).
TEST(ShapeStages, ViscosityIsThatOfTheMaterial) {
  Material of;
  of.alpha = 1.f, of.viscosity = 3.f;
  auto m = method({definition(of)});
  m->insert(block(13, 13, 13, 0.f, 0.f, 1));
  prepare(*m, kTwo);
  Particles& p = m->liquid().particles;
  const float middle = 6.5f * kSpacing, curvature = 40.f;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const float y = p.position[i].y - middle;
    p.velocity.set(i, Vec3(0.5f * curvature * y * y, 0.f, 0.f));
  }
  m->measureDensity(kTwo);
  m->findSphForces(kTwo);
  for (std::size_t i = 0; i < p.size(); ++i)
    if (glm::distance(p.position[i], Vec3(middle)) < 0.1f * kSpacing) {
      // The sum over so few neighbours is 0.87 of the integral.
      EXPECT_NEAR(m->sphAcceleration()[i].x, 3.f / 1000.f * curvature, 0.15f * 3.f / 1000.f * curvature);
    }
}

TEST(ShapeStages, GoalsAreThoseOfDenseRegions) {
  for (const float radius : {0.45f, 0.8f, 1.1f, 2.f}) {
    Material of;
    of.regionRadius = radius;
    auto m = method({definition(of)});
    m->insert(block(6, 5, 7, 0.4f, 0.f, 4));
    prepare(*m, kTwo);
    deform(*m, [](const Vec3& x) {
      return Vec3(1.2f * x.x - 0.4f * x.y, x.y + 0.2f * x.x + 5.f * x.x * x.z, 0.8f * x.z + 0.4f * x.y);
    });
    prepare(*m, kTwo);
    m->matchShapes(kTwo);
    const State s = stateOf(*m);
    const auto expected = Regions(s, static_cast<double>(kEdge)).offsets();
    double most = 0.0;
    for (const glm::dvec3& e : expected) most = std::max(most, glm::length(e));
    ASSERT_GT(most, 0.05 * kSpacingDouble);
    for (std::size_t i = 0; i < s.size(); ++i)
      ASSERT_LT(glm::distance(expected[i], glm::dvec3(m->goalOffset()[i])), 2e-6 * kSpacingDouble)
          << i << " with radius " << radius;
  }
}

TEST(ShapeStages, GoalsOfMergedLiquidsKeepMomentum) {
  auto m = twoLiquids(0.f);
  mergeAndBend(*m);
  m->matchShapes(kTwo);
  const State s = stateOf(*m);
  const auto expected = Regions(s, static_cast<double>(kEdge)).offsets();
  double most = 0.0;
  for (std::size_t i = 0; i < s.size(); ++i) {
    ASSERT_LT(glm::distance(expected[i], glm::dvec3(m->goalOffset()[i])), 2e-6 * kSpacingDouble) << i;
    most += s[i].mass * s[i].shapeRate * glm::length(expected[i]);
  }
  const Motion sum =
      motionOf(s, [&](std::size_t i) { return s[i].shapeRate * glm::dvec3(m->goalOffset()[i]); });
  // The tolerance is the rounding of offsets, which are stored as float.
  EXPECT_LT(glm::length(sum.momentum), 1e-7 * most);
  EXPECT_LT(glm::length(sum.spin), 1e-7 * most * 0.03);
}

TEST(ShapeStages, DampingIsThatOfRigidRegionsAndKeepsMomentum) {
  auto m = twoLiquids(0.3f);
  mergeAndBend(*m);
  const State s = stateOf(*m);
  m->measureDensity(kTwo);
  m->findSphForces(kTwo);
  m->matchShapes(kTwo);
  const float dt = 0.001f;
  double fastest = 0.0, most = 0.0;
  for (const auto& p : s) fastest = std::max(fastest, p.damping);
  const auto rigid = Regions(s, static_cast<double>(kEdge)).rigidOffsets();
  const Vec3Array sph = m->sphAcceleration(), offset = m->goalOffset();
  m->blendVelocities(dt, kTwo);
  std::vector<glm::dvec3> lost;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const double part = static_cast<double>(dt) * s[i].damping / (1.0 + static_cast<double>(dt) * fastest);
    const glm::dvec3 gained =
        glm::dvec3(m->liquid().particles.velocity[i]) - s[i].v -
        static_cast<double>(dt) * (glm::dvec3(sph[i]) + s[i].shapeRate * glm::dvec3(offset[i]));
    ASSERT_LT(glm::distance(part * rigid[i], gained), 3e-7) << i;
    lost.push_back(part * rigid[i]);
    most += s[i].mass * glm::length(lost.back());
  }
  ASSERT_GT(most, 0.0);
  const Motion sum = motionOf(s, [&](std::size_t i) { return lost[i]; });
  EXPECT_LT(glm::length(sum.momentum), 1e-12 * most) << "the formula conserves momentum";
  EXPECT_LT(glm::length(sum.spin), 1e-12 * most);
}

TEST(ShapeStages, RigidMotionIsAtItsGoalAndIsNotDamped) {
  auto m = method({definition({})});
  m->insert(block(6, 5, 7, 0.3f, 0.f, 4));
  prepare(*m, kTwo);
  const glm::dquat turn = glm::angleAxis(0.7, glm::normalize(glm::dvec3(1.0, 2.0, -0.5)));
  const glm::dvec3 spin(3.0, -2.0, 5.0);
  deform(*m, [&](const Vec3& x) { return Vec3(turn * glm::dvec3(x) + glm::dvec3(0.02, 0.01, 0.04)); });
  Particles& p = m->liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i)
    p.velocity.set(i, Vec3(glm::cross(spin, glm::dvec3(p.position[i]))));
  prepare(*m, kTwo);
  m->matchShapes(kTwo);
  const State before = stateOf(*m);
  for (std::size_t i = 0; i < before.size(); ++i) {
    ASSERT_LT(glm::length(m->goalOffset()[i]), 1e-8f) << "but for how positions are rounded";
    const glm::dquat r(m->liquid()[m->references().rotation][i]);
    ASSERT_NEAR(glm::dot(r, r), 1.0, 1e-6);
    ASSERT_GT(std::abs(glm::dot(r, turn)), 1.0 - 1e-6);
  }
  const auto rigid = Regions(before, static_cast<double>(kEdge)).rigidOffsets();
  for (const glm::dvec3& r : rigid) ASSERT_LT(glm::length(r), 1e-6);
}

TEST(ShapeStages, OneRegionThatCoversAllIsTheWholeBodysMatch) {
  Material of;
  of.regionRadius = 6.f;
  auto m = method({definition(of)});
  m->insert(block(4, 4, 4, 0.f, 0.f, 9));  // no cell is empty
  prepare(*m, kTwo);
  deform(*m, [](const Vec3& x) { return Vec3(1.3f * x.x, x.y - 0.5f * x.x, 0.9f * x.z); });
  prepare(*m, kTwo);
  m->matchShapes(kTwo);
  const State s = stateOf(*m);
  // Every particle has the same weight, as in Müller et al. 2005.
  Eigen::Vector3d c = Eigen::Vector3d::Zero(), c0 = c;
  const auto vector = [](const glm::dvec3& v) { return Eigen::Vector3d(v.x, v.y, v.z); };
  for (const auto& p : s) c += vector(p.x) / 64.0, c0 += vector(p.x0) / 64.0;
  Eigen::Matrix3d a = Eigen::Matrix3d::Zero();
  for (const auto& p : s) a += (vector(p.x) - c) * (vector(p.x0) - c0).transpose();
  const Eigen::JacobiSVD<Eigen::Matrix3d> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::Matrix3d r = svd.matrixU() * svd.matrixV().transpose();
  for (std::size_t i = 0; i < s.size(); ++i) {
    const Eigen::Vector3d offset = r * (vector(s[i].x0) - c0) + c - vector(s[i].x);
    ASSERT_LT((offset - vector(glm::dvec3(m->goalOffset()[i]))).norm(), 2e-6 * kSpacingDouble);
  }
}

/// Returns the processor time of the calling thread [s].
double threadSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Shape matching costs the same for regions of 64 and of 4,096 particles.
/// Both are timed in turn, and the least of many rounds counts, so that other load on the machine does not
/// matter. A cost in proportion to the region size would be some 40 times as high.
TEST(ShapeStages, LargeRegionsCostWhatSmallOnesDo) {
  const Threads one(1);
  std::vector<std::unique_ptr<ShapeMatching>> methods;
  for (const float radius : {0.9f, 3.6f}) {
    Material of;
    of.regionRadius = radius;
    methods.push_back(method({definition(of)}));
    methods.back()->insert(block(16, 16, 16, 0.2f, 0.f, 4));
    prepare(*methods.back(), one);
  }
  std::vector<double> least(2, 1e9);
  for (int round = 0; round < 30; ++round)
    for (std::size_t k = 0; k < 2; ++k) {
      const double begin = threadSeconds();
      methods[k]->matchShapes(one);
      least[k] = std::min(least[k], threadSeconds() - begin);
    }
  EXPECT_LT(least[1], 1.5 * least[0]);
  RecordProperty("large over small", std::to_string(least[1] / least[0]));
}

}  // namespace
}  // namespace shape_stage_test
}  // namespace ooze::shape_tests
