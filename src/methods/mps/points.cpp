#include "methods/mps/points.h"

#include <algorithm>
#include <cmath>

namespace ooze::mps {

void PointSet::gather(const Particles& particles, std::span<const Walls::NearWallPoint> walls,
                      const Bodies& bodies, float spacing, float reach, const Threads& threads) {
  const std::size_t liquid = particles.size(), n = liquid + walls.size();
  unsorted_.resize(n);
  threads.forEachIndex(n, kGrain, [&](std::size_t i) {
    unsorted_.set(i, i < liquid ? particles.position[i] : walls[i - liquid].at);
  });
  const std::span<const std::uint32_t> order = search_.sort(unsorted_, reach * spacing, threads);
  at.resize(n), velocity.resize(n), normal.resize(n), kind.resize(n), from.resize(n), isParticle.resize(n);
  depth.resize(n), friction.resize(n), asks_.resize(n);
  forEach(threads, [&](std::size_t k) {
    const std::size_t i = order[k];
    at.set(k, unsorted_[i]);
    isParticle[k] = i < liquid ? 1 : 0;
    friction[k] = 1.f;
    normal.set(k, i < liquid ? Vec3(0.f) : walls[i - liquid].normal);
    depth[k] = i < liquid ? 0.f : walls[i - liquid].depth;
    asks_[k] = i < liquid || walls[i - liquid].layer == 0 ? 1 : 0;
    if (i < liquid) {
      velocity.set(k, particles.velocity[i]);
      kind[k] = particles.isFrozen(i) ? PointKind::Wall : PointKind::Liquid;
      from[k] = static_cast<std::uint32_t>(i);
      return;
    }
    const Walls::NearWallPoint& wall = walls[i - liquid];
    const Body& body = bodies.list[wall.body];
    velocity.set(k, body.motion == Motion::Static ? Vec3(0.f) : body.velocityAt(wall.at));
    kind[k] = wall.layer == 0 ? PointKind::Wall : PointKind::Hidden;
    from[k] = wall.body;
    friction[k] = std::clamp(body.friction.value_or(1.f), 0.f, 1.f);
  });
  search_.find(at, reach * spacing, threads, asks_);
  list(threads);
  measure(spacing, threads);
}

void PointSet::list(const Threads& threads) {
  const std::size_t n = size();
  first.resize(n + 1);
  forEach(threads, [&](std::size_t i) {
    const NeighbourList near = search_.of(i);
    std::uint32_t count = 0;
    bool asks = kind[i] == PointKind::Liquid;
    near.forEach([&](std::size_t j) { ++count, asks = asks || kind[j] == PointKind::Liquid; });
    first[i + 1] = asks ? count : 0;
  });
  first[0] = 0;
  for (std::size_t i = 0; i < n; ++i) first[i + 1] += first[i];
  neighbour.resize(first[n]), distance.resize(first[n]);
  forEach(threads, [&](std::size_t i) {
    std::uint32_t* const begin = neighbour.data() + first[i];
    std::uint32_t* to = begin;
    if (first[i] == first[i + 1]) return;
    const NeighbourList near = search_.of(i);
    near.forEach([&](std::size_t j) { *to++ = static_cast<std::uint32_t>(j); });
    // Packets of eight and single entries are each in ascending order, so one merge sorts the list.
    std::inplace_merge(begin, to - near.singles.size(), to);
  });
}

void PointSet::measure(float spacing, const Threads& threads) {
  // Closer pairs act as if they were at this distance. The slope of the kernel grows without bounds: from a
  // third of a spacing on, the pressure that stops a pair would throw it apart faster than it met.
  constexpr float kNearest = 0.5f;
  const float inverse = 1.f / spacing;
  forEach(threads, [&](std::size_t i) {
    for (std::size_t k = first[i]; k < first[i + 1]; ++k)
      distance[k] = std::max(kNearest, glm::length(offset(i, neighbour[k], inverse)));
  });
}

}  // namespace ooze::mps
