// Broad phase between particles and solids.
// Distant solids are discarded in steps: by bounding boxes in the world for a chunk of particles and for each
// group, then by one signed distance from the group to each remaining solid.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <cstddef>
#include <glm/gtc/quaternion.hpp>
#include <glm/vector_relational.hpp>
#include <limits>
#include <span>
#include <vector>

namespace ooze {

/// Returns the axis-aligned bounding box in the world of a box in a posed frame.
inline Aabb boxInWorld(const Aabb& box, const Pose& pose) {
  const glm::mat3 turn = glm::mat3_cast(pose.orientation);
  const Vec3 half = 0.5f * box.size();
  const Vec3 extent = glm::abs(turn[0]) * half.x + glm::abs(turn[1]) * half.y + glm::abs(turn[2]) * half.z;
  const Vec3 centre = pose.toWorld(box.centre());
  return {centre - extent, centre + extent};
}

/// A body and the box in the world outside which nothing comes within reach of the body.
struct BoxedBody {
  const Body* body;
  Aabb within;

  // Returns true if the range of points lies outside the box. Written so that a NaN is never far.
  [[nodiscard]] bool isFar(const Vec3& lower, const Vec3& upper) const {
    return within.lower.x > upper.x || within.upper.x < lower.x || within.lower.y > upper.y ||
           within.upper.y < lower.y || within.lower.z > upper.z || within.upper.z < lower.z;
  }
};

/// The bounding boxes of all bodies that are present.
class BodyBoxes {
 public:
  /// Returns a thread-local list for callers without their own; valid until the next call on this thread.
  /// The list is reused, so a warm time step allocates no memory.
  static const BodyBoxes& found(const Bodies& bodies, float reach) {
    static thread_local BodyBoxes boxes;
    boxes.find(bodies, reach);
    return boxes;
  }

  /// Finds the boxes of all bodies that are present.
  /// @param reach  solids that come nearer than this are kept [m]
  void find(const Bodies& bodies, float reach) {
    find(bodies, reach, [](const Body&) { return true; });
  }
  /// Finds the boxes of the present bodies that satisfy a predicate.
  /// @param wants  predicate over the bodies that are present
  template <class Wants>
  void find(const Bodies& bodies, float reach, const Wants& wants) {
    reach_ = reach;
    list_.clear();
    for (const Body& body : bodies.list)
      if (body.present && wants(body)) list_.push_back({&body, boxOf(body).expanded(kSlack * reach)});
  }
  [[nodiscard]] std::span<const BoxedBody> list() const { return list_; }
  [[nodiscard]] float reach() const { return reach_; }

  // A sampled distance may be slightly longer than the true distance.
  static constexpr float kSlack = 1.1f;

  /// Returns the bounding box of a body over the time step, from its previous pose to its present pose.
  /// A fast body collides with everything that it has passed over.
  static Aabb boxOf(const Body& body) {
    const Aabb solid = body.shape->solidBounds();
    if (!isFinite(solid.lower) || !isFinite(solid.upper))
      return {Vec3(-std::numeric_limits<float>::infinity()), Vec3(std::numeric_limits<float>::infinity())};
    Aabb path = boxInWorld(solid, body.pose);
    if (body.motion != Motion::Static) path.include(boxInWorld(solid, body.previousPose));
    return path;
  }

 private:
  std::vector<BoxedBody> list_;
  float reach_ = 0.f;
};

/// Selects the solids that may come within reach of a group of particles.
class BodyFilter {
 public:
  /// Particles per group. Consecutive particles in sorted order lie close together.
  static constexpr std::size_t kGroup = 16;

  /// @param chunk  bounding box of all particles that will be queried [m]
  BodyFilter(const BodyBoxes& boxes, const Aabb& chunk) : reach_(boxes.reach()), memory_(memory()) {
    memory_.inChunk.clear();
    for (const BoxedBody& body : boxes.list())
      if (!body.isFar(chunk.lower, chunk.upper)) memory_.inChunk.push_back(body);
  }

  /// Selects the solids that may come within reach of a point in these bounds.
  void choose(const Aabb& group) {
    memory_.near.clear();
    if (memory_.inChunk.empty()) return;
    const Vec3 centre = group.centre();
    const float limit = BodyBoxes::kSlack * (0.5f * glm::length(group.size()) + reach_);
    for (const BoxedBody& boxed : memory_.inChunk)
      if (!boxed.isFar(group.lower, group.upper) &&
          !(boxed.body->shape->distance(boxed.body->pose.toLocal(centre)) >= limit))
        memory_.near.push_back(boxed);
  }
  /// Returns the selected solids; for a single place in the group some may still be far.
  [[nodiscard]] std::span<const BoxedBody> near() const { return memory_.near; }

 private:
  struct ContactMemory {
    std::vector<BoxedBody> inChunk, near;
  };
  /// One buffer per thread, which uses one filter at a time: a warm time step allocates no memory.
  static ContactMemory& memory() {
    static thread_local ContactMemory memory;
    return memory;
  }

  float reach_;
  ContactMemory& memory_;
};

inline Aabb boundsOf(const Vec3Array& positions, std::size_t begin, std::size_t end) {
  Aabb bounds;
  for (std::size_t i = begin; i < end; ++i) bounds.include(positions[i]);
  return bounds;
}

}  // namespace ooze
