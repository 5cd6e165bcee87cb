// Tests control particles (Rasmussen et al. 2004, section 3) against the formulas written out.
#include "ooze/base/error.h"
#include "ooze/base/threads.h"
#include "ooze/geometry/sampling.h"
#include "ooze/liquid/posed_controls.h"

#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <utility>
#include <vector>

namespace ooze::controls_test {
namespace {

constexpr Vec3 kX{1.f, 0.f, 0.f}, kY{0.f, 1.f, 0.f}, kZ{0.f, 0.f, 1.f};

Control velocityControl(const Vec3& velocity, float strength, Falloff falloff = Falloff::Box) {
  Control c;
  c.falloff = falloff;
  c.radius = 0.1f;
  c.strength = strength;
  c.value = velocity;
  return c;
}

std::shared_ptr<const ControlPoints> pointsOf(std::vector<ControlPoint> points) {
  return std::make_shared<const ControlPoints>(std::move(points));
}

/// Evaluates a control field by brute force: all control particles contribute, and none is culled.
struct BruteForceControls {
  explicit BruteForceControls(std::vector<Control> list, const std::vector<Body>& bodies = {},
                              double time = 0.0)
      : controls(std::move(list)) {
    posed.pose(controls, bodies, time);
  }
  [[nodiscard]] ControlInfluence at(const Vec3& x, ControlField field = ControlField::Velocity) const {
    std::vector<ControlParticle> all;
    posed.all(field, all);
    return influenceAt(all, x);
  }
  [[nodiscard]] float levelSetAt(const Vec3& x, float phi, float band = 0.f) const {
    std::vector<ControlParticle> all;
    posed.all(ControlField::LevelSet, all);
    return controlledLevelSet(all, x, phi, band);
  }

