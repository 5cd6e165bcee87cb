// Tests velocity extrapolation beyond the liquid: along the normal into air, divergence-free between drops,
// and with slip conditions in solids.
#include "grid/projection.h"
#include "grid/velocity_extrapolation.h"
#include "unit/grid_liquid_fixtures.h"

#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <tuple>

namespace ooze::grid_extension_test {
namespace {

using grid::SolidMotion;
using grid::VelocityExtrapolation;
using namespace grid_liquid_fixtures;

/// Time step [s]. The remaining divergence is measured as |div u| dt.
constexpr float kStep = 0.02f;

grid::PressureSettings exactly() {
  grid::PressureSettings settings;
  settings.solver.residual = 1e-12;
  settings.divergence = 0.0;
  return settings;
}

void fillRandom(FaceField& u, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<float> in(-1.f, 1.f);
  for (auto& axis : u.axes)
    for (float& v : axis) v = in(random);
}

Liquid ballLiquid(float radius, float cell, unsigned seed) {
  const int reach = static_cast<int>(radius / cell) + 8;
  Liquid l(blocksOver(glm::ivec3(-reach), glm::ivec3(reach), cell));
  l.phi.fill(
      l.cells, [&](const Vec3& p) { return glm::length(p - Vec3(0.013f, 0.02f, -0.03f)) - radius; }, one());
  fillRandom(l.velocity, seed);
  return l;
}

bool isWet(const Liquid& l, int axis, CellIndex c) {
  return l.phi.at(c) < 0.f || l.phi.at(l.cells.beside(c, axis, -1)) < 0.f;
}

TEST(VelocityExtrapolation, GoesStraightUpFromALevelSurface) {
  Liquid l(blocksOver(glm::ivec3(-8), glm::ivec3(15), 0.1f));
  l.phi.fill(
      l.cells, [](const Vec3& p) { return p.y - 0.04f; }, one());
  fillRandom(l.velocity, 1);
  const FaceField before = l.velocity;
  VelocityExtrapolation().extrapolateIntoAir(l.cells, l.phi, l.faces, 5, l.velocity, one());
  for (int axis = 0; axis < 3; ++axis)
    for (CellIndex c = 0; c < l.cells.size(); ++c) {
      const glm::ivec3 at = l.cells.at(c);
      const glm::ivec3 last(at.x, std::min(at.y, axis == 1 ? 1 : 0), at.z);  // the last row of wet faces
      const bool isFar = grid::middleOfFace(l.cells, axis, c).y - 0.04 > 0.5;
      ASSERT_EQ(l.velocity.at(axis, c), isFar ? 0.f : before.at(axis, l.index(last)));
    }
}

/// The transcription: a face takes the weighted mean of the neighbours that are nearer to the liquid. Weights
/// are the differences of distance, and neighbours are computed in turn.
TEST(VelocityExtrapolation, IsTheTranscription) {
  Liquid l = ballLiquid(0.45f, 0.1f, 2);
  const FaceField before = l.velocity;
  VelocityExtrapolation().extrapolateIntoAir(l.cells, l.phi, l.faces, 100, l.velocity, one());
  for (int axis = 0; axis < 3; ++axis) {
    const auto distance = [&](CellIndex c) {
      return static_cast<double>(l.phi.at(c)) + static_cast<double>(l.phi.at(l.cells.beside(c, axis, -1)));
    };
    std::map<CellIndex, double> known;
    const std::function<double(CellIndex)> value = [&](CellIndex c) -> double {
      if (isWet(l, axis, c)) return static_cast<double>(before.at(axis, c));
      if (const auto found = known.find(c); found != known.end()) return found->second;
      double sum = 0.0, of = 0.0;
      for (int along = 0; along < 3; ++along) {
        double most = 0.0;
        CellIndex from = kNone;
        for (const int side : {-1, 1}) {
          const CellIndex n = l.cells.find(l.cells.at(c) + alongAxis(along, side));
          if (n != kNone && distance(c) - distance(n) > most) most = distance(c) - distance(n), from = n;
        }
        if (from != kNone) sum += most, of += most * value(from);
      }
      return known[c] = of / sum;
    };
    for (CellIndex c = 0; c < l.cells.size(); ++c) {
      const glm::ivec3 at = l.cells.at(c);
      if (std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) > 9) continue;
      ASSERT_NEAR(l.velocity.at(axis, c), value(c), 2e-5) << axis;
    }
  }
}

TEST(VelocityExtrapolation, TakesBetweenTwoLiquidsFromTheNearer) {
  Liquid l(blocksOver(glm::ivec3(-8), glm::ivec3(7), 0.1f));
  const float phi[] = {0.05f, 0.15f, 0.25f, 0.2f, 0.1f};
  Liquid::forBox(glm::ivec3(-8), glm::ivec3(7), [&](const glm::ivec3& c) {
    l.at(l.phi, c) = c.x < 0 || c.x > 4 ? -0.05f : phi[c.x];
    l.at(l.velocity, 1, c) = c.x < 0 ? 1.f : 9.f;
  });
  VelocityExtrapolation().extrapolateIntoAir(l.cells, l.phi, l.faces, 5.f, l.velocity, one());
  for (int x = 0; x < 5; ++x) EXPECT_EQ(l.at(l.velocity, 1, {x, 0, 0}), x < 3 ? 1.f : 9.f);
}

TEST(VelocityExtrapolation, ReachesPlacesThatNoNearerOneServes) {
  // phi decreases away from the liquid, so no face there has a known neighbour with lower phi.
  Liquid l(blocksOver(glm::ivec3(-8), glm::ivec3(7), 0.1f));
  l.phi.fill(
      l.cells, [](const Vec3& p) { return p.x < 0.f ? -0.1f : 1.f - p.x; }, one());
  l.velocity.fill(l.cells, 3.f);
  const FaceField before = l.velocity;
  VelocityExtrapolation().extrapolateIntoAir(l.cells, l.phi, l.faces, 20.f, l.velocity, one());
  EXPECT_EQ(l.velocity.axes, before.axes);
}

TEST(VelocityExtrapolation, LeavesLiquidAndHardFacesToTheBit) {
  Liquid l = randomLiquid(3), before = l;
  VelocityExtrapolation extension;
  extension.extrapolateIntoAir(l.cells, l.phi, l.faces, 3, l.velocity, one());
  extension.removeAirDivergence(l.cells, l.phi, l.faces, kStep, l.velocity, exactly(), one());
  for (int axis = 0; axis < 3; ++axis)
    for (CellIndex c = 0; c < l.cells.size(); ++c) {
      if (!isWet(l, axis, c) && !l.faces.isHard(axis, c)) continue;
      const float was = before.velocity.at(axis, c), is = l.velocity.at(axis, c);
      ASSERT_EQ(std::memcmp(&was, &is, sizeof was), 0);
    }
}

/// Makes two drops that approach each other along x, with a gap of four cells between them.
Liquid twoDrops() {
  Liquid l(blocksOver(glm::ivec3(-24, -14, -14), glm::ivec3(24, 14, 14), 0.05f));
  const auto drops = [](const Vec3& p) {
    return std::min(glm::length(p - Vec3(0.5f, 0.f, 0.f)), glm::length(p + Vec3(0.5f, 0.f, 0.f))) - 0.4f;
  };
  l.phi.fill(l.cells, drops, one());
  l.velocity.fill(
      l.cells, [](const Vec3& p) { return Vec3(p.x > 0.f ? -1.f : 1.f, 0.f, 0.f); }, one());
  return l;
}

/// Sums the outflow of a box in the gap [cells^2 m/s], without the two sides that face the drops.
double flowOutOfGap(const Liquid& l) {
  double sum = 0.0;
  Liquid::forBox({-1, -4, -4}, {1, 4, 4}, [&](const glm::ivec3& c) {
    for (const int axis : {1, 2}) {
      if (c[axis] == -4) sum -= static_cast<double>(l.velocity.at(axis, l.index(c)));
      if (c[axis] == 4) sum += static_cast<double>(l.velocity.at(axis, l.index(c + alongAxis(axis))));
    }
  });
  return sum;
}

/// Tests the removal of divergence in air. The surface does not move.
TEST(VelocityExtrapolation, LetsAirOutBetweenTwoDrops) {
  Liquid l = twoDrops();
  VelocityExtrapolation extension;
  extension.extrapolateIntoAir(l.cells, l.phi, l.faces, 5, l.velocity, one());
  EXPECT_EQ(flowOutOfGap(l), 0.0);
  EXPECT_LT(l.outflow({0, 0, 0}), -15.0);  // the air is squeezed
  const auto result = extension.removeAirDivergence(l.cells, l.phi, l.faces, kStep, l.velocity, {}, one());
  EXPECT_TRUE(result.solver.converged());
  EXPECT_EQ(result.pockets, 0u);
  // The drops push air into the box through 9 x 9 faces on either side, at up to 1 m/s.
  EXPECT_GT(flowOutOfGap(l), 60.0);
  EXPECT_LT(flowOutOfGap(l), 2.0 * 81.0);
  int band = 0;
  for (std::size_t n = 0; n < l.cells.size(); ++n) {
    const auto c = static_cast<CellIndex>(n);
    if (l.phi.at(c) < 0.f || l.phi.at(c) > 0.15f) continue;
    ++band;
    ASSERT_LT(std::abs(l.outflow(l.cells.at(c))) * static_cast<double>(kStep), 1e-6);
  }
  EXPECT_GT(band, 3000);
  // Faces far from the drops do not move.
  for (int axis = 0; axis < 3; ++axis)
    for (CellIndex c = 0; c < l.cells.size(); ++c)
      if (l.phi.at(c) > 0.3f) {
        ASSERT_EQ(l.velocity.at(axis, c), 0.f);
      }
}

TEST(VelocityExtrapolation, OfABubbleKeepsTheMean) {
  Liquid l(blocksOver(glm::ivec3(-8), glm::ivec3(7), 0.1f));
  l.phi.fill(
      l.cells, [](const Vec3& p) { return 0.25f - glm::length(p); }, one());
  l.velocity.fill(
      l.cells, [](const Vec3& p) { return -2.f * p + Vec3(1.f, 0.f, 0.f); }, one());
  VelocityExtrapolation extension;
  extension.extrapolateIntoAir(l.cells, l.phi, l.faces, 5, l.velocity, one());
  const auto result =
      extension.removeAirDivergence(l.cells, l.phi, l.faces, kStep, l.velocity, exactly(), one());
  EXPECT_EQ(result.pockets, 1u);
  EXPECT_TRUE(result.solver.converged());
  const double mean = l.outflow({0, 0, 0});
  EXPECT_LT(mean, -3.0);
  for (std::size_t n = 0; n < l.cells.size(); ++n) {
    if (l.phi.values[n] < 0.f) continue;
    ASSERT_NEAR(l.outflow(l.cells.at(static_cast<CellIndex>(n))), mean, 1e-4);
  }
}

/// Liquid with the velocity `flow` over a slanted solid.
struct FlowOverSolid {
  glm::dvec3 normal = glm::normalize(glm::dvec3(0.4, 1.0, -0.2));
  Liquid l{blocksOver(glm::ivec3(-8), glm::ivec3(7), 0.1f)};
  CellField distance;
  std::function<float(const Vec3&)> solid = [n = normal](const Vec3& p) {
    return static_cast<float>(glm::dot(glm::dvec3(p), n)) + 0.07f;
  };

