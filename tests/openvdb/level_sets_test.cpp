// Tests of level sets against OpenVDB: the same shapes, reinitialization, CSG, offsets, curvature flow and
// closest points.
#include "grid/level_set.h"
#include "unit/grid_level_set_fixtures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/Composite.h>
#include <openvdb/tools/GridOperators.h>
#include <openvdb/tools/LevelSetFilter.h>
#include <openvdb/tools/LevelSetMeasure.h>
#include <openvdb/tools/LevelSetSphere.h>
#include <openvdb/tools/MeshToVolume.h>
#include <string>
#include <vector>

namespace ooze::level_sets_test {
namespace {

using namespace level_set_fixtures;
namespace vdb = openvdb;
using vdb::FloatGrid;

constexpr float kCell = 0.05f;

vdb::Vec3s vdbOf(const Vec3& v) { return {v.x, v.y, v.z}; }
vdb::Coord vdbOf(const glm::ivec3& n) { return {n.x, n.y, n.z}; }

/// Copies all known nodes of a level set into an OpenVDB grid.
FloatGrid::Ptr vdbOf(const LevelSet& set) {
  auto grid = vdb::createLevelSet<FloatGrid>(set.cell(), kBand);
  FloatGrid::Accessor to = grid->getAccessor();
  forNodes(set, [&](const glm::ivec3& n, const Vec3&, float phi) {
    if (std::abs(phi) < set.band())
      to.setValue(vdbOf(n), phi);
    else if (phi < 0.f)
      to.setValueOff(vdbOf(n), phi);
  });
  for (const grid::BlockCoordinate& at : set.inside())
    grid->tree().addTile(1, {8 * at.x, 8 * at.y, 8 * at.z}, -set.band(), false);
  return grid;
}

/// A shape as a distance function, and as an OpenVDB level set.
struct Shape {
  std::string name;
  std::function<float(const Vec3&)> distance;
  FloatGrid::Ptr vdb;
  /// Returns whether the closest surface point is unique and not on an edge.
  std::function<bool(const Vec3&)> smooth;
  /// Distance from the surface up to which OpenVDB itself is within 0.04 cells of the truth [cells]. For a
  /// mesh of small triangles its error reaches 0.2 cells at a distance of four cells.
  float trustedDistance;
};

constexpr float kMajor = 0.7f, kMinor = 0.35f;
const Vec3 kHalf(0.8f, 0.6f, 0.7f);

/// Returns a torus that OpenVDB makes of quadrangles half a cell wide.
FloatGrid::Ptr torus() {
  constexpr std::uint32_t kRound = 176, kTube = 88;
  std::vector<vdb::Vec3s> points;
  std::vector<vdb::Vec4I> quads;
  for (std::uint32_t i = 0; i < kRound; ++i)
    for (std::uint32_t j = 0; j < kTube; ++j) {
      const double a = 2.0 * kPi * i / kRound, b = 2.0 * kPi * j / kTube;
      const double r = kMajor + kMinor * std::cos(b);
      // OpenVDB takes the points in units of cells.
      points.push_back(
          vdbOf((kMiddle + Vec3(r * std::cos(a), kMinor * std::sin(b), r * std::sin(a))) / kCell));
      const std::uint32_t next = (i + 1) % kRound * kTube, up = (j + 1) % kTube;
      quads.emplace_back(i * kTube + j, next + j, next + up, i * kTube + up);
    }
  const vdb::tools::QuadAndTriangleDataAdapter<vdb::Vec3s, vdb::Vec4I> mesh(points, quads);
  const auto transform = vdb::math::Transform::createLinearTransform(kCell);
  auto grid = vdb::tools::meshToVolume<FloatGrid>(mesh, *transform, kBand, kBand);
  grid->setGridClass(vdb::GRID_LEVEL_SET);
  return grid;
}

float boxDistance(const Vec3& p) {
  const Vec3 d = glm::abs(p - kMiddle) - kHalf;
  return glm::length(glm::max(d, Vec3(0.f))) + std::min(std::max({d.x, d.y, d.z}), 0.f);
}

/// Returns whether the point lies beside a face of the box, at least three cells away from its edges.
bool isBesideFace(const Vec3& p) {
  const Vec3 d = glm::abs(p - kMiddle) - kHalf;
  std::array<float, 3> sorted{d.x, d.y, d.z};
  std::sort(sorted.begin(), sorted.end());
  return sorted[1] < -3.f * kCell && sorted[1] < sorted[2] - 3.f * kCell;
}

float torusDistance(const Vec3& p) {
  const Vec3 q = p - kMiddle;
  return std::hypot(std::hypot(q.x, q.z) - kMajor, q.y) - kMinor;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all = [] {
    vdb::initialize();
    const auto transform = vdb::math::Transform::createLinearTransform(kCell);
    const vdb::math::BBox<vdb::Vec3s> box(vdbOf(kMiddle - kHalf), vdbOf(kMiddle + kHalf));
    const auto anywhere = [](const Vec3&) { return true; };
    return std::vector<Shape>{
        {"ball", ball(1.f), vdb::tools::createLevelSetSphere<FloatGrid>(1.f, vdbOf(kMiddle), kCell, kBand),
         anywhere, 4.f},
        {"box", boxDistance, vdb::tools::createLevelSetBox<FloatGrid>(box, *transform, kBand), isBesideFace,
         4.f},
        {"torus", torusDistance, torus(), anywhere, 1.f}};
  }();
  return all;
}

LevelSet makeLevelSet(const Shape& shape) {
  return LevelSet::fromFunction(shape.distance, {Vec3(-1.3f), Vec3(1.3f)}, kCell, kBand, one());
}

/// Greatest difference between two level sets, at OpenVDB's nodes within `width` cells of the surface
/// [cells].
struct Difference {
  float smooth = 0.f;  ///< greatest difference at nodes where the shape is smooth
  float all = 0.f;
};
Difference difference(const LevelSet& ours, const FloatGrid& theirs, float width, const Shape& shape) {
  Difference worst;
  for (auto it = theirs.cbeginValueOn(); it; ++it) {
    if (std::abs(*it) >= width * kCell) continue;
    const glm::ivec3 n(it.getCoord().x(), it.getCoord().y(), it.getCoord().z());
    const float here = std::abs(ours.value(n) - *it) / kCell;
    worst.all = std::max(worst.all, here);
    if (shape.smooth(kCell * Vec3(n))) worst.smooth = std::max(worst.smooth, here);
  }
  return worst;
}

/// Largest allowed error of each shape [cells]. The values that tests use lie slightly above the measured
/// errors.
struct Limits {
  float ball, box, torus;
  [[nodiscard]] float of(const Shape& shape) const {
    return shape.name == "ball" ? ball : shape.name == "box" ? box : torus;
  }
};

void expectSameVolume(const LevelSet& ours, const FloatGrid& theirs, double part, const std::string& what) {
  const double volume = vdb::tools::levelSetVolume(theirs);
  EXPECT_NEAR(ours.volume(one()), volume, part * volume) << what;
}

void expectNear(const Difference& found, const Limits& smooth, const Limits& all, const Shape& shape) {
  EXPECT_LT(found.smooth, smooth.of(shape)) << shape.name;
  EXPECT_LT(found.all, all.of(shape)) << shape.name;
}

TEST(LevelSetBesideOpenVdb, HasTheSameDistances) {
  for (const Shape& shape : shapes()) {
    const LevelSet set = makeLevelSet(shape);
    expectNear(difference(set, *shape.vdb, shape.trustedDistance, shape), {1e-5f, 1e-5f, 0.045f},
               {1e-5f, 1e-5f, 0.045f}, shape);
    expectSameVolume(set, *shape.vdb, 0.005, shape.name);
  }
}

TEST(LevelSetBesideOpenVdb, BecomesADistanceAgain) {
  for (const Shape& shape : shapes()) {
    const auto f = [&](const Vec3& p) {
      return shape.distance(p) * (0.6f + 0.3f * std::sin(5.f * p.x) * std::cos(4.f * p.y + p.z));
    };
    LevelSet set = LevelSet::fromFunction(f, {Vec3(-1.3f), Vec3(1.3f)}, kCell, kBand, one());
    EXPECT_GT(difference(set, *shape.vdb, 1.f, shape).smooth, 0.3f);
    set.reinitialise(one());
    expectNear(difference(set, *shape.vdb, 1.f, shape), {0.0125f, 0.009f, 0.045f}, {0.0125f, 0.9f, 0.045f},
               shape);
    expectNear(difference(set, *shape.vdb, shape.trustedDistance, shape), {0.021f, 0.016f, 0.045f},
               {0.021f, 0.9f, 0.045f}, shape);
    expectSameVolume(set, *shape.vdb, 0.005, shape.name);
  }
}

TEST(LevelSetBesideOpenVdb, UnitesAsItDoes) {
  vdb::initialize();
  const LevelSet a = ballSet(1.f, kCell, Vec3(0.f)), b = ballSet(0.7f, kCell, {0.8f, 0.2f, 0.1f});
  LevelSet ours = a;
  ours.unite(b, one());
  const FloatGrid::Ptr theirs = vdb::tools::csgUnionCopy<FloatGrid>(*vdbOf(a), *vdbOf(b));
  EXPECT_GT(theirs->activeVoxelCount(), 10'000u);
  // The values agree to the bit, and our level set has no further nodes.
  for (auto it = theirs->cbeginValueOn(); it; ++it)
    ASSERT_EQ(ours.value({it.getCoord().x(), it.getCoord().y(), it.getCoord().z()}), *it);
  const auto at = theirs->getConstAccessor();
  forNodes(ours, [&](const glm::ivec3& n, const Vec3&, float phi) { ASSERT_EQ(at.getValue(vdbOf(n)), phi); });
  expectSameVolume(ours, *theirs, 0.005, "both");
}

TEST(LevelSetBesideOpenVdb, MovesAlongItsNormals) {
  for (const Shape& shape : shapes())
    for (const float way : {2.f, -2.f}) {  // distance of the motion along the normals [cells]
      LevelSet ours = makeLevelSet(shape);
      const FloatGrid::Ptr theirs = vdbOf(ours);
      ours.advance([&](const Vec3&) { return way * kCell; }, 0.f, 1.f, one());
      ours.reinitialise(one());
      vdb::tools::LevelSetFilter<FloatGrid> filter(*theirs);
      filter.offset(-way * kCell);
      expectNear(difference(ours, *theirs, 1.f, shape), {0.0017f, 1e-4f, 0.0145f}, {0.0017f, 0.55f, 0.0145f},
                 shape);
      expectSameVolume(ours, *theirs, 0.01, shape.name);
    }
}

TEST(LevelSetBesideOpenVdb, MovesByItsCurvature) {
  for (const Shape& shape : shapes()) {
    LevelSet ours = makeLevelSet(shape);
    const FloatGrid::Ptr theirs = vdbOf(ours);
    constexpr int kSteps = 24;
    vdb::tools::LevelSetFilter<FloatGrid> filter(*theirs);
    for (int k = 0; k < kSteps; ++k) filter.meanCurvature();
    // One step of OpenVDB's filter advances by dt = cell^2 / 3 with the mean of both curvatures. Our level
    // set moves by their sum, hence half the time per step.
    ours.advance([](const Vec3&) { return 0.f; }, 1.f, kSteps * kCell * kCell / 6.f, one());
    ours.reinitialise(one());
    expectNear(difference(ours, *theirs, 1.f, shape), {0.0028f, 0.07f, 0.012f}, {0.0028f, 0.12f, 0.012f},
               shape);
    expectSameVolume(ours, *theirs, 0.01, shape.name);
  }
}

}  // namespace
}  // namespace ooze::level_sets_test
