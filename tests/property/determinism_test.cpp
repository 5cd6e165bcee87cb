// Determinism: the same world gives the same bits for any number of threads and any SIMD instruction set.
#include "ooze/geometry/signed_distance.h"
#include "ooze/world/world.h"

#include "fixtures/commands.h"
#include "methods/clavet/material.h"
#include "unit/world_fixtures.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace ooze::determinism_test {
namespace {

MaterialDefinition definition(const std::string& name, const clavet::Material& m) {
  MaterialDefinition d = test::material(name, m);
  d.referenceRadius = 0.01f;
  return d;
}

/// A world with everything: springs (some added by a command), two sticky liquids of two densities, an
/// emitter, a grab, a kinematic solid, and dynamic bodies, of which a command pulls one and adds another.
WorldSpec everything() {
  WorldSpec spec;
  spec.methodSettings.interactionRadius = 0.01f;
  clavet::Material slime, water;
  slime.springStiffness = 0.5f;
  slime.viscosityLinear = 0.5f;
  slime.stickiness = 5.f;
  spec.materials = {definition("slime", slime), definition("water", water)};
  spec.materials[0].density = 1400.f;
  LiquidVolume block;
  block.shape = makeBox(Vec3(0.03f));
  block.pose.position = Vec3(0.f, 0.05f, 0.f);
  spec.liquids.push_back(block);
  EmitterSpec nozzle;
  nozzle.position = Vec3(0.01f, 0.12f, 0.f);
  nozzle.direction = Vec3(0.f, -1.f, 0.f);
  nozzle.radius = 0.01f;
  nozzle.speed = 1.f;
  nozzle.material = 1;
  spec.emitters.push_back(nozzle);
  using Kind = SolidShape::SolidKind;
  spec.bodies.push_back(makeBody("ground", {Kind::Plane, Vec3(0.f, 1.f, 0.f)}, Motion::Static));
  Body stirrer = makeBody("stirrer", {Kind::Sphere, Vec3(0.015f)}, Motion::Kinematic);
  stirrer.keys = {{0.0, {Vec3(-0.06f, 0.02f, 0.f), {1.f, 0.f, 0.f, 0.f}}},
                  {1.0, {Vec3(0.06f, 0.02f, 0.f), {1.f, 0.f, 0.f, 0.f}}}};
  spec.bodies.push_back(stirrer);
  Body light = makeBody("light", {Kind::Box, Vec3(0.012f, 0.006f, 0.01f)}, Motion::Dynamic);
  light.density = 200.f;
  light.pose.position = Vec3(0.f, 0.088f, 0.f);
  Body heavy = makeBody("heavy", {Kind::Cylinder, Vec3(0.012f)}, Motion::Dynamic);
  heavy.density = 4000.f;
  heavy.pose.position = Vec3(0.02f, 0.11f, 0.01f);
  heavy.velocity = Vec3(0.f, -1.f, 0.f);
  spec.bodies.insert(spec.bodies.end(), {light, heavy});
  spec.timeline = {{0.02, command("bodies.add_capsule", {-0.01f, 0.1f, 0.01f, 0.008f, 900.f})},
                   {0.03, command("liquid.grab", {0.f, 0.05f, 0.f, 0.015f})},
                   {0.04, command("liquid.carry", {0.f, 0.07f, 0.02f})},
                   {0.05, command("body.light.pull", {0.01f, 0.f, 0.f, 0.03f, 0.1f, 0.f})},
                   {0.1, command("springs.add")}};
  spec.domain = Aabb{Vec3(-0.3f), Vec3(0.3f)};
  return spec;
}

std::uint64_t hashAfter(int frames, int threads) {
  World world(everything(), threads);
  for (int f = 0; f < frames; ++f) world.advanceFrame();
  EXPECT_GT(world.particles().size(), 2000u);
  EXPECT_GT(world.method().links()->count(), 10000u);
  EXPECT_EQ(world.bodies().list.size(), 5u);
  return world.hash();
}

#ifdef OOZE_SANITIZED
constexpr int kFrames = 7, kFramesPerTarget = 2;  // emulated SIMD lanes are some thirty times slower under
                                                  // sanitizers
#else
constexpr int kFrames = 8, kFramesPerTarget = 8;
#endif

TEST(Determinism, OneTwoSevenAndSixteenThreadsGiveTheSameBits) {
  const std::uint64_t expected = hashAfter(kFrames, 1);
  for (const int threads : {2, 7, 16})
    EXPECT_EQ(hashAfter(kFrames, threads), expected) << threads << " threads";
}

/// Restricts the dispatch to these SIMD targets.
void restrictSimdTargets(std::int64_t targets) { hwy::GetChosenTarget().Update(targets); }

TEST(Determinism, EverySimdTargetGivesTheSameBits) {
  const std::uint64_t expected = hashAfter(kFramesPerTarget, 2);
  const std::int64_t all = hwy::SupportedTargets();
  for (const std::int64_t target : {HWY_SCALAR, HWY_EMU128, HWY_SSE4, HWY_AVX2, HWY_AVX3, HWY_NEON}) {
    if ((all & target) == 0) continue;
    restrictSimdTargets(target);
    EXPECT_EQ(hashAfter(kFramesPerTarget, 2), expected) << hwy::TargetName(target);
  }
  restrictSimdTargets(all);
}

}  // namespace
}  // namespace ooze::determinism_test
