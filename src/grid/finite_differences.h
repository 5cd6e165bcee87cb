// Finite differences: gradient and curvature of a level set at a node by central differences, and one-sided
// WENO differences, of fifth order where a function is smooth.
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

/// Computes the fifth-order WENO derivative (Jiang and Peng 2000; Osher and Fedkiw 2003, section 3.4).
/// The result is in units of the differences, which should be near 1.
/// @param v1, v2, v3, v4, v5  differences between neighbouring nodes; the result is the derivative at the
/// node between v3 and v4, biased to the side of v3
inline float weno5(float v1, float v2, float v3, float v4, float v5) {
  const float p1 = (2.f * v1 - 7.f * v2 + 11.f * v3) / 6.f;
  const float p2 = (-v2 + 5.f * v3 + 2.f * v4) / 6.f;
  const float p3 = (2.f * v3 + 5.f * v4 - v5) / 6.f;
  const float s1 = 13.f / 12.f * square(v1 - 2.f * v2 + v3) + 0.25f * square(v1 - 4.f * v2 + 3.f * v3);
  const float s2 = 13.f / 12.f * square(v2 - 2.f * v3 + v4) + 0.25f * square(v2 - v4);
  const float s3 = 13.f / 12.f * square(v3 - 2.f * v4 + v5) + 0.25f * square(3.f * v3 - 4.f * v4 + v5);
  constexpr float kSmall = 1e-6f;
  const float a1 = 0.1f / square(s1 + kSmall);
  const float a2 = 0.6f / square(s2 + kSmall);
  const float a3 = 0.3f / square(s3 + kSmall);
  return (a1 * p1 + a2 * p2 + a3 * p3) / (a1 + a2 + a3);
}

struct OneSided {
  float minus, plus;  ///< from the previous nodes, and from the next nodes
};

/// Computes both one-sided derivatives at a node.
/// @param phi      a node of a row with three more nodes on each side
/// @param step     distance in memory to the next node of the row
/// @param perCell  one over the distance between nodes
inline OneSided oneSided(const float* phi, int step, float perCell) {
  float d[6];  // from node k - 3 to node k - 2
  for (int k = 0; k < 6; ++k) d[k] = (phi[(k - 2) * step] - phi[(k - 3) * step]) * perCell;
  return {weno5(d[0], d[1], d[2], d[3], d[4]), weno5(d[5], d[4], d[3], d[2], d[1])};
}

}  // namespace ooze::grid
