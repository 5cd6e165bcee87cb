// Modeling and rendering viscous liquids: K. Steele, D. Cline, P. K. Egbert, J. Dinerstein, Computer
// Animation and Virtual Worlds 2004, doi:10.1002/cav.20. Departures from the paper are marked where they
// happen.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/body_coupling.h"
#include "liquid/near_bodies.h"
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

/// Greatest values of the adhesion functions between liquids.
struct AdhesionLimits {
  float stiffness = 0.f;  ///< stiffness of the stiffest function [m/s^2 per radius]
  float reach = 0.f;      ///< longest reach [radii]
};

/// The functions between some materials. Materials whose functions are all equal are of one kind.
struct LiquidKinds {
  AdhesionMatrix matrix;             ///< functions of all pairs of kinds
  std::vector<std::uint32_t> kinds;  ///< kind of each material; 0 for a material that is left out
};

/// Builds the adhesion functions of pairs of liquids at the world's h.
class LiquidCurves {
 public:
  LiquidCurves(const MethodSettings& settings, std::span<const MaterialDefinition> materials);
  /// Returns the functions between the materials that are chosen, in a time that is quadratic in their kinds.
  /// @param chosen  a flag for each material
  [[nodiscard]] LiquidKinds kinds(const std::vector<bool>& chosen) const;
  /// Returns the limits over all materials, in a time that is linear in the materials and pairs.
  [[nodiscard]] AdhesionLimits limits() const;
  /// Returns the stiffness of the stiffest function between liquids or at a solid [m/s^2 per radius].
  [[nodiscard]] float stiffness() const;

 private:
  [[nodiscard]] float cohesion(std::size_t m) const;
  [[nodiscard]] AdhesionCurve ofTable(const PairEntry& e) const;
  [[nodiscard]] AdhesionCurve within(std::size_t m) const;
  [[nodiscard]] AdhesionCurve between(std::size_t a, std::size_t b) const;

  const MethodSettings& settings_;
  std::span<const MaterialDefinition> materials_;
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
  /// Sorts the particles (indices change) and searches neighbours, unless the lists are still valid. Lists
  /// the neighbours within the reach of all stages.
  void findNeighbours(const Threads& threads) { findNeighbours(longestReach(), threads); }
  /// @param reach  reach of the lists of near neighbours [m]
  void findNeighbours(float reach, const Threads& threads);
  void exchangeMomentum(float dt, const Threads& threads);
  /// Moves particles by their velocities in moves() parts, with contacts after each part.
  void moveParticles(float dt, const Bodies& bodies, const Threads& threads);
  /// Computes accelerations: adhesion within the liquid and to solids, and gravity.
  void findForces(const Bodies& bodies, const Threads& threads);
  /// Applies the accelerations for the whole step to velocities and positions.
  void accelerate(float dt, const Threads& threads);
  /// Returns the time over which velocities follow the separation of overlaps [s].
  [[nodiscard]] float contactTime(float dt) const;
  /// Separates particles nearer than 1.6 radii, or two radii while any liquid is frozen.
  void separate(float dt, const Threads& threads);
  void correctDensity(float dt, const Bodies& bodies, const Threads& threads);
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
  [[nodiscard]] const NearLists& near() const { return near_; }
  [[nodiscard]] const AdhesionMatrix& adhesion() const { return adhesion_.matrix; }
  [[nodiscard]] const DensityCorrection::Result& lastCorrection() const { return corrected_; }

 private:
  [[nodiscard]] StateBounds bounds() const override { return StateBounds(settings_.interactionRadius); }
  [[nodiscard]] std::size_t materialCount() const override { return coefficients_.size(); }
  [[nodiscard]] AdhesionCurve solidCurve(std::size_t material, const Body& body) const;
  [[nodiscard]] float viscousReach() const;
  [[nodiscard]] float forceReach() const;
  [[nodiscard]] float longestReach() const { return std::max(viscousReach(), forceReach()); }
  void includeMaterialsOfParticles();
  void makeSolidContacts(const Bodies& bodies);
  [[nodiscard]] PairLiquid pairs() const {
    return {near_, liquid_.particles.position, masses_.empty() ? nullptr : masses_.data()};
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
  AdhesionLimits limits_;
  LiquidKinds adhesion_;            ///< functions between the materials of hasParticles_
  std::vector<bool> hasParticles_;  ///< materials that particles have, or all if the world has few
  SolidInteractions contacts_;
  struct SeenBodyContact {
    std::string name;
    std::optional<float> friction, stickiness, stickDistance;
  };
  std::vector<SeenBodyContact> contactBodies_;  ///< contact values of the bodies that contacts_ was built for
  ArrayKey<Vec3> pigment_;
  ObjectParticles objects_;
  NearLists near_;  ///< neighbours within the reach of the next stages
  ViscousExchange viscosity_;
  Adhesion adhesive_;
  ContactSeparation separation_;
  NearBodies walls_;
  DensityCorrection density_;
  SurfaceClassifier surface_;
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
