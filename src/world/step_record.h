// One step of a world, stage by stage, with everything round one particle: what the microscope shows.
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

/// The first of a record's stages: the state before the step.
inline constexpr std::string_view kStartStage = "start";

/// The world after a stage.
struct RecordedStage {
  using Vectors = std::shared_ptr<const std::vector<Vec3>>;

  StageNote note;
  Vectors positions;  ///< by place in StepRecord::ids [m]; NaN for what is not there
  /// Likewise: those that the stage leaves and the next goes on with, not World::frameVelocity() [m/s]. What
  /// a stage leaves alone is the stage's before it.
  Vectors velocities;
  std::vector<Pose> bodies;
  float farthest = 0.f;                    ///< that it moved a particle [m]
  std::optional<ParticleDetails> details;  ///< of the particle that was asked for, where it is there
};

struct StepRecord {
  std::uint64_t step = 0;       ///< index of the step that was recorded
  double time = 0;              ///< at its start [s]
  float seconds = 0;            ///< its length [s]
  float interactionRadius = 0;  ///< h [m]
  /// Every particle that is there at some time in the step, ascending in id.
  std::vector<std::uint32_t> ids;
  std::vector<std::uint16_t> materials;
  std::vector<std::uint32_t> colours;
  std::vector<RecordedStage> stages;

  std::optional<std::uint32_t> particle;  ///< the one whose details there are
  std::vector<InspectedValue> atTurn;     ///< WatchedParticle::atTurn of it

  /// Where a particle is in ids and in the vectors of stages.
  [[nodiscard]] std::optional<std::size_t> placeOf(std::uint32_t id) const;
  /// What a stage moved this particle by; 0 if it was not there before or is not after [m].
  [[nodiscard]] Vec3 displacement(std::size_t stage, std::size_t place) const;
};

/// Takes the next step in a copy of the world and records it; the world stays as it is. If that step goes
/// wrong and the world takes the frame again, the last of the shorter steps is recorded.
/// @param particle  id of the one to look at closely; one that is not there has no details
/// @param threads   of the copy; 0: every core. The record does not depend on it.
/// @param prepare   called with the copy before the step: hands over what is due then, where others do that
/// @throws RunError as World::step()
StepRecord recordStep(const World& world, std::optional<std::uint32_t> particle, int threads = 0,
                      const std::function<void(World&)>& prepare = {});

/// What the world looks like after a stage of the record. @param before  a snapshot of the recorded world
std::shared_ptr<const Snapshot> snapshotAfter(const StepRecord& record, std::size_t stage,
                                              const Snapshot& before);

}  // namespace ooze
