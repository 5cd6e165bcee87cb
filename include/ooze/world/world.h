// The world: everything that a step changes. Headless; nothing global; two of them run side by side.
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
#include "ooze/world/roll_back.h"
#include "ooze/world/snapshot.h"
#include "ooze/world/statistics.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// The most particles a world may hold.
inline constexpr std::uint64_t kParticleLimit = 4'000'000;

/// No world has lived longer: two years at 60 frames a second.
inline constexpr std::uint64_t kMostFrames = std::uint64_t{1} << 32;

/// The stage that ends every step; StageObservers see it last.
inline constexpr std::string_view kLastStage = "domain";

/// What a whole step is called among the slices of the timer.
inline constexpr std::string_view kStepSlice = "step";

/// Settings of the world that sliders change; the table is worldParameters().
struct WorldSettings {
  float gravityX = 0.f;     ///< [m/s^2]
  float gravityY = -9.81f;  ///< [m/s^2]
  float gravityZ = 0.f;     ///< [m/s^2]
  float substeps = 0.f;     ///< steps per frame; 0 chooses the fewest that are stable
  float sleep = 1.f;        ///< 1: what lies still takes no steps; 0: all takes every step
};
/// Returns the parameter table of WorldSettings, in the order of its members.
const std::vector<ParameterInfo>& worldParameters();

/// Everything needed to make a world; scene files are one way to write it.
struct WorldSpec {
  std::string method{kDefaultMethod};            ///< MethodRow::key
  MethodSettings methodSettings;                 ///< interaction radius and others
  WorldSettings settings;                        ///< gravity, substeps, sleep
  double framesPerSecond = 60.0;                 ///< [1/s]
  std::uint64_t seed = 1;                        ///< of all random numbers
  std::optional<Aabb> domain;                    ///< particles that leave it are removed; unset: unbounded
  std::uint64_t particleLimit = kParticleLimit;  ///< most particles at a time; nozzles then give no more
  std::vector<MaterialDefinition> materials;     ///< at least one
  std::vector<LiquidVolume> liquids;             ///< liquid at the start
  std::vector<EmitterSpec> emitters;             ///< nozzles
  std::vector<Body> bodies;                      ///< solids, at their poses at the start
  std::vector<Control> controls;                 ///< later ones win over earlier ones
  std::optional<WindowSpec> window;              ///< liquid that leaves it is removed; unset: none
  std::vector<BandSpec> bands;                   ///< what other runs may have of this one
  std::vector<SourceSpec> sources;               ///< liquid that other runs have left for this one
  std::vector<TimedCommand> timeline;            ///< ascending in time
};

/// A simulated world: liquids, bodies, nozzles and controls. Use a world from one thread at a time.
class World {
 public:
  /// @param threads  0: every core. The results do not depend on it.
  /// @throws InputError if the specification is not sound (no material, too many particles, unknown method,
  /// ...)
  explicit World(WorldSpec spec, int threads = 0);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Advances one fixed step: commands due, emission, bodies, the method, the domain. If the state is then no
  /// longer finite or runs away, the world goes back to the start of the frame and takes it again, up to
  /// where it was, with steps of half the length, at most three times (rollBacks()). Commands of the middle
  /// of such a frame then come at its start.
  /// @throws RunError if that does not help; the world then stands at the start of the frame, as good as it
  /// was, and the frame's commands wait to be applied
  void step();
  /// Steps to the next frame boundary.
  /// @throws RunError as step()
  void advanceFrame();
  /// From now on step() throws Cancelled (base/long_work.h) in the middle of a step once that work is called
  /// off; the world then stands at the start of the frame, as good as it was, and heeds it no longer. The
  /// work must outlive this; null: nobody calls it off.
  void heed(const LongWork* work);

  /// Queues a command for the next step boundary, where it is applied and logged.
  /// @throws InputError if target or values are not valid; nothing is queued then
  void submit(const Command& command);
  /// Applies and logs what waits at this step boundary now, exactly as the next step would, so that a world
  /// that stands still shows it.
  void applyCommands();
  /// How many events of this run could be taken back when they came (edits.take_back): the number of the
  /// last.
  [[nodiscard]] std::uint64_t events() const;
  /// Queues logged commands for the steps they name. @throws InputError as submit()
  void replay(const std::vector<LoggedCommand>& log);
  /// Returns all commands that were applied, in their order.
  [[nodiscard]] const std::vector<LoggedCommand>& commandLog() const;
  /// The present value of a scalar target. @throws InputError if there is no such target
  [[nodiscard]] float value(std::string_view target) const;
  /// Commands that set what this one sets, and what else it changes of the same thing, to what it is now;
  /// none for events and for what no command can set back.
  [[nodiscard]] std::vector<Command> valuesBefore(const Command& command) const;

