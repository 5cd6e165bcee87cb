// Which solids that stand or follow their keys each particle has within reach: those that a method may fill
// with density.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Found once per step for all particles, so that no stage looks at solids that are far.
class NearBodies {
 public:
  /// @param reach  solids nearer than this are listed [m]
  void find(const Vec3Array& positions, const Bodies& bodies, float reach, const Threads& threads);
  [[nodiscard]] std::span<const Body* const> of(std::size_t i) const {
    if (none_) return {};
    const Chunk& c = chunks_[i / kChunk];
    const std::size_t k = i % kChunk;
    return {c.bodies.data() + c.begin[k], c.bodies.data() + c.begin[k + 1]};
  }

 private:
  static constexpr std::size_t kChunk = 256;
  struct Chunk {
    std::vector<const Body*> bodies;
    std::array<std::uint32_t, kChunk + 1> begin;
  };
  std::vector<Chunk> chunks_;
  bool none_ = true;
};

}  // namespace ooze
