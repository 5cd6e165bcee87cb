// Tests the pressure projection: no divergence remains in liquid, held faces keep their values, and pockets
// without air are averaged or solved.
#include "grid/projection.h"
#include "unit/grid_liquid_fixtures.h"
#include "unit/projection_transcription.h"

#include <cstring>
#include <gtest/gtest.h>

namespace ooze::grid_projection_test {
namespace {

using grid::PocketRule;
using grid::Projection;
using grid::ProjectionResult;
using grid::ProjectionSettings;
using namespace grid_liquid_fixtures;

constexpr float kStep = 0.02f;  // time step [s]

ProjectionSettings exactly(PocketRule pockets = PocketRule::AverageVelocities) {
  ProjectionSettings settings;
  settings.pressure.solver.residual = 1e-13;
  settings.pressure.divergence = 0.0;
  settings.pockets = pockets;
  return settings;
}

ProjectionResult project(Liquid& l, const ProjectionSettings& settings = exactly(), int threads = 1) {
  const ProjectionResult result = Projection().project(l.cells, l.phi, l.faces, &l.target, kStep, l.velocity,
                                                       l.pressure, settings, Threads(threads));
  EXPECT_TRUE(result.pressure.solver.converged());
  return result;
}

TEST(Projection, IsTheTranscription) {
  for (const unsigned seed : {1u, 2u, 3u, 4u}) {
    Liquid liquid = randomLiquid(seed), copy = liquid;
    ProjectionSettings settings = exactly();
    if (seed == 1) settings.pressure.solver.preconditioner = grid::GridPreconditioner::IncompleteCholesky;
    grid::CellField surface;
    surface.fill(liquid.cells, 0.f);
    std::mt19937 random(seed);
    for (float& p : surface.values) p = std::uniform_real_distribution<float>(-5.f, 5.f)(random);
    if (seed >= 3) settings.pressure.surfacePressure = &surface;
    const ProjectionResult result = project(liquid, settings);
    projection_transcription::ProjectionTranscription literal{copy, kStep, settings.pressure.surfacePressure};
    literal.flood();
    literal.averagePocketVelocities(3);
    literal.solve();
    literal.closedFaces();
    EXPECT_EQ(result.enslaved, literal.sealed.size());
    EXPECT_EQ(result.pressure.unknowns, literal.open.size());
    EXPECT_GT(literal.sealed.size(), 0u);
    EXPECT_GT(literal.open.size(), 500u);
    // The tolerance is float rounding of velocities up to some hundred m/s. These occur where the surface is
    // a hundredth of a cell away.
    EXPECT_LT(worstDifference(liquid.velocity, copy.velocity), 2e-5f) << seed;
    for (std::size_t c = 0; c < liquid.cells.size(); ++c)
      ASSERT_NEAR(liquid.pressure.values[c], copy.pressure.values[c],
                  1e-4f * (1.f + std::abs(copy.pressure.values[c])));
  }
}

/// Makes a ball of liquid with random velocities and all neighbouring cells.
Liquid ballLiquid(float radius, float cell = 0.1f) {
  const int reach = static_cast<int>(radius / cell) + 2;
  Liquid l(blocksOver(glm::ivec3(-reach), glm::ivec3(reach), cell));
  l.phi.fill(
      l.cells, [&](const Vec3& p) { return glm::length(p - Vec3(0.013f, 0.02f, -0.03f)) - radius; }, one());
  std::mt19937 random(4);
  std::uniform_real_distribution<float> in(-1.f, 1.f);
  for (auto& axis : l.velocity.axes)
    for (float& u : axis) u = in(random);
  return l;
}

/// Returns the largest |div u - D| dt in liquid, with the velocity u and the target divergence D. Pockets
/// must not be averaged.
double worstDivergence(const Liquid& l) {
  double worst = 0.0;
  for (std::size_t n = 0; n < l.cells.size(); ++n)
    if (l.phi.values[n] < 0.f)
      worst = std::max(worst, std::abs(l.outflow(l.cells.at(static_cast<CellIndex>(n))) -
                                       static_cast<double>(l.target.values[n])));
  return worst * static_cast<double>(kStep);
}

TEST(Projection, LeavesNoDivergenceButWhatIsAskedFor) {
  Liquid l = ballLiquid(0.8f);
  std::mt19937 random(5);
  for (float& d : l.target.values) d = std::uniform_real_distribution<float>(-2.f, 5.f)(random);
  ASSERT_GT(worstDivergence(l), 0.1);
  ProjectionResult result = project(l, {});  // the default settings
  EXPECT_EQ(result.pressure.pockets, 0u);
  EXPECT_LT(worstDivergence(l), 1e-6);
  const FaceField once = l.velocity;
  result = project(l, {});
  EXPECT_LT(worstDifference(once, l.velocity), 1e-6f);
}

/// Where the pressure of surface tension is the same all over the surface, as on a ball, the liquid has that
/// pressure everywhere and does not move.
TEST(Projection, AnEvenSurfacePressureMovesNothing) {
  Liquid l = ballLiquid(0.8f);
  l.velocity.fill(l.cells, 0.f);
  grid::CellField surface;
  surface.fill(l.cells, 3.5f);
  ProjectionSettings settings = exactly();
  settings.pressure.surfacePressure = &surface;
  const ProjectionResult result = project(l, settings);
  EXPECT_GT(result.pressure.unknowns, 2000u);
  for (std::size_t c = 0; c < l.cells.size(); ++c) {
    if (l.phi.values[c] < 0.f) {
      ASSERT_NEAR(l.pressure.values[c], 3.5f, 1e-5f);
    }
  }
  FaceField still;
  still.fill(l.cells, 0.f);
  EXPECT_LT(worstDifference(l.velocity, still), 1e-6f);
}

/// A box of liquid rests between walls under gravity. The surface may lie anywhere within a cell.
TEST(Projection, KeepsARestingLiquidAtRest) {
  for (const float above : {0.5f, 0.1f, 0.9f}) {  // distance of the surface from the last cell centre [cells]
    const glm::ivec3 low(-4, -3, -2), high(5, 4, 3);
    const float g = 9.81f, cell = 0.05f;
    Liquid l(blocksOver(low - 2, high + 2, cell));
    const auto inside = [&](const glm::ivec3& n) {
      return glm::all(glm::greaterThanEqual(n, low)) && n.x <= high.x && n.z <= high.z;
    };
    Liquid::forBox(low - 1, high + 1, [&](const glm::ivec3& c) {
      if (inside(c)) l.at(l.phi, c) = cell * (static_cast<float>(c.y - high.y) - above);
      l.at(l.velocity, 1, c) = -g * kStep;
      for (int axis = 0; axis < 3; ++axis)
        if (inside(c) != inside(c - alongAxis(axis))) l.hold(axis, c, 0.f);
    });
    const ProjectionResult result = project(l);
    EXPECT_EQ(result.pressure.unknowns, 10u * 8 * 6);
    Liquid::forBox(low, high, [&](const glm::ivec3& c) {
      for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(l.at(l.velocity, axis, c), 0.f, 2e-8f);
      const float depth = cell * (static_cast<float>(high.y - c.y) + above);
      EXPECT_NEAR(l.at(l.pressure, c), g * depth, 3e-6f);
    });
  }
}

/// A slanted wall covers parts of faces. Liquid pushed into the wall is stopped, and liquid that moves along
/// the wall goes on.
TEST(Projection, LetsLiquidRestOnASlantedSolid) {
  const glm::dvec3 normal = glm::normalize(glm::dvec3(1.0, 2.0, 0.5));
  Liquid l(blocksOver(glm::ivec3(-7), glm::ivec3(6), 0.1f));
  const auto wall = [&](const Vec3& p) {
    return static_cast<float>(glm::dot(glm::dvec3(p), normal)) + 0.23f;
  };
  const auto still = [](const Vec3&) { return grid::SolidMotion{}; };
  l.faces.setSolids(l.cells, wall, still, one());
  Liquid::forBox(glm::ivec3(-6), glm::ivec3(5), [&](const glm::ivec3& c) {
    const Vec3 p = 0.1f * Vec3(c);
    if (wall(p) > -0.2f) l.at(l.phi, c) = std::max(glm::length(p) - 0.5f, -0.1f);
  });
  // The velocity points into the wall. The pressure must cancel the component along the normal, so that
  // nothing flows through the wall.
  for (std::size_t axis = 0; axis < 3; ++axis)
    l.velocity.axes[axis].assign(l.cells.size(), static_cast<float>(-normal[static_cast<int>(axis)]));
  double before = 0.0;
  for (std::size_t n = 0; n < l.cells.size(); ++n)
    if (l.phi.values[n] < 0.f)
      before = std::max(before, std::abs(l.outflow(l.cells.at(static_cast<CellIndex>(n)))));
  EXPECT_GT(before, 5.0);
  project(l);
  EXPECT_LT(worstDivergence(l), 1e-7);

  // Liquid glides along the wall unhindered, because the open fractions of a cell's faces are consistent.
  const glm::dvec3 along = glm::normalize(glm::cross(normal, glm::dvec3(0.3, 0.1, 1.0)));
  for (std::size_t axis = 0; axis < 3; ++axis)
    l.velocity.axes[axis].assign(l.cells.size(), static_cast<float>(along[static_cast<int>(axis)]));
  // Faces that are open to less than a hundredth are closed, which explains the tolerance.
  project(l);
  Liquid::forBox(glm::ivec3(-5), glm::ivec3(5), [&](const glm::ivec3& c) {
    for (int axis = 0; axis < 3; ++axis)
      if (l.isLiquid(c) && l.isLiquid(c - alongAxis(axis)) && l.faces.open.at(axis, l.index(c)) == 1.f) {
        EXPECT_NEAR(l.at(l.velocity, axis, c), along[axis], 0.012);
      }
  });
}

TEST(Projection, GivesLiquidTheVelocityOfASolidThatPushesIt) {
  // A piston pushes a column of liquid between smooth walls.
  Liquid l(blocksOver({-2, -2, -2}, {3, 9, 3}, 0.1f));
  l.fillBox({0, 0, 0}, {1, 5, 1}, -0.05f);
  l.faces.setSolids(
      l.cells, [](const Vec3& p) { return std::max(p.y + 0.05f, p.x * 0.f - 1.f); },
      [](const Vec3&) {
        return grid::SolidMotion{.velocity = {0.f, 0.75f, 0.f}};
      },
      one());
  Liquid::forBox({0, 0, 0}, {2, 6, 2}, [&](const glm::ivec3& c) {
    for (const int axis : {0, 2})
      if (c[axis] == 0 || c[axis] == 2) l.hold(axis, c, 0.f);
  });
  project(l);
  Liquid::forBox({0, 0, 0}, {1, 6, 1},
                 [&](const glm::ivec3& c) { EXPECT_NEAR(l.at(l.velocity, 1, c), 0.75f, 1e-6f); });
}

TEST(Projection, LeavesHardFacesAndAirToTheBit) {
  Liquid l = randomLiquid(8), before = l;
  // Arithmetic would change the bits of -0.
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t c = 0; c < l.cells.size(); ++c)
      if (l.faces.hard[axis][c] && c % 3 == 0)
        before.velocity.axes[axis][c] = l.velocity.axes[axis][c] = -0.f;
  project(l);
  int hard = 0, air = 0, changed = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (CellIndex c = 0; c < l.cells.size(); ++c) {
      const float was = before.velocity.at(axis, c), is = l.velocity.at(axis, c);
      const bool isAir = !(l.phi.at(c) < 0.f || l.phi.at(l.cells.beside(c, axis, -1)) < 0.f);
      if (l.faces.isHard(axis, c) || isAir) {
        ASSERT_EQ(std::memcmp(&was, &is, sizeof was), 0);
        hard += l.faces.isHard(axis, c), air += isAir;
      } else {
        changed += was != is;
      }
    }
  EXPECT_GT(hard, 300);
  EXPECT_GT(air, 300);
  EXPECT_GT(changed, 1500);
}

/// Makes a box of 3 x 3 x 3 cells of liquid without air, a pocket. All faces on the box's sides are hard
/// faces with the same prescribed velocity of 0.5 m/s, so that the net inflow is 0.
/// @param withAir  makes the cell in one corner air, so that the box is no pocket
Liquid enclosedBox(bool withAir) {
  Liquid l(blocksOver(glm::ivec3(-4), glm::ivec3(5), 0.1f));
  l.fillBox(glm::ivec3(-2), glm::ivec3(0), -0.05f);
  if (withAir) l.at(l.phi, {0, 0, 0}) = 0.05f;
  Liquid::forBox(glm::ivec3(-2), glm::ivec3(1), [&](const glm::ivec3& c) {
    for (int axis = 0; axis < 3; ++axis) {
      l.at(l.velocity, axis, c) = 0.5f;
      if (c[axis] == -2 || c[axis] == 1) l.hold(axis, c, 0.5f);
    }
  });
  l.at(l.velocity, 0, {0, -1, -1}) = 2.5f;  // a face inside the box
  return l;
}

TEST(Projection, EnslavesWhatTouchesNoAir) {
  Liquid l = enclosedBox(false);
  const ProjectionResult result = project(l);
  EXPECT_EQ(result.pockets, 1u);
  EXPECT_EQ(result.enslaved, 27u);
  EXPECT_EQ(result.pressure.unknowns, 0u);
  EXPECT_EQ(result.pressure.solver.iterations, 0);
  // The averages approach the harmonic solution, 0.5 everywhere, and never exceed the initial range.
  Liquid::forBox(glm::ivec3(-1), glm::ivec3(0), [&](const glm::ivec3& c) {
    EXPECT_NEAR(l.at(l.velocity, 0, c), 0.5f, 0.35f);
    EXPECT_EQ(l.at(l.velocity, 1, c), 0.5f);
  });
  EXPECT_LT(l.at(l.velocity, 0, {0, -1, -1}), 1.f);
  EXPECT_GT(l.at(l.velocity, 0, {-1, -1, -1}), 0.5f);
  EXPECT_EQ(l.at(l.pressure, glm::ivec3(-1)), 0.f);

  Liquid bubble = enclosedBox(true);
  const ProjectionResult freely = project(bubble);
  EXPECT_EQ(freely.pockets, 0u);
  EXPECT_EQ(freely.enslaved, 0u);
  EXPECT_EQ(freely.pressure.unknowns, 26u);
  EXPECT_LT(worstDivergence(bubble), 1e-7);
}

TEST(Projection, OfAPocketLeavesTheMeanIfItIsAsked) {
  Liquid l = enclosedBox(false);
  Liquid::forBox({-2, -2, -2}, {-2, 0, 0}, [&](const glm::ivec3& c) { l.at(l.velocity, 0, c) = 0.8f; });
  const ProjectionResult result = project(l, exactly(PocketRule::WithoutMean));
  EXPECT_EQ(result.pockets, 1u);
  EXPECT_EQ(result.pressure.pockets, 1u);
  EXPECT_EQ(result.enslaved, 0u);
  // 9 faces bring an excess of 0.3 m/s into 27 cells.
  Liquid::forBox(glm::ivec3(-2), glm::ivec3(0),
                 [&](const glm::ivec3& c) { EXPECT_NEAR(l.outflow(c), -0.3 * 9 / 27 / 0.1, 1e-5); });
}

TEST(Projection, SkipsASealedCellAndSolvesASingleOne) {
  Liquid l(blocksOver(glm::ivec3(-3), glm::ivec3(3), 0.1f));
  l.at(l.phi, {-1, -1, -1}) = -0.05f;
  l.at(l.phi, {2, 2, 2}) = -0.05f;
  for (auto& axis : l.velocity.axes) std::fill(axis.begin(), axis.end(), -1.f);
  for (int axis = 0; axis < 3; ++axis) {
    l.hold(axis, {2, 2, 2}, 1.f);
    l.hold(axis, glm::ivec3(2) + alongAxis(axis), 4.f);
  }
  l.at(l.target, {-1, -1, -1}) = 6.f;
  const ProjectionResult result = project(l);
  EXPECT_EQ(result.pressure.unknowns, 1u);
  EXPECT_EQ(result.enslaved, 1u);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_NEAR(l.at(l.velocity, axis, {-1, -1, -1}), -1.1f, 1e-6f);
    EXPECT_NEAR(l.at(l.velocity, axis, glm::ivec3(-1) + alongAxis(axis)), -0.9f, 1e-6f);
    EXPECT_EQ(l.at(l.velocity, axis, {2, 2, 2}), 1.f);
  }
}

