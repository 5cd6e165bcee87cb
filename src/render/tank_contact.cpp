#include "render/tank_contact.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

namespace ooze {
namespace {

/// Vertices nearer to a face than this share of the reach move onto the face; farther vertices move less.
constexpr float kOnFace = 0.7f;
/// Least distance of liquid and face, as a share of the reach. The glass of the tank is drawn in front of the
/// liquid, and the floor below.
constexpr float kGap = 0.01f;
/// Cosines between the vertex normal and the face's outward normal from which a vertex moves, and moves
/// fully.
constexpr float kLooksAside = 0.05f, kLooksAtFace = 0.35f;
/// The same for a vertex that lies on another face of the tank, nearer than a share kBeside of the reach. The
/// liquid's own face ends at a rounded edge, so these vertices look along the face.
constexpr float kLooksAway = -0.5f, kLooksAlong = -0.1f, kBeside = 0.15f;
/// Share of the reach for a vertex that looks along the face.
constexpr float kReachAlong = 0.75f;

}  // namespace

TankContact::TankContact(const Snapshot& snapshot, float reach) : reach_(reach) {
  for (const Body& body : snapshot.bodies)
    if (body.isDrawn() && body.solid.kind == SolidShape::SolidKind::Tank)
      tanks_.push_back({body.pose, body.solid.size});
}

void TankContact::apply(Vec3& position, Vec3& normal) const {
  for (const InnerBox& tank : tanks_) {
    const Vec3 from = tank.pose.toLocal(position);
    const Vec3 outside = glm::abs(from) - tank.half;
    // Liquid outside the tank stays. The mesh may lie a little behind a face.
    if (std::max({outside.x, from.y < 0.f ? outside.y : -1.f, outside.z}) > 0.1f * reach_) continue;
    if (std::min({-outside.x, -outside.z, tank.half.y + from.y}) > reach_) continue;
    const Vec3 n = glm::conjugate(tank.pose.orientation) * normal;
    Vec3 to = from, turned = n;
    float onWall = 0.f, onFloor = 0.f;  // share of the vertex that a wall and the floor hold, 0 .. 1
    for (int axis = 0; axis < 3; ++axis) {
      const float side = from[axis] < 0.f ? -1.f : 1.f;
      if (axis == 1 && side > 0.f) continue;  // the tank is open at its top
      const float distance = -outside[axis], cosine = side * n[axis];
      const float atFace = glm::smoothstep(kLooksAside, kLooksAtFace, cosine);
      const float reach = glm::mix(kReachAlong, 1.f, atFace) * reach_;
      if (distance > reach) continue;
      float beside = 0.f;  // share to which another face holds the vertex, 0 .. 1
      for (int other = 0; other < 3; ++other)
        if (other != axis && (other != 1 || from.y < 0.f))
          beside = std::max(beside, 1.f - glm::smoothstep(kBeside, 2.f * kBeside, -outside[other] / reach_));
      const float looks = std::max(atFace, beside * glm::smoothstep(kLooksAway, kLooksAlong, cosine));
      const float released = glm::smoothstep(kOnFace, 1.f, distance / reach);
      const float kept = std::max(distance * released, kGap * reach_);
      to[axis] = side * (tank.half[axis] - glm::mix(distance, kept, looks));
      (axis == 1 ? onFloor : onWall) = std::max(axis == 1 ? onFloor : onWall, looks * (1.f - released));
    }
    if (to == from) return;  // the way to the tank's axes and back would round
    const float share = onFloor * onWall;
    turned.y *= 1.f - share;
    position = tank.pose.toWorld(to);
    const float length = glm::length(turned);
    if (share > 0.f && length > 1e-3f) normal = tank.pose.directionToWorld(turned / length);
    return;
  }
}

}  // namespace ooze
