// What the method must obey whatever the implementation: the checks of the digest's section 9, under their
// numbers. Check 11 (floating bodies) needs dynamic bodies; check 12 (the field of a lone particle) stands
// with the surface layer, in tests/unit.
//
// The digest's tolerances are for double precision and hold for the transcription; the product computes in
// float and is held to what its roundings allow.
#include "ooze/base/bytes.h"

#include "reference/clavet_reference.h"
#include "reference/clavet_twin.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <gtest/gtest.h>
#include <memory>

namespace ooze {
namespace {

using reference::Vec;

constexpr float kH = 0.01f;
constexpr float kFrame = 1.f / 30.f;
constexpr float kSpeed = 0.2f * kH / kFrame;
constexpr float kGravityPerFrame2 = kH / (kFrame * kFrame);  // one h per frame^2 [m/s^2]
constexpr double kExact = 1e-12;

clavet::Material dough() {
  clavet::Material m;
  m.springStiffness = 0.3f;
  m.viscosityLinear = 0.5f;
  m.viscosityQuadratic = 0.3f;
  return m;
}

struct Sums {
  Vec first{0.0};   ///< sum of x, or of v
  Vec moment{0.0};  ///< sum of x cross v
};

Sums sumPositions(const std::vector<reference::Particle>& particles) {
  Sums s;
  for (const auto& p : particles) s.first += p.position;
  return s;
}

Sums sumVelocities(const std::vector<reference::Particle>& particles) {
  Sums s;
  for (const auto& p : particles) {
    s.first += p.velocity;
    s.moment += glm::cross(p.position, p.velocity);
  }
  return s;
}

/// The product's particles in double, so that sums of them add nothing.
std::vector<reference::Particle> particlesOf(clavet::Clavet& product) {
  std::vector<reference::Particle> out;
  const Particles& p = product.particles();
  for (std::size_t i = 0; i < p.size(); ++i) out.push_back({Vec(p.position[i]), Vec(p.velocity[i])});
  return out;
}

// A product sum may drift by the roundings of its terms: 2^-24 of a coordinate of about 2 h, some 100 times
// per particle and in random directions, is below 1e-6 h per particle; a pair whose halves differ would move
// it by 1e-3.
constexpr double kFloatDrift = 1e-6;

TEST(Momentum, RelaxationAndSpringsKeepTheCentreOfMass) {  // check 1
  Twin twin(kH, {dough()});
  twin.addCube(Vec3(0.f), 7, 0.3f, kSpeed, 1);
  const double n = static_cast<double>(twin.reference.particles.size());
  twin.product.adjustSprings(kFrame, twin.threads());
  twin.copyToReference();
  const float dt = 0.2f * kFrame;

  Vec before = sumPositions(twin.reference.particles).first;
  reference::applySpringDisplacements(twin.reference, dt,
                                      reference::oneByOne(reference::springPairs(twin.reference)));
  reference::relaxDoubleDensity(twin.reference, dt, reference::ascending(twin.reference));
  EXPECT_LT(glm::length(sumPositions(twin.reference.particles).first - before), kExact * n * kH);

  before = sumPositions(particlesOf(twin.product)).first;
  twin.product.applySpringDisplacements(dt, twin.threads(), 0);
  twin.product.relaxDoubleDensity(dt, twin.threads(), 0, Bodies{});
  EXPECT_LT(glm::length(sumPositions(particlesOf(twin.product)).first - before), kFloatDrift * n * kH);
}

TEST(Momentum, ViscosityKeepsLinearAndAngularMomentum) {  // check 1
  Twin twin(kH, {dough()});
  twin.addCube(Vec3(0.f), 7, 0.3f, kSpeed, 2);
  const double n = static_cast<double>(twin.reference.particles.size());
  const Sums before = sumVelocities(twin.reference.particles);
  reference::applyViscosity(twin.reference, kFrame,
                            reference::oneByOne(reference::pairsWithin(twin.reference, kH)));
  Sums after = sumVelocities(twin.reference.particles);
  EXPECT_LT(glm::length(after.first - before.first), kExact * n * kSpeed);
  EXPECT_LT(glm::length(after.moment - before.moment), kExact * n * kSpeed * kH);

  twin.product.applyViscosity(kFrame, twin.threads(), 0);
  after = sumVelocities(particlesOf(twin.product));
  EXPECT_LT(glm::length(after.first - before.first), kFloatDrift * n * kSpeed);
  EXPECT_LT(glm::length(after.moment - before.moment), 2.0 * kFloatDrift * n * kSpeed * kH);
}

TEST(Momentum, RelaxingOneParticleExertsNoTorque) {  // check 2
  Twin twin(kH, {dough()});
  twin.addCube(Vec3(0.f), 6, 0.3f, 0.f, 3);
  for (std::size_t i = 0; i < twin.reference.particles.size(); ++i) {
    const auto before = twin.reference.particles;
    reference::relaxParticle(twin.reference, 0.2 * kFrame, i);
    Vec torque(0.0);
    for (std::size_t j = 0; j < before.size(); ++j)
      torque += glm::cross(before[j].position, twin.reference.particles[j].position - before[j].position);
    EXPECT_LT(glm::length(torque), kExact * kH * kH);
  }
}

/// Steps the product through whole steps without solids.
void run(clavet::Clavet& product, float dt, int steps, const Threads& threads) {
  Bodies none;
  StageTimer timer;
  for (int s = 0; s < steps; ++s) {
    StepContext context{none, threads, timer, static_cast<std::uint64_t>(s)};
    product.step(dt, context);
  }
}

TEST(Momentum, ARotatingSpringPairLosesTheSquareOfItsAnglePerStep) {  // check 3
  for (const double omega : {0.02, 0.05, 0.1}) {                      // radians per step
    reference::Liquid liquid;
    liquid.materials[0].k = liquid.materials[0].kNear = 0.0;
    liquid.pairLaw = [](std::size_t, std::size_t) {
      return reference::PairLaw{.kSpring = 0.3, .alphaStretch = 0.0, .alphaCompress = 0.0};
    };
    const double r = 0.5, length = 0.5;
    liquid.particles.resize(2);
    liquid.particles[0] = {Vec(-r / 2, 0, 0), Vec(0, -omega * r / 2, 0)};
    liquid.particles[1] = {Vec(r / 2, 0, 0), Vec(0, omega * r / 2, 0)};
    liquid.springs[{0, 1}] = length;
    const double before = glm::length(sumVelocities(liquid.particles).moment);
    reference::step(liquid, 1.0);
    const double loss = 1.0 - glm::length(sumVelocities(liquid.particles).moment) / before;
    // The velocity is that of the chord, the arm that of its end; what remains is of the order of the square.
    EXPECT_GT(loss, 0.0);
    EXPECT_LT(loss, 1.5 * omega * omega);
  }
}

TEST(Momentum, ARotatingDropLosesHalfAsMuchWithHalfTheStep) {  // check 3
  const Threads threads(2);
  const auto lossOver20Frames = [&](int stepsPerFrame) {
    Twin twin(kH, {paperMaterial()});
    twin.addCube(Vec3(0.f), 7, 0.05f, 0.f, 4);
    run(twin.product, kFrame / static_cast<float>(stepsPerFrame), 60 * stepsPerFrame, threads);  // settles
    Particles& p = twin.product.particles();
    Vec3 centre(0.f);
    for (std::size_t i = 0; i < p.size(); ++i) centre += p.position[i] / static_cast<float>(p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      p.position.set(i, p.position[i] - centre);
      p.velocity.set(i, glm::cross(Vec3(0.f, 0.05f / kFrame, 0.f), p.position[i]));
    }
    const double before = sumVelocities(particlesOf(twin.product)).moment.y;
    run(twin.product, kFrame / static_cast<float>(stepsPerFrame), 20 * stepsPerFrame, threads);
    return 1.0 - sumVelocities(particlesOf(twin.product)).moment.y / before;
  };
  const double whole = lossOver20Frames(1), half = lossOver20Frames(2), quarter = lossOver20Frames(4);
  // The digest measured 2.7, 1.4 and 0.7 % on a drop of its own; sweep order and shape make some 30 % of it.
  EXPECT_NEAR(whole, 0.027, 0.009);
  EXPECT_NEAR(half / whole, 0.5, 0.12);
  EXPECT_NEAR(quarter / half, 0.5, 0.12);
}

/// A pair at rest length L, slightly off it, with nothing acting but its elastic spring of a = dt^2 k (1 -
/// L/h).
double spanAfter(double a, int steps, bool inProduct) {
  clavet::Material m = paperMaterial();
  m.stiffness = m.nearStiffness = 0.f;
  m.springStiffness = 3.f;
  m.plasticityStretch = m.plasticityCompress = 0.f;
  const float length = static_cast<float>(1.0 - a / 3.0) * kH;
  constexpr float kOff = 1e-3f;
  Twin twin(kH, {m});
  const float x = 0.5f * (length + kOff * kH);
  twin.add({Vec3(-x, 0.f, 0.f), Vec3(x, 0.f, 0.f)}, {Vec3(0.f), Vec3(0.f)});
  twin.setSprings({{0, 1, length}});
  const auto off = [&](const Vec& p, const Vec& q) {
    return std::abs(glm::distance(p, q) - length) / (kOff * kH);
  };
  if (inProduct) {
    run(twin.product, kFrame, steps, twin.threads());
    const Particles& p = twin.product.particles();
    return off(Vec(p.position[0]), Vec(p.position[1]));
  }
  for (int s = 0; s < steps; ++s) reference::step(twin.reference, kFrame);
  return off(twin.reference.particles[0].position, twin.reference.particles[1].position);
}

TEST(Scheme, IsStableUpToFourThirdsAndDivergesAbove) {  // check 4
  for (const bool inProduct : {false, true}) {
    // The larger eigenvalue is -1.015 at a = 1.34 and -0.970 at 1.32: 19 times more, 400 times less after 200
    // steps, of the half of the offset that lies along it.
    EXPECT_GT(spanAfter(1.34, 200, inProduct), 5.0) << (inProduct ? "product" : "reference");
    EXPECT_LT(spanAfter(1.32, 200, inProduct), 0.02) << (inProduct ? "product" : "reference");
    EXPECT_LT(spanAfter(0.3, 200, inProduct), 0.02) << (inProduct ? "product" : "reference");
  }
}

TEST(Scheme, FirstStepFromRestLeavesOneMinusAOfTheOffset) {  // check 4
  // The offset is 1e-3 h and starts out rounded to 1e-7 h.
  EXPECT_NEAR(spanAfter(0.3, 1, false), 0.7, 2e-4);
  EXPECT_NEAR(spanAfter(0.3, 1, true), 0.7, 5e-4);
}

TEST(Relaxation, AnIsolatedPairSettlesWhereItsPressuresBalance) {  // check 5
  clavet::Material m = paperMaterial();
  m.restDensity = 0.25f;
  m.stiffness = m.nearStiffness = 1.f;
  Twin twin(kH, {m});
  twin.add({Vec3(0.f), Vec3(0.3f, 0.2f, 0.4f) * kH}, {Vec3(0.f), Vec3(0.f)});
  for (std::uint64_t s = 0; s < 400; ++s) {
    twin.product.findNeighbours(twin.threads());
    twin.product.relaxDoubleDensity(0.5f * kFrame, twin.threads(), s, Bodies{});
    reference::relaxDoubleDensity(twin.reference, 0.5 * kFrame, {0, 1});
  }
  const auto& r = twin.reference.particles;
  EXPECT_NEAR(glm::distance(r[0].position, r[1].position) / kH, 0.54491, 1e-5);
  const Particles& p = twin.product.particles();
  EXPECT_NEAR(glm::distance(p.position[0], p.position[1]) / kH, 0.54491, 1e-5);
}

TEST(Relaxation, CoincidentParticlesPartInOppositeDirections) {  // digest, section 8
  for (const float volumeStiffness : {0.f, 1.f}) {
    clavet::Material m = dough();
    m.volumeStiffness = volumeStiffness;
    m.restDensity = 2.f;  // so that three particles repel
    m.nearStiffness = 0.5f;
    Twin twin(kH, {m});
    const Vec3 at = Vec3(-0.3f, 0.7f, 0.2f) * kH;
    twin.add({at, at, at, at + Vec3(0.1f * kH, 0.f, 0.f)}, std::vector<Vec3>(4, Vec3(0.f)));
    run(twin.product, 0.5f * kFrame, 3, twin.threads());
    const auto particles = particlesOf(twin.product);
    for (std::size_t i = 0; i < 4; ++i) {
      ASSERT_TRUE(isFinite(Vec3(particles[i].position)));
      for (std::size_t j = i + 1; j < 4; ++j)
        EXPECT_GT(glm::distance(particles[i].position, particles[j].position), 0.02 * kH);
    }
    EXPECT_LT(glm::length(sumPositions(particles).first - 4.0 * Vec(at) - Vec(0.1 * kH, 0, 0)), 1e-5 * kH);
  }
}

/// A pair held at distance r [h] with a spring of this rest length [h]; its rest length [h] after some
/// adjustments.
double restLengthAfter(const clavet::Material& m, float r, float length, int steps, bool inProduct) {
  Twin twin(kH, {m});
  twin.add({Vec3(0.f), Vec3(r * kH, 0.f, 0.f)}, {Vec3(0.f), Vec3(0.f)});
  twin.setSprings({{0, 1, length * kH}});
  for (int s = 0; s < steps; ++s) {
    twin.product.adjustSprings(kFrame, twin.threads());
    reference::adjustSprings(twin.reference, kFrame);
  }
  if (!inProduct) return twin.reference.springs.at({0, 1}) / kH;
  return twin.product.springCount() == 1 ? twin.product.springList()[0].restLength / kH : -1.0;
}

class Plasticity : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Both, Plasticity, testing::Bool(),
                         [](const auto& run) { return run.param ? "Product" : "Reference"; });

// The reference too is given h and dt as floats; the product rounds lengths of about h at every step as well.
double plasticTolerance(bool inProduct) { return inProduct ? 1e-6 : 1e-7; }

TEST_P(Plasticity, FlowsToTheEdgeOfYieldFromBothSides) {  // check 6
  clavet::Material m = dough();
  m.yieldRatioStretch = 0.1f;
  m.yieldRatioCompress = 0.2f;
  EXPECT_NEAR(restLengthAfter(m, 0.8f, 0.5f, 300, GetParam()), 0.8 / 1.1, 1e-6);
  EXPECT_NEAR(restLengthAfter(m, 0.4f, 0.9f, 300, GetParam()), 0.4 / 0.8, 1e-6);
}

TEST_P(Plasticity, ApproachesYieldByTheDigestsFactor) {  // check 6
  clavet::Material m = dough();
  m.plasticityStretch = 0.25f;
  m.plasticityCompress = 0.4f;
  m.yieldRatioStretch = 0.125f;
  m.yieldRatioCompress = 0.0625f;
  const double tolerance = plasticTolerance(GetParam()) * 10;  // differences of lengths are divided by 0.1
  double goal = 0.75 / 1.125;
  EXPECT_NEAR((restLengthAfter(m, 0.75f, 0.5f, 1, GetParam()) - goal) / (0.5 - goal), 1.0 - 0.25 * 1.125,
              tolerance);
  goal = 0.375 / (1.0 - 0.0625);
  EXPECT_NEAR((restLengthAfter(m, 0.375f, 0.75f, 1, GetParam()) - goal) / (0.75 - goal), 1.0 - 0.4 * 0.9375,
              tolerance);
}

TEST_P(Plasticity, ChangesNothingWithinYield) {  // check 6
  clavet::Material m = dough();
  m.yieldRatioStretch = m.yieldRatioCompress = 0.25f;
  for (const float r : {0.38f, 0.45f, 0.5f, 0.55f, 0.62f})
    EXPECT_EQ(static_cast<float>(restLengthAfter(m, r, 0.5f, 20, GetParam()) * kH), 0.5f * kH) << r;
}

TEST_P(Plasticity, WithoutYieldRatioFollowsEquation7) {  // check 6
  clavet::Material m = dough();
  m.yieldRatioStretch = m.yieldRatioCompress = 0.f;
  m.plasticityStretch = m.plasticityCompress = 0.25f;
  EXPECT_NEAR(restLengthAfter(m, 0.75f, 0.5f, 1, GetParam()), 0.5 + 0.25 * 0.25,
              plasticTolerance(GetParam()) + 1e-8);
  EXPECT_NEAR(restLengthAfter(m, 0.25f, 0.5f, 1, GetParam()), 0.5 - 0.25 * 0.25,
              plasticTolerance(GetParam()) + 1e-8);
}

TEST_P(Plasticity,
       ReachesSpringsLongerThanTheRadius) {  // digest, section 4: every spring is adjusted, then removed
  clavet::Material m = dough();
  EXPECT_GT(restLengthAfter(m, 1.8f, 0.3f, 1, GetParam()), 0.3 + 0.4);
  Twin twin(kH, {m});
  twin.add({Vec3(0.f), Vec3(1.8f * kH, 0.f, 0.f)}, {Vec3(0.f), Vec3(0.f)});
  twin.setSprings({{0, 1, 0.3f * kH}});
  for (int s = 0; s < 3; ++s) {
    twin.product.adjustSprings(kFrame, twin.threads());
    reference::adjustSprings(twin.reference, kFrame);
  }
  EXPECT_EQ(twin.product.springCount(), 0u);
  EXPECT_TRUE(twin.reference.springs.empty());
}

TEST_P(Plasticity, FlowsInOneDirectionOnlyWhereTheOtherIsSwitchedOff) {
  clavet::Material m = dough();
  m.plasticityCompress = 0.f;
  EXPECT_NEAR(restLengthAfter(m, 0.2f, 0.5f, 10, GetParam()), 0.5, 1e-7);
  EXPECT_GT(restLengthAfter(m, 0.8f, 0.5f, 10, GetParam()), 0.6);
  m = dough();
  m.plasticityStretch = 0.f;
  EXPECT_NEAR(restLengthAfter(m, 0.8f, 0.5f, 10, GetParam()), 0.5, 1e-7);
  EXPECT_LT(restLengthAfter(m, 0.2f, 0.5f, 10, GetParam()), 0.4);
}

/// Speed of approach [h/frame] of a pair at this distance [h] after the viscosity of one frame.
double approachAfter(float sigma, float beta, float q, float u, bool inProduct) {
  clavet::Material m = paperMaterial();
  m.viscosityLinear = sigma;
  m.viscosityQuadratic = beta;
  Twin twin(kH, {m});
  const float half = 0.5f * u * kH / kFrame;
  twin.add({Vec3(0.f), Vec3(0.f, q * kH, 0.f)}, {Vec3(0.f, half, 0.f), Vec3(0.f, -half, 0.f)});
  twin.product.applyViscosity(kFrame, twin.threads(), 0);
  reference::applyViscosity(twin.reference, kFrame, {{0, {1}}});
  const Particles& p = twin.product.particles();
  const auto& r = twin.reference.particles;
  const double product = p.velocity[0].y - p.velocity[1].y;  // sorted by y: the order of insertion
  return (inProduct ? product : r[0].velocity.y - r[1].velocity.y) * kFrame / kH;
}

class Viscosity : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Both, Viscosity, testing::Bool(),
                         [](const auto& run) { return run.param ? "Product" : "Reference"; });

