// A parallel loop over the particles near solids.
#pragma once

#include "ooze/bodies/bodies.h"
#include "ooze/particles/particles.h"

#include "liquid/body_filter.h"

#include <algorithm>
#include <cstddef>

namespace ooze::steele {

inline constexpr std::size_t kSolidGrain = 512;  ///< particles per parallel chunk

/// Calls visit(i, near) for each particle with solids nearby, where `near` lists the bodies within `reach`
/// [m].
template <class Visit>
void forParticlesNearSolids(const Particles& p, const Bodies& bodies, float reach, const Threads& threads,
                            const Visit& visit) {
  if (bodies.list.empty()) return;
  const BodyBoxes& boxes = BodyBoxes::found(bodies, reach);
  threads.forChunks(p.size(), kSolidGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    BodyFilter filter(boxes, boundsOf(p.position, begin, end));
    for (std::size_t i = begin; i < end; ++i) {
      if ((i - begin) % BodyFilter::kGroup == 0)
        filter.choose(boundsOf(p.position, i, std::min(end, i + BodyFilter::kGroup)));
      if (!filter.near().empty()) visit(i, filter.near());
    }
  });
}

}  // namespace ooze::steele
