// The parts of a World.
#pragma once

#include "ooze/base/error.h"
#include "ooze/world/world.h"

#include "world/commands/command_scope.h"
#include "world/commands/commands.h"
#include "world/edits/grab_and_push.h"
#include "world/edits/poured_liquid.h"
#include "world/edits/world_events.h"
#include "world/guard/frame_rollback.h"
#include "world/guard/sleep.h"
#include "world/guard/stability_monitor.h"
#include "world/parts/mesh_store.h"
#include "world/parts/nozzle_room.h"
#include "world/parts/solid_entry.h"
#include "world/parts/world_bodies.h"
#include "world/parts/world_controls.h"
#include "world/parts/world_emitters.h"
#include "world/parts/world_materials.h"
#include "world/parts/world_sources.h"
#include "world/world_clock.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace ooze {

struct World::State {
  /// @param meshStore  mesh cache of the world's earlier states; null: makes a new cache
  State(WorldSpec given, int threadCount, std::shared_ptr<MeshStore> meshStore = nullptr);

  WorldSpec spec;
  const MethodRow* methodRow;
  std::unique_ptr<Method> method;
  Threads threads;
  StageTimer timer;
  StageObserver* observer = nullptr;

  std::shared_ptr<MeshStore> meshes;  ///< meshes that commands brought in

  // State that changes from step to step:
  WorldSettings settings;
  WorldMaterials materials;
  WorldEmitters emitters;
  WorldBodies bodies;
  WorldControls controls;
  WorldSources sources;
  GrabConstraint hand;
  Push push;
  PouredLiquid poured;
  SolidEntry entry;
  WorldEvents events;
  WorldClock clock;
  StabilityMonitor speeds;
  Sleep sleep;
  CommandQueue commands;
  std::size_t timelineDone = 0;  ///< number of the specification's timeline commands that were applied
  bool changed = false;          ///< true if commands were applied since the last step
  FrameRollback guard;
  NozzleRoom nozzleRoom;
  LiquidBalance balance;              ///< liquid added, removed and lost since step 0
  LiquidBalance balanceAtFrameStart;  ///< balance that a roll-back restores

  [[nodiscard]] Vec3 gravity() const;  ///< acceleration of gravity, from the settings [m/s^2]
  [[nodiscard]] bool stepsAreSet() const { return settings.substeps >= 1.f; }
  [[nodiscard]] Vec3 frameVelocity(std::size_t particle) const;
  [[nodiscard]] std::uint64_t particleCount() const { return method->view().particles->size(); }
  void applySettings();
  void fillLiquids();

  // Commands (commands.cpp).
  [[nodiscard]] CommandScope scope() const;
  void requireRoom(const Command& command) const;  ///< @throws InputError if the command would add too much
  /// Checks commands that undo an event.
  /// @throws InputError if the event cannot be undone
  void requireTakeable(const Command& command) const;
  /// Validates commands that are applied one after the other.
  /// @throws InputError if one of them is not valid at its turn
  template <class Commands>
  void requireValidInOrder(const Commands& inOrder) const {
    CommandScope then = scope();
    const auto commandIn = [](const auto& c) -> const Command& {
      if constexpr (std::is_same_v<std::decay_t<decltype(c)>, Command>)
        return c;
      else
        return c.command;
    };
    for (const auto& c : inOrder) {
      requireValid(commandIn(c), then);
      then.expect(commandIn(c));
    }
  }
  bool applyDueCommands();  ///< applies and logs the due commands; returns true if any was due
  struct Apply;
  void apply(const Command& command);
  [[nodiscard]] EditedWorld edited();
  /// Returns the present value of a setting; nothing if the setting cannot be read.
  [[nodiscard]] std::optional<SettingValue> read(const ResolvedSetting& setting) const;
  /// Returns true if setting this row also changes the keys in the row's `alsoChanges`.
  [[nodiscard]] bool alsoChanges(const SettingRow& row, std::string_view name) const;

  // Steps (step.cpp).
  void takeStep();
  void moveAll(float dt);  ///< moves liquid and bodies by one step
  void emit(float dt);
  void removeFallen();
  void beginFrame();
  void endFrame();
  [[nodiscard]] bool isStirred(float dt) const;
  [[nodiscard]] SpeedSources speedSources() const;
  [[nodiscard]] float fastestDirected() const;      ///< greatest speed that controls and bands ask for [m/s]
  [[nodiscard]] float maxStepDisplacement() const;  ///< largest distance that anything may move in a step [m]
  void observed(std::string_view stage) const;
  void keepFrameStart();
  void returnToFrameStart();
  void rollBack(const std::string& reason);

  // Saves (save.cpp).
  void saveState(ByteWriter& out) const;  ///< writes the state that hash() covers
  void restoreState(ByteReader& in);      ///< reads the state into a state made from the same specification
};

/// Error for a method that broke its contract with the world, so that shorter steps do not help.
class MethodFault : public RunError {
 public:
  using RunError::RunError;
};

/// Takes a step of a method.
/// @throws MethodFault if the method did not settle the bodies exactly once
void takeMethodStep(Method& method, float dt, StepContext& context);

}  // namespace ooze
