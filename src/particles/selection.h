// Selection of particles by region or by id.
// Indices are valid until particles are sorted, added or removed.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze {

/// Returns the indices of the particles in a region, ascending.
std::vector<std::uint32_t> indicesWithin(const Particles& particles, FunctionRef<bool(const Vec3&)> region);

/// Returns the indices of the particles that have one of these ids, ascending; missing ids are skipped.
std::vector<std::uint32_t> indicesOf(const Particles& particles, std::span<const std::uint32_t> ids);

/// Finds particles outside a box. The buffers are reused, because every step searches.
class OutsideSearch {
 public:
  /// Finds all particles outside the box.
  /// @return indices, ascending, valid until the next call
  std::span<const std::uint32_t> find(const Particles& particles, const Aabb& box, const Threads& threads);

 private:
  std::vector<std::uint8_t> chunks_;
  std::vector<std::uint32_t> outside_;
};

}  // namespace ooze
