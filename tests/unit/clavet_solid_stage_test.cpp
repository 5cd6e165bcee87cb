// Tests contact with solids, walls and whole time steps of the product against the transcription of the
// paper. clavet_stage_test.cpp tests the stages of the liquid itself and explains the tolerances.
#include "methods/clavet/coefficients.h"
#include "unit/clavet_stage_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>

namespace ooze::clavet_solid_stage_test {
namespace {

using namespace stages;

TEST(ClavetStage, CollisionsMatchSection6) {
  const float dt = 0.25f * kFrame;
  const Bodies bodies = groundAndBall();
  auto twin = twoLiquids(honey(), clay());
  convertFriction(twin->reference, dt);
  twin->product.predictPositions(dt, twin->threads());
  twin->copyToReference();
  const auto before = twin->reference.particles;
  const auto solids = solidsOf(bodies, dt);
  twin->product.resolveCollisions(dt, twin->threads(), bodies);
  reference::resolveCollisions(twin->reference, dt, solids);

  // Each solid made every kind of contact: penetration, friction film and sticking.
  for (const reference::Solid& solid : solids) {
    int inside = 0, filmed = 0, sticking = 0;
    for (const auto& p : before) {
      const double d = solid.sample(p.position).distance / kH - clavet::kCollisionRadius;
      inside += d < 0.0 ? 1 : 0;
      filmed += d >= 0.0 && d < clavet::kFilmReach ? 1 : 0;
      sticking += d >= 0.0 && d < 0.3 ? 1 : 0;
    }
    EXPECT_GT(inside, 5);
    EXPECT_GT(filmed, 5);
    EXPECT_GT(sticking, 5);
  }
  EXPECT_LT(twin->positionError(), 5e-6);
  EXPECT_LT(twin->previousError(), 5e-6);
}

TEST(ClavetStage, WallsCarryDensityAndOnlyPush) {
  for (const float volumeStiffness : {0.f, 0.3f}) {
    const float dt = 0.1f * kFrame;
    clavet::Material a = honey(), b = clay();
    a.volumeStiffness = b.volumeStiffness = volumeStiffness;
    auto twin = twoLiquids(a, b);
    Bodies bodies = groundAndBall();
    const auto solids = solidsOf(bodies, dt);
    const auto before = twin->reference.particles;
    const auto order = twin->relaxationOrder(1);
    twin->product.relaxDoubleDensity(dt, twin->threads(), 1, bodies);
    reference::relaxDoubleDensity(twin->reference, dt, order, solids);
    const double path = maxChange(before, twin->reference, &reference::Particle::position) / kH;
    ASSERT_GT(path, kMinMove);
    ASSERT_LT(path, kMaxListedMove);
    EXPECT_LT(twin->positionError(), 1e-5);
    const Particles& p = twin->product.particles();
    for (std::size_t i = 0; i < p.size(); ++i)
      ASSERT_NEAR(p.density[i], twin->reference.densities[p.id[i]].rho, 2e-4);
  }
}

TEST(ClavetStage, WallsSupportWhatTheLiquidCarriesAlongThem) {
  const float dt = 0.1f * kFrame;
  const Bodies bodies = groundAndBall();
  auto twin = twoLiquids(honey(), clay());
  twin->product.predictPositions(dt, twin->threads());
  twin->product.relaxDoubleDensity(dt, twin->threads(), 0, Bodies{});
  twin->copyToReference();
  const auto before = twin->reference.particles;
  twin->product.supportAlongWalls(dt, twin->threads(), bodies);
  const auto solids = solidsOf(bodies, dt);
  reference::supportAlongWalls(twin->reference, dt, solids);
  EXPECT_GT(maxChange(before, twin->reference, &reference::Particle::position), kMinMove * kH);
  EXPECT_LT(twin->positionError(), 5e-6);
  for (std::size_t i = 0; i < before.size(); ++i) {
    const bool near = std::any_of(solids.begin(), solids.end(),
                                  [&](const auto& s) { return s.sample(before[i].position).distance < kH; });
    if (!near) {
      ASSERT_EQ(twin->reference.particles[i].position, before[i].position);
    }
  }
}

TEST(ClavetStage, AWallSupportsNothingThatTheLiquidDoesNotCarry) {
  // Particles in free fall along a wall are left alone, because their velocity does not come from the liquid.
  const float dt = 0.1f * kFrame;
  ReferencePair twin(kH, {honey()});
  twin.add({Vec3(0.f, -0.8f, 0.f) * kH, Vec3(3.f, -0.8f, 0.f) * kH},
           {Vec3(kSpeed, 0.f, 0.f), Vec3(0.f, 0.f, kSpeed)});
  twin.product.applyGravity(dt, twin.threads());
  twin.product.predictPositions(dt, twin.threads());
  twin.copyToReference();
  twin.product.supportAlongWalls(dt, twin.threads(), groundAndBall());
  EXPECT_LT(twin.positionError(), 1e-6);  // one or two float roundings of coordinates up to 3 h
}

TEST(ClavetStage, HalfSpaceSumsAreThoseOfTheirIntegrals) {
  // Integrates the kernel over a half-space whose face is at distance d. The closed form is a polynomial. At
  // the face, the sum is half of that over a full ball.
  for (double d = 0.0; d <= 1.0; d += 0.05) {
    const double closed =
        2.0 * std::numbers::pi *
        (1.0 / 30.0 - d / 12.0 + std::pow(d, 3) / 6.0 - std::pow(d, 4) / 6.0 + std::pow(d, 5) / 20.0);
    EXPECT_NEAR(reference::halfSpaceSum(d, 2), closed, 1e-9) << d;
  }
  EXPECT_NEAR(reference::halfSpaceSum(0.0, 3), 0.5 * 4.0 * std::numbers::pi / 60.0, 1e-9);
  // The half-space's share of the second moments equals its share of the densities.
  for (double d = 0.0; d <= 1.0; d += 0.05)
    for (const int power : {1, 2})
      EXPECT_NEAR(reference::halfSpaceMoment(d, power) / (2.0 * reference::halfSpaceMoment(0.0, power)),
                  reference::halfSpaceSum(d, power + 1) / (2.0 * reference::halfSpaceSum(0.0, power + 1)),
                  1e-6)
          << d;
  // The push is the derivative of the potential. Moving the face by a small e changes a sum by e times the
  // face's area.
  constexpr double e = 1e-4;
  for (const double d : {0.1, 0.4, 0.8})
    EXPECT_NEAR((reference::halfSpaceSum(d - e, 2) - reference::halfSpaceSum(d + e, 2)) / (2.0 * e),
                2.0 * reference::halfSpacePush(d, 1), 1e-6);
}

TEST(ClavetStage, HalfSpaceOfTheProductIsThatOfTheTranscription) {
  for (double d = 0.0; d <= 1.0; d += 0.05) {
    const clavet::WallIntegrals half = clavet::halfSpace(static_cast<float>(d));
    EXPECT_NEAR(half.density, reference::halfSpaceSum(d, 2), 1e-7) << d;
    EXPECT_NEAR(half.nearDensity, reference::halfSpaceSum(d, 3), 1e-7) << d;
    EXPECT_NEAR(half.push, reference::halfSpacePush(d, 1), 1e-7) << d;
    EXPECT_NEAR(half.nearPush, reference::halfSpacePush(d, 2), 1e-7) << d;
  }
}

TEST(ClavetStep, TakesTheStagesInThePapersOrderAndMatchesTheTranscription) {
  const float dt = 0.1f * kFrame;
  for (std::uint64_t step = 0; step < 8; ++step) {
    auto a = honey(), b = clay();
    a.volumeStiffness = b.volumeStiffness = 0.3f;
    auto twin = twoLiquids(a, b);
    Bodies bodies = groundAndBall();
    twin->setSprings(someSprings(*twin));
    convertFriction(twin->reference, dt);
    const auto solids = solidsOf(bodies, dt);
    // Packing is observed only in the first of eight steps. The call gives every step a packing.
    twin->product.observePacking(twin->threads());
    twin->copyToReference();
    clavet::Clavet whole = twin->product;
    StageTimer timer;
    StepContext context{bodies, twin->threads(), timer, step};
    whole.step(dt, context);

    auto& p = twin->product;
    auto& r = twin->reference;
    const Threads& threads = twin->threads();
    p.findNeighbours(threads);
    p.applyGravity(dt, threads);
    reference::applyGravity(r, dt);
    reference::applyViscosity(r, dt, twin->viscosityOrder(step));
    p.applyViscosity(dt, threads, step);
    p.predictPositions(dt, threads);
    reference::predictPositions(r, dt);
    p.refreshNeighbours(threads);
    if (step == 0) {
      p.observePacking(threads);
      reference::observePacking(r);
    }
    p.adjustSprings(dt, threads);
    reference::adjustSprings(r, dt);
    ASSERT_NO_FATAL_FAILURE(expectSameSprings(*twin, 1e-5));
    auto springOrder = twin->springOrder(step);
    // A pair at distance h, within rounding, may have a spring in only one of product and transcription.
    for (auto& [first, partners] : springOrder)
      std::erase_if(partners,
                    [&, i = first](std::size_t j) { return !r.springs.contains(std::minmax(i, j)); });
    p.applySpringDisplacements(dt, threads, step);
    reference::applySpringDisplacements(r, dt, springOrder);
    EXPECT_LT(twin->positionError(), 1e-5) << "step " << step;
    const auto order = twin->relaxationOrder(step);
    const auto before = r.particles;
    p.relaxDoubleDensity(dt, threads, step, bodies);
    reference::relaxDoubleDensity(r, dt, order, solids);
    ASSERT_LT(maxChange(before, r, &reference::Particle::position), kMaxListedMove * kH);
    EXPECT_LT(twin->positionError(), 1e-5) << "step " << step;
    p.supportAlongWalls(dt, threads, bodies);
    reference::supportAlongWalls(r, dt, solids);
    p.resolveCollisions(dt, threads, bodies);
    reference::resolveCollisions(r, dt, solids);
    p.deriveVelocities(dt, threads);
    reference::deriveVelocities(r, dt);

    // Errors of the stages add up. Velocity errors are position errors divided by a tenth of a frame.
    EXPECT_LT(twin->positionError(), 2e-5) << "step " << step;
    EXPECT_LT(twin->velocityError(), 2e-4) << "step " << step;
    ASSERT_EQ(whole.particles().id, p.particles().id);
    EXPECT_EQ(whole.particles().position.x, p.particles().position.x);
    EXPECT_EQ(whole.particles().position.y, p.particles().position.y);
    EXPECT_EQ(whole.particles().position.z, p.particles().position.z);
    EXPECT_EQ(whole.particles().velocity.y, p.particles().velocity.y);
    EXPECT_EQ(whole.count(), p.count());
  }
}

}  // namespace
}  // namespace ooze::clavet_solid_stage_test
