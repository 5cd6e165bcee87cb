// A literal transcription of Clavet, Beaudoin and Poulin 2005, the baseline of the benchmarks: one thread,
// plain float, an array of particles, a hash grid with cells of h, springs in a hash map.
// tests/unit/literal_clavet_test.cpp checks this code against the double-precision transcription.
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

/// Parameters of the paper, in any consistent units. The defaults are in units of h and frames.
struct ClavetParameters {
  float h = 1.f;
  float restDensity = 10.f;  ///< rest density, rho0 in the paper
  float k = 0.004f;
  float kNear = 0.01f;
  float sigma = 0.1f, beta = 0.1f;
  float kSpring = 0.f;  ///< spring stiffness; 0: no springs
  float alpha = 0.3f, gamma = 0.1f;
  Vec3 gravity{0.f};
};

/// A spatial hash: particles in buckets by the hash of their cell, with all buckets in one array.
class HashGrid {
 public:
  void build(const std::vector<Particle>& particles, float h);

  /// Calls f(j) for every particle that was within the 27 cells around `p` when the grid was built.
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
    std::uint64_t key;  ///< packed coordinates of the cell, because several cells share a bucket
    std::uint32_t particle;
  };

  [[nodiscard]] Cell cellOf(const Vec3& p) const;
  [[nodiscard]] static std::uint64_t keyOf(const Cell& c);
  [[nodiscard]] std::uint32_t bucketOf(const Cell& c) const;

  float cellsPerLength_ = 1.f;
  std::uint32_t mask_ = 0;            ///< number of buckets (a power of two) minus 1
  std::vector<std::uint32_t> begin_;  ///< start of each bucket in entries_, and the end of the last
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> bucketOfParticle_;
};

class Liquid {
 public:
  explicit Liquid(const ClavetParameters& paper) : law(paper) {}

  ClavetParameters law;
  std::vector<Particle> particles;
  /// Rest lengths by pair, with the smaller index in the upper half of the key. The standard library's hash
  /// returns this key unchanged, so the springs of a particle are near each other in memory. This and
  /// reserved room were the fastest of the tried variants; a mixing hash without reserved room is much
  /// slower.
  std::unordered_map<std::uint64_t, float> springs;

  /// Advances by one time step (Algorithm 1), in the order of the particle indices and without solids.
  void step(float dt);

  /// Returns every pair closer than h, in the order in which the viscosity stage processes the pairs.
  [[nodiscard]] std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs();
  /// Returns the mean number of neighbours closer than h.
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
