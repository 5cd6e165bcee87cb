// What a World is made of.
#pragma once

#include "ooze/world/world.h"

#include <deque>
#include <vector>

namespace ooze {

/// Points that fill a volume of liquid at this spacing.
std::vector<Vec3> fillLiquid(const LiquidVolume& volume, float spacing, std::uint64_t seed,
                             std::uint64_t limit);

struct World::State {
  State(WorldSpec given, int threadCount);

  WorldSpec spec;
  const MethodRow* methodRow;
  std::unique_ptr<Method> method;
  Threads threads;
  StageTimer timer;
  StageObserver* observer = nullptr;

  // All that changes from step to step:
  WorldSettings settings;
  std::vector<MaterialDefinition> materials;
  std::vector<Emitter> emitters;
  Bodies bodies;
  std::uint64_t stepIndex = 0;
  std::uint64_t frame = 0;
  int substeps = 0;      ///< of the frame in progress
  int substepsDone = 0;  ///< 0 at a frame boundary
  std::size_t timelineDone = 0;

  std::deque<LoggedCommand> scheduled;  ///< replayed, ascending in step
  std::vector<Command> submitted;       ///< for the next step
  std::vector<LoggedCommand> log;

  [[nodiscard]] double time() const;
  [[nodiscard]] std::uint64_t room() const { return spec.particleLimit - method->view().particles->size(); }
  [[nodiscard]] int chooseSubsteps() const;
  void applySettings();
  void fillLiquids();
  void applyDueCommands();
  void apply(const Command& command);
  void emit(float dt);
  void removeOutside();
  void requireFinite() const;
  void observed(std::string_view stage) const {
    if (observer) observer->afterStage(stage, *method);
  }
  void saveState(ByteWriter& out) const;  ///< what hash() covers
};

}  // namespace ooze
