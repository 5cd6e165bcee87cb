// Tests of spray droplets: potentials computed by hand, flight, removal, and generation from liquid.
#include "ooze/spray/spray.h"

#include "ooze/base/error.h"

#include "base/random.h"
#include "spray/droplet_motion.h"
#include "spray/emission.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <span>
#include <vector>

namespace ooze::spray_test {
namespace {

using namespace spray;

constexpr float kSpacing = 0.005f;
constexpr float kSeconds = 1.f / 60.f, kShort = 1.f / 600.f;

NearParticles sorted(const std::vector<Vec3>& positions, float reach = kReach * kSpacing) {
  NearParticles near;
  near.sort(positions, reach);
  return near;
}

TEST(SprayPotential, IsClampedLinearly) {
  const PotentialRange limits{2.f, 6.f};
  EXPECT_EQ(clampedPart(1.f, limits), 0.f);
  EXPECT_EQ(clampedPart(2.f, limits), 0.f);
  EXPECT_FLOAT_EQ(clampedPart(3.f, limits), 0.25f);
  EXPECT_EQ(clampedPart(9.f, limits), 1.f);
}

TEST(SprayPotential, NearParticlesAreThoseWithinTheReach) {
  std::vector<Vec3> positions;
  for (int i = 0; i < 3000; ++i) {
    const float t = static_cast<float>(i);
    positions.push_back(0.05f * Vec3(std::sin(12.9f * t), std::sin(78.2f * t), std::sin(37.7f * t)));
  }
  const NearParticles near = sorted(positions, 0.02f);
  for (const Vec3& at : {Vec3(0.f), Vec3(0.049f, -0.03f, 0.01f), Vec3(0.3f)}) {
    std::vector<std::uint32_t> found, expected;
    near.visit(at, [&](std::uint32_t i, const Vec3& offset, float distance) {
      found.push_back(i);
      EXPECT_EQ(offset, positions[i] - at);
      EXPECT_FLOAT_EQ(distance, glm::length(offset));
    });
    for (std::uint32_t i = 0; i < positions.size(); ++i)
      if (glm::distance(positions[i], at) < 0.02f) expected.push_back(i);
    std::sort(found.begin(), found.end());
    EXPECT_EQ(found, expected);
  }
}

// Two particles are half the reach apart, so their weight is 1/2.
TEST(SprayPotential, TrappedAirCountsApproachTwiceAndPartingNot) {
  const std::vector<Vec3> positions{{0, 0, 0}, {kSpacing, 0, 0}};
  const NearParticles near = sorted(positions);
  const auto at = [&](const Vec3& first, const Vec3& second) {
    return computeSurroundings(near, positions, std::vector<Vec3>{first, second}, 0).trappedAir;
  };
  EXPECT_NEAR(at({1, 0, 0}, {-2, 0, 0}), 3.f * 2.f * 0.5f, 1e-5f);
  EXPECT_NEAR(at({-1, 0, 0}, {2, 0, 0}), 0.f, 1e-5f);
  EXPECT_NEAR(at({0, 1, 0}, {0, -2, 0}), 3.f * 1.f * 0.5f, 1e-5f);
  EXPECT_EQ(at({5, 5, 0}, {5, 5, 0}), 0.f);
}

TEST(SprayPotential, CrestIsWhereNormalsTurnAwayAndLiquidMovesOutward) {
  // The second particle lies below the first along its normal and has a perpendicular normal. The
  // potential is (1 - cosine of the normals) times the weight at half the radius: (1 - 0) 1/2.
  const std::vector<Vec3> positions{{0, 0, 0}, {0, -kSpacing, 0}};
  const std::vector<DropletNeighbourhood> around{{{0, 1, 0}}, {{1, 0, 0}}};
  const NearParticles near = sorted(positions);
  const auto at = [&](const Vec3& velocity, std::uint32_t i) {
    return waveCrest(near, positions, std::vector<Vec3>{velocity, velocity}, around, i);
  };
  EXPECT_NEAR(at({0, 2, 0}, 0), 0.5f, 1e-6f);
  EXPECT_EQ(at({2, 0.5f, 0}, 0), 0.f) << "it moves along the surface";
  EXPECT_EQ(at({0, -2, 0}, 0), 0.f);
  EXPECT_EQ(at({2, 0, 0}, 1), 0.f) << "the other does not lie below it";
}

TEST(SprayPotential, NormalsPointOutOfTheLiquidAndWithinThereIsNone) {
  std::vector<Vec3> positions;
  for (int z = -4; z <= 4; ++z)
    for (int y = -4; y <= 0; ++y)
      for (int x = -4; x <= 4; ++x) positions.push_back(kSpacing * Vec3(x, y, z));
  const auto indexOf = [&](const Vec3& at) {
    return static_cast<std::uint32_t>(std::find(positions.begin(), positions.end(), at) - positions.begin());
  };
  const NearParticles near = sorted(positions);
  const std::vector<Vec3> velocities(positions.size(), Vec3(1, 2, 3));
  EXPECT_GT(computeSurroundings(near, positions, velocities, indexOf(Vec3(0.f))).normal.y, 0.999f);
  EXPECT_EQ(computeSurroundings(near, positions, velocities, indexOf(kSpacing * Vec3(0, -2, 0))).normal,
            Vec3(0.f));
}

TEST(SprayPotential, KineticEnergyIsPerMass) { EXPECT_FLOAT_EQ(kineticEnergy({3, 4, 0}), 12.5f); }

/// Owns the arrays that a SprayFrame refers to.
struct OwnedSprayFrame {
  std::vector<Vec3> positions, velocities;
  std::vector<std::uint32_t> ids;
  std::vector<float> emissionFactors{1.f};
  std::vector<Body> bodies;
  SprayFrame now;

