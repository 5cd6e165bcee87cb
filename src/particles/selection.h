// Particles chosen by where they are or by their ids. Indices hold until particles are sorted, added or
// removed.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// The indices of those in a region, ascending.
std::vector<std::uint32_t> indicesWithin(const Particles& particles, FunctionRef<bool(const Vec3&)> region);

/// The indices of those of these ids that are there, ascending.
std::vector<std::uint32_t> indicesOf(const Particles& particles, std::span<const std::uint32_t> ids);

/// Finds what has left a box. It keeps its memory, because every step asks.
class OutsideSearch {
 public:
  /// @return indices, ascending; they hold until the next call
  std::span<const std::uint32_t> find(const Particles& particles, const Aabb& box, const Threads& threads);

 private:
  std::vector<std::uint8_t> chunks_;
  std::vector<std::uint32_t> outside_;
};

}  // namespace ooze
