// What a published method offers to the world. It knows nothing of scenes, drawing or panels.
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

/// A method's state as others may look at it.
struct LiquidView {
  const Particles* particles = nullptr;     ///< particles of the method
  const grid::LevelSet* surface = nullptr;  ///< of a method that has one of its own, else null
  /// Where each particle came into the world, what came from a nozzle as far upstream as it would have been
  /// when that began [m]; null: the method keeps no texture coordinates.
  const Vec3Array* initialPositions = nullptr;
};

/// What it took to solve an equation.
struct SolverWork {
  int iterations = 0;     ///< number of iterations
  double residual = 0.0;  ///< over the right side [1]
};

class Method;

/// Looks on while a step is taken, stage by stage. It only observes, as the timer does.
class StageObserver {
 public:
  virtual ~StageObserver() = default;
  /// Called when a stage is done. A step may have several of one name.
  virtual void afterStage(std::string_view stage, const Method& method) = 0;
  /// The particle that stages which take one after another are to tell of; null: none.
  virtual WatchedParticle* watched() { return nullptr; }
};

/// What a step needs from the world besides dt.
struct StepContext {
  Bodies& bodies;                           ///< bodies of the world; coupling changes their velocities
  const Threads& threads;                   ///< threads of the world
  StageTimer& timer;                        ///< receives the time of each stage
  std::uint64_t stepIndex;                  ///< varies the order of relaxation deterministically
  Vec3 gravity{0.f};                        ///< that bodies feel [m/s^2]
  StageObserver* observer = nullptr;        ///< told after every stage; null: nobody is
  int timesSettled = 0;                     ///< how often settleBodies() was called in this step
  const PosedControls* controls = nullptr;  ///< as they are at the end of the step; null: there are none
  std::uint64_t room = 0;               ///< for so many particles more, of a method that makes some in a step
  const PosedWindow* window = nullptr;  ///< as it is at the end of the step; null: there is none
  std::span<HeldBand> sources{};        ///< likewise

  /// Moves dynamic bodies by the velocities that the liquid left them with, and resolves the contacts between
  /// them. A step calls it exactly once, with the whole dt, when the method's coupling has acted; so does one
  /// of a method that moves no bodies.
  void settleBodies(float dt) {
    bodies.advanceAgain(dt, gravity);
    ++timesSettled;
  }
};

/// The longest stable step, and why it is no longer.
struct StableStep {
  float seconds;           ///< longest stable step [s]
  std::string_view limit;  ///< what sets it, in a word or two for people: "gravity", "volume stiffness"
};

/// A liquid simulation method with its state.
class Method {
 public:
  virtual ~Method() = default;

  /// Returns MethodRow::key.
  [[nodiscard]] virtual std::string_view key() const = 0;

  /// Converts the definitions to the world's interaction radius. Takes effect at once; particles and links
  /// stay.
  virtual void setMaterials(std::span<const MaterialDefinition> materials) = 0;
  /// What holds between pairs from the next setMaterials() on; of nothing to a method without such functions.
  virtual void setPairs(const PairTable& /*pairs*/) {}
  virtual void setGravity(const Vec3& gravity) = 0;  ///< [m/s^2]

  /// A frame begins: what particles move from now on counts as its motion (Particles::frameStart).
  virtual void beginFrame() = 0;
  /// Advances by exactly dt [s].
  virtual void step(float dt, StepContext& context) = 0;

  /// Returns a read-only view of the state.
  [[nodiscard]] virtual LiquidView view() const = 0;
  /// Its links between particles; null: it has none.
  [[nodiscard]] virtual Links* links() { return nullptr; }
  /// Returns the links between particles, or null.
  [[nodiscard]] virtual const Links* links() const { return nullptr; }
  /// What it says of single particles; null: nothing.
  [[nodiscard]] virtual const Inspector* inspector() const { return nullptr; }

  /// Of the pressure's equation that was solved last; nothing of a method without one, and before its first.
  [[nodiscard]] virtual std::optional<SolverWork> solverWork() const { return std::nullopt; }

  /// Its liquid in these cells, which are as large as its own; nothing of a method without any. The time is
  /// left to whoever knows it.
  [[nodiscard]] virtual BandMoment band(const BandCells& /*cells*/) const { return {}; }

  /// One of MethodRow::fields, by its key: a value of each particle, by index.
  /// @param dt  length of the last step [s]
  /// @throws std::invalid_argument if the method has no such field
  [[nodiscard]] virtual std::vector<float> gather(std::string_view key, float dt) const;

  /// Whether liquid that lies still goes on to change, as colours that mix do.
  [[nodiscard]] virtual bool changesAtRest() const { return false; }

