// Tests distance fields sampled from meshes against exact distances to every triangle, and with broken
// meshes.
#include "ooze/base/error.h"
#include "ooze/geometry/signed_distance.h"

#include "geometry/distance_grid.h"
#include "geometry/mesh_work.h"
#include "geometry/triangle_tree.h"
#include "geometry_fixtures.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace ooze::geometry_mesh_distance_test {
namespace {

using testing_support::boxMesh;
using testing_support::bunny;
using testing_support::exactDistance;
using testing_support::exactWinding;
using testing_support::randomIn;
using testing_support::sphereMesh;

constexpr float kCell = 0.004f;
// Bounds the error of trilinear interpolation. A distance is 1-Lipschitz, so the mean of the eight corners
// errs by at most the root mean square distance to the corners: sqrt(3)/2 cells.
constexpr float kWorstError = 0.8661f * kCell;

class BunnyDistance : public testing::Test {
 protected:
  static void SetUpTestSuite() { mesh_ = new Mesh(bunny()); }
  static void TearDownTestSuite() { delete mesh_; }
  /// Samples the field at first use, because half of these tests do without.
  static const SignedDistance& bunnyField() {
    static const ShapePtr made = makeMeshDistance(*mesh_, kCell);
    return *made;
  }
  // Returns a point near the surface: a random vertex, moved by up to two cells.
  static Vec3 nearPoint(std::uint64_t i) {
    const Vec3 offset = randomIn({Vec3(-2 * kCell), Vec3(2 * kCell)}, 11, i);
    return mesh_->positions[randomBits(12, i) % mesh_->positions.size()] + offset;
  }
  static Vec3 farPoint(std::uint64_t i) { return randomIn(mesh_->bounds().expanded(0.1f), 13, i); }

  static const Mesh* mesh_;
};
const Mesh* BunnyDistance::mesh_ = nullptr;

TEST_F(BunnyDistance, TreeDistanceIsExact) {
  const TriangleTree tree(*mesh_);
  for (std::uint64_t i = 0; i < 60; ++i)
    for (const Vec3& p : {nearPoint(i), farPoint(i)})
      // Both distances are computed in double from the same floats, and the result is rounded once.
      EXPECT_NEAR(tree.distance(p), exactDistance(*mesh_, p), 1e-7 * (1 + exactDistance(*mesh_, p)));
}

TEST_F(BunnyDistance, TreeWindingNumberIsNearTheSumOfAllSolidAngles) {
  const TriangleTree tree(*mesh_);
  for (std::uint64_t i = 0; i < 60; ++i)
    for (const Vec3& p : {nearPoint(i), farPoint(i)})
      // The dipoles of triangle clusters err by a few hundredths. The sign is decided at a winding number of
      // 0.5.
      EXPECT_NEAR(tree.windingNumber(p), exactWinding(*mesh_, p), 0.1);
}

TEST_F(BunnyDistance, SampledDistanceIsExactWithinTheInterpolation) {
  const Aabb grid = mesh_->bounds().expanded(3 * kCell);
  double sum = 0;
  int count = 0;
  for (std::uint64_t i = 0; i < 150; ++i)
    for (const Vec3& p : {nearPoint(i), farPoint(i)}) {
      if (!grid.contains(p)) continue;
      const double exact = exactDistance(*mesh_, p);
      const double error = std::abs(std::abs(bunnyField().distance(p)) - exact);
      EXPECT_LT(error, kWorstError);
      sum += error, ++count;
    }
  ASSERT_GT(count, 150);
  // The bound applies at kinks. The error is of second order where the field is smooth.
  EXPECT_LT(sum / count, 0.05 * kCell);
}

TEST_F(BunnyDistance, SignIsThatOfTheExactWindingNumber) {
  int inside = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Vec3 p = randomIn(mesh_->bounds(), 14, i);
    if (exactDistance(*mesh_, p) < kWorstError) continue;
    const bool isInside = exactWinding(*mesh_, p) > 0.5;
    inside += isInside;
    EXPECT_EQ(bunnyField().distance(p) < 0, isInside) << p.x << " " << p.y << " " << p.z;
  }
  EXPECT_GT(inside, 30);
}

