// Balls as level sets, and functions that measure them.
#pragma once

#include "grid/level_set.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace ooze::level_set_fixtures {

using grid::LevelSet;

inline constexpr float kBand = 6.f;  // half width of the band around the surface [cells]
inline constexpr double kPi = std::numbers::pi;
inline const Vec3 kMiddle(0.013f, -0.027f, 0.031f);  // coincides with no node

inline const Threads& one() {
  static const Threads threads(1);
  return threads;
}

inline auto ball(float radius, const Vec3& middle = kMiddle) {
  return [=](const Vec3& p) { return glm::length(p - middle) - radius; };
}

inline LevelSet ballSet(float radius, float cell, const Vec3& middle = kMiddle) {
  return LevelSet::fromFunction(ball(radius, middle), {middle - radius, middle + radius}, cell, kBand, one());
}

/// Calls visit(node, place of the node, phi) for the nodes of all blocks.
template <class Visit>
void forNodes(const LevelSet& set, const Visit& visit) {
  for (std::size_t k = 0; k < set.blocks().size(); ++k)
    for (int n = 0; n < 512; ++n) {
      const grid::BlockCoordinate& at = set.blocks().at(k);
      const glm::ivec3 node(8 * at.x + n % 8, 8 * at.y + n / 8 % 8, 8 * at.z + n / 64);
      visit(node, Vec3(node) * set.cell(), set.nodes(k)[n]);
    }
}

/// Returns the largest error of phi against the exact distance f, where |f| is below the width [m].
template <class F>
float worstOf(const LevelSet& set, const F& f, float width) {
  float worst = 0.f;
  forNodes(set, [&](const glm::ivec3&, const Vec3& p, float phi) {
    if (std::abs(f(p)) < width) worst = std::max(worst, std::abs(phi - f(p)));
  });
  return worst;
}

/// Returns the largest deviation of |grad phi| from 1 where |phi| is below the width [m], by central
/// differences.
inline float worstSlope(const LevelSet& set, float width) {
  float worst = 0.f;
  forNodes(set, [&](const glm::ivec3& n, const Vec3&, float phi) {
    if (std::abs(phi) >= width) return;
    Vec3 g;
    for (int axis = 0; axis < 3; ++axis) {
      glm::ivec3 step(0);
      step[axis] = 1;
      g[axis] = (set.value(n + step) - set.value(n - step)) / (2.f * set.cell());
    }
    worst = std::max(worst, std::abs(glm::length(g) - 1.f));
  });
  return worst;
}

inline std::vector<Vec3> directions() {
  std::vector<Vec3> all;
  for (int k = 0; k < 300; ++k) {  // the Fibonacci spiral
    const float z = 1.f - (2.f * static_cast<float>(k) + 1.f) / 300.f,
                a = 2.39996323f * static_cast<float>(k);
    all.push_back({std::sqrt(1.f - z * z) * std::cos(a), std::sqrt(1.f - z * z) * std::sin(a), z});
  }
  return all;
}

/// Returns the radius of the surface round the middle along each direction, found by bisection.
inline std::vector<float> radii(const LevelSet& set, const Vec3& middle, float from, float to) {
  std::vector<float> all;
  for (const Vec3& d : directions()) {
    float low = from, high = to;
    EXPECT_LT(set.sample(middle + low * d), 0.f);
    EXPECT_GT(set.sample(middle + high * d), 0.f);
    for (int k = 0; k < 40; ++k) {
      const float half = 0.5f * (low + high);
      (set.sample(middle + half * d) < 0.f ? low : high) = half;
    }
    all.push_back(low);
  }
  return all;
}

}  // namespace ooze::level_set_fixtures
