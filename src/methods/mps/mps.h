// Particle-based simulation of fluids: S. Premoze, T. Tasdizen, J. Bigler, A. Lefohn, R. T. Whitaker,
// Eurographics 2003; the moving-particle semi-implicit method of S. Koshizuka and Y. Oka 1996. Departures
// from the paper are marked where they happen.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/body_coupling.h"
#include "methods/mps/coefficients.h"
#include "methods/mps/convection.h"
#include "methods/mps/encounters.h"
#include "methods/mps/points.h"
#include "methods/mps/pressure.h"
#include "methods/mps/register.h"
#include "methods/mps/tension.h"
#include "methods/mps/viscosity.h"
#include "methods/mps/walls.h"
#include "methods/particle_method.h"

#include <optional>
#include <string_view>
#include <vector>

namespace ooze::mps {

class Mps final : public ParticleMethod, public Inspector {
 public:
  explicit Mps(const MethodSettings& settings);

  // What the world asks of a method (interface.cpp).
  [[nodiscard]] std::string_view key() const override { return "mps"; }
  void setMaterials(std::span<const MaterialDefinition> materials) override;
  void setGravity(const Vec3& gravity) override { gravity_ = gravity; }
  void step(float dt, StepContext& context) override;
  [[nodiscard]] const Inspector* inspector() const override { return this; }
  [[nodiscard]] std::optional<SolverWork> solverWork() const override;
  [[nodiscard]] std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                         const Bodies& bodies) const override;
  [[nodiscard]] std::vector<float> gather(std::string_view key, float dt) const override;
  void save(ByteWriter& out, const Threads& /*threads*/) const override { liquid_.save(out); }
  void restore(ByteReader& in) override;

  // The stages of a step, in its order; public so that tests can take them one at a time.
  /// Sorts the particles (indices change), unless the lists serve.
  void findNeighbours(const Threads& threads);
  /// Whether particles of some material do not go all the way with the liquid.
  [[nodiscard]] bool convects() const;
  /// Eq. 20 to 26, with the velocities that a part of the step begins with.
  /// @param part  of the step that is over
  void convect(float dt, const Bodies& bodies, float part, const Threads& threads);
  /// Eq. 9 and 10, gravity alone.
  void predict(float dt, const Threads& threads);
  /// Lists particles and those of solids side by side, where they are predicted to be.
  /// @param part  of the step that is over then: bodies stand that far between their poses
  void gatherPoints(const Bodies& bodies, float part, const Threads& threads);
  void applyViscosity(float dt, const Threads& threads);
  void applyTension(float dt, const Threads& threads);
  void measureDensity(float dt, const Threads& threads);
  void solvePressure(float dt, const Threads& threads);
  /// Eq. 12, 16 and 17, and what keeps apart those that met.
  void correct(float dt, const Threads& threads);
  /// Notes what the pressure does to bodies in dt.
  void pushBodies(float dt, const Bodies& bodies);
  void coupleBodies(float dt, const Threads& threads, Bodies& bodies);
  void resolveCollisions(float dt, const Threads& threads, const Bodies& bodies);

  /// In how many parts a step goes by the pressures of the last steps, so that what pairs under pressure push
  /// each other apart with stays stable: in one, nothing that runs like a wave on liquid so deep passes more
  /// than a part of a spacing.
  [[nodiscard]] int parts(float dt) const;

  // What tests look at and set up.
  [[nodiscard]] ParticleLiquid& liquid() { return liquid_; }
  [[nodiscard]] const Points& points() const { return points_; }
  [[nodiscard]] const Pressure& pressure() const { return pressure_; }
  [[nodiscard]] const Convection& convection() const { return convection_; }
  [[nodiscard]] const PressureResult& lastSolution() const { return solved_; }
  [[nodiscard]] float spacing() const { return spacing_; }
  /// At which the pressure is good enough: the residual over the right side. [1]
  void setResidual(double residual) { residual_ = residual; }

 private:
  [[nodiscard]] StateBounds bounds() const override { return StateBounds(h_); }
  [[nodiscard]] std::size_t materialCount() const override { return coefficients_.size(); }
  void forgetPressures(const Threads& threads);
  /// Of their way that points go back, by point; none: all go with the liquid. [1]
  [[nodiscard]] std::span<const float> shares() const {
    return convects() ? std::span<const float>(convection_.share) : std::span<const float>();
  }
  /// Velocities of points go to their particles, and these move by what that changes in dt.
  void takeVelocities(float dt, const Threads& threads);
  void moveOn(std::size_t particle, const Vec3& way);
  template <class Of>
  void giveToPoints(std::vector<float>& values, const Of& of, const Threads& threads) const;

  float h_, spacing_;  ///< [m]
  double residual_ = 1e-4;
  Vec3 gravity_{0.f, -9.81f, 0.f};
  std::vector<Coefficients> coefficients_;  ///< per material, SI at this h
  ArrayKey<float> pressureOf_, pressedOf_;
  Walls walls_;
  Points points_;
  Viscosity viscosity_;
  Pressure pressure_;
  PressureResult solved_;
  Encounters encounters_;
  Convection convection_;
  SolidContact barrier_;
  BodyCoupling coupling_;
  std::vector<LiquidMass> masses_;  ///< by material
  std::vector<Pose> poses_;         ///< of bodies, at the end of a part of the step
  struct Push {
    glm::dvec3 impulse{0.0};  ///< [N s]
    glm::dvec3 twist{0.0};    ///< about the body's centre [N m s]
  };
  std::vector<Push> pushes_;  ///< of this step, by body
  std::vector<float> mu_, rho_, sigma_, mass_;
  Vec3Array force_, previousVelocity_;
};

}  // namespace ooze::mps
