// Laws of liquids of different densities. The grid method has one density for all liquid and no such law.
#include "verify/law.h"
#include "verify/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace ooze::verify {
namespace {

const std::vector<std::string_view> kOfSeveralDensities{"clavet", "steele", "shape_matching", "mps"};

WorldSpec twoLiquids(const MethodRow& method, double ratio, const Vec3& size) {
  WorldSpec spec = sceneOf(
      method, {liquidOf(method, 0.0), liquidOf(method, 0.0, kH, static_cast<float>(1000.0 * ratio))}, size.y);
  spec.bodies = {tankOf({size.x, 2.f * size.y, size.z}, 0.f)};
  return spec;
}

constexpr std::array kSeparationRatios{1.1, 2.0, 10.0};

std::vector<LawRow> separationRows(const MethodRow&) {
  std::vector<LawRow> rows;
  for (const double ratio : kSeparationRatios)
    rows.push_back({fmt::format("separation after 3 s, ratio {:g}", ratio), "1", 1.0, atLeast(0.9)});
  return rows;
}

std::vector<double> measureSeparation(const Trial& trial) {
  std::vector<double> separations;
  for (const double ratio : kSeparationRatios) {
    constexpr float kCube = 2.f * kH;
    const Vec3 size(6.f * kH, 4.f * kH, 4.f * kH);
    WorldSpec spec = twoLiquids(trial.method, ratio, size);
    for (int x = 0; x < 3; ++x)
      for (int y = 0; y < 2; ++y)
        for (int z = 0; z < 2; ++z) {
          const Vec3 lower = Vec3(-0.5f * size.x, 0.f, -0.5f * size.z) + kCube * Vec3(x, y, z);
          spec.liquids.push_back(boxOf(lower, lower + kCube, static_cast<std::uint16_t>((x + y + z) % 2)));
        }
    World world = trial.world(std::move(spec));
    runTo(world, 3.0);
    const std::vector<double> heights = meanHeights(world);
    // Two sorted layers differ by half of the depth, which is the mean height of both.
    separations.push_back((heights[0] - heights[1]) / (0.5 * (heights[0] + heights[1])));
  }
  return separations;
}

constexpr float kTankLength = 14.f * kH, kLayer = 4.f * kH;
constexpr double kInstabilityRatio = 1.1, kInstabilityTime = 0.75;  // [1, s]
constexpr double kRipple = 0.5 * double{kH};                        // amplitude at the start [m]

double instabilityWave() { return std::numbers::pi / double{kTankLength}; }
double instabilityRate() {
  const double atwood = (kInstabilityRatio - 1.0) / (kInstabilityRatio + 1.0), k = instabilityWave();
  return std::sqrt(atwood * kEarth * k * std::tanh(k * double{kLayer}));
}

std::vector<LawRow> instabilityRows(const MethodRow&) {
  return {{"growth rate", "1/s", instabilityRate(), within(0.3)}};
}

std::vector<double> measureInstability(const Trial& trial) {
  const Vec3 size(kTankLength, 2.f * kLayer, 3.f * kH);
  WorldSpec spec = twoLiquids(trial.method, kInstabilityRatio, size);
  const int columns = 14;
  const auto k = static_cast<float>(instabilityWave());
  for (int c = 0; c < columns; ++c) {
    const float left = -0.5f * size.x + kH * static_cast<float>(c), right = left + kH;
    const float border =
        kLayer + static_cast<float>(kRipple) * std::cos(k * (0.5f * (left + right) + 0.5f * size.x));
    spec.liquids.push_back(boxOf({left, 0.f, -0.5f * size.z}, {right, border, 0.5f * size.z}, 0));
    spec.liquids.push_back(boxOf({left, border, -0.5f * size.z}, {right, size.y, 0.5f * size.z}, 1));
  }
  World world = trial.world(std::move(spec));
  // The amplitude of the border's cosine is the cosine mode of the amount of light liquid.
  const auto amplitude = [&] {
    const Particles& p = world.particles();
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i)
      if (p.material[i] == 0)
        sum += std::cos(instabilityWave() * (double{p.position.x[i]} + 0.5 * double{size.x}));
    return 2.0 * sum * std::pow(double{world.restSpacing(0)}, 3.0) / double{size.x * size.z};
  };
  const double start = amplitude();
  runTo(world, kInstabilityTime);
  // From rest, the amplitude grows as cosh(rate t).
  return {std::acosh(std::max(1.0, amplitude() / start)) / kInstabilityTime};
}

}  // namespace

std::vector<Law> mixtureLaws() {
  return {{"separation", "Two liquids, mixed in cubes, separate without shaking.",
           "statics: the denser liquid lies below", kOfSeveralDensities, separationRows, measureSeparation},
          {"rayleigh_taylor", "A ripple between a dense liquid above and a light one grows.",
           "Taylor 1950: rate^2 = A g k tanh(k H), A = (rho2 - rho1) / (rho2 + rho1)", kOfSeveralDensities,
           instabilityRows, measureInstability}};
}

}  // namespace ooze::verify
