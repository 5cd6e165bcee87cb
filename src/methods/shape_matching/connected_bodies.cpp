#include "methods/shape_matching/connected_bodies.h"

namespace ooze::shape_matching {

std::uint32_t ConnectedBodies::find(const ParticleLiquid& liquid, float reach,
                                    FunctionRef<bool(std::size_t)> counts, const Threads& threads) {
  constexpr std::size_t kGrain = 1024;  // particles per parallel chunk
  const Vec3Array& x = liquid.particles.position;
  const std::size_t n = x.size();
  if (pairs_.size() < Threads::chunkCount(n, kGrain)) pairs_.resize(Threads::chunkCount(n, kGrain));
  threads.forChunks(n, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::vector<Pair>& pairs = pairs_[chunk];
    pairs.clear();
    for (std::size_t i = begin; i < end; ++i) {
      if (!counts(i)) continue;
      const Vec3 at = x[i];
      liquid.neighbours().of(i).forEach([&](std::size_t j) {
        const Vec3 apart = x[j] - at;
        if (j < i && glm::dot(apart, apart) < reach * reach && counts(j))
          pairs.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
      });
    }
  });
  sets_.reset(n);
  for (std::size_t chunk = 0; chunk < Threads::chunkCount(n, kGrain); ++chunk)
    for (const Pair& pair : pairs_[chunk]) sets_.join(pair.a, pair.b);
  // Sets of particles that do not take part get no number.
  bodyOf_.resize(n);
  numbers_.clear();
  std::uint32_t bodies = 0;
  sets_.number([&](std::size_t i, std::uint32_t set) {
    if (set == numbers_.size()) numbers_.push_back(counts(i) ? bodies++ : kNone);
    bodyOf_[i] = numbers_[set];
  });
  return bodies;
}

}  // namespace ooze::shape_matching