  /// Colours the liquid of one material.
  virtual void recolour(std::uint16_t material, std::uint32_t colour) = 0;

  /// Changes the velocities of all that can move. It asks of many at once, on one thread in an order that
  /// depends on the state alone, and of what is frozen not at all.
  virtual void changeVelocities(VelocityChange change, const Threads& threads) = 0;

  /// Liquid from a source, which no edit is.
  virtual void insert(const LiquidSeeds& seeds) = 0;
  /// Removes what is outside of a box.
  virtual void keepWithin(const Aabb& box, const Threads& threads) = 0;

  /// Does something by hand. Indices of particles may change. Of what the method cannot do, nothing happens.
  /// @return what it takes to take it back
  virtual KeptEdit edit(const Edit& edit, const Threads& threads) = 0;
  /// Takes an edit back, as far as what it was of is still there. What was erased comes back with its ids and
  /// its links, but for what is there already.
  /// @param room     no more particles than these come back
  /// @param elapsed  since the frame began [s]
  virtual void takeBack(const EditName& name, const KeptEdit& kept, std::uint64_t room, float elapsed) = 0;
  /// @throws InputError if this is not what such an edit could have left
  virtual void requireKept(const EditName& name, const KeptEdit& kept) const = 0;

  /// Serializes the state.
  virtual void save(ByteWriter& out, const Threads& threads) const = 0;
  /// @throws InputError if the bytes are not a state of this method, hold what no step could have left, or
  /// would take more than such a state does
  virtual void restore(ByteReader& in) = 0;
};

/// What a method is made with; fixed for the life of a world.
struct MethodSettings {
  float interactionRadius = 0.01f;  ///< h [m]
  /// Largest relative compression of a column this deep at rest that the scene accepts; 0: whatever the
  /// materials give. Raises the volume stiffness where a material's own would not do.
  float compressionLimit = 0.f;  ///< [1]
  float compressionDepth = 0.f;  ///< [m]
  PairTable pairs{};             ///< what holds between materials, and between them and solids
};

/// What a value of a material comes to by a formula, in SI.
struct ParameterFigure {
  std::string_view name;  ///< "kinematic viscosity"
  double value;           ///< in `unit`
  std::string_view unit;  ///< "m²/s"
};

/// Something that a method offers to do to all of its liquid at once, as a command that edits.take_back
/// undoes.
struct MethodDeed {
  std::string_view key;    ///< the command's target, two words: "springs.add"
  std::uint32_t number;    ///< in saves, for ever; what no other deed has, nor another command of the world
  std::string_view label;  ///< on a button, which makes the first letter large: "set firm"
  std::string_view event;  ///< in a list of what was done: "Tie with springs"
  std::string_view explanation;  ///< what it does, in sentences
  /// Whether liquid keeps the shape that it has then, or keeps none any more.
  enum class Shape { Unchanged, Kept, Lost } shape = Shape::Unchanged;
  /// What it leaves that no scene can begin with, in words: "cut springs"; "" if a scene can do it at its
  /// start.
  std::string_view leaves = "";
  /// Of one by which liquid keeps its shape: the parameter by which it holds, nothing at 0; those that let go
  /// of the shape in time, and for ever hold at 0; and what a mesh filled with liquid does then, in
  /// sentences.
  std::string_view holdsBy = "";
  std::span<const std::string_view> letGoBy = {};  ///< see holdsBy
  std::string_view ofMesh = "";                    ///< see holdsBy
};

/// How firmly a material holds its shape, in terms of no method: what one method can tell another.
struct Firmness {
  double shearModulus = 0.0;  ///< [Pa]; 0: a liquid, or it flows under its own weight
  bool yields = true;         ///< keeps a dent where it is pressed; else it springs back for ever
};

/// What a method calls its links.
struct LinkWords {
  std::string_view many;         ///< "springs"; "" of a method without links
  std::string_view explanation;  ///< "Elastic springs between them"
};

