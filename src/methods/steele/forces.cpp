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

/// How the kernel finds the function of each lane.
enum class Lookup {
  OneCurve,   ///< one kind, so that all lanes use the same function
  EachKind,   ///< evaluates the functions of all kinds and selects
  ByGathers,  ///< gathers the values of each lane's function
};

/// Kernel that sums the adhesion of one particle.
template <Lookup kLookup>
struct Adhere {
  const AdhesionTask& t;
  std::size_t row, pairs;
  NearOrigin here;
  FloatPacket x = broadcast(0.f), y = broadcast(0.f), z = broadcast(0.f);

  OOZE_LANES Adhere(const AdhesionTask& task, std::size_t particle)
      : t(task),
        row(kLookup == Lookup::OneCurve ? 0 : task.kind[particle] * task.matrix.kinds()),
        pairs(task.matrix.kinds() * task.matrix.kinds()),
        here(task.at, particle) {}

  /// Returns the function of one pair of kinds at eight distances [radii], 0 beyond its reach.
  OOZE_LANES FloatPacket curveAt(std::size_t pair, FloatPacket d) const {
    FloatPacket f = broadcast(t.matrix.firsts()[pair]);
    for (std::size_t k = 0; k < t.matrix.hinges(); ++k)
      f = f + broadcast(t.matrix.bends()[k * pairs + pair]) *
                  max(d - broadcast(t.matrix.places()[k * pairs + pair]), broadcast(0.f));
    return maskedOrZero(d < broadcast(t.matrix.reaches()[pair]), f);
  }
  OOZE_LANES FloatPacket curvesAt(const IntPacket& pair, FloatPacket d) const {
    FloatPacket f = gather(t.matrix.firsts(), pair);
    for (std::size_t k = 0; k < t.matrix.hinges(); ++k)
      f = f + gather(t.matrix.bends() + k * pairs, pair) *
                  max(d - gather(t.matrix.places() + k * pairs, pair), broadcast(0.f));
    return maskedOrZero(d < gather(t.matrix.reaches(), pair), f);
  }
  OOZE_LANES FloatPacket adhesion(const NearPacket& others, FloatPacket d) const {
    if constexpr (kLookup == Lookup::OneCurve) return curveAt(0, d);
    const IntPacket kind = others.of(t.kind);
    if constexpr (kLookup == Lookup::ByGathers)
      return curvesAt(kind + broadcast(static_cast<std::int32_t>(row)), d);
    FloatPacket f = curveAt(row, d);
    for (std::size_t m = 1; m < t.matrix.kinds(); ++m)
      f = select(kind < broadcast(static_cast<std::int32_t>(m)), f, curveAt(row + m, d));
    return f;
  }

  OOZE_LANES void operator()(const NearPacket& others, MaskPacket lanes) {
    const NearOffset apart = here.to(t.at, others);
    const FloatPacket distance = sqrt(apart.d2), d = distance * broadcast(t.perRadius);
    const FloatPacket pull =
        maskedOrZero(lanes, adhesion(others, d)) * partOf(t.hasMasses, here.w, apart.w) / distance;
    x = x + pull * apart.x, y = y + pull * apart.y, z = z + pull * apart.z;
  }
};

template <Lookup kLookup>
void adhere(const AdhesionTask& t, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const auto kernel = sumOverNear<Adhere<kLookup>>(t, i);
    t.acceleration.set(i, sum(kernel.x), sum(kernel.y), sum(kernel.z));
  }
}

void adhereAll(const AdhesionTask& t, std::size_t begin, std::size_t end) {
  constexpr std::size_t kFewKinds = 4;
  const std::size_t kinds = t.matrix.kinds();
  if (kinds == 1) return adhere<Lookup::OneCurve>(t, begin, end);
  kinds <= kFewKinds ? adhere<Lookup::EachKind>(t, begin, end) : adhere<Lookup::ByGathers>(t, begin, end);
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
