// Leaves out the solids that are far: first from a chunk of particles, by boxes in the world,
// then from each group of it, by one distance to each solid that is left.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <glm/gtc/quaternion.hpp>
#include <glm/vector_relational.hpp>
#include <span>
#include <vector>

namespace ooze {

class BodyFilter {
 public:
  /// Consecutive particles of the sorted order lie close together, in a row.
  static constexpr std::size_t kGroup = 16;

  /// @param chunk  holds all that will be asked for [m]
  /// @param reach  solids that come nearer than this are kept [m]
  BodyFilter(const Bodies& bodies, const Aabb& chunk, float reach) : reach_(reach), memory_(memory()) {
    memory_.inChunk.clear();
    for (const Body& body : bodies.list)
      if (body.present && comesWithin(body, chunk)) memory_.inChunk.push_back(&body);
  }

  /// Keeps the solids that may come within reach of something in these bounds.
  void choose(const Aabb& group) {
    memory_.near.clear();
    if (memory_.inChunk.empty()) return;
    const Vec3 centre = group.centre();
    const float limit = kSlack * (0.5f * glm::length(group.size()) + reach_);
    for (const Body* body : memory_.inChunk)
      if (!(body->shape->distance(body->pose.toLocal(centre)) >= limit)) memory_.near.push_back(body);
  }
  [[nodiscard]] std::span<const Body* const> near() const { return memory_.near; }

 private:
  /// From the place that it has or from the one that it comes from: what a fast one has passed over it has
  /// met.
  [[nodiscard]] bool comesWithin(const Body& body, const Aabb& chunk) const {
    const Aabb solid = body.shape->solidBounds();
    if (!isFinite(solid.lower) || !isFinite(solid.upper)) return true;
    Aabb path = inWorld(solid, body.pose);
    if (body.motion != Motion::Static) path.include(inWorld(solid, body.previousPose));
    // Asked for what is far, so that a place that is no number is near to all.
    const Aabb within = path.expanded(kSlack * reach_);
    return !(glm::any(glm::greaterThan(within.lower, chunk.upper)) ||
             glm::any(glm::lessThan(within.upper, chunk.lower)));
  }
  static Aabb inWorld(const Aabb& box, const Pose& pose) {
    const glm::mat3 turn = glm::mat3_cast(pose.orientation);
    const Vec3 half = 0.5f * box.size();
    const Vec3 extent = glm::abs(turn[0]) * half.x + glm::abs(turn[1]) * half.y + glm::abs(turn[2]) * half.z;
    const Vec3 centre = pose.toWorld(box.centre());
    return {centre - extent, centre + extent};
  }

  struct Memory {
    std::vector<const Body*> inChunk, near;
  };
  /// One per thread, which has one filter at a time: a warm step takes no memory.
  static Memory& memory() {
    static thread_local Memory memory;
    return memory;
  }

  static constexpr float kSlack = 1.1f;  // a sampled distance may be a little longer than the true one
  float reach_;
  Memory& memory_;
};

inline Aabb boundsOf(const Vec3Array& positions, std::size_t begin, std::size_t end) {
  Aabb bounds;
  for (std::size_t i = begin; i < end; ++i) bounds.include(positions[i]);
  return bounds;
}

}  // namespace ooze
