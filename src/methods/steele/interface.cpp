// Implementation of the Method interface except the time step.
#include "liquid/frozen.h"
#include "methods/steele/steele.h"

namespace ooze::steele {

void Steele::setMaterials(std::span<const MaterialDefinition> materials) {
  definitions_.assign(materials.begin(), materials.end());
  coefficients_.clear();
  std::vector<ContactCoefficients> atSolids;
  for (const MaterialDefinition& d : definitions_) {
    coefficients_.push_back(
        convert(fromValues<Material>(kParameters, d.values), d.referenceRadius, settings_.interactionRadius));
    // Object particles provide adhesion, including a body's own stickiness, so contacts have none.
    atSolids.push_back({.friction = 1.f - coefficients_.back().slip,
                        .frictionTime = kFrictionTime,
                        .stickiness = 0.f,
                        .stickDistance = 0.f,
                        .usesBodyStickiness = false});
  }
  liquidMasses_.clear();
  for (std::size_t m = 0; m < definitions_.size(); ++m)
    liquidMasses_.push_back({particleMass(m), definitions_[m].density});
  adhesion_ = LiquidCurves(settings_, definitions_).matrix();
  coupled_.setMaterials(atSolids);
  for (ContactCoefficients& c : atSolids) c.friction = 0.f, c.usesBodyFriction = false;
  barrier_.setMaterials(atSolids);
  contactBodies_.clear();
  liquid_.setReach(longestReach());
}

void Steele::recolour(std::uint16_t material, std::uint32_t colour) {
  liquid_.recolour(material, colour);
  if (!liquid_.arrays.hasBegun(pigment_)) return;
  for (std::size_t i = 0; i < liquid_.size(); ++i)
    if (liquid_.particles.material[i] == material) liquid_[pigment_].set(i, Vec3(-1.f));
}

void Steele::restore(ByteReader& in) {
  LiquidState state = liquid_.read(in);
  state.requireSound(bounds(), coefficients_.size(), liquid_.reach());
  liquid_.replaceBy(std::move(state));
}

std::optional<ParticleDetails> Steele::detailsOf(std::uint32_t id, float /*dt*/,
                                                 const Bodies& /*bodies*/) const {
  const std::uint32_t particle = liquid_.indicesById()[id];
  if (particle == IdTable::kNone) return std::nullopt;
  ParticleDetails details;
  const Particles& p = liquid_.particles;
  details.neighbours = inspectNeighbours(p, particle, kDensitySupport * radius_, settings_.interactionRadius);
  details.values = {{"ρ", "Density", "1", p.density[particle]},
                    {"ρ0", "Desired density", "1", settledDensity()},
                    {"n", "Neighbours within 4 radii", "1", static_cast<float>(details.neighbours.size())}};
  return details;
}

}  // namespace ooze::steele