  const SprayFrame& at(std::uint64_t frame) {
    now.frame = frame;
    now.seconds = kShort;
    now.spacing = kSpacing;
    if (ids.size() != positions.size()) {
      ids.resize(positions.size());
      std::iota(ids.begin(), ids.end(), 0u);
    }
    now.positions = positions, now.velocities = velocities, now.ids = ids,
    now.emissionFactors = emissionFactors;
    now.bodies = bodies;
    return now;
  }
};

/// Returns two clouds of liquid that fly through each other, so that particles approach everywhere. `step` is
/// the time in short frames.
OwnedSprayFrame makeClash(float step, int side = 16) {
  OwnedSprayFrame frame;
  for (int z = 0; z < side; ++z)
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const bool left = (x + y + z) % 2 == 0;
        const Vec3 velocity(left ? 2.f : -2.f, 0.5f, 0.f);
        const Vec3 place = kSpacing * Vec3(x, y, z) + Vec3(0.f, 0.3f, 0.f);
        frame.positions.push_back(place + step * kShort * velocity);
        frame.velocities.push_back(velocity);
      }
  return frame;
}

std::vector<Droplet> dropletsOfClash(int frames, int threads, float emissionFactors = 1.f) {
  Spray spray;
  std::vector<Droplet> droplets;
  for (int k = 0; k < frames; ++k) {
    OwnedSprayFrame frame = makeClash(static_cast<float>(k));
    frame.emissionFactors = {emissionFactors};
    droplets = spray.follow(frame.at(static_cast<std::uint64_t>(k)), Threads(threads));
  }
  return droplets;
}

TEST(Spray, ComesFromLiquidThatClashesTheSameAtAnyNumberOfThreads) {
  const std::vector<Droplet> one = dropletsOfClash(6, 1);
  EXPECT_GT(one.size(), 200u);
  EXPECT_EQ(one, dropletsOfClash(6, 2));
  EXPECT_EQ(one, dropletsOfClash(6, 7));
}

TEST(Spray, GoesOnToTheSameBytesAfterARestore) {
  const auto follow = [](Spray& spray, int k) {
    return std::vector<Droplet>(
        spray.follow(makeClash(static_cast<float>(k)).at(static_cast<std::uint64_t>(k)), Threads(1)));
  };
  Spray whole, restored;
  for (int k = 0; k < 4; ++k) (void)follow(whole, k);
  ByteWriter saved;
  whole.save(saved);
  ByteReader in(saved.bytes());
  restored.restore(in);
  EXPECT_TRUE(in.atEnd());
  const std::vector<Droplet> same = follow(restored, 3);
  EXPECT_GT(same.size(), 100u) << "the droplets of the saved frame";
  EXPECT_EQ(same, follow(whole, 3));
  for (int k = 4; k < 7; ++k) EXPECT_EQ(follow(restored, k), follow(whole, k)) << k;
  ByteReader truncated(std::span(saved.bytes()).first(saved.bytes().size() - 1));
  EXPECT_THROW(restored.restore(truncated), InputError);
}

TEST(Spray, ComesFromNoLiquidThatThrowsNothingOffOrIsCalm) {
  EXPECT_TRUE(dropletsOfClash(6, 2, 0.f).empty());
  EXPECT_LT(dropletsOfClash(6, 2, 0.3f).size(), dropletsOfClash(6, 2).size() / 2);
  Spray spray;
  for (int k = 0; k < 6; ++k) {
    OwnedSprayFrame frame = makeClash(static_cast<float>(k));
    const std::vector<std::uint8_t> frozen(frame.positions.size(), 1);
    frame.now.frozen = frozen;
    EXPECT_TRUE(spray.follow(frame.at(static_cast<std::uint64_t>(k)), Threads(1)).empty());
  }
  spray.forget();
  for (int k = 0; k < 6; ++k) {
    OwnedSprayFrame frame = makeClash(0.f);
    for (Vec3& v : frame.velocities) v *= 0.15f;  // 0.3 m/s: less than after a fall of 8 mm
    for (std::size_t i = 0; i < frame.positions.size(); ++i)
      frame.positions[i] += static_cast<float>(k) * kShort * frame.velocities[i];
    EXPECT_TRUE(spray.follow(frame.at(static_cast<std::uint64_t>(k)), Threads(1)).empty());
  }
}

TEST(SprayPotential, AgitationIsTheMeanRelativeSpeed) {
  const std::vector<Vec3> positions{{0, 0, 0}, {kSpacing, 0, 0}, {0, kSpacing, 0}};
  const std::vector<Vec3> velocities{{5, 0, 0}, {5, 1, 0}, {5, 0, 3}};
  EXPECT_NEAR(computeSurroundings(sorted(positions), positions, velocities, 0).agitation, 2.f, 1e-5f);
}

TEST(Spray, ComesFromNoBodyThatFallsAsAWhole) {
  // A cube falls at 2 m/s and trembles a little, as particles do that have just been set.
  Spray spray;
  for (int k = 0; k < 20; ++k) {
    OwnedSprayFrame frame = makeClash(0.f, 10);
    for (std::size_t i = 0; i < frame.positions.size(); ++i) {
      const Vec3 tremble =
          0.05f * Vec3(randomUnit(k, 3 * i), randomUnit(k, 3 * i + 1), randomUnit(k, 3 * i + 2));
      frame.velocities[i] = Vec3(0.f, -2.f, 0.f) + tremble;
      frame.positions[i].y -= 2.f * static_cast<float>(k) * kShort;
    }
    EXPECT_TRUE(spray.follow(frame.at(static_cast<std::uint64_t>(k)), Threads(1)).empty()) << k;
  }
}

TEST(Spray, AFrameThatIsShownAgainChangesNothing) {
  Spray spray;
  OwnedSprayFrame zero = makeClash(0.f), one = makeClash(1.f);
  EXPECT_TRUE(spray.follow(zero.at(0), Threads(1)).empty());
  const std::vector<Droplet> first = spray.follow(one.at(1), Threads(1));
  ASSERT_FALSE(first.empty());
  EXPECT_EQ(spray.follow(one.at(1), Threads(1)), first);
}

TEST(Spray, BeginsAfreshWhereTimeLeapsAndInAnotherWorld) {
  const auto after = [](std::uint64_t last, OwnedSprayFrame frame) {
    Spray spray;
    for (int k = 10; k < 14; ++k) {
      OwnedSprayFrame now = makeClash(static_cast<float>(k));
      (void)spray.follow(now.at(static_cast<std::uint64_t>(k)), Threads(1));
    }
    return spray.follow(frame.at(last), Threads(1)).size();
  };
  EXPECT_GT(after(14, makeClash(14.f)), 0u);
  EXPECT_EQ(after(12, makeClash(12.f)), 0u) << "after a seek backward";
  EXPECT_EQ(after(40, makeClash(40.f)), 0u) << "frames are missing";
  OwnedSprayFrame other = makeClash(14.f);
  for (Vec3& p : other.positions) p += Vec3(0.f, 0.f, 0.5f);
  EXPECT_EQ(after(14, other), 0u) << "another world";
  other = makeClash(13.f);
  for (Vec3& p : other.positions) p += Vec3(0.f, 0.f, 0.5f);
  EXPECT_EQ(after(13, other), 0u) << "a branch at the same moment";
}

TEST(Spray, ThereAreNeverMoreThanTheMost) {
  Spray spray;
  std::size_t most = 0;
  OwnedSprayFrame frame = makeClash(0.f, 28);  // repeated: clouds that have flown apart no longer clash
  for (int k = 0; k < 25; ++k) {
    most = std::max(most, spray.follow(frame.at(static_cast<std::uint64_t>(k)), Threads(2)).size());
    ASSERT_LE(most, Spray::kMost);
  }
  EXPECT_GT(most, Spray::kMost * 9 / 10);
}

/// Surrounds droplets with air, or with a block of liquid of `layers` layers that moves along x.
struct Basin {
  std::vector<Vec3> positions, velocities;
  NearParticles near;
  std::vector<Body> bodies;
  std::optional<Aabb> domain;

