// What the microscope sees of a particle.
#include "liquid/direction.h"
#include "methods/clavet/clavet.h"
#include "methods/clavet/density_law.h"
#include "methods/clavet/wall.h"

#include <algorithm>

namespace ooze::clavet {
namespace {

std::vector<InspectedNeighbour> neighboursOf(const Particles& p, std::size_t i, float h) {
  std::vector<InspectedNeighbour> list;
  const Vec3 at = p.position[i];
  for (std::size_t j = 0; j < p.size(); ++j) {
    const float r = glm::length(p.position[j] - at);
    if (j != i && r < h) list.push_back({p.id[j], r, r / h});
  }
  std::sort(list.begin(), list.end(), [](const InspectedNeighbour& a, const InspectedNeighbour& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.id < b.id;
  });
  return list;
}

std::vector<const Body*> solidsNear(const Vec3& at, const Bodies& bodies, float h) {
  std::vector<const Body*> near;
  for (const Body& body : bodies.list)
    if (body.present && body.motion != Motion::Dynamic && body.shape->distance(body.pose.toLocal(at)) < h)
      near.push_back(&body);
  return near;
}

}  // namespace

/// Section 4 at the positions of this moment, every particle where it is now. In the sweep a particle's turn
/// comes when others have moved already (WatchedParticle tells of that), and lists of neighbours may miss a
/// pair that came within h since they were made.
ParticleDetails Clavet::inspect(std::uint32_t particle, float dt, const Bodies& bodies) const {
  const Particles& p = liquid_.particles;
  const Vec3 at = p.position[particle];
  const Coefficients& c = laws_.of(p.material[particle]);
  ParticleDetails details;
  details.neighbours = neighboursOf(p, particle, laws_.h());
  std::vector<std::uint32_t> indexOf(p.nextId, Neighbours::kNone);
  for (std::size_t i = 0; i < p.size(); ++i) indexOf[p.id[i]] = static_cast<std::uint32_t>(i);

  float rho = 0.f, rhoNear = 0.f;
  Vec3 lean(0.f);
  for (const InspectedNeighbour& n : details.neighbours) {
    const float w = 1.f - n.q;
    rho += w * w;
    rhoNear += w * w * w;
    lean += w * direction(p.position[indexOf[n.id]] - at, n.distance, p.id[particle], n.id);
  }
  const WallDensity wall = wallDensity(at, solidsNear(at, bodies, laws_.h()), c.settledDensity, laws_.h());
  rho += wall.density;
  rhoNear += wall.nearDensity;
  lean -= wall.push;
  const Pressures pressures = pressuresOf(c, rho, rhoNear, lean, laws_.h(), dt);
  details.values = densityValues({rho, rhoNear, wall.density, pressures.far, pressures.near}, laws_.h());

  springs_.visitOf(liquid_, p.id[particle], [&](std::uint32_t other, float rest) {
    details.links.push_back({other, rest, glm::length(p.position[indexOf[other]] - at)});
  });
  std::sort(details.links.begin(), details.links.end(),
            [](const InspectedLink& a, const InspectedLink& b) { return a.id < b.id; });
  return details;
}

std::optional<ParticleDetails> Clavet::detailsOf(std::uint32_t id, float dt, const Bodies& bodies) const {
  const auto found = std::find(liquid_.particles.id.begin(), liquid_.particles.id.end(), id);
  if (found == liquid_.particles.id.end()) return std::nullopt;
  return inspect(static_cast<std::uint32_t>(found - liquid_.particles.id.begin()), dt, bodies);
}

}  // namespace ooze::clavet