TEST(Projection, OfNothingIsNothing) {
  Liquid none{CellBlocks(0.1f)};
  EXPECT_EQ(project(none).pressure.unknowns, 0u);
  Liquid dry(blocksOver(glm::ivec3(0), glm::ivec3(1), 0.1f));
  EXPECT_EQ(project(dry).pressure.unknowns, 0u);
}

// A film that spreads fast may reach the edge within a step. Its cells take no part there, and the others are
// solved.
TEST(Projection, LeavesOutLiquidAtTheEdge) {
  Liquid l(blocksOver(glm::ivec3(0), glm::ivec3(7), 0.1f));
  l.at(l.phi, {3, 7, 3}) = -0.05f;
  l.fillBox({3, 3, 3}, {4, 4, 4}, -0.05f);
  EXPECT_EQ(project(l).pressure.unknowns, 8u);
}

TEST(Projection, IsTheSameWhereverInItsBlocks) {
  Liquid here = randomLiquid(11), there = randomLiquid(11, {3, -13, 6});
  project(here);
  project(there);
  Liquid::forBox(glm::ivec3(-kReach), glm::ivec3(kReach), [&](const glm::ivec3& c) {
    for (int axis = 0; axis < 3; ++axis)
      ASSERT_NEAR(here.at(here.velocity, axis, c), there.at(there.velocity, axis, c + glm::ivec3(3, -13, 6)),
                  2e-5f);
  });
}

