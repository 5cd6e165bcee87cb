// What the world asks of a method, beside the step.
#include "liquid/frozen.h"
#include "methods/steele/steele.h"

#include <algorithm>

namespace ooze::steele {

const std::vector<ParameterInfo>& parameters() {
  static const std::vector<ParameterInfo> rows = describe<Material>(kParameters);
  return rows;
}

std::unique_ptr<Method> makeSteele(const MethodSettings& settings) {
  return std::make_unique<Steele>(settings);
}

void Steele::setMaterials(std::span<const MaterialDefinition> materials) {
  definitions_.assign(materials.begin(), materials.end());
  coefficients_.clear();
  std::vector<ContactCoefficients> atSolids;
  for (const MaterialDefinition& d : definitions_) {
    coefficients_.push_back(
        convert(fromValues<Material>(kParameters, d.values), d.referenceRadius, settings_.interactionRadius));
    // Adhesion is that of the object particles.
    atSolids.push_back({1.f - coefficients_.back().slip, kFrictionTime, 0.f, 0.f});
  }
  adhesion_ = AdhesionMatrix(liquidCurves());
  coupled_.setMaterials(atSolids);
  for (ContactCoefficients& c : atSolids) c.friction = 0.f;
  barrier_.setMaterials(atSolids);
  bodiesSeen_.clear();
  liquid_.setReach(longestReach());
}

StableStep Steele::stableStep() const {
  float most = 0.f;
  for (const Coefficients& c : coefficients_) most = std::max(most, c.viscosity);
  return steele::stableStep(adhesion_.stiffness(), most, glm::length(gravity_), radius_);
}

float Steele::restDensity(std::uint16_t) const {
  return static_cast<float>(latticeDensity(static_cast<double>(kDensitySupport)));
}
float Steele::restSpacing(std::uint16_t) const { return 2.f * radius_; }

void Steele::freeze(std::span<const std::uint32_t> particles, bool frozen) {
  ooze::freeze(liquid_.particles, particles, frozen);
}

void Steele::recolour(std::uint16_t material, std::uint32_t colour) {
  liquid_.recolour(material, colour);
  if (!liquid_.arrays.hasBegun(pigment_)) return;
  for (std::size_t i = 0; i < liquid_.size(); ++i)
    if (liquid_.particles.material[i] == material) liquid_[pigment_].set(i, Vec3(-1.f));
}

void Steele::addVelocity(std::uint32_t particle, const Vec3& change) {
  if (!liquid_.particles.isFrozen(particle)) liquid_.particles.velocity.add(particle, change);
}

void Steele::insert(const LiquidSeeds& seeds) {
  liquid_.insert(seeds.positions, seeds.velocities, seeds.material, seeds.colour, seeds.elapsed);
}

void Steele::keep(std::span<const std::uint32_t> particles, ByteWriter& out) const {
  ParticleLiquid::save(liquid_.kept(particles), out);
}

void Steele::putBack(ByteReader& in, std::uint64_t room, float elapsed) {
  const KeptParticles kept = liquid_.readKept(in);
  liquid_.requireSound(kept, StateBounds(settings_.interactionRadius), coefficients_.size());
  liquid_.putBack(kept, room, elapsed);
}

void Steele::requireKept(ByteReader& in) const {
  liquid_.requireSound(liquid_.readKept(in), StateBounds(settings_.interactionRadius), coefficients_.size());
}

void Steele::restore(ByteReader& in) {
  LiquidState state = liquid_.read(in);
  state.requireSound(StateBounds(settings_.interactionRadius), coefficients_.size(), liquid_.reach());
  liquid_.become(std::move(state));
}

ParticleDetails Steele::inspect(std::uint32_t particle, float /*dt*/, const Bodies& /*bodies*/) const {
  ParticleDetails details;
  const Particles& p = liquid_.particles;
  const float h = settings_.interactionRadius;
  for (std::size_t j = 0; j < p.size(); ++j) {
    const float d = glm::length(p.position[j] - p.position[particle]);
    if (j != particle && d < kDensitySupport * radius_) details.neighbours.push_back({p.id[j], d, d / h});
  }
  std::sort(details.neighbours.begin(), details.neighbours.end(),
            [](const InspectedNeighbour& a, const InspectedNeighbour& b) {
              return a.distance < b.distance || (a.distance == b.distance && a.id < b.id);
            });
  details.values = {{"ρ", "Density", "1", p.density[particle]},
                    {"ρ0", "Desired density", "1", restDensity(p.material[particle])},
                    {"n", "Neighbours within 4 radii", "1", static_cast<float>(details.neighbours.size())}};
  return details;
}

std::span<const StageNote> Steele::stageNotes() const {
  static constexpr std::array kNotes{
      StageNote{"neighbours", "", "Sorts the particles and lists those that are near each other."},
      StageNote{"object particles", "boundaries",
                "Covers solids near the liquid with particles that draw it on."},
      StageNote{"forces", "forces", "Adds up what pulls and pushes each particle, for the whole step."},
      StageNote{"viscosity", "viscosity", "Lets neighbours exchange momentum."},
      StageNote{"moves", "time steps", "Moves particles in several parts, off each other and off solids."},
      StageNote{"density", "density correction", "Moves neighbours of what is too dense or too thin."},
      StageNote{"coupling", "", "Moves what floats by what the liquid does to it."},
      StageNote{"surface", "surface particles", "Tells which particles lie at the surface."},
      StageNote{"colours", "", "Blends the colours of particles in contact."}};
  return kNotes;
}

}  // namespace ooze::steele
