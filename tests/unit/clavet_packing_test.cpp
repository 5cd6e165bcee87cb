// Tests the correction of uneven particle packing (methods/clavet/packing.h) against its transcription.
// Cases: with and without walls, and liquids of one or two particle masses. clavet_stage_test.cpp explains
// the tolerances.
#include "unit/clavet_stage_fixtures.h"

#include <gtest/gtest.h>
#include <ostream>

namespace ooze::clavet_packing_test {
namespace {

using namespace stages;

struct Case {
  bool walls, twoMasses;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << (c.walls ? "Walls" : "NoWalls") << (c.twoMasses ? "TwoMasses" : "OneMass");
}

constexpr float kDt = 0.25f * kFrame;

class ClavetPacking : public testing::TestWithParam<Case> {
 protected:
  /// Lets the liquid move until pressures are known. Some particles then pull (negative pressure), others
  /// push.
  void SetUp() override {
    clavet::Material a, b;
    a.stiffness = 0.06f, a.nearStiffness = 0.15f, a.volumeStiffness = 0.3f;
    b.stiffness = 0.04f, b.nearStiffness = 0.08f, b.volumeStiffness = 0.15f;
    const std::vector<float> densities{1000.f, GetParam().twoMasses ? 1600.f : 1000.f};
    if (!GetParam().twoMasses) b = a;
    twin_ = std::make_unique<ReferencePair>(kH, std::vector{a, b}, Vec3(0.4f, -2.f, 0.2f), 2, densities);
    twin_->addCube(Vec3(-1.2f, 0.1f, 0.2f) * kH, 7, 0.3f, kSpeed, 1, 0);
    twin_->addCube(Vec3(1.2f, -0.3f, -0.2f) * kH, 7, 0.3f, kSpeed, 2, 1);
    if (GetParam().walls) bodies_ = groundAndBall();
    solids_ = solidsOf(bodies_, kDt);
    StageTimer timer;
    for (std::uint64_t step = 0; step < 13; ++step) {
      StepContext context{bodies_, twin_->threads(), timer, step};
      twin_->product.step(kDt, context);
    }
    // Liquid under pressure is not smoothed, and its cohesion is not corrected. The test makes this state for
    // every fifth particle.
    auto& packing = twin_->product.packing();
    for (std::size_t i = 0; i < packing.size(); i += 5)
      packing[i].meanPressure = std::abs(packing[i].meanPressure);
    refreshPacking();
  }
  void refreshPacking() {
    twin_->product.predictPositions(kDt, twin_->threads());
    twin_->product.refreshNeighbours(twin_->threads());
    twin_->copyToReference();
    const auto before = twin_->reference.packings;
    twin_->product.observePacking(twin_->threads());
    reference::observePacking(twin_->reference);
    ASSERT_EQ(before.size(), twin_->reference.packings.size());
  }

  std::unique_ptr<ReferencePair> twin_;
  Bodies bodies_;
  std::vector<reference::Solid> solids_;
};
INSTANTIATE_TEST_SUITE_P(Both, ClavetPacking,
                         testing::Values(Case{false, false}, Case{true, false}, Case{false, true},
                                         Case{true, true}),
                         testing::PrintToStringParamName());

TEST_P(ClavetPacking, TheObservedPackingMatches) {
  int pulling = 0, pushing = 0, uneven = 0;
  for (const reference::Packing& p : twin_->reference.packings) {
    ++(p.meanPressure < 0.0 ? pulling : pushing);
    uneven += std::abs(p.far[0][1]) > 0.02 ? 1 : 0;
  }
  EXPECT_GT(std::min({pulling, pushing, uneven}), 20);
  // Each entry of the packing tensors is a ratio of sums of up to 60 terms, and less than 8.
  const auto error = twin_->packingError();
  EXPECT_LT(error.far, 1e-5);
  EXPECT_LT(error.near, 1e-5);
}

TEST_P(ClavetPacking, ThePushAgainstShearMatches) {
  for (std::uint64_t step = 0; step < 3; ++step) {
    reference::Liquid even = twin_->reference;
    for (reference::Packing& p : even.packings) p.far = p.near = reference::Tensor(0.0);
    const auto order = twin_->relaxationOrder(step);
    const auto before = twin_->reference.particles;
    twin_->product.relaxDoubleDensity(kDt, twin_->threads(), step, bodies_);
    for (reference::Liquid* liquid : {&twin_->reference, &even})
      reference::relaxDoubleDensity(*liquid, kDt, order, solids_);
    ASSERT_LT(maxChange(before, twin_->reference, &reference::Particle::position), kMaxListedMove * kH);
    EXPECT_LT(twin_->positionError(), 1e-5) << "step " << step;
    EXPECT_LT(twin_->packingError().pressure, 1e-5);
    // The shear correction moved particles measurably.
    EXPECT_GT(maxChange(even.particles, twin_->reference, &reference::Particle::position), kMinMove * kH);
    refreshPacking();
  }
}

}  // namespace
}  // namespace ooze::clavet_packing_test
