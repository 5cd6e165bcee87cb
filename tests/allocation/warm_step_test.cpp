// Tests that a simulation step allocates no memory once the world is warm.
#include "ooze/geometry/signed_distance.h"
#include "ooze/world/world.h"

#include "allocation/counting_new.h"
#include "methods/clavet/material.h"
#include "methods/shape_matching/material.h"
#include "methods/steele/material.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <new>
#include <utility>

namespace ooze {
namespace {

/// Returns a world with a block of two liquids, one with springs, in a tank. The block sags on a floor
/// beside a ball.
WorldSpec slime() {
  WorldSpec spec;
  spec.methodSettings.interactionRadius = 0.01f;
  spec.domain = Aabb{Vec3(-1.f), Vec3(1.f)};
  for (const float viscosity : {0.5f, 0.f}) {
    clavet::Material m;
    m.springStiffness = viscosity;
    m.viscosityLinear = viscosity;
    MaterialDefinition d;
    d.name = viscosity > 0.f ? "slime" : "water";
    d.values = toValues<clavet::Material>(clavet::kParameters, m);
    d.referenceRadius = 0.01f;
    spec.materials.push_back(d);
  }
  for (const std::uint16_t material : {0, 1}) {
    LiquidVolume block;
    block.shape = makeBox(Vec3(0.02f));
    block.pose.position = Vec3(material == 0 ? -0.021f : 0.021f, 0.03f, 0.f);
    block.material = material;
    spec.liquids.push_back(block);
  }
  Body ground;
  ground.shape = makePlane(Vec3(0.f, 1.f, 0.f));
  spec.bodies.push_back(ground);
  Body ball;
  ball.shape = makeSphere(0.02f);
  ball.pose.position = Vec3(0.f, 0.f, 0.04f);
  spec.bodies.push_back(ball);
  return spec;
}

/// Returns the same world with the adhesion method. One of the two liquids mixes colours.
WorldSpec syrup() {
  WorldSpec spec = slime();
  spec.method = "steele";
  for (MaterialDefinition& d : spec.materials) {
    steele::Material m;
    m.viscosity = d.name == "slime" ? 300.f : 20.f;
    m.mixing = d.name == "slime" ? 5.f : 0.f;
    d.values = toValues<steele::Material>(steele::kParameters, m);
  }
  return spec;
}

/// Returns the same world with SPH and shape matching. One of the two liquids takes a new reference shape
/// every few steps.
WorldSpec toothpaste() {
  WorldSpec spec = slime();
  spec.method = "shape_matching";
  for (MaterialDefinition& d : spec.materials) {
    shape_matching::Material m;
    m.alpha = d.name == "slime" ? 0.7f : 0.95f;
    m.updateThreshold = 50.f, m.checkInterval = 0.01f;
    d.values = toValues<shape_matching::Material>(shape_matching::kParameters, m);
  }
  return spec;
}

/// Returns the number of allocations in a late frame, while the liquid comes to rest.
long allocationsWhenWarm(WorldSpec spec, int threads) {
  World world(std::move(spec), threads);
  for (int f = 0; f < 60; ++f) world.advanceFrame();
  // Buffers keep their size, but the liquid still creeps, so a list or row may grow in some frames. The
  // minimum over ten frames ignores this growth; a step that regularly allocates does so in each frame.
  long least = -1;
  for (int f = 0; f < 10; ++f) {
    const long taken = test::allocationsDuring([&] { world.advanceFrame(); });
    least = least < 0 ? taken : std::min(least, taken);
  }
  return least;
}

TEST(WarmStep, TakesNoMemory) {
  // First checks the counter itself. (A new expression might be optimised away, so operator new is called
  // directly.)
  ASSERT_GE(test::allocationsDuring([] { ::operator delete(::operator new(1)); }), 1);
  EXPECT_EQ(allocationsWhenWarm(slime(), 1), 0);
  EXPECT_EQ(allocationsWhenWarm(syrup(), 1), 0);
  EXPECT_EQ(allocationsWhenWarm(toothpaste(), 1), 0);
}

}  // namespace
}  // namespace ooze
