// Tests of meshes as obstacles: thickness of walls, sides of triangles, open sheets and enclosed volume.
#include "ooze/base/error.h"

#include "fixtures/vessels.h"
#include "geometry/mesh_sides.h"
#include "geometry/mesh_work.h"
#include "geometry/triangle_tree.h"
#include "geometry/wall_thickness.h"
#include "geometry_fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze::geometry_walls_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing_support::boxMesh;
using testing_support::sphereMesh;

constexpr float kH = 0.01f;

MeshSampling obstacle(float leastWall = 0.35f * kH) {
  return {.cell = 0.5f * kH, .isObstacle = true, .interactionRadius = kH, .leastWall = leastWall};
}

void append(Mesh& mesh, const Mesh& part) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  mesh.positions.insert(mesh.positions.end(), part.positions.begin(), part.positions.end());
  for (const auto& [a, b, c] : part.triangles) mesh.triangles.push_back({first + a, first + b, first + c});
}

Mesh insideOut(Mesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

double signedVolume(const Mesh& mesh) {
  double sum = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    sum += glm::dot(glm::dvec3(mesh.positions[a]),
                    glm::cross(glm::dvec3(mesh.positions[b]), glm::dvec3(mesh.positions[c]))) /
           6;
  return sum;
}

TEST(WallThickness, IsTheWayThroughTheSolid) {
  const TriangleTree plate(boxMesh({-0.5f, 0.f, -0.5f}, {0.5f, 0.02f, 0.5f}));
  const auto thicknessAt = [](const TriangleTree& tree, const Vec3& p, float reach) {
    const auto found = tree.nearest(p, 1.f, TriangleTree::kNone);
    return tree.thickness(tree.nearestPoint(p, found.triangle), found.triangle, reach);
  };
  EXPECT_NEAR(thicknessAt(plate, {0.1f, 0.03f, 0.2f}, 0.1f), 0.02f, 1e-6f);
  EXPECT_NEAR(thicknessAt(plate, {0.1f, -0.01f, 0.2f}, 0.1f), 0.02f, 1e-6f);
  EXPECT_EQ(thicknessAt(plate, {0.1f, 0.03f, 0.2f}, 0.015f), 0.015f) << "at most the reach";
  EXPECT_EQ(thicknessAt(plate, {0.6f, 0.01f, 0.2f}, 0.1f), 0.1f) << "the rim is as deep as the plate is wide";
  // The diagonals of the faces are the edges of triangles; no ray slips through.
  EXPECT_NEAR(thicknessAt(plate, {0.f, 0.03f, 0.f}, 0.1f), 0.02f, 1e-6f);
}

TEST(WallSurvey, TellsWallsFromRodsAndBulk) {
  const auto thinPart = [](const Mesh& mesh) { return surveyWalls(mesh, TriangleTree(mesh), 0.02f).thin; };
  EXPECT_GT(thinPart(boxMesh({-0.1f, 0.f, -0.1f}, {0.1f, 0.01f, 0.1f})), 0.85);
  EXPECT_GT(thinPart(test::makeCanMesh(0.001f)), 0.9);
  EXPECT_LT(thinPart(boxMesh({-0.1f, 0.f, -0.005f}, {0.1f, 0.01f, 0.005f})), 0.05) << "a rod";
  EXPECT_EQ(thinPart(boxMesh(Vec3(-0.1f), Vec3(0.1f))), 0.0);
  const Mesh can = test::makeCanMesh(0.001f);
  EXPECT_NEAR(surveyWalls(can, TriangleTree(can), 0.02f).thinnest, 0.001f, 5e-5f);
}

TEST(ThinWalls, ActAsThickAsTheLiquidNeeds) {
  for (const float least : {0.35f * kH, 0.9f * kH})
    for (const float wall : {0.1f * kH, 0.25f * kH}) {
      const SampledMesh can = sampleMesh(test::makeCanMesh(wall), obstacle(least));
      EXPECT_THAT(can.note, HasSubstr("are thin for h = 10 mm"));
      const float middle = test::kVesselRadius + 0.5f * wall;
      for (std::uint64_t i = 0; i < 2000; ++i) {
        const float angle = 6.2832f * randomUnit(1, 2 * i);
        const Vec3 outward(std::cos(angle), 0.f, std::sin(angle));
        const Vec3 p = Vec3(0.f, 0.012f + 0.036f * randomUnit(1, 2 * i + 1), 0.f) + middle * outward;
        // Facets of 15 degrees lie up to 0.26 mm inside the circle; the samples are linear between nodes.
        EXPECT_LT(can.shape->distance(p), -0.25f * least);
        EXPECT_NEAR(can.shape->distance(p - 0.5f * least * outward), 0.f, 0.12f * kH);
        EXPECT_GT(can.shape->distance(p - least * outward), 0.3f * least);
        EXPECT_LT(glm::dot(can.shape->sample(p - 0.6f * least * outward).normal, outward), -0.7f);
        EXPECT_GT(glm::dot(can.shape->sample(p + 0.6f * least * outward).normal, outward), 0.7f);
      }
    }
}

TEST(ThinWalls, OfABulkyMeshStay) {
  const Mesh bunny = testing_support::bunny();
  const ShapePtr solid = sampleMesh(bunny, {.cell = 0.5f * kH}).shape;
  const SampledMesh asObstacle = sampleMesh(bunny, obstacle());
  EXPECT_THAT(asObstacle.note, IsEmpty());
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Vec3 p = testing_support::randomIn(bunny.bounds().expanded(0.02f), 3, i);
    ASSERT_EQ(asObstacle.shape->distance(p), solid->distance(p));
  }
}

