// Tests commands that act on solid bodies: bodies of the scene, and bodies that commands added.
#include "ooze/base/error.h"

#include "fixtures/commands.h"
#include "unit/body_world_fixtures.h"

#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace ooze::body_commands_test {
namespace {

using namespace test;

TEST(BodyCommands, SetWhatTheyName) {
  World world(solidsSpec(), 1);
  for (const Command& c : std::vector<Command>{
           command("body.duck.density", {250.f}), command("body.duck.friction", {0.25f}),
           command("body.ground.stickiness", {12.f}), command("body.foot.stick_distance", {0.01f}),
           command("body.duck.angular_velocity", {0.f, 2.f, 0.f}),
           command("body.duck.velocity", {0.5f, 0.f, 0.f}),
           command("body.duck.position", {0.1f, 0.4f, 0.2f})})
    world.submit(c);
  EXPECT_THROW((void)world.value("body.duck.friction"), InputError) << "the liquid's own holds";
  world.step();
  EXPECT_EQ(world.value("body.duck.density"), 250.f);
  EXPECT_EQ(world.value("body.duck.friction"), 0.25f);
  EXPECT_EQ(world.value("body.ground.stickiness"), 12.f);
  EXPECT_EQ(world.value("body.foot.stick_distance"), 0.01f);
  EXPECT_EQ(world.value("body.duck.present"), 1.f);
  const Body& duck = bodyOf(world, "duck");
  EXPECT_EQ(duck.velocity, Vec3(0.5f, 0.f, 0.f));
  // The frame of 1/60 s has three substeps, and the body has made one of these substeps.
  EXPECT_NEAR(duck.pose.position.x, 0.1f + 0.5f / 180.f, 1e-6f);
  EXPECT_EQ(duck.pose.position.y, 0.4f);
  EXPECT_NEAR(glm::angle(duck.pose.orientation), 2.f / 180.f, 1e-4f);
  EXPECT_EQ(world.commandLog().size(), 7u);
}

TEST(BodyCommands, ARemovedBodyStaysStillUntilItReturns) {
  World world(solidsSpec(), 1);
  world.submit(command("body.duck.velocity", {0.5f, 0.f, 0.f}));
  world.submit(command("body.duck.pull", {0.f, 0.f, 0.f, 1.f, 0.f, 0.f}));
  steps(world, 3);
  world.submit(command("body.duck.present", {0.f}));
  world.step();
  const Pose at = bodyOf(world, "duck").pose;
  EXPECT_EQ(bodyOf(world, "duck").velocity, Vec3(0.f));
  EXPECT_FALSE(bodyOf(world, "duck").pull);
  world.submit(command("body.duck.velocity", {0.5f, 0.f, 0.f}));
  world.submit(command("world.gravity_y", {-9.81f}));
  steps(world, 6);
  EXPECT_EQ(bodyOf(world, "duck").pose.position, at.position);
  world.submit(command("world.gravity_y", {0.f}));
  world.submit(command("body.duck.present", {1.f}));
  steps(world, 6);
  EXPECT_EQ(bodyOf(world, "duck").pose.position, at.position) << "it comes back at rest";
}

TEST(BodyCommands, APullIsHeldUntilItIsReleased) {
  World world(solidsSpec(), 1);
  world.submit(command("body.duck.pull", {0.f, 0.01f, 0.f, 0.f, 0.5f, 0.1f}));
  world.step();
  ASSERT_TRUE(bodyOf(world, "duck").pull);
  EXPECT_EQ(bodyOf(world, "duck").pull->anchor, Vec3(0.f, 0.01f, 0.f));
  EXPECT_EQ(bodyOf(world, "duck").pull->target, Vec3(0.f, 0.5f, 0.1f));
  world.submit(command("body.duck.release"));
  world.step();
  EXPECT_FALSE(bodyOf(world, "duck").pull);
}

TEST(BodyCommands, BadOnesAreRefusedWithTheirReason) {
  World world(solidsSpec(), 1);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  struct Case {
    CommandText command;
    std::string_view says;
  };
  for (const Case& c : std::vector<Case>{{{"body.duk.density", {1.f}}, "did you mean \"duck\"?"},
                                         {{"body.duck.densty", {1.f}}, "did you mean \"density\"?"},
                                         {{"body.duck.xyzzyxyzzy", {1.f}}, "no \"xyzzyxyzzy\"; known: "},
                                         {{"body.duck", {1.f}}, "no \"\""},
                                         {{"body.ground.velocity", {0.f, 0.f, 0.f}}, "not a dynamic body"},
                                         {{"body.foot.density", {10.f}}, "not a dynamic body"},
                                         {{"body.foot.position", {0.f, 0.f, 0.f}}, "follows its keys"},
                                         {{"body.duck.density", {0.f}}, "out of range [1, 100000]"},
                                         {{"body.duck.density", {nan}}, "out of range"},
                                         {{"body.duck.friction", {1.5f}}, "out of range [0, 1]"},
                                         {{"body.duck.velocity", {1.f}}, "takes 3 numbers, not 1"},
                                         {{"body.duck.pull", {1.f, 2.f, 3.f}}, "takes 6 numbers, not 3"},
                                         {{"body.duck.release", {1.f}}, "is an action and takes no numbers"},
                                         {{"springs.add", {1.f}}, "is an action and takes no numbers"},
                                         {{"springs.ad"}, "did you mean \"add\"?"},
                                         {{"spring.add", {}}, "did you mean \"springs\"?"},
                                         {{"bodies.add_sphere", {0.f, 0.f, 0.f, 0.02f}}, "takes 5 numbers"},
                                         {{"bodies.add_box", {0.f, 0.f, 0.f, 0.f, 500.f}}, "out of range"},
                                         {{"bodies.add_box", {0.f, 0.f, 0.f, 0.1f, 0.f}}, "out of range"},
                                         {{"bodies.add_cone", {0.f, 0.f, 0.f, 0.1f, 5.f}}, "no \"add_cone\""},
                                         {{"body.dropped 1.density", {10.f}}, "no \"dropped 1\""},
                                         {{"liquid.grab", {0.f, 0.f, 0.f, 0.f}}, "out of range"},
                                         {{"liquid.carry", {0.f, 0.f}}, "takes 3 numbers"}}) {
    const std::string said = errorMessageOf([&] { world.submit(parseCommand(c.command)); });
    EXPECT_NE(said.find(c.says), std::string::npos) << c.command.target << ": " << said;
  }
}

TEST(AddedBodies, ComeWithTheirShapeAndDensityAndGoTogether) {
  World world(solidsSpec(), 1);
  world.submit(command("bodies.add_sphere", {0.f, 1.f, 0.f, 0.03f, 300.f}));
  world.submit(command("bodies.add_box", {0.2f, 1.f, 0.f, 0.03f, 500.f}));
  world.submit(command("bodies.add_capsule", {0.4f, 1.f, 0.f, 0.03f, 700.f}));
  world.submit(command("bodies.add_cylinder", {0.6f, 1.f, 0.f, 0.03f, 900.f}));
  // The command acts on a body whose own addition is still queued.
  world.submit(command("body.dropped 2.velocity", {0.f, 0.f, 1.f}));
  world.step();
  ASSERT_EQ(world.bodies().list.size(), 7u);
  const double r = 0.03, sphere = 4.0 / 3.0 * M_PI * r * r * r, tube = M_PI * r * r * 2 * r;
  EXPECT_NEAR(bodyOf(world, "dropped 1").mass(), 300 * sphere, 300 * sphere * 1e-6);
  EXPECT_NEAR(bodyOf(world, "dropped 2").mass(), 500 * 8 * r * r * r, 500 * 8 * r * r * r * 1e-6);
  EXPECT_NEAR(bodyOf(world, "dropped 3").mass(), 700 * (sphere + tube), 700 * (sphere + tube) * 1e-6);
  EXPECT_NEAR(bodyOf(world, "dropped 4").mass(), 900 * tube, 900 * tube * 1e-6);
  EXPECT_EQ(bodyOf(world, "dropped 2").velocity, Vec3(0.f, 0.f, 1.f));
  EXPECT_EQ(world.value("body.dropped 4.density"), 900.f);

  world.submit(command("bodies.remove_added"));
  world.submit(
      command("body.dropped 1.density", {10.f}));  // the body is removed before the command's turn comes
  world.step();
  EXPECT_EQ(world.bodies().list.size(), 3u);
  world.submit(command("bodies.add_sphere", {0.f, 1.f, 0.f, 0.03f, 300.f}));
  world.step();
  EXPECT_EQ(bodyOf(world, "dropped 1").density, 300.f);
}

TEST(AddedBodies, AreAtMostTwoHundred) {
  WorldSpec spec = solidsSpec();
  World world(spec, 1);
  const auto add = [&](int n) {
    const auto k = static_cast<float>(n);
    return command("bodies.add_sphere", {0.1f * k, 5.f, 0.f, 0.01f, 300.f});
  };
  for (int n = 0; n < 200; ++n) world.submit(add(n));
  EXPECT_NE(errorMessageOf([&] { world.submit(add(200)); }).find("200 added bodies"), std::string::npos);
  world.step();
  EXPECT_THROW(world.submit(add(200)), InputError);
  EXPECT_EQ(world.bodies().list.size(), 203u);
  for (int n = 0; n < 201; ++n) spec.timeline.push_back({0.0, add(n)});
  World timed(spec, 1);
  timed.step();
  EXPECT_EQ(timed.bodies().list.size(), 203u) << "no more come";
}

/// Throws, drops, removes and puts back bodies while liquid falls.
void playWithBodies(World& world) {
  steps(world, 2);
  world.submit(command("bodies.add_box", {0.05f, 0.3f, 0.f, 0.02f, 400.f}));
  world.submit(command("body.duck.velocity", {0.2f, 0.f, 0.f}));
  steps(world, 3);
  world.submit(command("body.dropped 1.angular_velocity", {1.f, 0.f, 3.f}));
  world.submit(command("body.duck.present", {0.f}));
  world.submit(command("body.ground.friction", {0.7f}));
  steps(world, 4);
  world.submit(command("bodies.add_capsule", {-0.05f, 0.3f, 0.f, 0.02f, 800.f}));
  world.submit(command("body.duck.present", {1.f}));
  world.submit(command("body.duck.pull", {0.f, 0.f, 0.f, 0.05f, 0.5f, 0.f}));
  steps(world, 5);
}

WorldSpec liquidAndSolids() {
  WorldSpec spec = busySpec();
  spec.bodies.push_back(dynamicBall("duck", {0.1f, 0.3f, 0.f}));
  return spec;
}

TEST(BodyCommands, ReplayAndRestoreReachTheSameBits) {
  World played(liquidAndSolids(), 2);
  playWithBodies(played);
  ASSERT_FALSE(played.atFrameBoundary());
  const auto bytes = saved(played);
  steps(played, 16);

  World replayed(liquidAndSolids(), 1);
  replayed.replay(played.commandLog());
  steps(replayed, 30);
  EXPECT_EQ(replayed.hash(), played.hash());

  World restored(liquidAndSolids(), 7);
  restored.submit(command("bodies.add_sphere", {0.f, 2.f, 0.f, 0.02f, 10.f}));
  steps(restored, 2);  // the added body is removed by the restore
  restore(restored, bytes);
  EXPECT_EQ(saved(restored), bytes);
  EXPECT_EQ(bodyOf(restored, "dropped 2").solid.kind, SolidShape::SolidKind::Capsule);
  steps(restored, 16);
  EXPECT_EQ(restored.hash(), played.hash());
}

TEST(BodyCommands, WithoutANumberABodyHasNoContactOfItsOwnAnyMore) {
  World plain(solidsSpec(), 1), changed(solidsSpec(), 1);
  for (const std::string key : {"friction", "stickiness", "stick_distance"})
    changed.submit(command("body.ground." + key, {0.5f}));
  plain.step();
  changed.step();
  EXPECT_NE(changed.hash(), plain.hash());
  for (const std::string key : {"friction", "stickiness", "stick_distance"})
    changed.submit(command("body.ground." + key));
  plain.step();
  changed.step();
  EXPECT_EQ(bodyOf(changed, "ground").friction, std::nullopt);
  EXPECT_EQ(bodyOf(changed, "ground").stickiness, std::nullopt);
  EXPECT_EQ(bodyOf(changed, "ground").stickDistance, std::nullopt);
  EXPECT_EQ(changed.hash(), plain.hash());
  World replayed(solidsSpec(), 1);
  replayed.replay(changed.commandLog());
  steps(replayed, 2);
  EXPECT_EQ(replayed.hash(), changed.hash());
  for (const char* target : {"body.duck.density", "body.duck.present", "body.duck.position"})
    EXPECT_NE(errorMessageOf([&] { plain.submit(command(target)); }), "") << target;
}

TEST(BodyCommands, AreAllSeenByTheHash) {
  for (const Command& c :
       std::vector<Command>{command("body.duck.present", {0.f}), command("body.duck.density", {999.f}),
                            command("body.ground.friction", {0.5f}), command("body.ground.stickiness", {1.f}),
                            command("body.ground.stick_distance", {0.01f}),
                            command("body.duck.pull", {0.f, 0.f, 0.f, 0.f, 0.5f, 0.f}),
                            command("bodies.add_sphere", {9.f, 9.f, 9.f, 0.02f, 10.f})}) {
    World plain(solidsSpec(), 1), changed(solidsSpec(), 1);
    changed.submit(c);
    plain.step();
    changed.step();
    EXPECT_NE(changed.hash(), plain.hash()) << targetOf(c);
  }
}

TEST(WorldBodies, InvalidOnesAreRefused) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  struct Case {
    std::function<void(std::vector<Body>&)> spoil;
    std::string_view says;
  };
  for (const Case& c : std::vector<Case>{
           {[](auto& b) { b[1].density = 0.f; }, "body \"duck\" is dynamic and needs a mass above 0"},
           {[](auto& b) { b[1].density = -5.f; }, "mass above 0"},
           {[&](auto& b) { b[1].density = nan; }, "mass above 0"},
           {[](auto& b) { b[1].unitMass = {}; }, "mass above 0"},
           {[&](auto& b) { b[1].pose.position.x = nan; }, "body \"duck\" must be within 100 km"},
           {[](auto& b) { b[0].pose.position.y = 2e5f; }, "body \"ground\" must be within 100 km"},
           {[&](auto& b) { b[1].velocity.z = nan; }, "velocity that is not finite"},
           {[](auto& b) {
              b[1].pose.orientation = {0.f, 0.f, 0.f, 0.f};
            },
            "no rotation"},
           {[](auto& b) {
              b[2].keys.push_back({-1.0, {}});
            },
            "keys that do not ascend"},
           {[](auto& b) {
              b[2].keys.insert(b[2].keys.end(), {{0.0, {}}, {0.0, {}}});
            },
            "more than two keys at one time"},
           {[](auto& b) {
              b[1].keys.push_back({0.0, {}});
            },
            "only a kinematic body follows keys"},
           {[](auto& b) { b[2].name = "duck"; }, "two bodies have the name \"duck\""},
           {[](auto& b) { b[2].name = "dropped 7"; }, "\"dropped 7\" is reserved for bodies"},
           {[](auto& b) { b[0].shape.reset(); }, "body \"ground\" has no shape"}}) {
    WorldSpec spec = solidsSpec();
    c.spoil(spec.bodies);
    const std::string said = errorMessageOf([&] { World world(spec, 1); });
    EXPECT_NE(said.find(c.says), std::string::npos) << c.says << " / " << said;
  }
}