TEST_P(Viscosity, SlowsAnApproachByThePapersImpulse) {  // check 7; h and dt are floats even for the reference
  EXPECT_NEAR(approachAfter(1.f, 0.f, 0.5f, 1.f, GetParam()), 0.5, 1e-6);
  EXPECT_NEAR(approachAfter(0.f, 0.5f, 0.5f, 2.f, GetParam()), 2.0 - 0.5 * 0.5 * 4.0, 2e-6);
  EXPECT_NEAR(approachAfter(0.5f, 0.25f, 0.25f, 1.f, GetParam()), 1.0 - 0.75 * 0.75, 1e-6);
}

TEST_P(Viscosity, LeavesARecedingPairAlone) {  // check 7
  EXPECT_NEAR(approachAfter(4.f, 4.f, 0.5f, -1.f, GetParam()), -1.0, 1e-7);
}

TEST_P(Viscosity, NeverTurnsAnApproachIntoARecession) {  // check 7
  for (const float u : {0.1f, 1.f, 10.f, 100.f})
    EXPECT_NEAR(approachAfter(4.f, 4.f, 0.05f, u, GetParam()), 0.0, 1e-6 * u);
}

TEST_P(Viscosity, EndsAtTheRadius) {
  EXPECT_NEAR(approachAfter(4.f, 4.f, 1.001f, 1.f, GetParam()), 1.0, 1e-6);
}

