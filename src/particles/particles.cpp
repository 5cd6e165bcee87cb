#include "ooze/particles/particles.h"

namespace ooze {
namespace {

template <class T>
void removeAt(std::vector<T>& v, std::size_t i) {
  v[i] = v.back();
  v.pop_back();
}

constexpr std::size_t kSortGrain = 2048;

}  // namespace

void Vec3Array::copy(const Vec3Array& from, const Threads& threads) {
  resize(from.size());
  threads.forEachIndex(size(), kSortGrain,
                       [&](std::size_t i) { x[i] = from.x[i], y[i] = from.y[i], z[i] = from.z[i]; });
}

void Vec3Array::gather(const Vec3Array& from, std::span<const std::uint32_t> order, const Threads& threads) {
  resize(order.size());
  threads.forEachIndex(order.size(), kSortGrain, [&](std::size_t i) {
    const std::uint32_t k = order[i];
    x[i] = from.x[k], y[i] = from.y[k], z[i] = from.z[k];
  });
}

std::uint32_t Particles::append(const Vec3& at, const Vec3& moving, std::uint16_t of, std::uint32_t coloured,
                                float elapsed) {
  position.push(at);
  velocity.push(moving);
  frameStart.push(at - elapsed * moving);
  id.push_back(nextId);
  material.push_back(of);
  colour.push_back(coloured);
  density.push_back(0.f);
  exposure.push_back(1.f);
  if (!frozen.empty()) frozen.push_back(0);
  return nextId++;
}

void Particles::remove(std::size_t i) {
  position.remove(i);
  velocity.remove(i);
  frameStart.remove(i);
  removeAt(id, i);
  removeAt(material, i);
  removeAt(colour, i);
  removeAt(density, i);
  removeAt(exposure, i);
  if (!frozen.empty()) removeAt(frozen, i);
}

void Particles::gather(const Particles& from, std::span<const std::uint32_t> order, const Threads& threads) {
  const std::size_t n = order.size();
  position.resize(n);
  velocity.resize(n);
  frameStart.resize(n);
  id.resize(n);
  material.resize(n);
  colour.resize(n);
  density.resize(n);
  exposure.resize(n);
  frozen.resize(from.frozen.size());
  nextId = from.nextId;
  threads.forChunks(n, kSortGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end && !frozen.empty(); ++i) frozen[i] = from.frozen[order[i]];
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t k = order[i];
      position.x[i] = from.position.x[k], position.y[i] = from.position.y[k];
      position.z[i] = from.position.z[k];
      velocity.x[i] = from.velocity.x[k], velocity.y[i] = from.velocity.y[k];
      velocity.z[i] = from.velocity.z[k];
      frameStart.x[i] = from.frameStart.x[k], frameStart.y[i] = from.frameStart.y[k];
      frameStart.z[i] = from.frameStart.z[k];
      id[i] = from.id[k], material[i] = from.material[k], colour[i] = from.colour[k];
    }
  });
}

}  // namespace ooze
