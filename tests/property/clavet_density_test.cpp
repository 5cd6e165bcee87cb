// Liquids of different densities: pairs share displacements in inverse proportion to their masses. A single
// liquid, or several of one density, must not depend on its density.
#include "ooze/base/bytes.h"

#include "property/clavet_checks.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::clavet_density_test {
namespace {

using namespace clavet_checks;

constexpr float kLight = 300.f, kHeavy = 3000.f;  // densities of the two liquids [kg/m^3]

/// Two overlapping noisy cubes, of a light and a dense liquid, so that most pairs have two masses.
struct MixedLiquids : ReferencePair {
  MixedLiquids() : ReferencePair(kH, {dough(), dough()}, Vec3(0.f), 2, {kLight, kHeavy}) {
    addCube(Vec3(-0.2f, 0.f, 0.f) * kH, 6, 0.3f, kSpeed, 1, 0);
    addCube(Vec3(0.2f, 0.1f, -0.1f) * kH, 6, 0.3f, kSpeed, 2, 1);
  }
  /// Returns the sum over particles of mass times this member [kg times the member's unit].
  [[nodiscard]] Vec weighed(const std::vector<reference::Particle>& particles,
                            Vec reference::Particle::*member) const {
    Vec sum(0.0);
    for (const auto& p : particles) sum += mass(p.material) * p.*member;
    return sum;
  }
  [[nodiscard]] std::vector<reference::Particle> productParticles() {
    auto out = particlesOf(product);
    for (std::size_t i = 0; i < out.size(); ++i) out[i].material = product.particles().material[i];
    return out;
  }
  /// Returns the distance by which a stage of the product moves the mass-weighted mean of this member, over
  /// the given scale.
  [[nodiscard]] double drift(Vec reference::Particle::*member, double scale,
                             const std::function<void()>& stage) {
    const Vec before = weighed(productParticles(), member);
    stage();
    const auto after = productParticles();
    double all = 0.0;
    for (const auto& p : after) all += mass(p.material);
    return glm::length(weighed(after, member) - before) / (all * scale);
  }
};

// Tolerance as in clavet_momentum_test.cpp: roundings of terms as large as 2 h stay below this. Sharing a
// displacement half and half between masses 1 and 10 would move the mean by a hundredth.
constexpr double kRounding = 1e-6;

TEST(Density, EachStageKeepsTheMomentumOfTwoLiquids) {
  const float dt = 0.2f * kFrame;
  {
    MixedLiquids twin;
    EXPECT_LT(twin.drift(&reference::Particle::velocity, kSpeed,
                         [&] { twin.product.applyViscosity(kFrame, twin.threads(), 0); }),
              kRounding);
  }
  {
    MixedLiquids twin;
    twin.product.adjustSprings(kFrame, twin.threads());
    EXPECT_GT(twin.product.count(), 1000u);
    EXPECT_LT(twin.drift(&reference::Particle::position, kH,
                         [&] { twin.product.applySpringDisplacements(dt, twin.threads(), 0); }),
              kRounding);
  }
  {
    MixedLiquids twin;
    EXPECT_LT(twin.drift(&reference::Particle::position, kH,
                         [&] { twin.product.relaxDoubleDensity(dt, twin.threads(), 0, Bodies{}); }),
              kRounding);
  }
}

TEST(Density, TheTranscriptionKeepsMomentumToo) {
  MixedLiquids twin;
  reference::adjustSprings(twin.reference, kFrame);
  auto& particles = twin.reference.particles;
  const double all = 216.0 * (twin.mass(0) + twin.mass(1));
  const Vec speedBefore = twin.weighed(particles, &reference::Particle::velocity);
  reference::applyViscosity(twin.reference, kFrame,
                            reference::oneByOne(reference::pairsWithin(twin.reference, kH)));
  EXPECT_LT(glm::length(twin.weighed(particles, &reference::Particle::velocity) - speedBefore),
            kExact * all * kSpeed);
  const Vec before = twin.weighed(particles, &reference::Particle::position);
  reference::applySpringDisplacements(twin.reference, 0.2 * kFrame,
                                      reference::oneByOne(reference::springPairs(twin.reference)));
  reference::relaxDoubleDensity(twin.reference, 0.2 * kFrame, reference::ascending(twin.reference));
  EXPECT_LT(glm::length(twin.weighed(particles, &reference::Particle::position) - before), kExact * all * kH);
}

TEST(Density, DropsThatCollideKeepTheirMomentum) {
  // Drops of 3000 and 300 kg/m3 collide head on at the same speed.
  ReferencePair twin(kH, {dough(), dough()}, Vec3(0.f), 2, {kHeavy, kLight});
  const float speed = 0.3f;  // speed of each drop [m/s]
  twin.addCube(Vec3(-1.8f, 0.1f, 0.f) * kH, 6, 0.1f, 0.f, 1, 0);
  twin.addCube(Vec3(1.8f, -0.1f, 0.f) * kH, 6, 0.1f, 0.f, 2, 1);
  Particles& p = twin.product.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    p.velocity.set(i, Vec3(p.material[i] == 0 ? speed : -speed, 0.f, 0.f));
  const auto momentum = [&] {
    Vec sum(0.0);
    for (std::size_t i = 0; i < p.size(); ++i) sum += twin.mass(p.material[i]) * Vec(p.velocity[i]);
    return sum;
  };
  const Vec before = momentum();
  const float step = std::min(twin.product.laws().stableStep().seconds, 0.1f * kFrame);
  run(twin.product, step, static_cast<int>(0.2f / step), twin.threads());
  // Velocities are differences of positions: 2^-24 of up to 10 h over a step is 1e-5 of the speed, in each of
  // 140 steps, and mostly random.
  EXPECT_LT(glm::length(momentum() - before), 3e-4 * glm::length(before));
  double slowed = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (p.material[i] == 1) slowed += p.velocity[i].x / 216.0;
  EXPECT_GT(slowed, 0.1 * speed) << "the light drop was not taken along";
}

/// Returns the state of two cubes of these materials after some steps.
std::vector<std::byte> bytesAfter(const std::vector<clavet::Material>& materials,
                                  const std::vector<float>& densities) {
  ReferencePair twin(kH, materials, Vec3(0.f, -9.81f, 0.f), 2, densities);
  twin.addCube(Vec3(-0.9f, 0.f, 0.f) * kH, 5, 0.2f, kSpeed, 1, 0);
  twin.addCube(Vec3(0.9f, 0.f, 0.f) * kH, 5, 0.2f, kSpeed, 2,
               static_cast<std::uint16_t>(materials.size() - 1));
  run(twin.product, 0.1f * kFrame, 15, twin.threads());
  ByteWriter out;
  const Particles& p = twin.product.particles();
  for (std::size_t i = 0; i < p.size(); ++i) out.value(p.id[i]), out.value(p.position[i]);
  return out.bytes();
}

TEST(Density, LiquidsOfOneDensityAreOneLiquidToTheBit) {
  const auto alone = bytesAfter({dough()}, {1000.f});
  EXPECT_TRUE(bytesAfter({dough()}, {3000.f}) == alone) << "the density of a liquid alone matters";
  EXPECT_TRUE(bytesAfter({dough(), dough()}, {1000.f, 1000.f}) == alone);
  EXPECT_TRUE(bytesAfter({dough(), dough()}, {700.f, 700.f}) == alone);
  EXPECT_FALSE(bytesAfter({dough(), dough()}, {1000.f, 1001.f}) == alone);
}

TEST(Density, ALightLiquidCarriesADenseOne) {
  // At equal compression the pressure in Pa is the same in both liquids, and the stable step accounts for the
  // ratio of densities.
  const ReferencePair two(kH, {dough(), dough()}, Vec3(0.f, -9.81f, 0.f), 1, {kLight, kHeavy});
  const auto& light = two.product.laws().of(0);
  const auto& heavy = two.product.laws().of(1);
  EXPECT_FLOAT_EQ(kLight * light.kVolume, kHeavy * heavy.kVolume);
  const ReferencePair one(kH, {dough()}, Vec3(0.f, -9.81f, 0.f), 1, {kHeavy});
  EXPECT_FLOAT_EQ(heavy.kVolume, one.product.laws().of(0).kVolume);
  EXPECT_NEAR(two.product.laws().stableStep().seconds,
              one.product.laws().stableStep().seconds / std::sqrt(10.f),
              1e-3f * one.product.laws().stableStep().seconds);
  // The ratio of densities is limited to ten.
  const ReferencePair gas(kH, {dough(), dough()}, Vec3(0.f), 1, {1.f, 1000.f});
  EXPECT_FLOAT_EQ(gas.product.laws().of(0).kVolume, light.kVolume);
}

}  // namespace
}  // namespace ooze::clavet_density_test
