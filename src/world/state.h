// What a World is made of.
#pragma once

#include "ooze/world/world.h"

#include "world/substeps.h"

#include <deque>
#include <vector>

namespace ooze {

/// Points that fill a volume of liquid at this spacing.
std::vector<Vec3> fillLiquid(const LiquidVolume& volume, float spacing, std::uint64_t seed,
                             std::uint64_t limit);

/// How often the step of a frame that goes wrong is halved.
inline constexpr int kMostHalvings = 3;

/// The last good state: a world as its present frame began, before the commands of that frame.
struct FrameStart {
  ByteWriter state;          ///< of saveState(); the memory is used again
  std::uint64_t step = 0;    ///< stepIndex then
  std::uint64_t logged = 0;  ///< commands in the log then
};

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
  SubstepPlan plan;
  int halvings = 0;        ///< how often the step of this frame was halved because the frame went wrong
  float startSpeed = 0.f;  ///< of the fastest particle as the frame began [m/s]
  std::size_t timelineDone = 0;

  std::deque<LoggedCommand> scheduled;  ///< replayed, ascending in step
  std::vector<Command> submitted;       ///< for the next step
  std::vector<LoggedCommand> log;

  FrameStart frameStart;
  bool retaken = false;  ///< this frame went wrong before: commands that come now wait for the next one
  std::vector<RollBack> rollBacks;

  // Working memory of a step.
  std::vector<std::uint8_t> outsideChunks, insaneChunks;
  std::vector<std::uint32_t> outside;

  [[nodiscard]] double time() const { return framesDone() / spec.framesPerSecond; }
  [[nodiscard]] double framesDone() const;  ///< the frame in progress as a fraction
  [[nodiscard]] float frameSeconds() const { return static_cast<float>(1.0 / spec.framesPerSecond); }
  [[nodiscard]] float gravity() const;  ///< its strength [m/s^2]
  [[nodiscard]] std::uint64_t room() const { return spec.particleLimit - method->view().particles->size(); }
  void applySettings();
  void fillLiquids();
  bool applyDueCommands();  ///< @return true if there were any
  void apply(const Command& command);

  // A step (step.cpp).
  void takeStep();
  void beginFrame();
  void refineFrame();
  void endFrame();
  [[nodiscard]] SubstepNeed neededSubsteps(float fastest) const;
  void emit(float dt);
  void removeOutside();

  // Going back (roll_back.cpp).
  void requireSane(float dt);
  [[nodiscard]] float saneSpeed(float dt) const;  ///< that nothing exceeds unless the liquid ran away [m/s]
  void keepFrameStart();
  void returnToFrameStart();
  void rollBack(const std::string& reason);

  void observed(std::string_view stage) const {
    if (observer) observer->afterStage(stage, *method);
  }
  void saveState(ByteWriter& out) const;  ///< what hash() covers
  void restoreState(ByteReader& in);      ///< the reverse, for a state made from the same specification
  void restoreFrameStart(ByteReader& in);
};

/// Speed of the fastest particle [m/s].
float fastestParticle(const Particles& particles);

/// The fastest that a point of this body moves; of the origin alone if the body is endless [m/s].
float fastestPoint(const Body& body);

}  // namespace ooze
