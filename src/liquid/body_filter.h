// Leaves out the solids that are far from a group of particles, by one distance per group and solid.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <span>
#include <vector>

namespace ooze {

class BodyFilter {
 public:
  /// Consecutive particles of the sorted order lie close together, in a row.
  static constexpr std::size_t kGroup = 16;

  explicit BodyFilter(const Bodies& bodies) : bodies_(bodies), near_(memory()) {}

  /// Keeps the solids that may come within `reach` of something in these bounds.
  void choose(const Aabb& bounds, float reach) {
    near_.clear();
    const Vec3 centre = bounds.centre();
    // A sampled distance may be a little longer than the true one.
    constexpr float kSlack = 1.1f;
    const float limit = kSlack * (0.5f * glm::length(bounds.size()) + reach);
    for (const Body& body : bodies_.list)
      if (body.present && !(body.shape->distance(body.pose.toLocal(centre)) >= limit)) near_.push_back(&body);
  }
  [[nodiscard]] std::span<const Body* const> near() const { return near_; }

 private:
  const Bodies& bodies_;
  std::vector<const Body*>& near_;

  /// One per thread, which has one filter at a time: a warm step takes no memory.
  static std::vector<const Body*>& memory() {
    static thread_local std::vector<const Body*> bodies;
    return bodies;
  }
};

inline Aabb boundsOf(const Vec3Array& positions, std::size_t begin, std::size_t end) {
  Aabb bounds;
  for (std::size_t i = begin; i < end; ++i) bounds.include(positions[i]);
  return bounds;
}

}  // namespace ooze
