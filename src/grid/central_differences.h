// Gradient and curvature of a level set at a node by central differences.
#pragma once

#include "ooze/base/math.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::grid {

inline float square(float v) { return v * v; }

/// Computes the gradient at a node.
/// @param phi   points to the value of a node that has neighbours on each side
/// @param step  distance in memory to the next node along each axis
inline Vec3 centralGradient(const float* phi, const std::array<int, 3>& step, float perCell) {
  const auto along = [&](int s) { return (phi[s] - phi[-s]) * 0.5f * perCell; };
  return {along(step[0]), along(step[1]), along(step[2])};
}

/// Computes the second derivative of phi along g, times g g.
inline float secondDerivative(const float* phi, const std::array<int, 3>& step, float perCell,
                              const Vec3& g) {
  float sum = 0.f;
  for (std::size_t k = 0; k < 3; ++k) {
    const int s = step[k], t = step[(k + 1) % 3];
    const auto i = static_cast<int>(k), j = (i + 1) % 3;
    sum += g[i] * g[i] * (phi[s] - 2.f * phi[0] + phi[-s]);
    sum += 0.5f * g[i] * g[j] * (phi[s + t] - phi[s - t] - phi[t - s] + phi[-s - t]);
  }
  return sum * perCell * perCell;
}

/// Computes the curvature div (grad phi / |grad phi|) (Osher and Fedkiw 2003, eq. 1.8).
/// The result is limited to the curvature of a ball with a radius of one cell.
/// @param g  centralGradient() at the node
inline float centralCurvature(const float* phi, const std::array<int, 3>& step, float perCell,
                              const Vec3& g) {
  const float square = glm::dot(g, g);
  if (!(square > 1e-12f)) return 0.f;
  const auto twice = [&](int s) { return (phi[s] - 2.f * phi[0] + phi[-s]) * perCell * perCell; };
  const auto mixed = [&](int s, int t) {
    return (phi[s + t] - phi[s - t] - phi[t - s] + phi[-s - t]) * 0.25f * perCell * perCell;
  };
  const float xx = twice(step[0]), yy = twice(step[1]), zz = twice(step[2]);
  const float sum = g.x * g.x * (yy + zz) + g.y * g.y * (xx + zz) + g.z * g.z * (xx + yy) -
                    2.f * (g.x * g.y * mixed(step[0], step[1]) + g.x * g.z * mixed(step[0], step[2]) +
                           g.y * g.z * mixed(step[1], step[2]));
  const float limit = 2.f * perCell;
  return std::clamp(sum / (square * std::sqrt(square)), -limit, limit);
}

}  // namespace ooze::grid
