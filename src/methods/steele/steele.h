// Modeling and rendering viscous liquids: K. Steele, D. Cline, P. K. Egbert, J. Dinerstein, Computer
// Animation and Virtual Worlds 2004, doi:10.1002/cav.18. Departures from the paper are marked where they
// happen.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/body_coupling.h"
#include "methods/particle_method.h"
#include "methods/steele/coefficients.h"
#include "methods/steele/colours.h"
#include "methods/steele/contacts.h"
#include "methods/steele/density.h"
#include "methods/steele/forces.h"
#include "methods/steele/register.h"
#include "methods/steele/solids.h"
#include "methods/steele/viscosity.h"

#include <string>
#include <vector>

namespace ooze::steele {

/// The functions of all pairs of liquids, at the world's h.
class LiquidCurves {
 public:
  LiquidCurves(const MethodSettings& settings, std::span<const MaterialDefinition> materials)
      : settings_(settings), materials_(materials) {}
  [[nodiscard]] AdhesionMatrix matrix() const;
  [[nodiscard]] float stiffness() const;  ///< of the stiffest [m/s^2 per radius]

 private:
  [[nodiscard]] AdhesionCurve ofTable(const PairEntry& e) const;
  [[nodiscard]] AdhesionCurve within(std::size_t m) const;
  [[nodiscard]] AdhesionCurve between(std::size_t a, std::size_t b) const;

  const MethodSettings& settings_;
  std::span<const MaterialDefinition> materials_;
};

class Steele final : public ParticleMethod, public Inspector {
 public:
  explicit Steele(const MethodSettings& settings);

  // What the world asks of a method (interface.cpp).
  [[nodiscard]] std::string_view key() const override { return "steele"; }
  void setMaterials(std::span<const MaterialDefinition> materials) override;
  void setPairs(const PairTable& pairs) override { settings_.pairs = pairs; }
  void setGravity(const Vec3& gravity) override { gravity_ = gravity; }
  void step(float dt, StepContext& context) override;
  [[nodiscard]] const Inspector* inspector() const override { return this; }
  [[nodiscard]] std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                         const Bodies& bodies) const override;
  [[nodiscard]] bool changesAtRest() const override;  ///< while colours mix
  void recolour(std::uint16_t material, std::uint32_t colour) override;
  void save(ByteWriter& out, const Threads& /*threads*/) const override { liquid_.save(out); }
  void restore(ByteReader& in) override;

  // The stages of a step, in its order; public so that tests can take them one at a time.
  /// Sorts the particles (indices change) and lists neighbours, unless the lists serve.
  void findNeighbours(const Threads& threads);
  void exchangeMomentum(float dt, const Threads& threads);
  /// Moves particles by the step in moves() parts.
  void moveParticles(float dt, const Bodies& bodies, const Threads& threads);
  /// What accelerates particles: adhesion within the liquid and to solids, gravity.
  void findForces(const Bodies& bodies, const Threads& threads);
  /// What forces do in the whole step.
  void accelerate(float dt, const Threads& threads);
  /// Parts what has come nearer than two radii in dt.
  [[nodiscard]] float contactTime(float dt) const;
  void separate(float dt, const Threads& threads);
  void correctDensity(float dt, const Threads& threads);
  /// Moves dynamic bodies by what the liquid does to them, and keeps the liquid out of all solids.
  void settleBodies(float dt, StepContext& context);
  void classifySurface(const Threads& threads);
  void mixColours(float dt, const Threads& threads);

  /// M: moves of a step, so that nothing goes farther than half a radius in one.
  [[nodiscard]] int moves(float dt, const Threads& threads) const;

  // What tests look at and set up.
  [[nodiscard]] ParticleLiquid& liquid() { return liquid_; }
  [[nodiscard]] const Vec3Array& accelerations() const { return acceleration_; }
  [[nodiscard]] float radius() const { return radius_; }
  [[nodiscard]] const AdhesionMatrix& adhesion() const { return adhesion_; }
  [[nodiscard]] const DensityCorrection::Result& lastCorrection() const { return corrected_; }

 private:
  [[nodiscard]] StateBounds bounds() const override { return StateBounds(settings_.interactionRadius); }
  [[nodiscard]] std::size_t materialCount() const override { return coefficients_.size(); }
  [[nodiscard]] AdhesionCurve solidCurve(std::size_t material, const Body& body) const;
  [[nodiscard]] float longestReach() const;
  void makeSolidContacts(const Bodies& bodies);
  [[nodiscard]] Liquid pairs() const {
    return {liquid_.neighbours(), liquid_.particles.position, masses_.empty() ? nullptr : masses_.data()};
  }
  [[nodiscard]] PairValue pairValue(float Coefficients::*member, std::vector<float>& own,
                                    const Threads& threads);
  void giveMasses(const Threads& threads);
  [[nodiscard]] float particleMass(std::size_t material) const;

  MethodSettings settings_;
  float radius_;  ///< r [m]
  Vec3 gravity_{0.f, -9.81f, 0.f};
  std::vector<MaterialDefinition> definitions_;
  std::vector<Coefficients> coefficients_;  ///< per material, SI at this h
  AdhesionMatrix adhesion_;
  Attachments contacts_;
  struct BodySeen {
    std::string name;
    std::optional<float> friction, stickiness, stickDistance;
  };
  std::vector<BodySeen> bodiesSeen_;  ///< what contacts_ were made for
  ArrayKey<Vec3> pigment_;
  ObjectParticles objects_;
  ViscousExchange viscosity_;
  ContactSeparation separation_;
  DensityCorrection density_;
  ColourMixing colours_;
  DensityCorrection::Result corrected_;
  SolidContact coupled_, barrier_;  ///< with friction, for bodies; without, for positions
  BodyCoupling coupling_;
  SolidAdhesion solidAdhesion_;
  std::vector<LiquidMass> liquidMasses_;  ///< by material
  Vec3Array acceleration_;                ///< of this step [m/s^2]
  Vec3Array uncorrected_;                 ///< positions before the density was corrected [m]
  // Own values by particle of this step, where there are several materials.
  std::vector<float> masses_, ownRate_, ownSupport_, ownElasticity_;
  std::vector<std::uint32_t> materials_;
};

}  // namespace ooze::steele
