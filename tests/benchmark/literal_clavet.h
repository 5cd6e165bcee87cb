// Clavet, Beaudoin and Poulin 2005 as anyone would write it down from the paper: one thread, plain float, an
// array of particles, a hash grid with cells of h, springs in a hash map. What the fast step is measured
// against; it is held to the double-precision transcription by tests/unit/literal_clavet_test.cpp.
#pragma once

#include "ooze/base/math.h"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ooze::literal {

struct Particle {
  Vec3 position{0.f}, velocity{0.f}, previous{0.f};
};

/// The numbers of the paper. Any consistent units; the defaults are h and frames.
struct Law {
  float h = 1.f;
  float restDensity = 10.f;  ///< rho0
  float k = 0.004f;
  float kNear = 0.01f;
  float sigma = 0.1f, beta = 0.1f;
  float kSpring = 0.f;  ///< 0: no springs
  float alpha = 0.3f, gamma = 0.1f;
  Vec3 gravity{0.f};
};

/// Particles in buckets by the hash of their cell, buckets one after the other in one array.
class HashGrid {
 public:
  void build(const std::vector<Particle>& particles, float h);

  /// Calls f(j) for every particle that was within the 27 cells round `p` when the grid was built.
  template <class F>
  void forEachNear(const Vec3& p, const F& f) const {
    const Cell centre = cellOf(p);
    for (int z = centre.z - 1; z <= centre.z + 1; ++z)
      for (int y = centre.y - 1; y <= centre.y + 1; ++y)
        for (int x = centre.x - 1; x <= centre.x + 1; ++x) {
          const std::uint64_t key = keyOf({x, y, z});
          const std::uint32_t bucket = bucketOf({x, y, z});
          for (std::uint32_t e = begin_[bucket]; e < begin_[bucket + 1]; ++e)
            if (entries_[e].key == key) f(entries_[e].particle);
        }
  }

 private:
  struct Cell {
    int x, y, z;
  };
  struct Entry {
    std::uint64_t key;  ///< the cell: several share a bucket
    std::uint32_t particle;
  };

  [[nodiscard]] Cell cellOf(const Vec3& p) const;
  [[nodiscard]] static std::uint64_t keyOf(const Cell& c);
  [[nodiscard]] std::uint32_t bucketOf(const Cell& c) const;

  float cellsPerLength_ = 1.f;
  std::uint32_t mask_ = 0;            ///< number of buckets, a power of two, less 1
  std::vector<std::uint32_t> begin_;  ///< of each bucket in entries_, and the end of the last
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> bucketOfParticle_;
};

class Liquid {
 public:
  explicit Liquid(const Law& paper) : law(paper) {}

  Law law;
  std::vector<Particle> particles;
  /// Rest lengths by pair: the smaller index in the upper half of the key. The standard library's hash leaves
  /// such a key as it is, so that the springs of a particle are near each other: with room reserved the
  /// fastest of what was tried (a hash that mixes, and no room reserved: 0.55 to 0.6 of the speed at 20,000
  /// particles).
  std::unordered_map<std::uint64_t, float> springs;

  /// Algorithm 1, in the order of the indices; there are no solids.
  void step(float dt);

  /// Every pair closer than h, in the order in which viscosity takes them.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs();
  /// Neighbours closer than h, mean over the particles.
  [[nodiscard]] double meanNeighbours();

  static std::uint64_t springKey(std::uint32_t i, std::uint32_t j) {
    return (static_cast<std::uint64_t>(i) << 32) | j;
  }

 private:
  template <class F>
  void forEachPair(const F& f) const;
  template <class F>
  void forEachNeighbour(std::uint32_t i, const F& f) const;

  void applyViscosity(float dt);
  void adjustSprings(float dt);
  void applySpringDisplacements(float dt);
  void relaxDoubleDensity(float dt);

  HashGrid grid_;
};

}  // namespace ooze::literal
