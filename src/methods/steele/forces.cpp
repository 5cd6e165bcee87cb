// Computes the adhesion a(p) = sum of F(d) towards the neighbours (Steele et al. 2004).
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "methods/steele/forces.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "methods/steele/near-inl.h"
#include "methods/steele/pair_stages.h"

#ifndef OOZE_STEELE_FORCES_TASK
#define OOZE_STEELE_FORCES_TASK
namespace ooze::steele {

struct AdhesionTask {
  const NearLists& near;
  bool hasMasses;
  const float* at;  ///< position and mass, by particle
  const AdhesionMatrix& matrix;
  const std::uint32_t* kind;
  float perRadius;
  Vectors acceleration;
};

}  // namespace ooze::steele
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze::steele {
namespace HWY_NAMESPACE {

using namespace ooze::HWY_NAMESPACE;  // NOLINT: the lanes of this target

/// Kernel that sums the adhesion of one particle. kOneCurve: one kind, so that all lanes use the same
/// function.
template <bool kOneCurve>
struct Adhere {
  const AdhesionTask& t;
  std::size_t row, pairs;
  NearOrigin here;
  FloatPacket x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);

  OOZE_LANES Adhere(const AdhesionTask& task, std::size_t particle)
      : t(task),
        row(kOneCurve ? 0 : task.kind[particle] * task.matrix.kinds()),
        pairs(task.matrix.kinds() * task.matrix.kinds()),
        here(task.at, particle) {}

  OOZE_LANES FloatPacket value(const float* table, const IntPacket& pair) const {
    if constexpr (kOneCurve) return broadcast(*table);
    return gather(table, pair);
  }

  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const NearOffset apart = here.to(t.at, others);
    const FloatPacket distance = sqrt(apart.d2), d = distance * broadcast(t.perRadius);
    IntPacket pair = broadcast(std::int32_t{0});
    if constexpr (!kOneCurve) {
      alignas(32) std::uint32_t of[8];
      store(others.of(t.kind), of);
      for (std::uint32_t& m : of) m += static_cast<std::uint32_t>(row);
      pair = load(of);
    }
    FloatPacket f = value(t.matrix.firsts(), pair);
    for (std::size_t k = 0; k < t.matrix.hinges(); ++k)
      f = f + value(t.matrix.bends() + k * pairs, pair) *
                  max(d - value(t.matrix.places() + k * pairs, pair), broadcast(0.f));
    const FloatPacket pull = maskedOrZero(lanes & (d < value(t.matrix.reaches(), pair)), f) *
                             partOf(t.hasMasses, here.w, apart.w) / distance;
    x = x + pull * apart.x, y = y + pull * apart.y, z = z + pull * apart.z;
  }
};

template <bool kOneCurve>
void adhere(const AdhesionTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNear<Adhere<kOneCurve>>(t, i);
    t.acceleration.set(i, sum(kernel.x), sum(kernel.y), sum(kernel.z));
  }
}

void adhereAll(const AdhesionTask& t, std::size_t begin, std::size_t end) {
  t.matrix.kinds() == 1 ? adhere<true>(t, begin, end) : adhere<false>(t, begin, end);
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze::steele
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace ooze::steele {
HWY_EXPORT(adhereAll);

void Adhesion::find(const PairLiquid& liquid, const AdhesionMatrix& matrix, const std::uint32_t* kind,
                    float radius, Vec3Array& acceleration, const Threads& threads) {
  const std::size_t n = liquid.position.size();
  acceleration.resize(n);
  pack(liquid.position, liquid.mass, at_, threads);
  const AdhesionTask task{liquid.near, liquid.mass != nullptr, at_.data(),           matrix,
                          kind,        1.f / radius,           Vectors(acceleration)};
  threads.forChunks(n, kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    HWY_DYNAMIC_DISPATCH(adhereAll)(task, begin, end);
  });
}

}  // namespace ooze::steele
#endif  // HWY_ONCE
