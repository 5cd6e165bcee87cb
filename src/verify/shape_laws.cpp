// Laws of outflow, of the drawn surface, of elastic solids and of surface tension.
#include "ooze/surface/surface_builder.h"

#include "verify/law.h"
#include "verify/measures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace ooze::verify {
namespace {

Body block(const char* name, const Vec3& lower, const Vec3& upper) {
  Body body =
      makeBody(name, {.kind = SolidShape::SolidKind::Box, .size = 0.5f * (upper - lower)}, Motion::Static);
  body.pose.position = body.previousPose.position = 0.5f * (lower + upper);
  body.friction = body.stickiness = 0.f;
  return body;
}

// A slit in the floor of a tank, a quarter of the tank's width.
constexpr float kOutflowWidth = 8.f * kH, kSlit = 2.f * kH, kOutflowBreadth = 4.f * kH, kHead = 10.f * kH;
constexpr double kFirstHead = 0.85 * double{kHead}, kLastHead = 0.5 * double{kHead};
constexpr double kContraction = 0.619;  // of a slit as wide as a quarter of the tank

/// Returns the time in which the level falls from the first to the last head, by Bernoulli's law with the
/// speed of the level: dH/dt = -s sqrt(2 g H / (1 - s^2)), s = C b / B [s].
double fallTime(double contraction) {
  const double share = contraction * double{kSlit / kOutflowWidth};
  const double factor = share * std::sqrt(2.0 * kEarth / (1.0 - share * share));
  return 2.0 * (std::sqrt(kFirstHead) - std::sqrt(kLastHead)) / factor;
}

std::vector<LawRow> outflowRows(const MethodRow&) {
  return {{"coefficient of contraction", "1", kContraction, within(0.15)}};
}

std::vector<double> measureOutflow(const Trial& trial) {
  WorldSpec spec = sceneOf(trial.method, {liquidOf(trial.method, 0.0)}, kHead);
  const float x = 0.5f * kOutflowWidth, z = 0.5f * kOutflowBreadth, wall = 2.f * kH, top = 1.5f * kHead;
  const float sill = -kH;  // thickness of the floor, half of the slit's width
  spec.bodies = {block("left", {-x - wall, sill, -z - wall}, {-x, top, z + wall}),
                 block("right", {x, sill, -z - wall}, {x + wall, top, z + wall}),
                 block("back", {-x - wall, -8.f * kH, -z - wall}, {x + wall, top, -z}),
                 block("front", {-x - wall, -8.f * kH, z}, {x + wall, top, z + wall}),
                 block("left floor", {-x - wall, sill, -z - wall}, {-0.5f * kSlit, 0.f, z + wall}),
                 block("right floor", {0.5f * kSlit, sill, -z - wall}, {x + wall, 0.f, z + wall})};
  spec.domain = Aabb{Vec3(-x - wall, -6.f * kH, -z - wall), Vec3(x + wall, top + kHead, z + wall)};
  spec.framesPerSecond = 240.0;
  spec.liquids = {boxOf({-x, 0.f, -z}, {x, kHead, z})};
  World world = trial.world(std::move(spec));
  const auto head = [&] {
    std::size_t above = 0;
    for (std::size_t i = 0; i < world.particles().size(); ++i) above += world.particles().position[i].y > 0.f;
    return static_cast<double>(above) * std::pow(double{world.restSpacing(0)}, 3.0) /
           double{kOutflowWidth * kOutflowBreadth};
  };
  double first = 0.0, last = 0.0, before = head(), at = 0.0;
  while (last == 0.0 && world.time() < 2.0) {
    world.advanceFrame();
    const double now = head();
    const auto crossing = [&](double level) {
      return before > level && now <= level ? at + (world.time() - at) * (before - level) / (before - now)
                                            : 0.0;
    };
    if (first == 0.0) first = crossing(kFirstHead);
    if (last == 0.0) last = crossing(kLastHead);
    before = now, at = world.time();
  }
  if (last <= first) return {0.0};
  // Finds the contraction that gives the measured time.
  double low = 0.01, high = 3.9;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    (fallTime(middle) > last - first ? low : high) = middle;
  }
  return {low};
}

std::vector<LawRow> drawnRows(const MethodRow&) {
  return {{"volume of the drawn surface over the liquid's, 3 s after a dam break", "1", 1.0, within(0.03)}};
}

