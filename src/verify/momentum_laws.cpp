// Laws of conservation without outer forces: angular momentum, momentum, energy.
#include "verify/law.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <glm/geometric.hpp>

namespace ooze::verify {
namespace {

/// Motion of the liquid of a bench about its centre of mass, by unit mass.
struct Turning {
  glm::dvec3 velocity{0.0};
  double spin = 0.0;    ///< angular momentum about the vertical axis [m^2/s]
  double energy = 0.0;  ///< kinetic energy [J/kg]
};
Turning turningOf(const MethodBench& bench) {
  const auto n = static_cast<double>(bench.size());
  const Particles& p = bench.particles();
  glm::dvec3 centre(0.0);
  Turning turning;
  for (std::size_t i = 0; i < p.size(); ++i)
    centre += glm::dvec3(p.position[i]) / n, turning.velocity += glm::dvec3(p.velocity[i]) / n;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const glm::dvec3 r = glm::dvec3(p.position[i]) - centre;
    const glm::dvec3 v = glm::dvec3(p.velocity[i]) - turning.velocity;
    turning.spin += glm::cross(r, v).y / n;
    turning.energy += 0.5 * glm::dot(v, v) / n;
  }
  return turning;
}

constexpr std::array kSpinViscosities{0.0, 0.003};
constexpr double kDrift = 0.5;  // horizontal speed of the cube [m/s]

std::vector<LawRow> freeFlightRows(const MethodRow& method) {
  const bool solvesPressure = method.key == "mps" || method.key == "rasmussen";
  std::vector<LawRow> rows;
  for (const double viscosity : kSpinViscosities)
    rows.push_back({fmt::format("spin kept after 0.5 s, {:g} m²/s", viscosity), "1", 1.0,
                    within(solvesPressure ? 0.1 : 0.05)});
  rows.push_back({"horizontal speed after 0.5 s", "m/s", kDrift, within(0.01)});
  rows.push_back({"most energy of the turning, over its first", "1", 1.0, atMost(1.03)});
  return rows;
}

std::vector<double> measureFreeFlight(const Trial& trial) {
  std::vector<double> spins;
  double speed = 0.0, mostEnergy = 0.0;
  for (const double viscosity : kSpinViscosities) {
    WorldSpec spec = sceneOf(trial.method, {weightlessLiquidOf(trial.method, viscosity)}, 0.f);
    spec.liquids = {boxOf(Vec3(-2.5f * kH), Vec3(2.5f * kH))};
    const auto bench = trial.bench(std::move(spec));
    bench->run(0.05);
    const Turning fall = turningOf(*bench);
    // Turns about the vertical at 10 rad/s.
    bench->setVelocities([&](const Vec3& p) {
      return Vec3(fall.velocity) + Vec3(static_cast<float>(kDrift), 0.f, 0.f) + 10.f * Vec3(p.z, 0.f, -p.x);
    });
    // A grid takes the velocities in the first step.
    const float firstStep = 1.f / 240.f;
    bench->run(firstStep);
    const Turning start = turningOf(*bench);
    double most = 0.0;
    bench->run(0.5, [&] { most = std::max(most, turningOf(*bench).energy); });
    const Turning end = turningOf(*bench);
    spins.push_back(end.spin / start.spin);
    if (viscosity == 0.0) speed = end.velocity.x, mostEnergy = most / start.energy;
  }
  spins.push_back(speed);
  spins.push_back(mostEnergy);
  return spins;
}

WorldSpec weightless(const MethodRow& method) {
  WorldSpec spec = sceneOf(method, {liquidOf(method, 0.0)}, 0.f);
  spec.settings.gravityY = 0.f;
  return spec;
}

std::vector<LawRow> meetingRows(const MethodRow&) {
  return {{"most kinetic energy, over its first", "1", 1.0, atMost(1.03)}};
}

std::vector<double> measureMeeting(const Trial& trial) {
  WorldSpec spec = weightless(trial.method);
  for (const float side : {-1.f, 1.f}) {
    LiquidVolume drop = dropOf(Vec3(side * 3.f, side * 0.4f, 0.f) * kH, 2.f * kH);
    drop.velocity = {-side * 0.3f, 0.f, 0.f};
    spec.liquids.push_back(drop);
  }
  World world = trial.world(std::move(spec));
  double first = 0.0, most = 0.0;
  runTo(world, 0.4, [&] {
    const double energy = world.statistics().kineticEnergy;
    if (first == 0.0) first = energy;
    most = std::max(most, energy);
  });
  return {most / first};
}

constexpr std::array kHitRatios{0.3, 3.0};

std::vector<LawRow> momentumRows(const MethodRow& method) {
  std::vector<LawRow> rows;
  for (const double ratio : kHitRatios)
    rows.push_back({fmt::format("momentum after over before, ball of {:g}", ratio), "1", 1.0,
                    within(method.key == "rasmussen" ? 0.05 : 0.02)});
  return rows;
}

std::vector<double> measureMomentum(const Trial& trial) {
  std::vector<double> kept;
  for (const double ratio : kHitRatios) {
    WorldSpec spec = weightless(trial.method);
    spec.liquids = {dropOf(Vec3(0.f), 2.5f * kH)};
    Body ball = ballOf(1.25f * kH, static_cast<float>(1000.0 * ratio), {0.f, 4.2f * kH, 0.3f * kH});
    ball.velocity = {0.f, -0.4f, 0.f};
    spec.bodies = {ball};
    World world = trial.world(std::move(spec));
    const auto momentum = [&] {
      const Body& body = world.bodies().list[0];
      return body.mass() * double{body.velocity.y} + world.statistics().momentum.y;
    };
    const double start = momentum();
    runTo(world, 0.3);
    kept.push_back(momentum() / start);
  }
  return kept;
}

}  // namespace

std::vector<Law> momentumLaws() {
  return {{"free_flight",
           "A turning cube of liquid in free flight keeps its spin, its speed and no more than its energy.",
           "Newton: dL/dt = 0, du_x/dt = 0, dE/dt <= 0",
           {},
           freeFlightRows,
           measureFreeFlight},
          {"meeting_drops",
           "Two drops that meet without gravity gain no energy.",
           "second law: dE/dt <= 0",
           {},
           meetingRows,
           measureMeeting},
          {"momentum",
           "A ball and the drop that it hits keep their momentum.",
           "Newton: sum m u is constant",
           {},
           momentumRows,
           measureMomentum}};
}

}  // namespace ooze::verify
