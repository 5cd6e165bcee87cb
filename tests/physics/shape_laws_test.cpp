// Laws of liquids that SPH with shape matching obeys: volume, rest, flow on an incline, and energy.
#include "ooze/geometry/sampling.h"
#include "ooze/geometry/signed_distance.h"

#include "methods/shape_matching/shape_matching.h"
#include "physics/liquid_bench.h"

#include <cmath>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ooze::shape_laws_test {
namespace {

using shape_matching::Material;

constexpr float kH = 0.01f;  // interaction radius h [m]

/// Liquid of one material, with solids and gravity, in steps as a world chooses them at 60 frames a second.
class ShapeBench {
 public:
  ShapeBench(const Material& material, float depth, const Vec3& gravity, std::vector<Body> solids)
      : settings_{.interactionRadius = kH, .deepestColumn = depth}, liquid_(settings_), gravity_(gravity) {
    bodies_.list = std::move(solids);
    definition_.values = toValues<Material>(shape_matching::kParameters, material);
    definition_.density = 1000.f, definition_.referenceRadius = kH;
    liquid_.setGravity(gravity);
    liquid_.setMaterials({&definition_, 1});
  }
  void fill(const ShapePtr& shape, const Vec3& centre) {
    Pose pose;
    pose.position = centre;
    LiquidSeeds seeds;
    seeds.positions =
        fillVolume(*shape, pose, shape_matching::kSpacing * kH, Sampling::BlueNoise, 1, 0.f, 100'000);
    seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
    liquid_.insert(seeds);
  }
  void run(double seconds) {
    for (const double end = time_ + seconds; time_ < end - 1e-6;) {
      float fastest = 0.f;
      for (std::size_t i = 0; i < particles().size(); ++i)
        fastest = std::max(fastest, glm::length(particles().velocity[i]));
      float longest = shape_matching::stableStep(settings_, {&definition_, 1}, gravity_).seconds;
      if (fastest > 0.f) longest = std::min(longest, 0.4f * kH / fastest);
      const float dt = 1.f / 60.f / std::ceil(1.f / 60.f / longest - 1e-4f);
      StepContext context{bodies_, threads_, timer_, steps_++, gravity_};
      liquid_.step(dt, context);
      time_ += dt;
    }
  }
  [[nodiscard]] Particles& particles() { return liquid_.liquid().particles; }
  /// Returns the mean of a function of position and velocity over all particles.
  template <class F>
  [[nodiscard]] double mean(const F& f) {
    double sum = 0.0;
    for (std::size_t i = 0; i < particles().size(); ++i)
      sum += f(particles().position[i], particles().velocity[i]);
    return sum / static_cast<double>(particles().size());
  }
  [[nodiscard]] double energy() {
    return mean([](const Vec3&, const Vec3& v) { return 0.5 * static_cast<double>(glm::dot(v, v)); });
  }
  template <class F>
  void setVelocities(const F& velocity) {
    for (std::size_t i = 0; i < particles().size(); ++i)
      particles().velocity.set(i, velocity(particles().position[i]));
  }

 private:
  MethodSettings settings_;
  shape_matching::ShapeMatching liquid_;
  MaterialDefinition definition_;
  Bodies bodies_;
  Vec3 gravity_;
  const Threads threads_{1};
  StageTimer timer_;
  double time_ = 0.0;
  std::uint64_t steps_ = 0;
};

Material liquidOf(float viscosity) {
  Material m;
  m.alpha = 1.f, m.viscosity = viscosity;
  return m;
}

TEST(ShapeLaws, ThinLiquidKeepsItsVolumeInATankAndRests) {
  constexpr float kWidth = 4.5f * kH, kDepth = 6.f * kH;
  ShapeBench b(
      liquidOf(0.f), kDepth, {0.f, -test::kEarth, 0.f},
      {test::solid("tank", makeTank({0.5f * kWidth, kDepth, 0.5f * kWidth}, true), {0.f, kDepth, 0.f})});
  b.fill(makeBox({0.5f * kWidth, 0.5f * kDepth, 0.5f * kWidth}), {0.f, 0.5f * kDepth, 0.f});
  b.run(2.0);
  const double volume =
      static_cast<double>(b.particles().size()) * std::pow(double{shape_matching::kSpacing * kH}, 3.0);
  const double level = 2.0 * b.mean([](const Vec3& p, const Vec3&) { return double{p.y}; });
  EXPECT_NEAR(level * double{kWidth} * double{kWidth} / volume, 1.0, 0.02);
  EXPECT_LT(std::sqrt(2.0 * b.energy()), 0.004);
}

TEST(ShapeLaws, AFilmOnAnInclineFlowsAsThick) {
  constexpr double kViscosity = 0.006, kTilt = 0.25;  // [m^2/s], [rad]
  constexpr float kThickness = 3.f * kH, kLength = 50.f * kH, kWidth = 3.f * kH;
  Material m = liquidOf(1000.f * static_cast<float>(kViscosity));
  m.friction = 1.f;
  const auto wall = [](const char* name, float side) {
    Body b = test::solid(name, makePlane({0.f, 0.f, side}), {0.f, 0.f, -0.5f * side * kWidth});
    b.friction = b.stickiness = 0.f;
    return b;
  };
  const double along = double{test::kEarth} * std::sin(kTilt);
  ShapeBench b(m, kThickness,
               {static_cast<float>(along), -test::kEarth * static_cast<float>(std::cos(kTilt)), 0.f},
               {test::solid("floor", makePlane({0.f, 1.f, 0.f})), wall("back", 1.f), wall("front", -1.f)});
  b.fill(makeBox({0.5f * kLength, 0.5f * kThickness, 0.5f * kWidth}), {0.f, 0.5f * kThickness, 0.f});
  b.run(0.35);
  const double middle = b.mean([](const Vec3& p, const Vec3&) { return double{p.x}; });
  double sum[2] = {}, expected[2] = {};
  for (std::size_t i = 0; i < b.particles().size(); ++i) {
    const Vec3 p = b.particles().position[i];
    if (std::abs(double{p.x} - middle) > 6.0 * double{kH}) continue;
    const double thickness = double{kThickness}, y = std::min(double{p.y}, thickness);
    const int part = y < 0.25 * thickness ? 0 : y > 0.75 * thickness ? 1 : -1;
    if (part < 0) continue;
    sum[part] += double{b.particles().velocity[i].x};
    expected[part] += along / kViscosity * (thickness * y - 0.5 * y * y);
  }
  EXPECT_NEAR(sum[0] / expected[0], 1.0, 0.2) << "in the lowest quarter";
  EXPECT_NEAR(sum[1] / expected[1], 1.0, 0.2) << "at the top";
}

TEST(ShapeLaws, DropsThatMeetGainNoEnergy) {
  ShapeBench b(liquidOf(0.f), 0.f, {}, {});
  for (const float side : {-1.f, 1.f}) b.fill(makeSphere(2.5f * kH), {side * 3.3f * kH, 0.f, 0.f});
  b.run(0.4);  // fresh packings come to rest
  b.setVelocities([](const Vec3& p) { return Vec3(p.x < 0.f ? 0.4f : -0.4f, 0.f, 0.f); });
  const double first = b.energy();
  for (int frame = 0; frame < 30; ++frame) {
    b.run(1.0 / 60.0);
    ASSERT_LT(b.energy(), 1.03 * first) << "frame " << frame;
  }
}

}  // namespace
}  // namespace ooze::shape_laws_test
