#include "particles/selection.h"

#include <algorithm>

namespace ooze {
namespace {

constexpr std::size_t kSelectionGrain = 4096;  // particles per parallel chunk

}  // namespace

std::vector<std::uint32_t> indicesWithin(const Particles& particles, FunctionRef<bool(const Vec3&)> region) {
  std::vector<std::uint32_t> within;
  for (std::size_t i = 0; i < particles.size(); ++i)
    if (region(particles.position[i])) within.push_back(static_cast<std::uint32_t>(i));
  return within;
}

std::vector<std::uint32_t> indicesOf(const Particles& particles, std::span<const std::uint32_t> ids) {
  std::vector<std::uint32_t> wanted(ids.begin(), ids.end());
  std::sort(wanted.begin(), wanted.end());
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < particles.size(); ++i)
    if (std::binary_search(wanted.begin(), wanted.end(), particles.id[i]))
      found.push_back(static_cast<std::uint32_t>(i));
  return found;
}

std::span<const std::uint32_t> OutsideSearch::find(const Particles& particles, const Aabb& box,
                                                   const Threads& threads) {
  const std::size_t size = particles.size();
  // Nearly always every particle is inside: test in parallel, then collect in order.
  chunks_.assign(Threads::chunkCount(size, kSelectionGrain), 0);
  threads.forChunks(size, kSelectionGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    bool inside = true;
    for (std::size_t i = begin; i < end; ++i) inside &= box.contains(particles.position[i]);
    if (!inside) chunks_[chunk] = 1;
  });
  outside_.clear();
  for (std::size_t chunk = 0; chunk < chunks_.size(); ++chunk)
    for (std::size_t i = chunk * kSelectionGrain;
         chunks_[chunk] && i < std::min(size, (chunk + 1) * kSelectionGrain); ++i)
      if (!box.contains(particles.position[i])) outside_.push_back(static_cast<std::uint32_t>(i));
  return outside_;
}

}  // namespace ooze