TEST(Projection, BeginsWithThePressureOfTheLastStep) {
  Liquid cold = ballLiquid(0.8f), warm = cold;
  const int first = project(cold, {}).pressure.solver.iterations;
  warm.pressure = cold.pressure;
  const int again = project(warm, {}).pressure.solver.iterations;
  EXPECT_GT(first, 5);
  EXPECT_LE(again, 2);  // not 0, because the pressure is stored as float
}

TEST(Projection, GivesTheSameBitsAtAnyNumberOfThreads) {
  for (const PocketRule rule : {PocketRule::AverageVelocities, PocketRule::WithoutMean}) {
    Liquid one1 = randomLiquid(12), many = one1;
    project(one1, exactly(rule));
    project(many, exactly(rule), 7);
    EXPECT_EQ(one1.velocity.axes, many.velocity.axes);
    EXPECT_EQ(one1.pressure.values, many.pressure.values);
  }
  Liquid one1 = ballLiquid(1.3f), many = one1;  // enough cells for several chunks of parallel work
  EXPECT_GT(project(one1).pressure.unknowns, 8000u);
  project(many, exactly(), 7);
  EXPECT_EQ(one1.velocity.axes, many.velocity.axes);
}

TEST(FaceConditions, MeasureThePartThatIsPositive) {
  EXPECT_EQ(grid::positivePart({1.f, 1.f, 1.f, 1.f}), 1.f);
  EXPECT_EQ(grid::positivePart({-1.f, -1.f, 0.f, -1.f}), 0.f);
  EXPECT_FLOAT_EQ(grid::positivePart({1.f, 1.f, -3.f, -3.f}), 0.25f);
  EXPECT_FLOAT_EQ(grid::positivePart({-1.f, 1.f, -1.f, -1.f}), 0.125f);
  EXPECT_FLOAT_EQ(grid::positivePart({1.f, -1.f, 1.f, 1.f}), 0.875f);
}

