// Packets of eight floats in plain C++, for a target without vectors. Included by base/simd8.h alone.
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