/// One row per method. What it says of materials takes no method to be made: a function of the settings and
/// of the definitions alone.
struct MethodRow {
  std::string_view key;     ///< in scene files
  std::string_view title;   ///< for people
  std::string_view source;  ///< the paper
  std::string_view
      goodAt;  ///< in a sentence for people, from what was measured (README.md, Which method when)
  std::string_view poorAt;                                 ///< likewise
  std::unique_ptr<Method> (*make)(const MethodSettings&);  ///< makes a method with no liquid
  /// Returns the parameter table of the method's materials.
  const std::vector<ParameterInfo>& (*parameters)();
  /// The longest step that is stable for these materials side by side under this gravity [m/s^2]. Speeds are
  /// the world's business: it lets nothing move farther than part of an interaction radius in a step.
  StableStep (*stableStep)(const MethodSettings&, std::span<const MaterialDefinition>, const Vec3& gravity);
  /// Edge of the cube that one particle of this material fills at rest [m].
  float (*restSpacing)(const MethodSettings&, const MaterialDefinition&);
  /// Density of settled liquid in the measure of Particles::density.
  float (*restDensity)(const MethodSettings&, const MaterialDefinition&);
  /// What follows from value number `parameter` of a material in a world with these settings and this gravity
  /// [m/s^2]: what a card that explains the parameter shows. Empty where no formula says more than the value
  /// itself.
  std::vector<ParameterFigure> (*figures)(const MethodSettings&, float gravity, const MaterialDefinition&,
                                          std::size_t parameter);
  /// What keeps this value from showing, in a sentence for people; "" if it acts.
  std::string (*hiddenBy)(const MethodSettings&, float gravity, const MaterialDefinition&,
                          std::size_t parameter);
  /// What a nozzle leaves out that pours this material, and what to do about it, in a sentence or two for
  /// people; "" if it pours all of it.
  std::string (*pouringLeavesOut)(const MethodSettings&, const MaterialDefinition&);
  /// A note for every stage that step() tells observers of; for one of the world's own it takes the place of
  /// the world's note.
  std::span<const StageNote> stages = {};
  LinkWords links = {};                    ///< words for the method's links
  std::span<const Field> fields = {};      ///< that gather() can give, in the order in which menus show them
  std::span<const MethodDeed> deeds = {};  ///< in the order of their buttons
  /// Liquid no nearer to other liquid than this has a surface of its own (SurfaceSettings::regionDistance)
  /// [h]; 0: all liquid has one.
  float regionDistance = 0.f;
  /// Functions that a scene may give pairs (MethodSettings::pairs); null: none.
  std::span<const PairFunction> (*pairFunctions)() = nullptr;
  /// What a function is for a pair that the table leaves out, in the table's units: what the method makes of
  /// the materials, and of what a body has of its own. No more points than PairFunction::mostPoints.
  std::vector<CurvePoint> (*pairLeftOut)(const MethodSettings&, std::span<const MaterialDefinition>,
                                         const PairEntry& pair, const OwnContact& solid) = nullptr;
  /// What keeps value number `parameter` of material number `material` from showing, because a function of
  /// the table stands in its place, in a sentence for people; "" if it acts.
  std::string (*hiddenByPairs)(const PairTable&, std::size_t material, std::size_t parameter) = nullptr;
  /// How firm a material is. Null, as is the next: nothing of this method holds a shape.
  Firmness (*firmness)(const MaterialDefinition&) = nullptr;
  /// Makes a material so firm, as far as the ranges of its parameters go.
  void (*setFirmness)(MaterialDefinition&, const Firmness&) = nullptr;
  /// Nothing moves farther than this in a step [h]. Two particles that meet head on, and are too far apart to
  /// feel each other as the step begins, must not have passed each other when it ends: twice the path stays
  /// below h, with a tenth left for what pressure adds.
  float farthestMove = 0.45f;
  /// In a frame the fastest particle gets no faster than this times as fast, beside what falling adds: two
  /// jets that meet do less.
  float mostGain = 1.5f;
  /// Whether it heeds StepContext::controls. Of any other, a scene with controls says that they do nothing.
  bool takesControls = false;
  /// The side of its cells [m]; null: it has none, and heeds neither
  /// StepContext::window nor StepContext::sources.
  float (*cellSide)(const MethodSettings&) = nullptr;
};

/// Of files and worlds that name no method.
inline constexpr std::string_view kDefaultMethod = "clavet";

/// Returns the rows of all methods, in the order in which menus show them.
[[nodiscard]] std::span<const MethodRow> methodRegistry();
/// @throws InputError with a suggestion if no method has this key
[[nodiscard]] const MethodRow& findMethod(std::string_view key);
/// Null if the method has no deed of this key.
[[nodiscard]] const MethodDeed* findDeed(const MethodRow& method, std::string_view key);
/// Null if the method has no note of this stage.
[[nodiscard]] const StageNote* findStage(const MethodRow& method, std::string_view name);
/// Null if the method has no function of pairs of this key.
[[nodiscard]] const PairFunction* findPairFunction(const MethodRow& method, std::string_view key);
/// The first that does this to the shape of the liquid, or null.
[[nodiscard]] const MethodDeed* findDeed(const MethodRow& method, MethodDeed::Shape shape);

}  // namespace ooze
