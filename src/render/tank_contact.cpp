#include "render/tank_contact.h"

#include <algorithm>
#include <bit>
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
/// Share of the reach for a wall that the liquid does not touch: drops beside the wall stay round.
constexpr float kFreeReach = 0.3f;
/// Greatest distance from a face, as a share of the reach, at which a vertex counts as lying on the face.
constexpr float kLiesOnFace = 0.03f;
/// Standard deviation of the heights of a top from which calmness falls, and at which calmness is 0 [rest
/// spacings].
constexpr float kCalm = 0.2f, kWavy = 0.45f;
/// Distance from the level plane up to which a vertex moves fully, and width of the range in which farther
/// vertices move less [rest spacings].
constexpr float kOnTop = 0.8f, kFade = 0.5f;
/// Least upward part of the normal of a vertex that counts as top, and of a vertex that moves.
constexpr float kFacesUp = 0.9f, kFacesSlightlyUp = 0.15f;
/// Distance below the level plane up to which vertices on a wall move onto the plane, on one wall and in the
/// corner of two walls, where the mesh is rounder [rest spacings].
constexpr float kOnWall = 0.5f, kInCorner = 1.6f;
/// Distance from a wall up to which a vertex of the level top moves onto the wall [rest spacings]. A vertex
/// between would join the top to the wall by a triangle that lies in neither plane.
constexpr float kTopAtWall = 0.25f;
/// Bits of TankFaces::faces for the four walls.
constexpr std::uint8_t kWalls = 0b110011;
/// Fewer vertices than these make no level top: drops are round.
constexpr double kFewVertices = 60.0;

}  // namespace

TankContact::TankContact(const Snapshot& snapshot, float reach) : reach_(reach) {
  for (const Body& body : snapshot.bodies)
    if (body.isDrawn() && body.solid.kind == SolidShape::SolidKind::Tank)
      tanks_.push_back({body.pose, body.solid.size});
}

Vec3 TankContact::faceNormal(const TankFaces& set) const {
  if (set.faces & kLevelTop) return {0.f, 1.f, 0.f};
  const int face = std::countr_zero(set.faces);
  Vec3 local(0.f);
  local[face / 2] = face % 2 == 1 ? 1.f : -1.f;
  return tanks_[set.tank].pose.directionToWorld(local);
}

std::optional<std::size_t> TankContact::tankAround(const Vec3& position) const {
  for (std::size_t t = 0; t < tanks_.size(); ++t) {
    const Vec3 outside = glm::abs(tanks_[t].pose.toLocal(position)) - tanks_[t].half;
    if (std::max({outside.x, outside.y, outside.z}) < 0.1f * reach_) return t;
  }
  return std::nullopt;
}

float TankContact::distanceToWalls(std::size_t tank, const Vec3& position) const {
  const Vec3 inside = tanks_[tank].half - glm::abs(tanks_[tank].pose.toLocal(position));
  return std::min(inside.x, inside.z);
}

TankFaces TankContact::apply(Vec3& position, Vec3& normal, std::uint8_t touched) const {
  for (const InnerBox& tank : tanks_) {
    const Vec3 from = tank.pose.toLocal(position);
    const Vec3 outside = glm::abs(from) - tank.half;
    // Liquid outside the tank stays. The mesh may lie a little behind a face.
    if (std::max({outside.x, from.y < 0.f ? outside.y : -1.f, outside.z}) > 0.1f * reach_) continue;
    if (std::min({-outside.x, -outside.z, tank.half.y + from.y}) > reach_) continue;
    const Vec3 n = glm::conjugate(tank.pose.orientation) * normal;
    Vec3 to = from, turned = n;
    float onWall = 0.f, onFloor = 0.f;  // share of the vertex that a wall and the floor hold, 0 .. 1
    TankFaces on{static_cast<std::uint8_t>(&tank - tanks_.data()), 0};
    for (int axis = 0; axis < 3; ++axis) {
      const float side = from[axis] < 0.f ? -1.f : 1.f;
      if (axis == 1 && side > 0.f) continue;  // the tank is open at its top
      const float distance = -outside[axis], cosine = side * n[axis];
      const float atFace = glm::smoothstep(kLooksAside, kLooksAtFace, cosine);
      const bool touches = axis == 1 || (touched & 1u << (2 * axis + (side > 0.f)));
      const float reach = glm::mix(kReachAlong, 1.f, atFace) * (touches ? 1.f : kFreeReach) * reach_;
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
      if (tank.half[axis] - std::abs(to[axis]) < kLiesOnFace * reach_)
        on.faces |= static_cast<std::uint8_t>(1u << (2 * axis + (side > 0.f)));
    }
    if (to == from) return on;  // the way to the tank's axes and back would round
    const float share = onFloor * onWall;
    turned.y *= 1.f - share;
    position = tank.pose.toWorld(to);
    const float length = glm::length(turned);
    if (share > 0.f && length > 1e-3f) normal = tank.pose.directionToWorld(turned / length);
    return on;
  }
  return {};
}

