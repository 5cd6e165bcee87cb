// SPH and shape matching: an SPH fluid (Müller, Charypar and Gross 2003, doi:10.2312/SCA/SCA03/154-159) and a
// shape-matching solid (Müller, Heidelberger, Teschner and Gross 2005, doi:10.1145/1073204.1073216) on the
// same particles, whose velocities are blended by one number. Regions are summed at linear cost after Rivers
// and James 2007, doi:10.1145/1275808.1276480. Departures are marked where they happen.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/body_coupling.h"
#include "liquid/solid_contact.h"
#include "methods/particle_method.h"
#include "methods/shape_matching/packing_correction.h"
#include "methods/shape_matching/references.h"
#include "methods/shape_matching/regions.h"
#include "methods/shape_matching/sph.h"

#include <vector>

namespace ooze::shape_matching {

/// Row of this method in the registry (registration.cpp).
extern const MethodRow kMethodRow;

inline constexpr std::string_view kStrainKey = "strain", kAgeKey = "age", kShareKey = "shape_share";

/// Viscoelastic material that blends SPH with shape matching by its fluidity alpha. Bodies yield (plasticity)
/// by taking a new reference shape.
class ShapeMatching final : public ParticleMethod, public Inspector {
 public:
  explicit ShapeMatching(const MethodSettings& settings);

  // Interface of Method, called by the world (defined in interface.cpp and inspect.cpp).
  [[nodiscard]] std::string_view key() const override { return "shape_matching"; }
  void setMaterials(std::span<const MaterialDefinition> materials) override;
  void setGravity(const Vec3& gravity) override;
  void step(float dt, StepContext& context) override;
  [[nodiscard]] std::vector<float> gather(std::string_view key, float dt) const override;
  [[nodiscard]] std::vector<std::uint32_t> cutMarks() const override;
  [[nodiscard]] const Inspector* inspector() const override { return this; }
  [[nodiscard]] std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                         const Bodies& bodies) const override;
  void insert(const LiquidSeeds& seeds) override;
  void erase(std::span<const std::uint32_t> particles) override;
  void putBack(ByteReader& in, std::uint64_t room, float elapsed) override;
  void save(ByteWriter& out, const Threads& threads) const override;
  void restore(ByteReader& in) override;

  // Stages of a time step, in call order. Public so that tests can run them one at a time.
  /// Sorts the particles and rebuilds the neighbour lists unless the lists are still valid. Sorting changes
  /// indices.
  void findNeighbours(const Threads& threads);
  /// Updates the reference shapes: those of new particles, and of bodies that yield (take a new shape).
  void updateReferences(const Threads& threads);
  void measureDensity(const Threads& threads);
  /// Observes the packing of liquids for the next steps. Not in the paper.
  void observePacking(const Threads& threads);
  void findSphForces(const Threads& threads);
  void matchShapes(const Threads& threads);
  void blendVelocities(float dt, const Threads& threads);
  void moveParticles(float dt, const Threads& threads);
  void coupleBodies(float dt, const Threads& threads, Bodies& bodies);
  void resolveCollisions(float dt, const Threads& threads, const Bodies& bodies);

  // Access for tests.
  [[nodiscard]] ParticleLiquid& liquid() { return liquid_; }
  [[nodiscard]] const ParticleLiquid& liquid() const { return liquid_; }
  [[nodiscard]] References& references() { return references_; }
  [[nodiscard]] const ReferenceGrid& grid() const { return grid_; }
  [[nodiscard]] const ShapeRegions& regions() const { return regions_; }
  [[nodiscard]] const std::vector<Coefficients>& coefficients() const { return coefficients_; }
  /// Returns the SPH acceleration with the weight alpha of eq. 10 [m/s^2].
  [[nodiscard]] const Vec3Array& sphAcceleration() const { return sph_; }
  /// Returns the vector g - x from each particle to its goal [m].
  [[nodiscard]] const Vec3Array& goalOffset() const { return offset_; }

 private:
  [[nodiscard]] StateBounds bounds() const override { return StateBounds(h_); }
  [[nodiscard]] std::size_t materialCount() const override { return coefficients_.size(); }
  UndoRecord cut(const CutLiquid& blade) override;
  void revertCut(const UndoRecord& kept) override;
  void validateUndoLinks(const EditName& name, const UndoRecord& kept) const override;

  /// Returns the mean of these positions over the particles in each reference cell [m].
  [[nodiscard]] std::vector<Vec3> cellMiddles(const Vec3Array& positions) const;
  /// Breaks rows that a reverted cut has joined again, where the two sides have moved apart since.
  /// @param joined  the bits that were cleared, for each reference cell
  void breakParted(std::span<const std::uint8_t> joined);
  /// Builds the grid of the present references.
  void buildGrid(ReferenceGrid& grid, const Threads& threads) const;
  void inspectVelocities(std::uint32_t i, float dt, const ReferenceGrid& grid,
                         ParticleDetails& details) const;
  void prepareRegions(const Threads& threads);
  void numberBodies(const Threads& threads);
  [[nodiscard]] bool anyKeepsShape() const;
  [[nodiscard]] bool anyFlows() const;
  /// Returns true if a material is a liquid without a shape.
  [[nodiscard]] bool anyIsLiquid() const;
  [[nodiscard]] bool haveSeveralBodies() const;
  [[nodiscard]] ShapeMatchingInput shapeMatchingInput() const {
    return {liquid_.particles, liquid_[references_.place], coefficients_};
  }
  [[nodiscard]] float cellEdge() const { return kCellEdge * kSpacing * h_; }

  void convertMaterials();
  void actViscosityInStages(float dt, const Threads& threads);

  MethodSettings settings_;
  std::vector<MaterialDefinition> definitions_;
  float h_;  ///< interaction radius h [m]
  Vec3 gravity_{0.f, -9.81f, 0.f};
  std::vector<Coefficients> coefficients_;  ///< per material, in SI, at this interaction radius
  std::vector<LiquidMass> masses_;          ///< mass data of the liquid of each material
  References references_;
  ArrayKey<float>
      share_;  ///< fraction of a particle's acceleration that comes from shape matching, in the last step [1]
  // Derived data, rebuilt after any change of state or materials outside a step.
  bool shapesMayBeMissing_ = true;  ///< true if a particle may lack a shape or have an invalid one
  bool gridIsOutdated_ = true;      ///< true if references changed since the grid was built
  ReferenceGrid grid_;
  ShapeRegions regions_;
  RegionDamping damping_;
  Densities densities_;
  PackingCorrection packing_;
  SphForces sphForces_;
  SolidContact contact_;
  BodyCoupling coupling_;
  std::vector<std::uint32_t> bodyOf_;  ///< piece of the shape of each particle, if there are several pieces
  float stagedViscosity_ = 0.f;        ///< stagedViscosity() of the materials [1/s]
  Vec3Array before_, now_,
      slowing_;             ///< velocities of the last two stages [m/s]; viscous acceleration [m/s^2]
  Vec3Array sph_, offset_;  ///< SPH acceleration [m/s^2] and goal offset [m] of the current step
  Vec3Array gain_;          ///< velocity change [m/s], later external acceleration [m/s^2]
  Vec3Array moved_;         ///< positions before contact [m]
};

}  // namespace ooze::shape_matching
