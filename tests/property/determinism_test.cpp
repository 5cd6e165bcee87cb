// The same world gives the same bits at any number of threads and with any instructions that the machine has.
#include "ooze/geometry/signed_distance.h"
#include "ooze/world/world.h"

#include "methods/clavet/material.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace ooze {
namespace {

MaterialDefinition definition(const std::string& name, const clavet::Material& m) {
  MaterialDefinition d;
  d.name = name;
  d.values = toValues<clavet::Material>(clavet::kParameters, m);
  d.referenceRadius = 0.01f;
  return d;
}

/// Springs, two liquids, a solid that moves, one that sticks, and an emitter.
WorldSpec everything() {
  WorldSpec spec;
  spec.methodSettings.interactionRadius = 0.01f;
  clavet::Material slime, water;
  slime.springStiffness = 0.5f;
  slime.viscosityLinear = 0.5f;
  slime.stickiness = 5.f;
  spec.materials = {definition("slime", slime), definition("water", water)};
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
  Body ground;
  ground.shape = makePlane(Vec3(0.f, 1.f, 0.f));
  spec.bodies.push_back(ground);
  Body stirrer;
  stirrer.shape = makeSphere(0.015f);
  stirrer.motion = Motion::Kinematic;
  stirrer.keys = {{0.0, {Vec3(-0.06f, 0.02f, 0.f), {1.f, 0.f, 0.f, 0.f}}},
                  {1.0, {Vec3(0.06f, 0.02f, 0.f), {1.f, 0.f, 0.f, 0.f}}}};
  spec.bodies.push_back(stirrer);
  spec.domain = Aabb{Vec3(-0.3f), Vec3(0.3f)};
  return spec;
}

std::uint64_t hashAfter(int frames, int threads) {
  World world(everything(), threads);
  for (int f = 0; f < frames; ++f) world.advanceFrame();
  EXPECT_GT(world.particles().size(), 2000u);
  EXPECT_GT(world.method().springCount(), 10000u);
  return world.hash();
}

TEST(Determinism, OneTwoSevenAndSixteenThreadsGiveTheSameBits) {
  const std::uint64_t expected = hashAfter(12, 1);
  for (const int threads : {2, 7, 16}) EXPECT_EQ(hashAfter(12, threads), expected) << threads << " threads";
}

#ifdef OOZE_SANITIZED
constexpr int kFramesPerTarget = 3;  // lanes in plain C++ are some thirty times slower there
#else
constexpr int kFramesPerTarget = 12;
#endif

/// The machine is as if it had these instructions only.
void pretend(std::int64_t targets) { hwy::GetChosenTarget().Update(targets); }

TEST(Determinism, EverySimdTargetGivesTheSameBits) {
  const std::uint64_t expected = hashAfter(kFramesPerTarget, 2);
  const std::int64_t all = hwy::SupportedTargets();
  for (const std::int64_t target : {HWY_SCALAR, HWY_EMU128, HWY_SSE4, HWY_AVX2, HWY_AVX3, HWY_NEON}) {
    if ((all & target) == 0) continue;
    pretend(target);
    EXPECT_EQ(hashAfter(kFramesPerTarget, 2), expected) << hwy::TargetName(target);
  }
  pretend(all);
}

}  // namespace
}  // namespace ooze
