// Welding of cut faces: kneading welds two halves; resting against each other, or an elastic squeeze, does
// not.
#include "ooze/scene/scene.h"

#include "fixtures/commands.h"
#include "scenes/liquid_parts.h"
#include "unit/kneading_fixtures.h"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace ooze::knead_test {
namespace {

constexpr float kRadius = 0.0125f;  // interaction radius h [m]
constexpr float kMiddle = 0.005f;   // x of the blade, off the middle of the block [m]
const Vec3 kHalf(0.04f, 0.025f, 0.025f);

/// A block that is cut in two after so many frames of settling.
struct Halves {
  World world;
  std::set<std::uint32_t> right;

  Halves(const std::string& material, std::vector<Body> bodies, float gravity, float height, int settling)
      : world(specOf(material, std::move(bodies), gravity, height), 2) {
    world.submit(command("springs.add"));
    frames(settling);
    const Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i)
      if (p.position[i].x > kMiddle) right.insert(p.id[i]);
    whole = springsAcross();
    constexpr float x = kMiddle;
    world.submit(command("liquid.cut", {x, -1.f, -1.f, x, -1.f, 1.f, x, 1.f, 1.f, x, 1.f, -1.f, 0.f}));
  }

  static WorldSpec specOf(const std::string& material, std::vector<Body> bodies, float gravity,
                          float height) {
    WorldSpec spec;
    spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
    spec.methodSettings.interactionRadius = kRadius;
    spec.materials = {loadMaterial(material, "clavet")};
    spec.liquids = {test::box({0.f, height, 0.f}, kHalf)};
    spec.bodies = std::move(bodies);
    spec.settings.substeps = 0.f;
    spec.settings.gravityY = gravity;
    return spec;
  }

  void frames(int count) {
    for (int f = 0; f < count; ++f) world.advanceFrame();
  }

  [[nodiscard]] std::size_t springsAcross() const {
    std::size_t count = 0;
    world.method().links()->visit(
        [&](std::uint32_t a, std::uint32_t b, float) { count += right.contains(a) != right.contains(b); });
    return count;
  }

  [[nodiscard]] Vec3 middleOf(bool ofRight) const {
    const Particles& p = world.particles();
    glm::dvec3 sum(0.0);
    std::size_t count = 0;
    for (std::size_t i = 0; i < p.size(); ++i)
      if (right.contains(p.id[i]) == ofRight) sum += glm::dvec3(p.position[i]), ++count;
    return Vec3(sum / static_cast<double>(count));
  }

  std::size_t whole = 0;  ///< number of springs that the blade cut
};

/// Squeezes a cut block three times within 1.2 s, without gravity, and lets go.
Halves squeezed(const std::string& material, float part, const std::vector<int>& axes) {
  const std::vector<test::Squeeze> course = test::squeezes(kHalf, part, axes, 0.15, 0.4);
  Halves halves(material, test::plates(course, 0.001f), 0.f, 0.f, 6);
  halves.frames(120);
  return halves;
}

class Kneading : public testing::TestWithParam<std::string> {};

TEST_P(Kneading, WeldsHalvesSoThatOneDragsTheOther) {
  Halves halves = squeezed(GetParam(), 0.6f, {0, 2, 1});
  RecordProperty("tied", std::to_string(halves.springsAcross()) + " of " + std::to_string(halves.whole));
  EXPECT_GT(2 * halves.springsAcross(), halves.whole);
  const Vec3 right = halves.middleOf(true), left = halves.middleOf(false);
  World& world = halves.world;
  world.submit(command("liquid.grab", {right.x, right.y, right.z, 0.02f}));
  for (int f = 1; f <= 45; ++f) {
    world.submit(command("liquid.carry", {right.x + 0.001f * static_cast<float>(f), right.y, right.z}));
    world.advanceFrame();
  }
  const float went = halves.middleOf(true).x - right.x, followed = halves.middleOf(false).x - left.x;
  RecordProperty("followed", std::to_string(followed / went));
  EXPECT_GT(went, 2.f * kRadius);
  EXPECT_GT(followed, 0.9f * went);
}

INSTANTIATE_TEST_SUITE_P(Materials, Kneading, testing::Values("clay", "mud", "slime"),
                         [](const auto& each) { return each.param; });

TEST(Squeezing, WithinItsYieldWeldsNoGel) {
  const Halves halves = squeezed("gel", 0.8f, {0, 2, 1});
  EXPECT_EQ(halves.springsAcross(), 0u);
  EXPECT_FALSE(halves.world.method().links()->cutSides().ids.empty());
}

/// Slime creeps at rest, yet must not weld. Clay does not creep (cut_test.cpp waits for five seconds).
TEST(Resting, WeldsNoPuddleOfSlimeAlthoughItCreeps) {
  Halves halves("slime", {test::ground()}, -9.81f, kHalf.y + 0.002f, 30);
  halves.frames(1);
  const std::size_t marked = halves.world.method().links()->cutSides().ids.size();
  ASSERT_GT(marked, 300u);
  halves.frames(240);
  RecordProperty("tied", std::to_string(halves.springsAcross()) + " of " + std::to_string(halves.whole));
  // Single particles are kneaded in folds of the puddle, so 1 % of the springs may return.
  EXPECT_LT(100 * halves.springsAcross(), halves.whole);
  EXPECT_GT(100 * halves.world.method().links()->cutSides().ids.size(), 99 * marked);
}

}  // namespace
}  // namespace ooze::knead_test
