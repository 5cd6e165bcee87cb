// Neighbours within the reach of a stage, without gaps between them. The lists of the search
// (particles/neighbours.h) hold farther particles too, and their packets of eight consecutive particles hold
// two or three neighbours each. Stages that loop over the lists many times in a step use these instead.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/particles/particles.h"

#include "particles/neighbours.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze::steele {

/// The near neighbours of one particle.
struct NearList {
  const std::uint32_t* index;  ///< `count` neighbours, then the particle itself up to a multiple of eight
  std::size_t count;

  template <class Visit>
  void forEach(const Visit& visit) const {
    for (std::size_t k = 0; k < count; ++k) visit(static_cast<std::size_t>(index[k]));
  }
};

/// The near neighbours of all particles.
class NearLists {
 public:
  static constexpr std::size_t kChunk = 256;  ///< particles of one chunk
  /// The lists of consecutive particles, end to end.
  struct Chunk {
    std::vector<std::uint32_t> words;  ///< storage; never shrinks
    std::array<std::uint32_t, kChunk> begin, count;
  };

  /// Lists for every particle the neighbours closer than `reach`, in the order of its list in `all`.
  /// @param reach  at most that of `all` [m]
  void find(const Neighbours& all, const Vec3Array& position, float reach, const Threads& threads);
  /// Returns the list of particle i, valid until the next find().
  [[nodiscard]] NearList of(std::size_t i) const {
    const Chunk& c = chunks_[i / kChunk];
    return {c.words.data() + c.begin[i % kChunk], c.count[i % kChunk]};
  }

 private:
  std::vector<Chunk> chunks_;
};

/// Four floats of each particle, side by side, which a stage reads for each neighbour with one load.
using Quadruples = std::vector<float>;

/// Stores vectors with one further value.
/// @param last  value by particle; null: 0
void pack(const Vec3Array& vectors, const float* last, Quadruples& packed, const Threads& threads);

}  // namespace ooze::steele
