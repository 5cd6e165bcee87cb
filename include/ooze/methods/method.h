// Interface between a world and a published liquid simulation method. A method is independent of scenes,
// rendering and panels.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/math.h"
#include "ooze/base/parameter.h"
#include "ooze/base/stage_timer.h"
#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/liquid/band.h"
#include "ooze/liquid/posed_controls.h"
#include "ooze/liquid/seeds.h"
#include "ooze/liquid/window.h"
#include "ooze/methods/edit.h"
#include "ooze/methods/field.h"
#include "ooze/methods/inspection.h"
#include "ooze/methods/links.h"
#include "ooze/methods/material_definition.h"
#include "ooze/methods/pair_table.h"
#include "ooze/particles/particles.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

namespace grid {
class LevelSet;
}

/// Read-only view of a method's state, valid until the method steps, is edited or is restored.
struct LiquidView {
  const Particles* particles = nullptr;     ///< positions, velocities and other arrays by particle
  const grid::LevelSet* surface = nullptr;  ///< level set of a method that keeps one, else null
  /// Position at which each particle entered the world, used as a texture coordinate [m]. Particles from a
  /// nozzle count as having started upstream, at their place in the jet when the nozzle opened. Null if the
  /// method keeps no texture coordinates.
  const Vec3Array* initialPositions = nullptr;
};

/// Iteration count and residual of an iterative linear solve.
struct SolverWork {
  int iterations = 0;     ///< number of iterations that the solver took
  double residual = 0.0;  ///< norm of the residual over the norm of the right-hand side [1]
};

class Method;

/// Observes a time step stage by stage, on the thread that steps the world. An observer must not change the
/// simulation.
class StageObserver {
 public:
  virtual ~StageObserver() = default;
  /// Called at the end of each stage. A step may run several stages of the same name.
  /// @param stage   StageDescription::name, or the name of one of the world's own stages
  /// @param method  method in its state after the stage
  virtual void afterStage(std::string_view stage, const Method& method) = 0;
  /// Returns the particle whose values sequential stages record, or null for none.
  virtual WatchedParticle* watched() { return nullptr; }
};

/// Inputs that a time step needs from the world besides dt. All references must outlive the step.
struct StepContext {
  Bodies& bodies;           ///< bodies of the world; coupling changes their velocities
  const Threads& threads;   ///< thread pool of the world
  StageTimer& timer;        ///< receives the time of each stage
  std::uint64_t stepIndex;  ///< number of the step, which varies the order of relaxation deterministically
  Vec3 gravity{0.f};        ///< gravity acting on bodies [m/s^2]
  StageObserver* observer = nullptr;        ///< observer called after every stage; null for none
  int bodyAdvanceCount = 0;                 ///< number of calls of advanceBodies() in this step
  const PosedControls* controls = nullptr;  ///< control particles at the end of the step; null for none
  std::uint64_t room = 0;  ///< number of particles that a method may still create during the step
  const PosedWindow* window = nullptr;  ///< simulation window at the end of the step; null for none
  std::span<SourceBand> sources{};      ///< grid sources at the end of the step

  /// Moves dynamic bodies by their velocities after coupling with the liquid, and resolves the contacts
  /// between bodies. Every step calls this function exactly once, with the whole dt, after the method's
  /// coupling. A method that moves no bodies calls this function too.
  /// @param dt  length of the time step [s]
  /// @throws RunError as Bodies::advanceWithContacts()
  void advanceBodies(float dt) {
    bodies.advanceWithContacts(dt, gravity);
    ++bodyAdvanceCount;
  }
};

/// The longest stable time step, with the effect that limits the length.
struct StableStep {
  float seconds;           ///< longest stable step, above 0 and finite [s]
  std::string_view limit;  ///< limiting effect in a word or two for users: "gravity", "volume stiffness"
};

/// A liquid simulation method with its state. The world owns one method and advances the method in time
/// steps. Use a method from one thread at a time; functions that take Threads run loops on these threads and
/// may throw Cancelled.
class Method {
 public:
  virtual ~Method() = default;

  /// Returns MethodRow::key.
  [[nodiscard]] virtual std::string_view key() const = 0;