TEST(WorldBodies, ADynamicOneBeginsAsTheSceneSays) {
  WorldSpec spec = solidsSpec();
  spec.bodies[1].velocity = {0.f, 0.f, 0.3f};
  World world(spec, 1);
  EXPECT_EQ(bodyOf(world, "duck").pose.position, Vec3(0.f, 0.5f, 0.f));
  EXPECT_EQ(bodyOf(world, "duck").velocity, Vec3(0.f, 0.f, 0.3f));
}

TEST(WorldBodies, LiquidIsLeftOutWhereASolidBegins) {
  WorldSpec spec = busySpec();
  const std::size_t whole = World(spec, 1).particles().size();
  spec.bodies.push_back(dynamicBall("duck", {0.f, 0.05f, 0.f}, 0.02f));
  const World world(spec, 1);
  const double share = 4.0 / 3.0 * M_PI * 0.02 * 0.02 * 0.02 / (0.05 * 0.05 * 0.05);
  EXPECT_NEAR(static_cast<double>(world.particles().size()) / static_cast<double>(whole), 1.0 - share, 0.05);
  for (std::size_t i = 0; i < world.particles().size(); ++i)
    EXPECT_GE(glm::distance(world.particles().position[i], Vec3(0.f, 0.05f, 0.f)), 0.02f);
  spec.bodies.back().present = false;
  EXPECT_EQ(World(spec, 1).particles().size(), whole);
}

