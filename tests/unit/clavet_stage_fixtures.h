// States in which the stages of the product and of the transcription are compared, and solids for both.
#pragma once

#include "base/random.h"
#include "reference/clavet_reference.h"
#include "reference/clavet_twin.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <numbers>
#include <set>
#include <vector>

namespace ooze::stages {

inline constexpr float kH = 0.01f;                   // interaction radius h [m]
inline constexpr float kFrame = 1.f / 30.f;          // duration of a frame [s]
inline constexpr float kSpeed = 0.2f * kH / kFrame;  // a speed of 0.2 h per frame [m/s]
inline constexpr double kMinMove = 1e-3;
// No particle moves farther than this distance within a stage [h]. Neighbour lists may miss pairs that
// approach by more than the skin.
inline constexpr double kMaxListedMove = 1.5 * clavet::kSkin;

inline clavet::Material honey() {
  clavet::Material m;
  m.springStiffness = 0.3f;
  m.viscosityLinear = 0.5f;
  m.viscosityQuadratic = 0.3f;
  m.plasticityStretch = 0.25f;
  m.plasticityCompress = 0.4f;
  m.yieldRatioStretch = 0.05f;
  m.yieldRatioCompress = 0.12f;
  return m;
}

inline clavet::Material clay() {
  clavet::Material m = honey();
  m.stiffness = 0.006f;
  m.nearStiffness = 0.012f;
  m.springStiffness = 0.9f;
  m.viscosityLinear = 2.f;
  m.plasticityStretch = 0.1f;
  m.plasticityCompress = 0.1f;
  m.friction = 0.8f;
  m.stickiness = 10.f;
  return m;
}

/// Makes noisy cubes of two liquids that overlap a little near the origin. The second liquid is 1.6 times as
/// dense.
inline std::unique_ptr<ReferencePair> twoLiquids(clavet::Material a, clavet::Material b) {
  auto twin = std::make_unique<ReferencePair>(kH, std::vector{a, b}, Vec3(0.4f, -9.81f, 0.2f), 2,
                                              std::vector{1000.f, 1600.f});
  twin->addCube(Vec3(-1.2f, 0.1f, 0.2f) * kH, 6, 0.3f, kSpeed, 1, 0);
  twin->addCube(Vec3(1.2f, -0.3f, -0.2f) * kH, 6, 0.3f, kSpeed, 2, 1);
  return twin;
}

inline clavet::Material withoutVolumeLaw(clavet::Material m) {
  m.volumeStiffness = 0.f;
  return m;
}

/// Makes springs of every kind: neighbours at random rest lengths, and long springs between random particles.
inline std::vector<clavet::Spring> someSprings(ReferencePair& twin) {
  std::vector<clavet::Spring> springs;
  std::set<reference::Pair> taken;
  const auto add = [&](std::size_t a, std::size_t b, float length) {
    if (a != b && taken.insert(std::minmax(a, b)).second)
      springs.push_back(
          {static_cast<std::uint32_t>(std::min(a, b)), static_cast<std::uint32_t>(std::max(a, b)), length});
  };
  std::uint64_t n = 0;
  for (const auto& [a, b] : reference::pairsWithin(twin.reference, kH)) {
    const float u = randomUnit(3, n++);
    if (u < 0.5f) add(a, b, kH * (0.2f + 1.6f * u));
  }
  for (int k = 0; k < 300; ++k) {
    const std::size_t a = randomBits(4, n++) % twin.reference.particles.size();
    const std::size_t b = randomBits(4, n++) % twin.reference.particles.size();
    add(a, b, kH * (0.3f + 0.7f * randomUnit(4, n++)));
  }
  return springs;
}

inline std::size_t pairsOf(const std::vector<reference::Turn>& order) {
  std::size_t pairs = 0;
  for (const reference::Turn& turn : order) pairs += turn.partners.size();
  return pairs;
}

inline double maxChange(const std::vector<reference::Particle>& before, const reference::Liquid& after,
                        reference::Vec reference::Particle::*member) {
  double most = 0.0;
  for (std::size_t i = 0; i < before.size(); ++i)
    most = std::max(most, glm::length(after.particles[i].*member - before[i].*member));
  return most;
}

/// Compares all springs. Product and transcription may disagree on a pair or a rest length within rounding of
/// h.
inline void expectSameSprings(ReferencePair& twin, double tolerance) {
  std::map<reference::Pair, double> rest = twin.reference.springs;
  const auto onBorder = [&](const reference::Pair& pair, double length) {
    const double r = glm::distance(twin.reference.particles[pair.first].position,
                                   twin.reference.particles[pair.second].position);
    return std::abs(r - kH) < 1e-5 * kH || std::abs(length - kH) < 1e-5 * kH;
  };
  std::set<reference::Pair> seen;
  for (const clavet::Spring& s : twin.product.springs().list(twin.product.liquid())) {
    ASSERT_LT(s.a, s.b);
    ASSERT_TRUE(seen.insert({s.a, s.b}).second) << "a pair twice";
    const auto found = rest.find({s.a, s.b});
    if (found == rest.end()) {
      ASSERT_TRUE(onBorder({s.a, s.b}, s.restLength)) << "extra spring " << s.a << " " << s.b;
      continue;
    }
    ASSERT_NEAR(s.restLength / kH, found->second / kH, tolerance) << s.a << " " << s.b;
    rest.erase(found);
  }
  for (const auto& [pair, length] : rest)
    ASSERT_TRUE(onBorder(pair, length)) << "missing spring " << pair.first << " " << pair.second;
}

/// A sphere of our own, so that these tests do not depend on the geometry layer.
class Ball final : public SignedDistance {
 public:
  explicit Ball(float radius) : radius_(radius) {}
  [[nodiscard]] float distance(const Vec3& p) const override { return glm::length(p) - radius_; }
  [[nodiscard]] Sample sample(const Vec3& p) const override { return {distance(p), glm::normalize(p)}; }
  [[nodiscard]] Aabb bounds() const override { return {Vec3(-radius_), Vec3(radius_)}; }

