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

template <class T>
void gather(std::vector<T>& v, std::span<const std::uint32_t> order) {
  std::vector<T> sorted(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) sorted[i] = v[order[i]];
  v.swap(sorted);
}

}  // namespace

void Vec3Array::removeIf(std::span<const std::uint8_t> drop) {
  for (std::vector<float>* component : {&x, &y, &z}) keep(*component, drop);
}

void Vec3Array::permute(std::span<const std::uint32_t> order) {
  for (std::vector<float>* component : {&x, &y, &z}) gather(*component, order);
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

void Particles::permute(std::span<const std::uint32_t> order) {
  position.permute(order);
  velocity.permute(order);
  gather(id, order);
  gather(material, order);
  gather(colour, order);
  gather(density, order);
  gather(exposure, order);
}

}  // namespace ooze
