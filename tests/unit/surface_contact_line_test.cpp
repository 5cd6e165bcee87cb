// Tests of contact lines, where the free surface of a liquid meets a solid. The line is smooth, lies on the
// wall, and sits below the foot of the free surface.
#include "ooze/surface/surface_builder.h"

#include "unit/surface_fixtures.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <random>

namespace ooze::surface_contact_line_test {
namespace {

using namespace test;

constexpr float kH = 0.1f;
constexpr float kSpacing = 0.384f * kH;  // spacing of settled liquid
constexpr float kRadius = 9.f * kSpacing;
constexpr double kTwoPi = 6.283185307179586;
constexpr float kFoot = 0.03f * kH;  // points below this height lie on the floor

/// Returns a round puddle of particles, three layers deep, on a floor at this height.
std::vector<Vec3> puddle(float floor) {
  std::mt19937 random(3);
  std::normal_distribution<float> off(0.f, 0.03f);
  std::vector<Vec3> positions;
  for (int ring = 0; ring < 9; ++ring) {
    const float radius = kRadius - kSpacing * (static_cast<float>(ring) + 0.5f);
    const int count =
        std::max(1, static_cast<int>(std::lround(kTwoPi * static_cast<double>(radius / kSpacing))));
    for (int layer = 0; layer < 3; ++layer)
      for (int k = 0; k < count; ++k) {
        const float angle = static_cast<float>(kTwoPi) *
                            (static_cast<float>(k) + 0.5f * static_cast<float>(layer)) /
                            static_cast<float>(count);
        const Vec3 jitter{off(random), off(random), off(random)};  // in this order for every compiler
        positions.push_back(Vec3(radius * std::cos(angle),
                                 floor + kSpacing * (static_cast<float>(layer) + 0.5f),
                                 radius * std::sin(angle)) +
                            kSpacing * jitter);
      }
  }
  return positions;
}

std::vector<SurfaceWall> ground(float height) {
  return {{makePlane({0.f, 1.f, 0.f}), {{0.f, height, 0.f}, {1.f, 0.f, 0.f, 0.f}}}};
}

/// Returns an open tank that stands on the ground.
std::vector<SurfaceWall> tank(const Vec3& half) {
  return {{makeTank(half, true), {{0.f, half.y, 0.f}, {1.f, 0.f, 0.f, 0.f}}}};
}

SurfaceMesh meshOf(const std::vector<Vec3>& positions, const std::vector<SurfaceWall>& walls,
                   float cellPerH) {
  SurfaceParticles particles;
  particles.positions = positions;
  particles.walls = walls;
  return SurfaceBuilder().build(particles, {.interactionRadius = kH, .cell = cellPerH * kH}, Threads(1));
}

using Edge = std::pair<std::uint32_t, std::uint32_t>;

/// Returns the edges around the part that lies on the floor, as a map from each vertex to the next.
std::map<std::uint32_t, std::uint32_t> contactLine(const SurfaceMesh& mesh, float floor) {
  std::map<Edge, bool> onFloor;
  for (const auto& t : mesh.triangles) {
    bool lies = true;
    for (const std::uint32_t v : t) lies = lies && mesh.positions[v].y < floor + kFoot;
    for (std::size_t k = 0; k < 3; ++k) onFloor[{t[k], t[(k + 1) % 3]}] = lies;
  }
  std::map<std::uint32_t, std::uint32_t> next;
  for (const auto& [edge, lies] : onFloor)
    if (lies && !onFloor.at({edge.second, edge.first})) next[edge.first] = edge.second;
  return next;
}

/// Returns the total absolute turning of a closed line in full turns: 1 if the line is convex.
double turningOf(const SurfaceMesh& mesh, const std::map<std::uint32_t, std::uint32_t>& next) {
  double sum = 0.0;
  for (const auto& [a, b] : next) {
    const auto after = next.find(b);
    if (after == next.end()) continue;
    const Vec3 in = mesh.positions[b] - mesh.positions[a],
               out = mesh.positions[after->second] - mesh.positions[b];
    sum += std::abs(std::atan2(static_cast<double>(in.z * out.x - in.x * out.z),
                               static_cast<double>(in.x * out.x + in.z * out.z)));
  }
  return sum / kTwoPi;
}

using Corner = std::pair<std::uint32_t, std::uint32_t>;  // a triangle and one of its vertices

std::map<Corner, Vec3> creasesOf(const SurfaceMesh& mesh) {
  std::map<Corner, Vec3> normals;
  for (const Crease& crease : mesh.creases)
    normals[{crease.triangle, mesh.triangles[crease.triangle][crease.corner]}] = crease.normal;
  return normals;
}

/// Parameters: the cell over h, and the height of the floor in cells.
class ContactLine : public ::testing::TestWithParam<std::tuple<float, float>> {
 protected:
  const float cellPerH_ = std::get<0>(GetParam());
  const float floor_ = std::get<1>(GetParam()) * cellPerH_ * kH;
  const SurfaceMesh mesh_ = meshOf(puddle(floor_), ground(floor_), cellPerH_);
  const std::map<std::uint32_t, std::uint32_t> line_ = contactLine(mesh_, floor_);
};

TEST_P(ContactLine, OfARoundPuddleIsRound) {
  EXPECT_EQ(findMeshFault(mesh_), "");
  ASSERT_GT(line_.size(), 50u);
  // A convex line turns once. A line that follows the lattice from node to node would turn 6 to 10 times.
  EXPECT_LT(turningOf(mesh_, line_), 1.3);
  for (const auto& [v, next] : line_) {
    const float radius = std::hypot(mesh_.positions[v].x, mesh_.positions[v].z);
    EXPECT_NEAR(radius, kRadius, 0.2f * kSpacing) << "not drawn in from under the free surface";
    EXPECT_LT(mesh_.positions[v].y, floor_ + 0.02f * kH) << "and not lifted";
  }
}

TEST_P(ContactLine, DoesNotWidenThePuddle) {
  float farthest = 0.f;
  for (const Vec3& p : puddle(floor_)) farthest = std::max(farthest, std::hypot(p.x, p.z));
  for (const Vec3& p : mesh_.positions) ASSERT_LT(std::hypot(p.x, p.z), farthest + 0.55f * kSpacing);
}

TEST_P(ContactLine, IsAnEdge) {
  // Vertices of the contact line have normals of the free surface. Triangles on the floor have the floor's
  // normal up to the line (creases).
  for (const auto& [v, next] : line_) EXPECT_LT(std::abs(mesh_.normals[v].y), 0.4f);
  const std::map<Corner, Vec3> creases = creasesOf(mesh_);
  for (std::uint32_t t = 0; t < mesh_.triangles.size(); ++t) {
    const auto& triangle = mesh_.triangles[t];
    const bool lies = std::all_of(triangle.begin(), triangle.end(),
                                  [&](std::uint32_t v) { return mesh_.positions[v].y < floor_ + kFoot; });
    for (const std::uint32_t v : triangle)
      if (lies && line_.contains(v)) {
        ASSERT_TRUE(creases.contains({t, v}));
        EXPECT_EQ(creases.at({t, v}), Vec3(0.f, -1.f, 0.f));
      }
  }
}

TEST(ContactLines, StayWhereTheyAreInThinLipsInACorner) {
  // The liquid climbs in the corner of a tank, one particle thick. Its contact line has no room beside the
  // other wall.
  const Vec3 half(6.f * kSpacing, 12.f * kSpacing, 6.f * kSpacing);
  std::vector<Vec3> positions;
  for (int k = 0; k < 8; ++k)
    positions.push_back(
        {half.x - 0.5f * kSpacing, (static_cast<float>(k) + 0.5f) * kSpacing, half.z - 0.5f * kSpacing});
  const SurfaceMesh mesh = meshOf(positions, tank(half), 0.36f);
  EXPECT_EQ(findMeshFault(mesh), "");
  // Moving the line to the foot of the free surface all the same would lose half of the liquid: 0.08.
  EXPECT_GT(enclosedVolume(mesh), 0.14 * 8.0 * std::pow(static_cast<double>(kSpacing), 3));
}

/// Liquid against glass has flat normals. Every dent in a normal would show as a bright outline.
TEST(ContactLines, LeaveWhatLiesAgainstGlassFlatInLight) {
  const Vec3 half(12.f * kSpacing, 12.f * kSpacing, 6.f * kSpacing);
  std::mt19937 random(5);
  std::normal_distribution<float> off(0.f, 0.08f);
  std::vector<Vec3> positions;
  for (int x = -12; x < 12; ++x)
    for (int z = -6; z < 6; ++z) {
      const float column = (static_cast<float>(x) + 0.5f) * kSpacing;
      const float depth = (5.f + 1.5f * std::sin(0.5f * static_cast<float>(x))) *
                          kSpacing;  // a wave that crosses the lattice
      for (float y = 0.5f * kSpacing; y < depth; y += kSpacing)
        positions.push_back(Vec3(column, y, (static_cast<float>(z) + 0.5f) * kSpacing) +
                            kSpacing * Vec3{off(random), off(random), off(random)});
    }
  const SurfaceMesh mesh = meshOf(positions, tank(half), 0.25f);
  const std::map<Corner, Vec3> creases = creasesOf(mesh);
  int flush = 0, tilted = 0;
  for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& triangle = mesh.triangles[t];
    const bool lies = std::all_of(triangle.begin(), triangle.end(), [&](std::uint32_t v) {
      return mesh.positions[v].z > half.z - 0.015f * kH;
    });
    if (!lies) continue;
    for (const std::uint32_t v : triangle) {
      const auto crease = creases.find({t, v});
      ++flush, tilted += (crease != creases.end() ? crease->second : mesh.normals[v]).z < 0.97f ? 1 : 0;
    }
  }
  EXPECT_GT(flush, 1000);
  EXPECT_EQ(tilted, 0);
}

INSTANTIATE_TEST_SUITE_P(Floors, ContactLine,
                         ::testing::Combine(::testing::Values(0.25f, 0.3f, 0.36f),
                                            ::testing::Values(0.f, 0.2f, 0.5f, 0.8f)));

}  // namespace
}  // namespace ooze::surface_contact_line_test
