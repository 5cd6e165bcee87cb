#include "geometry/distance_grid.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr int kPadding = 4;  // cells of padding around the solid
constexpr double kMaxSamples = 256e6;

inline float between(float a, float b, float part) { return a + part * (b - a); }

// Clamps a point to a box; a NaN becomes the box's lower bound.
inline Vec3 clampInto(const Vec3& p, const Aabb& box) {
  Vec3 q;
  for (int axis = 0; axis < 3; ++axis)
    q[axis] = p[axis] > box.lower[axis] ? std::min(p[axis], box.upper[axis]) : box.lower[axis];
  return q;
}

}  // namespace

GridLayout GridLayout::around(const Aabb& solid, float cell) {
  if (!(cell > 0.f) || !std::isfinite(cell))
    throw InputError("the grid spacing of a mesh must be above zero");
  const glm::dvec3 cells =
      glm::ceil(glm::dvec3(solid.size()) / static_cast<double>(cell)) + (2.0 * kPadding + 1);
  const double count = cells.x * cells.y * cells.z;
  if (!(count <= kMaxSamples))
    throw InputError(fmt::format(
        "a mesh of {:g} x {:g} x {:g} m at a grid spacing of {:g} m needs {:.3g} samples, more than {:g}",
        solid.size().x, solid.size().y, solid.size().z, cell, count, kMaxSamples));
  GridLayout layout;
  layout.cell = cell;
  layout.size = glm::ivec3(cells);
  layout.solid = solid;
  layout.origin = solid.centre() - 0.5f * cell * Vec3(layout.size - 1);
  return layout;
}

DistanceGrid::DistanceGrid(const GridLayout& layout, std::vector<float> distances)
    : layout_(layout),
      distances_(std::move(distances)),
      inner_{layout.position(glm::ivec3(1)), layout.position(layout.size - 2)},
      strideY_(layout.size.x),
      strideZ_(strideY_ * layout.size.y) {}

inline DistanceGrid::SamplePlace DistanceGrid::locate(const Vec3& p) const {
  const Vec3 g = (p - layout_.origin) / layout_.cell;
  // Clamped, because rounding may put points on the border slightly outside.
  const glm::ivec3 i = glm::clamp(glm::ivec3(g), glm::ivec3(1), layout_.size - 3);
  return {distances_.data() + layout_.index(i), glm::clamp(g - Vec3(i), 0.f, 1.f)};
}

inline float DistanceGrid::interpolate(const SamplePlace& place) const {
  const Vec3& f = place.fraction;
  const auto row = [&](const float* s) { return between(s[0], s[1], f.x); };
  const auto slice = [&](const float* s) { return between(row(s), row(s + strideY_), f.y); };
  return between(slice(place.base), slice(place.base + strideZ_), f.z);
}

// Returns the normal from central differences.
// The mean of central differences is the difference of means: two shifted interpolations per axis, which
// share most of their rows.
inline Vec3 DistanceGrid::normalAt(const SamplePlace& place) const {
  const Vec3& f = place.fraction;
  const std::ptrdiff_t y = strideY_, z = strideZ_;
  const auto row = [&](std::ptrdiff_t offset) {
    const float* s = place.base + offset;
    return between(s[0], s[1], f.x);
  };
  const auto along = [&](std::ptrdiff_t x) {
    return between(between(row(x), row(x + y), f.y), between(row(x + z), row(x + y + z), f.y), f.z);
  };
  const float r00 = row(0), r10 = row(y), r01 = row(z), r11 = row(y + z);
  const Vec3 gradient(along(1) - along(-1),
                      between(between(r10, row(2 * y), f.y), between(r11, row(2 * y + z), f.y), f.z) -
                          between(between(row(-y), r00, f.y), between(row(z - y), r01, f.y), f.z),
                      between(between(r01, r11, f.y), between(row(2 * z), row(y + 2 * z), f.y), f.z) -
                          between(between(row(-z), row(y - z), f.y), between(r00, r10, f.y), f.z));
  const float length = glm::length(gradient);
  // On a crease between two equally near sides the differences cancel, and any direction is valid.
  if (length < 1e-3f * layout_.cell) return {0.f, 1.f, 0.f};
  return gradient / length;
}

float DistanceGrid::distance(const Vec3& p) const {
  const Vec3 q = clampInto(p, inner_);
  const SamplePlace place = locate(q);
  const float inside = interpolate(place);
  if (q == p) return inside;
  // The box is convex, so the surface seen from its border lies at a right angle or more from p. The result
  // is thus a lower bound.
  return std::sqrt(glm::dot(p - q, p - q) + inside * inside);
}

SignedDistance::Sample DistanceGrid::sampleWithin(const Vec3& p, float reach) const {
  const Vec3 q = clampInto(p, inner_);
  const SamplePlace place = locate(q);
  const float inside = interpolate(place);
  const bool isInGrid = q == p;
  const float distance = isInGrid ? inside : std::sqrt(glm::dot(p - q, p - q) + inside * inside);
  if (distance >= reach) return {distance, Vec3(0.f)};
  const Vec3 normal = normalAt(place);
  if (isInGrid) return {distance, normal};
  // Outside the grid: the direction from the surface point that is nearest to the border point.
  return {distance, glm::normalize((p - q) + inside * normal)};
}

}  // namespace ooze
