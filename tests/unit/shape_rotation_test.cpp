// Tests of the rotations of shape matching regions, also of lines, planes and inverted regions. Another test
// derives the elastic modulus of regions.
#include "methods/shape_matching/rotation.h"
#include "unit/shape_fixtures.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace ooze::shape_tests {
namespace shape_rotation_test {
namespace {

using shape_matching::alignedRotation;

const glm::dquat kNone(1.0, 0.0, 0.0, 0.0);

glm::dquat randomTurn(std::uint64_t seed, double most) {
  const auto r = [&](std::uint64_t k) { return 2.0 * static_cast<double>(randomUnit(seed, k)) - 1.0; };
  const double angle = most * r(3);
  return glm::angleAxis(angle, glm::normalize(glm::dvec3(r(0), r(1), r(2))));
}
double angleBetween(const glm::dquat& a, const glm::dquat& b) {
  const glm::dquat d = glm::conjugate(a) * b;
  return 2.0 * std::asin(std::min(1.0, std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z)));
}
glm::dmat3 stretched(const glm::dquat& r, const glm::dvec3& by) {
  const glm::dquat axes = glm::angleAxis(0.6, glm::normalize(glm::dvec3(0.3, 1.0, -0.4)));
  const glm::dmat3 to = glm::mat3_cast(axes);
  glm::dmat3 s(0.0);
  for (int k = 0; k < 3; ++k) s[k][k] = by[k];
  return glm::mat3_cast(r) * to * s * glm::transpose(to);
}

TEST(ShapeRotation, IsThatOfThePolarDecompositionWithinItsIterations) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const glm::dquat r = randomTurn(seed, 1.5);
    for (const glm::dvec3& by : {glm::dvec3(1.0), glm::dvec3(3.0, 1.0, 0.5), glm::dvec3(1.0, 0.9, 0.01)})
      for (const double size : {1e-12, 1.0, 1e9}) {
        const glm::dquat found = alignedRotation(size * stretched(r, by), kNone);
        ASSERT_LT(angleBetween(found, r), 1e-9) << seed;
        ASSERT_NEAR(glm::dot(found, found), 1.0, 1e-12);
      }
  }
}

TEST(ShapeRotation, OfAPlaneIsStillThatOfTheBody) {
  const glm::dquat r = randomTurn(5, 1.0);
  EXPECT_LT(angleBetween(alignedRotation(stretched(r, {2.0, 1.0, 0.0}), kNone), r), 1e-9);
}

TEST(ShapeRotation, OfALineTurnsTheLineAndNothingElse) {
  const glm::dquat axes = glm::angleAxis(0.6, glm::normalize(glm::dvec3(0.3, 1.0, -0.4)));
  const glm::dvec3 line = axes * glm::dvec3(1.0, 0.0, 0.0);
  const glm::dquat r = randomTurn(5, 1.0);
  const glm::dquat found = alignedRotation(stretched(r, {1.0, 0.0, 0.0}), kNone, 50);
  EXPECT_LT(glm::distance(found * line, r * line), 1e-6);
  EXPECT_LE(angleBetween(found, kNone), angleBetween(r, kNone) + 1e-6) << "the smallest rotation that fits";
}

TEST(ShapeRotation, OfNothingStays) {
  const glm::dquat from = randomTurn(9, 2.0);
  EXPECT_EQ(alignedRotation(glm::dmat3(0.0), from), from);
}

TEST(ShapeRotation, OfWhatIsTurnedInsideOutIsNoReflection) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const glm::dquat found = alignedRotation(stretched(randomTurn(seed, 3.0), {2.0, 1.0, -0.7}), kNone, 50);
    ASSERT_NEAR(glm::dot(found, found), 1.0, 1e-12);
    ASSERT_TRUE(std::isfinite(found.w));
  }
  const glm::dquat opposite = alignedRotation(-glm::dmat3(1.0), kNone);
  EXPECT_NEAR(glm::dot(opposite, opposite), 1.0, 1e-12);
}

/// Waves measure the elastic moduli. A long shear wave has the shear modulus that the parameter card shows,
/// and a long compression wave has twice that modulus.
TEST(ShapeModulus, IsThatOfLongWaves) {
  const Threads two(2);
  Material of;
  of.alpha = 0.f, of.regionRadius = 1.2f;
  auto m = method({definition(of)});
  constexpr int kAcross = 14, kAlong = 80;
  m->insert(block(kAcross, kAcross, kAlong, 0.f, 0.f, 1));
  prepare(*m, two);
  const double length = static_cast<double>(kAlong * kSpacing), q = 2.0 * std::numbers::pi / length;
  const Vec3Array at = m->liquid().particles.position;
  for (const int direction : {0, 2}) {
    Vec3Array& x = m->liquid().particles.position;
    for (std::size_t i = 0; i < x.size(); ++i) {
      Vec3 moved = at[i];
      moved[direction] += 1e-5f * static_cast<float>(std::sin(q * static_cast<double>(at.z[i])));
      x.set(i, moved);
    }
    m->matchShapes(two);
    // Sums the restoring offset along the wave, deep inside the block.
    double pull = 0.0, wave = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double z = static_cast<double>(at.z[i]);
      const Vec3 aside = glm::abs(at[i] - Vec3(0.5f * kAcross * kSpacing));
      if (std::max(aside.x, aside.y) > 1.5f * kSpacing || z < 0.2 * length || z > 0.8 * length) continue;
      const double shape = std::sin(q * z);
      pull += shape * static_cast<double>(m->goalOffset()[i][direction]), wave += 1e-5 * shape * shape;
    }
    const shape_matching::Coefficients& c = m->coefficients()[0];
    const double modulus = -pull / wave * static_cast<double>(c.density * c.shapeRate()) / (q * q);
    const double expected = (direction == 2 ? 2.0 : 1.0) * shape_matching::shearModulus(c);
    EXPECT_NEAR(modulus, expected, 0.15 * expected) << direction;
  }
}

}  // namespace
}  // namespace shape_rotation_test
}  // namespace ooze::shape_tests
