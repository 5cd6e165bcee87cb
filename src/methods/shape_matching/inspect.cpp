// Particle details for the inspector, computed from the present state as a step beginning now would.
#include "methods/shape_matching/shape_matching.h"

#include <algorithm>

namespace ooze::shape_matching {
namespace {

/// Copy of a particle and of all particles that sums over its neighbours depend on, as a separate liquid.
class LocalLiquid {
 public:
  /// Copies the particles around one.
  /// @param unevenness  of each particle of the liquid (PackingCorrection)
  /// @param bodyOf      returns the body of a particle, by index
  LocalLiquid(const ParticleLiquid& liquid, std::uint32_t particle, float h,
              std::span<const SymmetricMatrix> unevenness, FunctionRef<std::uint32_t(std::size_t)> bodyOf)
      : h_(h), near_(liquid.reach()) {
    const Particles& p = liquid.particles;
    std::vector<std::uint32_t> bodies;
    std::vector<SymmetricMatrix> uneven;
    std::uint32_t own = 0;  // id of the inspected particle in the copy of the liquid
    for (std::size_t j = 0; j < p.size(); ++j) {
      // Positions are relative to the particle, so that no coordinate is too large.
      const Vec3 x = p.position[j] - p.position[particle], v = p.velocity[j];
      // The densities of neighbours within h need particles within 2 h.
      if (!(glm::length(x) < 2.001f * h)) continue;
      if (j == particle) own = near_.particles.nextId;
      near_.insert({&x, 1}, {&v, 1}, p.material[j], 0, 0.f);
      bodies.push_back(bodyOf(j));
      uneven.push_back(j < unevenness.size() ? unevenness[j] : SymmetricMatrix{});
    }
    near_.list(one_);
    for (const std::uint32_t id : near_.particles.id)
      bodies_.push_back(bodies[id]), unevenness_.push_back(uneven[id]);
    own_ = near_.indicesById()[own];
  }

  /// Returns the SPH acceleration of the particle by SphForces::act() [m/s^2].
  [[nodiscard]] Vec3 acceleration(std::span<const Coefficients> materials) {
    Densities densities;
    densities.measure(near_, h_, materials, one_);
    PackingCorrection packing;
    Vec3Array all;
    SphForces().act(near_, h_, materials, densities,
                    &packing.computeStress(densities.pressure(), unevenness_, one_), bodies_.data(), all,
                    one_);
    return all[own_];
  }

 private:
  const Threads one_{1};
  float h_;
  ParticleLiquid near_;
  std::vector<std::uint32_t> bodies_;
  std::vector<SymmetricMatrix> unevenness_;
  std::uint32_t own_ = 0;
};

/// Result of shape matching for a particle.
struct ShapeMatch {
  Vec3 toGoal{0.f};   ///< vector to the goal, g - x, eq. 7 [m]
  Vec3 damping{0.f};  ///< change of velocity by damping in a step, with the weight 1 - alpha [m/s]
};

/// Runs shape matching and damping for a single particle.
/// @param rotation  rotation of each particle's region in the last step
ShapeMatch match(const ReferenceGrid& grid, const ShapeMatchingInput& liquid, std::vector<Quat> rotation,
                 std::uint32_t particle, float dt) {
  const Threads one(1);
  ShapeRegions regions;
  regions.prepare(grid, liquid, one);
  regions.fit(grid, liquid, rotation, one);
  Vec3Array offset, gain;
  regions.findGoals(grid, liquid, offset, one);
  RegionDamping damping;
  damping.prepare(grid, regions, liquid, one);
  gain.resize(liquid.particles.size());
  damping.damp(grid, regions, liquid, dt, gain, one);
  return {offset[particle], gain[particle]};
}

std::vector<std::uint32_t> idsOfRegion(const ReferenceGrid& grid, std::uint32_t cell,
                                       const Particles& particles) {
  std::vector<std::uint32_t> ids;
  for (const std::uint32_t c : grid.regionOf(cell))
    for (const std::uint32_t i : grid.particlesOf(c)) ids.push_back(particles.id[i]);
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace

/// Computes the velocities of eq. 5, 10 and 13 as arrows. SPH pairs use the mean of both alphas, and 1 where
/// two bodies meet (SphForces), so the blend is not quite alpha v_sph + (1 - alpha) v_sm between bodies.
void ShapeMatching::inspectVelocities(std::uint32_t i, float dt, const ReferenceGrid& grid,
                                      ParticleDetails& details) const {
  const Particles& p = liquid_.particles;
  const Coefficients& c = coefficients_[p.material[i]];
  const Vec3 fallen = p.velocity[i] + dt * gravity_;
  LocalLiquid near(liquid_, i, h_, liquid_[packing_.unevenness],
                   [&](std::size_t j) { return grid.pieceOf(j); });
  std::vector<Coefficients> liquids = coefficients_;
  for (Coefficients& l : liquids) l.alpha = 1.f;
  const Vec3 asLiquid = fallen + dt * near.acceleration(liquids);
  Vec3 blended = fallen + dt * near.acceleration(coefficients_);
  details.arrows.push_back({"v_sph", "Velocity as liquid", asLiquid});
  if (const std::uint32_t cell = grid.cellOf(i); cell != ReferenceGrid::kNone && c.keepsShape()) {
    const ShapeMatch matched = match(grid, shapeMatchingInput(), liquid_[references_.rotation], i, dt);
    const Vec3 gained = dt * c.shapeRate() * matched.toGoal + matched.damping;
    blended += gained;
    details.arrows.push_back({"v_sm", "Velocity as shape", fallen + gained / (1.f - c.alpha)});
    details.places.push_back({"g", "Goal position in the shape", p.position[i] + matched.toGoal});
    details.region = {"Region of the particle", idsOfRegion(grid, cell, p)};
  }
  if (p.isFrozen(i)) blended = Vec3(0.f);
  details.arrows.push_back({"v", "Blended velocity", blended});
}

std::optional<ParticleDetails> ShapeMatching::detailsOf(std::uint32_t id, float dt,
                                                        const Bodies& /*bodies*/) const {
  const std::uint32_t i = liquid_.indicesById()[id];
  if (i == IdTable::kNone) return std::nullopt;
  ParticleDetails details;
  const Particles& p = liquid_.particles;
  details.neighbours = inspectNeighbours(p, i, h_, h_);
  const float age = gather(kAgeKey, dt)[i];
  details.values = {{"ρ/ρ0", "Density over rest", "1", p.density[i]},
                    {"p", "Pressure", "kPa", 0.001f * pressureAt(p.density[i], coefficients_[p.material[i]])},
                    {"|g−x|", "Distance to the goal position in the last step", "mm",
                     1000.f * kSpacing * h_ * liquid_[references_.strain][i]},
                    {"part", "Share of the acceleration that comes from the shape", "1", liquid_[share_][i]},
                    {"age", "Age of the present shape", "s", age}};
  if (!isFinite(p.position[i])) return details;
  ReferenceGrid made;
  const bool holds = !gridIsOutdated_ && grid_.covers(p.size());
  if (!holds) buildGrid(made, Threads(1));
  inspectVelocities(i, dt, holds ? grid_ : made, details);
  return details;
}

}  // namespace ooze::shape_matching
