#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grid/weno_cubic.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "grid/weno_cubic.h"

HWY_BEFORE_NAMESPACE();
namespace ooze::grid {
namespace HWY_NAMESPACE {
using namespace ooze::HWY_NAMESPACE;  // NOLINT: the vectors of this target

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
HWY_EXPORT(sampleCubics);

void CubicPacket::sample(const CubicWindow& window, float slight, std::array<float, kCount>& to) const {
  HWY_DYNAMIC_DISPATCH(sampleCubics)(window.at(-4, -4, -4), *this, slight, to.data());
}

}  // namespace ooze::grid
#endif  // HWY_ONCE
