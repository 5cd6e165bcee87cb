// Tests of the momentum of liquid in free flight on grids.
#include "methods/rasmussen/free_parts.h"
#include "unit/grid_liquid_fixtures.h"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <optional>

namespace ooze::rasmussen_free_parts_test {
namespace {

using rasmussen::FreeParts;
using namespace grid_liquid_fixtures;

constexpr float kCell = 0.01f;
const Vec3 kGain(0.f, -0.1f, 0.02f);  // velocity given by gravity [m/s]

/// Two balls of liquid, 4 and 3 cells in radius, with a particle in each cell.
struct TwoBalls {
  Liquid liquid{blocksOver(glm::ivec3(-8), glm::ivec3(23), kCell)};
  Particles particles;
  std::vector<int> ballOf;
  static constexpr std::array<glm::ivec3, 2> kCentres{glm::ivec3(0), glm::ivec3(14, 3, 0)};
  static constexpr std::array<float, 2> kRadii{4.3f, 3.2f};

  TwoBalls() {
    Liquid::forBox(glm::ivec3(-6), glm::ivec3(20), [&](const glm::ivec3& c) {
      for (std::size_t ball = 0; ball < 2; ++ball) {
        const float phi = kCell * (glm::length(Vec3(c - kCentres[ball])) - kRadii[ball]);
        liquid.at(liquid.phi, c) = std::min(liquid.at(liquid.phi, c), phi);
        if (!(phi < 0.f)) continue;
        const Vec3 p = kCell * (Vec3(c) + Vec3(0.2f, -0.1f, 0.3f));
        particles.append(p, Vec3(0.3f, 0.1f, 0.f) + 8.f * glm::cross(Vec3(0.f, 0.6f, 0.8f), p - Vec3(0.01f)),
                         0, 0xffffffff, 0.f);
        ballOf.push_back(static_cast<int>(ball));
      }
    });
  }

  /// Returns the momentum and the angular momentum about the origin of a ball's particles.
  template <class VelocityOf>
  [[nodiscard]] std::pair<glm::dvec3, glm::dvec3> momentumOf(int ball, const VelocityOf& velocityOf) const {
    glm::dvec3 momentum(0.0), angular(0.0);
    for (std::size_t i = 0; i < particles.size(); ++i) {
      if (ballOf[i] != ball) continue;
      const glm::dvec3 v(velocityOf(i));
      momentum += v, angular += glm::cross(glm::dvec3(particles.position[i]), v);
    }
    return {momentum, angular};
  }
  [[nodiscard]] auto carried() const {
    return [this](std::size_t i) { return Vec3(particles.velocity[i]) + kGain; };
  }
  [[nodiscard]] auto onGrid() const {
    return [this](std::size_t i) {
      const Vec3 p = particles.position[i];
      Vec3 v;
      liquid.velocity.sample(liquid.cells, {&p, 1}, &v);
      return v;
    };
  }
  void restore(const FreeParts& parts, std::span<const FreeParts::Impulse> impulses = {}) {
    FaceField moving = liquid.velocity;
    parts.restoreMomentum(
        liquid.cells, particles, kGain, impulses,
        [&](std::size_t i) { return std::optional<Vec3>(particles.position[i]); }, liquid.velocity, moving,
        one());
  }
};

void expectNear(const glm::dvec3& a, const glm::dvec3& b, double tolerance) {
  EXPECT_LT(glm::length(a - b), tolerance)
      << a.x << ' ' << a.y << ' ' << a.z << "; " << b.x << ' ' << b.y << ' ' << b.z;
}

TEST(FreeParts, GetTheMomentumThatTheirParticlesCarried) {
  TwoBalls balls;
  FreeParts parts;
  parts.find(
      balls.liquid.cells, balls.liquid.phi, [](CellIndex) { return false; }, one());
  ASSERT_FALSE(parts.none());
  balls.restore(parts);
  for (const int ball : {0, 1}) {
    const auto [momentum, angular] = balls.momentumOf(ball, balls.carried());
    const auto [gotMomentum, gotAngular] = balls.momentumOf(ball, balls.onGrid());
    expectNear(gotMomentum, momentum, 1e-4 * glm::length(momentum));
    expectNear(gotAngular, angular, 1e-3 * glm::length(angular));
  }
}

TEST(FreeParts, GetTheImpulsesOfBodies) {
  TwoBalls balls;
  FreeParts parts;
  parts.find(
      balls.liquid.cells, balls.liquid.phi, [](CellIndex) { return false; }, one());
  const glm::dvec3 impulse(3.0, -20.0, 5.0);
  const std::array impulses{FreeParts::Impulse{balls.liquid.index(TwoBalls::kCentres[1]), impulse,
                                               glm::cross(glm::dvec3(0.14, 0.03, 0.0), impulse)}};
  balls.restore(parts, impulses);
  for (const int ball : {0, 1}) {
    const auto [momentum, angular] = balls.momentumOf(ball, balls.carried());
    const auto [gotMomentum, gotAngular] = balls.momentumOf(ball, balls.onGrid());
    expectNear(gotMomentum, momentum + (ball == 1 ? impulse : glm::dvec3(0.0)), 1e-3 * glm::length(momentum));
  }
}

TEST(FreeParts, DoNotIncludeLiquidBesideABarrier) {
  TwoBalls balls;
  FreeParts parts;
  const CellIndex barred = balls.liquid.index(TwoBalls::kCentres[0] + glm::ivec3(4, 0, 0));
  parts.find(
      balls.liquid.cells, balls.liquid.phi, [&](CellIndex c) { return c == barred; }, one());
  ASSERT_FALSE(parts.none());
  balls.restore(parts);
  const auto [momentum, angular] = balls.momentumOf(0, balls.onGrid());
  EXPECT_EQ(momentum, glm::dvec3(0.0));
  const auto [other, otherAngular] = balls.momentumOf(1, balls.onGrid());
  expectNear(other, balls.momentumOf(1, balls.carried()).first, 1e-3 * glm::length(other));
  parts.find(
      balls.liquid.cells, balls.liquid.phi, [&](CellIndex) { return true; }, one());
  EXPECT_TRUE(parts.none());
}

/// The grid may hold more energy than the particles carried, for example after a collision of drops.
TEST(FreeParts, TurnNoFasterThanTheCarriedEnergyAllows) {
  TwoBalls balls;
  balls.liquid.velocity.fill(
      balls.liquid.cells, [](const Vec3& p) { return Vec3(60.f * p.x, 0.f, -60.f * p.z); }, one());
  const auto energyOf = [&](const auto& velocityOf) {
    double sum = 0.0;
    for (std::size_t i = 0; i < balls.particles.size(); ++i) {
      const glm::dvec3 v(velocityOf(i));
      sum += glm::dot(v, v);
    }
    return sum;
  };
  const double before = energyOf(balls.onGrid());
  ASSERT_GT(before, energyOf(balls.carried()));
  FreeParts parts;
  parts.find(
      balls.liquid.cells, balls.liquid.phi, [](CellIndex) { return false; }, one());
  balls.restore(parts);
  EXPECT_LT(energyOf(balls.onGrid()), 1.01 * before);
}

}  // namespace
}  // namespace ooze::rasmussen_free_parts_test