TEST_F(BunnyDistance, OutsideTheGridItIsALowerBoundOfAtLeastSevenTenths) {
  const Aabb grid = mesh_->bounds().expanded(5 * kCell);
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Vec3 p = randomIn(mesh_->bounds().expanded(1.f), 15, i);
    if (grid.contains(p)) continue;
    const double exact = exactDistance(*mesh_, p);
    const auto [distance, normal] = bunnyField().sample(p);
    EXPECT_LE(distance, exact + kWorstError);
    EXPECT_GE(distance,
              // The legs of a right triangle add up to at most sqrt(2) times the hypotenuse.
              exact / std::sqrt(2.0) - kWorstError);
    EXPECT_NEAR(glm::length(normal), 1.f, 1e-5f);
    EXPECT_GT(glm::dot(normal, p - mesh_->bounds().centre()), 0.f);
  }
}

TEST_F(BunnyDistance, NormalIsUnitAndTheGradientOfTheExactDistance) {
  int compared = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Vec3 p = randomIn(mesh_->bounds().expanded(2 * kCell), 17, i);
    const auto [distance, normal] = bunnyField().sample(p);
    EXPECT_NEAR(glm::length(normal), 1.f, 1e-5f);
    Vec3 gradient;
    for (int k = 0; k < 3; ++k) {
      Vec3 e(0.f);
      e[k] = kCell;
      gradient[k] =
          static_cast<float>(exactDistance(*mesh_, p + e) - exactDistance(*mesh_, p - e)) / (2 * kCell);
    }
    // Compares only points where the exact field is smooth over the stencil and of a single sign.
    if (std::abs(distance) < 1.8f * kCell || glm::length(gradient) < 0.99f) continue;
    ++compared;
    EXPECT_GT(glm::dot(normal, distance < 0 ? -gradient : gradient), 0.9f);
  }
  EXPECT_GT(compared, 40);
}

TEST_F(BunnyDistance, SampledWithinAReachIsTheSampleWhereItIsNear) {
  constexpr float kReach = 0.02f;
  const Aabb around = bunnyField().bounds().expanded(0.1f), box = bunnyField().solidBounds();
  int near = 0;
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Vec3 p = i % 2 == 0 ? nearPoint(i) : randomIn(around, 21, i);
    const SignedDistance::Sample whole = bunnyField().sample(p),
                                 within = bunnyField().sampleWithin(p, kReach);
    EXPECT_EQ(whole.distance, bunnyField().distance(p));
    EXPECT_EQ(within.distance, whole.distance);
    EXPECT_GE(std::max(whole.distance, 0.f), glm::distance(p, glm::clamp(p, box.lower, box.upper)) - 1e-6f);
    if (whole.distance >= kReach) continue;
    ++near;
    EXPECT_EQ(within.normal, whole.normal);
  }
  EXPECT_GT(near, 900);
}

TEST_F(BunnyDistance, NormalTurnsWithoutJumps) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const Vec3 p = farPoint(i), q = p + randomIn({Vec3(-1e-6f), Vec3(1e-6f)}, 16, i);
    const Vec3 a = bunnyField().sample(p).normal, b = bunnyField().sample(q).normal;
    // Points are 1e-6 m apart. At a crease a tenth of the gradient may be left, and even this turns by only
    // 2e-6 / 4e-4.
    EXPECT_LT(glm::distance(a, b), 0.02f) << p.x << " " << p.y << " " << p.z;
  }
}

