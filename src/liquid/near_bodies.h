// The faces of solids that stand or follow their keys which each particle has within reach: those that a
// method may fill with density.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include "liquid/body_filter.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// A face of a solid, as a plane in the world.
struct NearFace {
  const Body* body;
  Vec3 normal;     ///< out of the solid
  float distance;  ///< from where the particle was when it looked [m]
};

/// What a particle found when it looked, ordered as the bodies are.
struct NearFaces {
  std::span<const NearFace> list;
  Vec3 from{0.f};     ///< where it was
  float reach = 0.f;  ///< faces nearer than this are listed [m]
  float holds = 0.f;  ///< the planes stand for the solids while it is nearer than this to there [m]

  [[nodiscard]] bool hold(const Vec3& p) const { return glm::dot(p - from, p - from) < holds * holds; }
  /// The same of one body: a particle that looked and found none knows that it is far.
  [[nodiscard]] NearFaces of(const Body& body) const {
    std::size_t begin = 0;
    while (begin < list.size() && list[begin].body != &body) ++begin;
    std::size_t end = begin;
    while (end < list.size() && list[end].body == &body) ++end;
    return {list.subspan(begin, end - begin), from, reach, holds};
  }
  /// Calls visit(body, what was found of it) for each that was found.
  template <class Visit>
  void forBodies(const Visit& visit) const {
    for (std::size_t k = 0, end = 0; k < list.size(); k = end) {
      while (end < list.size() && list[end].body == list[k].body) ++end;
      visit(*list[k].body, NearFaces{list.subspan(k, end - k), from, reach, holds});
    }
  }
  [[nodiscard]] bool ofSeveralBodies() const {
    return !list.empty() && list.front().body != list.back().body;
  }
};

/// Looked up once per step for all particles, so that no stage looks at solids that are far, nor again at
/// those that are near.
class NearBodies {
 public:
  /// @param reach  faces nearer than this are listed [m] @param holds  of the planes [m]
  void find(const Vec3Array& positions, const Bodies& bodies, float reach, float holds,
            const Threads& threads);
  [[nodiscard]] NearFaces of(std::size_t i) const {
    if (none_) return {};
    const Chunk& c = chunks_[i / kChunk];
    const std::size_t k = i % kChunk;
    return {{c.faces.data() + c.begin[k], c.faces.data() + c.begin[k + 1]}, c.from[k], reach_, holds_};
  }

 private:
  static constexpr std::size_t kChunk = 256;
  struct Chunk {
    std::vector<NearFace> faces;
    std::array<std::uint32_t, kChunk + 1> begin;
    std::array<Vec3, kChunk> from;
  };
  BodyBoxes boxes_;
  std::vector<Chunk> chunks_;
  float reach_ = 0.f, holds_ = 0.f;
  bool none_ = true;
};

}  // namespace ooze
