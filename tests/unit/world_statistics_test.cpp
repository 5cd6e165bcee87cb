// Tests of the statistics and snapshots of a world.
#include "unit/world_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace ooze::world_statistics_test {
namespace {

using namespace test;

TEST(WorldStatistics, AreTheSumsOfTheirParticles) {
  World world(busySpec(), 2);
  for (int f = 0; f < 10; ++f) world.advanceFrame();
  const Statistics s = world.statistics();
  const Particles& p = world.particles();
  double mass = 0, energy = 0, squares = 0, fastest = 0, density = 0;
  glm::dvec3 centroid(0.0), momentum(0.0);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double spacing = world.restSpacing(p.material[i]);
    const double m = (p.material[i] == 0 ? 1000.0 : 900.0) * spacing * spacing * spacing;
    const glm::dvec3 v(world.frameVelocity(i));
    mass += m;
    centroid += m * glm::dvec3(p.position[i]);
    momentum += m * v;
    energy += 0.5 * m * glm::dot(v, v);
    squares += glm::dot(v, v);
    fastest = std::max(fastest, glm::length(v));
    density += p.density[i];
    EXPECT_GE(p.position[i].y, s.lower.y);
    EXPECT_LE(p.position[i].y, s.upper.y);
  }
  const double n = static_cast<double>(p.size());
  EXPECT_EQ(s.particles, p.size());
  EXPECT_EQ(s.links, world.method().links()->count());
  EXPECT_GT(s.links, 0u);
  EXPECT_NEAR(s.mass, mass, 1e-9 * mass);
  EXPECT_LT(glm::distance(s.centroid, centroid / mass), 1e-9);
  EXPECT_LT(glm::distance(s.momentum, momentum), 1e-9 * mass);
  EXPECT_NEAR(s.kineticEnergy, energy, 1e-9 * energy);
  EXPECT_NEAR(s.maxSpeed, fastest, 1e-9 * fastest);
  EXPECT_NEAR(s.rmsSpeed, std::sqrt(squares / n), 1e-9 * fastest);
  EXPECT_NEAR(s.meanDensity, density / n, 1e-9 * density / n);
}

TEST(WorldStatistics, MassOfALiquidIsItsVolumeTimesItsDensity) {
  WorldSpec spec = busySpec();
  spec.liquids = {box({0.f, 0.2f, 0.f}, Vec3(0.04f), 1)};
  const double mass = World(spec, 1).statistics().mass;
  EXPECT_NEAR(mass / (900.0 * std::pow(0.08, 3.0)), 1.0, 0.05);  // blue noise of about 1300 points
}

TEST(WorldStatistics, OfAnEmptyWorldAreZero) {
  WorldSpec spec = busySpec();
  spec.liquids.clear();
  spec.emitters.clear();
  World world(spec, 1);
  world.advanceFrame();
  const Statistics s = world.statistics();
  EXPECT_EQ(s.particles, 0u);
  EXPECT_EQ(s.mass, 0.0);
  EXPECT_EQ(s.centroid, glm::dvec3(0.0));
  EXPECT_EQ(s.rmsSpeed, 0.0);
}

// A snapshot is gathered on all threads, but its sums have a fixed order.
TEST(WorldSnapshot, HasTheSameBitsAtAnyNumberOfThreads) {
  World one(busySpec(), 1), five(busySpec(), 5);
  for (World* world : {&one, &five})
    for (int f = 0; f < 10; ++f) world->advanceFrame();
  const auto a = one.snapshot({}), b = five.snapshot({});
  EXPECT_EQ(a->links, one.method().links()->count());
  for (const Statistics& s : {b->statistics, five.statistics()}) {
    EXPECT_EQ(s.particles, a->statistics.particles);
    EXPECT_EQ(s.links, a->statistics.links);
    EXPECT_EQ(s.mass, a->statistics.mass);
    EXPECT_EQ(s.centroid, a->statistics.centroid);
    EXPECT_EQ(s.momentum, a->statistics.momentum);
    EXPECT_EQ(s.kineticEnergy, a->statistics.kineticEnergy);
    EXPECT_EQ(s.maxSpeed, a->statistics.maxSpeed);
    EXPECT_EQ(s.rmsSpeed, a->statistics.rmsSpeed);
    EXPECT_EQ(s.meanDensity, a->statistics.meanDensity);
    EXPECT_EQ(s.interiorDensity, a->statistics.interiorDensity);
  }
  EXPECT_EQ(b->positions, a->positions);
  EXPECT_EQ(b->velocities, a->velocities);
  EXPECT_EQ(b->ids, a->ids);
  ASSERT_EQ(b->fields.size(), a->fields.size());
  for (std::size_t k = 0; k < a->fields.size(); ++k) EXPECT_EQ(b->fields[k].values, a->fields[k].values);
}

TEST(WorldSnapshot, ShowsTheWorldAsItIsAndStays) {
  World world(busySpec(), 1);
  steps(world, 7);
  const auto shot = world.snapshot();
  const auto positions = shot->positions;
  ASSERT_EQ(positions.size(), world.particles().size());
  EXPECT_EQ(positions[5], world.particles().position[5]);
  EXPECT_EQ(shot->step, 7u);
  EXPECT_EQ(shot->links, world.method().links()->count());
  ASSERT_EQ(shot->worldValues.size(), worldParameters().size());
  EXPECT_EQ(shot->worldValues[1], -9.81f);
  steps(world, 5);
  EXPECT_EQ(shot->positions, positions);
}

}  // namespace
}  // namespace ooze::world_statistics_test