TEST_F(BunnyDistance, IsTheSameAtAnyNumberOfThreads) {
  const TriangleTree tree(*mesh_);
  const GridLayout layout = GridLayout::around(mesh_->bounds(), 0.01f);
  const auto one = sampleSignedDistances(tree, layout, Threads(1));
  for (const int n : {2, 7}) EXPECT_EQ(sampleSignedDistances(tree, layout, Threads(n)), one);
}

TEST_F(BunnyDistance, ReportsProgressAndCanBeCancelled) {
  CancellationToken work;
  const ShapePtr watched = makeMeshDistance(*mesh_, 0.02f, {}, work);
  EXPECT_EQ(work.done, 1.f);
  EXPECT_EQ(watched->distance(Vec3(0.f)), makeMeshDistance(*mesh_, 0.02f)->distance(Vec3(0.f)));
  CancellationToken off;
  off.cancelled = true;
  EXPECT_THROW(makeMeshDistance(*mesh_, 0.02f, {}, off), Cancelled);
}

TEST(CancellationTokenProgress, NeverFallsWhenThreadsReportOutOfOrder) {
  CancellationToken work;
  work.advanceTo(0.5f);
  work.advanceTo(0.25f);
  EXPECT_EQ(work.done, 0.5f);
  constexpr std::size_t kReports = 10000;
  Threads(4).forEach(kReports, [&work](std::size_t i) {
    work.advanceTo(static_cast<float>(kReports - i) / static_cast<float>(kReports));
  });
  EXPECT_EQ(work.done, 1.f);
}

TEST_F(BunnyDistance, AFewMissingAndFlippedTrianglesDoNotChangeIt) {
  Mesh broken = *mesh_;
  for (std::size_t i = 0; i < broken.triangles.size(); i += 301)
    std::swap(broken.triangles[i][0], broken.triangles[i][1]);
  for (std::size_t i = broken.triangles.size() - 1; i > 500; i -= 500)
    broken.triangles.erase(broken.triangles.begin() + static_cast<std::ptrdiff_t>(i));
  const ShapePtr field = makeMeshDistance(broken, kCell);
  float longestEdge = 0;
  for (const auto& t : mesh_->triangles)
    longestEdge = std::max(longestEdge, glm::distance(mesh_->positions[t[0]], mesh_->positions[t[1]]));
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const Vec3 p = i % 2 ? nearPoint(i) : farPoint(i);
    // A missing or inverted triangle moves the surface by less than the triangle's size.
    EXPECT_NEAR(field->distance(p), bunnyField().distance(p), longestEdge + kWorstError);
  }
}

TEST_F(BunnyDistance, AMeshInsideOutIsTheSameSolid) {
  Mesh inverted = *mesh_;
  for (auto& t : inverted.triangles) std::swap(t[0], t[1]);
  const ShapePtr field = makeMeshDistance(inverted, 0.01f), upright = makeMeshDistance(*mesh_, 0.01f);
  for (std::uint64_t i = 0; i < 2000; ++i)
    EXPECT_NEAR(field->distance(farPoint(i)), upright->distance(farPoint(i)), 1e-6f);
}

TEST(MeshDistance, OfABoxIsTheDistanceOfABox) {
  const ShapePtr field = makeMeshDistance(boxMesh({-0.5f, -0.3f, -0.4f}, {0.5f, 0.3f, 0.4f}), 0.05f);
  const ShapePtr box = makeBox({0.5f, 0.3f, 0.4f});
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Vec3 p = randomIn(field->bounds().expanded(0.15f), 20, i);
    EXPECT_NEAR(field->distance(p), box->distance(p), 0.8661f * 0.05f);
  }
  EXPECT_EQ(field->bounds().upper, Vec3(0.5f, 0.3f, 0.4f));
}