TEST(ThinWalls, OfPrimitivesActThickToo) {
  using Kind = SolidShape::SolidKind;
  EXPECT_EQ(withLeastWall({Kind::Box, {0.1f, 0.001f, 0.2f}}, 0.01f).size, Vec3(0.104f, 0.005f, 0.204f));
  EXPECT_EQ(withLeastWall({Kind::Box, {0.1f, 0.001f, 0.001f}}, 0.01f).size, Vec3(0.1f, 0.001f, 0.001f))
      << "a rod is no wall";
  EXPECT_EQ(withLeastWall({Kind::Box, {0.1f, 0.02f, 0.2f}}, 0.01f).size, Vec3(0.1f, 0.02f, 0.2f));
  EXPECT_FLOAT_EQ(withLeastWall({Kind::Cylinder, {0.1f, 0.001f, 1.f}}, 0.01f).size.y, 0.005f);
  const Vec3 cup = withLeastWall({Kind::Cup, {0.05f, 0.06f, 0.002f}}, 0.01f).size;
  EXPECT_FLOAT_EQ(cup.x, 0.054f);
  EXPECT_FLOAT_EQ(cup.z, 0.01f);
  EXPECT_EQ(withLeastWall({Kind::Cup, {0.005f, 0.06f, 0.002f}}, 0.01f).size, Vec3(0.005f, 0.06f, 0.002f))
      << "no room for the cavity";
}

TEST(MeshSides, ThatAreMixedAreRepaired) {
  const Mesh ball = sphereMesh(0.05f, 12, 12);
  for (const std::size_t every : {2, 3, 7}) {
    Mesh mixed = ball;
    for (std::size_t t = 0; t < mixed.triangles.size(); t += every)
      std::swap(mixed.triangles[t][1], mixed.triangles[t][2]);
    const SidedMesh sided = findSides(mixed, INFINITY);
    EXPECT_NEAR(signedVolume(sided.mesh), signedVolume(ball), 1e-9) << every;
    EXPECT_THAT(sampleMesh(mixed, {.cell = 0.004f}).note, HasSubstr("faced the wrong way and were turned"));
  }
  const SidedMesh sound = findSides(ball, INFINITY);
  EXPECT_EQ(sound.turned, 0u);
  EXPECT_THAT(sampleMesh(ball, {.cell = 0.004f}).note, IsEmpty());
}