TEST(WorldBodies, ABodyThatLeavesTheDomainOrFallsForeverIsRemoved) {
  WorldSpec spec = solidsSpec();
  spec.domain = Aabb{Vec3(-1.f), Vec3(1.f)};
  spec.bodies[1].velocity = {0.f, 0.f, 2.f};
  World world(spec, 1);
  // The ball of radius 2 cm has left the domain when its centre is beyond 1.02 m: after 0.51 s, or 30.6
  // frames.
  for (int f = 0; f < 29; ++f) world.advanceFrame();
  EXPECT_TRUE(bodyOf(world, "duck").present);
  for (int f = 0; f < 3; ++f) world.advanceFrame();
  EXPECT_FALSE(bodyOf(world, "duck").present);
  EXPECT_EQ(bodyOf(world, "duck").velocity, Vec3(0.f));

  spec.domain.reset();
  spec.bodies[1].velocity = {0.f, 0.f, 100.f};
  spec.framesPerSecond = 1.0;
  spec.settings.substeps = 1.f;
  World endless(spec, 1);
  for (int s = 0; s < 10; ++s) endless.step();
  EXPECT_TRUE(bodyOf(endless, "duck").present) << "1000 m from its start, but for rounding";
  endless.step();
  EXPECT_FALSE(bodyOf(endless, "duck").present);
}

