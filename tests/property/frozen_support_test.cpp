// Frozen liquid under a body: it stands as the ground does, and raises what has sunk into it.
#include "methods/clavet/contact.h"
#include "property/clavet_checks.h"

#include <array>
#include <gtest/gtest.h>

namespace ooze::frozen_support_test {
namespace {

using namespace clavet_checks;

constexpr float kRadius = 2.f * kH;

Body ballAt(float height) {
  Body body = makeBody("ball", {.kind = SolidShape::Kind::Sphere, .size = Vec3(kRadius)}, Motion::Dynamic);
  body.pose.position = body.previousPose.position = {0.f, height, 0.f};
  body.friction = 0.f;
  return body;
}

/// How high above a particle the ball's middle is when they touch [m].
float touching() { return kRadius + clavet::contactDistances(kH).contact(ballAt(0.f)); }

/// The velocity that a step of this length gives to a ball that lies this deep on a frozen particle under it,
/// under earth's gravity.
float velocityOfSunk(float depth, float dt) {
  Twin twin(kH, {paperMaterial()});
  twin.add({Vec3(0.f)}, {Vec3(0.f)});
  twin.product.freeze(std::array{0u}, true);
  twin.product.liquid().previous.set(0, Vec3(0.f));
  twin.product.setGravity({0.f, -9.81f, 0.f});
  Bodies bodies;
  bodies.list.push_back(ballAt(touching() - depth));
  twin.product.coupleBodies(dt, twin.threads(), bodies);
  return bodies.list.front().velocity.y;
}

TEST(FrozenLiquid, RaisesABodyThatHasSunkIntoIt) {
  for (const float dt : {kFrame, 0.25f * kFrame}) {
    const float perStep = kH / dt;
    // Held where it is, as by the ground, as long as it has hardly sunk in.
    EXPECT_NEAR(velocityOfSunk(0.05f * kH, dt), 0.f, 1e-3f * perStep);
    // A fifth of what is deeper than a tenth of h, and a twentieth of h a step at most. The ball weighs 1e-4
    // of what the frozen particle stands for.
    EXPECT_NEAR(velocityOfSunk(0.2f * kH, dt), 0.02f * perStep, 1e-3f * perStep);
    EXPECT_NEAR(velocityOfSunk(0.3f * kH, dt), 0.04f * perStep, 1e-3f * perStep);
    EXPECT_NEAR(velocityOfSunk(0.6f * kH, dt), 0.05f * perStep, 1e-3f * perStep);
  }
}

TEST(FrozenLiquid, BringsABodyThatWasLetGoInsideItToItsSurface) {
  // A sheet of frozen liquid, and a ball pushed into it by half of h.
  std::vector<Vec3> sheet;
  for (int x = -6; x <= 6; ++x)
    for (int z = -6; z <= 6; ++z) sheet.push_back(0.4f * kH * Vec3(x, 0.f, z));
  Twin twin(kH, {paperMaterial()});
  twin.add(sheet, std::vector<Vec3>(sheet.size(), Vec3(0.f)));
  std::vector<std::uint32_t> all(sheet.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  twin.product.freeze(all, true);
  const Vec3 gravity(0.f, -9.81f, 0.f);
  twin.product.setGravity(gravity);
  Bodies bodies;
  bodies.list.push_back(ballAt(touching() - 0.5f * kH));
  StageTimer timer;
  constexpr int kSubsteps = 4;
  const float dt = kFrame / kSubsteps;
  for (std::uint64_t s = 0; s < 30 * kSubsteps; ++s) {
    StepContext context{bodies, twin.threads(), timer, s, gravity};
    bodies.advance(static_cast<double>(s + 1) * dt, dt);
    twin.product.step(dt, context);
    EXPECT_LT(bodies.list.front().velocity.y, 0.06f * kH / dt) << "slowly";
  }
  // Up to the tenth of h that it may lie in.
  EXPECT_NEAR(bodies.list.front().pose.position.y, touching() - 0.1f * kH, 0.05f * kH);
}

}  // namespace
}  // namespace ooze::frozen_support_test
