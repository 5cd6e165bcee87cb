// Directable photorealistic liquids: N. Rasmussen, D. Enright, D. Nguyen, S. Marino, N. Sumner, W. Geiger,
// S. Hoon, R. Fedkiw, SCA 2004. Departures from the paper are marked where they happen.
#pragma once

#include "ooze/liquid/posed_controls.h"
#include "ooze/methods/method.h"

#include "bodies/impulse_system.h"
#include "grid/advection.h"
#include "grid/implicit_viscosity.h"
#include "grid/projection.h"
#include "grid/velocity_extrapolation.h"
#include "liquid/solid_contact.h"
#include "methods/particle_method.h"
#include "methods/rasmussen/coefficients.h"
#include "methods/rasmussen/covered_faces.h"
#include "methods/rasmussen/free_parts.h"
#include "methods/rasmussen/grid_liquid.h"
#include "methods/rasmussen/particle_cells.h"
#include "methods/rasmussen/solid_blocks.h"
#include "methods/rasmussen/solids.h"

#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace ooze::rasmussen {

/// Row of this method in the registry (registration.cpp).
extern const MethodRow kMethodRow;

inline constexpr std::string_view kPressureKey = "pressure", kViscosityKey = "viscosity",
                                  kTemperatureKey = "temperature", kDivergenceKey = "divergence",
                                  kCheckerKey = "checker";

/// Wanted and worst accepted residual of the linear solves for pressure and viscosity.
inline constexpr double kResidual = 1e-6, kWorstResidual = 1e-3;

/// Liquid on a staggered (MAC) grid with a particle level set, semi-Lagrangian advection, implicit viscosity
/// and a pressure projection. Texture particles (section 6 of the paper) are advected with the liquid. Each
/// stands for the volume of one cell and has a material, a colour and an id, which the grid does not store.
/// The world sees the liquid as these particles. These particles keep liquid that the level set loses: a
/// particle without liquid around it falls as a drop.
class Rasmussen final : public ParticleMethod, public Inspector {
 public:
  explicit Rasmussen(const MethodSettings& settings);

  // Interface of Method, called by the world (defined in interface.cpp).
  [[nodiscard]] std::string_view key() const override { return "rasmussen"; }
  void setMaterials(std::span<const MaterialDefinition> materials) override;
  [[nodiscard]] LiquidView view() const override {
    return {.particles = &liquid_.particles,
            .surface = &grid_.levelSet(),
            .initialPositions = &liquid_[initialOf_]};
  }
  void setGravity(const Vec3& gravity) override { gravity_ = gravity; }
  void step(float dt, StepContext& context) override;
  [[nodiscard]] const Inspector* inspector() const override { return this; }
  [[nodiscard]] bool changesAtRest() const override;
  [[nodiscard]] std::optional<SolverWork> solverWork() const override;
  [[nodiscard]] BandState band(const BandCells& cells) const override;
  [[nodiscard]] std::optional<ParticleDetails> detailsOf(std::uint32_t id, float dt,
                                                         const Bodies& bodies) const override;
  [[nodiscard]] std::vector<BlockDigest> blockDigests() const override;
  [[nodiscard]] std::vector<float> gather(std::string_view key, float dt) const override;
  void insert(const LiquidSeeds& seeds) override;
  void insertAll(std::span<const LiquidSeeds> liquids) override;
  void erase(std::span<const std::uint32_t> particles) override;
  void keep(std::span<const std::uint32_t> particles, ByteWriter& out) const override;
  void putBack(ByteReader& in, std::uint64_t room, float elapsed) override;
  void validateUndoParticles(ByteReader& in) const override;
  void save(ByteWriter& out, const Threads& threads) const override;
  void restore(ByteReader& in) override;

  // Stages of a time step, in call order. Public so that tests can run them one at a time.
  /// Transfers changes of particle velocities since the last step to the grid.
  void transferVelocityChanges(const Threads& threads);
  void findSolids(const Bodies& bodies, const Threads& threads);
  void advect(float dt, const Threads& threads);
  /// Conducts heat between particles and exchanges heat with the surroundings (temperature.cpp). Particles
  /// carry temperature.
  void exchangeHeat(float dt, const Threads& threads);
  void applyViscosity(float dt, const Threads& threads);
  /// Solves for the pressure, with the moving bodies that liquid touches (bodies.cpp). These bodies get the
  /// velocities at which the liquid sees them.
  void solvePressure(float dt, Bodies& bodies, const Threads& threads);
  void extend(float dt, const Bodies& bodies, const Threads& threads);
  /// Advects the level set, its markers and the particles, and applies controls and bands.
  /// @param room  number of particles that may still be added
  void moveSurface(float dt, std::uint64_t room, const Threads& threads);
  /// Removes liquid outside the window.
  void keepInWindow(const PosedWindow& window, const Threads& threads);
  void coupleBodies(float dt, Bodies& bodies);
  void resolveCollisions(float dt, const Threads& threads, const Bodies& bodies);

