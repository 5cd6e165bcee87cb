// Tests the content of volume files: the level set of a mesh, and velocities on the same lattice.
// tests/openvdb tests the files themselves.
#include "ooze/surface/surface_mesh.h"

#include "export/liquid_volume.h"
#include "geometry/triangle_tree.h"
#include "unit/grid_level_set_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::export_volume_test {
namespace {

using namespace level_set_fixtures;
using grid::kNodes;

constexpr float kCell = 0.02f;

/// Adds a ball whose vertices lie on circles of latitude and longitude.
/// @param facing  1: outward, -1: inward
void addBall(Mesh& mesh, float radius, const Vec3& middle, int facing = 1) {
  constexpr std::uint32_t kRings = 24, kSides = 48;
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  for (std::uint32_t r = 0; r <= kRings; ++r)
    for (std::uint32_t s = 0; s < kSides; ++s) {
      const double a = kPi * r / kRings, b = 2.0 * kPi * s / kSides;
      mesh.positions.push_back(
          middle + radius * Vec3(std::sin(a) * std::cos(b), std::cos(a), std::sin(a) * std::sin(b)));
    }
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if (facing < 0) std::swap(b, c);
    mesh.triangles.push_back({first + a, first + b, first + c});
  };
  for (std::uint32_t r = 0; r < kRings; ++r)
    for (std::uint32_t s = 0; s < kSides; ++s) {
      const std::uint32_t a = r * kSides + s, b = r * kSides + (s + 1) % kSides;
      if (r > 0) add(a, b, a + kSides);
      if (r + 1 < kRings) add(b, b + kSides, a + kSides);
    }
}

double volumeOf(const Mesh& mesh) {
  SurfaceMesh surface;
  surface.positions = mesh.positions;
  surface.triangles = mesh.triangles;
  return enclosedVolume(surface);
}

grid::LevelSet setOf(const Mesh& mesh) { return levelSetOf(mesh, kCell, 4.f, one()); }

TEST(LevelSetOfMesh, IsTheDistanceFromItsTriangles) {
  Mesh mesh;
  addBall(mesh, 0.3f, kMiddle);
  ASSERT_GT(volumeOf(mesh), 0.0);
  const grid::LevelSet set = setOf(mesh);
  const TriangleTree tree(mesh);
  std::size_t near = 0;
  forNodes(set, [&](const glm::ivec3&, const Vec3& p, float phi) {
    const float distance = tree.distance(p), sphere = ball(0.3f)(p);
    EXPECT_NEAR(std::abs(phi), std::min(distance, set.band()), 1e-7f);
    if (std::abs(sphere) > 0.1f * kCell) {
      EXPECT_EQ(phi < 0.f, sphere < 0.f);  // facets lie 0.03 cells inside the sphere
    }
    near += std::abs(phi) < set.band();
  });
  EXPECT_NEAR(static_cast<double>(near),
              4.0 / 3.0 * kPi * (std::pow(0.38, 3) - std::pow(0.22, 3)) / std::pow(0.02, 3), 300);
  EXPECT_FLOAT_EQ(set.sample(kMiddle), -set.band());
  // Relative error of a coarse level set of a ball of radius R: 0.4 (cell / R)^2 = 0.0018.
  EXPECT_NEAR(set.volume(one()), volumeOf(mesh), 0.003 * volumeOf(mesh));
}

TEST(LevelSetOfMesh, IsHollowWhereTheMeshIs) {
  Mesh mesh;
  addBall(mesh, 0.4f, kMiddle);
  addBall(mesh, 0.2f, kMiddle, -1);
  const grid::LevelSet set = setOf(mesh);
  EXPECT_EQ(set.sample(kMiddle), set.band());
  EXPECT_EQ(set.sample(kMiddle + Vec3(0.3f, 0.f, 0.f)), -set.band());
  // Facets deviate from the sphere.
  EXPECT_NEAR(set.sample(kMiddle + Vec3(0.f, 0.f, 0.22f)), -0.02f, 0.08f * kCell);
  EXPECT_NEAR(set.volume(one()), volumeOf(mesh), 0.005 * volumeOf(mesh));
}

