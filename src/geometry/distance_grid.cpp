#include "geometry/distance_grid.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace ooze {
namespace {

constexpr int kPadding = 4;  // cells round the solid
constexpr double kMaxSamples = 256e6;

// Also takes a NaN into the box.
Vec3 clampInto(const Vec3& p, const Aabb& box) {
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
      strideY_(static_cast<std::size_t>(layout.size.x)),
      strideZ_(strideY_ * static_cast<std::size_t>(layout.size.y)) {}

DistanceGrid::Place DistanceGrid::locate(const Vec3& p) const {
  const Vec3 g = (p - layout_.origin) / layout_.cell;
  // Rounding may put the border itself a hair outside.
  const glm::ivec3 i = glm::clamp(glm::ivec3(g), glm::ivec3(1), layout_.size - 3);
  return {layout_.index(i), glm::clamp(g - Vec3(i), 0.f, 1.f)};
}

float DistanceGrid::interpolate(std::size_t base, const Vec3& f) const {
  const float* d = distances_.data() + base;
  const auto row = [&](const float* s) { return s[0] + f.x * (s[1] - s[0]); };
  const auto slice = [&](const float* s) {
    const float lower = row(s);
    return lower + f.y * (row(s + strideY_) - lower);
  };
  const float lower = slice(d);
  return lower + f.z * (slice(d + strideZ_) - lower);
}

// The mean of central differences is the difference of means: two shifted interpolations per axis.
Vec3 DistanceGrid::normalAt(const Place& place) const {
  const auto along = [&](std::size_t stride) {
    return interpolate(place.base + stride, place.fraction) -
           interpolate(place.base - stride, place.fraction);
  };
  const Vec3 gradient(along(1), along(strideY_), along(strideZ_));
  const float length = glm::length(gradient);
  // On a crease between two equally near sides the differences cancel: any direction is as good.
  if (length < 1e-3f * layout_.cell) return {0.f, 1.f, 0.f};
  return gradient / length;
}

float DistanceGrid::distance(const Vec3& p) const {
  const Vec3 q = clampInto(p, inner_);
  const Place place = locate(q);
  const float inside = interpolate(place.base, place.fraction);
  if (q == p) return inside;
  // The box is convex, so the surface seen from its border lies at a right angle or more from p.
  return std::sqrt(glm::dot(p - q, p - q) + inside * inside);
}

SignedDistance::Sample DistanceGrid::sampleWithin(const Vec3& p, float reach) const {
  const Vec3 q = clampInto(p, inner_);
  const Place place = locate(q);
  const float inside = interpolate(place.base, place.fraction);
  const bool isInGrid = q == p;
  const float distance = isInGrid ? inside : std::sqrt(glm::dot(p - q, p - q) + inside * inside);
  if (distance >= reach) return {distance, Vec3(0.f)};
  const Vec3 normal = normalAt(place);
  if (isInGrid) return {distance, normal};
  // From the surface point that is nearest to the border.
  return {distance, glm::normalize((p - q) + inside * normal)};
}

}  // namespace ooze
