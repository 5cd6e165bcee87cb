// SIMD packets of eight floats on every machine: one register of 32 bytes, two of 16 bytes, or plain C++.
// The lanes, their order in a sum and every operation (no multiply-add, no approximate reciprocal) are the
// same everywhere, so a result has the same bits for every SIMD target.
//
// Include this header after <hwy/highway.h> in files that foreach_target.h compiles once per target.

// OOZE_LANES before a SIMD function forces inlining into the loop that calls the function.
// Under sanitizers forced inlining makes functions that clang needs minutes for, so the compiler may choose.
#ifndef OOZE_LANES
#ifdef OOZE_SANITIZED
#define OOZE_LANES inline
#else
#define OOZE_LANES HWY_INLINE
#endif
#endif

#if defined(OOZE_BASE_SIMD8_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef OOZE_BASE_SIMD8_H_
#undef OOZE_BASE_SIMD8_H_
#else
#define OOZE_BASE_SIMD8_H_
#endif

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#if HWY_TARGET == HWY_SCALAR

// Plain C++, for a target without vectors.
HWY_BEFORE_NAMESPACE();
namespace ooze {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

struct FloatPacket {
  float lane[8];
};
struct IntPacket {
  std::int32_t lane[8];
};
struct MaskPacket {
  std::uint32_t bits;
};

#define OOZE_EACH_LANE for (std::size_t l = 0; l < 8; ++l)

inline FloatPacket load(const float* p) {
  FloatPacket r;
  OOZE_EACH_LANE r.lane[l] = p[l];
  return r;
}
inline IntPacket load(const std::uint32_t* p) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = static_cast<std::int32_t>(p[l]);
  return r;
}
inline void store(const FloatPacket& v, float* p) { OOZE_EACH_LANE p[l] = v.lane[l]; }
inline void store(const IntPacket& v, std::uint32_t* p) {
  OOZE_EACH_LANE p[l] = static_cast<std::uint32_t>(v.lane[l]);
}
inline FloatPacket broadcast(float v) {
  FloatPacket r;
  OOZE_EACH_LANE r.lane[l] = v;
  return r;
}
inline IntPacket broadcast(std::int32_t v) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = v;
  return r;
}
#define OOZE_LANEWISE(name, expression)                                 \
  inline FloatPacket name(const FloatPacket& a, const FloatPacket& b) { \
    FloatPacket r;                                                      \
    OOZE_EACH_LANE {                                                    \
      const float x = a.lane[l], y = b.lane[l];                         \
      r.lane[l] = expression;                                           \
    }                                                                   \
    return r;                                                           \
  }
