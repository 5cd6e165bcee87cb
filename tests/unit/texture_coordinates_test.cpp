// Tests of InitialPositionField, which finds the initial positions of liquid, on particles with known motion.
#include "ooze/surface/texture_coordinates.h"

#include "base/random.h"
#include "liquid/checker.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace ooze::texture_coordinates_test {
namespace {

constexpr float kSpacing = 0.01f;  // distance between particles [m]

/// Returns jittered particles of a half space, one per cell.
std::vector<Vec3> pool(int half, int deep) {
  std::vector<Vec3> places;
  for (int x = -half; x < half; ++x)
    for (int z = -half; z < half; ++z)
      for (int y = 0; y < deep; ++y) {
        const std::uint64_t n = places.size();
        const Vec3 shake(randomUnit(n, 0), randomUnit(n, 1), randomUnit(n, 2));
        places.push_back(kSpacing * (Vec3(x, -y - 1, z) + 0.25f + 0.5f * shake));
      }
  return places;
}

template <class Moved>
std::vector<Vec3> movedBy(std::vector<Vec3> places, const Moved& moved) {
  for (Vec3& p : places) p = moved(p);
  return places;
}

/// Looks up initial positions at surface points of the moved pool.
/// @return greatest error of these positions [spacings]
template <class Moved>
float maxLookupError(const Moved& moved) {
  const std::vector<Vec3> initial = pool(10, 6);
  InitialPositionField lookup;
  lookup.take(movedBy(initial, moved), initial, kSpacing);
  float most = 0.f;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const Vec3 at = kSpacing * Vec3(8.f * randomUnit(k, 3) - 4.f, 0.f, 8.f * randomUnit(k, 4) - 4.f);
    most = std::max(most, glm::distance(lookup.at(moved(at)), at) / kSpacing);
  }
  return most;
}

/// Liquid that rests or translates keeps its texture coordinates (Rasmussen et al. 2004, section 6).
TEST(InitialPositionField, StillAndShiftedLiquidHasTheCoordinatesThatItHad) {
  EXPECT_LT(maxLookupError([](const Vec3& p) { return p; }), 1e-5f);
  EXPECT_LT(maxLookupError([](const Vec3& p) { return p + Vec3(0.3f, -0.2f, 0.1f); }), 1e-4f);
}

/// Rotated and stretched liquid nearly keeps its coordinates. The plain mean of the neighbours would be off
/// by 0.8 and 1.5 spacings at this surface.
TEST(InitialPositionField, TurnedAndStretchedLiquidDoesNearly) {
  EXPECT_LT(maxLookupError([](const Vec3& p) { return Vec3(-p.y, p.x, p.z); }), 0.12f) << "a quarter turn";
  EXPECT_LT(maxLookupError([](const Vec3& p) { return Vec3(2.f * p.x, 0.5f * p.y, p.z); }), 0.08f);
}

/// The coordinates are continuous where another particle becomes the 64th neighbour.
TEST(InitialPositionField, GoesOnSmoothly) {
  const auto twisted = [](const Vec3& p) {
    const float turn = 20.f * p.x, c = std::cos(turn), s = std::sin(turn);
    return Vec3(p.x, c * p.y - s * p.z, s * p.y + c * p.z);
  };
  const std::vector<Vec3> initial = pool(10, 6);
  InitialPositionField lookup;
  lookup.take(movedBy(initial, twisted), initial, kSpacing);
  constexpr float kStep = 0.01f * kSpacing;
  Vec3 last = lookup.at(Vec3(-0.04f, 0.f, 0.f));
  for (float x = -0.04f + kStep; x < 0.04f; x += kStep) {
    const Vec3 next = lookup.at(Vec3(x, 0.f, 0.f));
    EXPECT_LT(glm::distance(next, last), 4.f * kStep) << x;
    last = next;
  }
}

