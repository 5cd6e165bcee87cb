// The scenes of SPH with shape matching do what their cards say.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "fixtures/commands.h"
#include "scenes/liquid_parts.h"
#include "scenes/recorded_run.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <utility>
#include <vector>

namespace ooze::shape_matching_scenes_test {
namespace {

std::vector<std::size_t> allParticles(const World& world) {
  std::vector<std::size_t> all(world.particles().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

/// Returns the mean heights over the floor by material [m].
std::vector<double> heights(const World& world, std::size_t materials) {
  std::vector<double> sum(materials), count(materials);
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    const std::uint16_t m = world.particles().material[i];
    sum[m] += static_cast<double>(world.particles().position[i].y), count[m] += 1.0;
  }
  for (std::size_t m = 0; m < materials; ++m) sum[m] /= count[m];
  return sum;
}

// Figure 3: cubes of 70 mm. The more fluid, the lower they end, and a cube without fluidity recovers
// completely.
TEST(ShapeMatchingCubeAlpha, TheMoreFluidTheLower) {
  test::RecordedRun run("shape_matching_cube_alpha");
  const World& world = run.world();
  run.advanceTo(120);
  const std::vector<double> early = heights(world, 4);
  run.advanceTo(220);
  const std::vector<double> h = heights(world, 4);
  const double standing = 0.035;
  EXPECT_GT(h[0], 0.95 * standing);
  EXPECT_LT(h[1], 0.8 * standing) << "jelly sags";
  EXPECT_GT(h[1], 0.5 * standing);
  EXPECT_LT(h[2], 0.8 * h[1]);
  EXPECT_GT(h[2], 2.5 * h[3]) << "toothpaste keeps its shape, liquid runs out";
  for (std::size_t m = 0; m < 3; ++m) EXPECT_NEAR(h[m], early[m], 0.05 * standing) << "it stays so";
  EXPECT_EQ(run.rollBacks(), 0u);
}

// Figure 2: stiffness rises with the radius of regions. The sag of the bars' ends (0.4 m long) is a mean over
// two seconds of oscillation.
TEST(ShapeMatchingBarSupport, TheLargerTheRegionsTheLessTheEndsHang) {
  test::RecordedRun run("shape_matching_bar_support");
  const World& world = run.world();
  std::vector<bool> isEnd(world.particles().nextId);
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    isEnd[world.particles().id[i]] = std::abs(world.particles().position[i].x) > 0.18f;
  std::vector<double> sum(3), count(3);
  run.advanceTo(120);
  while (world.frameIndex() < 240) {
    run.advanceFrame();
    for (std::size_t i = 0; i < world.particles().size(); ++i) {
      if (!isEnd[world.particles().id[i]]) continue;
      const std::uint16_t m = world.particles().material[i];
      sum[m] += 0.2 - static_cast<double>(world.particles().position[i].y), count[m] += 1.0;
    }
  }
  const double soft = sum[0] / count[0], middle = sum[1] / count[1], stiff = sum[2] / count[2];
  EXPECT_GT(soft, 1.3 * middle);
  EXPECT_GT(middle, 1.3 * stiff);
  EXPECT_GT(stiff, 0.005);
  EXPECT_LT(soft, 0.2) << "no end reaches the floor";
  EXPECT_EQ(run.rollBacks(), 0u);
}

// Figure 5d: four balls of 45 mm merge in a tank of 240 by 180 mm.
TEST(ShapeMatchingFourBallsPool, MergeIntoOnePool) {
  test::RecordedRun run("shape_matching_four_balls_pool");
  const World& world = run.world();
  constexpr float link = 0.7f * 0.02f;  // 0.7 h at coarse detail
  EXPECT_EQ(test::connectedParts(world.particles(), allParticles(world), link).size(), 4u);
  run.advanceTo(300);
  EXPECT_EQ(test::connectedParts(world.particles(), allParticles(world), link).size(), 1u);
  // The volume of 4 balls is 35 mm deep over the floor; a flat pool has its centroid at half this height.
  float top = 0.f;
  double mean = 0.0;
  for (const std::size_t i : allParticles(world)) {
    const float y = world.particles().position[i].y;
    top = std::max(top, y), mean += static_cast<double>(y) / static_cast<double>(world.particles().size());
  }
  EXPECT_LT(top, 0.05f);
  EXPECT_NEAR(mean, 0.0177, 0.006);
  EXPECT_EQ(run.rollBacks(), 0u);
}

TEST(ShapeMatchingPressingCube, IsPressedToHalfAndStandsUpAgain) {
  test::RecordedRun run("shape_matching_pressing_cube");
  const World& world = run.world();
  run.advanceTo(18);  // the cube stands under its own weight until the press comes
  const double before = heights(world, 1)[0];
  const auto width = [&] {
    double squares = 0.0;
    for (const std::size_t i : allParticles(world)) {
      const Vec3 at = world.particles().position[i];
      squares += static_cast<double>(at.x * at.x + at.z * at.z);
    }
    return std::sqrt(squares / static_cast<double>(world.particles().size()));
  };
  const double narrow = width();
  run.advanceTo(100);
  EXPECT_LT(heights(world, 1)[0], 0.65 * before);
  EXPECT_GT(width(), 1.02 * narrow)
      << "shape matching does not conserve volume, but a quarter of it is liquid, which does";
  run.advanceTo(240);
  EXPECT_GT(heights(world, 1)[0], 0.95 * before);
  EXPECT_NEAR(width(), narrow, 0.05 * narrow);
  EXPECT_EQ(run.rollBacks(), 0u);
}

TEST(ShapeMatchingPressingCube, KeepsItsDentAsToothpaste) {
  World toothpaste(loadScene("shape_matching_pressing_cube", Detail::Coarse).world);
  toothpaste.submit(command("material.jelly.alpha", {0.7f}));
  test::RecordedRun run(std::move(toothpaste));
  const World& world = run.world();
  run.advanceTo(18);
  const double before = heights(world, 1)[0];
  run.advanceTo(340);
  EXPECT_LT(heights(world, 1)[0], 0.75 * before);
}

/// Returns the sizes of the connected parts with more than a hundredth of all particles, largest first.
std::vector<std::size_t> largeParts(const World& world, float link) {
  std::vector<std::size_t> sizes;
  for (const auto& part : test::connectedParts(world.particles(), allParticles(world), link))
    if (part.size() > world.particles().size() / 100) sizes.push_back(part.size());
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes;
}

float topOf(const World& world) {
  float top = 0.f;
  for (const std::size_t i : allParticles(world)) top = std::max(top, world.particles().position[i].y);
  return top;
}

/// Measures the change of shape: rms displacement of the particles after removing the best rigid motion [m].
class Shape {
 public:
  explicit Shape(const World& world) : before_(placesById(world)) {}

  [[nodiscard]] double change(const World& world) const {
    const Eigen::Matrix3Xd now = placesById(world);
    const Eigen::Matrix4d rigid = Eigen::umeyama(before_, now, false);
    const Eigen::Matrix3Xd moved =
        (rigid.topLeftCorner<3, 3>() * before_).colwise() + rigid.topRightCorner<3, 1>();
    return std::sqrt((now - moved).colwise().squaredNorm().mean());
  }

 private:
  static Eigen::Matrix3Xd placesById(const World& world) {
    Eigen::Matrix3Xd places(3, world.particles().size());
    for (const std::size_t i : allParticles(world)) {
      const Vec3 at = world.particles().position[i];
      places.col(world.particles().id[i]) << at.x, at.y, at.z;
    }
    return places;
  }

  Eigen::Matrix3Xd before_;
};

// Figure 5a: a moai 240 mm high bounces, falls over and keeps its shape.
TEST(ShapeMatchingMoai, BouncesFallsOverAndKeepsItsShape) {
  test::RecordedRun run("shape_matching_moai");
  const World& world = run.world();
  const Shape shape(world);
  const double start = heights(world, 1)[0];
  double lowest = start, bounce = 0.0;
  for (int frame = 0; frame < 45; ++frame) {
    run.advanceFrame();
    const double height = heights(world, 1)[0];
    lowest = std::min(lowest, height), bounce = std::max(bounce, height - lowest);
  }
  EXPECT_LT(lowest, start - 0.1);
  EXPECT_GT(bounce, 0.02);
  run.advanceTo(150);
  EXPECT_LT(topOf(world), 0.15f) << "it lies";
  EXPECT_LT(shape.change(world), 0.004);
  EXPECT_EQ(run.rollBacks(), 0u);
}

// Figure 5b: an armadillo 260 mm high, dropped by 30 mm, sinks and spreads without running out.
TEST(ShapeMatchingArmadillo, SinksAndSpreadsWithoutRunningOut) {
  test::RecordedRun run("shape_matching_armadillo");
  const World& world = run.world();
  const auto low = [&] {  // number of particles below 40 mm
    std::size_t count = 0;
    for (const std::size_t i : allParticles(world))
      if (world.particles().position[i].y < 0.04f) ++count;
    return static_cast<double>(count);
  };
  run.advanceTo(30);
  const double early = heights(world, 1)[0];
  const double spread = low();
  EXPECT_GT(topOf(world), 0.15f);
  run.advanceTo(210);
  EXPECT_LT(heights(world, 1)[0], 0.9 * early) << "it sinks";
  EXPECT_GT(low(), 1.2 * spread) << "and spreads";
  EXPECT_GT(topOf(world), 0.09f) << "its head is still above the rest";
  EXPECT_EQ(largeParts(world, 0.7f * 0.016f).size(), 1u);
  EXPECT_GT(largeParts(world, 0.7f * 0.016f)[0], world.particles().size() * 99 / 100) << "but for a claw";
  EXPECT_EQ(run.rollBacks(), 0u);
}

// Figure 5c: a bunny splits on a dome and merges again.
TEST(ShapeMatchingBunnySplit, PartsOnTheDomeAndIsOneAtTheEnd) {
  test::RecordedRun run("shape_matching_bunny_split");
  const World& world = run.world();
  const auto parts = [&] { return largeParts(world, 0.7f * 0.016f); };
  EXPECT_EQ(parts().size(), 1u);
  run.advanceTo(30);
  ASSERT_GE(parts().size(), 2u);
  EXPECT_GT(parts()[1], world.particles().size() / 4) << "two halves";
  run.advanceTo(200);
  EXPECT_EQ(parts(), std::vector<std::size_t>{world.particles().size()});
  EXPECT_EQ(run.rollBacks(), 0u);
}

}  // namespace
}  // namespace ooze::shape_matching_scenes_test
