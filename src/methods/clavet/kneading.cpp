// Welding of what was cut and is kneaded (kneading.h).
#include "methods/clavet/kneading.h"

#include "methods/clavet/clavet.h"
#include "methods/clavet/cuts.h"

#include <limits>

namespace ooze::clavet {
namespace {

constexpr std::size_t kGrain = 256;  // particles

}  // namespace

/// What this step's adjustment tells how springs flow; null: nothing is cut.
SpringFlow* Clavet::beginSpringFlow() {
  if (!isCut()) return nullptr;
  springFlow_.assign(liquid_.particles.size(), {});
  return springFlow_.data();
}

/// Whether something across a cut is nearer than this [h].
bool Clavet::isNearAcrossCut(std::size_t i, float reach) const {
  const std::vector<std::uint32_t>& cuts = liquid_[cuts_];
  bool near = false;
  liquid_.neighbours().of(static_cast<std::uint32_t>(i)).forEach([&](std::size_t j) {
    if (!areAcross(cuts[i], cuts[j])) return;
    const Vec3 between = liquid_.particles.position[j] - liquid_.particles.position[i];
    near |= glm::dot(between, between) < reach * reach * h_ * h_;
  });
  return near;
}

/// After the adjustment, whose flow it adds up.
void Clavet::weldWhatIsKneaded(const Threads& threads) {
  if (!isCut()) return;
  std::vector<std::uint32_t>& cuts = liquid_[cuts_];
  std::vector<float>& kneaded = liquid_[kneaded_];
  threads.forChunks(cuts.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (cuts[i] == 0) continue;
      if (kneaded[i] == kNotParted) {
        if (!isNearAcrossCut(i, kParted)) kneaded[i] = 0.f;
        continue;
      }
      const float flow = springFlow_[i].mean();
      if (flow > 0.f && isNearAcrossCut(i, kPressed)) kneaded[i] += flow;
    }
  });
  // It counts as not there before, so that the next adjustment looks for all its springs.
  const Vec3 nowhere(std::numeric_limits<float>::quiet_NaN());
  bool any = false;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (kneaded[i] < kKneaded) continue;
    cuts[i] = 0;
    liquid_[adjusted_].set(i, nowhere);
    any = true;
  }
  if (any) forgetNoCuts();
}

}  // namespace ooze::clavet