OOZE_LANEWISE(operator+, x + y)
OOZE_LANEWISE(operator-, x - y)
OOZE_LANEWISE(operator*, x* y)
OOZE_LANEWISE(operator/, x / y)
// Minimum and maximum as the machine instructions: the second operand if the comparison fails.
OOZE_LANEWISE(min, x < y ? x : y)
OOZE_LANEWISE(max, x > y ? x : y)
#undef OOZE_LANEWISE
inline FloatPacket sqrt(const FloatPacket& a) {
  FloatPacket r;
  OOZE_EACH_LANE r.lane[l] = std::sqrt(a.lane[l]);
  return r;
}
inline MaskPacket operator<(const FloatPacket& a, const FloatPacket& b) {
  MaskPacket m{0};
  OOZE_EACH_LANE m.bits |= static_cast<std::uint32_t>(a.lane[l] < b.lane[l]) << l;
  return m;
}
inline MaskPacket operator<(const IntPacket& a, const IntPacket& b) {
  MaskPacket m{0};
  OOZE_EACH_LANE m.bits |= static_cast<std::uint32_t>(a.lane[l] < b.lane[l]) << l;
  return m;
}
inline IntPacket operator+(const IntPacket& a, const IntPacket& b) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = a.lane[l] + b.lane[l];
  return r;
}
inline IntPacket operator-(const IntPacket& a, const IntPacket& b) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = a.lane[l] - b.lane[l];
  return r;
}
inline IntPacket operator&(const IntPacket& a, const IntPacket& b) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = a.lane[l] & b.lane[l];
  return r;
}
inline IntPacket operator|(const IntPacket& a, const IntPacket& b) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = a.lane[l] | b.lane[l];
  return r;
}
template <int kBits>
inline IntPacket shiftedRight(const IntPacket& a) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = static_cast<std::int32_t>(static_cast<std::uint32_t>(a.lane[l]) >> kBits);
  return r;
}
/// Converts lanes that hold whole numbers.
inline IntPacket toInt(const FloatPacket& a) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = static_cast<std::int32_t>(a.lane[l]);
  return r;
}
inline MaskPacket operator&(MaskPacket a, MaskPacket b) { return {a.bits & b.bits}; }
inline MaskPacket operator|(MaskPacket a, MaskPacket b) { return {a.bits | b.bits}; }
/// Lanes of a that are not in b.
inline MaskPacket andNot(MaskPacket a, MaskPacket b) { return {a.bits & ~b.bits}; }
inline MaskPacket fromBits(std::uint32_t bits) { return {bits & 255u}; }
inline std::uint32_t bitsOf(MaskPacket m) { return m.bits; }
inline FloatPacket select(MaskPacket m, const FloatPacket& yes, const FloatPacket& no) {
  FloatPacket r;
  OOZE_EACH_LANE r.lane[l] = ((m.bits >> l) & 1u) ? yes.lane[l] : no.lane[l];
  return r;
}
inline IntPacket select(MaskPacket m, const IntPacket& yes, const IntPacket& no) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = ((m.bits >> l) & 1u) ? yes.lane[l] : no.lane[l];
  return r;
}
inline FloatPacket maskedOrZero(MaskPacket m, const FloatPacket& v) { return select(m, v, broadcast(0.f)); }
inline FloatPacket gather(const float* base, const IntPacket& index) {
  FloatPacket r;
  OOZE_EACH_LANE r.lane[l] = base[index.lane[l]];
  return r;
}
inline IntPacket gather(const std::uint32_t* base, const IntPacket& index) {
  IntPacket r;
  OOZE_EACH_LANE r.lane[l] = static_cast<std::int32_t>(base[index.lane[l]]);
  return r;
}
/// Writes the lanes of m consecutively, followed by undefined values up to eight.
/// @return number of lanes in m
template <class V, class T>
inline std::size_t compress(const V& v, MaskPacket m, T* p) {
  std::size_t n = 0;
  OOZE_EACH_LANE if ((m.bits >> l) & 1u) p[n++] = static_cast<T>(v.lane[l]);
  return n;
}
/// Gathers four consecutive floats of each of eight particles.
inline void gather4(const float* base, const std::uint32_t* index, FloatPacket& x, FloatPacket& y,
                    FloatPacket& z, FloatPacket& w) {
  OOZE_EACH_LANE {
    const float* p = base + std::size_t{4} * index[l];
    x.lane[l] = p[0], y.lane[l] = p[1], z.lane[l] = p[2], w.lane[l] = p[3];
  }
}
/// Adds to the first three of each particle's four floats, one particle after the other.
inline void scatterAdd3(float* base, const std::uint32_t* index, const FloatPacket& x, const FloatPacket& y,
                        const FloatPacket& z) {
  OOZE_EACH_LANE {
    float* p = base + std::size_t{4} * index[l];
    p[0] += x.lane[l], p[1] += y.lane[l], p[2] += z.lane[l];
  }
}
inline float sum(const FloatPacket& v) {
  const float* a = v.lane;
  return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}
#undef OOZE_EACH_LANE

}  // namespace HWY_NAMESPACE
}  // namespace ooze
HWY_AFTER_NAMESPACE();

#else  // any target with vectors