TEST(LevelSetOfMesh, OfPartsThatOverlapIsThatOfTheirCommonSurface) {
  const Vec3 a(-0.15f, 0.01f, 0.f), b(0.15f, 0.f, 0.01f);
  Mesh mesh;
  addBall(mesh, 0.3f, a);
  addBall(mesh, 0.3f, b);
  const grid::LevelSet set = setOf(mesh);
  // Both places lie on the triangles of one ball, deep inside the other ball.
  EXPECT_EQ(set.sample(a + Vec3(0.3f, 0.f, 0.f)), -set.band());
  EXPECT_EQ(set.sample(b - Vec3(0.3f, 0.f, 0.f)), -set.band());
  const auto both = [&](const Vec3& p) { return std::min(ball(0.3f, a)(p), ball(0.3f, b)(p)); };
  float worst = 0.f;
  forNodes(set, [&](const glm::ivec3&, const Vec3& p, float phi) {
    // The crease has a different distance inside.
    if (std::abs(p.x) > 0.05f && std::abs(both(p)) < 2.f * kCell)
      worst = std::max(worst, std::abs(phi - both(p)));
  });
  EXPECT_LT(worst, 0.15f * kCell);
  const double d = glm::length(b - a), ballVolume = volumeOf(mesh) / 2.0;
  const double facets = ballVolume / (4.0 / 3.0 * kPi * 0.027);
  const double lens = facets * kPi * std::pow(0.6 - d, 2) * (d * d + 1.2 * d) / (12.0 * d);
  EXPECT_NEAR(set.volume(one()), 2.0 * ballVolume - lens, 0.005 * ballVolume);
}

TEST(LevelSetOfMesh, UsesNoMemoryBetweenDistantDrops) {
  Mesh mesh;
  addBall(mesh, 0.1f, Vec3(0.f));
  const std::size_t alone = setOf(mesh).blocks().size();
  addBall(mesh, 0.1f, {0.f, -1500.f, 800.f});
  const grid::LevelSet set = setOf(mesh);
  EXPECT_LT(set.blocks().size(), 3 * alone);
  EXPECT_EQ(set.sample({0.f, -700.f, 400.f}), set.band());
  EXPECT_NEAR(set.sample({0.f, -1500.f, 800.04f}), -0.06f, 0.1f * kCell);
  EXPECT_TRUE(setOf({}).empty());
  mesh.positions.back().x = 1e9f;
  EXPECT_THROW(setOf(mesh), std::invalid_argument);
}

/// A ball of particles on a lattice with a spacing of 1.5 cells. The ball's surface lies half a spacing
/// beyond the outermost particles.
struct Ball {
  static constexpr float kRadius = 0.32f, kSpacing = 1.5f * kCell;

  template <class Velocity>
  explicit Ball(const Velocity& velocity) {
    addBall(mesh, kRadius, kMiddle);
    for (int k = 0; k < 24 * 24 * 24; ++k) {
      const Vec3 p = kSpacing * (Vec3(k % 24, k / 24 % 24, k / 576) - 11.5f);
      if (glm::length(p) > kRadius - 0.5f * kSpacing) continue;
      positions.push_back(kMiddle + p);
      velocities.push_back(velocity(positions.back()));
    }
  }
  [[nodiscard]] ExportGeometry geometry() const {
    ExportGeometry g;
    g.positions = mesh.positions;
    g.triangles = mesh.triangles;
    g.filling = {.cell = kCell, .positions = positions, .velocities = velocities, .reach = 4.f * kCell};
    return g;
  }

  Mesh mesh;
  std::vector<Vec3> positions, velocities;
};

template <class Visit>
void forVelocities(const ExportVolume& volume, const Visit& visit) {
  const VelocityLattice& v = volume.velocity;
  for (std::size_t k = 0; k < v.blocks.size(); ++k)
    for (std::size_t n = 0; n < kNodes; ++n) {
      const grid::BlockCoordinate& at = v.blocks.at(k);
      const glm::ivec3 node = 8 * glm::ivec3(at.x, at.y, at.z) + glm::ivec3(n % 8, n / 8 % 8, n / 64);
      visit(kCell * Vec3(node), volume.distance.value(node), v.known[k][n], v.values[kNodes * k + n]);
    }
}

TEST(VelocityLattice, IsKnownInTheBandAndInside) {
  const Vec3 all(0.3f, -2.f, 1.f);
  const Ball ball([&](const Vec3&) { return all; });
  const ExportVolume volume = liquidVolumeOf(ball.geometry(), one());
  EXPECT_TRUE(volume.hasVelocity);
  EXPECT_GT(volume.distance.inside().size(), 0u);
  std::size_t known = 0;
  forVelocities(volume, [&](const Vec3& p, float phi, bool isKnown, const Vec3& v) {
    EXPECT_EQ(isKnown, phi < 3.f * kCell) << p.x << " " << p.y << " " << p.z;
    if (isKnown) {
      EXPECT_LT(glm::length(v - all), 1e-5f);
    }
    known += isKnown;
  });
  // The tolerance [nodes] covers the error of the mesh's facets.
  EXPECT_NEAR(static_cast<double>(known), 4.0 / 3.0 * kPi * std::pow(0.38 / 0.02, 3), 250);
}

