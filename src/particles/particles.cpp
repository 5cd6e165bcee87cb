#include "ooze/particles/particles.h"

namespace ooze {
namespace {

template <class T>
void keep(std::vector<T>& v, std::span<const std::uint8_t> drop) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    if (!drop[i]) v[kept++] = v[i];
  v.resize(kept);
}

constexpr std::size_t kGrain = 2048;

}  // namespace

void Vec3Array::removeIf(std::span<const std::uint8_t> drop) {
  for (std::vector<float>* component : {&x, &y, &z}) keep(*component, drop);
}

void Vec3Array::gather(const Vec3Array& from, std::span<const std::uint32_t> order, const Threads& threads) {
  resize(order.size());
  threads.forChunks(order.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t k = order[i];
      x[i] = from.x[k], y[i] = from.y[k], z[i] = from.z[k];
    }
  });
}

std::uint32_t Particles::append(const Vec3& at, const Vec3& moving, std::uint16_t of,
                                std::uint32_t coloured) {
  position.push(at);
  velocity.push(moving);
  id.push_back(nextId);
  material.push_back(of);
  colour.push_back(coloured);
  density.push_back(0.f);
  exposure.push_back(1.f);
  return nextId++;
}

void Particles::removeIf(std::span<const std::uint8_t> drop) {
  position.removeIf(drop);
  velocity.removeIf(drop);
  keep(id, drop);
  keep(material, drop);
  keep(colour, drop);
  keep(density, drop);
  keep(exposure, drop);
}

void Particles::gather(const Particles& from, std::span<const std::uint32_t> order, const Threads& threads) {
  const std::size_t n = order.size();
  position.resize(n);
  velocity.resize(n);
  id.resize(n);
  material.resize(n);
  colour.resize(n);
  density.resize(n);
  exposure.resize(n);
  nextId = from.nextId;
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t k = order[i];
      position.x[i] = from.position.x[k], position.y[i] = from.position.y[k];
      position.z[i] = from.position.z[k];
      velocity.x[i] = from.velocity.x[k], velocity.y[i] = from.velocity.y[k];
      velocity.z[i] = from.velocity.z[k];
      id[i] = from.id[k], material[i] = from.material[k], colour[i] = from.colour[k];
    }
  });
}

}  // namespace ooze
