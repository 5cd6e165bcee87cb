// Connected bodies of particles, found as connected components of the neighbour graph.
#pragma once

#include "base/disjoint_sets.h"
#include "liquid/particle_liquid.h"

#include <cstdint>
#include <vector>

namespace ooze::shape_matching {

/// Neighbours nearer than this belong to one body [spacings]. The value lies between the nearest and the next
/// shell of neighbours in settled liquid.
inline constexpr float kBodyReach = 1.3f;

/// Finds connected bodies of particles and numbers them.
class ConnectedBodies {
 public:
  /// Finds the connected bodies among some particles. Bodies are numbered in the order of their first
  /// particles, whatever the number of threads.
  /// @param reach  largest distance of connected particles [m], at most that of the neighbour lists
  /// @param counts  returns whether a particle takes part
  /// @return number of bodies
  std::uint32_t find(const ParticleLiquid& liquid, float reach, FunctionRef<bool(std::size_t i)> counts,
                     const Threads& threads);
  /// Returns the body of a particle; kNone for a particle that does not take part.
  [[nodiscard]] std::uint32_t bodyOf(std::size_t i) const { return bodyOf_[i]; }
  static constexpr std::uint32_t kNone = ~0u;

 private:
  struct Pair {
    std::uint32_t a, b;
  };
  std::vector<std::vector<Pair>> pairs_;  ///< connected pairs per chunk of particles
  DisjointSets sets_;
  std::vector<std::uint32_t> bodyOf_, numbers_;
};

}  // namespace ooze::shape_matching
