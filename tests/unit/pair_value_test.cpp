// Tests of values that a pair of particles shares, computed from the material values of both.
#include "liquid/pair_value.h"

#include <gtest/gtest.h>
#include <vector>

namespace ooze::pair_value_test {
namespace {

Particles ofMaterials(const std::vector<std::uint16_t>& materials) {
  Particles particles;
  for (const std::uint16_t m : materials) particles.append(Vec3(0.f), Vec3(0.f), m, 0, 0.f);
  return particles;
}

TEST(PairValue, IsTheMeanOfBothEnds) {
  const Particles particles = ofMaterials({0, 1, 1});
  const std::vector<float> values{2.f, 5.f};
  const auto of = [&](std::size_t m) { return values[m]; };
  const Threads alone(1);
  std::vector<float> own;
  const PairValue pair = pairValue(particles, 2, of, own, alone);
  EXPECT_EQ(pair.of(0, 1), 3.5f);
  EXPECT_EQ(pair.of(1, 2), 5.f);
}

TEST(PairValue, OfOneMaterialTakesNoMemory) {
  const Particles particles = ofMaterials({0, 0});
  std::vector<float> own;
  const PairValue pair = pairValue(
      particles, 1, [](std::size_t) { return 4.f; }, own, Threads(1));
  EXPECT_EQ(pair.of(0, 1), 4.f);
  EXPECT_EQ(pair.own, nullptr);
  EXPECT_TRUE(own.empty());
}

TEST(PairMasses, KeepTheirCommonCentreWhereItIs) {
  const Particles particles = ofMaterials({0, 1});
  const std::vector<float> masses{1.f, 3.f};
  std::vector<float> own;
  const PairMasses pair = pairMasses(
      particles, 2, [&](std::size_t m) { return masses[m]; }, own, Threads(1));
  const PairParts parts = pair.of(0, 1);
  EXPECT_EQ(parts.own + parts.other, 2.f);
  EXPECT_EQ(masses[0] * parts.own, masses[1] * parts.other);
}

TEST(PairMasses, ThatDifferByRoundingAreOne) {
  const Particles particles = ofMaterials({0, 1});
  const std::vector<float> masses{1.f, 1.f + 5e-7f};
  std::vector<float> own;
  const PairMasses pair = pairMasses(
      particles, 2, [&](std::size_t m) { return masses[m]; }, own, Threads(1));
  EXPECT_EQ(pair.own, nullptr);
  EXPECT_EQ(pair.of(0, 1).own, 1.f);
}

}  // namespace
}  // namespace ooze::pair_value_test