/// A half-space with this outward normal.
class Half final : public SignedDistance {
 public:
  explicit Half(const Vec3& normal) : normal_(normal) {}
  [[nodiscard]] float distance(const Vec3& p) const override { return glm::dot(p, normal_); }
  [[nodiscard]] Sample sample(const Vec3& p) const override { return {distance(p), normal_}; }
  [[nodiscard]] Aabb bounds() const override { return {Vec3(-1e9f), Vec3(1e9f)}; }

 private:
  Vec3 normal_;
};

Body plane(const Vec3& normal, float friction) {
  Body body;
  body.shape = std::make_shared<Half>(normal);
  body.friction = friction;
  return body;
}

reference::Solid solidPlane(const Vec& normal, double friction) {
  reference::Solid solid;
  solid.sample = [normal](const Vec& x) { return reference::Solid::Sample{glm::dot(x, normal), normal}; };
  solid.friction = friction;
  return solid;
}

constexpr float kRadius = clavet::kCollisionRadius * kH;

/// A lone particle that flies into the ground at this velocity [h/frame]; its velocity after the contact.
struct Bounce {
  Vec product, reference;
};
Bounce bounce(const Vec3& velocity, float friction) {
  Twin twin(kH, {paperMaterial()});
  twin.add({Vec3(0.f, kRadius + 0.01f * kH, 0.f)}, {velocity * kH / kFrame});
  const Bodies bodies{{plane({0.f, 1.f, 0.f}, friction)}};
  twin.product.predictPositions(kFrame, twin.threads());
  twin.product.resolveCollisions(kFrame, twin.threads(), bodies);
  twin.product.deriveVelocities(kFrame, twin.threads());
  reference::predictPositions(twin.reference, kFrame);
  reference::resolveCollisions(twin.reference, kFrame, {solidPlane({0, 1, 0}, friction)});
  reference::deriveVelocities(twin.reference, kFrame);
  const double scale = kFrame / kH;
  return {Vec(twin.product.particles().velocity[0]) * scale, twin.reference.particles[0].velocity * scale};
}

