// Tests of the wall particles of the moving particle method (MPS). Hidden particles fill solids in three
// layers, each place once, and move with their body.
#include "methods/mps/walls.h"
#include "unit/mps_fixtures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <memory>
#include <tuple>

namespace ooze::mps_tests {
namespace mps_walls_test {
namespace {

using mps::Walls;

const Threads kTwo(2);
constexpr float kReach = mps::kReach * kSpacing;

std::vector<Pose> computeBonePoses(const Bodies& bodies) {
  std::vector<Pose> poses;
  for (const Body& b : bodies.list) poses.push_back(b.pose);
  return poses;
}

std::vector<Walls::NearWallPoint> near(const Bodies& bodies, const std::vector<Vec3>& liquid,
                                       float spacing = kSpacing) {
  Walls walls(spacing);
  Vec3Array at;
  for (const Vec3& p : liquid) at.push(p);
  const auto found = walls.near(at, bodies, computeBonePoses(bodies), mps::kReach * spacing, kTwo);
  return {found.begin(), found.end()};
}

/// Returns places half a spacing above the floor, for cells in [from, to) along x and z.
std::vector<Vec3> placesOverFloor(int from, int to) {
  std::vector<Vec3> places;
  for (int x = from; x < to; ++x)
    for (int z = from; z < to; ++z) places.push_back(kSpacing * (Vec3(x, 0.f, z) + Vec3(0.5f)));
  return places;
}

Body solid(const SolidShape& shape, const Vec3& at = Vec3(0.f)) {
  Body body = makeBody("solid", shape, Motion::Static);
  body.pose.position = body.previousPose.position = at;
  return body;
}
Body plane(const Vec3& normal) { return solid({.kind = SolidShape::SolidKind::Plane, .size = normal}); }

/// Signed distance of a box that lies above the origin of its frame.
class RaisedBox final : public SignedDistance {
 public:
  RaisedBox(const Vec3& half, float by) : box_(makeBox(half)), by_(0.f, by, 0.f) {}
  [[nodiscard]] float distance(const Vec3& p) const override { return box_->distance(p - by_); }
  [[nodiscard]] Sample sample(const Vec3& p) const override { return box_->sample(p - by_); }
  [[nodiscard]] Aabb bounds() const override {
    const Aabb box = box_->bounds();
    return {box.lower + by_, box.upper + by_};
  }

 private:
  ShapePtr box_;
  Vec3 by_;
};

/// Counts the wall particles in each column of cells along y, by layer.
using Columns = std::map<std::pair<int, int>, std::array<int, mps::kWallLayers>>;
Columns columns(const std::vector<Walls::NearWallPoint>& points, int from, int to) {
  Columns all;
  for (int x = from; x < to; ++x)
    for (int z = from; z < to; ++z) all[{x, z}] = {};
  for (const Walls::NearWallPoint& p : points) {
    const auto column = all.find(
        {static_cast<int>(std::floor(p.at.x / kSpacing)), static_cast<int>(std::floor(p.at.z / kSpacing))});
    if (column != all.end()) ++column->second.at(p.layer);
  }
  return all;
}

TEST(MpsWalls, AHalfSpaceHasThreeLayersOfOneParticleToACell) {
  const auto points = near(bodiesWith(plane(Vec3(0.f, 1.f, 0.f))), placesOverFloor(-4, 4));
  for (const Walls::NearWallPoint& p : points)
    ASSERT_NEAR(p.at.y / kSpacing, -0.5f - static_cast<float>(p.layer), 1e-5f);
  for (const auto& [column, count] : columns(points, -4, 4)) EXPECT_EQ(count, (std::array{1, 1, 1}));
}

/// The cells of a rotated half-space do not line up with its face. The layers hold as many particles on the
/// whole.
TEST(MpsWalls, ATurnedHalfSpaceHasAsManyAtTheSameDepths) {
  const Vec3 n = glm::normalize(Vec3(0.2f, 0.9f, -0.5f));
  const Vec3 u = glm::normalize(glm::cross(n, Vec3(0.3f, 0.1f, 0.9f))), v = glm::cross(n, u);
  std::vector<Vec3> liquid;
  for (int x = -16; x <= 16; ++x)
    for (int z = -16; z <= 16; ++z)
      liquid.push_back(kSpacing * (static_cast<float>(x) * u + static_cast<float>(z) * v + 0.5f * n));
  std::array<double, mps::kWallLayers> count{};
  for (const Walls::NearWallPoint& p : near(bodiesWith(plane(n)), liquid)) {
    const float depth = -glm::dot(p.at, n) / kSpacing;
    ASSERT_NEAR(depth, 0.5f + static_cast<float>(p.layer), 1e-5f);
    if (glm::length(p.at + depth * kSpacing * n) < 12.f * kSpacing) ++count.at(p.layer);
  }
  // The area is a disc of radius 12 spacings. Aliasing between cells and face costs up to 5 %.
  for (const double c : count) EXPECT_NEAR(c, 3.14159 * 144.0, 0.06 * 452.0);
}

/// Signed distance of the half-space on one side of a plane across x.
class HalfSpaceDistance final : public SignedDistance {
 public:
  /// @param at  position of the plane along x [m]
  /// @param side  -1: the solid lies where x is below `at`; 1: where x is above `at`
  HalfSpaceDistance(float at, float side) : at_(at), side_(side) {}
  [[nodiscard]] float distance(const Vec3& p) const override { return side_ * (at_ - p.x); }
  [[nodiscard]] Sample sample(const Vec3& p) const override { return {distance(p), Vec3(-side_, 0.f, 0.f)}; }
  [[nodiscard]] Aabb bounds() const override {
    const float endless = std::numeric_limits<float>::infinity();
    return {Vec3(-endless), Vec3(endless)};
  }

