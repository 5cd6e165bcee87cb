// Body coupling (Clavet 2005, Algorithm 6) for bodies whose frame does not begin at their centre of mass.
// Examples are a cup or a mesh. The result must not depend on the choice of the frame.
#include "base/random.h"
#include "methods/clavet/coefficients.h"
#include "property/clavet_checks.h"

#include <gtest/gtest.h>
#include <memory>

namespace ooze::off_centre_body_test {
namespace {

using namespace clavet_checks;

constexpr float kReach = clavet::kDynamicRadius * kH;

/// The signed distance of a ball of radius 2 h whose centre is at `centre` of its frame.
class BallAt final : public SignedDistance {
 public:
  explicit BallAt(const Vec3& centre) : centre_(centre) {}
  [[nodiscard]] float distance(const Vec3& p) const override { return glm::distance(p, centre_) - 2.f * kH; }
  [[nodiscard]] Sample sample(const Vec3& p) const override {
    return {distance(p), glm::normalize(p - centre_)};
  }
  [[nodiscard]] Aabb bounds() const override { return {centre_ - 2.f * kH, centre_ + 2.f * kH}; }

 private:
  Vec3 centre_;
};

/// Returns a ball at the world's origin, in a rotated frame in which the ball is at `centre`.
Body ballInFrame(const Vec3& centre, const Quat& orientation) {
  Body body =
      makeBody("ball", {.kind = SolidShape::SolidKind::Sphere, .size = Vec3(2.f * kH)}, Motion::Dynamic);
  body.shape = std::make_shared<BallAt>(centre);
  body.unitMass.centre = centre;
  body.density = 700.f;
  body.friction = 0.3f;
  body.pose.orientation = orientation;
  body.pose.position = -(orientation * centre);
  body.previousPose = body.pose;
  body.velocity = {0.02f, -0.01f, 0.03f};
  body.angularVelocity = {1.f, -2.f, 0.5f};
  return body;
}

/// Fills the liquid, as if a prediction had moved the particles to their positions.
void fill(ReferencePair& twin, const std::vector<Vec3>& positions, const std::vector<Vec3>& velocities) {
  twin.add(positions, velocities);
  const Particles& p = twin.product.particles();
  for (std::size_t i = 0; i < p.size(); ++i)
    twin.product.liquid().previous.set(i, p.position[i] - kFrame * p.velocity[i]);
}

/// Returns the body after coupling with liquid that swirls around one side of the body.
Body coupled(Body body) {
  std::vector<Vec3> positions, velocities;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const auto random = [i](std::uint64_t k) { return 2.f * randomUnit(i, k) - 1.f; };
    const Vec3 direction = glm::normalize(Vec3(random(0) + 0.4f, random(1), random(2)));
    positions.push_back((2.f + 0.9f * clavet::kDynamicRadius * randomUnit(i, 3)) * kH * direction);
    velocities.push_back(0.3f * kH / kFrame * (Vec3(random(4), random(5), random(6)) - direction));
  }
  ReferencePair twin(kH, {paperMaterial()});
  fill(twin, positions, velocities);
  twin.product.setGravity({0.f, -9.81f, 0.f});
  Bodies bodies;
  bodies.list.push_back(std::move(body));
  twin.product.coupleBodies(kFrame, twin.threads(), bodies);
  return std::move(bodies.list.front());
}

TEST(OffCentreBody, MovesAlikeInAnyFrame) {
  const Body centred = coupled(ballInFrame(Vec3(0.f), {1.f, 0.f, 0.f, 0.f}));
  EXPECT_GT(glm::distance(centred.angularVelocity, Vec3(1.f, -2.f, 0.5f)), 0.1f) << "the liquid turned it";
  for (const Vec3 centre : {Vec3(3.f, 0.f, 0.f) * kH, Vec3(-0.5f, 1.f, 2.f) * kH}) {
    const Body body =
        coupled(ballInFrame(centre, glm::angleAxis(0.8f, glm::normalize(Vec3(1.f, 2.f, -1.f)))));
    // Positions are accurate to 1e-9 m; velocities divide the resulting error of directions by a frame.
    EXPECT_LT(glm::distance(body.velocity, centred.velocity), 1e-5f);
    EXPECT_LT(glm::distance(body.angularVelocity, centred.angularVelocity), 1e-3f);
  }
}

TEST(OffCentreBody, ACupThatIsStruckAtTheHeightOfItsCentreOfMassDoesNotTurn) {
  const Vec3 size(3.f * kH, 4.f * kH, 0.5f * kH);  // outer radius, half the height, thickness of the wall
  Body cup = makeBody("cup", {.kind = SolidShape::SolidKind::Cup, .size = size}, Motion::Dynamic);
  const auto centre = static_cast<float>(cup.unitMass.centre.y);
  ASSERT_LT(centre, -0.2f * kH) << "the bottom is heavy";
  cup.friction = 0.f;
  cup.pose.position = {0.07f, -0.03f, 0.02f};
  cup.previousPose = cup.pose;
  const auto struckAt = [&](float height) {
    ReferencePair twin(kH, {paperMaterial()});
    fill(twin, {cup.pose.position + Vec3(size.x + 0.5f * kReach, height, 0.f)},
         {Vec3(-0.3f * kH / kFrame, 0.f, 0.f)});
    twin.product.setGravity(Vec3(0.f));
    Bodies bodies;
    bodies.list.push_back(cup);
    twin.product.coupleBodies(kFrame, twin.threads(), bodies);
    return bodies.list.front();
  };
  const Body struck = struckAt(centre), higher = struckAt(centre + 2.f * kH);
  EXPECT_LT(struck.velocity.x, -1e-5f);
  // A push from the right tips the cup to the left: rotation about z, by this much at least.
  EXPECT_GT(higher.angularVelocity.z, 1e-3f);
  EXPECT_LT(glm::length(struck.angularVelocity), 1e-3f * higher.angularVelocity.z);
}

}  // namespace
}  // namespace ooze::off_centre_body_test