TEST(Contact, WithoutFrictionKeepsTheTangentialSpeed) {  // check 8
  const Bounce b = bounce({0.5f, -0.3f, -0.25f}, 0.f);
  EXPECT_NEAR(b.reference.x, 0.5, 1e-7);  // 1/30 and h are floats; in their own terms it is exact
  EXPECT_NEAR(b.reference.z, -0.25, 1e-7);
  EXPECT_NEAR(b.product.x, 0.5, 1e-6);
  EXPECT_NEAR(b.product.z, -0.25, 1e-6);
  EXPECT_GE(b.reference.y, -kExact);
  EXPECT_NEAR(b.product.y, 0.0, 1e-6);
}

TEST(Contact, WithFullFrictionStopsTheParticle) {  // check 8
  const Bounce b = bounce({0.5f, -0.3f, -0.25f}, 1.f);
  EXPECT_LT(glm::length(b.reference), 1e-9);
  EXPECT_LT(glm::length(b.product), 1e-6);
}

TEST(Contact, DoesNotHoldAParticleThatLeaves) {
  // Inside the contact distance but moving out: eq. 11 takes no normal velocity from it.
  Twin twin(kH, {paperMaterial()});
  twin.add({Vec3(0.f, 0.9f * kRadius, 0.f)}, {Vec3(0.f, 0.01f * kH / kFrame, 0.f)});
  const Bodies bodies{{plane({0.f, 1.f, 0.f}, 1.f)}};
  twin.product.predictPositions(kFrame, twin.threads());
  twin.product.resolveCollisions(kFrame, twin.threads(), bodies);
  twin.product.deriveVelocities(kFrame, twin.threads());
  EXPECT_NEAR(twin.product.particles().velocity[0].y * kFrame / kH, 0.01, 1e-6);
  EXPECT_GE(twin.product.particles().position[0].y, kRadius * 0.9999f);  // extracted all the same
}