 private:
  float at_, side_;
};

/// Rounding puts the centres of cells on a face now outside, now inside. Layers stay complete all the same.
TEST(MpsWalls, FacesThroughCentresOfCellsHaveWholeLayers) {
  for (const float spacing : {kSpacing, 0.01f, 0.008f, 0.0168f / 2.1f, 0.005f})
    for (int cells = 12; cells < 40; ++cells)
      for (const float side : {-1.f, 1.f}) {
        const float at = spacing * (static_cast<float>(cells) + 0.5f);
        std::vector<Vec3> liquid;
        for (int y = -3; y <= 3; ++y)
          for (int z = -3; z <= 3; ++z)
            liquid.push_back({at - 0.5f * side * spacing, spacing * static_cast<float>(y),
                              spacing * static_cast<float>(z)});
        Body solid = plane(Vec3(1.f, 0.f, 0.f));
        solid.shape = std::make_shared<HalfSpaceDistance>(at, side);
        std::map<std::pair<int, int>, std::array<int, mps::kWallLayers>> all;
        for (const Walls::NearWallPoint& p : near(bodiesWith(std::move(solid)), liquid, spacing))
          if (std::max(std::abs(p.at.y), std::abs(p.at.z)) < 2.9f * spacing)
            ++all[{static_cast<int>(std::floor(p.at.y / spacing)),
                   static_cast<int>(std::floor(p.at.z / spacing))}]
                  .at(p.layer);
        // Particles half a spacing away see two layers. The third layer may lie in a block that no particle
        // sees.
        ASSERT_EQ(all.size(), 36u);
        for (const auto& [column, count] : all) {
          ASSERT_EQ(count[0], 1) << spacing << " " << cells;
          ASSERT_EQ(count[1], 1) << spacing << " " << cells;
          ASSERT_LE(count[2], 1) << spacing << " " << cells;
        }
      }
}

/// A tank of any whole number of cells has wall particles in its edges and corners too.
TEST(MpsWalls, ATankHasNoFewerInItsEdges) {
  for (const float wide : {4.f, 5.f, 7.f}) {
    auto m = method({definition(kPlain)});
    const Bodies tank = bodiesWith(tankOf(kSpacing * Vec3(wide)));
    const int n = static_cast<int>(wide);
    m->insert(block(n, n, n, 0.f, 0.f, 1));
    m->findNeighbours(kTwo);
    m->gatherPoints(tank, 1.f, kTwo);
    m->measureDensity(0.001f, kTwo);
    const Particles& p = m->liquid().particles;
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p.position[i].y > (wide - 2.f) * kSpacing) continue;
      // Wall particles in edges are drawn towards the edge by up to a fifth of a spacing.
      ASSERT_GT(p.density[i], 0.999f) << wide;
      ASSERT_LT(p.density[i], 1.12f) << wide;
    }
  }
}

/// Solids that overlap give each place once: two slabs with a common top plane, two identical slabs, three
/// slabs.
TEST(MpsWalls, SolidsThatOverlapGiveEachPlaceOnce) {
  const SolidShape slab{.kind = SolidShape::SolidKind::Box, .size = kSpacing * Vec3(8.f, 4.f, 16.f)};
  for (const float top : {0.f, 0.3f, 13.7f})
    for (const auto& places : {std::vector{-5.f, 5.f}, {0.f, 0.f}, {3.f, 0.f, -2.f}}) {
      std::vector<Body> slabs;
      for (const float x : places) slabs.push_back(solid(slab, kSpacing * Vec3(x, top - 4.f, 0.f)));
      std::vector<Vec3> liquid = placesOverFloor(-4, 4);
      for (Vec3& p : liquid) p.y += top * kSpacing;
      const auto points = near(Bodies(std::move(slabs)), liquid);
      for (const auto& [column, count] : columns(points, -4, 4))
        ASSERT_EQ(count, (std::array{1, 1, 1})) << top << " " << places[0];
    }
}

TEST(MpsWalls, InACornerOfTwoSolidsTheLatticeGoesOn) {
  std::vector<Body> planes;
  planes.push_back(plane(Vec3(0.f, 1.f, 0.f)));
  planes.push_back(plane(Vec3(1.f, 0.f, 0.f)));
  std::vector<Vec3> liquid;
  for (int x = 0; x < 3; ++x)
    for (int y = 0; y < 3; ++y) liquid.push_back(kSpacing * (Vec3(x, y, 0) + Vec3(0.5f)));
  std::map<std::tuple<int, int, int>, int> count;
  for (const Walls::NearWallPoint& p : near(Bodies(std::move(planes)), liquid)) {
    const Vec3 cell = p.at / kSpacing;
    ++count[{static_cast<int>(std::floor(cell.x)), static_cast<int>(std::floor(cell.y)),
             static_cast<int>(std::floor(cell.z))}];
    EXPECT_LT(glm::distance(cell, glm::floor(cell) + Vec3(0.5f)), 1e-4f);
  }
  for (int x = -2; x < 3; ++x)
    for (int y = -2; y < 3; ++y) EXPECT_EQ((count[{x, y, 0}]), x < 0 || y < 0 ? 1 : 0) << x << " " << y;
}

TEST(MpsWalls, GoAlongWithTheirBody) {
  Bodies bodies =
      bodiesWith(solid({.kind = SolidShape::SolidKind::Box, .size = kSpacing * Vec3(5.f, 2.f, 3.f)}));
  std::vector<Vec3> liquid;
  for (int x = -6; x <= 6; ++x) liquid.push_back(kSpacing * Vec3(x, 2.5f, 0.3f));
  const auto before = near(bodies, liquid);
  ASSERT_GT(before.size(), 60u);
  const Pose moved{Vec3(0.3f, -0.1f, 0.2f), glm::angleAxis(0.7f, glm::normalize(Vec3(1.f, 2.f, -0.5f)))};
  Walls walls(kSpacing);
  Vec3Array at;
  for (const Vec3& p : liquid) at.push(moved.toWorld(p));
  // The poses passed in decide, even while the body moves.
  bodies.list[0].pose = bodies.list[0].previousPose = moved;
  const std::vector<Pose> poses{moved};
  const auto after = walls.near(at, bodies, poses, kReach, kTwo);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].layer, before[i].layer);
    EXPECT_LT(glm::distance(after[i].at, moved.toWorld(before[i].at)), 1e-5f * kSpacing + 1e-7f);
  }
}

