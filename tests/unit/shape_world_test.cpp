// Tests of whole steps of SPH with shape matching: conservation, finite states, cuts, and identical bits.
#include "fixtures/commands.h"
#include "unit/shape_fixtures.h"
#include "unit/world_fixtures.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <optional>

namespace ooze::shape_tests {
namespace shape_world_test {
namespace {

const Threads kTwo(2);

WorldSpec emptySpec(const Material& of) {
  WorldSpec spec;
  spec.method = "shape_matching";
  spec.methodSettings.interactionRadius = kH;
  spec.materials = {definition(of)};
  return spec;
}

/// A free block that spins and wobbles keeps its momentum and spin for a second. The block is one liquid, or
/// two that have merged.
TEST(ShapeWorld, AFreeBodyKeepsMomentumAndSpin) {
  Material soft, flowing;
  soft.alpha = 0.2f, flowing.alpha = 0.8f;
  for (const bool merged : {false, true}) {
    auto m = method({definition(soft), definition(flowing, 1600.f)});
    m->insert(block(6, 6, 6, 0.2f, 0.05f, 1));
    m->insert(block(6, 6, 6, 0.2f, 0.05f, 2, merged ? 1 : 0, Vec3(6.f * kSpacing, 0.f, 0.f)));
    prepare(*m, kTwo);
    if (merged)
      for (std::size_t i = 0; i < m->liquid().size(); ++i) m->liquid()[m->references().shape][i] = 1;
    Particles& p = m->liquid().particles;
    const Vec3 middle(6.f * kSpacing, 3.f * kSpacing, 3.f * kSpacing), spin(2.f, 5.f, -3.f);
    for (std::size_t i = 0; i < p.size(); ++i)
      p.velocity.add(i, glm::cross(spin, p.position[i] - middle) + Vec3(0.1f, 0.2f, 0.f));
    const auto motion = [&] {
      const auto s = stateOf(*m);
      return motionOf(s, [&](std::size_t i) { return s[i].v; });
    };
    const Motion before = motion();
    double most = 0.0, mostSpin = 0.0;
    for (const auto& part : stateOf(*m))
      most += part.mass * glm::length(part.v),
          mostSpin += part.mass * glm::length(glm::cross(part.x, part.v));
    steps(*m, 0.001f, 1000, kTwo);
    const Motion after = motion();
    EXPECT_LT(glm::distance(after.momentum, before.momentum), 1e-5 * most) << merged;
    EXPECT_LT(glm::distance(after.spin, before.spin), 1e-5 * mostSpin) << merged;
  }
}

/// A falling, spinning block keeps momentum and spin while its fluidity alpha changes.
TEST(ShapeWorld, FluidityThatChangesInFlightKeepsMomentumAndSpin) {
  Material of;
  of.regionRadius = 1.2f;
  const auto become = [&](ShapeMatching& m, float alpha) {
    of.alpha = alpha;
    const MaterialDefinition d = definition(of);
    m.setMaterials({&d, 1});
  };
  auto m = method({definition(of)});
  become(*m, 0.f);
  m->setGravity({0.f, -9.81f, 0.f});
  m->insert(block(6, 6, 6, 0.2f, 0.05f, 1));
  Particles& p = m->liquid().particles;
  const auto momentum = [&] {
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < p.size(); ++i) sum += glm::dvec3(p.velocity[i]);
    return sum / static_cast<double>(p.size());
  };
  const auto spin = [&] {
    glm::dvec3 middle(0.0), sum(0.0);
    for (std::size_t i = 0; i < p.size(); ++i)
      middle += glm::dvec3(p.position[i]) / static_cast<double>(p.size());
    for (std::size_t i = 0; i < p.size(); ++i)
      sum += glm::cross(glm::dvec3(p.position[i]) - middle, glm::dvec3(p.velocity[i]));
    return sum;
  };
  for (std::size_t i = 0; i < p.size(); ++i)
    p.velocity.add(i, glm::cross(Vec3(2.f, 3.f, -1.f), p.position[i] - Vec3(3.f * kSpacing)));
  const glm::dvec3 first = momentum(), spun = spin();
  int taken = 0;
  for (const float alpha : {0.f, 1.f, 0.f, 0.5f, 1.f, 0.f}) {
    become(*m, alpha);
    steps(*m, 0.001f, 50, kTwo), taken += 50;
    const glm::dvec3 fallen(0.0, -9.81 * 0.001 * taken, 0.0);
    EXPECT_LT(glm::distance(momentum(), first + fallen), 1e-5 * (1.0 + glm::length(fallen))) << alpha;
    // Positions are rounded to 1e-7 of the distance from the origin, which is some spacings.
    EXPECT_LT(glm::distance(spin(), spun), 1e-3 * glm::length(spun)) << alpha;
    for (std::size_t i = 0; i < p.size(); ++i)
      ASSERT_TRUE(isFinite(p.position[i]) && isFinite(p.velocity[i])) << i;
  }
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_NE(m->liquid()[m->references().shape][i], 0u);
}

/// Torn liquid leaves regions of one or two particles, of a line and of a plane.
TEST(ShapeWorld, TornBodiesStayFinite) {
  for (const float alpha : {0.f, 0.5f}) {
    Material of;
    of.alpha = alpha, of.regionRadius = 0.45f;
    auto m = method({definition(of)});
    LiquidSeeds seeds = block(1, 1, 1, 0.f, 0.f, 1);
    const auto add = [&](const LiquidSeeds& more) {
      seeds.positions.insert(seeds.positions.end(), more.positions.begin(), more.positions.end());
    };
    add(block(2, 1, 1, 0.f, 0.f, 1, 0, Vec3(0.1f, 0.f, 0.f)));
    add(block(7, 1, 1, 0.f, 0.f, 1, 0, Vec3(0.2f, 0.f, 0.f)));
    add(block(7, 1, 7, 0.f, 0.f, 1, 0, Vec3(0.3f, 0.f, 0.f)));
    add(block(5, 5, 5, 0.3f, 0.f, 1, 0, Vec3(0.4f, 0.f, 0.f)));
    seeds.velocities.assign(seeds.positions.size(), Vec3(0.f));
    m->insert(seeds);
    prepare(*m, kTwo);
    EXPECT_GE(m->grid().pieces(), 5u);
    Particles& p = m->liquid().particles;
    for (std::size_t i = 0; i < p.size(); ++i) {
      std::uint64_t k = 3 * p.id[i];
      const Vec3 kick(randomUnit(5, k), randomUnit(5, k + 1), randomUnit(5, k + 2));
      p.velocity.set(i, 3.f * (2.f * kick - Vec3(1.f)));
      if (p.id[i] % 7 == 0) p.position.set(i, p.position[i ? i - 1 : 0]);  // some particles coincide
    }
    steps(*m, 0.001f, 300, kTwo);
    for (std::size_t i = 0; i < p.size(); ++i) {
      ASSERT_TRUE(isFinite(p.position[i]) && isFinite(p.velocity[i])) << i;
      ASSERT_LT(glm::length(p.velocity[i]), 20.f) << i;
    }
  }
}

Command cutAt(float x) {
  return command("liquid.cut", {x, -1.f, -1.f, x, -1.f, 1.f, x, 1.f, 1.f, x, 1.f, -1.f, 0.f});
}

const ShapeMatching& methodOf(const World& world) {
  return dynamic_cast<const ShapeMatching&>(world.method());
}

/// Returns a bar of elastic material without weight, with its middle at the origin.
WorldSpec weightlessBar() {
  Material of;
  of.alpha = 0.f, of.regionRadius = 1.5f;
  WorldSpec spec = emptySpec(of);
  spec.settings.gravityY = 0.f;
  spec.liquids = {test::box(Vec3(0.f), {0.05f, 0.012f, 0.012f})};
  return spec;
}

TEST(ShapeWorld, ACutDividesRegionsAndIsUndone) {
  World world(weightlessBar(), 1);
  world.step();
  const ShapeMatching& m = methodOf(world);
  ASSERT_EQ(m.grid().pieces(), 1u);
  std::vector<double> whole, cut;
  const auto counts = [&] {
    std::vector<double> all(m.liquid().size());
    for (std::size_t i = 0; i < all.size(); ++i)
      all[m.liquid().particles.id[i]] = m.regions().count(m.grid().cellOf(i));
    return all;
  };
  whole = counts();
  world.submit(cutAt(0.003f));
  world.step();
  EXPECT_GE(m.grid().pieces(), 2u);
  const Particles& p = world.particles();
  std::vector<std::uint32_t> pieceOf(2, ~0u);
  for (std::size_t i = 0; i < p.size(); ++i) {
    // The cells beside the blade are as wide as this distance.
    if (std::abs(p.position[i].x - 0.003f) < kEdge) continue;
    std::uint32_t& piece = pieceOf[p.position[i].x > 0.003f];
    if (piece == ~0u) piece = m.grid().cell(m.grid().cellOf(i)).piece;
    ASSERT_EQ(m.grid().cell(m.grid().cellOf(i)).piece, piece);
  }
  EXPECT_NE(pieceOf[0], pieceOf[1]);
  EXPECT_NE(counts(), whole);
  world.submit(command("edits.take_back", {static_cast<float>(world.events())}));
  world.step();
  EXPECT_EQ(m.grid().pieces(), 1u);
  EXPECT_EQ(counts(), whole);
}

/// Cuts a bar in two, lets both parts fly apart for some steps, and undoes the cut.
/// @return the fastest particle in the time after, over the fastest before [1], and the number of pieces
std::pair<float, std::uint32_t> undoneAfter(int flown) {
  World world(weightlessBar(), 1);
  world.step();
  world.submit(command("liquid.cut",
                       {0.003f, -1.f, -1.f, 0.003f, -1.f, 1.f, 0.003f, 1.f, 1.f, 0.003f, 1.f, -1.f, 0.5f}));
  const auto fastest = [&] {
    float most = 0.f;
    for (std::size_t i = 0; i < world.particles().size(); ++i)
      most = std::max(most, glm::length(Vec3(world.particles().velocity[i])));
    return most;
  };
  for (int k = 0; k < flown; ++k) world.step();
  const float before = fastest();
  world.submit(command("edits.take_back", {static_cast<float>(world.events())}));
  float after = 0.f;
  for (int k = 0; k < 40; ++k) world.step(), after = std::max(after, fastest());
  return {after / before, methodOf(world).grid().pieces()};
}

TEST(ShapeWorld, AnUndoneCutLeavesPartsThatMovedAwayApart) {
  const auto [atOnce, joined] = undoneAfter(1);
  EXPECT_EQ(joined, 1u) << "parts that still touch are joined";
  EXPECT_LT(atOnce, 1.5f);
  const auto [later, parted] = undoneAfter(100);
  EXPECT_GE(parted, 2u);
  EXPECT_LT(later, 1.1f) << "nothing pulls the parts together";
}

TEST(ShapeWorld, ABarThatIsCutFallsApart) {
  const auto gap = [](const Material& of, bool cut) {
    auto m = method({definition(of)});
    m->insert(block(16, 5, 5, 0.1f, 0.f, 1, 0, Vec3(-8.f * kSpacing, 0.f, 0.f)));
    prepare(*m, kTwo);
    const auto crosses = [](const Vec3& a, const Vec3& b) { return (a.x < 0.f) != (b.x < 0.f); };
    const auto beside = [](const Vec3& at) { return std::optional(at.x); };
    if (cut) m->edit(CutLiquid{crosses, beside}, kTwo);
    Particles& p = m->liquid().particles;
    for (std::size_t i = 0; i < p.size(); ++i)
      p.velocity.set(i, Vec3(std::copysign(0.05f, p.position[i].x), 0.f, 0.f));
    steps(*m, 0.001f, 300, kTwo);
    std::vector<float> x = p.position.x;
    std::sort(x.begin(), x.end());
    float widest = 0.f;
    for (std::size_t k = 1; k < x.size(); ++k) widest = std::max(widest, x[k] - x[k - 1]);
    return widest;
  };
  Material solid;
  solid.alpha = 0.f, solid.regionRadius = 1.5f;
  Material jelly = solid;
  jelly.alpha = 0.25f, jelly.pressureStiffness = 30.f;  // the liquid part must not hold the halves together
  for (const Material& of : {solid, jelly}) {
    EXPECT_GT(gap(of, true), 3.f * kSpacing) << of.alpha;
    EXPECT_LT(gap(of, false), kSpacing) << of.alpha;
  }
}

/// Returns a block that flows, to be cut while liquid is poured on top.
WorldSpec busy() {
  Material of, other;
  of.alpha = 0.7f, other.alpha = 0.9f;
  of.updateThreshold = 60.f, of.checkInterval = 0.03f, other.checkInterval = 0.05f;
  WorldSpec spec = emptySpec(of);
  spec.materials.push_back(definition(other, 800.f));
  spec.materials[1].name = "other";
  spec.liquids = {test::box({0.f, 0.025f, 0.f}, {0.02f, 0.02f, 0.02f})};
  EmitterSpec nozzle;
  nozzle.position = {0.f, 0.08f, 0.f};
  nozzle.radius = 0.008f;
  nozzle.speed = 0.6f;
  nozzle.material = 1;
  spec.emitters = {nozzle};
  spec.bodies = {test::ground()};
  return spec;
}

std::uint64_t hashAfter(int threads, bool resumed) {
  World world(busy(), threads);
  for (int f = 0; f < 4; ++f) world.advanceFrame();
  world.submit(cutAt(0.002f));
  world.step();
  world.step();
  if (!resumed) {
    for (int f = 0; f < 6; ++f) world.advanceFrame();
    return world.hash();
  }
  World again(busy(), threads);
  test::restore(again, test::saved(world));
  for (int f = 0; f < 6; ++f) again.advanceFrame();
  return again.hash();
}

TEST(ShapeWorld, AnyNumberOfThreadsAndASaveGiveTheSameBits) {
  const std::uint64_t expected = hashAfter(1, false);
  EXPECT_EQ(hashAfter(2, false), expected);
  EXPECT_EQ(hashAfter(7, false), expected);
  EXPECT_EQ(hashAfter(2, true), expected);
}

TEST(ShapeWorld, NothingMovesFartherThanHInAStep) {
  World world(busy(), 2);
  std::map<std::uint32_t, Vec3> before;
  for (int k = 0; k < 200; ++k) {
    world.step();
    const Particles& p = world.particles();
    for (std::size_t i = 0; i < p.size(); ++i) {
      const auto known = before.find(p.id[i]);
      if (known != before.end()) {
        ASSERT_LT(glm::distance(p.position[i], known->second), kH);
      }
      before[p.id[i]] = p.position[i];
    }
  }
}

TEST(ShapeWorld, TwoBodiesThatDoNotFlowMeetAndDoNotPass) {
  Material of;
  of.alpha = 0.f;
  WorldSpec spec = emptySpec(of);
  spec.settings.gravityY = 0.f;
  spec.liquids = {test::box({-0.02f, 0.f, 0.f}, Vec3(0.012f)), test::box({0.02f, 0.f, 0.f}, Vec3(0.012f))};
  spec.liquids[0].velocity = {0.5f, 0.f, 0.f};
  spec.liquids[1].velocity = {-0.5f, 0.f, 0.f};
  World world(spec, 2);
  for (int f = 0; f < 12; ++f) world.advanceFrame();
  const Particles& p = world.particles();
  const auto half = static_cast<std::uint32_t>(p.size() / 2);
  float left = 0.f, right = 0.f;
  for (std::size_t i = 0; i < p.size(); ++i) (p.id[i] < half ? left : right) += p.position[i].x;
  EXPECT_LT(left / static_cast<float>(half), -0.008f);
  EXPECT_GT(right / static_cast<float>(half), 0.008f);
}

/// A dropped cube ends up lower the more it flows (figure 3 of the paper).
TEST(ShapeWorld, ACubeThatIsDroppedStaysTheHigherTheLessItFlows) {
  const auto height = [](float alpha) {
    Material of;
    of.alpha = alpha, of.regionRadius = 2.f, of.regionDamping = 60.f;
    WorldSpec spec = emptySpec(of);
    spec.liquids = {test::box({0.f, 0.03f, 0.f}, Vec3(0.02f))};
    spec.liquids[0].sampling = Sampling::Settled;  // fresh blue noise swells, which is not flow
    spec.bodies = {test::ground()};
    World world(spec, 2);
    for (int f = 0; f < 60; ++f) world.advanceFrame();
    std::vector<float> y = world.particles().position.y;
    std::sort(y.begin(), y.end());
    return y[y.size() * 98 / 100];
  };
  float above = 1.f;
  for (const float alpha : {0.f, 0.3f, 0.7f, 1.f}) {
    const float now = height(alpha);
    EXPECT_LT(now, above) << alpha;
    if (alpha == 0.f) {
      EXPECT_GT(now, 0.95f * 0.039f);
    }
    above = now;
  }
  EXPECT_LT(above, 0.02f);
}

}  // namespace
}  // namespace shape_world_test
}  // namespace ooze::shape_tests