std::vector<double> measureDrawn(const Trial& trial) {
  const Vec3 column(6.f * kH, 6.f * kH, 4.f * kH);
  WorldSpec spec = sceneOf(trial.method, {liquidOf(trial.method, 0.0)}, column.y);
  spec.bodies = {tankOf({2.f * column.x, 3.f * column.y, column.z}, 0.f)};
  spec.liquids = {boxOf({-column.x, 0.f, -0.5f * column.z}, {0.f, column.y, 0.5f * column.z})};
  World world = trial.world(std::move(spec));
  runTo(world, 3.0);
  const std::vector<SurfaceWall> walls = surfaceWalls(world.bodies().list);
  std::vector<Vec3> positions;
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    positions.push_back(world.particles().position[i]);
  SurfaceParticles particles;
  particles.positions = positions;
  particles.walls = walls;
  particles.levelSet = world.method().view().surface;
  SurfaceBuilder builder;
  const SurfaceMesh& mesh =
      builder.build(particles, {.interactionRadius = kH, .spacing = world.restSpacing(0)}, Threads(1));
  return {enclosedVolume(mesh) / double{column.x * column.y * column.z}};
}

constexpr float kSlabHeight = 4.f * kH, kHeld = 1.f * kH;  // whole height, and the frozen part
constexpr double kShear = 0.1;                             // shear strain at the floor [1]

MaterialDefinition jellyOf(const MethodRow& method) {
  MaterialDefinition jelly = weightlessLiquidOf(method, 5e-4);
  setParameter(method, jelly, "alpha", 0.f);
  return jelly;
}
double cardModulus(const MethodRow& method) {
  return cardValue(method, jellyOf(method), "alpha", "shear modulus");
}

std::vector<LawRow> modulusRows(const MethodRow& method) {
  return {{"shear modulus", "Pa", cardModulus(method), within(0.15), {"shear modulus"}}};
}

/// Shears a slab by its weight along the floor. The displacement is (rho a / G) (H y - y^2 / 2).
std::vector<double> measureModulus(const Trial& trial) {
  const Vec3 half(6.f * kH, 0.5f * kSlabHeight, 3.f * kH);
  const double height = double{kSlabHeight - kHeld};
  const double pull = std::min(30.0, kShear * cardModulus(trial.method) / (1000.0 * height));
  WorldSpec spec = sceneOf(trial.method, {jellyOf(trial.method)}, 0.f);
  spec.settings.gravityY = 0.f;
  spec.liquids = {boxOf({-half.x, 0.f, -half.z}, {half.x, kSlabHeight, half.z})};
  World world = trial.world(std::move(spec));
  constexpr float kGreat = 10.f;  // radius of the ball whose top freezes the lowest layer [m]
  world.submit(FreezeBall{{0.f, kHeld - kGreat, 0.f}, kGreat});
  runTo(world, 0.2);
  const auto byId = [&] {
    std::vector<Vec3> places(world.particles().nextId);
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      places[world.particles().id[i]] = world.particles().position[i];
    return places;
  };
  const std::vector<Vec3> rest = byId();
  setValue(world, "world.gravity_x", pull);
  runTo(world, 0.9);
  double square = 0.0, product = 0.0;
  runTo(world, 1.4, [&] {
    const std::vector<Vec3> now = byId();
    for (std::size_t id = 0; id < rest.size(); ++id) {
      const double y = double{rest[id].y - kHeld};
      if (y <= 0.0 || std::abs(rest[id].x) > 3.f * kH) continue;
      const double shape = 1000.0 * pull * (height * y - 0.5 * y * y);
      square += shape * shape, product += shape * double{now[id].x - rest[id].x};
    }
  });
  return {square / product};
}

constexpr std::array kDropRadii{3.f, 5.f};  // radii of the drops [h]
constexpr float kTension = 0.072f;          // of the drop, in methods that take it [N/m]

/// Returns true if a parameter of the method is the surface tension.
bool hasTension(const MethodRow& method) {
  return findParameter(method.parameters(), "tension") < method.parameters().size();
}

MaterialDefinition drop(const MethodRow& method) {
  MaterialDefinition liquid = liquidOf(method, 0.0);
  if (hasTension(method)) setParameter(method, liquid, "tension", kTension);
  return liquid;
}
double tensionOf(const MethodRow& method) {
  return hasTension(method) ? double{kTension}
                            : cardValue(method, drop(method), "stiffness", "surface tension");
}
double rayleighFrequency(const MethodRow& method, float radius) {
  return std::sqrt(8.0 * tensionOf(method) / (1000.0 * std::pow(double{radius * kH}, 3.0)));
}