/// Two halves that come from far apart meet at a seam. Each side has its own coordinates up to the seam,
/// without values in between.
TEST(InitialPositionField, LiquidsThatHaveMetHaveASeam) {
  const std::vector<Vec3> places = pool(10, 6);
  const Vec3 left(-0.3f, 0.1f, 0.f), right(0.2f, 0.f, 0.1f);
  InitialPositionField lookup;
  lookup.take(places, movedBy(places, [&](const Vec3& p) { return p + (p.x < 0.f ? left : right); }),
              kSpacing);
  for (float x = -0.04f; x < 0.04f; x += 0.0007f) {
    const Vec3 at(x, 0.f, 0.003f), found = lookup.at(at) - at;
    EXPECT_LT(std::min(glm::distance(found, left), glm::distance(found, right)), 1e-5f) << x;
    if (std::abs(x) < kSpacing) continue;
    EXPECT_LT(glm::distance(found, x < 0.f ? left : right), 1e-5f) << x;
  }
}

/// A drop ignores a pool four spacings away, and a place without neighbours uses the nearest particle.
TEST(InitialPositionField, DropsKeepTheirOwn) {
  std::vector<Vec3> places = pool(6, 4), initial = places;
  const Vec3 drop(0.f, 5.f * kSpacing, 0.f), from(1.f, 2.f, 3.f);
  places.push_back(drop), initial.push_back(from);
  places.emplace_back(std::numeric_limits<float>::quiet_NaN()), initial.emplace_back(0.f);
  InitialPositionField lookup;
  lookup.take(places, initial, kSpacing);
  EXPECT_LT(glm::distance(lookup.at(drop + Vec3(0.f, 0.3f * kSpacing, 0.f)),
                          from + Vec3(0.f, 0.3f * kSpacing, 0.f)),
            1e-5f);
  const Vec3 far(0.f, 0.3f, 0.f);
  EXPECT_LT(glm::distance(lookup.at(far), from + far - drop), 1e-5f);
  lookup.take({}, {}, kSpacing);
  EXPECT_EQ(lookup.at(far), far);
}

TEST(InitialPositionField, HasTheSameBitsAtAnyNumberOfThreads) {
  const std::vector<Vec3> initial = pool(10, 6);
  InitialPositionField lookup;
  lookup.take(movedBy(initial, [](const Vec3& p) { return p + 0.3f * Vec3(p.y, p.z, p.x); }), initial,
              kSpacing);
  const std::vector<Vec3> one = lookup.at(initial, Threads(1));
  for (const int threads : {2, 7}) EXPECT_EQ(lookup.at(initial, Threads(threads)), one);
}

/// The texture coordinates s and t cover the 16 : 9 frame that the camera sees at its target.
TEST(TextureProjection, IsThePictureAtTheCamerasTarget) {
  const TextureProjection p = projectionOf({0.f, 1.f, 5.f}, {0.f, 1.f, 0.f}, 53.130102f);  // 5 m high
  EXPECT_NEAR(p.height, 5.f, 1e-4f);
  const auto expectAt = [&](const Vec3& at, const Vec2& st) {
    EXPECT_NEAR(p(at).x, st.x, 1e-5f);
    EXPECT_NEAR(p(at).y, st.y, 1e-5f);
  };
  expectAt({0.f, 1.f, 0.f}, {0.5f, 0.5f});
  expectAt({-2.5f * 16.f / 9.f, -1.5f, 0.f}, {0.f, 0.f});
  expectAt({2.5f * 16.f / 9.f, 3.5f, -7.f}, {1.f, 1.f});
  const TextureProjection down = projectionOf({0.f, 5.f, 0.f}, {0.f, 0.f, 0.f}, 53.130102f);
  EXPECT_NEAR(down({0.f, 3.f, -2.5f}).y, 1.f, 1e-5f) << "straight down, what is behind is on top";
}

TEST(Checker, ChangesFromCubeToCube) {
  for (const int x : {-2, -1, 0, 1})
    for (const int y : {-1, 0})
      for (const int z : {-1, 0})
        EXPECT_EQ(checkerValue(0.5f * (Vec3(x, y, z) + 0.5f), 0.5f), (x + y + z) % 2 == 0 ? 1.f : 0.f);
}

}  // namespace
}  // namespace ooze::texture_coordinates_test
