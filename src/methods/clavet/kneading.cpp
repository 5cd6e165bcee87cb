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
  if (cuts_.empty()) return nullptr;
  springFlow_.assign(particles_.size(), {});
  return springFlow_.data();
}

/// Whether something across a cut is nearer than this [h].
bool Clavet::isNearAcrossCut(std::size_t i, float reach) const {
  bool near = false;
  neighbours_.of(static_cast<std::uint32_t>(i)).forEach([&](std::size_t j) {
    if (!areAcross(cuts_[i], cuts_[j])) return;
    const Vec3 between = particles_.position[j] - particles_.position[i];
    near |= glm::dot(between, between) < reach * reach * h_ * h_;
  });
  return near;
}

/// After the adjustment, whose flow it adds up.
void Clavet::weldWhatIsKneaded(const Threads& threads) {
  if (cuts_.empty()) return;
  threads.forChunks(cuts_.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (cuts_[i] == 0) continue;
      if (kneaded_[i] == kNotParted) {
        if (!isNearAcrossCut(i, kParted)) kneaded_[i] = 0.f;
        continue;
      }
      const float flow = springFlow_[i].mean();
      if (flow > 0.f && isNearAcrossCut(i, kPressed)) kneaded_[i] += flow;
    }
  });
  // It counts as not there before, so that the next adjustment looks for all its springs.
  const Vec3 nowhere(std::numeric_limits<float>::quiet_NaN());
  bool any = false;
  for (std::size_t i = 0; i < cuts_.size(); ++i) {
    if (kneaded_[i] < kKneaded) continue;
    cuts_[i] = 0;
    adjusted_.set(i, nowhere);
    any = true;
  }
  if (any) forgetNoCuts();
}

}  // namespace ooze::clavet
