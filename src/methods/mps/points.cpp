#include "methods/mps/points.h"

#include <algorithm>

namespace ooze::mps {

void PointSet::gather(const Particles& particles, std::span<const Walls::NearWallPoint> walls,
                      const Bodies& bodies, float spacing, float reach, const Threads& threads) {
  const std::size_t particleCount = particles.size(), n = particleCount + walls.size();
  inverse_ = 1.f / spacing;
  unsorted_.resize(n);
  threads.forEachIndex(n, kGrain, [&](std::size_t i) {
    unsorted_.set(i, i < particleCount ? particles.position[i] : walls[i - particleCount].at);
  });
  const std::span<const std::uint32_t> order = search_.sort(unsorted_, reach * spacing, threads);
  at.resize(n), velocity.resize(n), normal.resize(n), kind.resize(n), from.resize(n), isParticle.resize(n),
      moves.resize(n);
  depth.resize(n), friction.resize(n), liquid.resize(n), solid.resize(n), outerWall.resize(n),
      lists_.resize(n);
  forEach(threads, [&](std::size_t k) {
    const std::size_t i = order[k];
    at.set(k, unsorted_[i]);
    isParticle[k] = moves[k] = i < particleCount ? 1 : 0;
    friction[k] = 1.f, liquid[k] = 0.f, solid[k] = i < particleCount ? 0.f : 1.f;
    normal.set(k, i < particleCount ? Vec3(0.f) : walls[i - particleCount].normal);
    depth[k] = i < particleCount ? 0.f : walls[i - particleCount].depth;
    lists_[k] = i < particleCount                     ? ListFor::Always
                : walls[i - particleCount].layer == 0 ? ListFor::Beside
                                                      : ListFor::None;
    if (i < particleCount) {
      velocity.set(k, particles.velocity[i]);
      kind[k] = particles.isFrozen(i) ? PointKind::Wall : PointKind::Liquid;
      liquid[k] = particles.isFrozen(i) ? 0.f : 1.f;
      outerWall[k] = 1.f - liquid[k];
      from[k] = static_cast<std::uint32_t>(i);
      return;
    }
    const Walls::NearWallPoint& wall = walls[i - particleCount];
    const Body& body = bodies.list[wall.body];
    velocity.set(k, body.motion == Motion::Static ? Vec3(0.f) : body.velocityAt(wall.at));
    kind[k] = wall.layer == 0 ? PointKind::Wall : PointKind::Hidden;
    outerWall[k] = wall.layer == 0 ? 1.f : 0.f;
    from[k] = wall.body, moves[k] = body.isMoved() ? 1 : 0;
    friction[k] = std::clamp(body.friction.value_or(1.f), 0.f, 1.f);
  });
  search_.find(at, reach * spacing, threads, lists_);
}

}  // namespace ooze::mps
