// Faces of solids near each particle, as planes; those of dynamic bodies on request.
// A method may extend its density into these solids.
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

/// A face of a solid, as a plane in world space.
struct NearFace {
  const Body* body;
  Vec3 normal;     ///< unit normal out of the solid
  float distance;  ///< distance from the particle's position at the time of the search [m]
};

/// The faces near one particle at the time of the search, in the order of the bodies.
struct NearFaces {
  std::span<const NearFace> list;
  Vec3 from{0.f};     ///< position of the particle at the time of the search [m]
  float reach = 0.f;  ///< distance up to which faces are listed [m]
  /// The planes replace the solids while the particle is within this distance of `from` [m].
  float holds = 0.f;

  /// Returns true if the planes are still valid at p.
  [[nodiscard]] bool hold(const Vec3& p) const { return glm::dot(p - from, p - from) < holds * holds; }
  /// Returns the faces of one body only. An empty list with reach means that the body is known to be far.
  [[nodiscard]] NearFaces of(const Body& body) const {
    std::size_t begin = 0;
    while (begin < list.size() && list[begin].body != &body) ++begin;
    std::size_t end = begin;
    while (end < list.size() && list[end].body == &body) ++end;
    return {list.subspan(begin, end - begin), from, reach, holds};
  }
  /// Calls visit(body, faces of that body) for each body with faces in the list.
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

/// Finds the nearby faces of solids once per time step for all particles.
/// Later stages then skip distant solids and need no further distance queries for near ones.
class NearBodies {
 public:
  /// Finds the faces near every particle.
  /// @param reach  faces nearer than this are listed [m]
  /// @param holds  distance within which the planes stay valid [m]
  /// @param ofDynamic  whether faces of dynamic bodies are listed too
  void find(const Vec3Array& positions, const Bodies& bodies, float reach, float holds,
            const Threads& threads, bool ofDynamic = false);
  [[nodiscard]] NearFaces of(std::size_t i) const {
    if (none_) return {};
    const FaceChunk& c = chunks_[i / kChunk];
    const std::size_t k = i % kChunk;
    return {{c.faces.data() + c.begin[k], c.faces.data() + c.begin[k + 1]}, c.from[k], reach_, holds_};
  }

 private:
  static constexpr std::size_t kChunk = 256;
  struct FaceChunk {
    std::vector<NearFace> faces;
    std::array<std::uint32_t, kChunk + 1> begin;
    std::array<Vec3, kChunk> from;
  };
  BodyBoxes boxes_;
  std::vector<FaceChunk> chunks_;
  float reach_ = 0.f, holds_ = 0.f;
  bool none_ = true;
};

}  // namespace ooze
