#include "ooze/liquid/controls.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace ooze {

ControlField fieldOf(ControlKind kind) {
  switch (kind) {
    case ControlKind::Velocity:
      return ControlField::Velocity;
    case ControlKind::Viscosity:
      return ControlField::Viscosity;
    case ControlKind::Divergence:
      return ControlField::Divergence;
    case ControlKind::Temperature:
      return ControlField::Temperature;
    case ControlKind::AddLiquid:
    case ControlKind::EraseLiquid:
      break;
  }
  return ControlField::LevelSet;
}

float falloffAt(Falloff falloff, float s) {
  if (!(s <= 1.f)) return 0.f;
  switch (falloff) {
    case Falloff::Hat:
      return 1.f - s;
    case Falloff::Cubic:
      return 1.f + s * s * (2.f * s - 3.f);
    case Falloff::Box:
      break;
  }
  return 1.f;
}

ControlPoints::ControlPoints(std::vector<ControlPoint> points)
    : points_(std::move(points)), order_(points_.size()) {
  std::iota(order_.begin(), order_.end(), 0u);
  for (const ControlPoint& p : points_) bounds_.include(p.place);
  if (!points_.empty()) divide(0, static_cast<std::uint32_t>(points_.size()));
}

void ControlPoints::divide(std::uint32_t begin, std::uint32_t end) {
  constexpr std::uint32_t kLeaf = 8;
  const std::size_t node = nodes_.size();
  Aabb box;
  for (std::uint32_t k = begin; k < end; ++k) box.include(points_[order_[k]].place);
  nodes_.push_back({box, begin, end});
  if (end - begin <= kLeaf) return;
  const Vec3 size = box.size();
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::uint32_t middle = begin + (end - begin) / 2;
  const auto at = [&](std::uint32_t k) { return order_.begin() + static_cast<std::ptrdiff_t>(k); };
  std::nth_element(at(begin), at(middle), at(end), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(points_[a].place[axis], a) < std::pair(points_[b].place[axis], b);
  });
  divide(begin, middle);
  nodes_[node].right = static_cast<std::uint32_t>(nodes_.size());
  divide(middle, end);
}

void ControlPoints::within(const Aabb& box, FunctionRef<void(std::uint32_t)> f) const {
  const auto meets = [&](const Aabb& other) {
    return glm::all(glm::lessThanEqual(other.lower, box.upper)) &&
           glm::all(glm::lessThanEqual(box.lower, other.upper));
  };
  std::array<std::uint32_t, 64> waiting;  // deep enough: halving 2^32 points needs 32 levels
  std::size_t count = 0;
  if (!nodes_.empty()) waiting[count++] = 0;
  while (count > 0) {
    const std::uint32_t index = waiting[--count];
    const Node& node = nodes_[index];
    if (!meets(node.box)) continue;
    if (node.right > 0) {
      waiting[count++] = node.right;
      waiting[count++] = index + 1;
      continue;
    }
    for (std::uint32_t k = node.begin; k < node.end; ++k)
      if (box.contains(points_[order_[k]].place)) f(order_[k]);
  }
}

Pose Control::poseAt(double time) const {
  return placeKeys.empty() ? Pose{position, orientation} : interpolate(placeKeys, time);
}

Vec3 Control::valueAt(double time) const { return valueKeys.empty() ? value : interpolate(valueKeys, time); }

float Control::strengthAt(double time) const {
  return strengthKeys.empty() ? strength : interpolate(strengthKeys, time).x;
}

bool Control::isActive(double time) const {
  return enabled && time >= start && time < stop && strengthAt(time) > 0.f;
}

bool Control::isKeyed() const { return placeKeys.size() + valueKeys.size() + strengthKeys.size() > 0; }

std::vector<ControlPoint> controlsAlong(const std::vector<Vec3>& places, float spacing, std::size_t limit) {
  // The curve is parametrised by chord length, so that unevenly spaced places make no loops.
  std::vector<VectorKey> keys;
  for (const Vec3& place : places) {
    const double length = keys.empty() ? 0.0 : static_cast<double>(glm::distance(keys.back().value, place));
    if (keys.empty() || length > 0.0) keys.push_back({keys.empty() ? 0.0 : keys.back().time + length, place});
  }
  constexpr std::size_t kPartsOfChord = 64;
  std::vector<VectorKey> way{{0.0, keys.front().value}};  // the key's "time" is the arc length
  for (std::size_t k = 0; k + 1 < keys.size(); ++k)
    for (std::size_t part = 1; part <= kPartsOfChord; ++part) {
      const double u = static_cast<double>(part) / kPartsOfChord;
      const Vec3 place = interpolate(keys, keys[k].time + u * (keys[k + 1].time - keys[k].time));
      way.push_back({way.back().time + static_cast<double>(glm::distance(way.back().value, place)), place});
    }
  const double length = way.back().time;
  const double count = std::ceil(length / static_cast<double>(spacing) - 1e-6) + 1.0;
  if (count > static_cast<double>(limit))
    throw InputError(
        fmt::format("the curve would hold {:.3g} particles, more than the limit of {}", count, limit));
  std::vector<ControlPoint> points;
  const auto steps = static_cast<std::size_t>(count) - 1;
  for (std::size_t k = 0, at = 0; k <= steps; ++k) {
    const double covered = steps == 0 ? 0.0 : length * static_cast<double>(k) / static_cast<double>(steps);
    while (at + 2 < way.size() && way[at + 1].time < covered) ++at;
    const VectorKey &a = way[at], &b = way[std::min(at + 1, way.size() - 1)];
    const double part = b.time > a.time ? std::min(1.0, (covered - a.time) / (b.time - a.time)) : 0.0;
    points.push_back({glm::mix(a.value, b.value, static_cast<float>(part))});
  }
  return points;
}

}  // namespace ooze
