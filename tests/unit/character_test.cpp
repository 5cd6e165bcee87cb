// Tests a character in a scene file: one entry makes seventeen bodies, and mistakes are refused at their
// line.
#include "bodies/character.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "fixtures/commands.h"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>

namespace ooze::character_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Scene sceneWith(const std::string& character) {
  return parseScene(
      R"({"version": 1, "h": 0.02, "duration": 6, "materials": [{"name": "goo", "file": "water"}],
    "bodies": [{"name": "twin head", "shape": {"sphere": {"radius": 0.1}}}],
    "characters": [
)" + character +
          R"(
    ]})",
      "folder/test.json", Detail::Medium);
}

constexpr const char* kWalker =
    R"({"name": "walker", "motion": "walk", "height": 0.4, "position": [0.1, 0.2, 0.3],
      "rotation": {"axis": [0, 1, 0], "degrees": 90}, "speed": 0.2, "start": 0.5, "friction": 0.25,
      "stickiness": 30, "stick_distance": 0.01, "colour": "#010203"})";

const Body& bone(const std::vector<Body>& bodies, const std::string& name) {
  for (const Body& body : bodies)
    if (body.name == name) return body;
  throw std::runtime_error("there is no " + name);
}

TEST(Character, IsABodyForEveryBone) {
  const std::vector<Body> bodies = sceneWith(kWalker).world.bodies;
  ASSERT_EQ(bodies.size(), 1 + kBoneCount);
  for (std::size_t b = 0; b < kBoneCount; ++b) {
    const Body& body = bodies[1 + b];
    EXPECT_EQ(body.name, "walker " + std::string(boneForms()[b].name));
    EXPECT_EQ(body.motion, Motion::Kinematic);
    EXPECT_EQ(body.solid.kind, boneForms()[b].kind);
    EXPECT_FLOAT_EQ(body.solid.size.y, 0.4f * boneForms()[b].size.y);
    EXPECT_EQ(body.friction, 0.25f);
    EXPECT_EQ(body.stickiness, 30.f);
    EXPECT_EQ(body.stickDistance, 0.01f);
    EXPECT_EQ(body.look.colour, 0xff030201u);
  }
}

TEST(Character, WalksAtItsSpeedFromItsStartTheWayItFaces) {
  const std::vector<Body> bodies = sceneWith(kWalker).world.bodies;
  const Body& hips = bone(bodies, "walker hips");
  EXPECT_EQ(interpolate(hips.keys, 0.0).position, interpolate(hips.keys, 0.5).position);
  EXPECT_EQ(hips.pose.position, interpolate(hips.keys, 0.0).position);
  // A cycle of two steps takes 0.55 * 0.4 m / 0.2 m/s. A rotation by 90 degrees about y maps the z axis to x.
  const Vec3 walked = interpolate(hips.keys, 3.2).position - interpolate(hips.keys, 3.2 - 1.1).position;
  EXPECT_LT(glm::distance(walked, Vec3(0.22f, 0.f, 0.f)), 1e-4f);
  EXPECT_NEAR(hips.pose.position.y, 0.2f + 0.4f * 0.52f, 0.01f);
  // The keys cover at least the scene's duration.
  EXPECT_GE(hips.keys.back().time, 6.0);
}

