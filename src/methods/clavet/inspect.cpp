#include "methods/clavet/inspect.h"

#include "liquid/direction.h"
#include "methods/clavet/density_law.h"
#include "methods/clavet/wall.h"
#include "methods/particle_method.h"

#include <algorithm>

namespace ooze::clavet {

ParticleDetails inspect(std::size_t particle, float dt, const ParticleLiquid& liquid,
                        const MaterialLaws& laws, const SpringNetwork& springs, const Bodies& bodies) {
  const Particles& p = liquid.particles;
  const Vec3 at = p.position[particle];
  const Coefficients& c = laws.of(p.material[particle]);
  ParticleDetails details;
  details.neighbours = inspectNeighbours(p, particle, laws.h(), laws.h());
  const IdTable indexOf(p);

  float rho = 0.f, rhoNear = 0.f;
  Vec3 lean(0.f);
  for (const InspectedNeighbour& n : details.neighbours) {
    const float w = 1.f - n.q;
    rho += w * w;
    rhoNear += w * w * w;
    lean += w * direction(p.position[indexOf[n.id]] - at, n.distance, p.id[particle], n.id);
  }
  Vec3Array here;
  here.push(at);
  NearBodies near;
  near.find(here, bodies, laws.h(), laws.h(), Threads(1));
  const WallDensity wall = wallDensity(at, near.of(0), c.settledDensity, laws.h());
  rho += wall.density;
  rhoNear += wall.nearDensity;
  lean -= wall.push;
  const Pressures pressures = pressuresOf(c, rho, rhoNear, lean, laws.h(), dt);
  details.values = densityValues({rho, rhoNear, wall.density, pressures.far, pressures.near}, laws.h());

  springs.visitOf(liquid, p.id[particle], [&](std::uint32_t other, float rest) {
    details.links.push_back({other, rest, glm::length(p.position[indexOf[other]] - at)});
  });
  std::sort(details.links.begin(), details.links.end(),
            [](const InspectedLink& a, const InspectedLink& b) { return a.id < b.id; });
  return details;
}

}  // namespace ooze::clavet