/// Where a lone particle under a ceiling is, in h below contact, after some frames of gravity g [h/frame^2].
struct Hanging {
  double product, reference;
};
Hanging hang(float kStick, float dStick, double g, double from, int frames) {
  clavet::Material m = paperMaterial();
  m.stickiness = kStick;
  m.stickDistance = dStick;
  m.friction = 0.f;
  Twin twin(kH, {m}, Vec3(0.f, static_cast<float>(-g) * kGravityPerFrame2, 0.f));
  twin.add({Vec3(0.f, -kRadius - static_cast<float>(from) * kH, 0.f)}, {Vec3(0.f)});
  Bodies bodies{{plane({0.f, -1.f, 0.f}, 0.f)}};
  const auto ceiling = solidPlane({0, -1, 0}, 0.0);
  StageTimer timer;
  for (int s = 0; s < frames; ++s) {
    StepContext context{bodies, twin.threads(), timer, static_cast<std::uint64_t>(s)};
    twin.product.step(kFrame, context);
    reference::step(twin.reference, kFrame, {ceiling});
  }
  const double r = clavet::kCollisionRadius;
  return {-twin.product.particles().position[0].y / kH - r, -twin.reference.particles[0].position.y / kH - r};
}

TEST(Stickiness, OfNothingLetsGo) {  // check 9
  const Hanging h = hang(0.f, 0.4f, 0.01, 0.0, 20);
  EXPECT_GT(h.reference, 1.0);
  EXPECT_GT(h.product, 1.0);
}

