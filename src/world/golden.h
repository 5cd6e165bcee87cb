// A golden run: what the steps of a world came to, stage by stage, so that another run can be told where it
// parts from it. Particles are known by their ids, because their order changes from step to step.
#pragma once

#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A block of a method's grid: its coordinates in blocks, and a digest of what it holds.
struct GoldenBlock {
  std::int32_t x, y, z;
  std::uint32_t digest;
  friend bool operator==(const GoldenBlock&, const GoldenBlock&) = default;
};

/// The state after one stage.
struct GoldenStage {
  std::uint64_t step = 0;
  std::uint16_t name = 0;  ///< index into GoldenRun::stageNames
  std::uint64_t particles = 0;
  std::uint64_t links = 0;
  std::vector<std::uint64_t> hashes;  ///< of GoldenRun::parts; sums over particles or links: of any order
  /// A digest of each particle by id; 0: there is none of this id. Empty if no particle has changed since the
  /// stage before, or if the budget is spent.
  std::vector<std::uint16_t> digests;
  std::vector<GoldenBlock> blocks;  ///< of the grid, likewise; ascending
};

/// The particles at the end of a step, ascending in id.
struct GoldenStep {
  std::uint64_t step = 0;
  float seconds = 0;  ///< its length
  std::vector<std::uint32_t> ids;
  std::vector<Vec3> positions;   ///< [m]
  std::vector<Vec3> velocities;  ///< that the next step goes on with [m/s]
};

/// Statistics of a frame, rounded to floats; of the velocities that the next step goes on with.
struct GoldenFrame {
  std::uint64_t frame = 0;
  std::uint64_t particles = 0;
  float mass = 0;           ///< [kg]
  float kineticEnergy = 0;  ///< [J]
  float meanDensity = 0;    ///< method's measure [1]
  Vec3 centroid{0.f};       ///< [m]
  Vec3 momentum{0.f};       ///< [kg m/s]
};

/// How many steps are kept particle by particle: 24 bytes for each particle and step.
inline constexpr std::size_t kGoldenFirstSteps = 5;
/// Memory for digests; what comes after can be told apart by stage, no longer by particle [bytes].
inline constexpr std::uint64_t kGoldenDigestBudget = 16u << 20;

struct GoldenRun {
  float interactionRadius = 0;  ///< h [m]
  double framesPerSecond = 0;
  std::uint64_t digestBudget = kGoldenDigestBudget;  ///< that it was recorded with [bytes]
  std::vector<std::string> parts;                    ///< goldenParts() of its method
  std::vector<std::string> stageNames;
  std::vector<GoldenStage> stages;   ///< the first is the state before the first step, called "start"
  std::uint64_t digestedStages = 0;  ///< the first stages, of which single particles are known
  std::vector<GoldenStep> firstSteps;
  std::vector<GoldenFrame> frames;
};

/// Of goldenParts(): the method's grid.
inline constexpr std::string_view kGridPart = "grid";

/// What is told apart in a run of this method: positions, velocities, its fields by their keys, links if it
/// has any, its grid if it has one, settings, bodies. Fields count between steps only: in a step they are
/// working memory, and keep the hash that they had before it.
std::vector<std::string> goldenParts(const MethodRow& method);

/// Records a world while it lives. The world must stay where it is, and is observed by nobody else.
class GoldenRecorder final : public StageObserver {
 public:
  explicit GoldenRecorder(World& world, std::uint64_t digestBudget = kGoldenDigestBudget);
  ~GoldenRecorder() override;
  GoldenRecorder(const GoldenRecorder&) = delete;
  GoldenRecorder& operator=(const GoldenRecorder&) = delete;

  void afterStage(std::string_view stage, const Method& method) override;
  /// Notes the frame that the world has just finished.
  void noteFrame();

  [[nodiscard]] const GoldenRun& run() const { return run_; }
  /// Drops what was recorded, and goes on.
  void forget();

 private:
  [[nodiscard]] std::uint16_t nameIndex(std::string_view stage);
  [[nodiscard]] float stepSeconds() const;
  // Each appends to the hashes of a stage, in the order of goldenParts().
  void hashMotion(const Particles& particles, GoldenStage& stage);
  void hashFields(const Method& method, bool betweenSteps, GoldenStage& stage);
  void hashLinks(const Method& method, GoldenStage& stage) const;
  void hashGrid(const Method& method, GoldenStage& stage) const;
  void hashWorld(GoldenStage& stage) const;
  void keepDigests(const Particles& particles, GoldenStage& stage);
  [[nodiscard]] bool hasRoomFor(std::uint64_t bytes);
  void keepStep(const Particles& particles);

  World& world_;
  const MethodRow& row_;
  GoldenRun run_;
  std::uint64_t digestBytes_ = 0;
  GoldenStage last_;
  std::vector<GoldenBlock> lastBlocks_;
  std::vector<std::uint64_t> motionHash_;  ///< by index, of position and velocity
  std::vector<std::uint64_t> fieldHash_;   ///< by id, of all fields of particles as of the last end of a step
};

/// Where two runs part.
struct GoldenDifference {
  std::uint64_t step = 0;
  std::string stage;
  std::string what;                       ///< "positions and velocities"
  std::optional<std::uint32_t> particle;  ///< the one with the least id that differs, if it is known
  std::uint64_t particlesThatDiffer = 0;
  std::optional<glm::ivec3> block;  ///< the first of the grid's that differs, likewise [blocks]
  std::uint64_t blocksThatDiffer = 0;
};
/// One line: `step 50, stage "relaxation", particle 123 (of 4096 that differ): positions`. What the last
/// stage changed, or a field, differs at the `end of step`.
std::string describe(const GoldenDifference& difference);

/// Which parts only one of two runs has, as what the actual one `has no pressure, strain, but exposure`; ""
/// if both have the same.
std::string partsApart(const GoldenRun& expected, const GoldenRun& actual);

/// The first stage after which two runs are not the same to the bit; the first of all if they are of other
/// parts.
std::optional<GoldenDifference> compareExactly(const GoldenRun& expected, const GoldenRun& actual);

/// Compares runs of two builds or machines, where rounding differs: particle by particle over the first
/// steps, and by statistics after, because liquid is chaotic.
/// @return where and by how much they differ beyond what is allowed, in one line; "" if nowhere
std::string compareWithin(const GoldenRun& expected, const GoldenRun& actual);

/// What two programs share if equal sources give equal bits: compiler, architecture and C library. The
/// vector instructions in use are no part of it.
std::string buildIdentification();

/// Two worlds taken step by step together.
class Lockstep {
 public:
  Lockstep(World& a, World& b);
  /// Where they part now, before any step.
  [[nodiscard]] std::optional<GoldenDifference> compare() const;
  /// Steps both once. @return where they parted
  std::optional<GoldenDifference> step();

 private:
  World& a_;
  World& b_;
  GoldenRecorder recorderA_, recorderB_;
};

}  // namespace ooze