  /// Sets the materials and converts their values to the world's interaction radius. The change takes effect
  /// at once; particles and links stay.
  /// @param materials  copied; valid, with one value per row of MethodRow::parameters()
  virtual void setMaterials(std::span<const MaterialDefinition> materials) = 0;
  /// Sets the pair functions that apply from the next setMaterials() on. Methods without pair functions
  /// ignore the table.
  virtual void setPairs(const PairTable& /*pairs*/) {}
  /// Sets the gravity of the coming steps [m/s^2].
  virtual void setGravity(const Vec3& gravity) = 0;

  /// Marks the beginning of a frame. Stores the present positions as the start of the frame's motion
  /// (Particles::frameStart).
  virtual void beginFrame() = 0;
  /// Advances by exactly one time step.
  /// @param dt       length of the step, above 0 [s]
  /// @param context  bodies, threads and other inputs; counts the calls of advanceBodies()
  /// @throws RunError if the state became unstable: a position is not finite or too far away. The state is
  ///         then useless, and the world restores an earlier state
  virtual void step(float dt, StepContext& context) = 0;

  /// Returns a read-only view of the state.
  [[nodiscard]] virtual LiquidView view() const = 0;
  /// Returns the links between particles, or null if the method has no links.
  [[nodiscard]] virtual Links* links() { return nullptr; }
  /// Returns the links between particles, or null.
  [[nodiscard]] virtual const Links* links() const { return nullptr; }
  /// Returns the inspector of single particles, or null if the method has no inspector.
  [[nodiscard]] virtual const Inspector* inspector() const { return nullptr; }

  /// Returns the work of the last pressure solve. Empty before the first solve and for methods without a
  /// pressure equation.
  [[nodiscard]] virtual std::optional<SolverWork> solverWork() const { return std::nullopt; }

  /// Returns the liquid in the given cells, whose side must equal the method's own cell size. The caller
  /// fills in BandState::time.
  /// @return arrays of BandCells::size() values; empty arrays for a method without a grid
  [[nodiscard]] virtual BandState band(const BandCells& /*cells*/) const { return {}; }

  /// Computes one of MethodRow::fields.
  /// @param key  Field::key
  /// @param dt   length of the last time step [s]
  /// @return one value per particle, by particle index, in Field::unit; for FieldKind::Ratio in the
  ///         measure of Field::atRest
  /// @throws std::invalid_argument if the method has no such field
  [[nodiscard]] virtual std::vector<float> gather(std::string_view key, float dt) const;

  /// Returns the sides of cuts that each particle lies on, by particle index; empty if nothing is cut. A
  /// value has two bits for each cut: the even bit for one side, the next bit for the other side. Cuts that
  /// are far apart may share bits.
  [[nodiscard]] virtual std::vector<std::uint32_t> cutMarks() const { return {}; }

  /// Returns true if liquid at rest still changes, for example because colours mix.
  [[nodiscard]] virtual bool changesAtRest() const { return false; }

  /// Sets the colour of all liquid of one material.
  /// @param material  index of the material
  /// @param colour    0xAABBGGRR, sRGB
  virtual void recolour(std::uint16_t material, std::uint32_t colour) = 0;

  /// Changes the velocities of all liquid that is not frozen. `change` is called concurrently from several
  /// threads; with one thread the order of calls depends on the state alone.
  virtual void changeVelocities(VelocityChange change, const Threads& threads) = 0;

  /// Adds liquid from a source such as a nozzle. Unlike an edit, an insertion cannot be undone.
  /// @param seeds  copied; the caller keeps within the particle limit
  virtual void insert(const LiquidSeeds& seeds) = 0;
  /// Adds several liquids that fill shapes. A method on a grid joins all of them at once, in a time that
  /// grows linearly in their number.
  /// @param liquids  as for insert(), each with a shape, without an inlet, and all with the same solids
  virtual void insertAll(std::span<const LiquidSeeds> liquids) {
    for (const LiquidSeeds& seeds : liquids) insert(seeds);
  }
  /// Removes all liquid outside the box [m]. Particle indices may change.
  virtual void keepWithin(const Aabb& box, const Threads& threads) = 0;

