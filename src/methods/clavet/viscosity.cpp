// Clavet 2005, section 5.3, Algorithm 5.
#include "methods/clavet/clavet.h"
#include "methods/clavet/close_by.h"

#include <algorithm>

namespace ooze::clavet {

void Clavet::applyViscosity(float dt, const Threads& threads, std::uint64_t stepIndex) {
  const bool any = std::any_of(pairs_.begin(), pairs_.end(),
                               [](const PairCoefficients& p) { return p.sigma > 0.f || p.beta > 0.f; });
  if (!any) return;
  Particles& p = particles_;
  neighbours_.sweep(threads, SweepFlips::ofStep(stepIndex), [&](std::size_t i) {
    const auto list = neighbours_.of(i);
    // Each pair once: lists ascend, so the later ones are a tail.
    const auto later = std::upper_bound(list.begin(), list.end(), static_cast<std::uint32_t>(i));
    CloseBy memory;
    for (const auto& [rHat, w, j] : memory.gather(p, i, {later, list.end()}, h_)) {
      const float u = glm::dot(p.velocity[i] - p.velocity[j], rHat);  // speed of approach
      if (u <= 0.f) continue;
      const PairCoefficients& c = pair(i, j);
      // Departs from Clavet 2005 section 5.3: the impulse is clamped at u, so that it never reverses the
      // approach.
      const float impulse = std::min(u, dt * w * (c.sigma * u + c.beta * u * u));
      p.velocity.add(i, -0.5f * impulse * rHat);
      p.velocity.add(j, 0.5f * impulse * rHat);
    }
  });
}

}  // namespace ooze::clavet
