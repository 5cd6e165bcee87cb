#include "methods/shape_matching/rotation.h"

#include <cmath>
#include <optional>

namespace ooze::shape_matching {
namespace {

/// Solves a symmetric 3 x 3 system by Cholesky decomposition; empty if the matrix is not positive definite.
std::optional<glm::dvec3> solved(double xx, double yy, double zz, double xy, double xz, double yz,
                                 const glm::dvec3& b) {
  if (!(xx > 0.0)) return {};
  const double l10 = xy / xx, l20 = xz / xx;
  const double d1 = yy - l10 * xy;
  if (!(d1 > 0.0)) return {};
  const double e = yz - l20 * xy, l21 = e / d1;
  const double d2 = zz - l20 * xz - l21 * e;
  if (!(d2 > 0.0)) return {};
  const double y1 = b.y - l10 * b.x, y2 = b.z - l20 * b.x - l21 * y1;
  const double z = y2 / d2, y = y1 / d1 - l21 * z;
  return glm::dvec3(b.x / xx - l10 * y - l20 * z, y, z);
}

}  // namespace

glm::dquat alignedRotation(const glm::dmat3& a, glm::dquat q, int iterations) {
  // Newton iterations converge quadratically, so a small last step ends them earlier.
  constexpr double kStill = 1e-9, kStillByNewton = 1e-5, kFarthest = 1.0;  // angles of a step [rad]
  constexpr double kSlight = 1e-6;  // regularisation that keeps undetermined parts, over the matrix size
  const double size = std::sqrt(glm::dot(a[0], a[0]) + glm::dot(a[1], a[1]) + glm::dot(a[2], a[2]));
  if (!(size > 0.0)) return q;
  const glm::dmat3 unit = a / size;
  for (int k = 0; k < iterations; ++k) {
    const glm::dmat3 r = glm::mat3_cast(q);
    const glm::dvec3 twist =
        glm::cross(r[0], unit[0]) + glm::cross(r[1], unit[1]) + glm::cross(r[2], unit[2]);
    const glm::dmat3 s = unit * glm::transpose(r);
    const double trace = s[0][0] + s[1][1] + s[2][2];
    const double slight = trace + kSlight;
    const auto newton =
        solved(slight - s[0][0], slight - s[1][1], slight - s[2][2], -0.5 * (s[0][1] + s[1][0]),
               -0.5 * (s[0][2] + s[2][0]), -0.5 * (s[1][2] + s[2][1]), twist);
    glm::dvec3 turn = newton ? *newton : twist / (std::abs(trace) + 1e-9);
    const double angle = glm::length(turn);
    if (angle > kFarthest) turn *= kFarthest / angle;
    // Uses only operations that every processor rounds alike; for a small rotation the result is the
    // exponential.
    q = glm::normalize(glm::dquat(1.0, 0.5 * turn) * q);
    if (angle < (newton ? kStillByNewton : kStill)) break;
  }
  return q;
}

}  // namespace ooze::shape_matching
