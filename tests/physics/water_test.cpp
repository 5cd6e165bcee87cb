// Water at rest and in motion: a deep pool keeps its volume and lies still, a dam break ends flat. Lengths in
// h = 5 cm, times in paper frames of 1/30 s, unless stated otherwise; earth gravity.
#include "ooze/world/world.h"

#include "methods/clavet/material.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::water_test {
namespace {

constexpr float kH = 0.05f;               // interaction radius h [m]
constexpr float kFrame = 1.f / 30.f;      // duration of a frame of the paper [s]
constexpr float kSpeed = kH / kFrame;     // one h per frame [m/s]
constexpr float kContact = 0.2f;          // centres rest this far from a solid [h]
constexpr double kDeepCompression = 5.0;  // compression limit of the scene [%]

clavet::Material water() {
  clavet::Material m;
  m.stiffness = 0.06f, m.nearStiffness = 0.15f, m.volumeStiffness = 4.f;
  m.viscosityQuadratic = 0.15f;
  m.friction = 0.15f;
  return m;
}

/// Water in an open tank with its floor at y = 0, filled from its left end.
struct Basin {
  Vec3 tank;  ///< inner extents of the tank [h]; the height does not matter
  float length, depth;
  float substeps;  ///< number of substeps per frame; 0: automatic
  float friction = 0.15f;
};

World fill(const Basin& basin) {
  const auto metres = [](const Vec3& inH) { return kH * inH; };
  MaterialDefinition definition;
  definition.name = "water";
  definition.values = toValues<clavet::Material>(clavet::kParameters, water());
  definition.referenceRadius = 0.01f;
  LiquidVolume column;
  column.shape = makeBox(0.5f * metres({basin.length, basin.depth, basin.tank.z}));
  column.pose.position = 0.5f * metres({basin.length - basin.tank.x, basin.depth, 0.f});
  Body tank;
  tank.name = "tank";
  tank.shape = makeTank(0.5f * metres(basin.tank), true);
  tank.pose.position = {0.f, 0.5f * kH * basin.tank.y, 0.f};
  tank.friction = basin.friction;

  WorldSpec spec;
  spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
  spec.methodSettings = {.interactionRadius = kH,
                         .compressionLimit = 0.01f * static_cast<float>(kDeepCompression),
                         .compressionDepth = 10.f * kH};
  spec.materials = {definition};
  spec.liquids = {column};
  spec.bodies = {tank};
  spec.framesPerSecond = 30.0;
  spec.settings.substeps = basin.substeps;
  return World(spec, 2);
}

/// Returns the distance from the nearest side wall [h].
double fromSide(const Basin& basin, const Vec3& p) {
  return std::min(0.5f * basin.tank.x - std::abs(p.x) / kH, 0.5f * basin.tank.z - std::abs(p.z) / kH);
}

double meanInteriorDensity(const World& world, const Basin& basin) {
  const Particles& p = world.particles();
  double sum = 0.0;
  int count = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double fromTop = 0.9 * basin.depth - p.position.y[i] / kH;
    if (std::min({fromSide(basin, p.position[i]), fromTop, static_cast<double>(p.position.y[i] / kH)}) < 1.2)
      continue;
    sum += p.density[i], ++count;
  }
  return sum / count;
}

double rmsSpeed(const World& world) {
  const Vec3Array& v = world.particles().velocity;
  double sum = 0.0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += glm::dot(v[i], v[i]);
  return std::sqrt(sum / static_cast<double>(v.size())) / kSpeed;
}

/// Averages velocities over frames in cells of one h: noise cancels, convection remains.
class MeanFlow {
 public:
  explicit MeanFlow(const Basin& basin) : basin_(basin) {}

  void add(const World& world) {
    const Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Vec3 at = p.position[i] / kH + Vec3(0.5f * basin_.tank.x, 0.f, 0.5f * basin_.tank.z);
      const auto cell = [](float v) { return static_cast<std::size_t>(std::clamp(v, 0.f, 31.f)); };
      const Vec3 v = p.velocity[i] / kSpeed;
      add(cells_[(cell(at.x) * 32 + cell(at.y)) * 32 + cell(at.z)], v);
      const double side = fromSide(basin_, p.position[i]);
      if (side < 0.6) add(walls_, v);
      if (side > 2.0) add(core_, v);
    }
  }
  /// Returns the rms of the averaged velocity over the liquid [h/frame].
  [[nodiscard]] double rms() const {
    double squares = 0.0, count = 0.0;
    for (const Sum& cell : cells_)
      if (cell.count > 0.0)
        squares += glm::dot(cell.velocity, cell.velocity) / cell.count, count += cell.count;
    return std::sqrt(squares / count);
  }
  /// Returns the mean vertical velocity beside the side walls, or far from them [h/frame].
  [[nodiscard]] double alongWalls() const { return walls_.velocity.y / walls_.count; }
  [[nodiscard]] double inCore() const { return core_.velocity.y / core_.count; }

 private:
  struct Sum {
    glm::dvec3 velocity{0.0};
    double count = 0.0;
  };
  static void add(Sum& sum, const Vec3& v) { sum.velocity += glm::dvec3(v), sum.count += 1.0; }

  Basin basin_;
  std::vector<Sum> cells_{std::vector<Sum>(32 * 32 * 32)};
  Sum walls_, core_;
};