std::vector<LawRow> dropRows(const MethodRow& method) {
  std::vector<LawRow> rows;
  for (const float radius : kDropRadii) {
    rows.push_back({fmt::format("period of a drop, R = {:g} h", radius), "s",
                    2.0 * std::numbers::pi / rayleighFrequency(method, radius), within(0.1)});
    if (method.key == "clavet")
      rows.push_back({fmt::format("surface tension, from the period, R = {:g} h", radius),
                      "N/m",
                      tensionOf(method),
                      within(0.2),
                      {"surface tension"}});
    if (hasTension(method))
      rows.push_back({fmt::format("mean pressure inside, R = {:g} h", radius),
                      "Pa",
                      2.0 * tensionOf(method) / double{radius * kH},
                      within(0.2),
                      {"pressure inside a drop of 1 cm"}});
  }
  return rows;
}

std::vector<double> measureDrop(const Trial& trial) {
  std::vector<double> measured;
  for (const float radius : kDropRadii) {
    const double frequency = rayleighFrequency(trial.method, radius);
    WorldSpec spec = sceneOf(trial.method, {drop(trial.method)}, 0.f);
    spec.settings.gravityY = 0.f;
    LiquidVolume ball = dropOf(Vec3(0.f), radius * kH);
    ball.scale = {1.2f, 0.9129f, 0.9129f};
    spec.liquids = {ball};
    World world = trial.world(std::move(spec));
    const bool hasPressure = hasTension(trial.method);
    std::vector<double> stretches;
    double pressure = 0.0, count = 0.0;
    runTo(world, 1.25 * 2.0 * std::numbers::pi / frequency, [&] {
      stretches.push_back(elongation(world));
      if (!hasPressure) return;
      const std::vector<float> pressures =
          world.method().gather("pressure", 1.f / 60.f / static_cast<float>(world.substeps()));
      for (std::size_t i = 0; i < pressures.size(); ++i)
        if (glm::length(Vec3(world.particles().position[i])) < 0.5f * radius * kH)
          pressure += double{pressures[i]}, count += 1.0;
    });
    const Swing swing =
        fitSwing(stretches, 1.0 / 60.0, frequency, {.lowest = 0.3, .highest = 2.5, .mostDecay = 0.8});
    measured.push_back(2.0 * std::numbers::pi / swing.omega);
    if (trial.method.key == "clavet")
      measured.push_back(swing.omega * swing.omega * 1000.0 * std::pow(double{radius * kH}, 3.0) / 8.0);
    if (hasPressure) measured.push_back(pressure / count);
  }
  return measured;
}

std::vector<LawRow> joiningRows(const MethodRow&) {
  return {{"axis ratio after 2 s", "1", 1.0, atMost(1.15)}};
}

std::vector<double> measureJoining(const Trial& trial) {
  MaterialDefinition liquid = weightlessLiquidOf(trial.method, 3e-4);
  if (hasTension(trial.method)) setParameter(trial.method, liquid, "tension", kTension);
  if (trial.method.key == "steele") setParameter(trial.method, liquid, "cohesion", 40.f);
  WorldSpec spec = sceneOf(trial.method, {liquid}, 0.f);
  spec.settings.gravityY = 0.f;
  for (const float side : {-1.f, 1.f})
    spec.liquids.push_back(dropOf({side * 1.6f * kH, 0.f, 0.f}, 1.6f * kH));
  World world = trial.world(std::move(spec));
  runTo(world, 2.0);
  const double ratio = (1.0 + elongation(world)) / (1.0 - elongation(world));
  return {std::max(ratio, 1.0 / ratio)};
}

// A column of water as wide as high collapses beside a wall.
constexpr float kColumn = 6.f * kH;
constexpr double kNearFront = 2.0, kFarFront = 3.5;  // measured places of the front, in widths of the column

std::vector<LawRow> frontRows(const MethodRow&) {
  return {{"speed of the front over sqrt(g a)", "1", 1.33, within(0.15)}};
}

