// Builds the lists of near neighbours.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/near_lists.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/steele/near_lists.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Lists the near neighbours of the particles [begin, end).
void listNear(const Neighbours& all, const Vec3Array& position, float reach2, std::size_t begin,
              std::size_t end, NearLists::Chunk& chunk) {
  const float *px = position.x.data(), *py = position.y.data(), *pz = position.z.data();
  const FloatPacket limit = broadcast(reach2);
  alignas(32) constexpr std::uint32_t kCounting[8] = {0, 1, 2, 3, 4, 5, 6, 7};
  const IntPacket counting = load(kCounting);
  std::size_t used = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const NeighbourList list = all.of(i);
    // A packet is stored whole, and the list is filled up to a multiple of eight.
    const std::size_t most = used + 8 * list.eights.size() + list.singles.size() + 16;
    if (most > chunk.words.size()) chunk.words.resize(most + most / 2);
    std::uint32_t* const first = chunk.words.data() + used;
    std::uint32_t* next = first;
    const FloatPacket x = broadcast(px[i]), y = broadcast(py[i]), z = broadcast(pz[i]);
    for (const std::uint32_t e : list.eights) {
      const std::uint32_t s = e >> 8;
      const FloatPacket dx = load(px + s) - x, dy = load(py + s) - y, dz = load(pz + s) - z;
      const MaskPacket near = fromBits(e & 255u) & (dx * dx + dy * dy + dz * dz < limit);
      next += compress(counting + broadcast(static_cast<std::int32_t>(s)), near, next);
    }
    for (const std::uint32_t j : list.singles) {
      const float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
      *next = j;
      next += dx * dx + dy * dy + dz * dz < reach2 ? 1 : 0;
    }
    const auto count = static_cast<std::size_t>(next - first);
    store(broadcast(static_cast<std::int32_t>(i)), next);
    chunk.begin[i - begin] = static_cast<std::uint32_t>(used);
    chunk.count[i - begin] = static_cast<std::uint32_t>(count);
    used += (count + 7) / 8 * 8;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::steele {
HWY_EXPORT(listNear);

void NearLists::find(const Neighbours& all, const Vec3Array& position, float reach, const Threads& threads) {
  const std::size_t n = position.size();
  if (chunks_.size() < Threads::chunkCount(n, kChunk)) chunks_.resize(Threads::chunkCount(n, kChunk));
  threads.forChunks(n, kChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(listNear)(all, position, reach * reach, begin, end, chunks_[chunk]);
  });
}

void pack(const Vec3Array& vectors, const float* last, Quadruples& packed, const Threads& threads) {
  constexpr std::size_t kPackGrain = 2048;  // particles per parallel chunk
  packed.resize(4 * vectors.size());
  float* const to = packed.data();
  threads.forEachIndex(vectors.size(), kPackGrain, [&vectors, last, to](std::size_t i) {
    to[4 * i] = vectors.x[i], to[4 * i + 1] = vectors.y[i], to[4 * i + 2] = vectors.z[i];
    to[4 * i + 3] = last ? last[i] : 0.f;
  });
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
