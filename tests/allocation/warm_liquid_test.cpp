// Tests that the stages of a grid liquid allocate no memory after the first step.
#include "allocation/counting_new.h"
#include "grid/advection.h"
#include "grid/implicit_viscosity.h"
#include "grid/projection.h"
#include "grid/velocity_extrapolation.h"
#include "unit/grid_liquid_fixtures.h"

#include <gtest/gtest.h>

namespace ooze {
namespace {

TEST(WarmLiquid, TakesNoMemory) {
  using namespace grid_liquid_fixtures;
  const Liquid start = randomLiquid(1);
  Liquid l = start;
  CellField distance;
  const auto solid = [](const Vec3& p) { return glm::length(p - Vec3(0.2f)) - 0.3f; };
  const auto still = [](const Vec3&) { return grid::SolidMotion{}; };
  grid::Advection advection;
  grid::VelocityExtrapolation extension;
  grid::ImplicitViscosity viscosity;
  grid::Projection projection;
  FaceField next, before;
  CellField nu;
  const auto step = [&](const Liquid& from) {
    l.cells.assign(from.cells.blocks(), one());
    l.phi = from.phi, l.velocity = from.velocity, l.nu = from.nu, l.faces = from.faces;
    distance.fill(l.cells, solid, one());
    l.faces.setSolids(l.cells, solid, still, one());
    const float dt = std::min(0.1f, advection.stableStep(l.cells, l.velocity, 5.f, one()));
    extension.extrapolateIntoAir(l.cells, l.phi, l.faces, 5.f, l.velocity, one());
    extension.removeAirDivergence(l.cells, l.phi, l.faces, dt, l.velocity, {}, one());
    extension.extrapolateIntoSolids(l.cells, distance, l.faces, 3.f, l.velocity, one());
    extension.applySolidBoundary(l.cells, distance, still, l.faces, l.velocity, one());
    before = l.velocity;
    for (const auto scheme : {grid::AdvectionScheme::SemiLagrangian, grid::AdvectionScheme::MacCormack}) {
      advection.advect(l.cells, before, dt, before, l.velocity, scheme, one());
      advection.advect(l.cells, before, dt, l.nu, nu, scheme, one());
    }
    viscosity.act(l.cells, l.phi, nu, l.faces, before, dt, l.velocity, {}, one());
    projection.project(l.cells, l.phi, l.faces, nullptr, dt, l.velocity, l.pressure, {}, one());
    next.shift(l.cells, l.velocity, l.cells, {1, -2, 3}, one());
  };
  step(start);
  test::startCounting();
  step(start);
  EXPECT_EQ(test::stopCounting(), 0);
}

}  // namespace
}  // namespace ooze
