// Laws of liquid under gravity: free fall, volume, waves, buoyancy.
#include "ooze/world/submersion.h"

#include "verify/law.h"
#include "verify/measures.h"

#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace ooze::verify {
namespace {

std::vector<LawRow> fallRows(const MethodRow&) { return {{"acceleration", "m/s²", kEarth, within(0.01)}}; }

std::vector<double> measureFall(const Trial& trial) {
  WorldSpec spec = sceneOf(trial.method, {liquidOf(trial.method, 0.0)}, 0.f);
  spec.liquids = {dropOf(Vec3(0.f), 1.5f * kH)};
  spec.settings.substeps = 8.f;  // a change of the step would show as acceleration
  World world = trial.world(std::move(spec));
  const auto heightAt = [&](double seconds) {
    runTo(world, seconds);
    return world.statistics().centroid.y;
  };
  constexpr double kApart = 0.05;  // [s]
  const double first = heightAt(kApart), second = heightAt(2.0 * kApart), third = heightAt(3.0 * kApart);
  return {-(first - 2.0 * second + third) / (kApart * kApart)};
}

WorldSpec tankOfLiquid(const MethodRow& method, const Vec3& size) {
  WorldSpec spec = sceneOf(method, {liquidOf(method, 0.0)}, size.y);
  spec.bodies = {tankOf({size.x, 2.f * size.y, size.z}, 0.f)};
  spec.liquids = {boxOf({-0.5f * size.x, 0.f, -0.5f * size.z}, {0.5f * size.x, size.y, 0.5f * size.z})};
  return spec;
}

constexpr float kLevelDepth = 6.f * kH;

std::vector<LawRow> levelRows(const MethodRow&) {
  return {{"level", "mm", 1000.0 * double{kLevelDepth}, within(0.02)},
          {"rms speed at rest", "mm/s", 0.0, atMost(3.0)}};
}

std::vector<double> measureLevel(const Trial& trial) {
  World world = trial.world(tankOfLiquid(trial.method, {6.f * kH, kLevelDepth, 6.f * kH}));
  runTo(world, 1.5);
  double level = 0.0, squares = 0.0;
  int frames = 0;
  runTo(world, 2.0, [&] {
    level += 2.0 * world.statistics().centroid.y;
    squares += std::pow(world.statistics().rmsSpeed, 2.0);
    ++frames;
  });
  return {1000.0 * level / frames, 1000.0 * std::sqrt(squares / frames)};
}

constexpr float kSloshLength = 20.f * kH, kSloshDepth = 5.f * kH;
constexpr double kSloshTilt = 0.05;           // slope of the surface at the start [1]
constexpr double kSettlingViscosity = 0.003;  // without the part of packing, before the slosh [m^2/s]

double sloshFrequency() {
  const double k = std::numbers::pi / double{kSloshLength};
  return std::sqrt(kEarth * k * std::tanh(k * double{kSloshDepth}));
}

std::vector<LawRow> sloshRows(const MethodRow&) {
  return {{"period", "s", 2.0 * std::numbers::pi / sloshFrequency(), within(0.05)},
          {"amplitude kept in a period", "1", 0.98, atLeast(0.85)}};
}

std::vector<double> measureSlosh(const Trial& trial) {
  const Vec3 size(kSloshLength, kSloshDepth, 3.f * kH);
  WorldSpec spec = tankOfLiquid(trial.method, size);
  spec.materials.front().values = weightlessLiquidOf(trial.method, kSettlingViscosity).values;
  spec.settings.gravityX = static_cast<float>(kSloshTilt * kEarth);
  // Columns rise along the tilt, and settle at high viscosity.
  spec.liquids.clear();
  for (float left = -0.5f * size.x; left < 0.5f * size.x - 0.5f * kH; left += kH) {
    const float top = size.y + static_cast<float>(kSloshTilt) * (left + 0.5f * kH);
    spec.liquids.push_back(boxOf({left, 0.f, -0.5f * size.z}, {left + kH, top, 0.5f * size.z}));
  }
  World world = trial.world(std::move(spec));
  runTo(world, 0.6);
  setViscosityParameter(world, trial.method, 0.0);
  runTo(world, 0.7);
  setValue(world, "world.gravity_x", 0.0);
  std::vector<double> centre;
  runTo(world, world.time() + 4.0 * std::numbers::pi / sloshFrequency(),
        [&] { centre.push_back(world.statistics().centroid.x); });
  const Swing swing =
      fitSwing(centre, 1.0 / 60.0, sloshFrequency(), {.lowest = 0.3, .highest = 1.5, .mostDecay = 0.8});
  return {2.0 * std::numbers::pi / swing.omega, swing.keptInAPeriod()};
}

constexpr std::array kFloatingRatios{0.3, 0.6, 0.9};

std::vector<LawRow> floatingRows(const MethodRow&) {
  std::vector<LawRow> rows;
  for (const double ratio : kFloatingRatios)
    rows.push_back({fmt::format("share under water at {:g}", ratio), "1", ratio, withinAbsolute(0.05)});
  return rows;
}

std::vector<double> measureFloating(const Trial& trial) {
  std::vector<double> shares;
  for (const double ratio : kFloatingRatios) {
    WorldSpec spec = tankOfLiquid(trial.method, {8.f * kH, 4.5f * kH, 8.f * kH});
    spec.bodies.front() = tankOf({8.f * kH, 11.f * kH, 8.f * kH}, 0.f);
    Body ball = ballOf(2.f * kH, static_cast<float>(1000.0 * ratio), {0.1f * kH, 4.5f * kH, 0.2f * kH});
    ball.friction = 0.f;
    spec.bodies.push_back(ball);
    World world = trial.world(std::move(spec));
    runTo(world, 1.0);
    double share = 0.0;
    int frames = 0;
    runTo(world, 1.3, [&] {
      const auto lies = submersionOf(world, world.bodies().list[1]);
      share += lies ? lies->fraction : 0.0;
      ++frames;
    });
    shares.push_back(share / frames);
  }
  return shares;
}

}  // namespace

std::vector<Law> restLaws() {
  return {{"free_fall",
           "A drop falls as any body does.",
           "Galileo 1638: d2y/dt2 = -g",
           {},
           fallRows,
           measureFall},
          {"level",
           "Thin liquid at rest in a tank fills volume over area, and lies still.",
           "conservation of volume: H = V / A",
           {},
           levelRows,
           measureLevel},
          {"slosh",
           "A low wave in a tank swings as linear theory says, and keeps its height.",
           "Lamb 1932, section 228: omega^2 = g k tanh(k H); 98 % kept by water",
           {},
           sloshRows,
           measureSlosh},
          {"floating",
           "A floating ball displaces its own weight.",
           "Archimedes: V' / V = rho_b / rho",
           {},
           floatingRows,
           measureFloating}};
}

}  // namespace ooze::verify
