// The scenes of Steele, Cline, Egbert and Dinerstein 2004 do what their cards say.
#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/recorded_run.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <stdexcept>
#include <string_view>

namespace ooze::steele_scenes_test {
namespace {

const Body& bodyNamed(const World& world, std::string_view name) {
  const std::vector<Body>& list = world.bodies().list;
  const auto found = std::find_if(list.begin(), list.end(), [&](const Body& b) { return b.name == name; });
  if (found == list.end()) throw std::runtime_error("no such body");
  return *found;
}

template <class Is>
double part(const World& world, std::size_t of, const Is& is) {
  double count = 0.0;
  for (std::size_t i = 0; i < world.particles().size(); ++i) count += is(i) ? 1.0 : 0.0;
  return count / static_cast<double>(of);
}

glm::dvec3 colourOf(std::uint32_t c) { return glm::dvec3(c & 255u, c >> 8 & 255u, c >> 16 & 255u) / 255.0; }

struct Colours {
  glm::dvec3 mean{0.0};  ///< mean of each colour channel, 0 to 1
  double entropy = 0.0;  ///< entropy of a histogram with 4 shades of each channel [bit]
};

Colours coloursOf(const World& world) {
  Colours colours;
  std::map<std::array<int, 3>, double> table;
  const double each = 1.0 / static_cast<double>(world.particles().size());
  for (const std::uint32_t c : world.particles().colour) {
    const glm::dvec3 colour = colourOf(c);
    colours.mean += each * colour;
    table[{static_cast<int>(3.99 * colour.x), static_cast<int>(3.99 * colour.y),
           static_cast<int>(3.99 * colour.z)}] += each;
  }
  for (const auto& [shade, share] : table) colours.entropy -= share * std::log2(share);
  return colours;
}

// Figure 5: three colours mix. The mean colour is conserved until the first drop falls off.
TEST(SteelePaintDrops, ThreeColoursRunIntoEachOtherAndMix) {
  test::RecordedRun run("steele_paint_drops");
  const World& world = run.world();
  const Colours before = coloursOf(world);
  const std::size_t all = world.particles().size();
  run.advanceTo(40);
  ASSERT_EQ(world.particles().size(), all);
  const Colours landed = coloursOf(world);
  EXPECT_LT(glm::distance(landed.mean, before.mean), 0.004);  // each colour is rounded to a byte
  EXPECT_NEAR(before.entropy, std::log2(3.0), 0.01);
  EXPECT_GT(landed.entropy, before.entropy + 0.4);
  run.advanceTo(100);
  EXPECT_GT(coloursOf(world).entropy, landed.entropy);
  EXPECT_GT(
      part(world, all, [&](std::size_t i) { return glm::length(world.particles().position[i]) < 0.1f; }),
      0.3);  // least part of the liquid that lies on the ball
  EXPECT_EQ(run.rollBacks(), 0u);
}

// Figure 2: a drop with adhesion and cohesion hangs, a drop with cohesion only falls in one piece, and of a
// drop with adhesion only one film stays.
TEST(SteeleAdhesionFunctions, EachOfThreeDropsDoesWhatItsFunctionsSay) {
  test::RecordedRun run("steele_adhesion_functions");
  const World& world = run.world();
  std::array<double, 3> all{}, hang{}, width{};
  run.advanceTo(80);
  const Particles& p = world.particles();
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::uint16_t m = p.material[i];
    all[m] += 1.0;
    hang[m] += p.position[i].y > 0.03f ? 1.0 : 0.0;
    if (p.position[i].y < -0.05f)
      width[m] = std::max(width[m], static_cast<double>(std::abs(p.position[i].x - 0.16f * (m - 1.f))));
  }
  EXPECT_GT(hang[0] / all[0], 0.2);
  EXPECT_EQ(hang[1], 0.0);
  EXPECT_GT(hang[2] / all[2], 0.1);
  // No cohesion holds the drop together, so it spreads as a gravity current (Huppert 1982, axisymmetric):
  // R = 0.894 (g V^3 / (3 nu))^(1/8) t^(1/8), for V = 218 cm^3, nu = 0.0058 m^2/s and 1.1 s on the floor.
  constexpr double kHuppert = 0.0845;  // [m]
  EXPECT_NEAR(width[2], kHuppert, 0.1 * kHuppert);
  EXPECT_GT(width[2], 1.15 * width[1]);
  EXPECT_EQ(run.rollBacks(), 0u);
}

// Figure 4: pouring from a cup into another cup.
TEST(SteeleCupPour, ACupIsEmptiedIntoAnother) {
  test::RecordedRun run("steele_cup_pour");
  const World& world = run.world();
  const std::size_t all = world.particles().size();
  run.advanceTo(300);
  const Body& second = bodyNamed(world, "second cup");
  const auto inCup = [&](std::size_t i) {
    const Vec3 at = world.particles().position[i] - second.pose.position;
    return std::hypot(at.x, at.z) < 0.055f && at.y < 0.06f;
  };
  const auto spilt = [&](std::size_t i) {
    const Vec3 at = world.particles().position[i];
    return at.y < 0.f && !inCup(i);
  };
  EXPECT_GT(part(world, all, inCup), 0.5);
  EXPECT_LT(part(world, all, spilt), 0.02);
  EXPECT_EQ(world.particles().size(), all);
  EXPECT_EQ(run.rollBacks(), 0u);
}

// Figure 6: blades carry gel around at their own speed; faster blades throw the gel off.
TEST(SteeleFan, BladesCarryGelRoundAndThrowItOff) {
  test::RecordedRun run("steele_fan");
  const World& world = run.world();
  run.advanceTo(132);
  const auto onBlades = [&](std::size_t i) {
    const Vec3 at = world.particles().position[i];
    return std::hypot(at.x, at.z) < 0.19f && std::abs(at.y) < 0.06f;
  };
  double with = 0.0, count = 0.0;
  for (std::size_t i = 0; i < world.particles().size(); ++i) {
    if (!onBlades(i)) continue;
    const Vec3 at = world.particles().position[i], v = world.frameVelocity(i);
    const double radius = std::hypot(at.x, at.z);
    if (radius < 0.05) continue;
    // The angular speed over that of the blades, 0.6 turns per second.
    with += static_cast<double>(at.z * v.x - at.x * v.z) / (radius * radius) / (2.0 * 3.14159265 * 0.6);
    count += 1.0;
  }
  ASSERT_GT(count, 300.0);
  EXPECT_NEAR(with / count, 1.0, 0.2);  // liquid that has just landed still lags behind
  run.advanceTo(286);
  const double left = part(world, 1, onBlades);
  EXPECT_LT(left, 0.85 * count);
  EXPECT_GT(left, 0.1 * count);
  EXPECT_EQ(run.rollBacks(), 0u);
}

TEST(SteeleOilAndWater, TheLighterComesToLieOnTheHeavier) {
  test::RecordedRun run("steele_oil_and_water");
  const World& world = run.world();
  const auto heights = [&] {
    std::array<double, 2> sum{}, count{};
    for (std::size_t i = 0; i < world.particles().size(); ++i) {
      const std::uint16_t m = world.particles().material[i];
      sum[m] += static_cast<double>(world.particles().position[i].y), count[m] += 1.0;
    }
    return std::array<double, 2>{sum[0] / count[0], sum[1] / count[1]};
  };
  const auto before = heights();
  EXPECT_NEAR(before[0], before[1], 0.002);
  run.advanceTo(150);  // the tank shakes from 0.5 s on
  const auto after = heights();
  // Each liquid fills half of a pool 90 mm deep.
  EXPECT_GT(after[1] - after[0], 0.9 * 0.045);
  // At most 2 % of the particles are surrounded by the other liquid.
  const Particles& p = world.particles();
  double alone = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    int like = 0, other = 0;
    for (std::size_t j = 0; j < p.size(); ++j)
      if (j != i && glm::distance(p.position[i], p.position[j]) < 0.012f)
        ++(p.material[i] == p.material[j] ? like : other);
    alone += other > 3 * like ? 1.0 : 0.0;
  }
  EXPECT_LT(alone / static_cast<double>(p.size()), 0.02);
  EXPECT_EQ(run.rollBacks(), 0u);
}

}  // namespace
}  // namespace ooze::steele_scenes_test
