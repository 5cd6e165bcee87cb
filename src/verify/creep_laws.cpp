// Laws of slow viscous flow: gravity current, sinking ball.
#include "verify/law.h"
#include "verify/measures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ooze::verify {
namespace {

constexpr float kCurrentRadius = 5.f * kH, kCurrentHeight = 6.f * kH;         // cylinder at the start
constexpr double kCurrentViscosity = 0.005, kCurrentGravity = 0.25 * kEarth;  // slow, and thick for long
constexpr double kCurrentBegin = 0.2, kCurrentEnd = 0.5;                      // measured times [s]

/// The radius of the similarity solution obeys R^8 = 0.894^8 (g V^3 / (3 nu)) (t - t0). The unknown start t0
/// cancels in the difference between two times.
double growth(double viscosity) {
  const double volume = std::numbers::pi * std::pow(double{kCurrentRadius}, 2.0) * double{kCurrentHeight};
  return 0.894 *
         std::pow(kCurrentGravity * std::pow(volume, 3.0) / (3.0 * viscosity) * (kCurrentEnd - kCurrentBegin),
                  0.125);
}

MaterialDefinition currentLiquid(const MethodRow& method) {
  return liquidOf(method, kCurrentViscosity, kH, 1000.f, kCurrentGravity);
}

std::vector<LawRow> currentRows(const MethodRow& method) {
  return {{"(R2^8 - R1^8)^(1/8) from 0.2 to 0.5 s", "mm",
           1000.0 * growth(cardViscosity(method, currentLiquid(method), kH, kCurrentGravity)), within(0.05)}};
}

std::vector<double> measureCurrent(const Trial& trial) {
  WorldSpec spec = sceneOf(trial.method, {currentLiquid(trial.method)}, kCurrentHeight);
  spec.settings.gravityY = static_cast<float>(-kCurrentGravity);
  spec.bodies = {roughFloor()};
  LiquidVolume cylinder = dropOf({0.f, 0.5f * kCurrentHeight, 0.f}, kCurrentRadius);
  cylinder.shape = makeCylinder(kCurrentRadius, 0.5f * kCurrentHeight);
  spec.liquids = {cylinder};
  World world = trial.world(std::move(spec));
  // The profile (1 - r^2 / R^2)^(1/3) has a mean square radius of 3/7 R^2.
  const auto radius = [&] {
    const Particles& p = world.particles();
    const glm::dvec3 centre = world.statistics().centroid;
    double squares = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
      squares += std::pow(double{p.position.x[i]} - centre.x, 2.0) +
                 std::pow(double{p.position.z[i]} - centre.z, 2.0);
    return std::sqrt(7.0 / 3.0 * squares / static_cast<double>(p.size()));
  };
  runTo(world, kCurrentBegin);
  const double begin = std::pow(radius(), 8.0);
  runTo(world, kCurrentEnd);
  return {1000.0 * std::pow(std::max(0.0, std::pow(radius(), 8.0) - begin), 0.125)};
}

constexpr float kSinkingRadius = 1.5f * kH, kSinkingWidth = 6.f * kH, kSinkingDepth = 8.f * kH,
                kSinkingStart = 5.2f * kH;
constexpr double kSinkingViscosity = 0.005, kSinkingRatio = 2.0;

double stokesSpeed(double viscosity) {
  const double radius = double{kSinkingRadius};
  const double walls = tubeCorrection(radius / (1.106 * 0.5 * double{kSinkingWidth}));
  return 2.0 / 9.0 * (kSinkingRatio - 1.0) * kEarth * radius * radius / viscosity / walls;
}

std::vector<LawRow> sinkingRows(const MethodRow& method) {
  return {{"terminal speed", "mm/s",
           1000.0 * stokesSpeed(cardViscosity(method, liquidOf(method, kSinkingViscosity))), within(0.3)}};
}

std::vector<double> measureSinking(const Trial& trial) {
  WorldSpec spec = sceneOf(trial.method, {liquidOf(trial.method, kSinkingViscosity)}, kSinkingDepth);
  const float half = 0.5f * kSinkingWidth;
  Body ball = ballOf(kSinkingRadius, static_cast<float>(1000.0 * kSinkingRatio), {0.f, kSinkingStart, 0.f});
  ball.friction = 1.f;
  spec.bodies = {tankOf({kSinkingWidth, 2.f * kSinkingDepth, kSinkingWidth}, 1.f), ball};
  spec.liquids = {boxOf({-half, 0.f, -half}, {half, kSinkingDepth, half})};
  spec.framesPerSecond = 240.0;
  World world = trial.world(std::move(spec));
  // The ball reaches its speed within some milliseconds, and the walls' formula needs liquid below.
  const double first = double{kSinkingStart} - 0.5 * double{kH}, last = first - 1.5 * double{kH};
  double from = double{kSinkingStart}, begin = 0.0;
  const auto height = [&] { return double{world.bodies().list[1].pose.position.y}; };
  while (world.time() < 1.5 && height() > last) {
    const double before = height();
    world.advanceFrame();
    if (before > first && height() <= first) from = height(), begin = world.time();
  }
  return {1000.0 * (from - height()) / (world.time() - begin)};
}

}  // namespace

std::vector<Law> creepLaws() {
  return {{"gravity_current",
           "Viscous liquid spreads on a floor as the similarity solution says.",
           "Huppert 1982, axisymmetric, constant volume: R = 0.894 (g V^3 / (3 nu))^(1/8) t^(1/8)",
           {},
           currentRows,
           measureCurrent},
          {"sinking_ball",
           "A ball sinks through viscous liquid at the speed of Stokes, slowed by the walls.",
           "Stokes 1851, with walls by Haberman and Sayre 1958: u = 2/9 (rho_b / rho - 1) g R^2 / (nu K)",
           {},
           sinkingRows,
           measureSinking}};
}

}  // namespace ooze::verify
