#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grid/position_packet.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "grid/position_packet.h"

#ifndef OOZE_GRID_EIGHT_PLACES_CPP_
#define OOZE_GRID_EIGHT_PLACES_CPP_
namespace ooze::grid {

struct SampledPacket {
  const std::int32_t* first;  ///< index of the first cell of each of the 27 blocks around
  const PositionPacket& at;
  const std::array<std::array<std::int32_t, kEight>, 3>& block;
};

}  // namespace ooze::grid
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::grid {
namespace HWY_NAMESPACE {
using namespace ooze::HWY_NAMESPACE;  // NOLINT: the vectors of this target

using Doubles = hn::CappedTag<double, kEight>;

/// Cell indices and weights of eight places along an axis.
struct PlacesAlong {
  alignas(64) double part[kEight];  ///< distance of the place from the centre of the previous cell [cells]
  /// Previous cell, counted from the first cell of the block before.
  alignas(64) std::uint32_t before[kEight];
};

/// Splits eight coordinates into cell and weight.
/// @return bit mask of the lanes whose next cell lies in the block before, the block itself or the block
/// after
template <bool kHalf>
OOZE_LANES std::uint32_t split(const Eight& at, const std::array<std::int32_t, kEight>& block,
                               PlacesAlong& to) {
  const Doubles d;
  const hn::Rebind<std::int32_t, Doubles> i;
  std::uint32_t near = 0;
  alignas(64) std::int32_t cell[kEight];
  for (std::size_t l = 0; l < kEight; l += hn::Lanes(d)) {
    auto v = hn::LoadU(d, at.data() + l);
    if constexpr (kHalf) v = hn::Add(v, hn::Set(d, 0.5));
    const auto known = hn::And(hn::Le(hn::Set(d, -8.0), v), hn::Lt(v, hn::Set(d, 15.0)));
    v = hn::IfThenElseZero(known, v);
    const auto n = hn::DemoteTo(i, hn::Floor(v));
    hn::StoreU(n, i, cell + l);
    hn::StoreU(hn::Sub(v, hn::PromoteTo(d, n)), d, to.part + l);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, known, bits);
    near |= static_cast<std::uint32_t>(bits[0]) << l;
  }
  for (std::size_t l = 0; l < kEight; ++l) {
    const std::int32_t from = cell[l] + kBlock * block[l] + kBlock;
    const bool in = static_cast<std::uint32_t>(from) < 3u * kBlock - 1u;
    to.before[l] = in ? static_cast<std::uint32_t>(from) : 0u;
    if (!in) near &= ~(1u << l);
  }
  return near;
}

/// Eight corner values of each place: [corner][place].
using Corners8 = float[8][kEight];

/// Loads the corner values with scalar loads, because SIMD gathers are slow on processors with microcode
/// mitigations.
/// @param first  index of the first cell of each of the 27 blocks around
/// @return whether all eight cells exist
OOZE_LANES bool loadCorners(const float* values, const std::int32_t* first, std::uint32_t x, std::uint32_t y,
                            std::uint32_t z, std::size_t l, Corners8& to) {
  constexpr std::uint32_t kLast = kBlock - 1;
  if ((x & kLast) != kLast && (y & kLast) != kLast && (z & kLast) != kLast) {
    const std::int32_t base = first[9 * (z / kBlock) + 3 * (y / kBlock) + x / kBlock];
    if (base < 0) return false;
    const float* const v = values + base + (64 * (z & kLast) + 8 * (y & kLast) + (x & kLast));
    for (std::size_t k = 0; k < 8; ++k) to[k][l] = v[(k & 1) + 8 * (k >> 1 & 1) + 64 * (k >> 2)];
    return true;
  }
  bool known = true;
  for (std::uint32_t k = 0; k < 8; ++k) {
    const std::uint32_t cx = x + (k & 1), cy = y + (k >> 1 & 1), cz = z + (k >> 2);
    const std::int32_t base = first[9 * (cz / kBlock) + 3 * (cy / kBlock) + cx / kBlock];
    known = known && base >= 0;
    to[k][l] =
        base < 0
            ? 0.f
            : values[static_cast<std::uint32_t>(base) + 64 * (cz & kLast) + 8 * (cy & kLast) + (cx & kLast)];
  }
  return known;
}

/// Interpolates trilinearly; see grid/cell_sampler.h.
/// @param near  bit mask of the places to interpolate
/// @return bit mask of the places whose eight cells all exist
OOZE_LANES std::uint32_t between(const float* values, const std::int32_t* first, std::uint32_t near,
                                 const PlacesAlong& x, const PlacesAlong& y, const PlacesAlong& z,
                                 Eight& to) {
  alignas(64) Corners8 corner = {};
  for (std::size_t l = 0; l < kEight; ++l)
    if ((near >> l & 1u) != 0 &&
        !loadCorners(values, first, x.before[l], y.before[l], z.before[l], l, corner))
      near &= ~(1u << l);
  const Doubles d;
  const hn::Rebind<float, Doubles> f;
  for (std::size_t l = 0; l < kEight; l += hn::Lanes(d)) {
    const auto at = [&](std::size_t k) HWY_ATTR { return hn::PromoteTo(d, hn::LoadU(f, corner[k] + l)); };
    const auto along = [&](const PlacesAlong& axis) HWY_ATTR { return hn::LoadU(d, axis.part + l); };
    const auto mix = [&](auto a, auto b, auto t) HWY_ATTR { return hn::Add(a, hn::Mul(t, hn::Sub(b, a))); };
    const auto tx = along(x), ty = along(y), tz = along(z);
    const auto row = [&](std::size_t k) HWY_ATTR { return mix(at(k), at(k + 1), tx); };
    hn::StoreU(mix(mix(row(0), row(2), ty), mix(row(4), row(6), ty), tz), d, to.data() + l);
  }
  return near;
}

std::uint32_t sampleVector(const std::array<const float*, 3>& axes, const SampledPacket& s,
                           PositionPacket& to) {
  PlacesAlong x, y, z, halfX, halfY, halfZ;
  std::uint32_t good = split<false>(s.at.along[0], s.block[0], x);
  good &= split<false>(s.at.along[1], s.block[1], y);
  good &= split<false>(s.at.along[2], s.block[2], z);
  good &= split<true>(s.at.along[0], s.block[0], halfX);
  good &= split<true>(s.at.along[1], s.block[1], halfY);
  good &= split<true>(s.at.along[2], s.block[2], halfZ);
  good = between(axes[0], s.first, good, halfX, y, z, to.along[0]);
  good = between(axes[1], s.first, good, x, halfY, z, to.along[1]);
  return between(axes[2], s.first, good, x, y, halfZ, to.along[2]);
}

std::uint32_t sampleValue(const float* values, int axis, const SampledPacket& s, Eight& to) {
  PlacesAlong at[3];
  std::uint32_t good = 255u;
  for (std::size_t k = 0; k < 3; ++k)
    good &= static_cast<int>(k) == axis ? split<true>(s.at.along[k], s.block[k], at[k])
                                        : split<false>(s.at.along[k], s.block[k], at[k]);
  return between(values, s.first, good, at[0], at[1], at[2], to);
}

/// Terms of wenoCubic() that depend only on the place.
struct CubicAlong {
  FloatPacket t, before, after, bend;
};
OOZE_LANES CubicAlong alongOf(FloatPacket t) {
  return {t, broadcast(2.f) - t, broadcast(1.f) + t, broadcast(0.5f) * t * (t - broadcast(1.f))};
}

OOZE_LANES FloatPacket cubic(FloatPacket a, FloatPacket b, FloatPacket c, FloatPacket d, const CubicAlong& at,
                             FloatPacket slight) {
  const FloatPacket two = broadcast(2.f);
  const FloatPacket before = a - two * b + c, after = b - two * c + d;
  const FloatPacket rough = slight + before * before, roughAfter = slight + after * after;
  const FloatPacket weight = at.before * (roughAfter * roughAfter), weightAfter = at.after * (rough * rough);
  const FloatPacket bend = (weight * before + weightAfter * after) / (weight + weightAfter);
  return b + at.t * (c - b) + at.bend * bend;
}

/// Returns the window offset of node k of the 4^3 nodes.
constexpr int numberOf(int k) {
  return k % 4 + k / 4 % 4 * CubicWindow::kStep[1] + k / 16 * CubicWindow::kStep[2];
}

/// Interpolates along z, y and x.
/// @param nodeAt  nodeAt(k) returns node k of the 4^3 nodes of each place
template <class NodeAt>
OOZE_LANES FloatPacket cubics(const NodeAt& nodeAt, const CubicPacket& at, float slight) {
  const CubicAlong x = alongOf(load(at.part[0].data())), y = alongOf(load(at.part[1].data())),
                   z = alongOf(load(at.part[2].data()));
  const FloatPacket s = broadcast(slight);
  FloatPacket planes[4];
  for (int k = 0; k < 4; ++k) {
    FloatPacket rows[4];
    for (int j = 0; j < 4; ++j) {
      const int n = 16 * k + 4 * j;
      rows[j] = cubic(nodeAt(n), nodeAt(n + 1), nodeAt(n + 2), nodeAt(n + 3), x, s);
    }
    planes[k] = cubic(rows[0], rows[1], rows[2], rows[3], y, s);
  }
  return cubic(planes[0], planes[1], planes[2], planes[3], z, s);
}

void sampleCubics(const float* window, const CubicPacket& at, float slight, float* to) {
  bool inRow = true;  // whether the eight stencils start at consecutive nodes
  for (std::uint32_t l = 1; l < CubicPacket::kCount; ++l) inRow = inRow && at.first[l] == at.first[0] + l;
  if (inRow) {
    const float* const row = window + at.first[0];
    store(cubics([&](int k) HWY_ATTR { return load(row + numberOf(k)); }, at, slight), to);
  } else {
    // Scalar loads, because SIMD gathers are slow on processors with microcode mitigations.
    alignas(64) float nodes[64][CubicPacket::kCount];
    for (std::size_t l = 0; l < CubicPacket::kCount; ++l)
      for (int k = 0; k < 64; ++k)
        nodes[k][l] = window[at.first[l] + static_cast<std::uint32_t>(numberOf(k))];
    store(cubics([&](int k) HWY_ATTR { return load(nodes[k]); }, at, slight), to);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::grid
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ooze::grid {
HWY_EXPORT(sampleVector);
HWY_EXPORT(sampleValue);
HWY_EXPORT(sampleCubics);
namespace {

constexpr std::array<std::array<std::int32_t, kEight>, 3> kThisBlock{};

/// Calls each(place) for the places that are still missing.
template <class Each>
void forOthers(std::uint32_t good, const Each& each) {
  if (good == 255u) return;
  for (std::size_t l = 0; l < kEight; ++l)
    if ((good >> l & 1u) == 0) each(l);
}

}  // namespace

PacketSampler::PacketSampler(const CellBlocks& cells, std::size_t block) : one_(cells, block) {
  const BlockNeighbours& around = cells.around(block);
  for (std::size_t k = 0; k < around.size(); ++k)
    first_[k] = around[k] == kNone ? -1 : static_cast<std::int32_t>(kNodes * around[k]);
}

void PacketSampler::value(const float* values, float outside, int axis, const PositionPacket& at,
                          Eight& to) const {
  const std::uint32_t good =
      HWY_DYNAMIC_DISPATCH(sampleValue)(values, axis, {first_.data(), at, kThisBlock}, to);
  forOthers(good, [&](std::size_t l) {
    glm::dvec3 p = at[l];
    if (axis >= 0) p[axis] += 0.5;
    to[l] = one_.value(values, outside, p);
  });
}

void PacketSampler::vector(const std::array<const float*, 3>& axes, const PositionPacket& at,
                           PositionPacket& to) const {
  const std::uint32_t good = HWY_DYNAMIC_DISPATCH(sampleVector)(axes, {first_.data(), at, kThisBlock}, to);
  forOthers(good, [&](std::size_t l) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      glm::dvec3 p = at[l];
      p[static_cast<int>(axis)] += 0.5;
      to.along[axis][l] = one_.value(axes[axis], 0.f, p);
    }
  });
}

std::uint32_t PacketSampler::vectorFromOwnBlocks(const std::array<const float*, 3>& axes,
                                                 const PositionPacket& at,
                                                 const std::array<std::array<std::int32_t, kEight>, 3>& block,
                                                 PositionPacket& to) const {
  return HWY_DYNAMIC_DISPATCH(sampleVector)(axes, {first_.data(), at, block}, to);
}

void CubicPacket::sample(const CubicWindow& window, float slight, std::array<float, kCount>& to) const {
  HWY_DYNAMIC_DISPATCH(sampleCubics)(window.at(-4, -4, -4), *this, slight, to.data());
}

}  // namespace ooze::grid
#endif  // HWY_ONCE
