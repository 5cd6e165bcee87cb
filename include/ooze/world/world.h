// A simulation world: the complete state of a simulation, and the functions that advance the state. A World
// has no window and uses no globals, so several worlds can run side by side.
#pragma once

#include "ooze/base/parameter.h"
#include "ooze/base/stage_timer.h"
#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/liquid/band.h"
#include "ooze/liquid/controls.h"
#include "ooze/liquid/emitter.h"
#include "ooze/liquid/posed_controls.h"
#include "ooze/liquid/volume.h"
#include "ooze/liquid/window.h"
#include "ooze/methods/method.h"
#include "ooze/world/command.h"
#include "ooze/world/liquid_balance.h"
#include "ooze/world/roll_back.h"
#include "ooze/world/snapshot.h"
#include "ooze/world/statistics.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// The most particles that a world may hold.
inline constexpr std::uint64_t kParticleLimit = 4'000'000;

/// Upper limit for the frame index, for validating saves: two years at 60 frames a second.
inline constexpr std::uint64_t kMostFrames = std::uint64_t{1} << 32;

/// Name of the stage that ends every step; StageObservers see this stage last.
inline constexpr std::string_view kLastStage = "domain";

/// Name of a whole step among the slices of the timer.
inline constexpr std::string_view kStepSlice = "step";

/// Settings of the world that sliders change. The table worldParameters() describes each setting.
struct WorldSettings {
  float gravityX = 0.f;     ///< x component of gravity, -30 .. 30 [m/s^2]
  float gravityY = -9.81f;  ///< y component of gravity, -30 .. 30 [m/s^2]; y points up
  float gravityZ = 0.f;     ///< z component of gravity, -30 .. 30 [m/s^2]
  float substeps = 0.f;     ///< substeps per frame, 0 .. 200; 0 chooses the smallest stable number
  float sleep = 1.f;        ///< 1: liquid and bodies at rest fall asleep and take no steps; 0: no sleeping
};
/// Returns the parameter table of WorldSettings, in the order of its members. Valid for ever.
const std::vector<ParameterInfo>& worldParameters();

/// The specification of a world. Scene files are one way to write a specification. The frame rate is
/// 1 .. 1000 [1/s], the particle limit at most kParticleLimit, and the domain in metres.
struct WorldSpec {
  std::string method{kDefaultMethod};            ///< key of the simulation method (MethodRow::key)
  MethodSettings methodSettings;                 ///< interaction radius, compression limit and pair functions
  WorldSettings settings;                        ///< gravity, substeps, sleep
  double framesPerSecond = 60.0;                 ///< number of frames per simulated second [1/s]
  std::uint64_t seed = 1;                        ///< seed of all random numbers
  std::optional<Aabb> domain;                    ///< particles outside are removed; unset: unbounded
  std::uint64_t particleLimit = kParticleLimit;  ///< most particles at a time; nozzles then give no more
  std::vector<MaterialDefinition> materials;     ///< liquid materials; at least one
  std::vector<LiquidVolume> liquids;             ///< volumes filled with liquid at the start
  std::vector<EmitterSpec> emitters;             ///< nozzles that pour liquid during the run
  std::vector<Body> bodies;                      ///< solids, at their poses at the start
  std::vector<Control> controls;                 ///< control particles; later controls take precedence
  std::optional<WindowSpec> window;    ///< simulation window; liquid outside is removed; unset: no window
  std::vector<BandSpec> bands;         ///< regions whose liquid is recorded for other runs
  std::vector<SourceSpec> sources;     ///< inflow of liquid recorded by other runs
  std::vector<TimedCommand> timeline;  ///< commands applied at given times, ascending in time
};

