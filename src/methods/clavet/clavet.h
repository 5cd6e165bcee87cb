// Particle-based viscoelastic fluid simulation: S. Clavet, P. Beaudoin, P. Poulin, SCA 2005,
// doi:10.1145/1073368.1073400. Departures from the paper are marked where they happen.
#pragma once

#include "ooze/methods/method.h"

#include "methods/clavet/coefficients.h"
#include "methods/clavet/register.h"
#include "methods/clavet/springs.h"
#include "particles/neighbours.h"

#include <span>
#include <vector>

namespace ooze::clavet {

class Clavet final : public Method {
 public:
  explicit Clavet(const MethodSettings& settings);

  [[nodiscard]] std::string_view key() const override { return "clavet"; }
  void setMaterials(std::span<const MaterialDefinition> materials) override;
  void setGravity(const Vec3& gravity) override;
  void step(float dt, StepContext& context) override;
  [[nodiscard]] float stableStep() const override;
  [[nodiscard]] LiquidView view() const override { return {&particles_}; }
  [[nodiscard]] std::size_t springCount() const override { return springs_.list.size(); }
  void visitSprings(FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const override;
  [[nodiscard]] float restDensity(std::uint16_t material) const override;
  [[nodiscard]] float restSpacing(std::uint16_t material) const override;
  void insert(const LiquidSeeds& seeds) override;
  void erase(std::span<const std::uint8_t> drop) override;
  void save(ByteWriter& out) const override;
  void restore(ByteReader& in) override;

  // The stages of Algorithm 1, in the order of step(); public so that tests can take them one at a time.
  void findNeighbours(
      const Threads& threads);  ///< sorts the particles (indices change), lists within h (1 + skin)
  void refreshNeighbours(const Threads& threads);  ///< the same, if particles have moved too far since
  void applyGravity(float dt, const Threads& threads);
  void applyViscosity(float dt, const Threads& threads, std::uint64_t stepIndex);
  void predictPositions(float dt, const Threads& threads);
  void adjustSprings(float dt, const Threads& threads);
  void applySpringDisplacements(float dt, const Threads& threads, std::uint64_t stepIndex);
  void relaxDoubleDensity(float dt, const Threads& threads, std::uint64_t stepIndex, const Bodies& bodies);
  void resolveCollisions(float dt, const Threads& threads, const Bodies& bodies);
  void deriveVelocities(float dt, const Threads& threads);

  // What tests look at and set up.
  [[nodiscard]] Particles& particles() { return particles_; }
  [[nodiscard]] Vec3Array& previousPositions() { return previous_; }
  [[nodiscard]] Springs& springs() { return springs_; }
  [[nodiscard]] const Neighbours& neighbours() const { return neighbours_; }
  [[nodiscard]] const Coefficients& coefficients(std::uint16_t material) const {
    return coefficients_[material];
  }

 private:
  void convertMaterials();
  void findFarSprings(const Threads& threads);
  void relax(std::size_t i, float dt, const Bodies& bodies);
  void collide(std::size_t i, float dt, const Body& body);

  [[nodiscard]] const PairCoefficients& pair(std::size_t i, std::size_t j) const {
    return pairs_[particles_.material[i] * coefficients_.size() + particles_.material[j]];
  }

  MethodSettings settings_;
  float h_;  ///< interaction radius [m]
  Vec3 gravity_{0.f, -9.81f, 0.f};
  std::vector<MaterialDefinition> definitions_;
  std::vector<Coefficients> coefficients_;  ///< per material, SI at this h
  std::vector<PairCoefficients> pairs_;     ///< per pair of materials, row-major
  Particles particles_;
  Vec3Array previous_;  ///< positions at the start of the step (x_prev) [m]
  Neighbours neighbours_;
  Vec3Array listedAt_;  ///< where particles were when their neighbours were listed [m]
  Springs springs_;
  std::vector<std::uint32_t> indexOfId_;   ///< after the last sort
  std::vector<std::uint32_t> farSprings_;  ///< indices of springs too long for the parallel sweep
};

}  // namespace ooze::clavet