HWY_BEFORE_NAMESPACE();
namespace ooze {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Tag4 = hn::FixedTag<float, 4>;
using Vec4 = hn::Vec<Tag4>;

inline float sum4(hn::Vec<Tag4> v) {
  v = hn::Add(v, hn::Shuffle1032(v));
  return hn::GetLane(hn::Add(v, hn::Shuffle2301(v)));
}

#if HWY_MAX_BYTES >= 32

using TagF = hn::FixedTag<float, 8>;
using TagI = hn::FixedTag<std::int32_t, 8>;
using FloatPacket = hn::Vec<TagF>;
using IntPacket = hn::Vec<TagI>;
struct MaskPacket {
  hn::Mask<TagF> m;
};

OOZE_LANES FloatPacket load(const float* p) { return hn::LoadU(TagF(), p); }
OOZE_LANES IntPacket load(const std::uint32_t* p) {
  return hn::LoadU(TagI(), reinterpret_cast<const std::int32_t*>(p));
}
OOZE_LANES void store(FloatPacket v, float* p) { hn::StoreU(v, TagF(), p); }
OOZE_LANES void store(IntPacket v, std::uint32_t* p) {
  hn::StoreU(v, TagI(), reinterpret_cast<std::int32_t*>(p));
}
OOZE_LANES FloatPacket broadcast(float v) { return hn::Set(TagF(), v); }
OOZE_LANES IntPacket broadcast(std::int32_t v) { return hn::Set(TagI(), v); }
OOZE_LANES FloatPacket min(FloatPacket a, FloatPacket b) { return hn::Min(a, b); }
OOZE_LANES FloatPacket max(FloatPacket a, FloatPacket b) { return hn::Max(a, b); }
OOZE_LANES FloatPacket sqrt(FloatPacket a) { return hn::Sqrt(a); }
OOZE_LANES MaskPacket operator<(FloatPacket a, FloatPacket b) { return {hn::Lt(a, b)}; }
OOZE_LANES MaskPacket operator<(IntPacket a, IntPacket b) { return {hn::RebindMask(TagF(), hn::Lt(a, b))}; }
template <int kBits>
OOZE_LANES IntPacket shiftedRight(IntPacket a) {
  const hn::FixedTag<std::uint32_t, 8> tag;
  return hn::BitCast(TagI(), hn::ShiftRight<kBits>(hn::BitCast(tag, a)));
}
OOZE_LANES IntPacket toInt(FloatPacket a) { return hn::ConvertTo(TagI(), a); }
OOZE_LANES MaskPacket operator&(MaskPacket a, MaskPacket b) { return {hn::And(a.m, b.m)}; }
OOZE_LANES MaskPacket operator|(MaskPacket a, MaskPacket b) { return {hn::Or(a.m, b.m)}; }
OOZE_LANES MaskPacket andNot(MaskPacket a, MaskPacket b) { return {hn::AndNot(b.m, a.m)}; }
OOZE_LANES MaskPacket fromBits(std::uint32_t bits) {
  const auto byte = static_cast<std::uint8_t>(bits);
  return {hn::LoadMaskBits(TagF(), &byte)};
}
OOZE_LANES std::uint32_t bitsOf(MaskPacket m) {
  std::uint8_t bits[8];
  hn::StoreMaskBits(TagF(), m.m, bits);
  return bits[0];
}
OOZE_LANES FloatPacket select(MaskPacket m, FloatPacket yes, FloatPacket no) {
  return hn::IfThenElse(m.m, yes, no);
}
OOZE_LANES IntPacket select(MaskPacket m, IntPacket yes, IntPacket no) {
  return hn::IfThenElse(hn::RebindMask(TagI(), m.m), yes, no);
}
OOZE_LANES FloatPacket maskedOrZero(MaskPacket m, FloatPacket v) { return hn::IfThenElseZero(m.m, v); }
OOZE_LANES FloatPacket gather(const float* base, IntPacket index) {
  return hn::GatherIndex(TagF(), base, index);
}
OOZE_LANES IntPacket gather(const std::uint32_t* base, IntPacket index) {
  return hn::GatherIndex(TagI(), reinterpret_cast<const std::int32_t*>(base), index);
}
OOZE_LANES std::size_t compress(FloatPacket v, MaskPacket m, float* p) {
  store(hn::Compress(v, m.m), p);
  return hn::CountTrue(TagF(), m.m);
}
OOZE_LANES std::size_t compress(IntPacket v, MaskPacket m, std::uint32_t* p) {
  store(hn::Compress(v, hn::RebindMask(TagI(), m.m)), p);
  return hn::CountTrue(TagF(), m.m);
}
OOZE_LANES FloatPacket combine(Vec4 low, Vec4 high) { return hn::Combine(TagF(), high, low); }
OOZE_LANES void gather4(const float* base, const std::uint32_t* index, FloatPacket& x, FloatPacket& y,
                        FloatPacket& z, FloatPacket& w) {
  const auto at = [&](std::size_t l) HWY_ATTR { return hn::LoadU(Tag4(), base + std::size_t{4} * index[l]); };
  const FloatPacket a = combine(at(0), at(4)), b = combine(at(1), at(5)), c = combine(at(2), at(6)),
                    d = combine(at(3), at(7));
  const FloatPacket xy02 = hn::InterleaveLower(TagF(), a, c), xy13 = hn::InterleaveLower(TagF(), b, d);
  const FloatPacket zw02 = hn::InterleaveUpper(TagF(), a, c), zw13 = hn::InterleaveUpper(TagF(), b, d);
  x = hn::InterleaveLower(TagF(), xy02, xy13), y = hn::InterleaveUpper(TagF(), xy02, xy13);
  z = hn::InterleaveLower(TagF(), zw02, zw13), w = hn::InterleaveUpper(TagF(), zw02, zw13);
}
OOZE_LANES void scatterAdd3(float* base, const std::uint32_t* index, FloatPacket x, FloatPacket y,
                            FloatPacket z) {
  const FloatPacket none = hn::Zero(TagF());
  const FloatPacket xz01 = hn::InterleaveLower(TagF(), x, z), xz23 = hn::InterleaveUpper(TagF(), x, z);
  const FloatPacket y01 = hn::InterleaveLower(TagF(), y, none), y23 = hn::InterleaveUpper(TagF(), y, none);
  const FloatPacket p0 = hn::InterleaveLower(TagF(), xz01, y01), p1 = hn::InterleaveUpper(TagF(), xz01, y01);
  const FloatPacket p2 = hn::InterleaveLower(TagF(), xz23, y23), p3 = hn::InterleaveUpper(TagF(), xz23, y23);
  const auto add = [&](std::size_t l, Vec4 v) HWY_ATTR {
    float* to = base + std::size_t{4} * index[l];
    hn::StoreU(hn::Add(hn::LoadU(Tag4(), to), v), Tag4(), to);
  };
  add(0, hn::LowerHalf(Tag4(), p0)), add(1, hn::LowerHalf(Tag4(), p1));
  add(2, hn::LowerHalf(Tag4(), p2)), add(3, hn::LowerHalf(Tag4(), p3));
  add(4, hn::UpperHalf(Tag4(), p0)), add(5, hn::UpperHalf(Tag4(), p1));
  add(6, hn::UpperHalf(Tag4(), p2)), add(7, hn::UpperHalf(Tag4(), p3));
}
OOZE_LANES float sum(FloatPacket v) {
  return sum4(hn::Add(hn::LowerHalf(Tag4(), v), hn::UpperHalf(Tag4(), v)));
}

#else  // two registers of 16 bytes

using TagI4 = hn::FixedTag<std::int32_t, 4>;
struct FloatPacket {
  hn::Vec<Tag4> lo, hi;
};
struct IntPacket {
  hn::Vec<TagI4> lo, hi;
};
struct MaskPacket {
  hn::Mask<Tag4> lo, hi;
};

OOZE_LANES FloatPacket load(const float* p) { return {hn::LoadU(Tag4(), p), hn::LoadU(Tag4(), p + 4)}; }
OOZE_LANES IntPacket load(const std::uint32_t* p) {
  const auto* q = reinterpret_cast<const std::int32_t*>(p);
  return {hn::LoadU(TagI4(), q), hn::LoadU(TagI4(), q + 4)};
}
OOZE_LANES void store(FloatPacket v, float* p) {
  hn::StoreU(v.lo, Tag4(), p);
  hn::StoreU(v.hi, Tag4(), p + 4);
}
OOZE_LANES void store(IntPacket v, std::uint32_t* p) {
  auto* q = reinterpret_cast<std::int32_t*>(p);
  hn::StoreU(v.lo, TagI4(), q);
  hn::StoreU(v.hi, TagI4(), q + 4);
}
OOZE_LANES FloatPacket broadcast(float v) { return {hn::Set(Tag4(), v), hn::Set(Tag4(), v)}; }
OOZE_LANES IntPacket broadcast(std::int32_t v) { return {hn::Set(TagI4(), v), hn::Set(TagI4(), v)}; }
OOZE_LANES FloatPacket operator+(FloatPacket a, FloatPacket b) {
  return {hn::Add(a.lo, b.lo), hn::Add(a.hi, b.hi)};
}
OOZE_LANES FloatPacket operator-(FloatPacket a, FloatPacket b) {
  return {hn::Sub(a.lo, b.lo), hn::Sub(a.hi, b.hi)};
}
OOZE_LANES FloatPacket operator*(FloatPacket a, FloatPacket b) {
  return {hn::Mul(a.lo, b.lo), hn::Mul(a.hi, b.hi)};
}
OOZE_LANES FloatPacket operator/(FloatPacket a, FloatPacket b) {
  return {hn::Div(a.lo, b.lo), hn::Div(a.hi, b.hi)};
}
OOZE_LANES FloatPacket min(FloatPacket a, FloatPacket b) {
  return {hn::Min(a.lo, b.lo), hn::Min(a.hi, b.hi)};
}
OOZE_LANES FloatPacket max(FloatPacket a, FloatPacket b) {
  return {hn::Max(a.lo, b.lo), hn::Max(a.hi, b.hi)};
}
OOZE_LANES FloatPacket sqrt(FloatPacket a) { return {hn::Sqrt(a.lo), hn::Sqrt(a.hi)}; }
OOZE_LANES MaskPacket operator<(FloatPacket a, FloatPacket b) {
  return {hn::Lt(a.lo, b.lo), hn::Lt(a.hi, b.hi)};
}
OOZE_LANES MaskPacket operator<(IntPacket a, IntPacket b) {
  return {hn::RebindMask(Tag4(), hn::Lt(a.lo, b.lo)), hn::RebindMask(Tag4(), hn::Lt(a.hi, b.hi))};
}
OOZE_LANES IntPacket operator+(IntPacket a, IntPacket b) {
  return {hn::Add(a.lo, b.lo), hn::Add(a.hi, b.hi)};
}
OOZE_LANES IntPacket operator-(IntPacket a, IntPacket b) {
  return {hn::Sub(a.lo, b.lo), hn::Sub(a.hi, b.hi)};
}
OOZE_LANES IntPacket operator&(IntPacket a, IntPacket b) {
  return {hn::And(a.lo, b.lo), hn::And(a.hi, b.hi)};
}
OOZE_LANES IntPacket operator|(IntPacket a, IntPacket b) { return {hn::Or(a.lo, b.lo), hn::Or(a.hi, b.hi)}; }
template <int kBits>
OOZE_LANES IntPacket shiftedRight(IntPacket a) {
  const hn::FixedTag<std::uint32_t, 4> tag;
  return {hn::BitCast(TagI4(), hn::ShiftRight<kBits>(hn::BitCast(tag, a.lo))),
          hn::BitCast(TagI4(), hn::ShiftRight<kBits>(hn::BitCast(tag, a.hi)))};
}
OOZE_LANES IntPacket toInt(FloatPacket a) {
  return {hn::ConvertTo(TagI4(), a.lo), hn::ConvertTo(TagI4(), a.hi)};
}
OOZE_LANES MaskPacket operator&(MaskPacket a, MaskPacket b) {
  return {hn::And(a.lo, b.lo), hn::And(a.hi, b.hi)};
}
OOZE_LANES MaskPacket operator|(MaskPacket a, MaskPacket b) {
  return {hn::Or(a.lo, b.lo), hn::Or(a.hi, b.hi)};
}
OOZE_LANES MaskPacket andNot(MaskPacket a, MaskPacket b) {
  return {hn::AndNot(b.lo, a.lo), hn::AndNot(b.hi, a.hi)};
}
OOZE_LANES MaskPacket fromBits(std::uint32_t bits) {
  const auto lo = static_cast<std::uint8_t>(bits & 15u), hi = static_cast<std::uint8_t>((bits >> 4) & 15u);
  return {hn::LoadMaskBits(Tag4(), &lo), hn::LoadMaskBits(Tag4(), &hi)};
}
OOZE_LANES std::uint32_t bitsOf(MaskPacket m) {
  std::uint8_t lo[8], hi[8];
  hn::StoreMaskBits(Tag4(), m.lo, lo);
  hn::StoreMaskBits(Tag4(), m.hi, hi);
  return static_cast<std::uint32_t>(lo[0] & 15) | (static_cast<std::uint32_t>(hi[0] & 15) << 4);
}
OOZE_LANES FloatPacket select(MaskPacket m, FloatPacket yes, FloatPacket no) {
  return {hn::IfThenElse(m.lo, yes.lo, no.lo), hn::IfThenElse(m.hi, yes.hi, no.hi)};
}
OOZE_LANES IntPacket select(MaskPacket m, IntPacket yes, IntPacket no) {
  return {hn::IfThenElse(hn::RebindMask(TagI4(), m.lo), yes.lo, no.lo),
          hn::IfThenElse(hn::RebindMask(TagI4(), m.hi), yes.hi, no.hi)};
}
OOZE_LANES FloatPacket maskedOrZero(MaskPacket m, FloatPacket v) {
  return {hn::IfThenElseZero(m.lo, v.lo), hn::IfThenElseZero(m.hi, v.hi)};
}
OOZE_LANES FloatPacket gather(const float* base, IntPacket index) {
  return {hn::GatherIndex(Tag4(), base, index.lo), hn::GatherIndex(Tag4(), base, index.hi)};
}
OOZE_LANES IntPacket gather(const std::uint32_t* base, IntPacket index) {
  const auto* b = reinterpret_cast<const std::int32_t*>(base);
  return {hn::GatherIndex(TagI4(), b, index.lo), hn::GatherIndex(TagI4(), b, index.hi)};
}
OOZE_LANES std::size_t compress(FloatPacket v, MaskPacket m, float* p) {
  const std::size_t low = hn::CountTrue(Tag4(), m.lo);
  hn::StoreU(hn::Compress(v.lo, m.lo), Tag4(), p);
  hn::StoreU(hn::Compress(v.hi, m.hi), Tag4(), p + low);
  return low + hn::CountTrue(Tag4(), m.hi);
}
OOZE_LANES std::size_t compress(IntPacket v, MaskPacket m, std::uint32_t* p) {
  auto* q = reinterpret_cast<std::int32_t*>(p);
  const std::size_t low = hn::CountTrue(Tag4(), m.lo);
  hn::StoreU(hn::Compress(v.lo, hn::RebindMask(TagI4(), m.lo)), TagI4(), q);
  hn::StoreU(hn::Compress(v.hi, hn::RebindMask(TagI4(), m.hi)), TagI4(), q + low);
  return low + hn::CountTrue(Tag4(), m.hi);
}
OOZE_LANES void gather4(const float* base, const std::uint32_t* index, FloatPacket& x, FloatPacket& y,
                        FloatPacket& z, FloatPacket& w) {
  const auto half = [&](std::size_t l, Vec4& px, Vec4& py, Vec4& pz, Vec4& pw) HWY_ATTR {
    const auto at = [&](std::size_t k)
                        HWY_ATTR { return hn::LoadU(Tag4(), base + std::size_t{4} * index[l + k]); };
    const Vec4 a = at(0), b = at(1), c = at(2), d = at(3);
    const Vec4 xy02 = hn::InterleaveLower(Tag4(), a, c), xy13 = hn::InterleaveLower(Tag4(), b, d);
    const Vec4 zw02 = hn::InterleaveUpper(Tag4(), a, c), zw13 = hn::InterleaveUpper(Tag4(), b, d);
    px = hn::InterleaveLower(Tag4(), xy02, xy13), py = hn::InterleaveUpper(Tag4(), xy02, xy13);
    pz = hn::InterleaveLower(Tag4(), zw02, zw13), pw = hn::InterleaveUpper(Tag4(), zw02, zw13);
  };
  half(0, x.lo, y.lo, z.lo, w.lo);
  half(4, x.hi, y.hi, z.hi, w.hi);
}
OOZE_LANES void scatterAdd3(float* base, const std::uint32_t* index, FloatPacket x, FloatPacket y,
                            FloatPacket z) {
  const Vec4 none = hn::Zero(Tag4());
  const auto add = [&](std::size_t l, Vec4 v) HWY_ATTR {
    float* to = base + std::size_t{4} * index[l];
    hn::StoreU(hn::Add(hn::LoadU(Tag4(), to), v), Tag4(), to);
  };
  const auto half = [&](std::size_t l, Vec4 px, Vec4 py, Vec4 pz) HWY_ATTR {
    const Vec4 xz01 = hn::InterleaveLower(Tag4(), px, pz), xz23 = hn::InterleaveUpper(Tag4(), px, pz);
    const Vec4 y01 = hn::InterleaveLower(Tag4(), py, none), y23 = hn::InterleaveUpper(Tag4(), py, none);
    add(l, hn::InterleaveLower(Tag4(), xz01, y01)), add(l + 1, hn::InterleaveUpper(Tag4(), xz01, y01));
    add(l + 2, hn::InterleaveLower(Tag4(), xz23, y23)), add(l + 3, hn::InterleaveUpper(Tag4(), xz23, y23));
  };
  half(0, x.lo, y.lo, z.lo);
  half(4, x.hi, y.hi, z.hi);
}
OOZE_LANES float sum(FloatPacket v) { return sum4(hn::Add(v.lo, v.hi)); }

#endif

}  // namespace HWY_NAMESPACE
}  // namespace ooze
HWY_AFTER_NAMESPACE();

#endif  // target
#endif  // per target