  /// Applies an edit by the user. Particle indices may change. An edit that the method does not support has
  /// no effect.
  /// @return the undo record for revert()
  virtual UndoRecord edit(const Edit& edit, const Threads& threads) = 0;
  /// Undoes an edit on the liquid that still exists. Erased particles return with their ids and links, except
  /// for those whose ids already exist.
  /// @param name     edit that wrote the record
  /// @param kept     record that edit() returned, or that validateUndoRecord() accepted
  /// @param room     maximum number of particles to restore
  /// @param elapsed  time since the frame began [s]
  virtual void revert(const EditName& name, const UndoRecord& kept, std::uint64_t room, float elapsed) = 0;
  /// Validates an undo record from an untrusted save file.
  /// @throws InputError if an edit of this name could not have produced the record
  virtual void validateUndoRecord(const EditName& name, const UndoRecord& kept) const = 0;

  /// Serializes the state: everything on which later time steps depend, except materials, gravity and
  /// settings.
  virtual void save(ByteWriter& out, const Threads& threads) const = 0;
  /// Restores a serialized state under the present materials. The bytes are untrusted and validated.
  /// @throws InputError if the bytes are not a state of this method, contain values that no step could have
  /// produced, or ask for more memory than a valid state needs
  virtual void restore(ByteReader& in) = 0;
};

/// Settings with which a method is constructed, fixed for the life of a world. Method::setPairs() replaces
/// the pairs.
struct MethodSettings {
  float interactionRadius = 0.01f;  ///< interaction radius h, 1e-5 .. 1000 [m]
  /// Largest relative compression that the scene accepts in a resting column of depth compressionDepth.
  /// Stiffens materials that would be compressed more, or shortens the time step.
  float compressionLimit = 0.f;  ///< accepted relative compression, 0 or more [1]; 0: automatic
  float compressionDepth = 0.f;  ///< depth of the resting column, 0 or more [m]
  /// Depth of the deepest column of liquid that the world's specification can have at rest [m]; set by scenes
  /// and worlds. The automatic limit holds at this depth.
  float deepestColumn = 0.f;
  PairTable pairs{};  ///< pair functions between materials, and between materials and solids
};

/// The limit of compression at work: largest relative compression at the bottom of a column.
struct CompressionLimit {
  float limit;  ///< relative compression, above 0 [1]
  float depth;  ///< depth of the column, 0 or more [m]
};
/// Automatic limit of compression [1]. The mean over the column is half as much; packing adds up to 2 %.
inline constexpr float kCompressionLimit = 0.015f;
/// Returns the limit that a scene sets, else the automatic limit at the world's deepest column.
[[nodiscard]] inline CompressionLimit compressionLimitOf(const MethodSettings& settings) {
  if (settings.compressionLimit > 0.f) return {settings.compressionLimit, settings.compressionDepth};
  return {kCompressionLimit, settings.deepestColumn};
}

/// A physical quantity derived from a material's parameter value by a formula, in SI units.
struct DerivedQuantity {
  std::string_view name;  ///< name of the quantity for users: "kinematic viscosity"
  double value;           ///< value of the quantity, in `unit`
  std::string_view unit;  ///< unit of the value: "m²/s"
};

/// An action that a method offers on all of its liquid at once, such as adding springs. The command
/// edits.take_back undoes an action.
struct MethodAction {
  std::string_view key;    ///< target of the command, two words: "springs.add"
  std::uint32_t number;    ///< permanent number in save files, unique among actions and commands of the world
  std::string_view label;  ///< text on the button, which capitalises the first letter: "set firm"
  std::string_view event;  ///< text in the event log: "Tie with springs"
  std::string_view explanation;  ///< effect of the action, in sentences
  /// Effect on the liquid's shape: Kept makes the liquid hold its present shape, Lost lets it flow.
  enum class Shape { Unchanged, Kept, Lost } shape = Shape::Unchanged;
  /// State after the action that a scene file cannot describe, in words: "cut springs". Empty if a scene can
  /// run the action at its start.
  std::string_view leaves = "";
  /// For Shape::Kept only. holdingParameter: key of the parameter that holds the shape, which at 0 holds
  /// nothing. relaxingParameters: keys of the parameters that let the shape relax over time, which at 0 keep
  /// it for ever. meshExplanation: behaviour of a mesh filled with liquid after this action, in sentences.
  std::string_view holdingParameter = "";
  std::span<const std::string_view> relaxingParameters = {};  ///< keys of parameters, see holdingParameter
  std::string_view meshExplanation = "";                      ///< effect on a mesh filled with liquid
};

