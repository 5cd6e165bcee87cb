// Tests volume, centre of mass and inertia of every solid against sums over points inside the distance field.
#include "ooze/base/error.h"
#include "ooze/geometry/solid_shape.h"

#include "geometry_fixtures.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ooze::geometry_mass_test {
namespace {

using Kind = SolidShape::SolidKind;
using testing_support::boxMesh;
using testing_support::sphereMesh;

std::shared_ptr<const Mesh> shared(Mesh mesh) { return std::make_shared<const Mesh>(std::move(mesh)); }

Mesh moved(Mesh mesh, const Vec3& by) {
  for (Vec3& p : mesh.positions) p += by;
  return mesh;
}

Mesh withInvertedTriangles(Mesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  return mesh;
}

/// Integrates mass properties over lattice points that lie inside the distance field.
MassProperties integrateOverPoints(const SolidShape& shape, float cell) {
  const ShapePtr field = makeDistance(shape, cell);
  const Aabb box = field->bounds();
  constexpr int kSide = 160;
  const glm::dvec3 step = glm::dvec3(box.size()) / static_cast<double>(kSide);
  const double each = step.x * step.y * step.z;
  MassProperties m;
  glm::dmat3 second(0.0);
  for (int z = 0; z < kSide; ++z)
    for (int y = 0; y < kSide; ++y)
      for (int x = 0; x < kSide; ++x) {
        const glm::dvec3 p = glm::dvec3(box.lower) + step * (glm::dvec3(x, y, z) + 0.5);
        if (!(field->distance(Vec3(p)) < 0.f)) continue;
        m.volume += each;
        m.centre += each * p;
        second += each * glm::outerProduct(p, p);
      }
  m.centre /= m.volume;
  second -= m.volume * glm::outerProduct(m.centre, m.centre);
  m.inertia = (second[0][0] + second[1][1] + second[2][2]) * glm::dmat3(1.0) - second;
  return m;
}

struct NamedSolid {
  const char* name;
  // The function `make` is called only by this solid's own test. Making the bunny is slow, and every test
  // process lists all parameters.
  SolidShape (*make)();
  float cell = 0.f;
};
void PrintTo(const NamedSolid& s, std::ostream* out) { *out << s.name; }

class MassOf : public testing::TestWithParam<NamedSolid> {};

INSTANTIATE_TEST_SUITE_P(
    All, MassOf,
    testing::Values(
        NamedSolid{"Sphere",
                   [] {
                     return SolidShape{Kind::Sphere, Vec3(0.3f)};
                   }},
        NamedSolid{"Box",
                   [] {
                     return SolidShape{Kind::Box, {0.3f, 0.1f, 0.2f}};
                   }},
        NamedSolid{"Capsule",
                   [] {
                     return SolidShape{Kind::Capsule, {0.15f, 0.25f, 1.f}};
                   }},
        NamedSolid{"Cylinder",
                   [] {
                     return SolidShape{Kind::Cylinder, {0.2f, 0.3f, 1.f}};
                   }},
        NamedSolid{"Ellipsoid",
                   [] {
                     return SolidShape{Kind::Ellipsoid, {0.3f, 0.1f, 0.2f}};
                   }},
        NamedSolid{"Cup",
                   [] {
                     return SolidShape{Kind::Cup, {0.3f, 0.2f, 0.08f}};
                   }},
        NamedSolid{"Mesh",
                   [] {
                     const Mesh box = boxMesh({0.f, 0.f, 0.f}, {0.3f, 0.4f, 0.2f});
                     return SolidShape{Kind::Mesh, Vec3(1.f), true, shared(moved(box, {1.f, 2.f, -1.f}))};
                   },
                   0.01f},
        NamedSolid{"Bunny",
                   [] {
                     return SolidShape{Kind::Mesh, Vec3(1.f), true, shared(testing_support::bunny())};
                   },
                   0.004f}),
    [](const auto& set) { return set.param.name; });

TEST_P(MassOf, IsTheSumOverThePointsInside) {
  const float cell = GetParam().cell;
  const SolidShape shape = GetParam().make();
  const MassProperties exact = massProperties(shape), sum = integrateOverPoints(shape, cell);
  const Aabb box = makeDistance(shape, cell)->bounds();
  const auto length = static_cast<double>(glm::length(box.size()));
  // The tolerance is the error of a lattice with 160 points a side. The surface is known to half a point,
  // with errors of both signs. A sampled mesh is also rounded off by its cells.
  const double relative = cell > 0.f ? 0.015 : 0.004;
  EXPECT_NEAR(exact.volume, sum.volume, relative * sum.volume);
  EXPECT_LT(glm::length(exact.centre - sum.centre), 0.002 * length);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(exact.inertia[i][j], sum.inertia[i][j], 2 * relative * sum.inertia[i][i]) << i << j;
}

TEST(MassOfMesh, IsThatOfTheBoxThatItTriangulates) {
  const SolidShape mesh{Kind::Mesh, Vec3(1.f), true, shared(boxMesh({-0.5f, 1.f, 2.f}, {0.5f, 1.5f, 4.f}))};
  const MassProperties m = massProperties(mesh), box = massProperties({Kind::Box, {0.5f, 0.25f, 1.f}});
  EXPECT_NEAR(m.volume, box.volume, 1e-12);
  EXPECT_LT(glm::length(m.centre - glm::dvec3(0, 1.25, 3)), 1e-12);
  for (int i = 0; i < 3; ++i) EXPECT_LT(glm::length(m.inertia[i] - box.inertia[i]), 1e-12);
}

TEST(MassOfMesh, DoesNotDependOnWhereTheMeshLies) {
  const Mesh bunny = testing_support::bunny();
  const Vec3 by(0.5f, -0.25f, 1.f);
  const MassProperties here = massProperties({Kind::Mesh, Vec3(1.f), true, shared(bunny)}),
                       there = massProperties({Kind::Mesh, Vec3(1.f), true, shared(moved(bunny, by))});
  // Coordinates near 1 m are rounded by 6e-8 m, on a bunny of 0.2 m.
  EXPECT_NEAR(there.volume, here.volume, 1e-5 * here.volume);
  EXPECT_LT(glm::length(there.centre - here.centre - glm::dvec3(by)), 1e-7);
  for (int i = 0; i < 3; ++i)
    EXPECT_LT(glm::length(there.inertia[i] - here.inertia[i]), 1e-5 * here.inertia[i][i]);
}

TEST(MassOfMesh, OfASphereOfTrianglesIsThatOfASphere) {
  // Each pole has many vertices at the same place, and degenerate triangles. Vertex welding removes both.
  Mesh sphere = sphereMesh(0.5f, 64, 64);
  for (Vec3& p : sphere.positions)
    if (std::abs(p.y) == 0.5f) p.x = p.z = 0.f;  // sin(pi) is not exactly 0 in floating point
  const MassProperties m = massProperties({Kind::Mesh, Vec3(1.f), true, shared(sphere)}),
                       ball = massProperties({Kind::Sphere, Vec3(0.5f)});
  // Facets of angle pi / 64 cut off a share of 2/3 (pi / 64)^2.
  EXPECT_NEAR(m.volume, ball.volume, 0.003 * ball.volume);
  EXPECT_NEAR(m.inertia[1][1], ball.inertia[1][1], 0.005 * ball.inertia[1][1]);
}

TEST(MassOfMesh, OfAMeshTurnedInsideOutIsThatOfTheMesh) {
  const Mesh box = boxMesh({0.f, 0.f, 0.f}, {1.f, 2.f, 3.f});
  const MassProperties m = massProperties({Kind::Mesh, Vec3(1.f), true, shared(withInvertedTriangles(box))});
  EXPECT_NEAR(m.volume, 6.0, 1e-12);
  EXPECT_NEAR(m.inertia[0][0], 6.0 * (4.0 + 9.0) / 12.0, 1e-12);
}

TEST(MassOfMesh, WithAHollowIsThatOfTheShell) {
  Mesh shell = boxMesh(Vec3(-1.f), Vec3(1.f));
  const Mesh hollow = withInvertedTriangles(boxMesh(Vec3(-0.5f), Vec3(0.5f)));
  for (auto t : hollow.triangles) shell.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  shell.positions.insert(shell.positions.end(), hollow.positions.begin(), hollow.positions.end());
  EXPECT_NEAR(massProperties({Kind::Mesh, Vec3(1.f), true, shared(shell)}).volume, 7.0, 1e-12);
}

std::string errorMessageOf(const SolidShape& shape) {
  try {
    massProperties(shape);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}
std::string errorMessageOf(const Mesh& mesh) {
  return errorMessageOf(SolidShape{Kind::Mesh, Vec3(1.f), true, shared(mesh)});
}

TEST(MassOfMesh, IsRefusedWithTheReason) {
  using testing::HasSubstr;
  const Mesh box = boxMesh(Vec3(0.f), Vec3(1.f));
  Mesh open = box;
  open.triangles.pop_back();
  EXPECT_THAT(errorMessageOf(open), HasSubstr("is open: 3 of its edges have a triangle on one side only"));
  Mesh torn = box;
  std::swap(torn.triangles[0][0], torn.triangles[0][1]);
  EXPECT_THAT(errorMessageOf(torn), HasSubstr("do not all face outward: neighbours disagree at 3 edges"));
  EXPECT_THAT(errorMessageOf(boxMesh(Vec3(0.f), {1.f, 0.f, 1.f})), HasSubstr("flat: it encloses no volume"));
  EXPECT_THAT(errorMessageOf(boxMesh(Vec3(0.5f), Vec3(0.5f))), HasSubstr("flat: it encloses no volume"));
  Mesh lost = box;
  lost.positions[0].x = NAN;
  EXPECT_THAT(errorMessageOf(lost), HasSubstr("not a finite number"));
  EXPECT_THAT(errorMessageOf(Mesh{}), HasSubstr("no triangles"));
  EXPECT_THAT(errorMessageOf(SolidShape{Kind::Mesh}), HasSubstr("has no mesh"));
  // Two boxes of opposite orientation lie apart along x. Together they have positive volume but a negative
  // second moment along x.
  Mesh pair = box;
  const Mesh other = withInvertedTriangles(boxMesh({5.f, 0.f, 0.f}, {5.9f, 1.f, 1.f}));
  for (auto t : other.triangles) pair.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  pair.positions.insert(pair.positions.end(), other.positions.begin(), other.positions.end());
  EXPECT_THAT(errorMessageOf(pair), HasSubstr("its inward-facing parts outweigh the rest"));
}

TEST(Mass, OfEndlessOrImpossibleSolidsIsRefused) {
  using testing::HasSubstr;
  EXPECT_THAT(errorMessageOf(SolidShape{Kind::Plane, {0.f, 1.f, 0.f}}), HasSubstr("a plane is infinite"));
  EXPECT_THAT(errorMessageOf(SolidShape{Kind::Tank}), HasSubstr("a tank is infinite"));
  EXPECT_THAT(errorMessageOf(SolidShape{Kind::Mould}), HasSubstr("a mould is infinite"));
  EXPECT_THAT(errorMessageOf(SolidShape{Kind::Sphere, Vec3(-1.f)}), HasSubstr("radius above zero"));
  EXPECT_THAT(errorMessageOf(SolidShape{Kind::Cup, {1.f, 1.f, 2.f}}), HasSubstr("thinner"));
}

TEST(DistanceOf, AMouldIsSolidOutsideItsMesh) {
  const auto mesh = shared(boxMesh(Vec3(-0.5f), Vec3(0.5f)));
  const ShapePtr mould = makeDistance({Kind::Mould, Vec3(1.f), true, mesh}, 0.05f),
                 block = makeDistance({Kind::Mesh, Vec3(1.f), true, mesh}, 0.05f);
  EXPECT_NEAR(mould->distance({0.f, 0.3f, 0.f}), 0.2f, 0.01f);
  EXPECT_LT(mould->distance({0.f, 0.7f, 0.f}), 0.f);
  EXPECT_LT(mould->distance({0.f, 50.f, 0.f}), -40.f);
  EXPECT_EQ(mould->distance({0.1f, 0.3f, 0.2f}), -block->distance({0.1f, 0.3f, 0.2f}));
  EXPECT_THROW(makeDistance({Kind::Mould}, 0.05f), InputError);
}

TEST(DistanceOf, EveryAnalyticSolidIsThatOfItsMaker) {
  const Vec3 p(0.31f, 0.27f, -0.12f);
  const auto at = [&](const ShapePtr& shape) { return shape->distance(p); };
  EXPECT_EQ(at(makeDistance({Kind::Plane, {0.f, 1.f, 0.f}})), at(makePlane({0.f, 1.f, 0.f})));
  EXPECT_EQ(at(makeDistance({Kind::Tank, Vec3(0.2f), false})), at(makeTank(Vec3(0.2f), false)));
  EXPECT_EQ(at(makeDistance({Kind::Tank, Vec3(0.2f), true})), at(makeTank(Vec3(0.2f), true)));
  const Vec3 size(0.3f, 0.2f, 0.1f);
  EXPECT_EQ(at(makeDistance({Kind::Sphere, size})), at(makeSphere(0.3f)));
  EXPECT_EQ(at(makeDistance({Kind::Box, size})), at(makeBox(size)));
  EXPECT_EQ(at(makeDistance({Kind::Capsule, size})), at(makeCapsule(0.3f, 0.2f)));
  EXPECT_EQ(at(makeDistance({Kind::Cylinder, size})), at(makeCylinder(0.3f, 0.2f)));
  EXPECT_EQ(at(makeDistance({Kind::Ellipsoid, size})), at(makeEllipsoid(size)));
  EXPECT_EQ(at(makeDistance({Kind::Cup, size})), at(makeCup(0.3f, 0.2f, 0.1f)));
}

}  // namespace
}  // namespace ooze::geometry_mass_test
