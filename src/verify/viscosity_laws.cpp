// Laws of viscous flow: eddies, films on an incline.
#include "verify/law.h"
#include "verify/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>

namespace ooze::verify {
namespace {

constexpr std::array kEddyViscosities{1e-3, 5e-3};
constexpr float kEddyHalf = 3.f * kH;

std::vector<std::string_view> viscosityFigures(const MethodRow& method) {
  if (method.key == "clavet" || method.key == "steele") return {"kinematic viscosity", "viscosity"};
  return {"kinematic viscosity"};
}

/// @param gravity  of the box, and of the world in which cards show the viscosity [m/s^2]
MaterialDefinition eddyLiquid(const MethodRow& method, double viscosity, double gravity) {
  return liquidOf(method, viscosity, kH, 1000.f, gravity);
}

std::vector<LawRow> eddyRows(const MethodRow& method, double gravity) {
  const auto shown = [&](double viscosity) {
    return cardViscosity(method, eddyLiquid(method, viscosity, gravity), kH, gravity);
  };
  const bool solvesPressure = method.key == "mps" || method.key == "rasmussen";
  std::vector<LawRow> rows;
  for (const double viscosity : kEddyViscosities)
    rows.push_back({fmt::format("viscosity, card near {:g}", viscosity), "m²/s", shown(viscosity),
                    within(solvesPressure ? 0.15 : 0.2), viscosityFigures(method)});
  rows.push_back({"viscosity of thin liquid", "m²/s", shown(0.0), atMost(3e-4), {kLeastViscosity}});
  return rows;
}
std::vector<LawRow> openEddyRows(const MethodRow& method) { return eddyRows(method, kEarth); }
std::vector<LawRow> closedEddyRows(const MethodRow& method) { return eddyRows(method, 0.0); }

/// Returns a box of liquid of each viscosity, 6 h wide: closed and weightless, or open and under gravity.
std::vector<double> measureEddies(const Trial& trial, bool open) {
  std::vector<double> measured;
  for (const double viscosity : {kEddyViscosities[0], kEddyViscosities[1], 0.0}) {
    const float height = open ? 4.f * kH : 2.f * kEddyHalf;
    WorldSpec spec = sceneOf(trial.method, {eddyLiquid(trial.method, viscosity, open ? kEarth : 0.0)},
                             open ? height : 0.f);
    if (!open) spec.settings.gravityY = 0.f;
    spec.bodies = {tankOf({2.f * kEddyHalf, open ? 2.f * height : height, 2.f * kEddyHalf}, 0.f, open)};
    spec.liquids = {boxOf({-kEddyHalf, 0.f, -kEddyHalf}, {kEddyHalf, height, kEddyHalf})};
    const auto bench = trial.bench(std::move(spec));
    bench->run(open ? 0.3 : 0.1);
    measured.push_back(eddyViscosity(*bench, kEddyHalf, 1));
  }
  return measured;
}
std::vector<double> measureOpenEddies(const Trial& trial) { return measureEddies(trial, true); }
std::vector<double> measureClosedEddies(const Trial& trial) { return measureEddies(trial, false); }

// Films on an incline: a channel with smooth side walls and a rough floor. Waves from its ends do not reach
// the middle within the measured time.
constexpr float kChannelWidth = 4.f * kH;
constexpr double kSettling = 0.4;                // time on the level floor [s]
constexpr double kSlope = 0.3;                   // sine of the slope [1]
constexpr double kFlowing = 9.0 / 60.0;          // time on the slope [s]
constexpr double kSeen = kFlowing - 0.5 / 60.0;  // middle of the last frame [s]

World filmWorld(const Trial& trial, std::vector<MaterialDefinition> liquids, const std::vector<float>& layers,
                float length) {
  const float depth = std::accumulate(layers.begin(), layers.end(), 0.f);
  WorldSpec spec = sceneOf(trial.method, std::move(liquids), depth);
  spec.settings.gravityY = static_cast<float>(-kEarth * std::sqrt(1.0 - kSlope * kSlope));
  spec.bodies = {roughFloor(), tankOf({length, 8.f * kH, kChannelWidth}, 0.f, true, -3.f * kH)};
  float floor = 0.f;
  for (std::size_t m = 0; m < layers.size(); ++m) {
    spec.liquids.push_back(boxOf({-0.5f * length, floor, -0.5f * kChannelWidth},
                                 {0.5f * length, floor + layers[m], 0.5f * kChannelWidth},
                                 static_cast<std::uint16_t>(m)));
    floor += layers[m];
  }
  World world = trial.world(std::move(spec));
  runTo(world, kSettling);
  setValue(world, "world.gravity_x", kSlope * kEarth);
  runTo(world, world.time() + kFlowing);
  return world;
}

/// A particle in the middle of the channel.
struct FilmPoint {
  double height, speed;  // [m, m/s]
  std::uint16_t material;
};
/// Returns the particles in the middle of the channel, from the floor up.
std::vector<FilmPoint> middleOf(const World& world) {
  std::vector<FilmPoint> points;
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    if (std::abs(p.position.x[i]) < 3.f * kH)
      points.push_back({double{p.position.y[i]}, double{world.frameVelocity(i).x}, p.material[i]});
  std::ranges::sort(points, {}, &FilmPoint::height);
  return points;
}

constexpr double kFilmViscosity = 0.005;
constexpr float kFilmDepth = 3.f * kH;

double meanOf(const std::vector<double>& values, double from, double to) {
  const auto n = static_cast<double>(values.size());
  const auto first = static_cast<std::size_t>(from * n), last = static_cast<std::size_t>(to * n);
  double sum = 0.0;
  for (std::size_t k = first; k < last; ++k) sum += values[k];
  return sum / static_cast<double>(last - first);
}

std::vector<LawRow> filmRows(const MethodRow& method) {
  const FilmLayer film{double{kFilmDepth}, cardViscosity(method, liquidOf(method, kFilmViscosity))};
  const std::vector<double> profile = filmProfile({&film, 1}, kSlope * kEarth, kSeen);
  return {{"speed of the highest quarter", "mm/s", 1000.0 * meanOf(profile, 0.75, 1.0), within(0.2)},
          {"speed of the lowest quarter", "mm/s", 1000.0 * meanOf(profile, 0.0, 0.25), within(0.2)}};
}

std::vector<double> measureFilm(const Trial& trial) {
  const World world = filmWorld(trial, {liquidOf(trial.method, kFilmViscosity)}, {kFilmDepth}, 24.f * kH);
  std::vector<double> speeds;
  for (const FilmPoint& point : middleOf(world)) speeds.push_back(1000.0 * point.speed);
  return {meanOf(speeds, 0.75, 1.0), meanOf(speeds, 0.0, 0.25)};
}

constexpr std::array kLayerViscosities{0.005, 0.0025};
constexpr float kLayerDepth = 2.f * kH;
constexpr double kLayerEdge = 0.3 * double{kH};  // part of a layer beside its faces that is left out [m]

std::vector<LawRow> inclineLayersRows(const MethodRow& method) {
  std::vector<FilmLayer> layers;
  for (const double viscosity : kLayerViscosities)
    layers.push_back({double{kLayerDepth}, cardViscosity(method, liquidOf(method, viscosity))});
  const std::vector<double> profile = filmProfile(layers, kSlope * kEarth, kSeen);
  const double slice = 2.0 * double{kLayerDepth} / static_cast<double>(profile.size());
  std::vector<LawRow> rows;
  for (std::size_t m = 0; m < layers.size(); ++m) {
    Line line;
    for (std::size_t k = 0; k < profile.size(); ++k) {
      const double y = (static_cast<double>(k) + 0.5) * slice - static_cast<double>(m) * double{kLayerDepth};
      if (y > kLayerEdge && y < double{kLayerDepth} - kLayerEdge) line.add(y, profile[k]);
    }
    rows.push_back({m == 0 ? "shear rate of the lower layer" : "shear rate of the upper layer", "1/s",
                    line.slope(), within(method.key == "mps" || method.key == "rasmussen" ? 0.2 : 0.25)});
  }
  return rows;
}

std::vector<double> measureInclineLayers(const Trial& trial) {
  std::vector<MaterialDefinition> liquids;
  for (const double viscosity : kLayerViscosities) liquids.push_back(liquidOf(trial.method, viscosity));
  const World world = filmWorld(trial, std::move(liquids), {kLayerDepth, kLayerDepth}, 26.f * kH);
  std::vector<Line> lines(2);
  for (const FilmPoint& point : middleOf(world)) {
    const double y = point.height - point.material * double{kLayerDepth};
    if (y > kLayerEdge && y < double{kLayerDepth} - kLayerEdge) lines[point.material].add(y, point.speed);
  }
  return {lines[0].slope(), lines[1].slope()};
}

}  // namespace

std::vector<Law> viscosityLaws() {
  return {{"eddy",
           "An eddy in an open tank decays by the viscosity of the card.",
           "Taylor and Green 1937: u = u0 exp(-2 nu k^2 t)",
           {},
           openEddyRows,
           measureOpenEddies},
          {"eddy_in_full_box",
           "An eddy in a box that liquid fills decays by the viscosity of the card.",
           "Taylor and Green 1937: u = u0 exp(-2 nu k^2 t)",
           {},
           closedEddyRows,
           measureClosedEddies},
          {"film",
           "A film starts down an incline as the exact solution says.",
           "Navier-Stokes: du/dt = g sin a + nu d2u/dy2, u(0) = 0",
           {},
           filmRows,
           measureFilm},
          {"incline_layers",
           "Two layers of different viscosity on an incline shear as the exact solution says.",
           "Navier-Stokes: du/dt = g sin a + d/dy(nu du/dy), u(0) = 0",
           {},
           inclineLayersRows,
           measureInclineLayers}};
}

}  // namespace ooze::verify