/// A simulated world: liquids, bodies, nozzles and controls. Use a world from one thread at a time.
/// References that member functions return are valid until the world changes: by a step, an applied command,
/// restore() or a move.
class World {
 public:
  /// Makes the world of a specification at step 0, filled with the liquid of WorldSpec::liquids.
  /// @param threads  number of threads; 0: one for every core. The results do not depend on this number.
  /// @throws InputError if the specification is not valid (no material, too many particles, unknown method,
  ///         ...)
  explicit World(WorldSpec spec, int threads = 0);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Advances one fixed time step: due commands, emission, bodies, the method, the domain. If the state
  /// becomes non-finite or unstable, the world rolls back to the start of the frame. The frame is then
  /// repeated up to the same time with half the step length, at most three times (rollBacks()). Commands from
  /// the middle of a repeated frame are applied at the frame's start.
  /// @throws RunError if shorter steps do not help, or a recorded frame of a source cannot be read; the world
  ///         is then in its valid state at the start of the frame, and the frame's commands wait to be
  ///         applied
  /// @throws Cancelled as setCancellationToken() describes
  void step();
  /// Takes steps up to the next frame boundary: at least one.
  /// @throws RunError as step()
  /// @throws Cancelled as step()
  void advanceFrame();
  /// Sets a cancellation token. Once the work is cancelled, step() throws Cancelled
  /// (base/cancellation_token.h) in the middle of a step. The world is then in its valid state at the start
  /// of the frame, and the token is cleared. The token must outlive the world; null clears the token.
  void setCancellationToken(const CancellationToken* work);

  /// Queues a command for the next step boundary, where the command is applied and logged. A mesh command
  /// reads its file now.
  /// @throws InputError if target, values or mesh file are not valid, or a limit of added things is reached;
  ///         nothing is queued then
  void submit(const Command& command);
  /// Applies and logs the waiting commands now, exactly as the next step would. A paused world then shows
  /// their effect.
  void applyCommands();
  /// Returns the number of events of this run, which is also the number of the last event. Only events that
  /// edits.take_back could undo when applied are counted.
  [[nodiscard]] std::uint64_t events() const;
  /// Queues logged commands for the steps in the log.
  /// @param log  in the order of commandLog(), with steps from stepIndex() on
  /// @throws InputError as submit(), or if a command is of an earlier step; nothing is queued then
  void replay(const std::vector<LoggedCommand>& log);
  /// Returns all commands that were applied, in their order.
  [[nodiscard]] const std::vector<LoggedCommand>& commandLog() const;
  /// Returns the log, followed by the commands that wait: those of a replay at their steps, and submitted
  /// ones at the present step. Two worlds of one specification with equal commands have equal states at any
  /// step.
  [[nodiscard]] std::vector<LoggedCommand> commandsWithWaiting() const;
  /// Returns the present value of a scalar target, in the unit that Command lists.
  /// @throws InputError if no such target exists, or the target is unset or not a single number
  [[nodiscard]] float value(std::string_view target) const;
  /// Returns the present value of a setting of any kind, in the units that parseSetting() lists; neither
  /// numbers nor a text for a setting that is unset.
  /// @throws InputError if no such setting exists, or the setting cannot be read
  [[nodiscard]] SettingValue settingValue(std::string_view setting) const;
  /// Returns commands that restore the present values of everything that `command` would change. Empty for
  /// events and for values that no command can restore.
  [[nodiscard]] std::vector<Command> valuesBefore(const Command& command) const;

  /// Returns the specification given to the constructor, with the deepest column of its liquid. The functions
  /// below return the present values, which commands may have changed.
  [[nodiscard]] const WorldSpec& spec() const;
  /// Returns the present settings.
  [[nodiscard]] const WorldSettings& settings() const;
  /// Returns the present materials, with all changes by commands. Particles refer to materials by index.
  [[nodiscard]] const std::vector<MaterialDefinition>& materials() const;
  /// Returns the interaction functions of material pairs, and of materials with solids.
  [[nodiscard]] const PairTable& pairs() const;
  /// Returns the present nozzles.
  [[nodiscard]] const std::vector<Emitter>& emitters() const;
  /// Returns the present bodies.
  [[nodiscard]] const Bodies& bodies() const;
  /// Returns the live controls.
  [[nodiscard]] const std::vector<Control>& controls() const;
  /// Returns the active controls with their poses in the last step; empty before the first step after
  /// construction or restore.
  [[nodiscard]] const PosedControls& posedControls() const;
  /// Returns the particles. Their order changes from step to step; their ids do not.
  [[nodiscard]] const Particles& particles() const;
  /// Returns the method that simulates the liquid.
  [[nodiscard]] const Method& method() const;
  /// Returns the longest stable time step for the present materials and gravity (MethodRow::stableStep).
  [[nodiscard]] StableStep stableStep() const;
  /// Returns the edge of the cube that one particle fills at rest (MethodRow::restSpacing) [m].
  /// @param material  index into materials()
  [[nodiscard]] float restSpacing(std::uint16_t material) const;
  /// Returns the density of settled liquid in the measure of Particles::density (MethodRow::restDensity) [1].
  /// @param material  index into materials()
  [[nodiscard]] float restDensity(std::uint16_t material) const;

