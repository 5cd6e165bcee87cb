#include "liquid/near_bodies.h"

#include "liquid/body_filter.h"

#include <algorithm>

namespace ooze {

void NearBodies::find(const Vec3Array& positions, const Bodies& bodies, float reach, const Threads& threads) {
  none_ = bodies.list.empty();
  if (none_) return;
  const std::size_t n = positions.size();
  if (chunks_.size() < Threads::chunkCount(n, kChunk)) chunks_.resize(Threads::chunkCount(n, kChunk));
  threads.forChunks(n, kChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Chunk& out = chunks_[chunk];
    out.bodies.clear();
    BodyFilter filter(bodies, boundsOf(positions, begin, end), reach);
    for (std::size_t i = begin; i < end; ++i) {
      if ((i - begin) % BodyFilter::kGroup == 0)
        filter.choose(boundsOf(positions, i, std::min(end, i + BodyFilter::kGroup)));
      out.begin[i - begin] = static_cast<std::uint32_t>(out.bodies.size());
      const Vec3 p = positions[i];
      for (const Body* body : filter.near())
        if (body->motion != Motion::Dynamic && body->shape->distance(body->pose.toLocal(p)) < reach)
          out.bodies.push_back(body);
    }
    for (std::size_t k = end - begin; k <= kChunk; ++k)
      out.begin[k] = static_cast<std::uint32_t>(out.bodies.size());
  });
}

}  // namespace ooze
