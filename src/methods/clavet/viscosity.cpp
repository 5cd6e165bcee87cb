// Clavet 2005, section 5.3, Algorithm 5.
#include "methods/clavet/clavet.h"
#include "methods/clavet/direction.h"

#include <algorithm>

namespace ooze::clavet {

void Clavet::applyViscosity(float dt, const Threads& threads, std::uint64_t stepIndex) {
  const bool any = std::any_of(pairs_.begin(), pairs_.end(),
                               [](const PairCoefficients& p) { return p.sigma > 0.f || p.beta > 0.f; });
  if (!any) return;
  Particles& p = particles_;
  neighbours_.sweep(threads, SweepFlips::ofStep(stepIndex), [&](std::size_t i) {
    for (const std::uint32_t j : neighbours_.of(i)) {
      if (j < i) continue;  // Each pair once.
      const Vec3 rij = p.position[j] - p.position[i];
      const float r = glm::length(rij);
      if (r >= h_) continue;
      const Vec3 rHat = direction(rij, r, p.id[i], p.id[j]);
      const float u = glm::dot(p.velocity[i] - p.velocity[j], rHat);  // speed of approach
      if (u <= 0.f) continue;
      const PairCoefficients& c = pair(i, j);
      // Departs from Clavet 2005 section 5.3: the impulse is clamped at u, so that it never reverses the
      // approach.
      const float impulse = std::min(u, dt * (1.f - r / h_) * (c.sigma * u + c.beta * u * u));
      p.velocity.add(i, -0.5f * impulse * rHat);
      p.velocity.add(j, 0.5f * impulse * rHat);
    }
  });
}

}  // namespace ooze::clavet