  // Access for tests.
  [[nodiscard]] ParticleLiquid& liquid() { return liquid_; }
  [[nodiscard]] GridLiquid& grid() { return grid_; }
  [[nodiscard]] const grid::FaceConditions& faces() const { return faces_; }
  /// Returns the temperature of each particle [degrees Celsius].
  [[nodiscard]] std::vector<float>& temperatures() { return liquid_[temperatureOf_]; }

 private:
  UndoRecord cut(const CutLiquid& blade) override;
  void revertCut(const UndoRecord& kept) override;
  void validateUndoLinks(const EditName& name, const UndoRecord& kept) const override;
  [[nodiscard]] std::vector<float> divergenceAtParticles() const;
  [[nodiscard]] StateBounds bounds() const override { return StateBounds(h_); }
  [[nodiscard]] std::size_t materialCount() const override { return coefficients_.size(); }
  template <class Each>
  void forControlled(ControlField field, const Threads& threads, const Each& each) const;
  void applyVelocityControls(bool hard, const Threads& threads);
  void applyCellControls(ControlField field, grid::CellField& values, const Threads& threads) const;
  void applySurfaceControls(std::uint64_t room, const Threads& threads);
  void imposeBandVelocities(const Threads& threads);
  void imposeBandViscosity();
  void createInflow(float dt);
  [[nodiscard]] float wetPart(int axis, const glm::ivec3& cell, const Vec3& back) const;
  [[nodiscard]] std::vector<float> viscosityIn(const BandCells& band) const;
  void insertInflow(std::uint64_t room, const Threads& threads);
  [[nodiscard]] bool isHeld(const glm::ivec3& cell) const;
  void imposeFrozenVelocities();
  void findFreeParts(const Threads& threads);
  void restoreMomentum(float dt, const Bodies& bodies, const Threads& threads);
  void openInlet(const LiquidSeeds& seeds);
  void imposeInletVelocities();
  void startTemperatures(LiquidState& state) const;
  void startTemperature(std::size_t particle);
  [[nodiscard]] bool melts() const;
  void applyTemperatureControls(float dt, const Threads& threads);
  void conductHeat(float dt, const Threads& threads);
  void mixTemperaturesInCells(float dt, const Threads& threads);
  void coolAtSurface(float dt, const Threads& threads);
  void averageOverParticles(const std::vector<float>& values, grid::CellField& means, const Threads& threads);
  void addCellChanges(const grid::CellField& change, const Threads& threads);
  [[nodiscard]] float surfaceIn(grid::CellIndex cell) const;
  void extrapolateAlongSolids(float reach, const Threads& threads);
  bool spreadViscosity(const Threads& threads);
  void estimatePressureGain(float dt, const Threads& threads);
  void addPressureGain(float factor, const Threads& threads);
  template <class Wanted>
  [[nodiscard]] Vec3 fastest(const Threads& threads, const Wanted& wanted) const;
  [[nodiscard]] float fastestNearSurface(const Threads& threads) const;
  [[nodiscard]] Vec3 nearestPlaceInLiquid(const Vec3& p, float phi) const;
  [[nodiscard]] Vec3 velocityOfLiquid(const grid::FaceField& velocity, const Vec3& p) const;
  [[nodiscard]] Vec3 filmVelocity(std::size_t particle, float phi, float dt) const;
  void moveParticles(float dt, const Threads& threads);
  [[nodiscard]] SignedDistance::Sample solidBeside(const Vec3& p) const;
  [[nodiscard]] float phiBehindFace(float depth, float own, float before) const;
  void extrapolatePhiInBlock(const SolidBlocks::SolidBlock& block, float* phi) const;
  void insertParticles(const LiquidSeeds& seeds);
  void addToGrid(std::size_t first, std::span<const LiquidSeeds> shapes);
  void extrapolateSeedsIntoSolids(std::span<const LiquidSeeds> liquids);
  void extrapolateIntoAir();
  void extrapolateIntoSolids(const Threads& threads);
  [[nodiscard]] grid::CellIndex liquidBeside(grid::CellIndex cell, int axis, int side) const;
  [[nodiscard]] std::vector<grid::CellIndex> findMergingFaces(float dt, const Threads& threads) const;
  [[nodiscard]] float fastestLiquid(const Threads& threads) const;
  void limitSpeeds(float fastest, std::span<const grid::CellIndex> met);
  void closeGaps(float dt, const Threads& threads);
  void mergeLostParticles(const Threads& threads);
  [[nodiscard]] const grid::CellField* findSurfacePressure(const Threads& threads);
  void samplePressureAtParticles(const Threads& threads);
  [[nodiscard]] double meanDensity() const;
  void findCoupledBodies(float dt, const Bodies& bodies);
  void addDrags(double density, const Bodies& bodies);
  void solveWithBodies(float dt, Bodies& bodies, const Threads& threads, FunctionRef<void()> solve);
  [[nodiscard]] bool holdTouchedBodies(float dt, Bodies& bodies);
  void updateDensityAndExposure(const Threads& threads);
  void beginTexture(std::size_t first, const Vec3& upstream = Vec3(0.f));
  [[nodiscard]] float clearPart(grid::CellIndex cell) const;
  [[nodiscard]] bool isInInlet(const Vec3& p) const;
  /// Returns the volume of liquid before its surface moves, without the part that extends into solids [m^3].
  [[nodiscard]] double volume(const Threads& threads) const;
  [[nodiscard]] float divergenceFor(float dt, const Threads& threads) const;