  /// Returns the simulated time [s].
  [[nodiscard]] double time() const;
  /// Returns the number of steps taken, which is the index of the next step.
  [[nodiscard]] std::uint64_t stepIndex() const;
  /// Returns the number of frames finished, which is the index of the frame in progress.
  [[nodiscard]] std::uint64_t frameIndex() const;
  /// Returns true between two frames.
  [[nodiscard]] bool atFrameBoundary() const;
  /// Returns the number of substeps of the frame in progress, or of the last frame; 0 before the first step.
  [[nodiscard]] int substeps() const;
  /// Returns the reason for the number of substeps: "set", "frame" (one is enough), "speed", "push",
  /// "nozzle", "moving solid", "control", "hand", "roll-back" (fewer failed), or a stability limit of the
  /// method (StableStep); "" before the first step unless set.
  [[nodiscard]] std::string substepLimit() const;
  /// Returns the frames that failed and were repeated, since the world was made or restored.
  [[nodiscard]] const std::vector<RollBack>& rollBacks() const;
  /// Returns one line for each mesh of a command whose solid differs from the mesh, in the order of their
  /// use. Examples are thin walls that act thicker, and triangles that were turned.
  [[nodiscard]] const std::vector<std::string>& meshNotes() const;
  /// Returns true if the world is asleep: nothing has moved for half a second, and steps leave liquid and
  /// bodies unchanged until something wakes them.
  [[nodiscard]] bool asleep() const;

  /// Returns the time in parallel loops, of a world with one thread (Threads::loopTimes).
  [[nodiscard]] LoopTimes loopTimes() const;

  /// Returns the XXH3 hash of all state that a later step, or frameVelocity(), depends on.
  [[nodiscard]] std::uint64_t hash() const;
  /// Returns the mean velocity of a particle over the last frame, or over the finished part of a frame in
  /// progress [m/s]. The velocity is displacement divided by time, whatever the method's internal velocities
  /// do from step to step. Before the first step, the particle's own velocity is returned. Statistics,
  /// snapshots, exports, motion blur and colours use this velocity.
  /// @param particle  index into particles()
  [[nodiscard]] Vec3 frameVelocity(std::size_t particle) const;
  /// Returns the balance of the liquid since step 0. Not part of hash(), but of saves.
  [[nodiscard]] const LiquidBalance& balance() const;
  /// Computes the statistics of the present state.
  [[nodiscard]] Statistics statistics() const;
  /// Returns a copy of the state for other threads. The caller may add data before sharing the snapshot;
  /// shared snapshots must not change.
  /// @param content  optional content that takes time to gather
  /// @return never null
  [[nodiscard]] std::shared_ptr<Snapshot> snapshot(const SnapshotContent& content = {}) const;

  /// Returns the timer, with the wall time of each stage since the last clear(). Not part of the state.
  [[nodiscard]] StageTimer& timer();
  /// Sets the observer of every stage of the coming steps: "commands", "emission", "bodies", the method's own
  /// stages, and kLastStage. The observer must outlive those steps; null removes the observer.
  void observe(StageObserver* observer);

  /// Serializes the state, for restore(): everything on which later steps depend, with waiting commands and
  /// undo records.
  void save(ByteWriter& out) const;
  /// Restores a saved state into a world made from the same specification. Reads all remaining bytes. The run
  /// then continues bit-identically.
  /// @throws InputError if the bytes are damaged or of another world; this world is then unchanged
  void restore(ByteReader& in);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
