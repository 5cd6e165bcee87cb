// Golden runs: recorded hashes of a world's state after each stage of each step, for regression tests.
// Comparing a run with a recording finds the first step and stage where they differ. Particles are matched by
// id, because their order in memory changes from step to step.
#pragma once

#include "ooze/methods/field.h"
#include "ooze/methods/method.h"
#include "ooze/world/world.h"

#include "base/random.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// One block of a method's grid: the coordinates, in blocks, and a hash of the block's contents.
struct GoldenBlock {
  std::int32_t x, y, z;
  std::uint32_t digest;
  friend bool operator==(const GoldenBlock&, const GoldenBlock&) = default;
};

/// The state after one stage of a step, as hashes.
struct GoldenStage {
  std::uint64_t step = 0;
  std::uint16_t name = 0;  ///< name of the stage, as an index into GoldenRun::stageNames
  std::uint64_t particles = 0;
  std::uint64_t links = 0;
  /// One hash for each of GoldenRun::parts. A hash is a sum over particles or links, so the order does not
  /// matter.
  std::vector<std::uint64_t> hashes;
  /// Hash of each particle, indexed by particle id; 0 if no particle has this id. Empty if no particle has
  /// changed since the stage before, or if the memory budget is spent.
  std::vector<std::uint16_t> digests;
  /// Blocks of the grid, ascending; empty under the same conditions as `digests`.
  std::vector<GoldenBlock> blocks;
};

/// The particles at the end of a step, sorted by ascending id.
struct GoldenStep {
  std::uint64_t step = 0;
  float seconds = 0;  ///< length of the step [s]
  std::vector<std::uint32_t> ids;
  std::vector<Vec3> positions;   ///< position of each particle, in the order of `ids` [m]
  std::vector<Vec3> velocities;  ///< internal velocity with which each particle starts the next step [m/s]
};

/// Statistics of a frame, rounded to floats. The velocities are those that the next step starts from.
struct GoldenFrame {
  std::uint64_t frame = 0;
  std::uint64_t particles = 0;
  float mass = 0;           ///< total mass of the liquid [kg]
  float kineticEnergy = 0;  ///< total kinetic energy of the liquid [J]
  float meanDensity = 0;    ///< mean density over all particles, in the method's own measure [1]
  Vec3 centroid{0.f};       ///< centre of mass of the liquid [m]
  Vec3 momentum{0.f};       ///< total momentum of the liquid [kg m/s]
};

/// Number of first steps whose particles are stored in full: 24 bytes for each particle and step.
inline constexpr std::size_t kGoldenFirstSteps = 5;
/// Memory limit for per-particle hashes [bytes]. Stages after the limit are compared as a whole, not by
/// particle.
inline constexpr std::uint64_t kGoldenDigestBudget = 16u << 20;

struct GoldenRun {
  float interactionRadius = 0;  ///< interaction radius of the recorded world [m]
  double framesPerSecond = 0;
  std::uint64_t digestBudget = kGoldenDigestBudget;  ///< budget that the run was recorded with [bytes]
  std::vector<std::string> parts;  ///< names of the hashed parts: goldenParts() of the run's method
  std::vector<std::string> stageNames;
  /// The first stage is the state before the first step and is called "start".
  std::vector<GoldenStage> stages;
  std::uint64_t digestedStages = 0;  ///< number of first stages that have per-particle hashes
  std::vector<GoldenStep> firstSteps;
  std::vector<GoldenFrame> frames;
};

/// The name of the method's grid in goldenParts().
inline constexpr std::string_view kGridPart = "grid";

/// Returns the names of the parts that are hashed separately for this method: positions, velocities, fields
/// by their keys, links and grid (if the method has any), settings, bodies. Fields are hashed between steps
/// only. During a step, fields are working memory, and the hash from before the step is repeated.
std::vector<std::string> goldenParts(const MethodRow& method);

/// Records a golden run as a StageObserver of a world. The world must not be moved or destroyed while
/// recorded, and can have no other observer.
class GoldenRecorder final : public StageObserver {
 public:
  explicit GoldenRecorder(World& world, std::uint64_t digestBudget = kGoldenDigestBudget);
  ~GoldenRecorder() override;
  GoldenRecorder(const GoldenRecorder&) = delete;
  GoldenRecorder& operator=(const GoldenRecorder&) = delete;

  void afterStage(std::string_view stage, const Method& method) override;
  /// Records the statistics of the frame that the world has just finished.
  void noteFrame();