TEST(VelocityLattice, IsTheMeanOfTheParticlesAround) {
  const auto turning = [](const Vec3& p) { return glm::cross(Vec3(1.f, 2.f, -1.f), p); };
  const Ball ball(turning);
  const ExportVolume volume = liquidVolumeOf(ball.geometry(), one());
  const float reach = 4.f * kCell;
  std::size_t deep = 0;
  forVelocities(volume, [&](const Vec3& p, float phi, bool isKnown, const Vec3& v) {
    if (!isKnown) return;
    Vec3 sum(0.f);
    float weights = 0.f;
    for (std::size_t i = 0; i < ball.positions.size(); ++i) {
      const float closeness = std::max(0.f, 1.f - glm::length(ball.positions[i] - p) / reach);
      sum += closeness * closeness * ball.velocities[i];
      weights += closeness * closeness;
    }
    if (weights > 1e-3f) {
      EXPECT_LT(glm::length(v - sum / weights), 1e-5f) << phi;
    }
    // With particles on all sides, the mean of a linear velocity field is the value in the middle.
    if (phi <= -reach) {
      EXPECT_LT(glm::length(v - turning(p)), 0.1f * kCell);
      ++deep;
    }
  });
  EXPECT_GT(deep, 5000u);
}

TEST(VelocityLattice, GoesOnBeyondTheReachOfParticles) {
  // Each half has a uniform velocity. Particles reach only about a cell, and velocities beyond are
  // extrapolated.
  const auto halves = [](const Vec3& p) { return Vec3(0.f, p.x < kMiddle.x ? 1.f : -1.f, 0.f); };
  const Ball ball(halves);
  ExportGeometry g = ball.geometry();
  g.filling.reach = 1.5f * kCell;
  std::size_t beyond = 0;
  forVelocities(liquidVolumeOf(g, one()), [&](const Vec3& p, float phi, bool isKnown, const Vec3& v) {
    EXPECT_EQ(isKnown, phi < 3.f * kCell);
    if (!isKnown || std::abs(p.x - kMiddle.x) < 6.f * kCell) return;
    EXPECT_LT(glm::length(v - halves(p)), 1e-5f) << phi;
    beyond += phi > 2.f * kCell;
  });
  EXPECT_GT(beyond, 500u);
}

TEST(VelocityLattice, IsNotThereWithoutVelocities) {
  const Ball ball([](const Vec3&) { return Vec3(1.f); });
  ExportGeometry g = ball.geometry();
  g.filling.velocities = {};
  EXPECT_FALSE(liquidVolumeOf(g, one()).hasVelocity);
  g = {};
  g.filling.cell = kCell;
  const ExportVolume nothing = liquidVolumeOf(g, one());
  EXPECT_TRUE(nothing.hasVelocity) << "a file without liquid has the same fields as its neighbours";
  EXPECT_TRUE(nothing.distance.empty());
}

TEST(ExportVolume, HasTheSameBitsAtAnyNumberOfThreads) {
  Ball ball([](const Vec3& p) { return p; });
  addBall(ball.mesh, 0.15f, kMiddle + Vec3(0.3f, 0.f, 0.f));  // the balls overlap
  const ExportVolume first = liquidVolumeOf(ball.geometry(), one());
  for (const int count : {2, 7}) {
    const ExportVolume other = liquidVolumeOf(ball.geometry(), Threads(count));
    EXPECT_EQ(other.velocity.values, first.velocity.values);
    EXPECT_EQ(other.velocity.known, first.velocity.known);
    ASSERT_EQ(other.distance.blocks().size(), first.distance.blocks().size());
    const std::size_t nodes = kNodes * first.distance.blocks().size();
    EXPECT_TRUE(
        std::equal(other.distance.nodes(0), other.distance.nodes(0) + nodes, first.distance.nodes(0)));
  }
}

TEST(ExportVolume, RefusesVoxelsWithoutSize) {
  const Ball ball([](const Vec3& p) { return p; });
  ExportGeometry g = ball.geometry();
  g.filling.cell = 0.f;
  EXPECT_THROW((void)liquidVolumeOf(g, one()), std::invalid_argument);
}

}  // namespace
}  // namespace ooze::export_volume_test
