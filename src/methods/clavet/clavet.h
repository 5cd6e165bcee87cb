// Particle-based viscoelastic fluid simulation: S. Clavet, P. Beaudoin, P. Poulin, SCA 2005,
// doi:10.1145/1073368.1073400. Departures from the paper are marked where they happen.
#pragma once

#include "ooze/methods/method.h"

#include "methods/clavet/closed_gaps.h"
#include "methods/clavet/coefficients.h"
#include "methods/clavet/cuts.h"
#include "methods/clavet/kept_liquid.h"
#include "methods/clavet/kneading.h"
#include "methods/clavet/near_bodies.h"
#include "methods/clavet/packing.h"
#include "methods/clavet/pair_law.h"
#include "methods/clavet/register.h"
#include "methods/clavet/springs.h"
#include "particles/neighbours.h"
#include "particles/selection.h"

#include <span>
#include <vector>

namespace ooze::clavet {

class FrictionPerStep;

/// A particle in contact with a dynamic body, or drawn to it.
struct BodyContact {
  Vec3 arm;          ///< from the body's centre of mass to the particle [m]
  Vec3 normal;       ///< out of the body
  Vec3 velocity;     ///< of the particle [m/s]
  float mass;        ///< of the particle [kg]
  float friction;    ///< part of the velocity across that this step takes [1]
  float attraction;  ///< eq. 12, per mass; 0 in contact [m/s]
  std::uint32_t body;
  bool pushes;  ///< it comes nearer and is pushed out
  bool tells;   ///< what it pushes tells of the liquid's pressure
};

class Clavet final : public Method, public Links, public Inspector {
 public:
  explicit Clavet(const MethodSettings& settings);

  [[nodiscard]] std::string_view key() const override { return "clavet"; }
  void setMaterials(std::span<const MaterialDefinition> materials) override;
  void setGravity(const Vec3& gravity) override;
  void beginFrame() override { particles_.frameStart = particles_.position; }
  void step(float dt, StepContext& context) override;
  [[nodiscard]] LiquidView view() const override { return {&particles_}; }
  [[nodiscard]] std::vector<float> pressures(float dt) const override;
  [[nodiscard]] Links* links() override { return this; }
  [[nodiscard]] const Links* links() const override { return this; }
  [[nodiscard]] const Inspector* inspector() const override { return this; }
  [[nodiscard]] std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                         const Bodies& bodies) const override;
  [[nodiscard]] std::span<const StageNote> stageNotes() const override;
  [[nodiscard]] CutSides cutSides() const override;
  void recolour(std::uint16_t material, std::uint32_t colour) override;
  void changeVelocities(VelocityChange change) override;
  void insert(const LiquidSeeds& seeds) override;
  void keepWithin(const Aabb& box, const Threads& threads) override;
  KeptEdit edit(const Edit& edit, const Threads& threads) override;
  void takeBack(const EditName& name, const KeptEdit& kept, std::uint64_t room, float elapsed) override;
  void requireKept(const EditName& name, const KeptEdit& kept) const override;
  void save(ByteWriter& out) const override;
  void restore(ByteReader& in) override;

  // The stages of Algorithm 1, in the order of step(); public so that tests can take them one at a time.
  /// Sorts the particles (indices change) and lists neighbours within h (1 + skin).
  void findNeighbours(const Threads& threads);
  /// The same, if there are no lists from the last step.
  void renewNeighbours(const Threads& threads);
  /// The same, if the lists do not serve from the predicted positions on.
  void refreshNeighbours(const Threads& threads);
  void applyGravity(float dt, const Threads& threads);
  void applyViscosity(float dt, const Threads& threads, std::uint64_t stepIndex);
  void predictPositions(float dt, const Threads& threads);
  /// Looks at how neighbours are arranged round each particle (packing.h).
  void observePacking(const Threads& threads);
  void adjustSprings(float dt, const Threads& threads);
  void applySpringDisplacements(float dt, const Threads& threads, std::uint64_t stepIndex);
  /// @param watched  told what its turn finds; null: nobody is
  void relaxDoubleDensity(float dt, const Threads& threads, std::uint64_t stepIndex, const Bodies& bodies,
                          WatchedParticle* watched = nullptr);
  void supportAlongWalls(float dt, const Threads& threads, const Bodies& bodies);
  void coupleBodies(float dt, const Threads& threads, Bodies& bodies);
  void resolveCollisions(float dt, const Threads& threads, const Bodies& bodies);
  void deriveVelocities(float dt, const Threads& threads);
  // What is frozen, between those stages (frozen.cpp).
  void stopFrozen();
  void holdFrozen();
  void keepOffFrozen(const Threads& threads);

