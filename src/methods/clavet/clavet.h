// Particle-based viscoelastic fluid simulation: S. Clavet, P. Beaudoin, P. Poulin, SCA 2005,
// doi:10.1145/1073368.1073400. Departures from the paper are marked where they happen.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/body_coupling.h"
#include "liquid/solid_contact.h"
#include "methods/clavet/cuts.h"
#include "methods/clavet/material_laws.h"
#include "methods/clavet/packing.h"
#include "methods/clavet/spring_network.h"
#include "methods/clavet/wall.h"
#include "methods/particle_method.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ooze::clavet {

/// Row of this method in the registry (registration.cpp).
extern const MethodRow kMethodRow;

inline constexpr std::string_view kPressureKey = "pressure", kStrainKey = "strain";
inline constexpr std::string_view kAddSprings = "springs.add", kRemoveSprings = "springs.remove";

/// Viscoelastic SPH method with springs between particles (Clavet 2005). Combines parts that own their data
/// and receive the liquid and all other inputs with every call.
class Clavet final : public ParticleMethod, public Links, public Inspector {
 public:
  explicit Clavet(const MethodSettings& settings);

  // Implementation of the Method interface.
  [[nodiscard]] std::string_view key() const override { return "clavet"; }
  void setMaterials(std::span<const MaterialDefinition> materials) override;
  void setGravity(const Vec3& gravity) override;
  void step(float dt, StepContext& context) override;
  [[nodiscard]] std::vector<float> gather(std::string_view key, float dt) const override;
  [[nodiscard]] Links* links() override { return this; }
  [[nodiscard]] const Links* links() const override { return this; }
  [[nodiscard]] std::size_t count() const override { return springs_.count(); }
  void visit(FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const override {
    springs_.visit(liquid_, visit);
  }
  [[nodiscard]] CutSides cutSides() const override { return cuts_.all(liquid_); }
  [[nodiscard]] std::vector<std::uint32_t> cutMarks() const override {
    return cuts_.any(liquid_) ? liquid_[cuts_.sides] : std::vector<std::uint32_t>();
  }
  [[nodiscard]] const Inspector* inspector() const override { return this; }
  [[nodiscard]] std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                         const Bodies& bodies) const override;

  // The stages of Algorithm 1, in the order of step(); public so that tests can run them one at a time.
  /// Sorts the particles (indices change) and searches neighbours within h (1 + skin).
  void findNeighbours(const Threads& threads);
  void applyGravity(float dt, const Threads& threads) { liquid_.accelerate(dt * laws_.gravity(), threads); }
  void applyViscosity(float dt, const Threads& threads, std::uint64_t stepIndex);
  void predictPositions(float dt, const Threads& threads);
  /// Repeats the neighbour search if the predicted positions have outrun the skin of the lists.
  void refreshNeighbours(const Threads& threads);
  /// Measures the arrangement of neighbours around each particle (packing.h).
  void observePacking(const Threads& threads) { packing_.observe(liquid_, laws_, threads); }
  void adjustSprings(float dt, const Threads& threads) {
    springs_.adjust(dt, liquid_, laws_, cuts_, threads);
  }
  void applySpringDisplacements(float dt, const Threads& threads, std::uint64_t stepIndex) {
    springs_.displace(dt, liquid_, laws_, threads, stepIndex);
  }
  /// Displaces particles by double density relaxation (section 4, Algorithm 2).
  /// @param watched  receives the values that the sweep computes for this particle; null for none
  void relaxDoubleDensity(float dt, const Threads& threads, std::uint64_t stepIndex, const Bodies& bodies,
                          WatchedParticle* watched = nullptr);
  void supportAlongWalls(float dt, const Threads& threads, const Bodies& bodies) {
    walls_.support(dt, liquid_, bodies, laws_.h(), threads);
  }
  void coupleBodies(float dt, const Threads& threads, Bodies& bodies);
  void resolveCollisions(float dt, const Threads& threads, const Bodies& bodies) {
    contact_.resolve(dt, threads, bodies, liquid_.particles, liquid_.previous, walls_.foundIn(bodies));
  }
  void deriveVelocities(float dt, const Threads& threads) { liquid_.deriveVelocities(dt, threads); }

  // Insertion and removal of particles with their springs and cuts (edits.cpp).
  void insert(const LiquidSeeds& seeds) override;
  void erase(std::span<const std::uint32_t> particles) override;
  void keep(std::span<const std::uint32_t> particles, ByteWriter& out) const override;
  void putBack(ByteReader& in, std::uint64_t room, float elapsed) override;
  void validateUndoParticles(ByteReader& in) const override;

  // Serialization (serialization.cpp).
  void save(ByteWriter& out, const Threads& threads) const override;
  void restore(ByteReader& in) override;

  // Access for tests.
  [[nodiscard]] Particles& particles() { return liquid_.particles; }
  [[nodiscard]] ParticleLiquid& liquid() { return liquid_; }
  [[nodiscard]] const ParticleLiquid& liquid() const { return liquid_; }
  [[nodiscard]] const MaterialLaws& laws() const { return laws_; }
  [[nodiscard]] std::vector<Packing>& packing() { return liquid_[packing_.values]; }
  [[nodiscard]] SpringNetwork& springs() { return springs_; }
  [[nodiscard]] const SpringNetwork& springs() const { return springs_; }

 private:
  [[nodiscard]] StateBounds bounds() const override { return StateBounds(laws_.h()); }
  [[nodiscard]] std::size_t materialCount() const override { return laws_.count(); }
  UndoRecord cut(const CutLiquid& blade) override;
  UndoRecord carryOut(const RunAction& action, const Threads& threads) override;
  void revertCut(const UndoRecord& kept) override;
  void revertAction(const UndoRecord& kept) override;
  void validateUndoLinks(const EditName& name, const UndoRecord& kept) const override;
  void followLaws(bool makesMoreSprings);

  MaterialLaws laws_;
  ObservedPacking packing_;
  SpringNetwork springs_;
  Cuts cuts_;
  SolidContact contact_;
  BodyCoupling coupling_;
  WallsInReach walls_;
};

}  // namespace ooze::clavet