TEST(Stickiness, HoldsUnderACeilingUpToAQuarterOfItsRange) {  // check 9
  const float dStick = 0.4f;
  const double g = 0.01;
  // It holds where k_stick d_stick >= 4 g: 0.09 of it is released, 0.12 holds. Both start at the depth at
  // which the pull is in balance with gravity, or is largest.
  const float weak = 0.036f / dStick, strong = 0.048f / dStick;
  const Hanging falls = hang(weak, dStick, g, dStick / 2, 100);
  EXPECT_GT(falls.reference, 1.0);
  EXPECT_GT(falls.product, 1.0);
  const double rest = dStick / 2 * (1.0 - std::sqrt(1.0 - 4.0 * g / (static_cast<double>(strong) * dStick)));
  // The pull acts at the predicted position, g dt^2 below where the particle ends the step.
  const Hanging holds = hang(strong, dStick, g, rest - g, 100);
  EXPECT_NEAR(holds.reference, rest - g, 1e-4);
  EXPECT_NEAR(holds.product, rest - g, 1e-3);  // an undamped oscillation carries on what rounding starts
}

TEST(Stickiness, PullsMostHalfWayAndNotAtAllOutsideItsRange) {  // check 9
  const auto pull = [](float d) {
    clavet::Material m = paperMaterial();
    m.stickiness = 2.f;
    m.stickDistance = 0.4f;
    Twin twin(kH, {m});
    twin.add({Vec3(0.f, kRadius + d * kH, 0.f)}, {Vec3(0.f)});
    twin.product.predictPositions(kFrame, twin.threads());
    twin.product.resolveCollisions(kFrame, twin.threads(), Bodies{{plane({0.f, 1.f, 0.f}, 0.f)}});
    twin.product.deriveVelocities(kFrame, twin.threads());
    return -twin.product.particles().velocity[0].y * kFrame / kH;
  };
  EXPECT_NEAR(pull(0.2f), 2.0 * 0.4 / 4.0, 1e-5);  // the peak: dt k_stick d_stick / 4 at d_stick / 2
  EXPECT_LT(pull(0.19f), pull(0.2f));
  EXPECT_LT(pull(0.21f), pull(0.2f));
  EXPECT_NEAR(pull(0.41f), 0.0, 1e-6);
  EXPECT_NEAR(pull(0.6f), 0.0, 1e-6);
  EXPECT_NEAR(pull(0.001f), 2.0 * 0.001, 1e-4);
}

