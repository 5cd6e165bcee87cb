// Frozen liquid under a body supports the body as the ground does, and raises a body that has sunk into the
// liquid.
#include "methods/clavet/coefficients.h"
#include "property/clavet_checks.h"

#include <array>
#include <gtest/gtest.h>

namespace ooze::frozen_support_test {
namespace {

using namespace clavet_checks;

constexpr float kRadius = 2.f * kH;

Body ballAt(float height) {
  Body body =
      makeBody("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(kRadius)}, Motion::Dynamic);
  body.pose.position = body.previousPose.position = {0.f, height, 0.f};
  body.friction = 0.f;
  return body;
}

/// Returns the height of the ball's centre above a particle at contact [m].
float touching() { return kRadius + clavet::contactDistances(kH).contact(ballAt(0.f)); }

/// Returns the velocity after one step of a ball that penetrates a frozen particle by `depth`, under earth's
/// gravity.
float velocityOfSunk(float depth, float dt) {
  ReferencePair twin(kH, {paperMaterial()});
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
    // A shallow penetration is held, as by the ground.
    EXPECT_NEAR(velocityOfSunk(0.05f * kH, dt), 0.f, 1e-3f * perStep);
    // Each step corrects a fifth of the depth beyond a tenth of h, and at most a twentieth of h. The ball
    // weighs 1e-4 of the frozen particle's effective mass.
    EXPECT_NEAR(velocityOfSunk(0.2f * kH, dt), 0.02f * perStep, 1e-3f * perStep);
    EXPECT_NEAR(velocityOfSunk(0.3f * kH, dt), 0.04f * perStep, 1e-3f * perStep);
    EXPECT_NEAR(velocityOfSunk(0.6f * kH, dt), 0.05f * perStep, 1e-3f * perStep);
  }
}

TEST(FrozenLiquid, BringsABodyThatWasLetGoInsideItToItsSurface) {
  // A ball is pushed into a sheet of frozen liquid by half of h.
  std::vector<Vec3> sheet;
  for (int x = -6; x <= 6; ++x)
    for (int z = -6; z <= 6; ++z) sheet.push_back(0.4f * kH * Vec3(x, 0.f, z));
  ReferencePair twin(kH, {paperMaterial()});
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
  // The allowed penetration of a tenth of h remains.
  EXPECT_NEAR(bodies.list.front().pose.position.y, touching() - 0.1f * kH, 0.05f * kH);
}

}  // namespace
}  // namespace ooze::frozen_support_test
