#include "render/camera.h"

#include "world/commands/setting_names.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace ooze {
namespace {

constexpr float kFillRatio = 0.96f;  // share of the picture that movedToFit() fills; the rest is margin

/// Returns the world's up axis, or -z for a view straight up or down, which +y cannot orient.
Vec3 chooseUpAxis(const Vec3& direction) {
  return std::abs(direction.y) > 0.9999f * glm::length(direction) ? Vec3(0, 0, -1) : Vec3(0, 1, 0);
}

struct Axes {
  Vec3 right, up, forward;
};
Axes axesOf(const CameraView& camera) {
  Vec3 forward = camera.target - camera.eye;
  forward = glm::dot(forward, forward) > 0.f ? glm::normalize(forward) : Vec3(0, 0, -1);
  const Vec3 right = glm::normalize(glm::cross(forward, chooseUpAxis(forward)));
  return {right, glm::cross(right, forward), forward};
}

std::array<Vec3, 8> cornersOf(const Aabb& box, const Pose& pose) {
  std::array<Vec3, 8> corners;
  for (unsigned c = 0; c < corners.size(); ++c)
    corners[c] = pose.toWorld({c & 1 ? box.upper.x : box.lower.x, c & 2 ? box.upper.y : box.lower.y,
                               c & 4 ? box.upper.z : box.lower.z});
  return corners;
}

/// Returns true if a body is drawn and has finite extent: false for a plane.
bool isBounded(const Body& body) {
  return body.isDrawn() && body.shape && body.solid.kind != SolidShape::SolidKind::Plane;
}

Aabb boundsOf(const std::vector<Body>& bodies) {
  Aabb box;
  for (const Body& body : bodies)
    if (isBounded(body))
      for (const Vec3& corner : cornersOf(body.shape->bounds(), body.pose)) box.include(corner);
  return box;
}

/// Returns the range of the values without the `cut` least and `cut` greatest values. A few drops flung away
/// then do not make a scene huge.
std::pair<float, float> middleRange(std::vector<float>& values, std::size_t cut) {
  const auto low = values.begin() + static_cast<std::ptrdiff_t>(cut);
  const auto high = values.end() - 1 - static_cast<std::ptrdiff_t>(cut);
  std::nth_element(values.begin(), low, values.end());
  const float lower = *low;
  std::nth_element(values.begin(), high, values.end());
  return {lower, *high};
}

/// Returns the bounding box of the particles without `cut` particles at each end of each axis.
Aabb trimmedBounds(const Snapshot& snapshot, std::size_t cut) {
  Aabb box;
  std::vector<float> values(snapshot.positions.size());
  for (int axis = 0; axis < 3; ++axis) {
    std::transform(snapshot.positions.begin(), snapshot.positions.end(), values.begin(),
                   [axis](const Vec3& p) { return p[axis]; });
    std::tie(box.lower[axis], box.upper[axis]) = middleRange(values, cut);
  }
  return box.expanded(snapshot.restSpacing);
}

/// Returns the liquid's bounding box, limited to the neighbourhood of the scene. Liquid that runs off over
/// an endless floor or falls for ever leaves the picture instead of shrinking the picture. The middle half
/// of the liquid always belongs to the scene, however small and far the solids are.
Aabb boundsOfLiquid(const Snapshot& snapshot, const Aabb& solids) {
  const std::size_t count = snapshot.positions.size();
  if (count == 0) return {};
  const Aabb liquid = trimmedBounds(snapshot, count / 100);
  if (solids.empty()) return liquid;
  Aabb scene = solids;
  scene.include(trimmedBounds(snapshot, count / 4));
  const Aabb limit = scene.expanded(glm::length(scene.size()));
  return {glm::clamp(liquid.lower, limit.lower, limit.upper),
          glm::clamp(liquid.upper, limit.lower, limit.upper)};
}

}  // namespace

glm::mat4 CameraView::viewMatrix() const {
  const Axes axes = axesOf(*this);
  return glm::lookAt(eye, eye + axes.forward, axes.up);
}

Ray CameraView::rayThrough(const Vec2& pixel, const glm::ivec2& size) const {
  const Axes axes = axesOf(*this);
  const float halfHeight = std::tan(0.5f * glm::radians(fieldOfView));
  const float unit = 2.f * halfHeight / static_cast<float>(size.y);
  const Vec2 offset = (pixel - 0.5f * Vec2(size)) * unit;
  return {eye, glm::normalize(axes.forward + offset.x * axes.right - offset.y * axes.up)};
}

Vec3 CameraView::project(const Vec3& point, const glm::ivec2& size) const {
  const Axes axes = axesOf(*this);
  const Vec3 local = point - eye;
  const float depth = glm::dot(local, axes.forward);
  const float unit = 2.f * std::tan(0.5f * glm::radians(fieldOfView)) / static_cast<float>(size.y);
  const float scale = depth == 0.f ? 0.f : 1.f / (depth * unit);
  return {0.5f * static_cast<float>(size.x) + glm::dot(local, axes.right) * scale,
          0.5f * static_cast<float>(size.y) - glm::dot(local, axes.up) * scale, depth};
}

CameraView CameraView::movedToFit(std::span<const Vec3> points, float aspect) const {
  const Axes axes = axesOf(*this);
  const float slope = kFillRatio * std::tan(0.5f * glm::radians(fieldOfView));
  float distance = glm::length(target - eye);
  for (const Vec3& point : points) {
    const Vec3 local = point - target;
    const float aside =
        std::max(std::abs(glm::dot(local, axes.up)), std::abs(glm::dot(local, axes.right)) / aspect);
    distance = std::max(distance, aside / slope - glm::dot(local, axes.forward));
  }
  CameraView camera = *this;
  camera.eye = target - axes.forward * distance;
  return camera;
}

CameraView CameraView::turned(float degrees) const {
  CameraView camera = *this;
  camera.eye = target + glm::angleAxis(glm::radians(degrees), Vec3(0, 1, 0)) * (eye - target);
  return camera;
}

std::vector<Vec3> subjectCorners(const Snapshot& snapshot) {
  std::vector<Vec3> points;
  const auto add = [&points](const Aabb& box, const Pose& pose) {
    if (box.empty()) return;
    const auto corners = cornersOf(box, pose);
    points.insert(points.end(), corners.begin(), corners.end());
  };
  for (const Body& body : snapshot.bodies)
    if (isBounded(body)) add(body.shape->bounds(), body.pose);
  add(boundsOfLiquid(snapshot, boundsOf(snapshot.bodies)), Pose{});
  return points;
}

Aabb visibleBounds(const Snapshot& snapshot) {
  Aabb box = boundsOf(snapshot.bodies);
  for (const EmitterSpec& emitter : snapshot.emitters)
    if (isShown(emitter))
      box.include(Aabb{emitter.position, emitter.position}.expanded(4.f * emitter.radius));
  if (const Aabb liquid = boundsOfLiquid(snapshot, box); !liquid.empty()) box.include(liquid);
  return box.empty() ? Aabb{Vec3(-0.1f), Vec3(0.1f)} : box;
}

}  // namespace ooze