/// Elasticity of a material, independent of any method, used to convert a material from one method to
/// another.
struct Firmness {
  double shearModulus = 0.0;  ///< shear modulus [Pa]; 0 for a liquid, or if it flows under its own weight
  bool yields = true;  ///< true if the material keeps a dent (plastic), false if it stays elastic for ever
};

/// Words with which the user interface names a method's links.
struct LinkWords {
  std::string_view many;         ///< plural noun for the links: "springs"; "" for a method without links
  std::string_view explanation;  ///< phrase for users: "Elastic springs between them"
};

/// One row of the method registry. The functions about materials depend only on the settings and the material
/// definitions, so that callers need not construct the method.
struct MethodRow {
  std::string_view key;     ///< name of the method in scene files
  std::string_view title;   ///< title of the method for users
  std::string_view kind;    ///< word in brackets after titles of scenes and materials: "springs"
  std::string_view source;  ///< paper that the method implements
  std::string_view
      strengths;  ///< strengths in a sentence for users, from measurements (README.md, Which method when)
  std::string_view weaknesses;  ///< weaknesses in a sentence for users, from measurements
  /// Constructs the method without materials and particles. The caller calls Method::setMaterials() next.
  std::unique_ptr<Method> (*make)(const MethodSettings&);
  /// Returns the parameter table, in the order of MaterialDefinition::values. Valid for ever.
  const std::vector<ParameterInfo>& (*parameters)();
  /// Returns the longest time step that is stable for these materials together under this gravity [m/s^2].
  /// The limit ignores speeds: the world limits the path per step to a fraction of the interaction radius.
  StableStep (*stableStep)(const MethodSettings&, std::span<const MaterialDefinition>, const Vec3& gravity);
  /// Returns the rest spacing: the edge of the cube that one particle of this material fills at rest [m].
  float (*restSpacing)(const MethodSettings&, const MaterialDefinition&);
  /// Returns the density of settled liquid, in the measure of Particles::density [1].
  float (*restDensity)(const MethodSettings&, const MaterialDefinition&);
  /// Computes the physical quantities that follow from value number `parameter` of a material, under this
  /// gravity [m/s^2]. The help card of the parameter shows them. Empty if no formula adds to the value
  /// itself.
  std::vector<DerivedQuantity> (*derivedQuantities)(const MethodSettings&, float gravity,
                                                    const MaterialDefinition&, std::size_t parameter);
  /// Explains in a sentence for users why a change of this value would have no visible effect; "" if the
  /// value acts.
  std::string (*inactiveReason)(const MethodSettings&, float gravity, const MaterialDefinition&,
                                std::size_t parameter) =
      [](const MethodSettings&, float, const MaterialDefinition&, std::size_t) { return std::string(); };
  /// Explains in a sentence or two for users which property of the material a nozzle cannot pour, and the
  /// remedy; "" if a nozzle pours the material completely.
  std::string (*pouringLimitation)(const MethodSettings&, const MaterialDefinition&) =
      [](const MethodSettings&, const MaterialDefinition&) { return std::string(); };
  /// Notes for all stages that step() reports to observers. A note named like one of the world's own stages
  /// replaces the world's note.
  std::span<const StageDescription> stages = {};
  LinkWords links = {};                        ///< user interface words for the links between particles
  std::span<const Field> fields = {};          ///< fields that gather() can compute, in menu order
  std::span<const MethodAction> actions = {};  ///< actions in the order of their buttons
  /// Liquid at least this far from other liquid gets a surface of its own (SurfaceSettings::regionDistance)
  /// [h]. With 0 all liquid shares one surface.
  float regionDistance = 0.f;
  /// Returns the pair functions that a scene may define (MethodSettings::pairs); null for none.
  std::span<const PairFunction> (*pairFunctions)() = nullptr;
  /// Computes the default function of a pair that the table omits, in the table's units. The method derives
  /// the default from the materials and from the body's own contact values. At most PairFunction::mostPoints
  /// points.
  std::vector<CurvePoint> (*defaultPairCurve)(const MethodSettings&, std::span<const MaterialDefinition>,
                                              const PairEntry& pair, const OwnContact& solid) = nullptr;
  /// Explains in a sentence for users that a pair function replaces a material's value; "" if the value acts.
  /// The arguments are the indices of the material and of the parameter.
  std::string (*pairOverrideReason)(const PairTable&, std::size_t material, std::size_t parameter) = nullptr;
  /// Keys of the parameters that together make a liquid runny or thick. The slider "Runny to thick"
  /// multiplies them by one factor. Empty if a single parameter sets the thickness.
  std::span<const std::string_view> thicknessParameters = {};
  /// Returns the firmness of a material. Null, like setFirmness, if no material of this method holds a shape.
  Firmness (*firmness)(const MaterialDefinition&) = nullptr;
  /// Sets a material's values to reach this firmness, within the ranges of the parameters.
  void (*setFirmness)(MaterialDefinition&, const Firmness&) = nullptr;
  /// Longest path of a particle in one time step [h]. Two particles that meet head on, and begin the step
  /// beyond their interaction radius, must not pass each other within the step. Therefore twice the path
  /// stays below h, with a tenth left for the displacement by pressure. A grid method sets a longer path.
  float maxStepDisplacement = 0.45f;
  /// Largest plausible growth factor of the fastest particle's speed in a frame [1], besides the gain from
  /// falling. The value is above the gain of two colliding jets.
  float maxSpeedGain = 1.5f;
  /// Least distance of a nozzle's new liquid from present liquid [rest spacings]. Liquid that overlaps more
  /// would burst. 0 for a method that solves for pressure, where new liquid pushes on.
  float nozzleClearance = 0.45f;
  /// Arrangement of the particles in the jets of nozzles. Liquid without attraction between its particles
  /// needs the staggered one.
  JetLattice jetLattice = JetLattice::Layers;
  /// True if the method uses StepContext::controls. For other methods a scene with controls reports that they
  /// have no effect.
  bool supportsControls = false;
  /// Returns the side of the method's grid cells [m]. Null for a method without a grid, which ignores
  /// StepContext::window and StepContext::sources.
  float (*cellSide)(const MethodSettings&) = nullptr;
};

