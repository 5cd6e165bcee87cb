#include "ui/overlays/gizmo.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <limits>

namespace ooze::ui {
namespace {

// Sizes of arrow, arrow head and square [half heights of the view].
constexpr float kLength = 0.26f, kHead = 0.045f, kSquare = 0.022f;
constexpr float kHandleReach = 0.028f;  // pick radius of a handle [half heights of the view]
constexpr float kEdgeOn = 0.06f;  // sine of the smallest usable angle between a ray and the plane of a ring
// Colours of the axes x, y, z, 0xAABBGGRR.
constexpr std::array<std::uint32_t, 3> kColours{0xff5a5ae8, 0xff63c95c, 0xfff08c4a};
constexpr std::uint32_t kFreeColour = 0xffe8e8e8;
constexpr float kStepLength = 0.01f, kStepAngle = 15.f, kStepScale = 0.1f;  // snapping steps [m, degrees, 1]

Vec3 axisOf(int axis) {
  Vec3 unit(0.f);
  unit[axis] = 1.f;
  return unit;
}

std::uint32_t colourOf(int axis) {
  return axis == GizmoHandle::kFree ? kFreeColour : kColours.at(static_cast<std::size_t>(axis));
}

float rounded(float value, float step) { return step * std::round(value / step); }

float distanceToSegment(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 along = b - a;
  const float length2 = glm::dot(along, along);
  const float t = length2 > 0.f ? std::clamp(glm::dot(p - a, along) / length2, 0.f, 1.f) : 0.f;
  return glm::distance(p, a + t * along);
}

/// Returns a square that faces the camera.
Stroke squareAt(const OrbitCamera& camera, const Vec3& centre, float half) {
  const Vec3 x = half * camera.right(), y = half * camera.up();
  return {{centre - x - y, centre + x - y, centre + x + y, centre - x + y, centre - x - y}};
}

}  // namespace

std::optional<float> alongAxis(const PickRay& ray, const Vec3& origin, const Vec3& axis) {
  const Vec3 to = origin - ray.origin;
  const float both = glm::dot(ray.direction, axis), apart = 1.f - both * both;
  if (apart < 1e-3f) return std::nullopt;
  const float onRay = (glm::dot(ray.direction, to) - both * glm::dot(axis, to)) / apart;
  if (onRay <= 0.f) return std::nullopt;
  return (both * glm::dot(ray.direction, to) - glm::dot(axis, to)) / apart;
}

std::optional<float> angleAbout(const PickRay& ray, const Vec3& origin, const Vec3& axis) {
  const float facing = glm::dot(ray.direction, axis);
  if (std::abs(facing) < kEdgeOn) return std::nullopt;
  const float along = glm::dot(origin - ray.origin, axis) / facing;
  if (along <= 0.f) return std::nullopt;
  const Vec3 at = ray.origin + along * ray.direction - origin;
  const Vec3 aside = std::abs(axis.y) < 0.9f ? Vec3(0.f, 1.f, 0.f) : Vec3(1.f, 0.f, 0.f);
  const Vec3 u = glm::normalize(glm::cross(aside, axis)), v = glm::cross(axis, u);
  return std::atan2(glm::dot(at, v), glm::dot(at, u));
}

Gizmo::Gizmo(const Placement& placement, GizmoMode mode, const OrbitCamera& camera, float aspect)
    : camera_(camera),
      aspect_(aspect),
      origin_(placement.pose.position),
      length_(kLength * camera.halfHeightAt(placement.pose.position)) {
  if (!(length_ > 0.f)) return;  // the object is behind the eye
  if (mode == GizmoMode::Scale) {
    if (!placement.sizable) return;
    for (const int axis : {0, 1, 2}) addBox(axis);
    return;
  }
  if (!placement.movable) return;
  // Adds the free handle first: the square covers the ends of the arrows.
  if (mode == GizmoMode::Move)
    parts_.push_back({{mode, GizmoHandle::kFree}, {squareAt(camera, origin_, kSquare / kLength * length_)}});
  for (const int axis : {0, 1, 2}) mode == GizmoMode::Move ? addArrow(axis) : addRing(axis);
}

void Gizmo::addArrow(int axis) {
  const Vec3 unit = axisOf(axis), tip = origin_ + length_ * unit;
  const float head = kHead / kLength * length_;
  HandlePart part{{GizmoMode::Move, axis}, {{{origin_ + 0.15f * length_ * unit, tip}}}};
  const Vec3 one = axisOf((axis + 1) % 3), other = axisOf((axis + 2) % 3);
  for (const Vec3& side : {one, other, -one, -other})
    part.strokes.push_back({{tip, tip - head * unit + 0.4f * head * side}});
  part.strokes.push_back(ringAcross(unit, tip - head * unit, 0.4f * head));
  parts_.push_back(std::move(part));
}

void Gizmo::addRing(int axis) {
  parts_.push_back({{GizmoMode::Turn, axis}, {ringAcross(axisOf(axis), origin_, 0.85f * length_)}});
}

void Gizmo::addBox(int axis) {
  const Vec3 end = origin_ + length_ * axisOf(axis);
  parts_.push_back({{GizmoMode::Scale, axis},
                    {{{origin_, end}}, squareAt(camera_, end, 0.8f * kSquare / kLength * length_)}});
}

float Gizmo::away(const Stroke& stroke, const Vec2& at) const {
  const Vec2 stretch(aspect_, 1.f);
  float nearest = std::numeric_limits<float>::infinity();
  Vec2 before(0.f);
  bool begun = false;
  for (const Vec3& point : stroke.points) {
    Vec2 here(0.f);
    const bool inFront = camera_.project(point, aspect_, here);
    here *= stretch;
    if (inFront && begun) nearest = std::min(nearest, distanceToSegment(at * stretch, before, here));
    begun = inFront;
    before = here;
  }
  return nearest;
}

std::optional<GizmoHandle> Gizmo::handleAt(const Vec2& at) const {
  std::optional<GizmoHandle> found;
  float nearest = kHandleReach;
  for (const HandlePart& part : parts_) {
    // Skips handles on which a drag from this point would have no defined value.
    const PickRay ray = camera_.ray(at, aspect_);
    if (part.handle.mode == GizmoMode::Move && part.handle.axis != GizmoHandle::kFree &&
        !alongAxis(ray, origin_, axisOf(part.handle.axis)))
      continue;
    if (part.handle.mode == GizmoMode::Turn && !angleAbout(ray, origin_, axisOf(part.handle.axis))) continue;
    for (const Stroke& stroke : part.strokes)
      if (const float distance = away(stroke, at); distance < nearest)
        nearest = distance, found = part.handle;
    // The inside of the free handle's square counts too.
    Vec2 middle;
    if (part.handle.axis == GizmoHandle::kFree && camera_.project(origin_, aspect_, middle) &&
        glm::length((at - middle) * Vec2(aspect_, 1.f)) < kSquare)
      return part.handle;
  }
  return found;
}

void Gizmo::draw(std::optional<GizmoHandle> lit, std::vector<Stroke>& strokes) const {
  for (const HandlePart& part : parts_)
    for (Stroke stroke : part.strokes) {
      // Scaling is uniform whichever handle is dragged, so all scale handles share a colour.
      stroke.colour = colourOf(part.handle.mode == GizmoMode::Scale ? GizmoHandle::kFree : part.handle.axis);
      stroke.width = lit == part.handle ? 2.2f : 1.4f;
      strokes.push_back(std::move(stroke));
    }
}

GizmoDrag::GizmoDrag(const Placement& start, const GizmoHandle& handle, const OrbitCamera& camera,
                     float aspect, const Vec2& at)
    : start_(start), now_(start), handle_(handle), camera_(camera), aspect_(aspect), from_(at) {
  first_ = measure(at);
}

std::optional<float> GizmoDrag::measure(const Vec2& at) const {
  const Vec3 origin = start_.pose.position;
  if (handle_.mode == GizmoMode::Turn)
    return angleAbout(camera_.ray(at, aspect_), origin, axisOf(handle_.axis));
  if (handle_.axis == GizmoHandle::kFree) return 0.f;
  if (handle_.mode == GizmoMode::Move)
    return alongAxis(camera_.ray(at, aspect_), origin, axisOf(handle_.axis));
  Vec2 middle;
  if (!camera_.project(origin, aspect_, middle)) return std::nullopt;
  return glm::length((at - middle) * Vec2(aspect_, 1.f));
}

const Placement& GizmoDrag::to(const Vec2& at, bool steps) {
  const std::optional<float> here = measure(at);
  if (!here || !first_) return now_;
  const Vec3 origin = start_.pose.position;
  if (handle_.mode == GizmoMode::Turn) {
    float degrees = glm::degrees(*here - *first_);
    if (steps) degrees = rounded(degrees, kStepAngle);
    now_.pose.orientation =
        glm::normalize(glm::angleAxis(glm::radians(degrees), axisOf(handle_.axis)) * start_.pose.orientation);
  } else if (handle_.mode == GizmoMode::Scale) {
    float factor = *here / std::max(*first_, 1e-3f);
    if (steps) factor = std::max(rounded(factor, kStepScale), kStepScale);
    now_.size = allowedSize(start_, factor * start_.size);
    const float grown = now_.size / start_.size;
    now_.bounds = {grown * start_.bounds.lower, grown * start_.bounds.upper};
  } else if (handle_.axis != GizmoHandle::kFree) {
    float by = *here - *first_;
    if (steps) by = rounded(by, kStepLength);
    now_.pose.position = origin + by * axisOf(handle_.axis);
  } else {
    const Vec2 by = (at - from_) * camera_.halfHeightAt(origin);
    const Vec3 moved = origin + by.x * aspect_ * camera_.right() + by.y * camera_.up();
    now_.pose.position = steps ? Vec3(rounded(moved.x, kStepLength), rounded(moved.y, kStepLength),
                                      rounded(moved.z, kStepLength))
                               : moved;
  }
  return now_;
}

std::vector<Stroke> boxOf(const Placement& placement) {
  const Aabb& box = placement.bounds;
  if (!isFinite(box.lower) || !isFinite(box.upper)) return {};
  const Vec3 half = 0.5f * box.size();
  std::vector<Stroke> edges = outlineOf(SolidShape::SolidKind::Box, 1.f, Vec3(0.f));
  for (Stroke& edge : edges)
    for (Vec3& point : edge.points) point = placement.pose.toWorld(box.centre() + half * point);
  return edges;
}

}  // namespace ooze::ui
