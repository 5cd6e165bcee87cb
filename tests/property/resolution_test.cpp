// Design section 2: "detail changes, behaviour does not". The same block of the same material at h and h / 2.
//
// The blocks are small, 6 cm or 3 h of the coarse one, so that the fine one stays quick. The rule is not met
// by every liquid: water agrees to frame 6 and no longer (a 7 cm block was 6 % off at frame 6, 20 % at frame
// 9, 27 % at frame 18), and its test stops there for that reason. The cause is not known; a puddle about one
// particle deep at the coarse h (4 mm against 2 mm) is one candidate, contact that scales with h another.
// Honey's viscosity without its springs, not tested here, was up to 18 % off on a floor and 28 % in a narrow
// tank.
#include "ooze/geometry/signed_distance.h"
#include "ooze/world/world.h"

#include "methods/clavet/material.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze {
namespace {

constexpr float kCoarse = 0.02f;     // h [m]
constexpr float kReference = 0.01f;  // where the materials below are true: also the fine h [m]
constexpr float kEdge = 0.06f;       // of the block [m]
constexpr double kAgreement = 0.15;  // design section 2

clavet::Material water() {
  clavet::Material m;
  m.stiffness = 0.06f, m.nearStiffness = 0.15f, m.volumeStiffness = 4.f;
  m.viscosityQuadratic = 0.15f;
  m.friction = 0.15f;
  m.stickiness = 6.f, m.stickDistance = 0.5f;
  return m;
}

clavet::Material honey() {
  clavet::Material m;
  m.stiffness = 0.06f, m.nearStiffness = 0.15f, m.volumeStiffness = 3.f;
  m.springStiffness = 30.f;
  m.plasticityStretch = m.plasticityCompress = 3.f;
  m.yieldRatioStretch = m.yieldRatioCompress = 0.05f;
  m.viscosityLinear = 4.f, m.viscosityQuadratic = 0.3f;
  m.friction = 0.9f;
  m.stickiness = 40.f, m.stickDistance = 0.6f;
  return m;
}

clavet::Material gel() {
  clavet::Material m;
  m.stiffness = 0.06f, m.nearStiffness = 0.15f, m.volumeStiffness = 4.f;
  m.springStiffness = 80.f;
  m.plasticityStretch = 0.3f, m.plasticityCompress = 4.f;
  m.yieldRatioStretch = 0.3f, m.yieldRatioCompress = 0.f;
  m.viscosityLinear = 1.f, m.viscosityQuadratic = 0.2f;
  m.friction = 0.5f;
  m.stickiness = 5.f;
  return m;
}

struct Outline {
  double height;  ///< of the centroid over the floor [m]
  double spread;  ///< root mean square distance from the axis [m]
};

Outline outlineOf(const World& world) {
  const Vec3Array& p = world.particles().position;
  double height = 0.0, square = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    height += p.y[i];
    square += p.x[i] * p.x[i] + p.z[i] * p.z[i];
  }
  const double n = static_cast<double>(p.size());
  return {height / n, std::sqrt(square / n)};
}

/// A block on a floor under earth gravity: its outline at the start and then every three frames.
std::vector<Outline> collapse(const clavet::Material& material, float h, int frames) {
  MaterialDefinition definition;
  definition.name = "liquid";
  definition.values = toValues<clavet::Material>(clavet::kParameters, material);
  definition.referenceRadius = kReference;
  LiquidVolume block;
  block.shape = makeBox(Vec3(0.5f * kEdge));
  block.pose.position = {0.f, 0.5f * kEdge, 0.f};
  Body floor;
  floor.name = "floor";
  floor.shape = makePlane({0.f, 1.f, 0.f});

  WorldSpec spec;
  spec.methodSettings.interactionRadius = h;
  spec.materials = {definition};
  spec.liquids = {block};
  spec.bodies = {floor};
  World world(spec, 1);
  std::vector<Outline> outlines{outlineOf(world)};
  for (int f = 1; f <= frames; ++f) {
    world.advanceFrame();
    if (f % 3 == 0) outlines.push_back(outlineOf(world));
  }
  return outlines;
}

void expectTheSameCollapse(const clavet::Material& material, int frames) {
  const auto coarse = collapse(material, kCoarse, frames);
  const auto fine = collapse(material, 0.5f * kCoarse, frames);
  for (std::size_t k = 1; k < fine.size(); ++k) {
    EXPECT_NEAR(coarse[k].height / fine[k].height, 1.0, kAgreement) << "centroid at frame " << 3 * k;
    EXPECT_NEAR(coarse[k].spread / fine[k].spread, 1.0, kAgreement) << "spread at frame " << 3 * k;
  }
  // It did collapse: blocks that stood still would agree too.
  EXPECT_LT(fine.back().height, 0.5 * fine.front().height);
  EXPECT_GT(fine.back().spread, 1.3 * fine.front().spread);
}

TEST(Resolution, AColumnOfHoneyCollapsesTheSame) { expectTheSameCollapse(honey(), 18); }

TEST(Resolution, AColumnOfWaterBeginsItsCollapseTheSame) { expectTheSameCollapse(water(), 6); }

TEST(Resolution, ABlockOfGelSagsTheSame) {
  const auto coarse = collapse(gel(), kCoarse, 18);
  const auto fine = collapse(gel(), 0.5f * kCoarse, 18);
  const double coarseSag = coarse.front().height - coarse.back().height;
  const double fineSag = fine.front().height - fine.back().height;
  EXPECT_NEAR(coarseSag / fineSag, 1.0, kAgreement);
  EXPECT_NEAR(coarse.back().spread / fine.back().spread, 1.0, kAgreement);
  // It sags, and it stands: neither a stone nor a puddle.
  EXPECT_GT(fineSag, 0.1 * fine.front().height);
  EXPECT_LT(fineSag, 0.6 * fine.front().height);
}

}  // namespace
}  // namespace ooze
