// The particles of the liquid and the hidden ones of solids, side by side, with who is near whom.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include "methods/mps/walls.h"
#include "particles/neighbours.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::mps {

enum class PointKind : std::uint8_t {
  Liquid,
  Wall,   ///< the outermost layer of a solid, or frozen liquid: has a pressure
  Hidden  ///< of a solid's layers below: counts in n alone
};

/// All that takes part in the sums of a step, sorted so that near ones lie near in memory. A function of
/// where liquid and solids are, hence no part of a state.
class Points {
 public:
  Vec3Array at, velocity;    ///< [m, m/s]
  Vec3Array normal;          ///< of a solid's surface, outward; of particles 0
  std::vector<float> depth;  ///< under a solid's surface; of particles 0 [m]
  std::vector<PointKind> kind;
  std::vector<std::uint32_t> from;       ///< index of the liquid's particle, or number of the body
  std::vector<std::uint8_t> isParticle;  ///< of the liquid, frozen or not
  std::vector<float> friction;           ///< of what liquid flows along: 0 lets it slip .. 1 holds it [1]

  // Neighbours of point i: entries [first[i], first[i + 1]), ascending, i itself not among them. Nobody asks
  // who is near a hidden one, nor near a wall that sees no liquid: those have none. Of others, whoever is in
  // i's row has i in its own.
  std::vector<std::uint32_t> first, neighbour;
  std::vector<float> distance;  ///< over the spacing [1]

  [[nodiscard]] std::size_t size() const { return kind.size(); }
  /// Of a solid that does not hold liquid altogether.
  [[nodiscard]] bool slips(std::size_t i) const { return friction[i] < 1.f; }

  /// @param spacing  l0 [m] @param reach  of the lists [spacings]
  void gather(const Particles& particles, std::span<const Walls::Point> walls, const Bodies& bodies,
              float spacing, float reach, const Threads& threads);
  /// The distances, from where the points are now.
  void measure(float spacing, const Threads& threads);

  /// From a point to the other of an entry [spacings].
  [[nodiscard]] Vec3 offset(std::size_t i, std::size_t j, float inverseSpacing) const {
    return inverseSpacing * (at[j] - at[i]);
  }

  static constexpr std::size_t kGrain = 512;  ///< points of a parallel chunk
  template <class Each>
  void forEach(const Threads& threads, const Each& each) const {
    threads.forChunks(size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) each(i);
    });
  }

 private:
  void list(const Threads& threads);

  Neighbours search_;
  std::vector<std::uint8_t> asks_;
  Vec3Array unsorted_;
};

}  // namespace ooze::mps