/// The slab |y| < half.
class Plate final : public SignedDistance {
 public:
  explicit Plate(float half) : half_(half) {}
  [[nodiscard]] float distance(const Vec3& p) const override { return std::abs(p.y) - half_; }
  [[nodiscard]] Sample sample(const Vec3& p) const override {
    return {distance(p), Vec3(0.f, p.y < 0.f ? -1.f : 1.f, 0.f)};
  }
  [[nodiscard]] Aabb bounds() const override { return {Vec3(-1e9f, -half_, -1e9f), Vec3(1e9f, half_, 1e9f)}; }

 private:
  float half_;
};

TEST(Contact, AThinPlateStopsAFastParticle) {  // digest, section 5
  Body plate;
  plate.shape = std::make_shared<Plate>(0.02f * kH);
  plate.friction = 0.f;
  const Bodies bodies{{plate}};
  for (const float speed : {0.3f, 0.5f, 1.f, 5.f, 40.f})  // [h/frame]
    for (int start = 0; start < 40; ++start) {
      Twin twin(kH, {paperMaterial()});
      // From touching it to half a step away.
      const float y = kRadius + 0.02f * kH + 0.0125f * static_cast<float>(start) * speed * kH;
      twin.add({Vec3(0.f, y, 0.f)}, {Vec3(0.4f, -1.f, 0.2f) * speed * kH / kFrame});
      twin.product.predictPositions(kFrame, twin.threads());
      twin.product.resolveCollisions(kFrame, twin.threads(), bodies);
      ASSERT_GT(twin.product.particles().position[0].y, 0.f)
          << "speed " << speed << ", from " << y / kH << " h";
      ASSERT_GE(twin.product.particles().position[0].y, 0.5f * kRadius);
    }
}

