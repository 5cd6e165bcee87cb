// Tests the curvature of a level set in the cells beside its surface.
#include "grid/curvature.h"
#include "unit/grid_liquid_fixtures.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>

namespace ooze::grid_curvature_test {
namespace {

using namespace grid_liquid_fixtures;

constexpr float kCell = 0.01f;
constexpr float kReachOfCells = 2.f;

/// Returns the largest difference between the curvature of phi and the expected one, in cells whose
/// neighbours exist, over 1 / cell.
float worstCurvature(int reach, const std::function<float(const Vec3&)>& phi,
                     const std::function<float(const Vec3&)>& expected) {
  const CellBlocks cells = blocksOver(glm::ivec3(-reach), glm::ivec3(reach), kCell);
  CellField field, curvature;
  field.fill(
      cells, [&](const Vec3& p) { return phi(p); }, one());
  grid::findCurvature(cells, field, kReachOfCells * kCell, curvature, Threads(2));
  float worst = 0.f;
  std::size_t checked = 0;
  Liquid::forBox(glm::ivec3(1 - reach), glm::ivec3(reach - 1), [&](const glm::ivec3& at) {
    const Vec3 p = kCell * Vec3(at);
    if (!(std::abs(phi(p)) < kReachOfCells * kCell)) {
      EXPECT_EQ(curvature.at(cells.find(at)), 0.f);
      return;
    }
    worst = std::max(worst, std::abs(curvature.at(cells.find(at)) - expected(p)) * kCell);
    ++checked;
  });
  EXPECT_GT(checked, 100u);
  return worst;
}

TEST(CellCurvature, OfABallIsTwoOverItsRadius) {
  const Vec3 middle = kCell * Vec3(0.3f, -0.2f, 0.1f);
  for (const float radius : {4.f, 8.f}) {
    const auto phi = [&](const Vec3& p) { return glm::length(p - middle) - radius * kCell; };
    const auto exact = [&](const Vec3& p) { return 2.f / glm::length(p - middle); };
    // Central differences are of second order: the error grows with the cube of the curvature, which is
    // largest two cells inside.
    const float bound = 0.5f / std::pow(radius - kReachOfCells, 3.f);
    EXPECT_LT(worstCurvature(15, phi, exact), bound) << radius;
    const auto hole = [&](const Vec3& p) { return -phi(p); };
    EXPECT_LT(worstCurvature(15, hole, [&](const Vec3& p) { return -exact(p); }), bound) << radius;
  }
}

TEST(CellCurvature, OfACylinderIsOneOverItsRadiusAndOfAPlaneZero) {
  const auto cylinder = [](const Vec3& p) { return std::hypot(p.x, p.z) - 7.f * kCell; };
  EXPECT_LT(worstCurvature(11, cylinder, [](const Vec3& p) { return 1.f / std::hypot(p.x, p.z); }), 0.005f);
  const Vec3 normal = glm::normalize(Vec3(1.f, 2.f, -0.7f));
  EXPECT_LT(worstCurvature(
                7, [&](const Vec3& p) { return glm::dot(p, normal); }, [](const Vec3&) { return 0.f; }),
            1e-4f);
}

/// Cells at the edge of the blocks lack neighbours.
TEST(CellCurvature, IsZeroWhereNeighboursAreMissing) {
  const CellBlocks cells = blocksOver(glm::ivec3(0), glm::ivec3(7), kCell);
  CellField field, curvature;
  field.fill(
      cells, [](const Vec3& p) { return glm::length(p) - 4.f * kCell; }, one());
  grid::findCurvature(cells, field, kReachOfCells * kCell, curvature, one());
  EXPECT_EQ(curvature.at(cells.find({0, 4, 0})), 0.f);
  EXPECT_GT(curvature.at(cells.find({1, 4, 1})), 0.f);
}

}  // namespace
}  // namespace ooze::grid_curvature_test
