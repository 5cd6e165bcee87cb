// Interface of Mps to the world beside the time step: materials, save and restore, inspection.
#include "methods/mps/mps.h"

namespace ooze::mps {

void Mps::setMaterials(std::span<const MaterialDefinition> materials) {
  coefficients_.clear(), masses_.clear();
  std::vector<ContactCoefficients> atSolids;
  for (const MaterialDefinition& m : materials) {
    coefficients_.push_back(convert(m, h_));
    masses_.push_back({coefficients_.back().mass, m.density});
    // Friction with solids is part of the viscosity, scaled by each body's own friction.
    atSolids.push_back({.friction = 0.f,
                        .frictionTime = 1.f,
                        .stickiness = 0.f,
                        .stickDistance = 0.f,
                        .usesBodyFriction = false,
                        .usesBodyStickiness = false,
                        .resolvesAllFaces = true});
  }
  contact_.setMaterials(atSolids);
}

void Mps::restore(ByteReader& in) {
  LiquidState state = liquid_.read(in);
  state.requireSound(bounds(), coefficients_.size(), liquid_.reach());
  liquid_.replaceBy(std::move(state));
}

std::optional<SolverWork> Mps::solverWork() const {
  if (solved_.unknowns == 0) return std::nullopt;
  return SolverWork{solved_.solver.iterations, solved_.solver.residual};
}

std::vector<float> Mps::gather(std::string_view key, float dt) const {
  if (key == kPressureKey) return liquid_[pressureOf_];
  return ParticleMethod::gather(key, dt);
}

std::optional<ParticleDetails> Mps::detailsOf(std::uint32_t id, float /*dt*/,
                                              const Bodies& /*bodies*/) const {
  const std::uint32_t particle = liquid_.indicesById()[id];
  if (particle == IdTable::kNone) return std::nullopt;
  ParticleDetails details;
  const Particles& p = liquid_.particles;
  details.neighbours = inspectNeighbours(p, particle, kReach * spacing_, h_);
  details.values = {{"n/n0", "Density", "1", p.density[particle]},
                    {"p", "Pressure", "Pa", liquid_[pressureOf_][particle]},
                    {"N", "Neighbours", "1", static_cast<float>(details.neighbours.size())}};
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (!points_.isParticle[i] || points_.from[i] != particle || i >= pressure_.source.size()) continue;
    details.values.push_back({"b", "Compression to undo", "1", pressure_.source[i]});
    details.values.push_back(
        {"", "At the free surface", "1", pressure_.role[i] == PressureRole::Surface ? 1.f : 0.f});
  }
  return details;
}

}  // namespace ooze::mps
