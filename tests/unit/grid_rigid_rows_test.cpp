// Tests of rigid bodies in the pressure solve: liquid and body exchange equal impulses, and no divergence
// remains beside the body.
#include "grid/projection.h"
#include "unit/grid_liquid_fixtures.h"

#include <gtest/gtest.h>
#include <random>

namespace ooze::grid_rigid_rows_test {
namespace {

using grid::Projection;
using grid::ProjectionSettings;
using grid::RigidRows;
using namespace grid_liquid_fixtures;

constexpr float kStep = 0.02f;  // time step [s]

ProjectionSettings exactly() {
  ProjectionSettings settings;
  settings.pressure.solver.residual = 1e-13;
  settings.pressure.divergence = 0.0;
  return settings;
}

/// A body with random surface parts in a fifth of the unknown cells of a liquid.
RigidRows randomBody(const Liquid& liquid, const grid::PressureSystem& system, unsigned seed,
                     double mobility) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const auto vector = [&](double scale) {
    RigidRows::Vector6 v;
    for (int k = 0; k < 6; ++k) v[k] = scale * number(random);
    return v;
  };
  RigidRows body;
  const double area = static_cast<double>(liquid.cells.cell()) * static_cast<double>(liquid.cells.cell());
  for (CellIndex c = 0; c < liquid.cells.size(); ++c)
    if (system.has(c) && number(random) < -0.6) body.rows.push_back({.cell = c, .area = vector(area)});
  body.velocity = vector(1.0);
  RigidRows::Matrix6 root;
  for (int k = 0; k < 6; ++k) root.col(k) = vector(1.0);
  body.mobility = mobility * (root * root.transpose() + RigidRows::Matrix6::Identity());
  return body;
}

/// Returns the largest outflow of a cell, over dx^2, with the flux through the body's surface [m/s].
double worstOutflow(const Liquid& l, const grid::PressureSystem& system, const RigidRows& body) {
  std::vector<double> out(l.cells.size(), 0.0);
  const double area = static_cast<double>(l.cells.cell()) * static_cast<double>(l.cells.cell());
  for (CellIndex c = 0; c < l.cells.size(); ++c)
    if (system.has(c))
      for (int axis = 0; axis < 3; ++axis)
        out[c] +=
            l.faces.flux(axis, l.cells.beside(c, axis, 1), l.velocity) - l.faces.flux(axis, c, l.velocity);
  for (const RigidRows::Row& row : body.rows) out[row.cell] += row.area.dot(body.velocityAfter()) / area;
  double worst = 0.0;
  for (const double o : out) worst = std::max(worst, std::abs(o));
  return worst;
}

TEST(RigidRows, LeaveNoDivergenceAndPushAsTheLiquidIsPushed) {
  for (const unsigned seed : {1u, 2u, 3u})
    for (const double mobility : {0.0, 0.01, 100.0}) {
      Liquid liquid = randomLiquid(seed), alone = liquid;
      std::fill(liquid.target.values.begin(), liquid.target.values.end(), 0.f);
      alone.target = liquid.target;
      Projection projection, other;
      other.project(alone.cells, alone.phi, alone.faces, nullptr, kStep, alone.velocity, alone.pressure,
                    exactly(), one());
      std::vector<RigidRows> bodies{randomBody(liquid, other.system(), seed, mobility)};
      ASSERT_GT(bodies[0].rows.size(), 50u);
      const auto result = projection.project(liquid.cells, liquid.phi, liquid.faces, nullptr, kStep,
                                             liquid.velocity, liquid.pressure, exactly(), one(), bodies);
      EXPECT_TRUE(result.pressure.solver.converged());
      // Velocities up to some hundred m/s are floats.
      EXPECT_LT(worstOutflow(liquid, projection.system(), bodies[0]), 2e-4) << seed << ' ' << mobility;
      RigidRows unmoved = bodies[0];
      unmoved.velocity.setZero(), unmoved.mobility.setZero();
      EXPECT_GT(worstOutflow(liquid, projection.system(), unmoved), 0.1) << "the body displaces liquid";
      RigidRows::Vector6 push = RigidRows::Vector6::Zero();
      for (const RigidRows::Row& row : bodies[0].rows)
        push += static_cast<double>(kStep * liquid.pressure.values[row.cell]) * row.area;
      EXPECT_LT((push - bodies[0].push).norm(), 1e-5 * push.norm());
    }
}

/// The work of the pressure on a body and on the liquid has one sign: a moving body in resting liquid is
/// slowed.
TEST(RigidRows, RestingLiquidSlowsABody) {
  Liquid liquid = randomLiquid(4);
  liquid.velocity.fill(liquid.cells, 0.f);
  Projection probe;
  Liquid copy = liquid;
  for (auto& axis : copy.faces.solid.axes) std::fill(axis.begin(), axis.end(), 0.f);
  liquid.faces.solid = copy.faces.solid;
  probe.project(copy.cells, copy.phi, copy.faces, nullptr, kStep, copy.velocity, copy.pressure, exactly(),
                one());
  std::vector<RigidRows> bodies{randomBody(liquid, probe.system(), 4, 1.0)};
  Projection().project(liquid.cells, liquid.phi, liquid.faces, nullptr, kStep, liquid.velocity,
                       liquid.pressure, exactly(), one(), bodies);
  EXPECT_LT(bodies[0].velocity.dot(bodies[0].push), 0.0);
}

/// A cell in a narrow gap has no open face. The pressure beside it acts on the body there.
TEST(RigidRows, ASealedCellTakesThePressureOfItsNeighbour) {
  Liquid liquid = randomLiquid(5);
  Projection probe;
  Liquid copy = liquid;
  const auto project = [&](Projection& projection, Liquid& l, std::span<RigidRows> bodies) {
    projection.project(l.cells, l.phi, l.faces, nullptr, kStep, l.velocity, l.pressure, exactly(), one(),
                       bodies);
  };
  project(probe, copy, {});
  int found = 0;
  for (CellIndex c = 0; c < liquid.cells.size() && found < 5; ++c) {
    if (!probe.system().has(c) || !probe.system().has(liquid.cells.beside(c, 0, 1))) continue;
    Liquid sealed = liquid;
    for (int axis = 0; axis < 3; ++axis)
      for (const CellIndex face : {c, sealed.cells.beside(c, axis, 1)})
        sealed.faces.open.axes[static_cast<std::size_t>(axis)][face] = 0.f;
    RigidRows body;
    body.rows.push_back({.cell = c, .area = RigidRows::Vector6::Constant(1.0)});
    std::vector<RigidRows> bodies{body};
    Projection projection;
    project(projection, sealed, bodies);
    if (projection.system().has(c) || bodies[0].rows[0].unknown == kNone) continue;
    const CellIndex used = projection.system().cellOf(bodies[0].rows[0].unknown);
    const glm::ivec3 apart = sealed.cells.at(used) - sealed.cells.at(c);
    EXPECT_EQ(std::abs(apart.x) + std::abs(apart.y) + std::abs(apart.z), 1);
    EXPECT_NEAR(bodies[0].push[0], static_cast<double>(kStep * sealed.pressure.values[used]),
                1e-5 * (1.0 + std::abs(bodies[0].push[0])));
    ++found;
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace ooze::grid_rigid_rows_test
