// The outline of a world's liquid, for scenes whose claim is a shape.
#pragma once

#include "ooze/world/world.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace ooze::test {

struct Outline {
  double height;    ///< 98th percentile of the particles' heights over y = 0 [m]
  double width;     ///< extent along x between the 2nd and the 98th percentile [m]
  double centroid;  ///< mean height of the particles [m]
};

/// Returns the outline of the particles of one material. Percentiles are robust against a few strays.
inline Outline outlineOf(const World& world, std::uint16_t material = 0) {
  const Particles& p = world.particles();
  std::vector<float> x, y;
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p.material[i] != material) continue;
    x.push_back(p.position.x[i]);
    y.push_back(p.position.y[i]);
    sum += p.position.y[i];
  }
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  const auto at = [](const std::vector<float>& sorted, double part) {
    return static_cast<double>(sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size()))]);
  };
  return {at(y, 0.98), at(x, 0.98) - at(x, 0.02), sum / static_cast<double>(y.size())};
}

inline void advanceTo(World& world, double seconds) {
  while (world.time() < seconds - 1e-6) world.advanceFrame();
}

inline constexpr double kMouldIsOpen = 0.7;   ///< time at which the mould has opened [s]
inline constexpr float kBunnysHead = 0.158f;  ///< height of the bunnies' heads in the scenes of figure 12;
                                              ///< only ears are higher [m]

/// Returns the height of a bunny's ears: of the third highest particle, because a single particle is no ear
/// [m].
inline double earsOf(const World& world) {
  std::vector<float> heights = world.particles().position.y;
  std::nth_element(heights.begin(), heights.begin() + 2, heights.end(), std::greater<>());
  return heights[2];
}

/// Expects that a bunny whose ears had the height `cast` keeps its ears up after the mould has opened.
/// @param world  the world at the time kMouldIsOpen
inline void expectEarsUp(const World& world, double cast) {
  // A hanging ear is no higher than the head.
  EXPECT_GT(earsOf(world), kBunnysHead + 0.4 * (cast - kBunnysHead));
}

}  // namespace ooze::test
