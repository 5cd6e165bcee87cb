#include "world/statistics.h"

#include <algorithm>
#include <cmath>

namespace ooze {

Statistics gatherStatistics(const World& world, FunctionRef<Vec3(std::size_t)> velocity) {
  // Limit for the exposure; particles with a lower exposure are well inside the liquid.
  constexpr float kInterior = 0.15f;
  Statistics s;
  const Particles& p = world.particles();
  s.particles = p.size();
  s.asleep = world.asleep() ? p.size() : 0;
  const Links* links = world.method().links();
  s.links = links ? links->count() : 0;
  s.solver = world.method().solverWork();
  if (p.size() == 0) return s;
  std::vector<double> mass;
  for (std::size_t m = 0; m < world.materials().size(); ++m)
    mass.push_back(world.materials()[m].density *
                   std::pow(world.restSpacing(static_cast<std::uint16_t>(m)), 3.0));

  std::size_t interior = 0;
  double squares = 0, fastest = 0;
  s.lower = s.upper = glm::dvec3(p.position[0]);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const glm::dvec3 x(p.position[i]), v(velocity(i));
    const double m = mass[p.material[i]];
    const double v2 = glm::dot(v, v);
    s.mass += m;
    s.centroid += m * x;
    s.momentum += m * v;
    s.kineticEnergy += 0.5 * m * v2;
    squares += v2;
    fastest = std::max(fastest, v2);
    s.meanDensity += p.density[i];
    if (p.exposure[i] < kInterior) s.interiorDensity += p.density[i], ++interior;
    s.lower = glm::min(s.lower, x);
    s.upper = glm::max(s.upper, x);
  }
  s.centroid /= s.mass;
  s.maxSpeed = std::sqrt(fastest);
  s.rmsSpeed = std::sqrt(squares / static_cast<double>(p.size()));
  s.meanDensity /= static_cast<double>(p.size());
  if (interior > 0) s.interiorDensity /= static_cast<double>(interior);
  return s;
}

}  // namespace ooze