  [[nodiscard]] const GoldenRun& run() const { return run_; }
  /// Discards the stages recorded so far and goes on recording.
  void forget();

 private:
  [[nodiscard]] std::uint16_t nameIndex(std::string_view stage);
  [[nodiscard]] float stepSeconds() const;
  // Each hash function appends to GoldenStage::hashes, in the order of goldenParts().
  void hashMotion(const Particles& particles, GoldenStage& stage);
  void hashFields(const Method& method, bool betweenSteps, GoldenStage& stage);
  void hashLinks(const Method& method, GoldenStage& stage) const;
  void hashGrid(const Method& method, GoldenStage& stage) const;
  void hashWorld(GoldenStage& stage) const;
  void keepDigests(const Particles& particles, GoldenStage& stage);
  [[nodiscard]] bool reserveDigestBytes(std::uint64_t bytes);
  void keepStep(const Particles& particles);

  World& world_;
  const MethodRow& row_;
  GoldenRun run_;
  std::uint64_t digestBytes_ = 0;
  GoldenStage last_;
  std::vector<GoldenBlock> lastBlocks_;
  /// Hash of each particle's position and velocity, by particle index.
  std::vector<std::uint64_t> motionHash_;
  /// Hash of each particle's fields at the end of the last step, by particle id.
  std::vector<std::uint64_t> fieldHash_;
};

/// The first place where two runs differ.
struct GoldenDifference {
  std::uint64_t step = 0;
  std::string stage;
  std::string what;                       ///< the parts that differ: "positions and velocities"
  std::optional<std::uint32_t> particle;  ///< smallest id of the particles that differ, if known
  std::uint64_t particlesThatDiffer = 0;
  std::optional<glm::ivec3> block;  ///< first block of the grid that differs, if known [blocks]
  std::uint64_t blocksThatDiffer = 0;
};
/// Describes the difference in one line: `step 50, stage "relaxation", particle 123 (of 4096 that differ):
/// positions`. Differences in fields, or after the last stage, are reported at the `end of step`.
std::string describe(const GoldenDifference& difference);

/// Describes parts that only one of the two runs has, from the actual run's view: `has no pressure, strain,
/// but exposure`. Returns "" if both have the same parts.
std::string describePartDifferences(const GoldenRun& expected, const GoldenRun& actual);

/// Finds the first stage after which two runs are not bit-identical. If the parts of the runs differ, that is
/// the first stage of all.
std::optional<GoldenDifference> compareExactly(const GoldenRun& expected, const GoldenRun& actual);

/// Compares runs of two builds or machines, where floating-point rounding differs. The first steps are
/// compared particle by particle; later frames only by statistics, because the motion of liquid is chaotic.
/// @return the first difference beyond the tolerance and its size, in one line; "" if all is within tolerance
std::string compareWithin(const GoldenRun& expected, const GoldenRun& actual);

/// Returns compiler, architecture and C library as a text. Builds with equal text and equal sources give
/// equal bits; the instruction set in use (SIMD width) does not matter.
std::string buildIdentification();

/// Steps two worlds together and compares their states after every stage.
class Lockstep {
 public:
  Lockstep(World& a, World& b);
  /// Compares the present states, before any step.
  [[nodiscard]] std::optional<GoldenDifference> compare() const;
  /// Steps both worlds once.
  /// @return the first difference, if any
  std::optional<GoldenDifference> step();

 private:
  World& a_;
  World& b_;
  GoldenRecorder recorderA_, recorderB_;
};

/// Returns the sum of the hashes of all values. Particle values are hashed with the particle's id, so that
/// the order of particles does not matter; other values are hashed with their index.
/// @param ids   ids of the particles
/// @param byId  accumulates the hash of each particle, indexed by id; used for particle fields only
inline std::uint64_t hashField(FieldPlace place, std::span<const float> values,
                               std::span<const std::uint32_t> ids, std::uint64_t salt,
                               std::vector<std::uint64_t>& byId) {
  const bool ofParticles = place == FieldPlace::Particle;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint64_t key = ofParticles ? ids[i] : static_cast<std::uint64_t>(i);
    const std::uint64_t hash = randomBits(salt << 32 | key, std::bit_cast<std::uint32_t>(values[i]));
    sum += hash;
    if (ofParticles) byId[ids[i]] += hash;
  }
  return sum;
}

}  // namespace ooze