TEST(MpsWalls, ComeWithASolidAndGoWithIt) {
  Bodies bodies = bodiesWith(solid({.kind = SolidShape::SolidKind::Box, .size = kSpacing * Vec3(4.f)}));
  Walls walls(kSpacing);
  Vec3Array at;
  at.push(Vec3(0.f, 4.5f * kSpacing, 0.f));
  const std::vector<Pose> poses = computeBonePoses(bodies);
  const std::size_t ofBox = walls.near(at, bodies, poses, kReach, kTwo).size();
  EXPECT_GT(ofBox, 30u);
  bodies.list[0].present = false;
  EXPECT_EQ(walls.near(at, bodies, poses, kReach, kTwo).size(), 0u);
  bodies.list[0].present = true;
  bodies.list[0].shape = makeSphere(4.f * kSpacing);
  for (const Walls::NearWallPoint& p : walls.near(at, bodies, poses, kReach, kTwo))
    EXPECT_NEAR(glm::length(p.at) / kSpacing, 3.5f - static_cast<float>(p.layer), 1e-4f);
  EXPECT_EQ(walls.near(Vec3Array(), bodies, poses, kReach, kTwo).size(), 0u);
}

/// A thin plate has a layer that both sides see, wherever the plate lies on the lattice. A plate no thicker
/// than a cell has exactly one layer.
TEST(MpsWalls, AThinPlateHasALayerWithin) {
  for (const float thick : {0.1f, 0.25f, 0.6f, 0.99f, 1.f, 1.6f, 2.f, 3.f})
    for (const float off : {0.f, 0.3f, 0.5f, 0.8f}) {
      // Cells belong to the frame of the body, so the plate is shifted within that frame.
      Body plate =
          makeBody("plate", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(1.f)}, Motion::Static);
      plate.shape = std::make_shared<RaisedBox>(kSpacing * Vec3(12.f, 0.5f * thick, 12.f), off * kSpacing);
      plate.pose.position.y = -(off + 0.5f * thick) * kSpacing;
      const auto points = near(bodiesWith(std::move(plate)), placesOverFloor(-4, 4));
      for (const Walls::NearWallPoint& p : points) {
        ASSERT_LT(p.at.y, -0.04f * kSpacing) << thick << " layer " << p.layer;
        ASSERT_GT(p.at.y, (0.04f - thick) * kSpacing) << thick << " layer " << p.layer;
      }
      for (const auto& [column, count] : columns(points, -4, 4)) {
        const int all = count[0] + count[1] + count[2];
        EXPECT_GE(count[0], 1) << thick << " " << off;
        if (thick <= 1.f) {
          EXPECT_EQ(all, 1) << thick << " " << off;
        }
        // The number of layers is the thickness in cells, to within 1.
        EXPECT_NEAR(all, thick, 1.f) << thick << " " << off;
      }
    }
}

}  // namespace
}  // namespace mps_walls_test
}  // namespace ooze::mps_tests
