#include "ui/overlays/orbit_camera.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/constants.hpp>
#include <limits>
#include <vector>

namespace ooze::ui {
namespace {

constexpr float kSteepest = glm::radians(89.f);      // the horizontal axis is undefined straight down
constexpr float kNearest = 1e-3f, kFarthest = 1e3f;  // distance to the target [m]
// Lowest height of the eye above the ground, in distances to the target.
constexpr float kAboveGround = 0.02f;

// Distance that the eye keeps from liquid: this many interaction radii, but no more than a part of the
// distance to the target, so that the user can still look closely at a drop.
constexpr float kClearance = 3.f, kClearancePart = 0.15f;
// Least distance [h]: the surface lies half a spacing above the particles, so the eye never enters liquid.
constexpr float kLeastClearance = 0.7f;
// Part of the distance to keep within which the eye moves back at once. Beyond it the move takes kEasing [s].
constexpr float kAtOnce = 0.4f, kEasing = 0.15f;

/// Returns the shortest move of the eye along `back` that leaves no particle within the radius. A particle
/// blocks an interval of the way; the move ends at the first free place.
float moveClearOf(std::span<const Vec3> positions, const Vec3& eye, const Vec3& back, float radius) {
  std::vector<Vec2> blocked;
  for (const Vec3& p : positions) {
    const float along = glm::dot(p - eye, back);
    const float reach2 = radius * radius + along * along - glm::dot(p - eye, p - eye);
    if (reach2 <= 0.f) continue;
    const float reach = std::sqrt(reach2);
    if (along + reach > 0.f) blocked.emplace_back(along - reach, along + reach);
  }
  std::sort(blocked.begin(), blocked.end(), [](const Vec2& a, const Vec2& b) { return a.x < b.x; });
  float move = 0.f;
  for (const Vec2& interval : blocked) {
    if (interval.x > move) break;
    move = std::max(move, interval.y);
  }
  return move;
}

}  // namespace

Vec3 OrbitCamera::right() const {
  const Vec3 side = glm::cross(forward(), kUpward);
  return glm::dot(side, side) > 1e-12f ? glm::normalize(side) : Vec3(1.f, 0.f, 0.f);
}

Vec3 OrbitCamera::up() const { return glm::cross(right(), forward()); }

float OrbitCamera::halfHeightAt(const Vec3& point) const {
  return std::tan(0.5f * glm::radians(spec_.fieldOfView)) * glm::dot(point - spec_.eye, forward());
}

PickRay OrbitCamera::ray(const Vec2& at, float aspect) const {
  const float half = std::tan(0.5f * glm::radians(spec_.fieldOfView));
  return {spec_.eye, glm::normalize(forward() + right() * (at.x * half * aspect) + up() * (at.y * half))};
}

bool OrbitCamera::project(const Vec3& point, float aspect, Vec2& at) const {
  const Vec3 away = point - spec_.eye;
  const float depth = glm::dot(away, forward());
  if (depth <= 0.f) return false;
  const float half = halfHeightAt(point);
  at = {glm::dot(away, right()) / (half * aspect), glm::dot(away, up()) / half};
  return true;
}

float OrbitCamera::lowestEye(float distance) const {
  if (!ground_) return std::numeric_limits<float>::lowest();
  return std::min(spec_.eye.y, *ground_ + kAboveGround * distance);
}

float OrbitCamera::lowestEye() const { return lowestEye(glm::distance(spec_.eye, spec_.target)); }

std::optional<float> OrbitCamera::distanceToGround(const PickRay& ray) const {
  if (!ground_ || !(ray.origin.y > *ground_) || !(ray.direction.y < 0.f)) return std::nullopt;
  return (*ground_ - ray.origin.y) / ray.direction.y;
}

void OrbitCamera::orbit(const Vec2& turn) {
  const Vec3 arm = spec_.eye - spec_.target;
  const float distance = glm::length(arm);
  const auto pitchOf = [&](float height) { return std::asin(std::clamp(height / distance, -1.f, 1.f)); };
  const float yaw = std::atan2(arm.x, arm.z) - turn.x;
  const float lowest = std::clamp(pitchOf(lowestEye() - spec_.target.y), -kSteepest, kSteepest);
  const float pitch = std::clamp(pitchOf(arm.y) + turn.y, lowest, kSteepest);
  spec_.eye = spec_.target + distance * Vec3(std::cos(pitch) * std::sin(yaw), std::sin(pitch),
                                             std::cos(pitch) * std::cos(yaw));
}

void OrbitCamera::setFieldOfView(float degrees) { spec_.fieldOfView = std::clamp(degrees, 5.f, 120.f); }

void OrbitCamera::pan(const Vec2& shift) {
  const float height =
      2.f * glm::length(spec_.target - spec_.eye) * std::tan(0.5f * glm::radians(spec_.fieldOfView));
  Vec3 move = -height * (shift.x * right() + shift.y * up());
  move.y = std::max(move.y, lowestEye() - spec_.eye.y);
  spec_.eye += move;
  spec_.target += move;
}

void OrbitCamera::zoom(float factor, const Vec2& at, float aspect, std::optional<float> depth) {
  const float distance = glm::length(spec_.target - spec_.eye);
  const PickRay through = ray(at, aspect);
  float along = distance / glm::dot(through.direction, forward());
  // Where the pointer is on the floor, the point as deep as the target would lie below the floor.
  if (!depth)
    if (const auto floor = distanceToGround(through); floor && *floor < along) depth = floor;
  along = depth.value_or(along);
  factor = std::clamp(distance * factor, kNearest, kFarthest) / distance;
  if (depth) factor = std::max(factor, std::min(1.f, kNearest / along));
  const float lowest = lowestEye(factor * distance);
  const Vec3 fixed = spec_.eye + through.direction * along;
  spec_.eye = fixed + (spec_.eye - fixed) * factor;
  spec_.target = fixed + (spec_.target - fixed) * factor;
  const float lift = std::max(lowest - spec_.eye.y, 0.f);
  spec_.eye.y += lift;
  spec_.target.y += lift;
}

void OrbitCamera::centreOn(const Vec3& point) {
  const float lowest = lowestEye();
  spec_.eye += point - spec_.target;
  spec_.eye.y = std::max(spec_.eye.y, lowest);
  spec_.target = point;
}

void OrbitCamera::keepOutOf(std::span<const Vec3> positions, float h, float seconds) {
  const float distance = glm::distance(spec_.eye, spec_.target);
  const float clearance = std::max(std::min(kClearance * h, kClearancePart * distance), kLeastClearance * h);
  if (!(clearance > 0.f)) return;
  const Vec3 back = -forward();
  const float wanted = moveClearOf(positions, spec_.eye, back, clearance);
  if (!(wanted > 0.f)) return;
  const float least = moveClearOf(positions, spec_.eye, back, kAtOnce * clearance);
  const float eased = wanted * (1.f - std::exp(-seconds / kEasing));
  const float lowest = lowestEye();
  spec_.eye += std::min(std::max(least, eased), std::max(kFarthest - distance, 0.f)) * back;
  spec_.eye.y = std::max(spec_.eye.y, lowest);
}

std::optional<float> groundOf(const Snapshot& snapshot) {
  constexpr float kLevel = 0.999f;  // cosine of the largest tilt that counts as level
  std::optional<float> ground;
  for (const Body& body : snapshot.bodies) {
    if (body.solid.kind != SolidShape::SolidKind::Plane || !body.shape || !body.isDrawn()) continue;
    const Vec3 up = body.pose.directionToWorld(body.shape->sample(Vec3(0.f)).normal);
    if (up.y < kLevel) continue;
    ground = std::max(ground.value_or(body.pose.position.y), body.pose.position.y);
  }
  if (ground) return ground;
  // A picture without a plane has a floor below the lowest tank (findFloor() of the renderer).
  for (const Body& body : snapshot.bodies) {
    if (body.solid.kind != SolidShape::SolidKind::Tank || !body.isDrawn()) continue;
    const float bottom = body.pose.position.y - body.solid.size.y;
    ground = std::min(ground.value_or(bottom), bottom);
  }
  return ground;
}

}  // namespace ooze::ui
