// Resolution independence (src/methods/clavet/README.md, Units): the same block of the same material behaves
// alike at h and h / 2.
//
// A liquid cannot lie flatter than its first layer, whose centres rest 0.2 h over the floor. A 6 cm block of
// water ends as one layer at either h, twice as high and 0.83 as wide at the coarse h. The comparison
// therefore holds while the coarse liquid is a few layers deep.
//
// An exception is drag at a no-slip floor by a viscous liquid without springs. With friction 0.9, honey's
// viscosity alone spread 0.84 as far on a floor and 0.77 in a narrow tank; on a free-slip floor both
// resolutions agree within 2 %. Relaxation adds a numerical viscosity of about 0.1 h times the speed (from
// the decay of a single eddy), which carries the floor's drag up farther at the coarse h. The thicker layer
// held by the floor has the same effect. The remaining difference between the dam breaks of water (0.88 of
// the spread) has the same sign.
#include "ooze/geometry/signed_distance.h"
#include "ooze/world/world.h"

#include "methods/clavet/material.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::resolution_test {
namespace {

constexpr float kCoarse = 0.02f;     // coarse interaction radius h [m]
constexpr float kReference = 0.01f;  // reference radius of the materials below, and the fine h [m]
constexpr float kEdge = 0.06f;       // edge of a block [m]
constexpr double kAgreement = 0.15;

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
  double height;  ///< height of the centroid over the floor [m]
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

World makeWorld(const clavet::Material& material, float h, const LiquidVolume& block, const Body& floor) {
  MaterialDefinition definition;
  definition.name = "liquid";
  definition.values = toValues<clavet::Material>(clavet::kParameters, material);
  definition.referenceRadius = kReference;
  WorldSpec spec;
  spec.settings.sleep = 0.f;  // sleeping off: the test measures the solver
  spec.methodSettings.interactionRadius = h;
  spec.materials = {definition};
  spec.liquids = {block};
  spec.bodies = {floor};
  return World(spec, 2);
}

std::vector<Outline> outlinesOf(World world, int frames) {
  std::vector<Outline> outlines{outlineOf(world)};
  for (int f = 1; f <= frames; ++f) {
    world.advanceFrame();
    if (f % 3 == 0) outlines.push_back(outlineOf(world));
  }
  return outlines;
}

/// Returns the outline of a block of this edge [m] on a floor under earth gravity, at the start and then
/// every three frames.
std::vector<Outline> collapse(const clavet::Material& material, float h, float edge, int frames) {
  LiquidVolume block;
  block.shape = makeBox(Vec3(0.5f * edge));
  block.pose.position = {0.f, 0.5f * edge, 0.f};
  Body floor;
  floor.name = "floor";
  floor.shape = makePlane({0.f, 1.f, 0.f});
  return outlinesOf(makeWorld(material, h, block, floor), frames);
}

/// Returns the outlines of a block at the left end of a tank four times as long; the spread is measured from
/// that end.
std::vector<Outline> damBreak(const clavet::Material& material, float h, float edge, int frames) {
  LiquidVolume block;
  block.shape = makeBox(Vec3(0.5f * edge));
  block.pose.position = {0.5f * edge, 0.5f * edge, 0.f};
  Body tank;
  tank.name = "tank";
  tank.shape = makeTank({2.f * edge, 2.f * edge, 0.5f * edge}, true);
  tank.pose.position = {2.f * edge, 2.f * edge, 0.f};
  return outlinesOf(makeWorld(material, h, block, tank), frames);
}

void expectTheSame(const std::vector<Outline>& coarse, const std::vector<Outline>& fine) {
  for (std::size_t k = 1; k < fine.size(); ++k) {
    EXPECT_NEAR(coarse[k].height / fine[k].height, 1.0, kAgreement) << "centroid at frame " << 3 * k;
    EXPECT_NEAR(coarse[k].spread / fine[k].spread, 1.0, kAgreement) << "spread at frame " << 3 * k;
  }
  // The blocks must really collapse: blocks that stood still would agree too.
  EXPECT_LT(fine.back().height, 0.5 * fine.front().height);
  EXPECT_GT(fine.back().spread, 1.3 * fine.front().spread);
}

TEST(Resolution, AColumnOfHoneyCollapsesTheSame) {
  // The edge is five coarse radii: a block of three radii would end only 0.4 h above the floor.
  expectTheSame(collapse(honey(), kCoarse, 0.1f, 21), collapse(honey(), 0.5f * kCoarse, 0.1f, 21));
}

TEST(Resolution, AColumnOfWaterCollapsesTheSame) {
  // The edge is six coarse radii, so the coarse water is two layers deep in the end.
  expectTheSame(collapse(water(), kCoarse, 2.f * kEdge, 15),
                collapse(water(), 0.5f * kCoarse, 2.f * kEdge, 15));
}

TEST(Resolution, ADamBreakOfWaterRunsTheSameUntilItMeetsTheFarWall) {
  expectTheSame(damBreak(water(), kCoarse, 0.08f, 24), damBreak(water(), 0.5f * kCoarse, 0.08f, 24));
}

TEST(Resolution, AViscousDamBreakOverASmoothFloorRunsTheSame) {
  clavet::Material m = honey();
  m.springStiffness = 0.f;
  m.friction = m.stickiness = 0.f;
  expectTheSame(damBreak(m, kCoarse, 0.08f, 15), damBreak(m, 0.5f * kCoarse, 0.08f, 15));
}

TEST(Resolution, ABlockOfGelSagsTheSame) {
  const auto coarse = collapse(gel(), kCoarse, kEdge, 18);
  const auto fine = collapse(gel(), 0.5f * kCoarse, kEdge, 18);
  const double coarseSag = coarse.front().height - coarse.back().height;
  const double fineSag = fine.front().height - fine.back().height;
  EXPECT_NEAR(coarseSag / fineSag, 1.0, kAgreement);
  EXPECT_NEAR(coarse.back().spread / fine.back().spread, 1.0, kAgreement);
  // The gel sags, and stands: neither a stone nor a puddle.
  EXPECT_GT(fineSag, 0.1 * fine.front().height);
  EXPECT_LT(fineSag, 0.6 * fine.front().height);
}

}  // namespace
}  // namespace ooze::resolution_test
