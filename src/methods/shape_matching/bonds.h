// Which particles hang together: bodies by who touches whom.
#pragma once

#include "liquid/particle_liquid.h"
#include "methods/shape_matching/disjoint_sets.h"

#include <cstdint>
#include <vector>

namespace ooze::shape_matching {

/// Neighbours nearer than this are of one body [spacings]: between the nearest of settled liquid and the
/// next.
inline constexpr float kBondReach = 1.3f;

class Bonds {
 public:
  /// Finds the connected bodies among some particles. Their numbers count up with the first particle of each,
  /// whatever the number of threads.
  /// @param reach  [m], at most that of the lists @param counts  told a particle: whether it is one of them
  /// @return how many there are
  std::uint32_t find(const ParticleLiquid& liquid, float reach, FunctionRef<bool(std::size_t i)> counts,
                     const Threads& threads);
  /// By particle; kNone of those that do not count.
  [[nodiscard]] std::uint32_t bodyOf(std::size_t i) const { return bodyOf_[i]; }
  static constexpr std::uint32_t kNone = ~0u;

 private:
  struct Pair {
    std::uint32_t a, b;
  };
  std::vector<std::vector<Pair>> pairs_;  ///< by chunk of particles
  DisjointSets sets_;
  std::vector<std::uint32_t> bodyOf_, numbers_;
};

}  // namespace ooze::shape_matching
