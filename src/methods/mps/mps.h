// Particle-based simulation of fluids: S. Premoze, T. Tasdizen, J. Bigler, A. Lefohn, R. T. Whitaker,
// Eurographics 2003; the moving-particle semi-implicit method of S. Koshizuka and Y. Oka 1996. Departures
// from the paper are marked where they happen.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/body_coupling.h"
#include "methods/mps/coefficients.h"
#include "methods/mps/collision_model.h"
#include "methods/mps/convection.h"
#include "methods/mps/points.h"
#include "methods/mps/pressure.h"
#include "methods/mps/tension.h"
#include "methods/mps/viscosity.h"
#include "methods/mps/viscous_bodies.h"
#include "methods/mps/walls.h"
#include "methods/particle_method.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ooze::mps {

/// Row of this method in the registry (registration.cpp).
extern const MethodRow kMethodRow;

inline constexpr std::string_view kPressureKey = "pressure";

/// Moving-particle semi-implicit method (MPS): incompressible liquid by a pressure projection on particles.
/// Viscosity and pressure are implicit; gravity and surface tension are explicit.
class Mps final : public ParticleMethod, public Inspector {
 public:
  explicit Mps(const MethodSettings& settings);

  // Interface of Method, called by the world (defined in mps.cpp).
  [[nodiscard]] std::string_view key() const override { return "mps"; }
  void setMaterials(std::span<const MaterialDefinition> materials) override;
  void setGravity(const Vec3& gravity) override { gravity_ = gravity; }
  void step(float dt, StepContext& context) override;
  [[nodiscard]] const Inspector* inspector() const override { return this; }
  [[nodiscard]] std::optional<SolverWork> solverWork() const override;
  [[nodiscard]] std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                         const Bodies& bodies) const override;
  [[nodiscard]] std::vector<float> gather(std::string_view key, float dt) const override;

  // Stages of a time step, in call order. Public so that tests can run them one at a time.
  /// Sorts the particles and rebuilds the neighbour lists unless the lists are still valid. Sorting changes
  /// indices.
  void findNeighbours(const Threads& threads);
  /// Advects velocities past points that lag behind the flow, by upwind interpolation (eq. 20 to 26), from
  /// the velocities at the start of the substep.
  /// @param part  elapsed fraction of the time step, 0 to 1
  void convect(float dt, const Bodies& bodies, float part, const Threads& threads);
  /// Predicts velocities and positions under gravity alone, eq. 9 and 10.
  void predict(float dt, const Threads& threads);
  /// Gathers liquid particles and the wall particles of solids at their predicted positions, and finds
  /// neighbours.
  /// @param part  elapsed fraction of the time step at the end of this substep. Bodies are placed between
  ///              their previous and current poses by this fraction
  void gatherPoints(const Bodies& bodies, float part, const Threads& threads);
  /// Applies viscosity to liquid and bodies.
  void applyViscosity(float dt, const Threads& threads);
  void applyTension(float dt, const Threads& threads);
  void measureDensity(float dt, const Threads& threads);
  void solvePressure(float dt, const Threads& threads);
  /// Applies the pressure gradient to velocities and positions, eq. 12, 16 and 17, and the response of the
  /// collision model.
  void correct(float dt, const Threads& threads);
  /// Accumulates the pressure impulse on movable bodies over dt.
  void pushBodies(float dt, const Bodies& bodies);
  void coupleBodies(float dt, const Threads& threads, Bodies& bodies);
  /// Applies implicit viscosity to liquid and bodies after all other forces. The weight of a body and the
  /// pressure on it then meet the viscous stress within a step: otherwise the body would fall freely in each
  /// step. Where other bodies stop a body, liquid feels the velocity that these contacts leave.
  /// @param substeps  number of substeps in which the liquid has moved
  void applyViscosityLast(float dt, int substeps, const Threads& threads, Bodies& bodies);
  void resolveCollisions(float dt, const Threads& threads, const Bodies& bodies);

  /// Returns the number of substeps for a time step, from the recent pressures. Pairs under pressure act like
  /// springs, so the explicit correction is stable only if no pressure wave crosses more than a fraction of a
  /// spacing per substep.
  /// @param pressedStep  longest substep, over l0 / sqrt(p / rho) [1]
  [[nodiscard]] int substepCount(float dt, float pressedStep) const;

  // Access for tests.
  [[nodiscard]] ParticleLiquid& liquid() { return liquid_; }
  [[nodiscard]] const PointSet& points() const { return points_; }
  [[nodiscard]] const Pressure& pressure() const { return pressure_; }
  [[nodiscard]] std::span<const ViscousBody> viscousBodies() const { return viscousBodies_; }
  [[nodiscard]] const Convection& convection() const { return convection_; }
  [[nodiscard]] const MpsPressureResult& lastSolution() const { return solved_; }
  [[nodiscard]] float spacing() const { return spacing_; }
  /// Sets the residual, relative to the right side, at which the pressure solve stops [1].
  void setResidual(double residual) { residual_ = residual; }

 private:
  [[nodiscard]] StateBounds bounds() const override { return StateBounds(h_); }
  [[nodiscard]] std::size_t materialCount() const override { return coefficients_.size(); }
  void decayPressures(const Threads& threads);
  /// Returns the pressure of a particle as a gauge would show it: the solved pressure, less the cohesion that
  /// attraction between particles adds to it everywhere inside [Pa].
  [[nodiscard]] float mechanicalPressure(std::size_t particle) const;
  /// Returns the fraction c of the liquid's displacement by which each point lags behind the flow [1]. Empty
  /// if no material has c > 0.
  [[nodiscard]] std::span<const float> lagFractions() const {
    return convects_ ? std::span<const float>(convection_.share) : std::span<const float>();
  }
  /// Copies the velocities of points to their particles. Shifts particles by `time` times the change in
  /// velocity.
  void applyPointVelocities(float time, const Threads& threads);
  void displaceParticle(std::size_t particle, const Vec3& way);
  void gatherViscousBodies(const Bodies& bodies);
  void fillViscosities(const Threads& threads);
  /// Returns the greatest part of a velocity difference that viscosity transfers in dt [1].
  [[nodiscard]] float mostExchange(float dt) const;
  /// Returns whether viscosity acts after all other forces, because implicit viscosity moves bodies.
  /// @param dt  length of a substep [s]
  [[nodiscard]] bool viscosityIsLast(float dt) const;
  template <class Of>
  void fillPerPoint(std::vector<float>& values, const Of& of, const Threads& threads) const {
    values.resize(points_.size());
    points_.forEach(threads, [&](std::size_t i) {
      values[i] =
          points_.isParticle[i] ? of(coefficients_[liquid_.particles.material[points_.from[i]]]) : 0.f;
    });
  }

  float h_, spacing_;  ///< interaction radius h and particle spacing [m]
  double residual_ = 1e-4;
  Vec3 gravity_{0.f, -9.81f, 0.f};
  std::vector<Coefficients> coefficients_;  ///< coefficients of each material, SI at this h
  /// True if any material has c > 0, so that some particles lag behind the flow (arbitrary
  /// Lagrangian-Eulerian, MPS-MAFL).
  bool convects_ = false;
  ArrayKey<float> pressureOf_, pressedOf_;
  ArrayKey<float> cohesionOf_;  ///< cohesion that is part of the pressure; 0 at the surface, where p = 0 [Pa]
  Walls walls_;
  PointSet points_;
  Viscosity viscosity_;
  Pressure pressure_;
  MpsPressureResult solved_;
  CollisionModel encounters_;
  Convection convection_;
  SolidContact contact_;
  BodyCoupling coupling_;
  std::vector<LiquidMass> masses_;
  std::vector<Pose> poses_;  ///< poses of the bodies at the end of the substep
  struct BodyImpulse {
    glm::dvec3 impulse{0.0};  ///< impulse of the liquid on the body [N s]
    glm::dvec3 twist{0.0};    ///< angular impulse about the centre of mass [N m s]
  };
  std::vector<BodyImpulse> bodyImpulses_;   ///< impulses of the current step, per body
  std::vector<ViscousBody> viscousBodies_;  ///< bodies that forces move
  /// Velocity that viscosity has given to each of viscousBodies_ in this step [m/s, rad/s].
  std::vector<ViscousBody::Vector6> viscousGains_;
  std::vector<float> mu_, rho_, sigma_, mass_;
  std::vector<float> cohesion_;  ///< cohesion of each point, of applyTension() [Pa]
  Vec3Array force_, previousVelocity_;
};

}  // namespace ooze::mps
