// Welding of cuts by kneading (kneading.h).
#include "methods/clavet/kneading.h"

#include "methods/clavet/cuts.h"

namespace ooze::clavet {
namespace {

constexpr std::size_t kKneadingGrain = 256;  // particles per parallel chunk

}  // namespace

SpringFlow* Cuts::beginFlow(const ParticleLiquid& liquid) {
  if (!any(liquid)) return nullptr;
  flow_.assign(liquid.size(), {});
  return flow_.data();
}

/// Returns true if a particle on the opposite side of a cut is nearer than `reach` [h].
bool Cuts::isNearAcross(const ParticleLiquid& liquid, std::size_t i, float reach, float h) const {
  const std::vector<std::uint32_t>& cuts = liquid[sides];
  bool near = false;
  liquid.neighbours().of(static_cast<std::uint32_t>(i)).forEach([&](std::size_t j) {
    if (!areAcross(cuts[i], cuts[j])) return;
    const Vec3 between = liquid.particles.position[j] - liquid.particles.position[i];
    near |= glm::dot(between, between) < reach * reach * h * h;
  });
  return near;
}

void Cuts::weld(ParticleLiquid& liquid, float h, const Threads& threads,
                FunctionRef<void(std::size_t)> welded) const {
  if (!any(liquid)) return;
  std::vector<std::uint32_t>& cuts = liquid[sides];
  std::vector<float>& strains = liquid[kneaded];
  threads.forChunks(cuts.size(), kKneadingGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (cuts[i] == 0) continue;
      if (strains[i] == kNotSeparated) {
        if (!isNearAcross(liquid, i, kSeparated, h)) strains[i] = 0.f;
        continue;
      }
      const float flow = flow_[i].mean();
      if (flow > 0.f && isNearAcross(liquid, i, kPressed, h)) strains[i] += flow;
    }
  });
  bool anyWelded = false;
  for (std::size_t i = 0; i < cuts.size(); ++i) {
    if (strains[i] < kWeldStrain) continue;
    cuts[i] = 0;
    welded(i);
    anyWelded = true;
  }
  if (anyWelded) clearIfUnused(liquid);
}

}  // namespace ooze::clavet
