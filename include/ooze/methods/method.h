// What a published method offers to the world. It knows nothing of scenes, drawing or panels.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/math.h"
#include "ooze/base/parameter.h"
#include "ooze/base/stage_timer.h"
#include "ooze/base/threads.h"
#include "ooze/bodies/bodies.h"
#include "ooze/methods/inspection.h"
#include "ooze/methods/liquid_look.h"
#include "ooze/methods/pair_table.h"
#include "ooze/particles/particles.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A material as files and panels hold it: values in the order of the method's parameter table, in the
/// paper's units at the material's own reference radius.
struct MaterialDefinition {
  std::string name;
  std::vector<float> values;
  float referenceRadius = 0.01f;  ///< h_ref: the interaction radius at which the values are true [m]
  float density = 1000.f;         ///< [kg/m^3]
  std::uint32_t colour = 0xffd0a040;
  std::string look = "water";  ///< how it is drawn: one of kLooks
  LookChanges lookChanges = {};
};

/// New liquid: parallel arrays.
struct LiquidSeeds {
  std::vector<Vec3> positions;   ///< [m]
  std::vector<Vec3> velocities;  ///< [m/s]
  std::uint16_t material = 0;
  std::uint32_t colour = 0xffffffff;
  float elapsed = 0.f;  ///< since the frame began [s]
};

/// A spring as it is cut and tied again: the ids of its ends and its rest length [m].
struct SpringTie {
  std::uint32_t a, b;
  float restLength;
};

/// Which sides of which cuts particles are on: by id, in bits of the method's own; and how far each has been
/// kneaded since [1], which may be left out.
struct CutSides {
  std::vector<std::uint32_t> ids, sides;
  std::vector<float> kneaded{};
};

/// Liquid this near to a blade counts as beside it [h]: twice as far as a cut marks it.
inline constexpr float kCutReach = 2.5f;

/// What a cut did.
struct CutMade {
  std::vector<SpringTie> ties;  ///< springs that went
  CutSides marked;              ///< what particles were marked with
};

/// A method's state as others may look at it. A grid method will add its level set here.
struct LiquidView {
  const Particles* particles = nullptr;
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
  Bodies& bodies;
  const Threads& threads;
  StageTimer& timer;
  std::uint64_t stepIndex;            ///< varies the order of relaxation deterministically
  StageObserver* observer = nullptr;  ///< told after every stage; null: nobody is
};

/// The longest stable step, and why it is no longer.
struct StableStep {
  float seconds;
  std::string_view limit;  ///< what sets it, in a word or two for people: "gravity", "volume stiffness"
};

class Method {
 public:
  virtual ~Method() = default;

  [[nodiscard]] virtual std::string_view key() const = 0;

  /// Converts the definitions to the world's interaction radius. Takes effect at once; springs and particles
  /// stay.
  virtual void setMaterials(std::span<const MaterialDefinition> materials) = 0;
  virtual void setGravity(const Vec3& gravity) = 0;  ///< [m/s^2]

  /// A frame begins: what particles move from now on counts as its motion (Particles::frameStart).
  virtual void beginFrame() = 0;
  /// Advances by exactly dt [s].
  virtual void step(float dt, StepContext& context) = 0;

  /// The longest step that is stable for the present materials and gravity. Speeds are the world's business:
  /// it lets nothing move farther than part of an interaction radius in a step.
  [[nodiscard]] virtual StableStep stableStep() const = 0;

  [[nodiscard]] virtual LiquidView view() const = 0;
  [[nodiscard]] virtual std::size_t springCount() const { return 0; }
  /// Calls visit(id, id, rest length [m]) once for every spring, in any order.
  virtual void visitSprings(FunctionRef<void(std::uint32_t, std::uint32_t, float)>) const {}
  /// Density of settled liquid in the measure of Particles::density.
  [[nodiscard]] virtual float restDensity(std::uint16_t material) const = 0;
  /// Edge of the cube that one particle fills at rest [m].
  [[nodiscard]] virtual float restSpacing(std::uint16_t material) const = 0;

  /// Pressure of each particle [Pa]: positive where the liquid is compressed and pushes, negative where it
  /// holds together. What a pool at rest has at a depth is its weight above. @param dt  length of the last
  /// step [s]
  [[nodiscard]] virtual std::vector<float> pressures(float /*dt*/) const { return none(); }
  /// Strain of the springs at each particle [1]: the mean of (r - L) / L, positive where they are stretched,
  /// each counting by how much it pulls; 0 without springs.
  [[nodiscard]] virtual std::vector<float> springStrains() const { return none(); }

