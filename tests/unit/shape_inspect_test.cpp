// Tests of the microscope for SPH with shape matching. The details of a particle agree with the transcription
// and with the next step.
#include "unit/shape_fixtures.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace ooze::shape_tests {
namespace shape_inspect_test {
namespace {

using namespace shape_reference;
using testing::ElementsAre;
using testing::IsEmpty;

const Threads kTwo(2);
constexpr float kStep = 0.001f;  // time step [s]
const Vec3 kDown(0.f, -9.81f, 0.f);

/// Returns a bent block in motion, in which all particles and cells differ.
std::unique_ptr<ShapeMatching> bentBlock(Material of) {
  auto m = method({definition(of)});
  m->setGravity(kDown);
  m->insert(block(6, 5, 7, 0.3f, 0.2f, 4));
  prepare(*m, kTwo);
  deform(*m, [](const Vec3& x) {
    return Vec3(1.1f * x.x - 0.2f * x.y, x.y + 0.1f * x.x + 4.f * x.x * x.z, 0.9f * x.z + 0.2f * x.y);
  });
  prepare(*m, kTwo);
  return m;
}

ParticleDetails detailsAt(const ShapeMatching& m, std::size_t i) {
  return *m.detailsOf(m.liquid().particles.id[i], kStep, Bodies());
}

glm::dvec3 arrowOf(const ParticleDetails& details, std::string_view symbol) {
  for (const InspectedVelocity& a : details.arrows)
    if (a.symbol == symbol) return glm::dvec3(a.velocity);
  ADD_FAILURE() << "no arrow " << symbol;
  return glm::dvec3(0.0);
}

TEST(ShapeInspection, TheGoalAndBothVelocitiesAreThoseOfThePaper) {
  Material of;
  of.alpha = 0.4f, of.viscosity = 4.f, of.regionDamping = 60.f;
  const auto m = bentBlock(of);
  const State s = stateOf(*m);
  State liquids = s;
  for (auto& p : liquids) p.alpha = 1.0;
  const double dt = static_cast<double>(kStep), h = static_cast<double>(kH), alpha = s[0].alpha;
  const auto sph =
      sphAccelerations(liquids, h, static_cast<double>(kSpacing), std::vector<std::uint32_t>(s.size(), 0));
  const Regions regions(s, static_cast<double>(kEdge));
  const auto offsets = regions.offsets(), rigid = regions.rigidOffsets();
  double farthest = 0.0, apart = 0.0;
  for (std::size_t i = 0; i < s.size(); i += 3) {
    const ParticleDetails details = detailsAt(*m, i);
    ASSERT_EQ(details.places.size(), 1u);
    const glm::dvec3 goal(details.places[0].position);
    ASSERT_LT(glm::distance(goal, s[i].x + offsets[i]), 1e-6 * h) << i;
    const glm::dvec3 fallen = s[i].v + dt * glm::dvec3(kDown);
    const glm::dvec3 liquid = fallen + dt * sph[i];  // velocity of the SPH liquid, eq. 5
    // Eq. 13 with damping. The rates c.damping and shapeRate already contain the weight of eq. 10.
    const glm::dvec3 shape = fallen + (dt * s[i].shapeRate * offsets[i] +
                                       dt * s[i].damping / (1.0 + dt * s[i].damping) * rigid[i]) /
                                          (1.0 - alpha);
    ASSERT_LT(glm::distance(arrowOf(details, "v_sph"), liquid), 1e-5) << i;
    ASSERT_LT(glm::distance(arrowOf(details, "v_sm"), shape), 1e-5) << i;
    ASSERT_LT(glm::distance(arrowOf(details, "v"), alpha * liquid + (1.0 - alpha) * shape), 1e-5) << i;
    farthest = std::max(farthest, glm::length(offsets[i]));
    apart = std::max(apart, glm::distance(liquid, shape));
  }
  EXPECT_GT(farthest, 0.05 * h) << "otherwise the test distinguishes nothing";
  EXPECT_GT(apart, 0.2);
}

/// Two bodies of different liquids touch, so that pairs of all kinds occur.
TEST(ShapeInspection, TheBlendIsWhatTheNextStepMakesOfIt) {
  Material a, b;
  a.alpha = 0.f, b.alpha = 0.7f;
  a.regionDamping = 20.f, b.regionDamping = 90.f;
  auto m = method({definition(a), definition(b, 1700.f)});
  m->setGravity(kDown);
  m->insert(block(5, 6, 4, 0.35f, 0.2f, 1, 0, Vec3(-5.f * kSpacing, 0.f, 0.f)));
  m->insert(block(4, 5, 6, 0.35f, 0.2f, 2, 1, Vec3(0.f)));
  prepare(*m, kTwo);
  std::map<std::uint32_t, glm::dvec3> blended;
  bool pressed = false;  // solid particles feel pressure from the other body
  for (std::size_t i = 0; i < m->liquid().size(); ++i) {
    const ParticleDetails details = detailsAt(*m, i);
    blended[m->liquid().particles.id[i]] = arrowOf(details, "v");
    pressed |= m->liquid().particles.material[i] == 0 &&
               glm::distance(arrowOf(details, "v_sm"), arrowOf(details, "v")) > 0.01;
  }
  EXPECT_TRUE(pressed);
  steps(*m, kStep, 1, kTwo);
  const Particles& p = m->liquid().particles;
  for (std::size_t i = 0; i < p.size(); ++i)
    ASSERT_LT(glm::distance(glm::dvec3(p.velocity[i]), blended[p.id[i]]), 2e-6) << i;
}

/// The pressure of liquid pushes with the stress of its packing (PackingCorrection).
TEST(ShapeInspection, TheVelocityOfLiquidKnowsItsPacking) {
  Material of;
  of.alpha = 1.f, of.viscosity = 0.f;
  auto m = method({definition(of)});
  m->insert(block(7, 7, 7, 0.3f, 0.3f, 1));
  deform(*m, [](const Vec3& x) { return 0.9f * x; });
  prepare(*m, kTwo);
  m->measureDensity(kTwo);
  std::map<std::uint32_t, glm::dvec3> plain, blended;
  const auto inspectAll = [&](std::map<std::uint32_t, glm::dvec3>& into) {
    for (std::size_t i = 0; i < m->liquid().size(); ++i)
      into[m->liquid().particles.id[i]] = arrowOf(detailsAt(*m, i), "v");
  };
  inspectAll(plain);
  m->observePacking(kTwo);
  inspectAll(blended);
  steps(*m, kStep, 1, kTwo);
  const Particles& p = m->liquid().particles;
  double changed = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    changed = std::max(changed, glm::distance(plain[p.id[i]], blended[p.id[i]]));
    ASSERT_LT(glm::distance(glm::dvec3(p.velocity[i]), blended[p.id[i]]), 1e-5) << i;
  }
  EXPECT_GT(changed, 1e-3) << "the packing changed nothing";
}

/// The expected region comes from a dense matrix of all regions. Some rows of particles are cut apart.
TEST(ShapeInspection, TheRegionIsTheListOfAllThatCount) {
  for (const float radius : {0.45f, 0.8f, 1.1f, 2.f}) {
    Material of;
    of.regionRadius = radius;
    auto m = bentBlock(of);
    for (std::size_t i = 0; i < m->liquid().size(); ++i)
      if (m->liquid()[m->references().place][i].x < 0.011f) m->liquid()[m->references().breaks][i] = 1;
    ByteWriter out;
    m->save(out, kTwo);
    ByteReader in(out.bytes());
    m->restore(in);
    const State s = stateOf(*m);
    const Regions regions(s, static_cast<double>(kEdge));
    const auto n = static_cast<Eigen::Index>(s.size());
    std::set<std::size_t> sizes;
    for (Eigen::Index i = 0; i < n; i += 2) {
      std::vector<std::uint32_t> expected;
      for (Eigen::Index k = 0; k < n; ++k)
        if (regions.weight(i, k) > 0.0)
          expected.push_back(m->liquid().particles.id[static_cast<std::size_t>(k)]);
      std::sort(expected.begin(), expected.end());
      ASSERT_EQ(detailsAt(*m, static_cast<std::size_t>(i)).region.ids, expected) << radius;
      sizes.insert(expected.size());
    }
    EXPECT_GT(sizes.size(), 1u) << radius;
  }
}

TEST(ShapeInspection, DependsOnTheStateOnly) {
  auto m = bentBlock({});
  const ParticleDetails made = detailsAt(*m, 50);
  const std::uint32_t id = m->liquid().particles.id[50];
  ByteWriter out;
  m->save(out, kTwo);
  ByteReader in(out.bytes());
  m->restore(in);
  const ParticleDetails restored = *m->detailsOf(id, kStep, Bodies());
  EXPECT_EQ(restored.region.ids, made.region.ids);
  EXPECT_EQ(restored.places.at(0).position, made.places.at(0).position);
  ASSERT_EQ(restored.arrows.size(), 3u);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_LT(glm::distance(restored.arrows[k].velocity, made.arrows[k].velocity), 1e-6f) << k;
}

TEST(ShapeInspection, LiquidHasNoShapeToShow) {
  Material of;
  of.alpha = 1.f;
  const auto settled = bentBlock(of), turned = bentBlock({});
  const MaterialDefinition liquid = definition(of);
  turned->setMaterials({&liquid, 1});  // the next step will forget this shape
  for (const ShapeMatching* m : {settled.get(), turned.get()}) {
    const ParticleDetails details = detailsAt(*m, 20);
    EXPECT_THAT(details.places, IsEmpty());
    EXPECT_THAT(details.region.ids, IsEmpty());
    ASSERT_EQ(details.arrows.size(), 2u);
    EXPECT_EQ(details.arrows[0].velocity, details.arrows[1].velocity) << "all of it is the liquid's";
  }
}

TEST(ShapeInspection, FrozenParticlesDoNotMove) {
  auto m = bentBlock({});
  const std::vector<std::uint32_t> one{7};
  m->freeze(one, true);
  EXPECT_EQ(arrowOf(detailsAt(*m, 7), "v"), glm::dvec3(0.0));
}

TEST(ShapeInspection, EachValueHasASymbolOfItsOwn) {
  std::set<std::string_view> symbols;
  const ParticleDetails details = detailsAt(*bentBlock({}), 0);
  for (const InspectedValue& value : details.values) {
    EXPECT_FALSE(value.symbol.empty()) << value.label;
    EXPECT_TRUE(symbols.insert(value.symbol).second) << value.symbol;
  }
}

// A failed step may leave particles without a finite position, before the world has noticed.
TEST(ShapeInspection, ParticlesWithoutAFinitePositionHaveNoDetails) {
  auto m = bentBlock({});
  Particles& p = m->liquid().particles;
  p.position.set(3, Vec3(std::numeric_limits<float>::quiet_NaN()));
  p.position.set(4, Vec3(1e30f, 0.f, 0.f));
  EXPECT_THAT(detailsAt(*m, 3).arrows, IsEmpty());
  EXPECT_NO_THROW((void)detailsAt(*m, 4));
  EXPECT_NO_THROW((void)detailsAt(*m, 5));
}

}  // namespace
}  // namespace shape_inspect_test
}  // namespace ooze::shape_tests
