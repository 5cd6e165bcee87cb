// Scene `clavet_oscillating_drop`: a stretched drop oscillates about the sphere and comes to rest as a
// sphere.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/recorded_run.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::oscillating_drop_test {
namespace {

/// An ellipsoid with the same second moments as the liquid.
struct Shape {
  double along;    ///< semi-axis along x, on which the scene stretches the drop [m]
  double across;   ///< mean semi-axis over y and z [m]
  double longest;  ///< longest semi-axis of the ellipsoid [m]
  double shortest;
  double radius;  ///< radius of the sphere with the same second moment [m]

  /// Returns the anisotropy: positive for a prolate drop, negative for an oblate drop.
  [[nodiscard]] double anisotropy() const { return (along - across) / (along + across); }
};

Shape shapeOf(const World& world) {
  const Particles& p = world.particles();
  const glm::dvec3 centre = world.statistics().centroid;
  Eigen::Matrix3d moment = Eigen::Matrix3d::Zero();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const glm::dvec3 d = glm::dvec3(p.position[i]) - centre;
    const Eigen::Vector3d r(d.x, d.y, d.z);
    moment += r * r.transpose();
  }
  moment *= 5.0 / static_cast<double>(p.size());  // a solid ellipsoid's mean of x^2 is a^2 / 5
  const Eigen::Vector3d axes = Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(moment).eigenvalues();
  return {std::sqrt(moment(0, 0)), std::sqrt(0.5 * (moment(1, 1) + moment(2, 2))), std::sqrt(axes(2)),
          std::sqrt(axes(0)), std::sqrt(moment.trace() / 3.0)};
}

class OscillatingDrop : public testing::TestWithParam<Detail> {};

TEST_P(OscillatingDrop, SwingsThroughTheSphereAtLeastTwiceAndEndsWithinFivePercentOfIt) {
  const Scene scene = loadScene("clavet_oscillating_drop", GetParam());
  // Recordings exist at coarse detail only.
  test::RecordedRun run =
      GetParam() == Detail::Coarse ? test::RecordedRun(scene.name) : test::RecordedRun(World(scene.world));
  const World& world = run.world();
  const double h = scene.world.methodSettings.interactionRadius;
  const glm::dvec3 start = world.statistics().centroid;
  const Shape first = shapeOf(world);
  // 1400 particles of blue noise reproduce each axis within about 1 %.
  EXPECT_NEAR(first.longest / first.shortest, 1.4, 0.03);

  // Extreme anisotropy of each swing. A swing counts once it exceeds the noise of the particles' positions.
  constexpr double kNoise = 0.015;
  std::vector<double> swings{first.anisotropy()};
  double fattest = first.radius;
  while (world.time() < scene.duration) {
    run.advanceFrame();
    const Shape now = shapeOf(world);
    fattest = std::max(fattest, now.radius);
    const double a = now.anisotropy();
    if (a * swings.back() < 0.0 && std::abs(a) > kNoise) swings.push_back(a);
    if (a * swings.back() > 0.0 && std::abs(a) > std::abs(swings.back())) swings.back() = a;
  }

  ASSERT_GE(swings.size(), 3u) << "the sign changes once per swing after the first";
  for (std::size_t i = 1; i < swings.size(); ++i)
    EXPECT_LT(std::abs(swings[i]), std::abs(swings[i - 1])) << "swing " << i;
  EXPECT_LT(std::abs(swings[2]), 0.5 * std::abs(swings[0]));

  const Shape last = shapeOf(world);
  EXPECT_LT(last.longest / last.shortest, 1.05);
  // Volume is conserved. The initial disorder may expand the drop by a few percent before it contracts.
  EXPECT_NEAR(last.radius, 0.03, 0.03 * 0.03);
  EXPECT_LT(fattest, 1.06 * 0.03);
  // No external force acts: pairs move each other by equal amounts, so only rounding may move the centroid.
  EXPECT_LT(glm::length(world.statistics().centroid - start), 0.01 * h);
  RecordProperty("second_swing", std::to_string(swings[1]));
  RecordProperty("third_swing", std::to_string(swings[2]));
  RecordProperty("final_ratio", std::to_string(last.longest / last.shortest));
}

INSTANTIATE_TEST_SUITE_P(All, OscillatingDrop, testing::Values(Detail::Coarse, Detail::Medium),
                         [](const auto& tested) {
                           return tested.param == Detail::Coarse ? "Coarse" : "Medium";
                         });

}  // namespace
}  // namespace ooze::oscillating_drop_test
