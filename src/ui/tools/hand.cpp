#include "ui/tools/hand.h"

#include <cmath>

namespace ooze::ui {
namespace {

constexpr float kWheelStep = 1.06f;                // farther from the eye with each notch
constexpr float kNearest = 0.1f, kFarthest = 4.f;  // what is held stays, in distances of the camera

Vec3 withinReach(const OrbitCamera& camera, const Vec3& from, const Vec3& to) {
  const CameraSpec& spec = camera.spec();
  const float unit = glm::distance(spec.eye, spec.target), away = glm::distance(spec.eye, to);
  const bool reachable = camera.halfHeightAt(to) > 0.f && away >= kNearest * unit && away <= kFarthest * unit;
  return reachable ? to : from;
}

}  // namespace

Vec3 carried(const ToolContext& context, const Vec3& point, const Pointer& from, const Pointer& to) {
  const Vec3 right = context.camera.right();
  const Vec3 upward = to.shift ? glm::cross(Vec3(0.f, 1.f, 0.f), right) : context.camera.up();
  const Vec2 moved = (to.at - from.at) * context.camera.halfHeightAt(point);
  return withinReach(context.camera, point, point + moved.x * context.aspect * right + moved.y * upward);
}

Vec3 pushedAway(const ToolContext& context, const Vec3& point, float notches) {
  const Vec3 eye = context.camera.spec().eye;
  return withinReach(context.camera, point, eye + (point - eye) * std::pow(kWheelStep, notches));
}

}  // namespace ooze::ui