  [[nodiscard]] const WorldSpec& spec() const;  ///< as given; live values are in the accessors below
  /// Returns the live settings.
  [[nodiscard]] const WorldSettings& settings() const;
  /// Returns the live materials.
  [[nodiscard]] const std::vector<MaterialDefinition>& materials() const;
  [[nodiscard]] const PairTable& pairs() const;  ///< what holds between them, and between them and solids
  /// Returns the live nozzles.
  [[nodiscard]] const std::vector<Emitter>& emitters() const;
  /// Returns the live bodies.
  [[nodiscard]] const Bodies& bodies() const;
  /// Returns the live controls.
  [[nodiscard]] const std::vector<Control>& controls() const;
  /// Those that act, as the last step had them; none before the first since it was made or restored.
  [[nodiscard]] const PosedControls& posedControls() const;
  /// Returns the particles. Their order changes from step to step; their ids do not.
  [[nodiscard]] const Particles& particles() const;
  /// Returns the method that simulates the liquid.
  [[nodiscard]] const Method& method() const;
  /// What the method says of the present materials: MethodRow::stableStep, restSpacing and restDensity.
  [[nodiscard]] StableStep stableStep() const;
  [[nodiscard]] float restSpacing(std::uint16_t material) const;  ///< [m]
  /// Returns the density of settled liquid in the measure of Particles::density.
  [[nodiscard]] float restDensity(std::uint16_t material) const;

  [[nodiscard]] double time() const;  ///< simulated [s]
  /// Returns the number of steps taken.
  [[nodiscard]] std::uint64_t stepIndex() const;
  /// Returns the number of frames finished.
  [[nodiscard]] std::uint64_t frameIndex() const;
  /// Returns true between two frames.
  [[nodiscard]] bool atFrameBoundary() const;
  [[nodiscard]] int substeps() const;  ///< of the frame in progress, or the last one
  /// What their number comes from: "set", "frame" (one is enough), "speed", "nozzle", "moving solid",
  /// "roll-back" (fewer went wrong), or a limit of the method (StableStep).
  [[nodiscard]] std::string substepLimit() const;
  /// The frames that went wrong and were taken again, since the world was made or restored.
  [[nodiscard]] const std::vector<RollBack>& rollBacks() const;
  /// Nothing has moved for half a second: steps leave liquid and bodies as they are, until something stirs
  /// them.
  [[nodiscard]] bool asleep() const;

  /// XXH3 of everything a later step depends on, and frameVelocity() with it.
  [[nodiscard]] std::uint64_t hash() const;
  /// Mean velocity of the particle at this index over the last frame, or over what is done of the one in
  /// progress: its displacement over the time, whatever the method's own velocities do from step to step.
  /// Before the first step, its own velocity. What is told of velocities (statistics, snapshots, and with
  /// them exports, motion blur and colours) is this [m/s].
  [[nodiscard]] Vec3 frameVelocity(std::size_t particle) const;
  /// Computes the statistics of the present state.
  [[nodiscard]] Statistics statistics() const;
  /// A copy for other threads to look at; whoever took it may add what it knows, and then hands it on
  /// immutable. @param content  what costs extra
  [[nodiscard]] std::shared_ptr<Snapshot> snapshot(const SnapshotContent& content = {}) const;

  /// Wall time per stage since the last clear().
  [[nodiscard]] StageTimer& timer();
  /// Has every stage of the coming steps observed: "commands", "emission", "bodies", the method's own, and
  /// kLastStage. It must outlive them; null ends it.
  void observe(StageObserver* observer);

  /// Serializes the state, for restore().
  void save(ByteWriter& out) const;
  /// Restores into a world made from the same specification, from all that is left of the bytes. Continues to
  /// the same bits.
  /// @throws InputError if the bytes are damaged or of another world; this world stays as it was
  void restore(ByteReader& in);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
