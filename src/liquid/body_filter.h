// Leaves out the solids that are far: first from a chunk of particles and from each group of it, by boxes in
// the world, then by one distance from the group to each solid that is left.
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

/// The box along the world's axes round one along a pose's.
inline Aabb boxInWorld(const Aabb& box, const Pose& pose) {
  const glm::mat3 turn = glm::mat3_cast(pose.orientation);
  const Vec3 half = 0.5f * box.size();
  const Vec3 extent = glm::abs(turn[0]) * half.x + glm::abs(turn[1]) * half.y + glm::abs(turn[2]) * half.z;
  const Vec3 centre = pose.toWorld(box.centre());
  return {centre - extent, centre + extent};
}

/// A body and the box that all lies in which may come within reach of it, in the world.
struct BoxedBody {
  const Body* body;
  Aabb within;

  // Asked for what is far, so that a place that is no number is near to all.
  [[nodiscard]] bool isFar(const Vec3& lower, const Vec3& upper) const {
    return within.lower.x > upper.x || within.upper.x < lower.x || within.lower.y > upper.y ||
           within.upper.y < lower.y || within.lower.z > upper.z || within.upper.z < lower.z;
  }
};

/// The boxes of all bodies that are present.
class BodyBoxes {
 public:
  /// For those who keep none, until the same thread asks again: a warm step takes no memory.
  static const BodyBoxes& found(const Bodies& bodies, float reach) {
    static thread_local BodyBoxes boxes;
    boxes.find(bodies, reach);
    return boxes;
  }

  /// @param reach  solids that come nearer than this are kept [m]
  void find(const Bodies& bodies, float reach) {
    find(bodies, reach, [](const Body&) { return true; });
  }
  /// @param wants  told a body that is present: whether it counts
  template <class Wants>
  void find(const Bodies& bodies, float reach, const Wants& wants) {
    reach_ = reach;
    list_.clear();
    for (const Body& body : bodies.list)
      if (body.present && wants(body)) list_.push_back({&body, boxOf(body).expanded(kSlack * reach)});
  }
  [[nodiscard]] std::span<const BoxedBody> list() const { return list_; }
  [[nodiscard]] float reach() const { return reach_; }

  static constexpr float kSlack = 1.1f;  // a sampled distance may be a little longer than the true one

  /// From the place that it has or from the one that it comes from: what a fast one has passed over it has
  /// met.
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

class BodyFilter {
 public:
  /// Consecutive particles of the sorted order lie close together, in a row.
  static constexpr std::size_t kGroup = 16;

  /// @param chunk  holds all that will be asked for [m]
  BodyFilter(const BodyBoxes& boxes, const Aabb& chunk) : reach_(boxes.reach()), memory_(memory()) {
    memory_.inChunk.clear();
    for (const BoxedBody& body : boxes.list())
      if (!body.isFar(chunk.lower, chunk.upper)) memory_.inChunk.push_back(body);
  }

  /// Keeps the solids that may come within reach of something in these bounds.
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
  /// Of one place in the group, some are far still.
  [[nodiscard]] std::span<const BoxedBody> near() const { return memory_.near; }

 private:
  struct Memory {
    std::vector<BoxedBody> inChunk, near;
  };
  /// One per thread, which has one filter at a time: a warm step takes no memory.
  static Memory& memory() {
    static thread_local Memory memory;
    return memory;
  }

  float reach_;
  Memory& memory_;
};

inline Aabb boundsOf(const Vec3Array& positions, std::size_t begin, std::size_t end) {
  Aabb bounds;
  for (std::size_t i = begin; i < end; ++i) bounds.include(positions[i]);
  return bounds;
}

}  // namespace ooze
