#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "surface/nearby_particles.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "surface/nearby_particles.h"

#ifndef OOZE_SURFACE_SEARCH_BOX
#define OOZE_SURFACE_SEARCH_BOX

#include <algorithm>

namespace ooze::surface {

/// Search box relative to the particles' own block, and the offset of that block [cells].
struct SearchBox {
  Vec3 lower, upper, shift;
};

}  // namespace ooze::surface
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::surface {
namespace HWY_NAMESPACE {
using namespace ooze::HWY_NAMESPACE;  // NOLINT: the vectors of this target

/// Appends the particles [begin, end) inside the box after the first `count` entries. The arrays must have
/// capacity for all of them.
/// @return the new number of entries
std::size_t collectHome(const LatticeParticles& p, std::uint32_t begin, std::uint32_t end,
                        const SearchBox& box, NearbyParticles& to, std::size_t count) {
  alignas(64) std::uint32_t numbers[8];
  for (std::uint32_t k = begin; k < end; k += 8) {
    const FloatPacket x = load(p.x.data() + k), y = load(p.y.data() + k), z = load(p.z.data() + k);
    const MaskPacket in = (broadcast(box.lower.x) < x) & (x < broadcast(box.upper.x)) &
                          (broadcast(box.lower.y) < y) & (y < broadcast(box.upper.y)) &
                          (broadcast(box.lower.z) < z) & (z < broadcast(box.upper.z)) &
                          fromBits(end - k >= 8 ? 255u : (1u << (end - k)) - 1u);
    if (bitsOf(in) == 0) continue;
    for (std::uint32_t l = 0; l < 8; ++l) numbers[l] = k + l;
    compress(x + broadcast(box.shift.x), in, to.x.data() + count);
    compress(y + broadcast(box.shift.y), in, to.y.data() + count);
    compress(z + broadcast(box.shift.z), in, to.z.data() + count);
    count += compress(load(numbers), in, to.index.data() + count);
  }
  return count;
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::surface
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ooze::surface {
HWY_EXPORT(collectHome);

namespace {
constexpr float kFarAway = 1e6f;  // coordinate of the particles that pad a SIMD batch [cells]
}

void NearbyParticles::reserveWithSlack(std::size_t more) {
  const std::size_t need = found_ + more + 16;
  if (need <= index.size()) return;
  for (std::vector<float>* v : {&x, &y, &z}) v->resize(need + need / 2);
  index.resize(need + need / 2);
}

void NearbyParticles::lookFrom(const LatticeParticles& particles, const BlockCoordinate& at, int around) {
  homes_.clear();
  for (std::int32_t bz = -around; bz <= around; ++bz)
    for (std::int32_t by = -around; by <= around; ++by)
      for (std::int32_t bx = -around; bx <= around; ++bx)
        if (const LatticeParticles::ParticleBlock* home = particles.findBlock(at.beside(bx, by, bz))) {
          const Vec3 shift(kBlock * bx, kBlock * by, kBlock * bz);
          homes_.push_back({home->begin, home->end, home->lower + shift, home->upper + shift, shift});
        }
}

void NearbyParticles::collect(const LatticeParticles& particles, const Aabb& box) {
  found_ = 0;
  for (const NearHome& home : homes_) {
    if (glm::any(glm::greaterThan(box.lower, home.upper)) || glm::any(glm::lessThan(box.upper, home.lower)))
      continue;
    reserveWithSlack(home.end - home.begin);
    const SearchBox search{box.lower - home.shift, box.upper - home.shift, home.shift};
    found_ = HWY_DYNAMIC_DISPATCH(collectHome)(particles, home.begin, home.end, search, *this, found_);
  }
  reserveWithSlack(0);
  for (std::size_t k = found_; k < padded(); ++k) {
    x[k] = y[k] = z[k] = kFarAway;
    index[k] = 0;
  }
}

}  // namespace ooze::surface
#endif  // HWY_ONCE
