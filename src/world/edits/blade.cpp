#include "world/edits/blade.h"

#include <cmath>

namespace ooze {
namespace {

// Tolerance at triangle edges, in barycentric coordinates. Neighbouring triangles overlap by the tolerance,
// so that no line slips through between them.
constexpr double kEdgeTolerance = 1e-6;

/// Returns the intersection parameter of a line segment and a triangle (Moeller and Trumbore 1997).
std::optional<float> crossing(const Vec3& from, const Vec3& to, const Vec3& a, const Vec3& b, const Vec3& c) {
  const glm::dvec3 along = glm::dvec3(to) - glm::dvec3(from);
  const glm::dvec3 u = glm::dvec3(b) - glm::dvec3(a), v = glm::dvec3(c) - glm::dvec3(a);
  const glm::dvec3 p = glm::cross(along, v);
  const double volume = glm::dot(u, p);
  if (volume == 0.0) return {};  // parallel to the triangle, or the triangle is degenerate
  const glm::dvec3 s = glm::dvec3(from) - glm::dvec3(a), q = glm::cross(s, u);
  const double onU = glm::dot(s, p) / volume, onV = glm::dot(along, q) / volume,
               part = glm::dot(v, q) / volume;
  const bool through = onU >= -kEdgeTolerance && onV >= -kEdgeTolerance &&
                       onU + onV <= 1.0 + kEdgeTolerance && part >= 0.0 && part <= 1.0;
  return through ? std::optional(static_cast<float>(part)) : std::nullopt;
}

}  // namespace

std::optional<float> Blade::crossing(const Vec3& from, const Vec3& to) const {
  const auto& [a, b, c, d] = corners_;
  if (const auto first = ooze::crossing(from, to, a, b, c)) return first;
  return ooze::crossing(from, to, a, c, d);
}

std::optional<float> Blade::distance(const Vec3& place, const Vec3& normal, float reach) const {
  const auto through = crossing(place - reach * normal, place + reach * normal);
  if (!through) return {};
  return reach * (1.f - 2.f * *through);
}

Blade Blade::widened(float margin) const {
  const auto& [a, b, c, d] = corners_;
  const auto ofLength = [margin](const Vec3& v) {
    const float length = glm::length(v);
    return length > 0.f ? margin / length * v : Vec3(0.f);
  };
  const Vec3 moved = ofLength(c + d - a - b), edge = ofLength(b + c - a - d);
  return {a - moved - edge, b - moved + edge, c + moved + edge, d + moved - edge};
}

std::optional<Vec3> Blade::normal() const {
  const auto& [a, b, c, d] = corners_;
  const Vec3 across = glm::cross(c - a, d - b);
  const float length = glm::length(across);
  if (!(length > 0.f)) return {};
  return across / length;
}

Aabb Blade::bounds() const {
  Aabb box;
  for (const Vec3& corner : corners_) box.include(corner);
  return box;
}

}  // namespace ooze
