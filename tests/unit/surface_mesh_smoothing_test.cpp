// Tests of the mesh stages after extraction: merging of short edges and smoothing. Flat surfaces become flat,
// and thin features stay.
#include "ooze/surface/surface_builder.h"

#include "unit/surface_fixtures.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <tuple>

namespace ooze::surface_mesh_smoothing_test {
namespace {

using namespace test;

constexpr float kH = 0.1f;
constexpr float kSpacing = 0.384f * kH;  // spacing of settled liquid

/// Returns the particles of a lattice for whose position [spacings] `inside` is true. Each particle is
/// displaced by about a tenth of a spacing.
template <class Inside>
std::vector<Vec3> liquid(int extent, const Inside& inside) {
  std::mt19937 random(3);
  std::normal_distribution<float> off(0.f, 0.1f);
  std::vector<Vec3> positions;
  for (int z = -extent; z <= extent; ++z)
    for (int y = -extent; y <= extent; ++y)
      for (int x = -extent; x <= extent; ++x)
        if (inside(Vec3(x, y, z)))
          positions.push_back(kSpacing * (Vec3(x, y, z) + Vec3(off(random), off(random), off(random))));
  return positions;
}

SurfaceSettings withoutMesh() {
  return {.interactionRadius = kH, .shortestEdge = 0.f, .meshRounds = 0, .normalRounds = 0};
}

SurfaceMesh meshOf(const std::vector<Vec3>& positions, const SurfaceSettings& settings) {
  SurfaceParticles particles;
  particles.positions = positions;
  SurfaceBuilder builder;
  return builder.build(particles, settings, Threads(1));
}

/// Returns the root mean square angle between a block's top normals and the vertical, away from its edges
/// [degrees].
double tiltOfTop(const SurfaceMesh& mesh, float within) {
  double sum = 0.0;
  int count = 0;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    const Vec3 &p = mesh.positions[v], &n = mesh.normals[v];
    if (std::abs(p.x) > within || std::abs(p.z) > within || n.y < 0.5f) continue;
    const double angle = std::acos(std::min(1.0, static_cast<double>(n.y)));
    sum += angle * angle;
    ++count;
  }
  EXPECT_GT(count, 100);
  return std::sqrt(sum / count) * 57.29578;
}

TEST(SurfaceMeshSmoothing, FlattensWhatParticlesCrumple) {
  const auto slab = liquid(14, [](const Vec3& p) { return std::abs(p.y) < 4.f; });
  const float within = 9.f * kSpacing;
  // Without smoothing the tilt is several degrees, with smoothing about half a degree.
  EXPECT_GT(tiltOfTop(meshOf(slab, withoutMesh()), within), 3.0);
  EXPECT_LT(tiltOfTop(meshOf(slab, {.interactionRadius = kH}), within), 1.0);
}

TEST(SurfaceMeshSmoothing, TakesThinTrianglesOut) {
  const auto ball = liquid(8, [](const Vec3& p) { return glm::length(p) < 7.5f; });
  SurfaceSettings settings = withoutMesh();
  const SurfaceMesh before = meshOf(ball, settings);
  settings.shortestEdge = SurfaceSettings{}.shortestEdge;
  const SurfaceMesh after = meshOf(ball, settings);
  ASSERT_EQ(findMeshFault(after), "");
  EXPECT_EQ(eulerCharacteristic(after), eulerCharacteristic(before));
  EXPECT_NEAR(enclosedVolume(after) / enclosedVolume(before), 1.0, 0.002);
  const float cell = 0.25f * kH;
  EXPECT_GT(sliverShare(before, cell, 0.1), 0.05);
  EXPECT_LT(sliverShare(after, cell, 0.1), 0.01);
  // Every vertex left after merging is a vertex of the original mesh.
  const auto less = [](const Vec3& a, const Vec3& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
  };
  std::vector<Vec3> known = before.positions;
  std::sort(known.begin(), known.end(), less);
  for (const Vec3& p : after.positions) EXPECT_TRUE(std::binary_search(known.begin(), known.end(), p, less));
}

/// Checks that smoothing keeps the volume and the topology.
void expectKept(const std::vector<Vec3>& positions, const char* what) {
  SCOPED_TRACE(what);
  const SurfaceMesh before = meshOf(positions, withoutMesh()),
                    after = meshOf(positions, {.interactionRadius = kH});
  ASSERT_EQ(findMeshFault(after), "");
  EXPECT_EQ(pieceCount(after), pieceCount(before));
  EXPECT_EQ(eulerCharacteristic(after), eulerCharacteristic(before));
  EXPECT_NEAR(enclosedVolume(after) / enclosedVolume(before), 1.0, 0.01);
}

TEST(SurfaceMeshSmoothing, KeepsVolumeAndPieces) {
  expectKept(liquid(8, [](const Vec3& p) { return glm::length(p) < 7.5f; }), "ball");
  expectKept(liquid(8,
                    [](const Vec3& p) {
                      return glm::length(Vec3(glm::length(Vec3(p.x, 0.f, p.z)) - 6.f, p.y, 0.f)) < 2.f;
                    }),
             "ring");
  expectKept(liquid(10, [](const Vec3& p) { return p.y == 0.f; }), "sheet of one layer");
  expectKept(liquid(10, [](const Vec3& p) { return p.y == 0.f && p.z == 0.f; }),
             "thread of single particles");
  expectKept(liquid(9,
                    [](const Vec3& p) {
                      return std::abs(p.x) <= 6.f && std::abs(p.y) <= 6.f && std::abs(p.z) <= 6.f;
                    }),
             "block");
}

TEST(SurfaceMeshSmoothing, LeavesThinThingsAsThinAsTheyAre) {
  // Compares the greatest distance from the middle: a thread's radius, or half of a sheet's thickness.
  // Smoothing may shrink either by about a tenth of a spacing.
  const auto reachOf = [](const SurfaceMesh& mesh, int axis) {
    float most = 0.f;
    for (const Vec3& p : mesh.positions)
      if (std::abs(p.x) < 5.f * kSpacing) most = std::max(most, std::abs(p[axis]));
    return static_cast<double>(most / kSpacing);
  };
  for (const bool thread : {true, false}) {
    const auto thin = liquid(10, [&](const Vec3& p) { return p.y == 0.f && (!thread || p.z == 0.f); });
    EXPECT_NEAR(reachOf(meshOf(thin, {.interactionRadius = kH}), 1), reachOf(meshOf(thin, withoutMesh()), 1),
                0.12)
        << (thread ? "thread" : "sheet");
  }
}

TEST(SurfaceMeshSmoothing, LeavesALoneDropAlone) {
  const std::vector<Vec3> lone{Vec3(0.37f, 0.11f, -0.2f)};
  SurfaceSettings settings = withoutMesh();
  settings.shortestEdge = SurfaceSettings{}.shortestEdge;
  const SurfaceMesh before = meshOf(lone, settings), after = meshOf(lone, {.interactionRadius = kH});
  ASSERT_EQ(before.positions.size(), after.positions.size());
  for (std::size_t v = 0; v < before.positions.size(); ++v) {
    EXPECT_EQ(before.positions[v], after.positions[v]);
    EXPECT_LT(glm::distance(before.normals[v], after.normals[v]), 1e-6f);
  }
}

TEST(SurfaceMeshSmoothing, SmoothsAsFarWithAnyCell) {
  const auto slab = liquid(12, [](const Vec3& p) { return std::abs(p.y) < 4.f; });
  for (const float cells : {2.5f, 4.f, 6.f})
    EXPECT_LT(tiltOfTop(meshOf(slab, {.interactionRadius = kH, .cell = kH / cells}), 7.f * kSpacing), 1.5)
        << "h / cell = " << cells;
}

TEST(SurfaceMeshSmoothing, RefusesSettingsOutOfRange) {
  const std::vector<Vec3> lone{Vec3(0.f)};
  for (const SurfaceSettings& wrong : {SurfaceSettings{.interactionRadius = kH, .shortestEdge = 0.6f},
                                       SurfaceSettings{.interactionRadius = kH, .shortestEdge = -0.1f},
                                       SurfaceSettings{.interactionRadius = kH, .meshRounds = -1},
                                       SurfaceSettings{.interactionRadius = kH, .meshNeighbours = 0.f},
                                       SurfaceSettings{.interactionRadius = kH, .normalRounds = 101}})
    EXPECT_THROW(meshOf(lone, wrong), std::invalid_argument);
}

}  // namespace
}  // namespace ooze::surface_mesh_smoothing_test
