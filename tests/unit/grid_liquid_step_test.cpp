// Tests all stages of a grid time step together, without the motion of the surface.
#include "grid/advection.h"
#include "grid/implicit_viscosity.h"
#include "grid/projection.h"
#include "grid/velocity_extrapolation.h"
#include "unit/grid_liquid_fixtures.h"

#include <gtest/gtest.h>

namespace ooze::grid_liquid_step_test {
namespace {

using namespace grid_liquid_fixtures;

/// Takes steps 3, 5, 6 and 7 of Rasmussen et al. 2004.
struct Step {
  grid::Advection advection{};
  grid::VelocityExtrapolation extension{};
  grid::ImplicitViscosity viscosity{};
  grid::Projection projection{};
  FaceField before{};

  void take(Liquid& l, float dt, const Threads& threads) {
    extension.extrapolateIntoAir(l.cells, l.phi, l.faces, 5.f, l.velocity, threads);
    extension.removeAirDivergence(l.cells, l.phi, l.faces, dt, l.velocity, {}, threads);
    before = l.velocity;
    advection.advect(l.cells, before, dt, before, l.velocity, grid::AdvectionScheme::MacCormack, threads);
    const auto viscous = viscosity.act(l.cells, l.phi, l.nu, l.faces, before, dt, l.velocity, {}, threads);
    EXPECT_TRUE(viscous.converged());
    const auto result =
        projection.project(l.cells, l.phi, l.faces, nullptr, dt, l.velocity, l.pressure, {}, threads);
    EXPECT_TRUE(result.pressure.solver.converged());
  }
};

/// Makes a ball in free flight that rotates about y with a period of 2 pi seconds. The upper half is a
/// thousand times as viscous.
Liquid turningBall() {
  Liquid l(blocksOver(glm::ivec3(-16), glm::ivec3(15), 0.05f));
  l.phi.fill(
      l.cells, [](const Vec3& p) { return glm::length(p - Vec3(0.01f, 0.02f, -0.015f)) - 0.42f; }, one());
  l.velocity.fill(
      l.cells, [](const Vec3& p) { return Vec3(p.z, 0.f, -p.x); }, one());
  l.nu.fill(
      l.cells, [](const Vec3& p) { return p.y > 0.f ? 1.f : 0.001f; }, one());
  return l;
}

/// Returns the angular momentum about y, over the density and the volume of a cell [m^2/s].
double angularMomentum(const Liquid& l) {
  double sum = 0.0;
  for (CellIndex c = 0; c < l.cells.size(); ++c) {
    if (!(l.phi.at(c) < 0.f)) continue;
    const Vec3 p(grid::middleOf(l.cells, c)), u = l.velocity.sample(l.cells, p);
    sum += static_cast<double>(p.z * u.x - p.x * u.z);
  }
  return sum;
}

/// The only error left in the whole step is operator splitting, which shrinks with the time step.
TEST(LiquidStep, OfABallInFreeFlightKeepsItsSpin) {
  double lost[2];
  for (const int k : {0, 1}) {
    Liquid l = turningBall();
    const double before = angularMomentum(l);
    Step step;
    const int steps = k == 0 ? 5 : 10;
    for (int n = 0; n < steps; ++n) step.take(l, 0.25f / static_cast<float>(steps), one());
    lost[k] = 1.0 - angularMomentum(l) / before;
    EXPECT_LT(std::abs(lost[k]), 0.02);
  }
  EXPECT_LT(std::abs(lost[1]), std::abs(lost[0]) + 0.002);
}

TEST(LiquidStep, GivesTheSameBitsAtAnyNumberOfThreads) {
  const auto run = [](int count) {
    const Threads threads(count);
    Liquid l = turningBall();
    Step step;
    for (int n = 0; n < 2; ++n) step.take(l, 0.05f, threads);
    return l.velocity.axes;
  };
  const auto once = run(1);
  EXPECT_EQ(once, run(7));
}

}  // namespace
}  // namespace ooze::grid_liquid_step_test