TEST(MeshSides, OfPartsFollowTheWindingNumber) {
  const Mesh outer = sphereMesh(0.05f, 12, 12), inner = sphereMesh(0.03f, 12, 12);
  Mesh hollow = outer;
  append(hollow, insideOut(inner));
  EXPECT_EQ(findSides(hollow, INFINITY).turned, 0u) << "a cavity faces inward";
  EXPECT_NEAR(signedVolume(findSides(insideOut(hollow), INFINITY).mesh), signedVolume(hollow), 1e-9);
  Mesh mixed = hollow;
  for (std::size_t t = 0; t < mixed.triangles.size(); t += 2)
    std::swap(mixed.triangles[t][1], mixed.triangles[t][2]);
  EXPECT_NEAR(signedVolume(findSides(mixed, INFINITY).mesh), signedVolume(hollow), 1e-9);
  Mesh apart = insideOut(inner);
  for (Vec3& p : apart.positions) p.x += 0.2f;
  Mesh both = outer;
  append(both, apart);
  EXPECT_NEAR(signedVolume(findSides(both, INFINITY).mesh), signedVolume(outer) + signedVolume(inner), 1e-9)
      << "no other part surrounds it";
}

TEST(OpenSheets, ActAsWallsAndHoldNothingAsVolumes) {
  const Mesh sheet = test::makeCupMesh(0.f);
  const SampledMesh cup = sampleMesh(sheet, obstacle());
  EXPECT_THAT(cup.note, HasSubstr("it is open, so it acts as a sheet 3.5 mm thick at h = 10 mm"));
  EXPECT_GT(cup.shape->distance({0.f, 0.03f, 0.f}), 0.02f) << "the cup is empty";
  for (const Vec3& wall : {Vec3(0.f), Vec3(0.0298f, 0.03f, 0.f), Vec3(0.f, 0.05f, -0.0298f)})
    EXPECT_LT(cup.shape->distance(wall), -0.1f * kH);
  Mesh flat;
  flat.positions = {{0, 0, 0}, {0.1f, 0, 0}, {0, 0, 0.1f}};
  flat.triangles = {{0, 1, 2}};
  EXPECT_LT(sampleMesh(flat, obstacle()).shape->distance({0.03f, 0.f, 0.03f}), -0.1f * kH);
  EXPECT_THROW(sampleMesh(flat, {.cell = 0.005f}), InputError) << "a liquid needs a volume";
  // A hole narrower than h is damage, which is closed.
  Mesh pierced = sphereMesh(0.05f, 48, 48);
  pierced.triangles.erase(pierced.triangles.begin() + 2000);
  EXPECT_LT(sampleMesh(pierced, obstacle()).shape->distance(Vec3(0.f)), -0.045f);
}

TEST(EnclosedVolume, ThatDiffersIsSaid) {
  Mesh twice = boxMesh(Vec3(-0.05f), Vec3(0.05f));
  append(twice, boxMesh(Vec3(-0.05f), Vec3(0.05f)));
  EXPECT_THAT(sampleMesh(twice, {.cell = 0.005f}).note,
              HasSubstr("its distance grid encloses 1 l, its triangles 2 l"));
  EXPECT_THAT(sampleMesh(boxMesh(Vec3(-0.05f), Vec3(0.05f)), {.cell = 0.005f}).note, IsEmpty());
}

TEST(GridCacheOfWalls, AHitGivesTheSameBitsAndTheSameNote) {
  const testing_support::TemporaryFolder folder;
  MeshSampling sampling = obstacle();
  sampling.cacheFolder = folder.path();
  const SampledMesh fresh = sampleMesh(test::makeCupMesh(0.002f), sampling),
                    read = sampleMesh(test::makeCupMesh(0.002f), sampling);
  EXPECT_EQ(read.note, fresh.note);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Vec3 p = testing_support::randomIn({Vec3(-0.05f), Vec3(0.08f)}, 5, i);
    ASSERT_EQ(read.shape->distance(p), fresh.shape->distance(p));
  }
  EXPECT_EQ(thickenedTo(*read.shape), thickenedTo(*fresh.shape));
}

}  // namespace
}  // namespace ooze::geometry_walls_test
