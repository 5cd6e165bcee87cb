// Tests of liquid surfaces against solids. The surface is flat and level up to the wall, and never inside the
// solid.
#include "ooze/surface/surface_builder.h"

#include "surface/film_contact.h"
#include "unit/surface_fixtures.h"

#include <array>
#include <cstring>
#include <gtest/gtest.h>
#include <random>

namespace ooze::surface_walls_test {
namespace {

using namespace test;

constexpr float kH = 0.1f;
constexpr float kSpacing = 0.384f * kH;  // spacing of settled liquid
constexpr float kHalf = 6.f * kSpacing;  // half a tank's width
constexpr float kDepth = 8.f * kSpacing;

/// Returns a slightly disordered pool in a tank that stands on y = 0. Particles keep half a spacing from the
/// walls, as the solver leaves them.
std::vector<Vec3> pool() {
  std::mt19937 random(3);
  std::normal_distribution<float> off(0.f, 0.05f);
  std::vector<Vec3> positions;
  for (int z = 0; z < 12; ++z)
    for (int y = 0; y < 8; ++y)
      for (int x = 0; x < 12; ++x)
        positions.push_back(
            kSpacing * (Vec3(x, y, z) + Vec3(0.5f + off(random), 0.5f + off(random), 0.5f + off(random))) -
            Vec3(kHalf, 0.f, kHalf));
  return positions;
}

/// Returns a tank of 4 times the pool's depth.
std::vector<SurfaceWall> tank() {
  const Vec3 half(kHalf, 2.f * kDepth, kHalf);
  return {{makeTank(half, true), {{0.f, half.y, 0.f}, {1.f, 0.f, 0.f, 0.f}}}};
}

SurfaceMesh meshOf(const std::vector<Vec3>& positions, const std::vector<SurfaceWall>& walls,
                   int threads = 1) {
  SurfaceParticles particles;
  particles.positions = positions;
  particles.walls = walls;
  return SurfaceBuilder().build(particles, {.interactionRadius = kH}, Threads(threads));
}

/// Returns the mean height of the top from x = from to x = to, away from the other walls [spacings].
double heightBetween(const SurfaceMesh& mesh, float from, float to) {
  std::array<float, 8> highest{};
  for (const Vec3& p : mesh.positions) {
    const float place = (p.z / (4.f * kSpacing) + 1.f) * 4.f;
    if (p.x < from || p.x > to || place < 0.f || place >= 8.f) continue;
    float& y = highest[static_cast<std::size_t>(place)];
    y = std::max(y, p.y);
  }
  return static_cast<double>(std::accumulate(highest.begin(), highest.end(), 0.f) / 8.f / kSpacing);
}
double heightInTheMiddle(const SurfaceMesh& mesh) {
  return heightBetween(mesh, -2.f * kSpacing, 2.f * kSpacing);
}
double heightAtTheWall(const SurfaceMesh& mesh) { return heightBetween(mesh, kHalf - 0.06f * kH, kHalf); }

TEST(SurfaceWalls, APoolLiesAgainstTheGlassAndIsLevelUpToIt) {
  const SurfaceMesh mesh = meshOf(pool(), tank());
  EXPECT_EQ(findMeshFault(mesh), "");
  const Aabb box = [&] {
    Aabb b;
    for (const Vec3& p : mesh.positions) b.include(p);
    return b;
  }();
  for (int axis = 0; axis < 3; axis += 2) {
    EXPECT_NEAR(box.upper[axis], kHalf, 0.04f * kH);
    EXPECT_NEAR(box.lower[axis], -kHalf, 0.04f * kH);
    EXPECT_LT(box.upper[axis], kHalf);
  }
  EXPECT_NEAR(box.lower.y, 0.f, 0.04f * kH);
  EXPECT_NEAR(heightAtTheWall(mesh), heightInTheMiddle(mesh), 0.4);
  // The small gap in front of every face costs 0.5 % of the volume, and the round edge at the top 1 %.
  const double full = 4.0 * kHalf * kHalf * kDepth;
  EXPECT_NEAR(enclosedVolume(mesh), full, 0.03 * full);
}

TEST(SurfaceWalls, WithoutThemThePoolEndsShortAndRound) {  // shows that the test above depends on walls
  const SurfaceMesh mesh = meshOf(pool(), {});
  EXPECT_LT(heightAtTheWall(mesh), heightInTheMiddle(mesh) - 0.5);
}

TEST(SurfaceWalls, NothingComesOutAtTheOtherSideOfAThinWall) {
  const float thin = 0.05f * kH;
  std::vector<Vec3> positions;
  for (Vec3 p : pool()) positions.push_back(p + Vec3(kHalf + thin, 0.f, 0.f));
  const std::vector<SurfaceWall> walls{{makeBox({thin, kDepth, kHalf}), {}}};
  const SurfaceMesh mesh = meshOf(positions, walls);
  EXPECT_EQ(findMeshFault(mesh), "");
  for (const Vec3& p : mesh.positions) ASSERT_GT(p.x, -thin);
}

TEST(SurfaceWalls, ADropThatPassesAWallStaysADrop) {
  const std::vector<Vec3> drop{{kHalf - 0.8f * kH, kDepth, 0.f}};
  const SurfaceMesh beside = meshOf(drop, tank()), alone = meshOf(drop, {});
  EXPECT_NEAR(enclosedVolume(beside), enclosedVolume(alone), 1e-3 * enclosedVolume(alone));
}

TEST(SurfaceWalls, FilmsOnABallFollowIt) {
  const float radius = 3.f * kH;
  std::mt19937 random(5);
  std::normal_distribution<float> normal;
  std::vector<Vec3> film;
  for (int i = 0; i < 900; ++i)
    film.push_back((radius + 0.5f * kSpacing) *
                   glm::normalize(Vec3(normal(random), normal(random), normal(random))));
  const SurfaceMesh mesh = meshOf(film, {{makeSphere(radius), {}}});
  EXPECT_EQ(findMeshFault(mesh), "");
  for (const Vec3& p : mesh.positions) {
    ASSERT_GT(glm::length(p), radius - 0.01f * kH);
    ASSERT_LT(glm::length(p), radius + 0.6f * kH);
  }
}

TEST(SurfaceWalls, TheSameBytesForAnyNumberOfThreads) {
  const SurfaceMesh one = meshOf(pool(), tank());
  for (const int threads : {2, 7}) {
    const SurfaceMesh more = meshOf(pool(), tank(), threads);
    ASSERT_EQ(more.positions.size(), one.positions.size());
    EXPECT_EQ(std::memcmp(more.positions.data(), one.positions.data(), one.positions.size() * sizeof(Vec3)),
              0);
    EXPECT_EQ(more.triangles, one.triangles);
    ASSERT_EQ(more.creases.size(), one.creases.size());
    EXPECT_EQ(std::memcmp(more.creases.data(), one.creases.data(), one.creases.size() * sizeof(Crease)), 0);
  }
}

TEST(SurfaceWalls, ImagesHaveWhatTheirParticlesHave) {
  const std::vector<Vec3> positions = pool();
  std::vector<std::uint32_t> colours;
  std::vector<std::uint16_t> materials;
  for (const Vec3& p : positions) {
    colours.push_back(p.x > 0.f ? 0xff0000ffu : 0xffff0000u);
    materials.push_back(p.x > 0.f ? 1 : 0);
  }
  SurfaceParticles particles;
  particles.positions = positions;
  particles.colours = colours;
  particles.materials = materials;
  const std::vector<SurfaceWall> walls = tank();
  particles.walls = walls;
  SurfaceBuilder builder;
  const SurfaceMesh& mesh = builder.build(particles, {.interactionRadius = kH}, Threads(1));
  for (std::size_t v = 0; v < mesh.positions.size(); ++v)
    if (std::abs(mesh.positions[v].x) > 1.5f * kH) {
      ASSERT_EQ(mesh.colours[v], mesh.positions[v].x > 0.f ? 0xff0000ffu : 0xffff0000u);
      ASSERT_EQ(mesh.materials[v], mesh.positions[v].x > 0.f ? 1 : 0);
    }
}

TEST(FilmContact, UndersidesLieBehindTheFacesAndTheTopStays) {
  SurfaceMesh mesh = meshOf(pool(), tank());
  const SurfaceMesh before = mesh;
  surface::pressOntoSolids(tank(), kH, Threads(2), mesh);
  int pressed = 0;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const Vec3 &from = before.positions[v], &to = mesh.positions[v];
    if (before.normals[v].y < -0.9f && from.y < 0.1f * kH) {
      EXPECT_NEAR(to.y, -0.04f * kH, 1e-5f);
      ++pressed;
    }
    if (before.normals[v].y > 0.9f) {
      EXPECT_EQ(to.y, from.y) << "the top";
    }
  }
  EXPECT_GT(pressed, 100);
}

}  // namespace
}  // namespace ooze::surface_walls_test