TEST(FaceConditions, OfASolidAreItsPartsOfFaces) {
  const CellBlocks cells = blocksOver({-40, -8, -8}, {-1, 7, 7}, 0.1f);
  FaceConditions faces;
  faces.reset(cells);
  // The solid lies below x = -0.32, and covers 0.3 of the faces of cells at x = -3.
  faces.setSolids(
      cells, [](const Vec3& p) { return p.x + 0.32f; },
      [](const Vec3& p) {
        return grid::SolidMotion{.velocity = {1.f, 2.f, p.y}};
      },
      one());
  const CellIndex cut = cells.find({-3, 0, 2}), inside = cells.find({-4, 0, 2}),
                  outside = cells.find({-2, 0, 2});
  EXPECT_NEAR(faces.open.at(1, cut), 0.7f, 1e-5f);
  EXPECT_NEAR(faces.open.at(2, cut), 0.7f, 1e-5f);
  EXPECT_EQ(faces.open.at(0, cut), 0.f);
  EXPECT_EQ(faces.open.at(0, outside), 1.f);
  EXPECT_EQ(faces.open.at(1, inside), 0.f);
  EXPECT_EQ(faces.open.at(1, cells.find({-40, 0, 2})), 0.f);
  EXPECT_EQ(faces.solid.at(1, cut), 2.f);
  EXPECT_EQ(faces.solid.at(1, outside), 0.f);
  EXPECT_EQ(faces.solid.at(2, cells.find({-4, -3, 2})), -0.3f);
  // Faces that are nearly closed count as closed.
  faces.setSolids(
      cells, [](const Vec3& p) { return p.x + 0.2505f; }, [](const Vec3&) { return grid::SolidMotion{}; },
      one());
  EXPECT_EQ(faces.open.at(1, cut), 0.f);
  EXPECT_EQ(faces.open.at(1, outside), 1.f);
}

}  // namespace
}  // namespace ooze::grid_projection_test
