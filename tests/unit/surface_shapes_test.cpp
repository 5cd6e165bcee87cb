// Tests of meshes of analytic shapes: area, volume, normals, and convergence with the cell size.
#include "ooze/surface/surface_builder.h"

#include "unit/surface_fixtures.h"
#include "unit/surface_lattice_fixtures.h"

#include <gtest/gtest.h>
#include <numbers>

namespace ooze::surface_shapes_test {
namespace {

using namespace test;
constexpr double kPi = std::numbers::pi;

struct Measure {
  double area, volume;
};

struct Shape {
  const char* name;
  double (*inwards)(const glm::dvec3&);  ///< distance to the surface, positive inside
  Measure exact;
  double coarse;  ///< greatest relative error with cells of 0.1
  double order;   ///< least factor by which an error falls when the cell is halved
};

double sphere(const glm::dvec3& p) { return 1.0 - glm::length(p - glm::dvec3(0.01, 0.02, -0.03)); }
double torus(const glm::dvec3& p) {
  return 0.4 - glm::length(glm::dvec2(glm::length(glm::dvec2(p.x, p.z)) - 1.0, p.y));
}
double box(const glm::dvec3& p) {
  const glm::dvec3 q = glm::abs(p - glm::dvec3(0.013, 0.007, -0.011)) - glm::dvec3(0.9, 0.7, 0.5);
  return -(glm::length(glm::max(q, 0.0)) + std::min(std::max({q.x, q.y, q.z}), 0.0));
}

SurfaceMesh meshOf(const Shape& shape, double cell) {
  const int blocks = static_cast<int>(std::ceil(1.8 / (8.0 * cell)));
  const auto f = [&](const glm::ivec3& n) {
    return static_cast<float>(shape.inwards(cell * glm::dvec3(n)) / cell);
  };
  return meshOfLattice(blocks, 0.f, f, static_cast<float>(cell));
}

/// Returns the relative errors of area and volume.
Measure errorOf(const SurfaceMesh& mesh, const Measure& exact) {
  return {std::abs(surfaceArea(mesh) / exact.area - 1.0),
          std::abs(enclosedVolume(mesh) / exact.volume - 1.0)};
}

TEST(SurfaceShapes, AreaAndVolumeConvergeWithTheCell) {
  // Errors of smooth shapes converge with the square of the cell: a factor 4, less some sampling noise.
  // A box has chamfered edges of a fixed number of cells. Its area converges with the cell, its volume with
  // the square of the cell.
  const std::array shapes{
      Shape{"sphere", sphere, {4.0 * kPi, 4.0 / 3.0 * kPi}, 0.02, 3.5},
      Shape{"torus", torus, {4.0 * kPi * kPi * 0.4, 2.0 * kPi * kPi * 0.16}, 0.02, 3.5},
      Shape{"box", box, {8.0 * (0.9 * 0.7 + 0.7 * 0.5 + 0.9 * 0.5), 8.0 * 0.9 * 0.7 * 0.5}, 0.06, 1.8}};
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(shape.name);
    const SurfaceMesh coarse = meshOf(shape, 0.1), fine = meshOf(shape, 0.05);
    ASSERT_EQ(findMeshFault(coarse), "");
    ASSERT_EQ(findMeshFault(fine), "");
    const Measure before = errorOf(coarse, shape.exact), after = errorOf(fine, shape.exact);
    EXPECT_LT(before.area, shape.coarse);
    EXPECT_LT(before.volume, shape.coarse);
    EXPECT_LT(after.area, before.area / shape.order);
    EXPECT_LT(after.volume, before.volume / shape.order);
  }
  EXPECT_EQ(eulerCharacteristic(meshOf(shapes[1], 0.1)), 0) << "a torus is a ring";
}

TEST(SurfaceShapes, NormalsAreUnitOutwardAndThoseOfTheShape) {
  const Shape shape{"sphere", sphere, {}, 0.0, 0.0};
  const SurfaceMesh mesh = meshOf(shape, 0.1);
  double worst = 0.0, sum = 0.0;
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    EXPECT_NEAR(glm::length(mesh.normals[v]), 1.f, 1e-5f);
    const glm::dvec3 exact = glm::normalize(glm::dvec3(mesh.positions[v]) - glm::dvec3(0.01, 0.02, -0.03));
    const double angle = std::acos(std::min(1.0, glm::dot(glm::dvec3(mesh.normals[v]), exact)));
    worst = std::max(worst, angle);
    sum += angle;
  }
  // Central differences of a ball of radius r err by about cell^2 / (6 r^2), and interpolation along the edge
  // errs by as much again.
  EXPECT_LT(worst, 0.01);
  EXPECT_LT(sum / static_cast<double>(mesh.positions.size()), 0.004);
  for (const auto& t : mesh.triangles) {
    const Vec3 &a = mesh.positions[t[0]], &b = mesh.positions[t[1]], &c = mesh.positions[t[2]];
    EXPECT_GT(glm::dot(glm::cross(b - a, c - a), mesh.normals[t[0]]), 0.f);
  }
}

TEST(SurfaceShapes, FewTrianglesAreSlivers) {
  const Shape shape{"sphere", sphere, {}, 0.0, 0.0};
  const SurfaceMesh mesh = meshOf(shape, 0.05);
  // Crossings keep a hundredth of a cell from nodes, so no triangle is thinner than 0.005 cells.
  // Any marching cubes makes thin triangles where the surface passes close to nodes. Here one triangle in ten
  // is lower than a tenth of a cell.
  EXPECT_EQ(sliverShare(mesh, 0.05f, 0.004), 0.0);
  EXPECT_LT(sliverShare(mesh, 0.05f, 0.1), 0.15);
}

/// Fills a shape with particles on a lattice with the spacing of settled liquid.
std::vector<Vec3> fillShape(const Shape& shape, float spacing) {
  std::vector<Vec3> positions;
  const int n = static_cast<int>(std::ceil(1.6f / spacing));
  for (int z = -n; z <= n; ++z)
    for (int y = -n; y <= n; ++y)
      for (int x = -n; x <= n; ++x) {
        const Vec3 p = spacing * Vec3(x, y, z);
        if (shape.inwards(p) > 0.5 * static_cast<double>(spacing)) positions.push_back(p);
      }
  return positions;
}

TEST(SurfaceShapes, LiquidInAShapeComesOutAsThickAsItIs) {
  const std::array shapes{Shape{"sphere", sphere, {}, 0.0, 0.0}, Shape{"torus", torus, {}, 0.0, 0.0},
                          Shape{"box", box, {}, 0.0, 0.0}};
  const float spacing = 0.06f;
  for (const Shape& shape : shapes) {
    SCOPED_TRACE(shape.name);
    const std::vector<Vec3> positions = fillShape(shape, spacing);
    SurfaceParticles particles;
    particles.positions = positions;
    SurfaceBuilder builder;
    const SurfaceMesh& mesh = builder.build(particles, {.interactionRadius = spacing / 0.384f}, Threads(1));
    ASSERT_EQ(findMeshFault(mesh), "");
    const double room = std::pow(static_cast<double>(spacing), 3) * static_cast<double>(positions.size());
    // A surface that is off by a tenth of a spacing changes the volume by that distance times the area. The
    // change is 2 % for a sphere of 17 spacings, and 5 % for a torus 13 spacings thick.
    EXPECT_NEAR(enclosedVolume(mesh) / room, 1.0, 0.05);
    EXPECT_EQ(pieceCount(mesh), 1u);
  }
}

}  // namespace
}  // namespace ooze::surface_shapes_test