/// Returns the least thickness of a wall that holds the liquid of a method [m]: 1.8 cells of a grid; 0 for
/// methods of particles, whose collisions see every wall on the path of a particle.
[[nodiscard]] float leastWall(const MethodRow& method, const MethodSettings& settings);

/// Method of files and worlds that name no method.
inline constexpr std::string_view kDefaultMethod = "clavet";

/// Returns all methods, one row each. The rows are constant data, valid for ever and safe on any thread; the
/// pointers and references that the functions below return point into these rows.
[[nodiscard]] std::span<const MethodRow> methodRegistry();
/// Finds a method by its key.
/// @throws InputError with a suggestion if no method has this key
[[nodiscard]] const MethodRow& findMethod(std::string_view key);
/// Finds an action by its key. Returns null if the method has no action of this key.
[[nodiscard]] const MethodAction* findAction(const MethodRow& method, std::string_view key);
/// Finds the note of a stage by name. Returns null if the method has no note of this stage.
[[nodiscard]] const StageDescription* findStage(const MethodRow& method, std::string_view name);
/// Finds a pair function by its key. Returns null if the method has no pair function of this key.
[[nodiscard]] const PairFunction* findPairFunction(const MethodRow& method, std::string_view key);
/// Finds the first action with this effect on the shape of the liquid. Returns null if no action has the
/// effect.
[[nodiscard]] const MethodAction* findAction(const MethodRow& method, MethodAction::Shape shape);

}  // namespace ooze