TEST(Drop, RestsCompactAndAtTheDigestsDensity) {  // check 10
  const Threads threads(2);
  Twin twin(1.f, {paperMaterial()});  // h = 1, as the digest has it
  twin.addCube(Vec3(0.f), 10, 0.1f, 0.f, 6);
  run(twin.product, kFrame, 300, threads);
  const Particles& p = twin.product.particles();
  Vec momentum(0.0), centre(0.0);
  double squares = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    momentum += Vec(p.velocity[i]) * static_cast<double>(kFrame);
    centre += Vec(p.position[i]) / static_cast<double>(p.size());
    squares += glm::dot(Vec(p.velocity[i]), Vec(p.velocity[i])) * kFrame * kFrame;
  }
  const double n = static_cast<double>(p.size());
  EXPECT_LT(std::sqrt(squares / n), 0.01);  // h per frame
  // The digest's 1e-12 is for double; in float every position rounds by 2^-23 of about 3 h some 160 times a
  // step.
  EXPECT_LT(glm::length(momentum), 1e-5 * n);

  double core = 0.0, farthest = 0.0;
  int inCore = 0;
  const double radius = std::cbrt(3.0 / (4.0 * 3.14159265) * 0.052 * n);  // of a ball of the digest's volume
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double r = glm::distance(Vec(p.position[i]), centre);
    farthest = std::max(farthest, r);
    if (r < radius - 1.2) core += p.density[i], ++inCore;
  }
  ASSERT_GT(inCore, 50);
  EXPECT_NEAR(core / inCore, 7.3, 0.2);
  EXPECT_LT(farthest, radius + 0.6) << "not compact";
}

std::vector<std::byte> bytesAfter(int threadCount, int steps) {
  Twin twin(kH, {dough()}, Vec3(0.f, -1.f, 0.f), threadCount);
  twin.addCube(Vec3(0.f), 9, 0.2f, kSpeed, 7);
  run(twin.product, 0.3f * kFrame, steps, twin.threads());
  ByteWriter out;
  twin.product.save(out);
  return out.bytes();
}

TEST(Repeatability, TheSameStartGivesTheSameBits) {  // check 13
  const auto expected = bytesAfter(1, 25);
  for (const int threads : {1, 2, 7})
    EXPECT_TRUE(bytesAfter(threads, 25) == expected) << threads << " threads";
  EXPECT_FALSE(bytesAfter(1, 24) == expected);
}

TEST(Springs, AreNeverDoubledAndNeverRestLongerThanTheRadius) {  // check 13
  Twin twin(kH, {dough()}, Vec3(0.f, -3.f, 0.f));
  twin.addCube(Vec3(0.f), 7, 0.2f, 3.f * kSpeed, 8);
  std::size_t most = 0;
  for (int s = 0; s < 30; ++s) {
    run(twin.product, 0.3f * kFrame, 1, twin.threads());
    const auto list = twin.product.springList();
    most = std::max(most, list.size());
    std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
    for (const clavet::Spring& spring : list) {
      ASSERT_LT(spring.a, spring.b);
      ASSERT_LE(spring.restLength, kH);
      ASSERT_TRUE(seen.insert({spring.a, spring.b}).second);
    }
  }
  EXPECT_GT(most, 5000u);
}

}  // namespace
}  // namespace ooze