TEST(Character, BonesStayJoinedAndFeetStayPutBetweenTheKeysToo) {
  for (const char* character :
       {kWalker, R"({"name": "dancer", "motion": "dance", "height": 0.4, "tempo": 3})"}) {
    const std::vector<Body> bodies = sceneWith(character).world.bodies;
    double gap = 0.0, below = 0.0;
    for (double t = 1.5; t < 5.0; t += 0.0037) {
      std::array<Pose, kBoneCount> joints;
      for (std::size_t b = 0; b < kBoneCount; ++b) {
        joints[b] = interpolate(bodies[1 + b].keys, t);
        joints[b].position -= joints[b].orientation * (0.4f * boneForms()[b].centre);
      }
      for (std::size_t b = 1; b < kBoneCount; ++b) {
        const BoneForm& form = boneForms()[b];
        const Vec3 on = joints[indexOf(form.parent)].toWorld(0.4f * form.joint);
        gap = std::max<double>(gap, glm::distance(joints[b].position, on) / 0.4);
      }
      const float ground = character == kWalker ? 0.2f : 0.f;
      for (const Bone foot : {Bone::LeftFoot, Bone::RightFoot}) {
        Pose scaled = joints[indexOf(foot)];
        scaled.position = (scaled.position - Vec3(0.f, ground, 0.f)) / 0.4f;
        below = std::max<double>(below, -lowestPointOfFoot(scaled));
      }
    }
    // Each bone interpolates its own spline, so joints open a little between keys. Limbs are 0.02 heights
    // thick where they meet.
    EXPECT_LT(gap, 0.004) << character;
    EXPECT_LT(below, 0.004) << character;
  }
}

TEST(Character, AStandingOneIsStaticAndCommandsKnowItsBones) {
  const Scene scene = sceneWith(R"({"name": "statue", "motion": "stand", "height": 0.4})");
  World world(scene.world, 1);
  ASSERT_EQ(world.bodies().list.size(), 1 + kBoneCount);
  EXPECT_EQ(bone(world.bodies().list, "statue head").motion, Motion::Static);
  const Vec3 head = bone(world.bodies().list, "statue head").pose.position;
  EXPECT_NEAR(head.y, 0.4f * 0.92f, 0.01f);
  world.submit(command("body.statue head.present", {0.f}));
  world.advanceFrame();
  EXPECT_FALSE(bone(world.bodies().list, "statue head").present);
  EXPECT_THROW(world.submit(command("body.statue hed.present", {0.f})), InputError);
}

struct Mistake {
  const char* character;
  const char* message;
};

class CharacterMistake : public testing::TestWithParam<Mistake> {};

TEST_P(CharacterMistake, IsRefusedAtItsLine) {
  try {
    sceneWith(GetParam().character);
    FAIL() << "accepted " << GetParam().character;
  } catch (const InputError& e) {
    EXPECT_THAT(e.what(), StartsWith("folder/test.json:4: "));
    EXPECT_THAT(e.what(), HasSubstr(GetParam().message));
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, CharacterMistake,
    testing::Values(Mistake{R"({"motion": "walk"})", "needs the key \"height\""},
                    Mistake{R"({"height": 0.3})", "needs the key \"motion\""},
                    Mistake{R"({"motion": "wlk", "height": 0.3})", "did you mean \"walk\"?"},
                    Mistake{R"({"motion": "walk", "hight": 0.3})", "did you mean \"height\"?"},
                    Mistake{R"({"motion": "walk", "height": 0})", "out of range [0.02, 100]"},
                    Mistake{R"({"motion": "walk", "height": 0.5, "speed": 9})", "out of range [0.005, 3]"},
                    Mistake{R"({"motion": "walk", "height": 0.5, "circle": 0.1})",
                            "\"circle\" must be 0.15 m or more"},
                    Mistake{R"({"motion": "dance", "height": 0.5, "tempo": 60})", "out of range [0.1, 6]"},
                    Mistake{R"({"motion": "dance", "height": 0.5, "speed": 1})",
                            "only a character that walks has the key"},
                    Mistake{R"({"motion": "walk", "height": 0.5, "tempo": 1})",
                            "only a character that dances has the key"},
                    Mistake{R"({"motion": "stand", "height": 0.5, "start": 1})",
                            "only a character that moves has the key"},
                    Mistake{R"({"motion": "walk", "height": 0.5, "friction": 2})", "out of range [0, 1]"},
                    Mistake{R"({"name": "a=b", "motion": "walk", "height": 0.5})", "must not contain \"=\""},
                    Mistake{R"({"name": "twin", "motion": "walk", "height": 0.5})",
                            "the name \"twin head\" is taken already"}));

}  // namespace
}  // namespace ooze::character_test
