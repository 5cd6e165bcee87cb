// Record of one time step, stage by stage, with details around one particle. The microscope panel shows the
// record.
#pragma once

#include "ooze/base/math.h"
#include "ooze/methods/inspection.h"
#include "ooze/world/world.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace ooze {

/// Name of a record's first stage: the state before the step.
inline constexpr std::string_view kStartStage = "start";

/// The state of the world after one stage.
struct RecordedStage {
  using Vectors = std::shared_ptr<const std::vector<Vec3>>;

  StageDescription note;
  Vectors positions;  ///< positions of the particles, in the order of StepRecord::ids [m]; NaN for a particle
                      ///< that does not exist at this stage
  /// Internal velocities that the next stage starts from, in the order of StepRecord::ids [m/s]. Unlike
  /// World::frameVelocity(), these are not averaged over a frame. A stage that changes nothing shares the
  /// vectors of the stage before.
  Vectors velocities;
  std::vector<Pose> bodies;
  float farthest = 0.f;                    ///< largest distance that the stage moved a particle [m]
  std::optional<ParticleDetails> details;  ///< details of the inspected particle, if that particle exists
};

struct StepRecord {
  std::uint64_t step = 0;       ///< index of the step that was recorded
  double time = 0;              ///< time at the start of the step [s]
  float seconds = 0;            ///< length of the step [s]
  float interactionRadius = 0;  ///< interaction radius of the recorded world [m]
  /// Ids of all particles that exist at some time in the step, ascending.
  std::vector<std::uint32_t> ids;
  std::vector<std::uint16_t> materials;
  std::vector<std::uint32_t> colours;
  std::vector<RecordedStage> stages;

  std::optional<std::uint32_t> particle;    ///< id of the inspected particle
  std::vector<InspectedValue> sweepValues;  ///< WatchedParticle::sweepValues of the inspected particle

  /// Returns the index of a particle in `ids` and in the vectors of the stages.
  [[nodiscard]] std::optional<std::size_t> placeOf(std::uint32_t id) const;
  /// Returns the displacement of a particle by a stage [m]; 0 if the particle does not exist before or after
  /// the stage.
  [[nodiscard]] Vec3 displacement(std::size_t stage, std::size_t place) const;
};

/// Takes the next step in a copy of the world and records every stage. The world itself is not changed. If
/// that step fails and the copy rolls back, the last of the shorter steps is recorded.
/// @param particle  id of the particle to inspect; an id that does not exist gives no details
/// @param threads   number of threads of the copy; 0: one for every core. The record does not depend on it.
/// @param prepare   called with the copy before the step; queues the commands that are due, if the caller
/// keeps a command queue outside the world
/// @throws RunError if the step fails, as for World::step()
StepRecord recordStep(const World& world, std::optional<std::uint32_t> particle, int threads = 0,
                      const std::function<void(World&)>& prepare = {});

/// Returns a snapshot of the world after a stage of the record.
/// @param before  a snapshot of the recorded world
std::shared_ptr<const Snapshot> snapshotAfter(const StepRecord& record, std::size_t stage,
                                              const Snapshot& before);

}  // namespace ooze