  void run(const Vec3& flow, const SolidMotion& motion) {
    const auto moves = [&](const Vec3&) { return motion; };
    distance.fill(l.cells, solid, one());
    l.faces.setSolids(l.cells, solid, moves, one());
    l.phi.fill(
        l.cells, [](const Vec3&) { return -0.1f; }, one());
    l.velocity.fill(
        l.cells, [&](const Vec3&) { return flow; }, one());
    for (int axis = 0; axis < 3; ++axis)
      for (CellIndex c = 0; c < l.cells.size(); ++c)
        if (l.faces.isHeld(axis, c)) l.velocity.axes[static_cast<std::size_t>(axis)][c] = 77.f;
    VelocityExtrapolation extension;
    extension.extrapolateIntoAir(l.cells, l.phi, l.faces, 3, l.velocity, one());
    extension.extrapolateIntoSolids(l.cells, distance, l.faces, 3, l.velocity, one());
    extension.applySolidBoundary(l.cells, distance, moves, l.faces, l.velocity, one());
  }
  /// Checks closed faces against `near` close to the surface and against `deep` far inside the solid.
  void expect(const glm::dvec3& near, const glm::dvec3& deep) const {
    int count = 0;
    for (int axis = 0; axis < 3; ++axis)
      for (CellIndex c = 0; c < l.cells.size(); ++c) {
        if (!l.faces.isHeld(axis, c)) continue;
        const glm::ivec3 at = l.cells.at(c);
        if (std::max({std::abs(at.x), std::abs(at.y), std::abs(at.z)}) > 5) continue;
        const double d = static_cast<double>(solid(Vec3(grid::middleOfFace(l.cells, axis, c))));
        if (d < -0.15 && d > -0.65) {  // a mixture of both values, but never an unknown value
          ASSERT_LT(std::abs(l.velocity.at(axis, c)), 4.f);
          continue;
        }
        ASSERT_NEAR(l.velocity.at(axis, c), (d < -0.3 ? deep : near)[axis], 1e-5) << d;
        ASSERT_EQ(l.faces.solid.at(axis, c), l.velocity.at(axis, c));
        ++count;
      }
    EXPECT_GT(count, 200);
  }
};

TEST(VelocityExtrapolation, LetsLiquidSlipAlongASolidOrNot) {
  const Vec3 flow(1.f, -0.5f, 0.25f);
  const glm::dvec3 u(flow);
  FlowOverSolid s;
  s.run(flow, {Vec3(0.f), 0.f});
  ASSERT_LT(glm::dot(u, s.normal), 0.0);
  s.expect(u - glm::dot(u, s.normal) * s.normal, glm::dvec3(0.0));
  s.run(flow, {Vec3(0.f), 1.f});
  s.expect(glm::dvec3(0.0), glm::dvec3(0.0));
  const Vec3 moves(0.5f, 0.25f, -1.f);
  const glm::dvec3 v(moves);
  s.run(flow, {moves, 1.f});
  s.expect(v, v);
  s.run(flow, {moves, 0.25f});
  const glm::dvec3 both = 0.75 * u + 0.25 * v;
  s.expect(both + (glm::dot(v, s.normal) - glm::dot(both, s.normal)) * s.normal, v);
  // Liquid that moves away from the solid may separate.
  s.run(-flow, {Vec3(0.f), 0.5f});
  const glm::dvec3 half = -0.5 * u;
  s.expect(half + (glm::dot(-u, s.normal) - glm::dot(half, s.normal)) * s.normal, glm::dvec3(0.0));
}

/// The pressure projection keeps extrapolated liquid out of the solid.
TEST(VelocityExtrapolation, AndTheProjectionKeepLiquidOutOfASolid) {
  Liquid l(blocksOver(glm::ivec3(-5), glm::ivec3(5), 0.1f));
  l.fillBox({-3, 0, -3}, {3, 2, 3}, -0.05f);
  CellField distance;
  const auto floor = [](const Vec3& p) { return p.y + 0.05f; };
  const auto still = [](const Vec3&) { return SolidMotion{}; };
  distance.fill(l.cells, floor, one());
  l.faces.setSolids(l.cells, floor, still, one());
  l.velocity.fill(
      l.cells, [](const Vec3&) { return Vec3(0.3f, -2.f, 0.1f); }, one());
  VelocityExtrapolation extension;
  extension.extrapolateIntoAir(l.cells, l.phi, l.faces, 3, l.velocity, one());
  extension.extrapolateIntoSolids(l.cells, distance, l.faces, 3, l.velocity, one());
  extension.applySolidBoundary(l.cells, distance, still, l.faces, l.velocity, one());
  grid::Projection projection;
  projection.project(l.cells, l.phi, l.faces, nullptr, kStep, l.velocity, l.pressure, {}, one());
  for (int x = -3; x <= 3; ++x) {
    EXPECT_NEAR(l.at(l.velocity, 1, {x, 0, 0}), 0.f, 1e-6f);  // no flow through the floor
    EXPECT_EQ(l.at(l.velocity, 0, {x, -1, 0}), 0.3f);         // flow along the floor, one cell below its top
  }
}

TEST(VelocityExtrapolation, GivesTheSameBitsAtAnyNumberOfThreads) {
  const auto run = [](int count) {
    const Threads threads(count);
    Liquid l = randomLiquid(9);
    CellField distance;
    const auto solid = [](const Vec3& p) { return glm::length(p - Vec3(0.2f)) - 0.3f; };
    const auto turns = [](const Vec3& p) { return SolidMotion{Vec3(-p.y, p.x, 0.5f), 0.3f}; };
    distance.fill(l.cells, solid, threads);
    l.faces.setSolids(l.cells, solid, turns, threads);
    VelocityExtrapolation extension;
    extension.extrapolateIntoAir(l.cells, l.phi, l.faces, 5, l.velocity, threads);
    extension.removeAirDivergence(l.cells, l.phi, l.faces, kStep, l.velocity, {}, threads);
    extension.extrapolateIntoSolids(l.cells, distance, l.faces, 5, l.velocity, threads);
    extension.applySolidBoundary(l.cells, distance, turns, l.faces, l.velocity, threads);
    return l.velocity.axes;
  };
  const auto once = run(1);
  EXPECT_EQ(once, run(7));
}

TEST(VelocityExtrapolation, OfNothingIsNothing) {
  Liquid none{CellBlocks(0.1f)};
  VelocityExtrapolation extension;
  extension.extrapolateIntoAir(none.cells, none.phi, none.faces, 5, none.velocity, one());
  EXPECT_EQ(extension.removeAirDivergence(none.cells, none.phi, none.faces, kStep, none.velocity, {}, one())
                .unknowns,
            0u);
  Liquid dry(blocksOver(glm::ivec3(0), glm::ivec3(1), 0.1f));
  dry.velocity.fill(dry.cells, 1.f);
  extension.extrapolateIntoAir(dry.cells, dry.phi, dry.faces, 5, dry.velocity, one());
  EXPECT_EQ(dry.velocity.axes[1], std::vector<float>(512, 0.f));
}

}  // namespace
}  // namespace ooze::grid_extension_test
