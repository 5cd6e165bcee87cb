// What the target of a command names in a world, checked before it is queued.
#pragma once

#include "ooze/world/world.h"

#include "world/target_names.h"
#include "world/target_rows.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A resolved target.
struct Target {
  const TargetRow* row;
  std::size_t object =
      0;  ///< index of the material, emitter, body or control; kNotThere for one that may yet come
  TargetField field = TargetField::None;  ///< of the row
  std::optional<PairEntry> pair = {};     ///< whom it is about, of targets of pairs; without a curve

  static constexpr std::size_t kNotThere = SIZE_MAX;
};

/// What targets may name.
struct TargetScope {
  struct NamedBody {
    std::string_view name;
    Motion motion;
    SolidShape::Kind kind;
    OwnContact contact = {};
  };
  /// Numbers in the names of bodies and nozzles that may be there by the time a command is applied: from the
  /// first of each up to the last.
  struct Coming {
    std::size_t first = 1, last = SIZE_MAX;
    [[nodiscard]] bool holds(std::size_t number) const { return number >= first && number <= last; }
  };

  const MethodRow& method;
  const std::vector<MaterialDefinition>& materials;
  std::vector<std::string_view> emitters = {};
  std::vector<NamedBody> bodies = {};
  std::vector<const Control*> controls = {};
  std::span<const Control> sceneControls = {};  ///< as the scene gives them
  Coming bodiesToCome = {}, emittersToCome = {};
  std::vector<std::string> comingMaterials = {};                    ///< as may these materials
  std::vector<std::shared_ptr<const Control>> comingControls = {};  ///< in place of those of their names
  MethodSettings settings = {};                                     ///< with the pairs as they are by then

  /// Takes what this command adds for something that may be there, and the function that it gives a pair for
  /// given.
  void expect(const Command& command);
};

/// Of a scene before it begins. The specification outlives it.
TargetScope scopeOf(const WorldSpec& spec);

/// @throws InputError with a suggestion if nothing in the scope has this name, or if it is of a body that has
/// no such thing
Target resolveTarget(std::string_view target, const TargetScope& scope);

/// @throws InputError if the numbers and the text do not suit the target: wrong count, not finite, out of
/// range
void requireValues(const Command& command, const Target& target, const TargetScope& scope);

/// The same command for all of what it changes a part of: of a point of a function, the function.
Command wholeCommand(const Command& command, const TargetScope& scope);

/// @throws InputError that says which part of a target is of nothing known, with a suggestion
[[noreturn]] void refuseTarget(std::string_view target, std::string_view part,
                               const std::vector<std::string>& known);

/// Both resolveTarget() and requireValues().
Target requireValid(const Command& command, const TargetScope& scope);

/// @throws InputError if what commands set of an emitter is not what they could have set it to
void requireSound(const EmitterSpec& emitter);

/// @throws InputError if what commands set of a control is not what they could have set it to
void requireSoundValues(const Control& control);

/// @throws InputError if a value is not finite, or out of the range
void requireWithin(const TargetRange& range, std::string_view name, float value);
/// @throws InputError if the number at this place of a command GROUP.KEY must not have this value
void requireInRange(std::string_view group, std::string_view key, float value, std::size_t place = 0);

/// @throws InputError with a suggestion if liquids cannot look like this
void requireLook(std::string_view look);

/// True for events that edits.take_back undoes.
inline bool isTakenBack(const Target& target) { return target.row->takenBack; }

/// The name that this command gives to a material; empty if it adds none.
std::string_view materialAddedBy(const Command& command);

/// The control that this command makes of its target; null: it takes one out.
/// @throws InputError if the text is none
std::shared_ptr<const Control> controlIn(const Command& command, const TargetScope& scope);

/// The names of what was the n-th to be added, from 1.
std::string addedBodyName(std::size_t n, Motion motion);
/// @param stays  it is no nozzle that a hand carries about
std::string addedEmitterName(std::size_t n, bool stays);
/// True for names that are kept for what commands add.
bool isAddedBodyName(std::string_view name);
bool isAddedEmitterName(std::string_view name);

}  // namespace ooze
