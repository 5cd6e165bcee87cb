// Inspection of single particles, and fields of all particles.
#include "liquid/direction.h"
#include "methods/clavet/clavet.h"
#include "methods/clavet/density_law.h"
#include "methods/clavet/wall.h"

#include <algorithm>

namespace ooze::clavet {
namespace {

/// Computes the pressure of each particle: positive under compression, negative under tension [Pa]. In a pool
/// at rest the pressure equals the weight of the liquid above.
/// @param dt  length of the last step [s]
///
/// The pressure is the virial of eq. 6 and of the volume law for a uniform liquid around the particle. With
/// accelerations P (1-q) + Pnear (1-q)^2 along r^, p = density / 6 times the sum of r (P (1-q) + Pnear
/// (1-q)^2). Over a ball full of liquid the sums are 3/2 h n and 1/2 h n, where n = rho + 0.75 includes the
/// hole at the particle itself (restVolume()). The term k (rho - rho0) with its near part equals k rho0 (rho
/// / rho_r - 1) (settledDensity()).
std::vector<float> pressures(const Particles& particles, const MaterialLaws& laws, float dt) {
  std::vector<float> pressures(particles.size(), 0.f);
  for (std::size_t i = 0; i < pressures.size(); ++i) {
    const std::size_t material = particles.material[i];
    const Coefficients& c = laws.of(material);
    const float rho = particles.density[i], rhoNear = 0.5f * rho;
    const float excess = std::max(0.f, rho - c.settledDensity);
    const float volume = c.kVolume * dt * dt / laws.h();
    const float stiff = c.kVolume * excess / (1.f + volume * (rho + kVolumeNear * rhoNear));
    const float cohesion = c.k * c.restDensity * (rho / c.settledDensity - 1.f);
    const float hole = 0.75f / c.settledDensity;  // a single particle has neither hole nor pressure
    pressures[i] = 0.25f * laws.masses()[material].density * laws.h() * rho * (1.f + hole) *
                   (cohesion + (1.f + kVolumeNear / 3.f) * stiff);
  }
  return pressures;
}

}  // namespace

std::vector<float> Clavet::gather(std::string_view key, float dt) const {
  if (key == kPressureKey) return pressures(liquid_.particles, laws_, dt);
  if (key == kStrainKey) return springs_.strains(liquid_, laws_.h());
  return ParticleMethod::gather(key, dt);
}

/// Evaluates section 4 for one particle with all particles at their present positions. The values differ from
/// the sweep, where other particles have moved before this particle's turn (WatchedParticle records those
/// values). The neighbour search is exact, whereas the lists may miss pairs that have come within h since.
std::optional<ParticleDetails> Clavet::detailsOf(std::uint32_t id, float dt, const Bodies& bodies) const {
  const Particles& p = liquid_.particles;
  const IdTable indexOf = liquid_.indicesById();
  const std::uint32_t particle = indexOf[id];
  if (particle == IdTable::kNone) return std::nullopt;
  const Vec3 at = p.position[particle];
  const Coefficients& c = laws_.of(p.material[particle]);
  ParticleDetails details;
  details.neighbours = inspectNeighbours(p, particle, laws_.h(), laws_.h());

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
  near.find(here, bodies, laws_.h(), laws_.h(), Threads(1));
  const WallDensity wall = wallDensity(at, near.of(0), c.settledDensity, laws_.h());
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

}  // namespace ooze::clavet