TEST(WorldBodies, MovingBodiesSetTheNumberOfSteps) {
  WorldSpec spec = solidsSpec();
  spec.settings.substeps = 0.f;
  spec.settings.gravityY = -9.81f;
  World world(spec, 1);
  world.submit(command("body.duck.velocity", {6.f, 0.f, 0.f}));
  world.step();
  // The CFL limit is 0.45 h per substep. The speed is the ball's plus the speed gained by falling for one
  // frame.
  EXPECT_EQ(world.substeps(), static_cast<int>(std::ceil((6.0 + 9.81 / 60.0) / (60.0 * 0.45 * kH))));
  EXPECT_EQ(world.substepLimit(), "moving solid");
  World absent(spec, 1);
  absent.submit(command("body.duck.velocity", {6.f, 0.f, 0.f}));
  absent.submit(command("body.duck.present", {0.f}));
  absent.step();
  EXPECT_LT(absent.substeps(), world.substeps());
}

/// A ball whose bounding box becomes huge once the flag `hasGrown` is set.
class GrowingBoundsSphere final : public SignedDistance {
 public:
  explicit GrowingBoundsSphere(const bool& hasGrown) : hasGrown_(hasGrown) {}
  float distance(const Vec3& p) const override { return ball_->distance(p); }
  Sample sample(const Vec3& p) const override { return ball_->sample(p); }
  Aabb bounds() const override { return hasGrown_ ? Aabb{Vec3(-1e6f), Vec3(1e6f)} : ball_->bounds(); }

 private:
  ShapePtr ball_ = makeSphere(0.02f);
  const bool& hasGrown_;
};

TEST(WorldBodies, AnUnstableBodyRollsTheWorldBackToTheStartOfTheFrame) {
  bool hasGrown = false;
  WorldSpec spec = solidsSpec();
  spec.bodies[1].shape = std::make_shared<GrowingBoundsSphere>(hasGrown);
  spec.bodies[1].angularVelocity = {0.f, 1.f, 0.f};
  World world(spec, 1);
  world.advanceFrame();
  world.step();
  hasGrown = true;  // the ball's rim suddenly moves at 1000 km/s
  world.step();
  ASSERT_EQ(world.rollBacks().size(), 1u);
  EXPECT_NE(world.rollBacks()[0].reason.find("body \"duck\" moves at 1"), std::string::npos)
      << world.rollBacks()[0].reason;
  EXPECT_EQ(world.rollBacks()[0].substeps, 6);
}

}  // namespace
}  // namespace ooze::body_commands_test
