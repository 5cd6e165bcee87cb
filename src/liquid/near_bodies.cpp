#include "liquid/near_bodies.h"

#include <algorithm>

namespace ooze {

void NearBodies::find(const Vec3Array& positions, const Bodies& bodies, float reach, float holds,
                      const Threads& threads, bool ofDynamic) {
  none_ = bodies.list.empty();
  if (none_) return;
  reach_ = reach, holds_ = holds;
  boxes_.find(bodies, reach,
              [ofDynamic](const Body& body) { return ofDynamic || body.motion != Motion::Dynamic; });
  const std::size_t n = positions.size();
  if (chunks_.size() < Threads::chunkCount(n, kChunk)) chunks_.resize(Threads::chunkCount(n, kChunk));
  threads.forChunks(n, kChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    FaceChunk& out = chunks_[chunk];
    out.faces.clear();
    BodyFilter filter(boxes_, boundsOf(positions, begin, end));
    for (std::size_t i = begin; i < end; ++i) {
      if ((i - begin) % BodyFilter::kGroup == 0)
        filter.choose(boundsOf(positions, i, std::min(end, i + BodyFilter::kGroup)));
      out.begin[i - begin] = static_cast<std::uint32_t>(out.faces.size());
      const Vec3 p = out.from[i - begin] = positions[i];
      for (const BoxedBody& boxed : filter.near()) {
        const Body& body = *boxed.body;
        if (boxed.isFar(p, p)) continue;
        if (body.pose.orientation == Quat(1.f, 0.f, 0.f, 0.f)) {
          for (const SignedDistance::Sample& face : body.shape->facesWithin(p - body.pose.position, reach))
            out.faces.push_back({&body, face.normal, face.distance});
          continue;
        }
        for (const SignedDistance::Sample& face : body.shape->facesWithin(body.pose.toLocal(p), reach))
          out.faces.push_back({&body, body.pose.directionToWorld(face.normal), face.distance});
      }
    }
    for (std::size_t k = end - begin; k <= kChunk; ++k)
      out.begin[k] = static_cast<std::uint32_t>(out.faces.size());
  });
}

}  // namespace ooze