TEST(Water, APoolTenRadiiDeepKeepsItsVolumeAndLiesStill) {
  const Basin basin{.tank = {8.f, 20.f, 8.f}, .length = 8.f, .depth = 10.f, .substeps = 16.f};
  World world = fill(basin);
  while (world.frameIndex() < 40) world.advanceFrame();
  MeanFlow flow(basin);
  double density = 0.0, speed = 0.0;
  constexpr int kFrames = 12;
  for (int f = 0; f < kFrames; ++f) {
    world.advanceFrame();
    flow.add(world);
    density += meanInteriorDensity(world, basin) / world.restDensity(0) / kFrames;
    speed += rmsSpeed(world) / kFrames;
  }
  EXPECT_NEAR(density, 1.0, 0.01 * kDeepCompression);
  EXPECT_LT(speed, 0.05);
  EXPECT_LT(flow.rms(), 0.025);
  EXPECT_LT(std::abs(flow.alongWalls()), 0.01);
  EXPECT_LT(std::abs(flow.inCore()), 0.01);
  RecordProperty("density_over_rest", std::to_string(density));
  RecordProperty("rms_speed", std::to_string(speed));
  RecordProperty("rms_of_mean_flow", std::to_string(flow.rms()));
}

TEST(Water, DoesNotSinkAlongSmoothWalls) {
  // Without friction, a wall with too little pressure shows at once: the layer beside such a wall sank at
  // 0.33.
  const Basin basin{.tank = {6.f, 20.f, 6.f}, .length = 6.f, .depth = 8.f, .substeps = 0.f, .friction = 0.f};
  World world = fill(basin);
  while (world.frameIndex() < 40) world.advanceFrame();
  MeanFlow flow(basin);
  for (int f = 0; f < 40; ++f) {
    world.advanceFrame();
    flow.add(world);
    EXPECT_LE(world.substeps(), 16);
  }
  EXPECT_LT(flow.rms(), 0.05);
  EXPECT_LT(std::abs(flow.alongWalls()), 0.03);
  RecordProperty("rms_of_mean_flow", std::to_string(flow.rms()));
  RecordProperty("along_walls", std::to_string(flow.alongWalls()));
}

class DamBreak : public testing::Test {
 protected:
  /// Returns the front: the 98 % quantile of x, from the left end [h].
  [[nodiscard]] double front() const {
    std::vector<float> x = world_.particles().position.x;
    const auto last = x.begin() + static_cast<std::ptrdiff_t>(0.98 * static_cast<double>(x.size()));
    std::nth_element(x.begin(), last, x.end());
    return *last / kH + 0.5 * basin_.tank.x;
  }
  /// Returns the surface heights of columns one h wide, ascending [h]: the 97 % quantile of the particles'
  /// heights.
  [[nodiscard]] std::vector<double> heights() const {
    const Particles& p = world_.particles();
    std::vector<std::vector<double>> columns(static_cast<std::size_t>(basin_.tank.x));
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double x = p.position.x[i] / kH + 0.5 * basin_.tank.x;
      columns[std::min(columns.size() - 1, static_cast<std::size_t>(x))].push_back(p.position.y[i] / kH);
    }
    std::vector<double> tops;
    for (auto& column : columns) {
      std::sort(column.begin(), column.end());
      tops.push_back(column.empty() ? 0.0 : column[column.size() * 97 / 100]);
    }
    std::sort(tops.begin(), tops.end());
    return tops;
  }
  /// Returns the fraction of the particles in the floor's first layer.
  [[nodiscard]] double floorShare() const {
    const Particles& p = world_.particles();
    const double below = (kContact + 0.5 * spacing()) * kH;
    return static_cast<double>(
               std::count_if(p.position.y.begin(), p.position.y.end(), [&](float y) { return y < below; })) /
           static_cast<double>(p.size());
  }
  [[nodiscard]] double spacing() const { return world_.restSpacing(0) / kH; }

  Basin basin_{.tank = {16.f, 30.f, 5.f}, .length = 5.f, .depth = 10.f, .substeps = 10.f};
  World world_{fill(basin_)};
};

TEST_F(DamBreak, RunsAsFastAsTheoryAllowsAndEndsFlat) {
  // Measures the time in which the front runs from 8 h to 14 h.
  double start = 0.0, end = 0.0;
  while (world_.frameIndex() < 150) {
    world_.advanceFrame();
    const double frame = static_cast<double>(world_.frameIndex());
    if (start == 0.0 && front() > 8.0) start = frame;
    if (end == 0.0 && front() > 14.0) end = frame;
  }
  ASSERT_GT(end, start);
  const double wave = std::sqrt(9.81 * kH * basin_.depth) / kSpeed;
  const double speed = 6.0 / (end - start);
  // Ritter's front on a dry floor runs at 2 sqrt(g H) in the limit, with the depth H behind the dam; a short
  // column stays below this speed.
  EXPECT_GT(speed, 0.9 * wave);
  EXPECT_LT(speed, 2.0 * wave);

  const auto tops = heights();
  EXPECT_LT(tops[tops.size() * 9 / 10] - tops[tops.size() / 10], 1.0);
  const double depth = basin_.length * basin_.depth / basin_.tank.x;
  EXPECT_NEAR(tops[tops.size() / 2], depth - 0.5 * spacing(), 0.15 * depth);
  const double excess = floorShare() - spacing() / depth;
  EXPECT_LT(excess, 0.12);
  EXPECT_GT(excess, -0.05);
  RecordProperty("front_over_wave", std::to_string(speed / wave));
  RecordProperty("spread_of_surface", std::to_string(tops[tops.size() * 9 / 10] - tops[tops.size() / 10]));
  RecordProperty("floor_excess", std::to_string(excess));
}

}  // namespace
}  // namespace ooze::water_test