  /// What the particle at this index has around it now, by the method's formulas. @param dt  length of the
  /// step [s] @param bodies  whose solids count as its surroundings
  [[nodiscard]] virtual ParticleDetails inspect(std::uint32_t /*particle*/, float /*dt*/,
                                                const Bodies& /*bodies*/) const {
    return {};
  }
  /// A note for every stage that its step() tells observers of.
  [[nodiscard]] virtual std::span<const StageNote> stageNotes() const { return {}; }

  /// Ties every pair of neighbours that no spring ties yet, at their present distance, where the materials
  /// have springs (Clavet 2005, section 5: elastic solids). Indices may change. A method without springs does
  /// nothing. What was cut is whole again.
  virtual void addSprings(const Threads&) {}
  /// Removes every spring; nothing is cut any more.
  virtual void removeSprings() {}
  /// Cuts liquid that springs hold: those that the blade crosses go, and none comes between the two sides
  /// from now on. Liquid that flows together by itself keeps no cut.
  /// @param crosses  whether the blade comes between two places
  /// @param beside  how far from the blade a place is [m], below 0 behind it; nothing if it is not beside it
  ///     or farther than kCutReach
  virtual CutMade cut(FunctionRef<bool(const Vec3&, const Vec3&)> /*crosses*/,
                      FunctionRef<std::optional<float>(const Vec3&)> /*beside*/) {
    return {};
  }
  /// Of all particles that are beside a cut.
  [[nodiscard]] virtual CutSides cutSides() const { return {}; }
  /// Marks particles that are still there, or takes these marks from them.
  virtual void markSides(const CutSides& /*sides*/, bool /*marked*/) {}
  /// Ties these pairs, those tied already anew, and leaves out those of which an end is no longer there.
  virtual void tieSprings(std::span<const SpringTie>) {}

  /// Makes these particles, given by index, stand where they are like a wall, or move again. What stands has
  /// no velocity, and moves by nothing but a command.
  virtual void freeze(std::span<const std::uint32_t> particles, bool frozen) = 0;
  /// Colours the liquid of one material.
  virtual void recolour(std::uint16_t material, std::uint32_t colour) = 0;

  /// Adds to the velocity of the particle at this index [m/s]; what is frozen keeps none.
  virtual void addVelocity(std::uint32_t particle, const Vec3& change) = 0;

  virtual void insert(const LiquidSeeds& seeds) = 0;
  /// Removes these particles, given by index in ascending order. Others may take their indices.
  virtual void erase(std::span<const std::uint32_t> particles) = 0;

  /// Writes all that it takes to put these particles, given by index, back after they are erased.
  virtual void keep(std::span<const std::uint32_t> particles, ByteWriter& out) const = 0;
  /// Puts particles back as keep() wrote them, with their ids and their springs to those that are still
  /// there; no more than `room`. Those that are there already stay as they are.
  /// @param elapsed  since the frame began [s]
  /// @throws InputError if the bytes are not of keep()
  virtual void putBack(ByteReader& in, std::uint64_t room, float elapsed) = 0;
  /// @throws InputError if putBack() would refuse these bytes
  virtual void requireKept(ByteReader& in) const = 0;

  virtual void save(ByteWriter& out) const = 0;
  /// @throws InputError if the bytes are not a state of this method, hold what no step could have left, or
  /// would take more than such a state does
  virtual void restore(ByteReader& in) = 0;

 private:
  [[nodiscard]] std::vector<float> none() const {
    return std::vector<float>(view().particles ? view().particles->size() : 0);
  }
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
  double value;
  std::string_view unit;  ///< "m²/s"
};

/// One row per method.
struct MethodRow {
  std::string_view key;     ///< in scene files
  std::string_view title;   ///< for people
  std::string_view source;  ///< the paper
  std::unique_ptr<Method> (*make)(const MethodSettings&);
  const std::vector<ParameterInfo>& (*parameters)();
  /// What follows from value number `parameter` of a material in a world with these settings and this gravity
  /// [m/s^2]: what a card that explains the parameter shows. Empty where no formula says more than the value
  /// itself.
  std::vector<ParameterFigure> (*figures)(const MethodSettings&, float gravity, const MaterialDefinition&,
                                          std::size_t parameter);
  /// What keeps this value from showing, in a sentence for people; "" if it acts.
  std::string (*hiddenBy)(const MethodSettings&, float gravity, const MaterialDefinition&,
                          std::size_t parameter);
  /// Functions that a scene may give pairs (MethodSettings::pairs); null: none.
  std::span<const PairFunction> (*pairFunctions)() = nullptr;
};

[[nodiscard]] std::span<const MethodRow> methodRegistry();
/// @throws InputError with a suggestion if no method has this key
[[nodiscard]] const MethodRow& findMethod(std::string_view key);

}  // namespace ooze
