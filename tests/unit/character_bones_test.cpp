// Tests the character's skeleton and gaits: bones, joints and feet.
#include "bodies/character.h"
#include "bodies/rotation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <ostream>
#include <vector>

namespace ooze::figure_test {
namespace {

using Poses = std::array<Pose, kBoneCount>;

struct NamedGait {
  const char* name;
  Gait gait;
};
void PrintTo(const NamedGait& m, std::ostream* out) { *out << m.name; }

Poses posesAt(const Gait& gait, double cycles) { return computeBonePoses(computeStance(gait, cycles)); }

/// Returns the position of a bone's joint, computed from the parent bone.
Vec3 jointOnParent(const Poses& poses, std::size_t bone) {
  const BoneForm& form = boneForms()[bone];
  return poses[indexOf(form.parent)].toWorld(form.joint);
}

class CharacterMotion : public testing::TestWithParam<NamedGait> {};

TEST_P(CharacterMotion, JointsStayJoinedSoThatBonesKeepTheirLengths) {
  for (double cycles = 0.0; cycles < 3.0; cycles += 0.013) {
    const Poses poses = posesAt(GetParam().gait, cycles);
    for (std::size_t b = 1; b < kBoneCount; ++b)
      // The gait prescribes the feet's positions, and inverse kinematics places the legs. A leg that is too
      // short would leave a gap here.
      ASSERT_LT(glm::distance(poses[b].position, jointOnParent(poses, b)), 1e-5f)
          << boneForms()[b].name << " at " << cycles;
  }
}

TEST_P(CharacterMotion, FeetAreWhereTheMotionWantsThem) {
  for (double cycles = 0.0; cycles < 3.0; cycles += 0.013) {
    const Stance stance = computeStance(GetParam().gait, cycles);
    const Poses poses = computeBonePoses(stance);
    ASSERT_LT(glm::distance(poses[indexOf(Bone::LeftFoot)].position, stance.feet.left.position), 1e-5f)
        << cycles;
    ASSERT_LT(glm::distance(poses[indexOf(Bone::RightFoot)].position, stance.feet.right.position), 1e-5f)
        << cycles;
  }
}

TEST_P(CharacterMotion, NothingSinksIntoTheGround) {
  for (double cycles = 0.0; cycles < 2.0; cycles += 0.007) {
    const Poses poses = posesAt(GetParam().gait, cycles);
    for (const Bone foot : {Bone::LeftFoot, Bone::RightFoot})
      ASSERT_GT(lowestPointOfFoot(poses[indexOf(foot)]), -1e-5f) << cycles;
    for (std::size_t b = 0; b < kBoneCount; ++b) {
      const BoneForm& form = boneForms()[b];
      if (form.kind != SolidShape::SolidKind::Capsule) continue;
      const Vec3 half(0.f, form.size.y, 0.f);
      for (const float end : {-1.f, 1.f})
        ASSERT_GT(poses[b].toWorld(form.centre + end * half).y, form.size.x) << form.name << " at " << cycles;
    }
  }
}

TEST_P(CharacterMotion, StandsOnTheGroundAndIsAsTallAsItsHeightSays) {
  for (double cycles = 0.0; cycles < 2.0; cycles += 0.031) {
    const Poses poses = posesAt(GetParam().gait, cycles);
    const float lower = std::min(lowestPointOfFoot(poses[indexOf(Bone::LeftFoot)]),
                                 lowestPointOfFoot(poses[indexOf(Bone::RightFoot)]));
    EXPECT_LT(lower, 1e-5f) << "one foot at least is down at " << cycles;
    const BoneForm& head = boneForms()[indexOf(Bone::Head)];
    const float top = poses[indexOf(Bone::Head)].toWorld(head.centre).y + head.size.y;
    // Bent knees and swaying change the height by a few per cent.
    EXPECT_GT(top, 0.9f);
    EXPECT_LT(top, 1.03f);
  }
}

TEST_P(CharacterMotion, NothingTurnsOrMovesInJumps) {
  constexpr double kStep = 1.0 / 512;
  Poses last = posesAt(GetParam().gait, 0.0);
  for (double cycles = kStep; cycles < 2.0; cycles += kStep) {
    const Poses now = posesAt(GetParam().gait, cycles);
    for (std::size_t b = 0; b < kBoneCount; ++b) {
      // The swinging foot makes a stride and its roll in a third of a cycle. The limits are 6 heights and 25
      // rad per cycle.
      EXPECT_LT(glm::distance(now[b].position, last[b].position), 6.0 * kStep) << boneForms()[b].name;
      EXPECT_LT(glm::length(rotationBetween(last[b].orientation, now[b].orientation)), 25.0 * kStep)
          << boneForms()[b].name << " at " << cycles;
    }
    last = now;
  }
}

INSTANTIATE_TEST_SUITE_P(All, CharacterMotion,
                         testing::Values(NamedGait{"Stands", {GaitKind::Stand, 1.0, 0.0}},
                                         NamedGait{"WalksStraight", {GaitKind::Walk, 1.0, 0.0}},
                                         NamedGait{"WalksInACircle", {GaitKind::Walk, 1.0, 3.33}},
                                         NamedGait{"WalksInACircleToTheRight", {GaitKind::Walk, 1.0, -2.0}},
                                         NamedGait{"Dances", {GaitKind::Dance, 1.0, 0.0}}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Walk, RepeatsEveryCycleOneStrideAhead) {
  const Gait gait{GaitKind::Walk, 1.0, 0.0};
  const Vec3 stride(0.f, 0.f, static_cast<float>(kStride));
  for (double cycles = 0.0; cycles < 1.0; cycles += 0.05) {
    const Poses a = posesAt(gait, cycles), b = posesAt(gait, cycles + 1.0);
    for (std::size_t i = 0; i < kBoneCount; ++i) {
      EXPECT_LT(glm::distance(a[i].position + stride, b[i].position), 2e-6f);
      EXPECT_LT(glm::length(rotationBetween(a[i].orientation, b[i].orientation)), 1e-4f);
    }
  }
}

TEST(Walk, LeftAndRightDoTheSameHalfACycleApart) {
  const Gait gait{GaitKind::Walk, 1.0, 0.0};
  const auto half = static_cast<float>(0.5 * kStride);
  for (double cycles = 0.0; cycles < 1.0; cycles += 0.05) {
    const Poses a = posesAt(gait, cycles), b = posesAt(gait, cycles + 0.5);
    for (const auto& [left, right] :
         {std::pair(Bone::LeftHand, Bone::RightHand), std::pair(Bone::LeftFoot, Bone::RightFoot),
          std::pair(Bone::LeftShin, Bone::RightShin)}) {
      const Vec3 l = a[indexOf(left)].position, r = b[indexOf(right)].position;
      EXPECT_LT(glm::distance(Vec3(-l.x, l.y, l.z + half), r), 2e-6f) << boneForms()[indexOf(left)].name;
    }
  }
}

TEST(Walk, AFootThatStandsDoesNotSlide) {
  for (const double curvature : {0.0, 3.0}) {
    const Gait gait{GaitKind::Walk, 1.0, curvature};
    // The ball of the foot rests from the time when the sole comes down to the push-off. The round sole rolls
    // a little.
    const Vec3 ball(0.f, -kAnkle, 0.07f);
    const auto at = [&](double cycles) {
      return posesAt(gait, cycles)[indexOf(Bone::LeftFoot)].toWorld(ball);
    };
    const Vec3 print = at(2.3);
    float slid = 0.f;
    for (double cycles = 2.08; cycles < 2.0 + kGroundFraction; cycles += 0.01)
      slid = std::max(slid, glm::distance(at(cycles), print));
    EXPECT_LT(slid, 0.02 * kStride);
    // The next footprint is a stride ahead, and less on the inside of a circle.
    const float stride = glm::distance(at(3.3), print);
    EXPECT_GT(stride, (curvature > 0.0 ? 0.75 : 0.99) * kStride);
  }
}

TEST(Walk, GoesRoundItsCircle) {
  const Gait gait{GaitKind::Walk, 1.0, 2.5};
  const double round = 2.0 * 3.14159265358979 / 2.5 / kStride;  // one round of the circle [cycles]
  const Vec3 start = posesAt(gait, 0.25)[indexOf(Bone::Hips)].position;
  const Vec3 opposite = posesAt(gait, 0.25 + 0.5 * round)[indexOf(Bone::Hips)].position;
  // The hips go half round a circle of radius 0.4 to the left, and sway by a hundredth.
  EXPECT_NEAR(glm::distance(Vec2(start.x, start.z), Vec2(opposite.x, opposite.z)), 0.8, 0.03);
  EXPECT_GT(opposite.x, 0.6f);
}

TEST(Gait, ComesUpToSpeedFromRest) {
  const Gait gait{GaitKind::Walk, 2.0, 0.0};
  EXPECT_EQ(cyclesAt(gait, -1.0), 0.0);
  EXPECT_EQ(cyclesAt(gait, 0.0), 0.0);
  EXPECT_LT(cyclesAt(gait, 0.01), 0.001);
  EXPECT_NEAR(cyclesAt(gait, 3.0) - cyclesAt(gait, 2.0), 2.0, 1e-12);
}

TEST(Figure, AnAnkleOutOfReachComesAsNearAsItCan) {
  Stance stance = computeStance({GaitKind::Stand, 1.0, 0.0}, 0.0);
  stance.feet.left.position.y -= 0.3f;
  const Poses poses = computeBonePoses(stance);
  for (std::size_t b = 1; b < kBoneCount; ++b)
    EXPECT_LT(glm::distance(poses[b].position, jointOnParent(poses, b)), 1e-5f) << boneForms()[b].name;
  EXPECT_GT(poses[indexOf(Bone::LeftFoot)].position.y, stance.feet.left.position.y + 0.2f);
}

}  // namespace
}  // namespace ooze::figure_test