std::vector<double> measureFront(const Trial& trial) {
  MaterialDefinition water = liquidOf(trial.method, 0.0);
  // On grids the friction of the liquid holds at every solid, and the friction of solids has no effect. Water
  // does not slip on the floor of the experiment.
  if (trial.method.key == "rasmussen") setParameter(trial.method, water, "friction", 1.f);
  WorldSpec spec = sceneOf(trial.method, {std::move(water)}, kColumn);
  spec.framesPerSecond = 240.0;
  const Vec3 tank(6.f * kColumn, 2.f * kColumn, 4.f * kH);
  spec.bodies = {tankOf(tank, 0.15f)};
  const float left = -0.5f * tank.x;
  spec.liquids = {boxOf({left, 0.f, -0.5f * tank.z}, {left + kColumn, kColumn, 0.5f * tank.z})};
  World world = trial.world(std::move(spec));
  // Single drops run ahead of the front.
  const auto front = [&] {
    std::vector<float> places;
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      places.push_back(world.particles().position[i].x);
    const auto at = places.end() - 1 - static_cast<std::ptrdiff_t>(places.size() / 200);
    std::nth_element(places.begin(), at, places.end());
    return double{(*at - left) / kColumn};
  };
  double nearTime = 0.0, time = 0.0;
  while (world.time() < 1.0) {
    world.advanceFrame();
    time = world.time();
    const double place = front();
    if (nearTime == 0.0 && place > kNearFront) nearTime = time;
    if (place > kFarFront) break;
  }
  if (nearTime == 0.0 || time <= nearTime) return {0.0};
  return {(front() - kNearFront) / (time - nearTime) * std::sqrt(double{kColumn} / kEarth)};
}

MaterialDefinition draggedLiquid(const MethodRow& method) {
  MaterialDefinition liquid = liquidOf(method, 0.0);
  setParameter(method, liquid, "drag", 1.f);
  return liquid;
}

std::vector<LawRow> dragRows(const MethodRow& method) {
  return {{"terminal speed of a lone particle",
           "m/s",
           cardValue(method, draggedLiquid(method), "drag", "terminal speed"),
           within(0.02),
           {"terminal speed of a single particle"}}};
}

std::vector<double> measureDrag(const Trial& trial) {
  WorldSpec spec = sceneOf(trial.method, {draggedLiquid(trial.method)}, 0.f);
  const float spacing = trial.method.restSpacing(spec.methodSettings, spec.materials[0]);
  spec.liquids = {boxOf(Vec3(-0.5f * spacing), Vec3(0.5f * spacing))};
  spec.liquids[0].sampling = Sampling::Lattice;
  World world = trial.world(std::move(spec));
  runTo(world, 1.0);
  const double start = world.statistics().centroid.y;
  runTo(world, 1.2);
  return {(start - world.statistics().centroid.y) / 0.2};
}

}  // namespace

std::vector<Law> shapeLaws() {
  return {{"outflow",
           "Liquid runs out through a slit in the floor with the contraction of a free jet.",
           "von Mises 1917: C = 0.619 at b / B = 1/4; dH/dt by Bernoulli",
           {},
           outflowRows,
           measureOutflow},
          {"drawn_surface",
           "The drawn surface encloses the liquid's volume.",
           "conservation of volume",
           {},
           drawnRows,
           measureDrawn},
          {"shear_modulus",
           "Jelly yields to shear by the modulus of the card.",
           "Hooke: u = (rho a / G) (H y - y^2 / 2)",
           {"shape_matching"},
           modulusRows,
           measureModulus},
          {"drop",
           "A drop oscillates by its surface tension.",
           "Rayleigh 1879: omega^2 = 8 sigma / (rho R^3); Laplace: p = 2 sigma / R",
           {"clavet", "mps", "rasmussen"},
           dropRows,
           measureDrop},
          {"joining_drops",
           "Two touching drops become a ball.",
           "Laplace: surface tension makes the surface least",
           {"clavet", "steele", "mps", "rasmussen"},
           joiningRows,
           measureJoining},
          {"dam_front",
           "The front of a dam break runs as fast as in the experiment.",
           "Martin and Moyce 1952, n^2 = 1: dz / dT = 1.33",
           {},
           frontRows,
           measureFront},
          {"drag",
           "A lone particle falls at the speed of the card.",
           "Premoze et al. 2003, eq. 40 to 42",
           {"mps"},
           dragRows,
           measureDrag}};
}

}  // namespace ooze::verify
