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
#include "world/sleep.h"
#include "world/targets.h"
#include "world/world_bodies.h"
#include "world/world_clock.h"
#include "world/world_controls.h"
#include "world/world_emitters.h"
#include "world/world_events.h"
#include "world/world_materials.h"
#include "world/world_sources.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ooze {

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
  WorldControls controls;
  WorldSources sources;
  Hand hand;
  Push push;
  WorldEvents events;
  WorldClock clock;
  SaneSpeeds speeds;
  Sleep sleep;
  CommandQueue commands;
  std::size_t timelineDone = 0;  ///< commands of the specification's timeline that were applied
  bool changed = false;          ///< commands were applied since the last step
  FrameGuard guard;

  [[nodiscard]] Vec3 gravity() const;  ///< [m/s^2]
  [[nodiscard]] bool stepsAreSet() const { return settings.substeps >= 1.f; }
  [[nodiscard]] Vec3 frameVelocity(std::size_t particle) const;
  void applySettings();
  void fillLiquids();

  // Commands (commands.cpp, read_values.cpp).
  [[nodiscard]] TargetScope scope() const;
  void requireRoom(const Command& command) const;  ///< @throws InputError if it would add too much
  /// @throws InputError if it takes an event back that cannot be
  void requireTakeable(const Command& command) const;
  /// @throws InputError if one of these, applied one after the other, is not valid
  template <class Commands>
  void requireValidInOrder(const Commands& inOrder) const {
    TargetScope then = scope();
    for (const auto& c : inOrder) {
      requireValid(commandIn(c), then);
      then.expect(commandIn(c));
    }
  }
  bool applyDueCommands();  ///< @return true if there were any
  void apply(const Command& command);
  [[nodiscard]] std::optional<Target> targetNow(std::string_view target) const;
  [[nodiscard]] EditedWorld edited();
  /// Null if there is none that a command could set.
  [[nodiscard]] std::optional<TargetValue> read(const Target& target) const;
  /// Whether setting this changes what else the row says that it does.
  [[nodiscard]] bool disturbs(const TargetRow& row, std::string_view name) const;

  // A step (step.cpp).
  void takeStep();
  void moveAll(float dt);  ///< liquid and bodies
  void emit(float dt);
  void beginFrame();
  void endFrame();
  [[nodiscard]] bool isStirred(float dt) const;
  [[nodiscard]] SpeedSources speedSources() const;
  [[nodiscard]] float fastestDirected() const;  ///< by controls and in bands [m/s]
  [[nodiscard]] float farthestMove() const;     ///< in a step [m]
  void observed(std::string_view stage) const;
  void keepFrameStart();
  void returnToFrameStart();
  void rollBack(const std::string& reason);

  // Saves (save.cpp).
  void saveState(ByteWriter& out) const;  ///< what hash() covers
  void restoreState(ByteReader& in);      ///< the reverse, for a state made from the same specification
};

/// A method broke its contract with the world: shorter steps are no help.
class MethodFault : public RunError {
 public:
  using RunError::RunError;
};

/// Takes a step of a method. @throws MethodFault if it did not settle the bodies exactly once
void takeMethodStep(Method& method, float dt, StepContext& context);

}  // namespace ooze