  std::vector<Control> controls;
  PosedControls posed;
};

TEST(ControlFalloff, BeginsAtOneAndEndsAtTheRim) {
  for (const Falloff f : {Falloff::Box, Falloff::Hat, Falloff::Cubic}) {
    EXPECT_EQ(falloffAt(f, 0.f), 1.f);
    EXPECT_EQ(falloffAt(f, 1.f), f == Falloff::Box ? 1.f : 0.f);
    EXPECT_EQ(falloffAt(f, 1.0001f), 0.f);
  }
  EXPECT_EQ(falloffAt(Falloff::Hat, 0.25f), 0.75f);
  EXPECT_EQ(falloffAt(Falloff::Cubic, 0.5f), 0.5f);
  // The slope is 0 at both ends. Near the middle, the loss of strength grows with the square of
  // the distance from the middle; near the rim, the strength grows with the square of the distance from the
  // rim.
  for (const float s : {0.1f, 0.05f}) {
    EXPECT_NEAR(1.f - falloffAt(Falloff::Cubic, s), 3.f * s * s, 2.f * s * s * s + 1e-6f);
    EXPECT_NEAR(falloffAt(Falloff::Cubic, 1.f - s), 3.f * s * s, 2.f * s * s * s + 1e-6f);
  }
}

TEST(ControlBlend, OfOneParticleIsEquationFour) {
  const Vec3 wanted(0.3f, -0.7f, 1.1f);
  const BruteForceControls hat({velocityControl(wanted, 0.8f, Falloff::Hat)});
  const ControlInfluence half = hat.at({0.f, 0.05f, 0.f});
  EXPECT_NEAR(half.strength, 0.4f, 1e-7f);
  EXPECT_FALSE(half.hard);
  EXPECT_EQ(half.value, wanted) << "to the bit";
  for (int k = 0; k < 3; ++k)
    EXPECT_FLOAT_EQ(half.blend(2.f, k), (1.f - half.strength) * 2.f + half.strength * wanted[k]);
  const ControlInfluence none = BruteForceControls({velocityControl(wanted, 0.f)}).at(Vec3(0.f));
  EXPECT_EQ(none.strength, 0.f);
  EXPECT_EQ(std::signbit(none.blend(-0.f)), true) << "the liquid to the bit";
  EXPECT_EQ(hat.at({0.f, 0.1001f, 0.f}).blend(2.f), 2.f) << "beyond the rim";
}

TEST(ControlBlend, OfSeveralIsTheirWeightedMeanAsStrongAsTheStrongest) {
  std::vector<Control> list{velocityControl({1.f, 0.f, 0.f}, 0.2f), velocityControl({0.f, 2.f, 0.f}, 0.6f),
                            velocityControl({0.f, 0.f, 4.f}, 0.4f)};
  list[1].position = {0.05f, 0.f, 0.f};
  list[2].falloff = Falloff::Hat;
  const BruteForceControls posed(list);
  const Vec3 x(0.02f, 0.03f, 0.f);
  const float third = 0.4f * (1.f - glm::length(x) / 0.1f);
  const ControlInfluence all = posed.at(x);
  EXPECT_EQ(all.strength, 0.6f);
  const Vec3 mean = (0.2f * list[0].value + 0.6f * list[1].value + third * list[2].value) / (0.8f + third);
  EXPECT_LT(glm::distance(all.value, mean), 1e-6f);
  EXPECT_NEAR(all.blend(7.f, 1), 0.4f * 7.f + 0.6f * mean.y, 1e-5f);
  // A dense row of equal particles is no stronger than a single particle.
  const BruteForceControls row(std::vector<Control>(20, velocityControl({1.f, 0.f, 0.f}, 0.3f)));
  EXPECT_EQ(row.at(Vec3(0.f)).strength, 0.3f);
  EXPECT_FLOAT_EQ(row.at(Vec3(0.f)).value.x, 1.f);
}

TEST(ControlBlend, IsHardAboveNineTenthsAndTheLaterHardOneWins) {
  EXPECT_FALSE(BruteForceControls({velocityControl(kX, 0.9f)}).at(Vec3(0.f)).hard);
  const ControlInfluence just = BruteForceControls({velocityControl(kX, 0.901f)}).at(Vec3(0.f));
  EXPECT_TRUE(just.hard);
  EXPECT_EQ(just.blend(5.f, 0), 1.f) << "the value as it is";
  for (const std::size_t last : {1u, 2u}) {
    std::vector<Control> list{velocityControl(kX, 1.f), velocityControl(kY, 1.f),
                              velocityControl(kZ, last == 2 ? 0.95f : 0.5f)};
    const ControlInfluence got = BruteForceControls(list).at(Vec3(0.f));
    EXPECT_TRUE(got.hard);
    EXPECT_EQ(got.value, list[last].value);
    EXPECT_EQ(got.control, last);
  }
  // A control of strength 1 with the falloff Hat (linear to 0 at the radius of 0.1 m) is hard where its
  // strength exceeds 0.9: within 0.01 m of the middle.
  const BruteForceControls hat({velocityControl(kX, 1.f, Falloff::Hat)});
  EXPECT_TRUE(hat.at({0.f, 0.009f, 0.f}).hard);
  EXPECT_FALSE(hat.at({0.f, 0.011f, 0.f}).hard);
}

TEST(ControlShapes, ACylinderCountsByTheDistanceToItsAxisWithinItsLength) {
  Control c = velocityControl(kX, 0.8f, Falloff::Hat);
  c.shape = ControlShape::Cylinder;
  c.length = 0.4f;
  c.points = pointsOf({{{1.f, 2.f, 3.f}, glm::normalize(Vec3(1.f, 1.f, 0.f))}});
  const BruteForceControls posed({c});
  const Vec3 axis = glm::normalize(Vec3(1.f, 1.f, 0.f)), middle(1.f, 2.f, 3.f);
  EXPECT_NEAR(posed.at(middle + 0.19f * axis + 0.05f * kZ).strength, 0.4f, 1e-5f);
  EXPECT_EQ(posed.at(middle + 0.201f * axis).strength, 0.f);
  EXPECT_EQ(posed.at(middle - 0.201f * axis).strength, 0.f);
  EXPECT_EQ(posed.at(middle + 0.101f * kZ).strength, 0.f);
}

TEST(ControlLevelSet, AddsAndErasesAsConstructiveGeometryDoes) {
  for (std::uint64_t n = 0; n < 4000; ++n) {
    const auto random = [&](std::uint64_t k) { return 2.f * randomUnit(n, k) - 1.f; };
    Control c;
    c.kind = n % 2 == 0 ? ControlKind::AddLiquid : ControlKind::EraseLiquid;
    c.shape = n % 4 < 2 ? ControlShape::Sphere : ControlShape::Cylinder;
    c.falloff = Falloff::Box;
    c.strength = n % 8 < 4 ? 1.f : 0.6f;
    c.radius = 0.5f + 0.4f * random(0);
    c.length = 1.f + 0.5f * random(1);
    const Vec3 place(random(2), random(3), random(4));
    const Vec3 axis = glm::normalize(Vec3(random(5), random(6), 1.5f));
    c.points = pointsOf({{place, axis}});
    const Vec3 x = 1.2f * Vec3(random(7), random(8), random(9)), from = x - place;
    const float phi = 0.5f * random(10);
    const float along = glm::dot(from, axis);
    const bool sphere = c.shape == ControlShape::Sphere;
    const bool within =
        sphere ? glm::length(from) <= c.radius
               : std::abs(along) <= 0.5f * c.length && glm::length(from - along * axis) <= c.radius;
    const float shape = sphere ? glm::length(from) - c.radius : along;
    const float csg = c.kind == ControlKind::AddLiquid ? std::min(phi, shape) : std::max(phi, -shape);
    const float expected = !within ? phi : c.strength > 0.9f ? csg : 0.4f * phi + 0.6f * csg;
    EXPECT_NEAR(BruteForceControls({c}).levelSetAt(x, phi), expected, 1e-6f) << n;
  }
}

TEST(ControlLevelSet, OfManySoftParticlesIsNoStrongerThanEach) {
  Control c = velocityControl(Vec3(0.f), 0.5f);
  c.kind = ControlKind::AddLiquid;
  c.points = pointsOf(std::vector<ControlPoint>(20));
  const float one = 0.5f * 1.f + 0.5f * -0.1f;
  EXPECT_NEAR(BruteForceControls({c}).levelSetAt(Vec3(0.f), 1.f), one, 1e-6f);
  // Two controls are applied in turn. Hard particles of one control form one shape.
  EXPECT_NEAR(BruteForceControls({c, c}).levelSetAt(Vec3(0.f), 1.f), 0.5f * one + 0.5f * -0.1f, 1e-6f);
  c.strength = 1.f;
  c.points = pointsOf({{{0.05f, 0.f, 0.f}}, {{-0.02f, 0.f, 0.f}}, {{0.f, 0.06f, 0.f}}});
  EXPECT_NEAR(BruteForceControls({c}).levelSetAt(Vec3(0.f), 1.f), -0.08f, 1e-7f);
  c.kind = ControlKind::EraseLiquid;
  EXPECT_NEAR(BruteForceControls({c}).levelSetAt(Vec3(0.f), -1.f), 0.08f, 1e-7f);
}

TEST(ControlLevelSet, OfASphereCrossesZeroAtItsRimWithinABand) {
  Control c;
  c.kind = ControlKind::AddLiquid;
  c.falloff = Falloff::Box;
  c.strength = 1.f;
  c.radius = 0.1f;
  const BruteForceControls posed({c});
  EXPECT_FLOAT_EQ(posed.levelSetAt({0.12f, 0.f, 0.f}, 1.f, 0.03f), 0.02f);
  EXPECT_EQ(posed.levelSetAt({0.14f, 0.f, 0.f}, 1.f, 0.03f), 1.f);
  EXPECT_EQ(posed.levelSetAt({0.12f, 0.f, 0.f}, 1.f, 0.f), 1.f);
  // Controls are applied in turn, so an eraser removes the liquid of earlier controls.
  Control eraser = c;
  eraser.kind = ControlKind::EraseLiquid;
  EXPECT_GT(BruteForceControls({c, eraser}).levelSetAt(Vec3(0.f), 1.f), 0.f);
  EXPECT_LT(BruteForceControls({eraser, c}).levelSetAt(Vec3(0.f), 1.f), 0.f);
}

TEST(ControlKeys, AreTheSplinesOfBodies) {
  Control c = velocityControl(Vec3(0.f), 0.f);
  const Quat turned = glm::angleAxis(1.2f, kY);
  c.placeKeys = {{0.0, {Vec3(0.f), {1.f, 0.f, 0.f, 0.f}}},
                 {0.7, {{1.f, 0.2f, 0.f}, turned}},
                 {2.0, {{1.f, 3.f, -1.f}, glm::angleAxis(0.3f, kZ)}}};
  std::vector<PoseKey> values, strengths;
  for (const double t : {0.0, 0.4, 1.1, 1.1, 2.0}) {
    const auto s = static_cast<float>(t);
    const float jump = values.size() == 3 ? 0.3f : 0.f;
    values.push_back({t, {{s * s, 1.f - s, jump}, {1.f, 0.f, 0.f, 0.f}}});
    strengths.push_back({t, {{0.1f + 0.2f * s + jump, 0.f, 0.f}, {1.f, 0.f, 0.f, 0.f}}});
    c.valueKeys.push_back({t, values.back().pose.position});
    c.strengthKeys.push_back({t, strengths.back().pose.position});
  }
  for (double t = -0.1; t < 2.2; t += 0.05) {
    const BruteForceControls posed({c}, {}, t);
    if (t < 0.0) continue;  // the control has not begun
    ASSERT_EQ(posed.posed.list().size(), 1u);
    const PosedControl& p = posed.posed.list()[0];
    const Pose pose = interpolate(c.placeKeys, t);
    EXPECT_EQ(p.pose.position, pose.position);
    EXPECT_EQ(p.pose.orientation, pose.orientation);
    EXPECT_EQ(p.value, interpolate(values, t).position) << t;
    EXPECT_EQ(p.strength, interpolate(strengths, t).position.x) << t;
  }
  EXPECT_TRUE(c.isKeyed());
}

TEST(ControlTimes, BoundWhenItActs) {
  Control c = velocityControl(kX, 0.5f);
  c.start = 1.0;
  c.stop = 2.0;
  for (const double t : {0.0, 0.999, 2.0, 3.0})
    EXPECT_TRUE(BruteForceControls({c}, {}, t).posed.empty()) << t;
  for (const double t : {1.0, 1.999}) EXPECT_FALSE(BruteForceControls({c}, {}, t).posed.empty()) << t;
  c.enabled = false;
  EXPECT_TRUE(BruteForceControls({c}, {}, 1.5).posed.empty());
}

/// Makes a body that rotates about z at 2 rad/s and has turned by 90 degrees.
Body turningBody() {
  Body body = makeBody("head", {SolidShape::SolidKind::Box, Vec3(0.1f)}, Motion::Kinematic);
  body.pose = body.previousPose = {{1.f, 0.f, 0.f}, glm::angleAxis(glm::radians(90.f), kZ)};
  body.velocity = {0.f, 0.5f, 0.f};
  body.angularVelocity = 2.f * kZ;
  return body;
}

TEST(ControlOnABody, FollowsItsPoseAndTakesItsVelocity) {
  Control c = velocityControl({0.25f, 0.f, 0.f}, 0.5f);
  c.shape = ControlShape::Cylinder;
  c.body = "head";
  c.points = pointsOf({{{0.f, 0.3f, 0.f}, kX}});
  std::vector<Body> bodies{makeBody("other", {SolidShape::SolidKind::Box, Vec3(0.1f)}, Motion::Static),
                           turningBody()};
  std::vector<ControlParticle> found;
  const auto only = [&](const Control& control) {
    const BruteForceControls posed({control}, bodies);
    posed.posed.all(ControlField::Velocity, found);
    EXPECT_EQ(found.size(), 1u);
    found.at(0).of = nullptr;  // the pointer dangles once `posed` is destroyed
    return found.at(0);
  };
  const ControlParticle p = only(c);
  EXPECT_LT(glm::distance(p.place, Vec3(0.7f, 0.f, 0.f)), 1e-6f);
  EXPECT_LT(glm::distance(p.axis, kY), 1e-6f);
  // Three velocities along the world's y axis add up. The control's 0.25 m/s lies along the body's x axis,
  // the body moves at 0.5 m/s, and its rotation contributes 0.6 m/s downwards at 0.3 m.
  EXPECT_LT(glm::distance(p.value, Vec3(0.f, 0.25f + 0.5f - 0.6f, 0.f)), 1e-6f);
  Control alone = c;
  alone.carried = false;
  EXPECT_LT(glm::distance(only(alone).value, Vec3(0.f, 0.25f, 0.f)), 1e-6f);
  bodies[1].scale = 2.f;
  EXPECT_LT(glm::distance(only(c).place, Vec3(0.4f, 0.f, 0.f)), 1e-6f) << "its surface is there now";
  bodies[1].scale = 1.f;
  Control shifted = c;
  shifted.position = {0.f, 0.1f, 0.f};
  shifted.orientation = glm::angleAxis(glm::radians(-90.f), kZ);
  EXPECT_LT(glm::distance(only(shifted).place, Vec3(0.9f, 0.3f, 0.f)), 1e-6f);
  bodies[1].present = false;
  EXPECT_TRUE(BruteForceControls({c}, bodies).posed.empty());
}

TEST(ControlPlaces, FindAllThatAreNearAndLeaveOutWhatIsFar) {
  std::vector<Control> list;
  std::vector<Body> bodies{turningBody()};
  bodies[0].scale = 1.5f;
  for (std::uint64_t n = 0; n < 12; ++n) {
    const auto random = [&](std::uint64_t k) { return 2.f * randomUnit(100 + n, k) - 1.f; };
    Control c = velocityControl({random(0), random(1), random(2)}, 0.6f, static_cast<Falloff>(n % 3));
    c.shape = static_cast<ControlShape>(n % 2);
    c.radius = n == 3 ? 0.8f : 0.03f + 0.02f * random(3);
    c.length = 0.1f;
    c.position = {random(4), random(5), random(6)};
    c.orientation = glm::angleAxis(3.f * random(7), glm::normalize(Vec3(random(8), random(9), 1.1f)));
    if (n % 4 == 1) c.body = "head";
    std::vector<ControlPoint> points;
    for (std::uint64_t k = 0; k < 40 * n; ++k)
      points.push_back({{random(30 + 6 * k), random(31 + 6 * k), random(32 + 6 * k)},
                        glm::normalize(Vec3(random(33 + 6 * k), random(34 + 6 * k), 1.2f))});
    if (!points.empty()) c.points = pointsOf(points);
    list.push_back(c);
  }
  const BruteForceControls posed(list, bodies);
  std::vector<ControlParticle> all, near;
  posed.posed.all(ControlField::Velocity, all);
  const Aabb reach = posed.posed.bounds(ControlField::Velocity);
  std::size_t met = 0, offered = 0;
  for (std::uint64_t n = 0; n < 400; ++n) {
    const auto random = [&](std::uint64_t k) { return 2.f * randomUnit(7000 + n, k) - 1.f; };
    Aabb block;
    block.include(2.f * Vec3(random(0), random(1), random(2)));
    block.include(block.lower + 0.2f);
    posed.posed.near(ControlField::Velocity, block, near);
    offered += near.size();
    EXPECT_TRUE(
        std::is_sorted(near.begin(), near.end(), [](const ControlParticle& a, const ControlParticle& b) {
          return std::pair(a.of->number, a.number) < std::pair(b.of->number, b.number);
        }));
    for (int k = 0; k < 20; ++k) {
      const Vec3 x = block.lower + block.size() * Vec3(randomUnit(n, 3 * k), randomUnit(n, 3 * k + 1),
                                                       randomUnit(n, 3 * k + 2));
      const ControlInfluence brute = influenceAt(all, x), quick = influenceAt(near, x);
      EXPECT_EQ(quick.strength, brute.strength);
      EXPECT_EQ(quick.value, brute.value) << "to the bit, so in the same order";
      met += brute.strength > 0.f;
      if (brute.strength > 0.f) {
        EXPECT_TRUE(reach.contains(x));
      }
    }
  }
  EXPECT_GT(met, 400u);
  EXPECT_LT(offered, 400 * all.size() / 20) << "few of them are asked";
}

TEST(ControlPlaces, AreTheSameAtAnyNumberOfThreads) {
  std::vector<ControlPoint> points;
  for (std::uint64_t k = 0; k < 3000; ++k)
    points.push_back({{randomUnit(1, 3 * k), randomUnit(1, 3 * k + 1), randomUnit(1, 3 * k + 2)}});
  Control c = velocityControl(kX, 0.7f, Falloff::Cubic);
  c.points = pointsOf(points);
  Control other = c;
  other.value = kY;
  other.orientation = glm::angleAxis(0.4f, kZ);
  const BruteForceControls posed({c, other});
  const auto values = [&](int threads) {
    std::vector<Vec3> result(512);
    Threads(threads).forChunks(result.size(), 16, [&](std::size_t, std::size_t begin, std::size_t end) {
      std::vector<ControlParticle> near;
      for (std::size_t i = begin; i < end; ++i) {
        const Vec3 x(randomUnit(2, 3 * i), randomUnit(2, 3 * i + 1), randomUnit(2, 3 * i + 2));
        posed.posed.near(ControlField::Velocity, Aabb{x, x}, near);
        result[i] = influenceAt(near, x).value;
      }
    });
    return result;
  };
  const std::vector<Vec3> one = values(1);
  for (const int n : {2, 7}) EXPECT_EQ(values(n), one) << n;
}

TEST(ControlContradictions, NameTheTwoThatMeet) {
  Control a = velocityControl(kX, 1.f), b = velocityControl(kY, 1.f), c = velocityControl(kY, 1.f);
  b.position = {0.15f, 0.f, 0.f};
  c.position = {5.f, 0.f, 0.f};
  const auto found = BruteForceControls({c, a, b}).posed.contradiction();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->earlier, 1u);
  EXPECT_EQ(found->later, 2u);
  EXPECT_LT(glm::distance(found->place, Vec3(0.075f, 0.f, 0.f)), 1e-6f);
  const auto meets = [&](const Control& one, const Control& two) {
    return BruteForceControls({one, two}).posed.contradiction().has_value();
  };
  Control soft = b, same = b, apart = b, ofOther = b, ending = b;
  soft.strength = 0.8f;
  same.value = kX;
  apart.position.x = 0.201f;
  ofOther.kind = ControlKind::Divergence;
  for (const Control& fine : {soft, same, apart, ofOther}) EXPECT_FALSE(meets(a, fine));
  // Controls with the hat falloff are hard in their middles only.
  a.falloff = ending.falloff = Falloff::Hat;
  EXPECT_FALSE(meets(a, ending));
  ending.position.x = 0.019f;
  EXPECT_TRUE(meets(a, ending));
  ending.position.x = 0.021f;
  EXPECT_FALSE(meets(a, ending));
  Control box = b;
  box.position.x = 0.109f;
  EXPECT_TRUE(meets(a, box)) << "a tenth of the one, all of the other";
  box.position.x = 0.111f;
  EXPECT_FALSE(meets(a, box));
  // One control adds liquid that another erases.
  Control add = velocityControl(Vec3(0.f), 1.f), erase = add;
  add.kind = ControlKind::AddLiquid;
  erase.kind = ControlKind::EraseLiquid;
  EXPECT_FALSE(meets(add, add));
  EXPECT_TRUE(meets(add, erase));
  // The cylinders cross at right angles, or pass each other.
  Control along = velocityControl(kX, 1.f), across = velocityControl(kY, 1.f);
  along.shape = across.shape = ControlShape::Cylinder;
  along.length = across.length = 2.f;
  along.points = pointsOf({{Vec3(0.f), kX}});
  across.points = pointsOf({{{0.7f, 0.5f, 0.19f}, kY}});
  EXPECT_TRUE(meets(along, across));
  across.points = pointsOf({{{0.7f, 0.5f, 0.21f}, kY}});
  EXPECT_FALSE(meets(along, across));
}

TEST(ControlSpeeds, AreTheFastestThatParticlesAskFor) {
  const std::vector<Body> bodies{turningBody()};
  const auto fastest = [&](const Control& control) {
    return maxSpeedOf(poseOf(control, 0, bodies, 0.0).value());
  };
  Control c = velocityControl({3.f, 4.f, 0.f}, 0.5f);
  EXPECT_FLOAT_EQ(fastest(c), 5.f);
  c.kind = ControlKind::Viscosity;
  EXPECT_EQ(fastest(c), 0.f);
  Control carried = velocityControl(Vec3(0.f), 0.5f);
  carried.body = "head";
  EXPECT_GE(fastest(carried), 0.5f + 2.f * 0.1f) << "half a metre a second, and its turn at the rim";
}

TEST(ControlCurves, AreEvenAndGoThroughTheirPlaces) {
  const std::vector<Vec3> places{{0.f, 0.f, 0.f}, {0.1f, 0.f, 0.f}, {0.1f, 0.3f, 0.f}, {0.1f, 0.3f, 0.f}};
  const std::vector<ControlPoint> points = controlsAlong(places, 0.01f, 1000);
  EXPECT_EQ(points.front().place, places.front());
  EXPECT_LT(glm::distance(points.back().place, places.back()), 1e-6f);
  float shortest = 1.f, longest = 0.f;
  for (std::size_t k = 1; k < points.size(); ++k) {
    const float step = glm::distance(points[k - 1].place, points[k].place);
    shortest = std::min(shortest, step), longest = std::max(longest, step);
  }
  EXPECT_LE(longest, 0.01f * 1.0001f);
  // Particles are equally spaced along the curve. At the right angle of the curve, a chord is sqrt(2) / 2 of
  // the spacing.
  EXPECT_GT(shortest, 0.7f * longest);
  for (const Vec3& place : places)
    EXPECT_TRUE(std::any_of(points.begin(), points.end(),
                            [&](const ControlPoint& p) { return glm::distance(p.place, place) <= 0.006f; }));
  EXPECT_THROW((void)controlsAlong(places, 0.01f, 20), InputError);
}

TEST(SurfacePoints, LieOnTheSurfaceEvenlyAndKnowItsNormal) {
  constexpr float kSpacing = 0.02f, kRadius = 0.1f;
  const ShapePtr sphere = makeSphere(kRadius);
  const Aabb everywhere{Vec3(-1e30f), Vec3(1e30f)};
  const std::vector<SurfacePoint> points = spreadOnSurface(*sphere, kSpacing, everywhere, 10'000);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_NEAR(glm::length(points[i].place), kRadius, 1e-5f);
    EXPECT_LT(glm::distance(points[i].normal, glm::normalize(points[i].place)), 1e-4f);
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_GE(glm::distance(points[i].place, points[k].place), 0.75f * kSpacing);
  }
  float gap = 0.f;
  for (std::uint64_t n = 0; n < 2000; ++n) {
    const Vec3 on =
        kRadius * glm::normalize(2.f * Vec3(randomUnit(n, 0), randomUnit(n, 1), randomUnit(n, 2)) - 0.999f);
    float nearest = 1.f;
    for (const SurfacePoint& p : points) nearest = std::min(nearest, glm::distance(p.place, on));
    gap = std::max(gap, nearest);
  }
  EXPECT_LT(gap, kSpacing);
  const Aabb cap{Vec3(-1.f, 0.05f, -1.f), Vec3(1.f)};
  const std::vector<SurfacePoint> part = spreadOnSurface(*sphere, kSpacing, cap, 10'000);
  EXPECT_FALSE(part.empty());
  for (const SurfacePoint& p : part) EXPECT_GE(p.place.y, 0.05f);
  EXPECT_THROW((void)spreadOnSurface(*sphere, kSpacing, everywhere, 10), InputError);
  EXPECT_THROW((void)spreadOnSurface(*sphere, 1e-6f, everywhere, 10), InputError);
  EXPECT_THROW((void)spreadOnSurface(*makePlane(kY), kSpacing, everywhere, 10), InputError);
}

}  // namespace
}  // namespace ooze::controls_test
