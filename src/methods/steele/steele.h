// Modeling and rendering viscous liquids: K. Steele, D. Cline, P. K. Egbert, J. Dinerstein, Computer
// Animation and Virtual Worlds 2004, doi:10.1002/cav.20. Departures from the paper are marked where they
// happen.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/body_coupling.h"
#include "methods/pair_index.h"
#include "methods/particle_method.h"
#include "methods/steele/coefficients.h"
#include "methods/steele/pair_stages.h"
#include "methods/steele/solids.h"

#include <optional>
#include <string>
#include <vector>

namespace ooze::steele {

/// Row of this method in the registry (registration.cpp).
extern const MethodRow kMethodRow;

/// Builds the adhesion functions of all pairs of liquids at the world's h. Each material is a kind of its
/// own, or shares one with others in a world of very many materials, where a function for each pair of
/// materials would not fit in memory.
class LiquidCurves {
 public:
  LiquidCurves(const MethodSettings& settings, std::span<const MaterialDefinition> materials);
  /// Returns the functions of all pairs of kinds.
  [[nodiscard]] AdhesionMatrix matrix() const;
  /// Returns the kind of each material; empty if each material is a kind of its own.
  [[nodiscard]] const std::vector<std::uint32_t>& kinds() const { return kinds_; }
  [[nodiscard]] float stiffness() const;  ///< stiffness of the stiffest function [m/s^2 per radius]

 private:
  [[nodiscard]] std::size_t kindCount() const { return kinds_.empty() ? materials_.size() : firsts_.size(); }
  [[nodiscard]] std::size_t firstOf(std::size_t kind) const { return kinds_.empty() ? kind : firsts_[kind]; }
  [[nodiscard]] const PairEntry* find(std::size_t a, std::size_t b) const;
  [[nodiscard]] float cohesion(std::size_t m) const;
  [[nodiscard]] AdhesionCurve ofTable(const PairEntry& e) const;
  [[nodiscard]] AdhesionCurve within(std::size_t m) const;
  [[nodiscard]] AdhesionCurve between(std::size_t a, std::size_t b) const;

  const MethodSettings& settings_;
  std::span<const MaterialDefinition> materials_;
  std::optional<PairIndex> table_;  ///< index of a large table
  std::vector<std::uint32_t> kinds_;
  std::vector<std::size_t> firsts_;  ///< first material of each kind, if kinds_ is not empty
};

/// Returns the default function of a pair: MethodRow::defaultPairCurve.
std::vector<CurvePoint> defaultPairCurve(const MethodSettings& settings,
                                         std::span<const MaterialDefinition> materials, const PairEntry& pair,
                                         const OwnContact& solid);

/// Particle method with adhesion functions, momentum exchange and density correction (Steele et al. 2004).
class Steele final : public ParticleMethod, public Inspector {
 public:
  explicit Steele(const MethodSettings& settings);

  // Implementation of the Method interface (steele.cpp).
  [[nodiscard]] std::string_view key() const override { return "steele"; }
  void setMaterials(std::span<const MaterialDefinition> materials) override;
  void setPairs(const PairTable& pairs) override { settings_.pairs = pairs; }
  void setGravity(const Vec3& gravity) override { gravity_ = gravity; }
  void step(float dt, StepContext& context) override;
  [[nodiscard]] const Inspector* inspector() const override { return this; }
  [[nodiscard]] std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                         const Bodies& bodies) const override;
  [[nodiscard]] bool changesAtRest() const override;  ///< true if colours mix
  void recolour(std::uint16_t material, std::uint32_t colour) override;

  // The stages of a step, in the order of step(); public so that tests can run them one at a time.
  /// Sorts the particles (indices change) and searches neighbours, unless the lists are still valid.
  void findNeighbours(const Threads& threads);
  void exchangeMomentum(float dt, const Threads& threads);
  /// Moves particles by their velocities in moves() parts, with contacts after each part.
  void moveParticles(float dt, const Bodies& bodies, const Threads& threads);
  /// Computes accelerations: adhesion within the liquid and to solids, and gravity.
  void findForces(const Bodies& bodies, const Threads& threads);
  /// Applies the accelerations for the whole step to velocities and positions.
  void accelerate(float dt, const Threads& threads);
  /// Returns the time over which velocities follow the separation of overlaps [s].
  [[nodiscard]] float contactTime(float dt) const;
  /// Separates particles nearer than two radii.
  void separate(float dt, const Threads& threads);
  void correctDensity(float dt, const Threads& threads);
  /// Applies adhesion and coupling to dynamic bodies, moves the bodies, and keeps the liquid out of all
  /// solids.
  void advanceBodies(float dt, StepContext& context);
  void classifySurface(const Threads& threads);
  void mixColours(float dt, const Threads& threads);

  /// Returns M, the number of moves in a step. No particle moves farther than half a radius in one move.
  [[nodiscard]] int moves(float dt, const Threads& threads) const;

  // Access for tests.
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
  [[nodiscard]] PairLiquid pairs() const {
    return {liquid_.neighbours(), liquid_.particles.position, masses_.empty() ? nullptr : masses_.data()};
  }
  [[nodiscard]] PairValue pairValue(float Coefficients::*member, std::vector<float>& own,
                                    const Threads& threads);
  void assignMasses(const Threads& threads);
  [[nodiscard]] float particleMass(std::size_t material) const;

  MethodSettings settings_;
  float radius_;  ///< particle radius r [m]
  Vec3 gravity_{0.f, -9.81f, 0.f};
  std::vector<MaterialDefinition> definitions_;
  std::vector<Coefficients> coefficients_;  ///< coefficients of each material, SI at this h
  AdhesionMatrix adhesion_;
  std::vector<std::uint32_t> kinds_;  ///< kind of each material in adhesion_, as LiquidCurves::kinds()
  SolidInteractions contacts_;
  struct SeenBodyContact {
    std::string name;
    std::optional<float> friction, stickiness, stickDistance;
  };
  std::vector<SeenBodyContact> contactBodies_;  ///< contact values of the bodies that contacts_ was built for
  ArrayKey<Vec3> pigment_;
  ObjectParticles objects_;
  ViscousExchange viscosity_;
  ContactSeparation separation_;
  DensityCorrection density_;
  AdhesionColours colours_;
  DensityCorrection::Result corrected_;
  SolidContact coupled_, barrier_;  ///< contact with friction for bodies; without friction for positions
  BodyCoupling coupling_;
  SolidAdhesion solidAdhesion_;
  std::vector<LiquidMass> liquidMasses_;  ///< masses by material
  Vec3Array acceleration_;                ///< accelerations of this step [m/s^2]
  Vec3Array uncorrected_;                 ///< positions before the density correction [m]
  // Values by particle in this step; empty with a single material.
  std::vector<float> masses_, ownRate_, ownSupport_, ownElasticity_;
  std::vector<std::uint32_t> kindOf_;
};

}  // namespace ooze::steele
