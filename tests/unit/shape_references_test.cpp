// Tests of reference shapes: which shape a liquid has, and when plastic flow replaces the shape (SPH and
// shape matching, section 4, eq. 14).
#include "unit/shape_fixtures.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>

namespace ooze::shape_tests {
namespace shape_references_test {
namespace {

const Threads kTwo(2);
constexpr float kInterval = 0.1f;

Material flowing(float alpha) {
  Material of;
  of.alpha = alpha, of.updateThreshold = 100.f, of.checkInterval = kInterval;
  return of;
}

/// Applies an external acceleration for a time.
/// @param force  gives the acceleration at a position [m/s^2]
template <class Force>
void applyAcceleration(ShapeMatching& m, float seconds, const Force& force) {
  Vec3Array external;
  for (std::size_t i = 0; i < m.liquid().size(); ++i)
    external.push({force(m.liquid().particles.position[i]), 0.f, 0.f});
  m.references().addLoad(m.liquid(), external, seconds, kTwo);
  m.updateReferences(kTwo);
}

std::map<std::uint32_t, std::uint32_t> shapes(ShapeMatching& m) {
  std::map<std::uint32_t, std::uint32_t> all;
  for (std::size_t i = 0; i < m.liquid().size(); ++i)
    all[m.liquid().particles.id[i]] = m.liquid()[m.references().shape][i];
  return all;
}
std::size_t count(ShapeMatching& m) {
  std::set<std::uint32_t> all;
  for (const auto& [id, shape] : shapes(m)) all.insert(shape);
  return all.size();
}

/// The yield threshold T_f falls from the material's update threshold T_0 to 0 as fluidity alpha rises from 0
/// to 1: T_f = (1 - alpha) T_0.
TEST(ShapeThreshold, FallsFromT0ToNothing) {
  float before = 1e9f;
  for (const float alpha : {0.f, 0.2f, 0.5f, 0.9f, 1.f}) {
    const float threshold = shape_matching::convert(flowing(alpha), kH, 1000.f, kH).threshold;
    EXPECT_LT(threshold, before);
    before = threshold;
    if (alpha == 0.f) {
      EXPECT_EQ(threshold, 100.f);
    }
  }
  EXPECT_EQ(before, 0.f);
}

TEST(ShapeUpdates, ComeAtChecksAndAboveTheThresholdOnly) {
  // The yield threshold is (1 - 0.6) * 100 = 40 m/s^2: an acceleration of 39 leaves the shape, 41 replaces
  // the shape.
  auto m = method({definition(flowing(0.6f))});
  m->insert(block(5, 5, 5, 0.2f, 0.f, 1));
  prepare(*m, kTwo);
  deform(*m, [](const Vec3& x) { return Vec3(x.x + 0.2f * x.y, x.y, x.z); });
  const auto first = shapes(*m);
  applyAcceleration(*m, 0.6f * kInterval, [](const Vec3&) { return 1000.f; });
  EXPECT_EQ(shapes(*m), first) << "no check is due";
  applyAcceleration(*m, 0.4f * kInterval, [](const Vec3&) { return 0.f; });
  const auto second = shapes(*m);
  EXPECT_NE(second, first) << "the earlier acceleration counts";
  m->matchShapes(kTwo);
  for (std::size_t i = 0; i < m->liquid().size(); ++i)
    ASSERT_LT(glm::length(m->goalOffset()[i]), 1e-9f) << "right after it every particle is at its goal";
  for (const float age : m->gather("age", 0.001f)) ASSERT_EQ(age, 0.f);
  applyAcceleration(*m, kInterval, [](const Vec3&) { return 39.f; });
  EXPECT_EQ(shapes(*m), second);
  applyAcceleration(*m, kInterval, [](const Vec3&) { return 41.f; });
  EXPECT_NE(shapes(*m), second);
}

TEST(ShapeUpdates, ASolidNeverTakesANewShape) {
  auto m = method({definition(flowing(0.f))});
  m->insert(block(5, 5, 5, 0.2f, 0.f, 1));
  prepare(*m, kTwo);
  const auto first = shapes(*m);
  for (int k = 0; k < 3; ++k) applyAcceleration(*m, kInterval, [](const Vec3&) { return 1e6f; });
  EXPECT_EQ(shapes(*m), first);
}

TEST(ShapeUpdates, ACalmBodyDoesNotFollowOneThatIsStruck) {
  auto m = method({definition(flowing(0.6f))});
  m->insert(block(4, 4, 4, 0.2f, 0.f, 1));
  m->insert(block(4, 4, 4, 0.2f, 0.f, 2, 0, Vec3(10.f * kSpacing, 0.f, 0.f)));
  prepare(*m, kTwo);
  const auto first = shapes(*m);
  applyAcceleration(*m, kInterval, [](const Vec3& x) { return x.x > 7.f * kSpacing ? 100.f : 0.f; });
  const auto second = shapes(*m);
  for (const auto& [id, shape] : second) EXPECT_EQ(shape == first.at(id), id < 64) << id;
}

TEST(ShapeUpdates, BodiesThatTouchMergeAndSeparatedOnesSplit) {
  auto m = method({definition(flowing(0.6f))});
  m->insert(block(4, 4, 4, 0.1f, 0.f, 1));
  m->insert(block(4, 4, 4, 0.1f, 0.f, 2, 0, Vec3(4.f * kSpacing, 0.f, 0.f)));
  prepare(*m, kTwo);
  EXPECT_EQ(count(*m), 2u) << "volumes are bodies by themselves";
  applyAcceleration(*m, kInterval, [](const Vec3&) { return 100.f; });
  EXPECT_EQ(count(*m), 1u);
  deform(*m, [](const Vec3& x) { return x.x > 4.f * kSpacing ? x + Vec3(kH, 0.f, 0.f) : x; });
  m->findNeighbours(kTwo);
  applyAcceleration(*m, kInterval, [](const Vec3&) { return 100.f; });
  EXPECT_EQ(count(*m), 2u);
}

TEST(ShapeUpdates, LiquidKeepsNoShapeAndTakesOneWhenItSets) {
  auto m = method({definition(flowing(0.6f))});
  m->insert(block(4, 4, 4, 0.1f, 0.f, 1));
  m->insert(block(4, 4, 4, 0.1f, 0.f, 2, 0, Vec3(9.f * kSpacing, 0.f, 0.f)));
  prepare(*m, kTwo);
  const auto become = [&](float alpha) {
    const MaterialDefinition d = definition(flowing(alpha));
    m->setMaterials({&d, 1});
    prepare(*m, kTwo);
  };
  become(1.f);
  for (const auto& [id, shape] : shapes(*m)) EXPECT_EQ(shape, 0u);
  EXPECT_EQ(m->grid().size(), 0u);
  deform(*m, [](const Vec3& x) { return Vec3(1.05f * x.x, x.y, x.z); });
  become(0.6f);
  EXPECT_EQ(count(*m), 2u);
  m->matchShapes(kTwo);
  for (std::size_t i = 0; i < m->liquid().size(); ++i) ASSERT_LT(glm::length(m->goalOffset()[i]), 1e-9f);
}

TEST(ShapeJoins, PouredLiquidBecomesPartOfWhatItMeetsAsItLiesToIt) {
  auto m = method({definition(flowing(0.6f))});
  m->insert(block(5, 3, 5, 0.1f, 0.f, 1));
  prepare(*m, kTwo);
  // The body has rotated since its reference shape was stored.
  const Quat turn = glm::angleAxis(0.5f, Vec3(0.f, 0.f, 1.f));
  deform(*m, [&](const Vec3& x) { return turn * x; });
  steps(*m, 1e-5f, 1, kTwo);
  LiquidSeeds layer = block(5, 1, 5, 0.f, 0.f, 3, 0, Vec3(0.f, 3.f * kSpacing, 0.f));
  for (Vec3& x : layer.positions) x = turn * x;
  for (Vec3& v : layer.velocities) v = Vec3(0.f, -0.5f, 0.f);
  LiquidSeeds apart = layer;
  for (Vec3& x : apart.positions) x += Vec3(0.f, 10.f * kSpacing, 0.f);
  m->insert(layer), m->insert(apart);
  prepare(*m, kTwo);
  EXPECT_EQ(count(*m), 2u);
  m->matchShapes(kTwo);
  const Particles& p = m->liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const std::uint32_t shape = m->liquid()[m->references().shape][i];
    EXPECT_EQ(shape == 1, p.id[i] < 100) << p.id[i];
    ASSERT_LT(glm::length(m->goalOffset()[i]), 0.1f * kSpacing) << "hardly anything is strained by it";
  }
}

/// Tears off a block's corner by moving its 8 particles by `by`, far from their goals.
void tearCorner(ShapeMatching& m, const Vec3& by) {
  Particles& p = m.liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (std::max({p.position[i].x, p.position[i].y, p.position[i].z}) > 2.f * kSpacing) continue;
    p.position.add(i, by);
    m.liquid()[m.references().strain][i] = 5.f;
  }
  prepare(m, kTwo);
}

TEST(ShapeJoins, ATornPieceJoinsTheBodyThatItTouches) {
  auto m = method({definition(flowing(0.6f))});
  m->insert(block(6, 6, 6, 0.f, 0.f, 1));
  prepare(*m, kTwo);
  tearCorner(*m,
             Vec3(kSpacing, 6.f * kSpacing, kSpacing));  // on top; the upper four touch the lower four only
  EXPECT_EQ(count(*m), 1u);
  EXPECT_EQ(m->grid().pieces(), 1u);
  m->matchShapes(kTwo);
  for (std::size_t i = 0; i < m->liquid().size(); ++i)
    ASSERT_LT(glm::length(m->goalOffset()[i]), 1e-6f) << "nothing is strained by it";
}

TEST(ShapeJoins, ATornPieceThatTouchesNoFlowingBodyIsABodyOfItsOwn) {
  auto m = method({definition(flowing(0.6f))});
  m->insert(block(6, 6, 6, 0.1f, 0.f, 1));
  prepare(*m, kTwo);
  tearCorner(*m, Vec3(0.f, 10.f * kSpacing, 0.f));
  EXPECT_EQ(count(*m), 2u);
  auto other = method({definition(flowing(0.6f)), definition(flowing(0.f))});
  other->insert(block(6, 6, 6, 0.1f, 0.f, 1));
  other->insert(block(6, 6, 6, 0.1f, 0.f, 1, 1, Vec3(0.f, 20.f * kSpacing, 0.f)));
  prepare(*other, kTwo);
  tearCorner(*other, Vec3(kSpacing, 18.f * kSpacing, kSpacing));
  EXPECT_EQ(count(*other), 3u) << "it does not stick to what keeps its shape";
}

}  // namespace
}  // namespace shape_references_test
}  // namespace ooze::shape_tests