 private:
  float radius_;
};

/// The half-space y < 0.
class Ground final : public SignedDistance {
 public:
  [[nodiscard]] float distance(const Vec3& p) const override { return p.y; }
  [[nodiscard]] Sample sample(const Vec3& p) const override { return {p.y, Vec3(0.f, 1.f, 0.f)}; }
  [[nodiscard]] Aabb bounds() const override { return {Vec3(-1e9f), Vec3(1e9f, 0.f, 1e9f)}; }
};

/// Converts the friction coefficient mu per kFrictionTime to the implicit fraction per time step dt. The
/// product departs from the paper in the same way.
inline double frictionPerStep(double mu, double dt) {
  const double slipTime = -clavet::kFrictionTime / std::log(1.0 - mu);
  return 1.0 / (1.0 + slipTime / dt);
}

/// Converts a body to a solid of the slow double-precision reference implementation.
inline reference::Solid solidOf(const Body& body, float dt) {
  reference::Solid solid;
  const Body* b = &body;
  solid.sample = [b](const reference::Vec& x) {
    const SignedDistance::Sample s = b->shape->sample(b->pose.toLocal(Vec3(x)));
    // The distance is extended along the normal from the rounded point, so that the sampled distance has
    // double precision.
    const Vec3 n = b->pose.directionToWorld(s.normal);
    return reference::Solid::Sample{s.distance + glm::dot(x - reference::Vec(Vec3(x)), reference::Vec(n)),
                                    glm::normalize(reference::Vec(n))};
  };
  solid.velocityAt = [b](const reference::Vec& x) { return reference::Vec(b->velocityAt(Vec3(x))); };
  if (body.friction) solid.friction = frictionPerStep(*body.friction, dt);
  if (body.stickiness) solid.stickiness = *body.stickiness;
  if (body.stickDistance) solid.stickDistance = *body.stickDistance;
  return solid;
}

inline Bodies groundAndBall() {
  Bodies bodies;
  Body ground;
  ground.shape = std::make_shared<Ground>();
  ground.pose.position = ground.previousPose.position = Vec3(0.f, -1.1f * kH, 0.f);
  ground.friction = 0.4f;
  ground.stickiness = 9000.f;
  ground.stickDistance = 0.3f * kH;
  bodies.list.push_back(ground);
  Body ball;
  ball.shape = std::make_shared<Ball>(0.8f * kH);
  ball.pose.position = Vec3(0.1f, 1.4f, -0.1f) * kH;
  ball.previousPose.position = ball.pose.position;
  ball.angularVelocity = Vec3(0.f, 0.f, 3.f);
  bodies.list.push_back(ball);
  return bodies;
}

/// Converts the friction of all materials, which the product states per kFrictionTime.
inline void convertFriction(reference::Liquid& liquid, float dt) {
  for (reference::Material& m : liquid.materials) m.friction = frictionPerStep(m.friction, dt);
}

inline std::vector<reference::Solid> solidsOf(const Bodies& bodies, float dt) {
  std::vector<reference::Solid> solids;
  for (const Body& body : bodies.list) solids.push_back(solidOf(body, dt));
  return solids;
}

}  // namespace ooze::stages