TEST(MeshDistance, AWideHoleIsClosedWithoutAJump) {
  // The topmost 60 degrees of a sphere are missing, which leaves a hole of radius 0.87.
  constexpr float kSpacing = 0.05f;
  const ShapePtr field = makeMeshDistance(sphereMesh(1.f, 48, 40), kSpacing);
  EXPECT_LT(field->distance({0.f, 0.f, 0.f}), -0.7f);
  EXPECT_LT(field->distance({0.f, 0.6f, 0.f}), 0.f);
  EXPECT_GT(field->distance({0.f, 1.1f, 0.f}), 0.f);
  // The distance never grows faster than the path from inside to outside through the hole. The slack is that
  // of the chamfer distance, which overestimates paths by up to 11 % and whose paths lie on the grid.
  float last = field->distance({0.02f, -0.5f, 0.01f});
  for (float y = -0.5f; y < 1.4f; y += 0.01f) {
    const float next = field->distance({0.02f, y, 0.01f});
    EXPECT_LT(std::abs(next - last), 0.015f) << y;
    last = next;
  }
}

TEST(MeshDistance, OverlappingPartsAreOneSolid) {
  Mesh mesh = boxMesh({-1.f, -0.3f, -0.3f}, {0.2f, 0.3f, 0.3f});
  const Mesh other = boxMesh({-0.2f, -0.3f, -0.3f}, {1.f, 0.3f, 0.3f});
  for (auto t : other.triangles) {
    for (auto& i : t) i += 8;
    mesh.triangles.push_back(t);
  }
  mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
  const ShapePtr field = makeMeshDistance(mesh, 0.04f);
  for (float x = -0.9f; x <= 0.9f; x += 0.05f) EXPECT_LE(field->distance({x, 0.f, 0.f}), 0.f) << x;
  EXPECT_LT(field->distance({0.f, 0.f, 0.f}), -0.15f);
}

TEST(MeshDistance, IsFiniteEverywhere) {
  // A thin plate has creases everywhere. Two triangles without area are added.
  Mesh mesh = boxMesh({-0.5f, -0.02f, -0.5f}, {0.5f, 0.02f, 0.5f});
  mesh.triangles.push_back({0, 0, 1});
  mesh.positions.push_back(0.5f * (mesh.positions[0] + mesh.positions[1]));
  mesh.triangles.push_back({0, 8, 1});
  const ShapePtr field = makeMeshDistance(mesh, 0.03f);
  for (std::uint64_t i = 0; i < 5000; ++i) {
    Vec3 p = randomIn({Vec3(-1.f), Vec3(1.f)}, 21, i);
    if (i % 3 == 0) p.y = 0.f;
    const auto [distance, normal] = field->sample(p);
    ASSERT_TRUE(std::isfinite(distance));
    ASSERT_NEAR(glm::length(normal), 1.f, 1e-5f);
  }
  for (const float x : {1e3f, -1e6f, 1e9f}) EXPECT_GT(field->distance({x, x, x}), 1e3f);
}

TEST(MeshDistance, RefusesMeshesThatEncloseNothing) {
  Mesh sheet;
  sheet.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}};
  sheet.triangles = {{0, 1, 2}};
  EXPECT_THROW(makeMeshDistance(sheet, 0.1f), InputError);
  EXPECT_THROW(makeMeshDistance(Mesh{}, 0.1f), InputError);
  sheet.positions[1].x = NAN;
  EXPECT_THROW(makeMeshDistance(sheet, 0.1f), InputError);
  sheet.positions[1].x = 1.f;
  sheet.triangles[0][2] = 9;
  EXPECT_THROW(makeMeshDistance(sheet, 0.1f), InputError);
}

TEST(MeshDistance, RefusesGridsOfAbsurdSizeAtOnce) {
  const Mesh box = boxMesh(Vec3(-1.f), Vec3(1.f));
  for (const float cell : {1e-3f, 1e-20f, 0.f, -1.f, NAN, INFINITY})
    EXPECT_THROW(makeMeshDistance(box, cell), InputError) << cell;
}

}  // namespace
}  // namespace ooze::geometry_mesh_distance_test