  // What edits come to, by indices of particles.
  void freeze(std::span<const std::uint32_t> particles, bool frozen);
  /// @param particles  ascending; others may take their indices
  void erase(std::span<const std::uint32_t> particles);
  /// Writes all that it takes to put these particles back after they are erased.
  void keep(std::span<const std::uint32_t> particles, ByteWriter& out) const;
  /// Puts particles back as keep() wrote them, with their ids and their springs to those that are still
  /// there; no more than `room`. Those that are there already stay as they are.
  /// @throws InputError if the bytes are not of keep()
  void putBack(ByteReader& in, std::uint64_t room, float elapsed);
  CutMade cut(FunctionRef<bool(const Vec3&, const Vec3&)> crosses,
              FunctionRef<std::optional<float>(const Vec3&)> beside);
  /// Marks particles that are still there, or takes these marks from them.
  void markSides(const CutSides& sides, bool marked);

  // Springs, by their own name.
  [[nodiscard]] std::size_t springCount() const;
  void visitSprings(FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const;
  [[nodiscard]] std::vector<float> springStrains() const;
  /// Ties every pair of neighbours that no spring ties yet, at their present distance, where the materials
  /// have springs (Clavet 2005, section 5: elastic solids). Indices change. What was cut is whole again.
  void addSprings(const Threads& threads);
  /// Nothing is cut any more either.
  void removeSprings();
  /// Ties these pairs, those tied already anew, and leaves out those of which an end is no longer there.
  void tieSprings(std::span<const LinkTie> ties);

  [[nodiscard]] ParticleDetails inspect(std::uint32_t particle, float dt, const Bodies& bodies) const;

  // What tests look at and set up.
  [[nodiscard]] StableStep stableStep() const {
    return clavet::stableStep(settings_, definitions_, gravity_);
  }
  [[nodiscard]] float restSpacing(std::uint16_t material) const;
  [[nodiscard]] Particles& particles() { return particles_; }
  [[nodiscard]] Vec3Array& previousPositions() { return previous_; }
  [[nodiscard]] const Springs& springs() const { return springs_; }
  /// Springs by their ends, in the order of the rows; those of partners that are gone are left out.
  [[nodiscard]] std::vector<Spring> springList() const;
  /// Replaces all springs; ends that are no particles are a mistake of the caller.
  void setSprings(std::span<const Spring> springs);
  [[nodiscard]] const Neighbours& neighbours() const { return neighbours_; }
  [[nodiscard]] std::vector<Packing>& packing() { return packing_; }
  [[nodiscard]] const Coefficients& coefficients(std::uint16_t material) const {
    return coefficients_[material];
  }

 private:
  [[nodiscard]] std::size_t count() const override { return springCount(); }
  void visit(FunctionRef<void(std::uint32_t, std::uint32_t, float)> visit) const override {
    visitSprings(visit);
  }
  [[nodiscard]] std::vector<float> strains() const override { return springStrains(); }

  std::vector<std::uint32_t> setFrozen(std::vector<std::uint32_t> particles, bool frozen);
  void convertMaterials();
  [[nodiscard]] float particleMass(std::size_t material) const {
    return definitions_[material].density * coefficients_[material].particleVolume;
  }
  void visitSpringsOf(std::uint32_t id, FunctionRef<void(std::uint32_t, float)> visit) const;
  [[nodiscard]] PairValue pairValue(float PairCoefficients::*member, std::vector<float>& own,
                                    const Threads& threads) const;
  [[nodiscard]] PairMasses pairMasses(const Threads& threads);
  [[nodiscard]] bool listsHold(float allowed, const Threads& threads);
  void indexIds();
  void sortBetweenSteps(const Threads& threads);
  [[nodiscard]] std::vector<std::uint32_t> presentIndices() const;
  [[nodiscard]] bool keepsCuts(std::uint16_t material) const;
  void closeCutsThatFlow();
  [[nodiscard]] SpringFlow* beginSpringFlow();
  [[nodiscard]] bool isNearAcrossCut(std::size_t i, float reach) const;
  void weldWhatIsKneaded(const Threads& threads);
  void makeRoomForCuts();
  void forgetCuts();
  void forgetNoCuts();
  void rubAcrossCuts(const PairMasses& masses, const Threads& threads, SweepFlips flips);
  [[nodiscard]] const std::uint32_t* cutsOrNull() const { return cuts_.empty() ? nullptr : cuts_.data(); }
  [[nodiscard]] std::vector<LinkTie> dropSprings(FunctionRef<bool(std::size_t, std::size_t)> goes);
  void makeRoomForSprings();
  void forgetNoFrozen();
  void makePlaces(const Threads& threads);
  void appendDeferred(std::size_t chunks);
  void saveSprings(ByteWriter& out) const;
  [[nodiscard]] KeptLiquid readKept(ByteReader& in) const;
  void restoreLists();
  [[nodiscard]] bool makesSprings() const;
  [[nodiscard]] bool alive(std::uint32_t id) const { return indexOfId_[id] != Neighbours::kNone; }
  [[nodiscard]] float contactReach(const Bodies& bodies) const;
  void anchor(BodyContact& contact, double bodyMass, float depth, float dt) const;
  void findBodyContacts(float dt, const Threads& threads, const Bodies& bodies);
  void findClosedGaps(const Threads& threads, const Bodies& bodies);
  void keepOffFrozen(std::size_t i);
  [[nodiscard]] bool evensPacking() const;
  void smoothPacking(const Threads& threads);
  void keepOut(std::size_t i, std::span<const Body* const> near);
  void collide(std::size_t i, float dt, const Body& body, FrictionPerStep& friction);

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
  /// How many particles have valid lists at the start of a step: those inserted since are not among them; 0
  /// when particles were removed.
  std::size_t listed_ = 0;
  Vec3Array listedAt_;  ///< where particles were when they were sorted and listed [m]
  Vec3Array adjusted_;  ///< where they were when springs were last adjusted [m]; unused without springs
  NearBodies walls_;
  const Bodies* wallsOf_ = nullptr;        ///< whose solids walls_ knows, since the prediction of this step
  std::vector<BodyContact> bodyContacts_;  ///< of the last coupling
  std::vector<std::vector<BodyContact>> contactChunks_;  ///< the same, as they are found
  ClosedGaps gaps_;                                      ///< between bodies, in the last coupling
  Springs springs_;
  std::vector<std::uint32_t> cuts_, sortedCuts_;  ///< sides by particle (cuts.h); none while nothing is cut
  std::vector<float> kneaded_, sortedKneaded_;    ///< of each of those, since it was cut (kneading.h)
  std::vector<SpringFlow> springFlow_;            ///< of each of those, of this step
  std::vector<float> parting_;                    ///< by material, of this step (relaxation.cpp)
  std::vector<Packing> packing_, sortedPacking_;  ///< by particle; none before the first look
  std::vector<std::array<float, 12>> smoothed_;   ///< working memory of smoothPacking()
  std::vector<float> places_;                     ///< x, y, z and row of each particle, for springs
  std::vector<FarSpring> farSprings_;
  std::vector<AdjustResult> adjustResults_;
  std::vector<std::uint32_t> indexOfId_;  ///< after the last sort; Neighbours::kNone for the dead
  OwnValues own_;
  std::vector<std::uint8_t> moved_;  ///< per chunk: something left the reach of its lists
  OutsideSearch outside_;
  // What the sort gathers into, swapped with the above.
  Particles sorted_;
  Vec3Array sortedVectors_;
};

}  // namespace ooze::clavet