  float h_, cell_;  ///< interaction radius h and side of a grid cell [m]
  Vec3 gravity_{0.f, -9.81f, 0.f};
  std::vector<Coefficients> coefficients_;  ///< coefficients of each material
  ArrayKey<Vec3> movedAs_;                  ///< velocity of each particle at the end of the last step [m/s]
  ArrayKey<float> pressureOf_;              ///< pressure of the liquid at each particle [Pa]
  ArrayKey<float> viscosityOf_;             ///< viscosity at each particle, controls included [Pa s]
  ArrayKey<float> temperatureOf_;           ///< temperature of each particle [degrees Celsius]
  ArrayKey<Vec3> initialOf_;                ///< initial position of each particle's liquid (texture.cpp) [m]
  GridLiquid grid_;
  SolidSamples solids_;
  SolidBlocks solidBlocks_;
  struct MotionOfSolids {
    const SolidSamples* solids;
    grid::SolidMotion operator()(const Vec3& p) const { return solids->motion(p); }
  } motion_{&solids_};
  const PosedControls* controls_ = nullptr;  ///< controls of the current step
  std::uint32_t colourOfNew_ = 0xffffffff;   ///< colour of liquid that controls add
  std::span<SourceBand> sources_;            ///< bands held during the current step
  std::uint64_t stepIndex_ = 0;
  SolidContact contact_;

  // Data of the current step.
  struct Inflow {
    Vec3 place;          ///< position at the end of the step [m]
    std::size_t source;  ///< index of the source band
  };
  std::vector<Inflow> inflow_;
  struct Inlet {
    ShapePtr shape;
    Pose pose;
    Vec3 velocity;  ///< velocity of the inflowing liquid [m/s]
    Aabb box;       ///< bounding box of the inlet in the world, extended by a cell [m]

    /// Returns the distance of a place from the inlet [m]; infinite outside the box.
    [[nodiscard]] float distance(const Vec3& p) const {
      return box.contains(p) ? shape->distance(pose.toLocal(p)) : std::numeric_limits<float>::infinity();
    }
  };
  std::vector<Inlet> inlets_;  ///< open inlets, cleared at the end of a step
  /// A moving body that liquid touches.
  struct CoupledBody {
    std::uint32_t body;                 ///< index of the body
    ImpulseSystem system;               ///< gravity, mouse spring and viscous stress on the body
    ImpulseSystem::Matrix6 mobility{};  ///< change of the velocity per impulse, times the liquid's density
    bool isDragged = false;             ///< true if viscous stress acts on the body
    ImpulseSystem::Vector6 before{};    ///< velocity before the liquid's push
    ImpulseSystem::Vector6 after{};     ///< velocity after the liquid's push and before contacts
  };
  std::vector<CoupledBody> coupled_;
  std::vector<grid::RigidRows> bodyRows_;  ///< the coupled bodies in the pressure system
  CoveredFaces coveredFaces_;
  FreeParts freeParts_;
  grid::CellField toSolid_;  ///< distance from each cell centre to the nearest solid [m]
  grid::FaceConditions faces_;
  grid::FaceField before_, ofSolids_;
  grid::FaceField unsolved_;      ///< velocity before the pressure acts, for a second solve [m/s]
  grid::FaceField driven_;        ///< velocity before the viscosity acts [m/s]
  grid::FaceField moving_;        ///< velocity that moves the surface; divergence-free in air too [m/s]
  grid::FaceField pressureGain_;  ///< estimated velocity that the pressure gives in this step [m/s]
  grid::CellField nu_, pressure_, target_, gain_;
  grid::CellField
      surfacePressure_;         ///< pressure of surface tension over density, beside the surface [m^2/s^2]
  std::vector<float> tension_;  ///< sum of the tensions of the particles around each cell
  grid::Advection advection_;
  grid::VelocityExtrapolation extension_;
  grid::ImplicitViscosity viscosity_;
  std::vector<grid::WallDrag> wallDrags_;  ///< exchange of the viscosity with solids in this step
  grid::Projection projection_;
  grid::FastMarching marching_;
  std::vector<std::uint8_t> wanted_;
  ParticleCells particleCells_;
  std::vector<float> weight_, markerDepths_;
  std::vector<float> phiNodes_;
  Vec3Array moved_;
  std::optional<grid::ProjectionResult> solved_;
  grid::CellField warmth_, nextWarmth_,
      conducts_;  ///< means over particles per cell [degrees Celsius, m^2/s]
};

}  // namespace ooze::rasmussen