  explicit Basin(int layers) {
    for (int z = -6; z <= 6; ++z)
      for (int y = 0; y < layers; ++y)
        for (int x = -6; x <= 6; ++x) {
          positions.push_back(kSpacing * Vec3(x, -y, z));
          velocities.emplace_back(0.3f, 0.f, 0.f);
        }
    near.sort(positions, kReach * kSpacing);
  }
  bool move(Droplet& droplet) const {
    const SpraySolids solids(bodies, domain);
    return advanceDroplet(droplet, {near, velocities, solids, {0.f, -9.81f, 0.f}, kSeconds});
  }
};

TEST(Spray, FliesAlongTheExactParabola) {
  const Basin air(0);
  const Vec3 from(0.1f, 0.2f, -0.1f), velocity(1.f, 2.f, -0.5f);
  Droplet droplet{from, velocity, 0.0005f, 10.f};
  for (int frame = 1; frame <= 30; ++frame) {
    ASSERT_TRUE(air.move(droplet));
    const float t = static_cast<float>(frame) * kSeconds;
    const Vec3 expected = from + t * velocity + 0.5f * t * t * Vec3(0.f, -9.81f, 0.f);
    EXPECT_LT(glm::distance(droplet.position, expected), 2e-6f);  // rounding of 30 float additions
    EXPECT_EQ(droplet.kind, DropletKind::Spray);
  }
}

TEST(Spray, IsFoamOnLiquidThatGoesAlongAndDissolves) {
  const Basin sheet(1);  // one layer: a droplet has 13 neighbours
  Droplet droplet{{0.f, 0.001f, 0.f}, {5.f, 5.f, 5.f}, 0.0005f, 0.05f};
  ASSERT_TRUE(sheet.move(droplet));
  EXPECT_EQ(droplet.kind, DropletKind::Foam);
  EXPECT_LT(glm::distance(droplet.velocity, Vec3(0.3f, 0.f, 0.f)), 1e-6f);
  EXPECT_NEAR(droplet.position.x, 0.3f * kSeconds, 1e-7f);
  EXPECT_TRUE(sheet.move(droplet));
  EXPECT_FALSE(sheet.move(droplet)) << "0.05 s are three frames";
}

TEST(Spray, BubblesRiseAndAreDraggedAlong) {
  const Basin pool(9);
  Droplet droplet{{0.f, -4.f * kSpacing, 0.f}, {0.f, 0.f, 0.f}, 0.0005f, 1.f};
  ASSERT_TRUE(pool.move(droplet));
  EXPECT_EQ(droplet.kind, DropletKind::Bubble);
  EXPECT_GT(droplet.velocity.y, 0.1f);
  EXPECT_GT(droplet.velocity.x, 0.1f);
  EXPECT_LT(droplet.velocity.x, 0.3f);
}

TEST(Spray, DiesAtSolidsAlsoThinOnesAndOutsideOfTheDomain) {
  using Kind = SolidShape::SolidKind;
  Basin air(0);
  Body sheet = makeBody("sheet", {Kind::Box, Vec3(0.1f, 0.0005f, 0.1f)}, Motion::Static);
  sheet.pose.position = {0.f, 0.01f, 0.f};
  air.bodies = {sheet};
  const auto lives = [&](const Vec3& from, const Vec3& velocity) {
    Droplet droplet{from, velocity, 0.0004f, 1.f};
    return air.move(droplet);
  };
  EXPECT_FALSE(lives({0.f, 0.03f, 0.f}, {0.f, -4.f, 0.f})) << "it would be 4 cm below by then";
  EXPECT_TRUE(lives({0.f, 0.03f, 0.f}, {0.f, 4.f, 0.f}));
  EXPECT_TRUE(lives({0.2f, 0.03f, 0.f}, {0.f, -4.f, 0.f})) << "past its edge";
  air.bodies[0].present = false;
  EXPECT_TRUE(lives({0.f, 0.03f, 0.f}, {0.f, -4.f, 0.f}));

  air.bodies = {makeBody("tank", {Kind::Tank, Vec3(0.1f)}, Motion::Static)};
  EXPECT_TRUE(lives({0.09f, 0.f, 0.f}, {0.3f, 0.f, 0.f}));
  EXPECT_FALSE(lives({0.09f, 0.f, 0.f}, {3.f, 0.f, 0.f}));
  air.bodies = {makeBody("floor", {Kind::Plane, {0, 1, 0}}, Motion::Static)};
  EXPECT_FALSE(lives({0.f, 0.01f, 0.f}, {0.f, -3.f, 0.f}));
  air.bodies.clear();
  air.domain = Aabb{Vec3(-0.1f), Vec3(0.1f)};
  EXPECT_FALSE(lives({0.09f, 0.f, 0.f}, {3.f, 0.f, 0.f}));
}

}  // namespace
}  // namespace ooze::spray_test
