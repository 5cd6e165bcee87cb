// What a World is made of.
#pragma once

#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include "world/command_queue.h"
#include "world/frame_guard.h"
#include "world/hand.h"
#include "world/mesh_store.h"
#include "world/push.h"
#include "world/sane_speeds.h"
#include "world/stash.h"
#include "world/substeps.h"
#include "world/targets.h"
#include "world/world_bodies.h"
#include "world/world_clock.h"
#include "world/world_emitters.h"
#include "world/world_materials.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace ooze {

/// Liquid this near to a blade parts, in h.
inline constexpr float kPartingReach = 0.75f;

struct World::State {
  /// @param meshStore  of the world's earlier states; null: it has had none
  State(WorldSpec given, int threadCount, std::shared_ptr<MeshStore> meshStore = nullptr);

  WorldSpec spec;
  const MethodRow* methodRow;
  std::unique_ptr<Method> method;
  Threads threads;
  StageTimer timer;
  StageObserver* observer = nullptr;

  std::shared_ptr<MeshStore> meshes;  ///< that commands brought in

  // All that changes from step to step:
  WorldSettings settings;
  WorldMaterials materials;
  WorldEmitters emitters;
  WorldBodies bodies;
  Hand hand;
  Push push;
  std::uint64_t events = 0;       ///< that could be taken back when they came
  Stash stash;                    ///< what it takes to do so
  std::uint64_t stashDigest = 0;  ///< that the state last restored had
  bool changed = false;           ///< commands were applied since the last step
  WorldClock clock;
  SaneSpeeds speeds;
  std::size_t timelineDone = 0;

  CommandQueue commands;

  FrameGuard guard;

  [[nodiscard]] Vec3 frameVelocity(std::size_t particle) const;
  [[nodiscard]] Vec3 gravity() const {
    return {settings.gravityX, settings.gravityY, settings.gravityZ};
  }  ///< [m/s^2]
  /// Particles that may still come; all of them new ones, or those that were there before.
  [[nodiscard]] std::uint64_t room() const {
    return std::min<std::uint64_t>(roomForKept(), kMostIds - method->view().particles->nextId);
  }
  [[nodiscard]] std::uint64_t roomForKept() const {
    return spec.particleLimit - method->view().particles->size();
  }
  void applySettings();
  void fillLiquids();
  bool applyDueCommands();  ///< @return true if there were any
  [[nodiscard]] TargetScope scope() const;
  /// @throws InputError if one of these commands, applied one after the other, is not valid
  template <class LoggedCommands>
  void requireValidInOrder(const LoggedCommands& inOrder) const {
    TargetScope scope = this->scope();
    for (const LoggedCommand& c : inOrder) {
      requireValid(c.command, scope);
      scope.expect(c.command);
    }
  }
  void requireRoom(const Command& command) const;  ///< @throws InputError if it would add too much
  void apply(const Command& command);
  /// Of what is there now. @throws InputError as resolveTarget()
  [[nodiscard]] Target present(std::string_view target) const;
  /// Null if there is none that a command could set.
  [[nodiscard]] std::optional<TargetValue> read(const Target& target) const;

  // Events that can be taken back (edit_commands.cpp).
  void edit(const Target& target, const Command& command);
  void takeBack(std::uint64_t number);
  void requireTakeable(
      const Command& command) const;  ///< @throws InputError if an event cannot be taken back
  /// @throws InputError if this is not what an event of this run could have left to be taken back
  void requireTakeable(const KeptEvent& event) const;
  /// Which edit of the liquid an event of this field is; nothing if it is none.
  [[nodiscard]] std::optional<EditName> liquidEdit(TargetField field) const;
  KeptEdit editLiquid(const EditName& name, TargetField field, const Command& command);
  KeptEdit cut(std::span<const float> values);

  // Meshes (mesh_liquid.cpp).
  [[nodiscard]] std::vector<Vec3> meshSeeds(const Command& command, std::uint64_t limit);
  KeptEdit addLiquid(const Command& command);

  // A step (step.cpp).
  void takeStep();
  void beginFrame();
  [[nodiscard]] SpeedSources speedSources() const;
  void emit(float dt);
  [[nodiscard]] bool stepsAreSet() const { return settings.substeps >= 1.f; }

  void keepFrameStart();
  void returnToFrameStart();
  void rollBack(const std::string& reason);

  void observed(std::string_view stage) const {
    if (observer) observer->afterStage(stage, *method);
  }
  void saveState(ByteWriter& out) const;        ///< what hash() covers
  [[nodiscard]] std::uint32_t version() const;  ///< of a save of this state
  void restoreState(ByteReader& in);            ///< the reverse, for a state made from the same specification
  void restoreStash(ByteReader& in);
};

/// A method broke its contract with the world: shorter steps are no help.
class MethodFault : public RunError {
 public:
  using RunError::RunError;
};

/// Takes a step of a method. @throws MethodFault if it did not settle the bodies exactly once
void takeMethodStep(Method& method, float dt, StepContext& context);

}  // namespace ooze