std::uint8_t TankContact::moveOntoWalls(std::size_t tank, Vec3& position, float distance) const {
  const InnerBox& box = tanks_[tank];
  Vec3 local = box.pose.toLocal(position);
  std::uint8_t faces = 0;
  for (const int axis : {0, 2}) {
    if (box.half[axis] - std::abs(local[axis]) > distance) continue;
    const bool positive = local[axis] > 0.f;
    local[axis] = (positive ? 1.f : -1.f) * (box.half[axis] - kGap * reach_);
    faces |= static_cast<std::uint8_t>(1u << (2 * axis + positive));
  }
  if (faces != 0) position = box.pose.toWorld(local);
  return faces;
}

CalmLevel::CalmLevel(const TankContact& contact, float spacing)
    : contact_(contact), spacing_(spacing), tops_(contact.tanks()) {}

void CalmLevel::count(const Vec3& position, const Vec3& normal) {
  if (normal.y < kFacesUp) return;
  const std::optional<std::size_t> tank = contact_.tankAround(position);
  if (!tank || contact_.distanceToWalls(*tank, position) < contact_.reach()) return;
  TopHeights& top = tops_[*tank];
  const auto height = static_cast<double>(position.y);
  top.count += 1.0, top.sum += height, top.squares += height * height;
}

float CalmLevel::calmness(std::size_t tank) const {
  const TopHeights& top = tops_[tank];
  if (top.count < kFewVertices) return 0.f;
  const double variance = std::max(0.0, top.squares / top.count - top.mean() * top.mean());
  return 1.f - glm::smoothstep(kCalm, kWavy, static_cast<float>(std::sqrt(variance)) / spacing_);
}

void CalmLevel::apply(Vec3& position, Vec3& normal, TankFaces& set) const {
  const int walls = std::popcount(static_cast<std::uint8_t>(set.faces & kWalls));
  if (normal.y < (walls > 0 ? -kFacesSlightlyUp : kFacesSlightlyUp)) return;
  const std::optional<std::size_t> tank = contact_.tankAround(position);
  if (!tank) return;
  const float calm = calmness(*tank);
  if (calm <= 0.f) return;
  const auto level = static_cast<float>(tops_[*tank].mean());
  const float away = std::abs(position.y - level) / spacing_;
  if (normal.y < kFacesSlightlyUp && away > (walls > 1 ? kInCorner : kOnWall)) return;
  const float whole = walls > 1 ? kInCorner : kOnTop;
  const float moved = calm * (1.f - glm::smoothstep(whole, whole + kFade, away));
  if (moved <= 0.f) return;
  position.y = glm::mix(position.y, level, moved);
  normal = glm::normalize(glm::mix(normal, Vec3(0.f, 1.f, 0.f), moved));
  set.tank = static_cast<std::uint8_t>(*tank);
  if (moved < 1.f) return;
  set.faces |= kLevelTop;
  set.faces |= contact_.moveOntoWalls(*tank, position, kTopAtWall * spacing_);
}

}  // namespace ooze
