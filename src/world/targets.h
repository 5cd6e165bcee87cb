// What the target of a command names in a world, checked before it is queued.
#pragma once

#include "ooze/world/world.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// What commands reach beside rows of parameters.
enum class TargetField {
  EmitterEnabled,
  EmitterSpeed,
  EmitterRadius,
  EmitterPosition,
  EmitterDirection,
  BodyPresent,
  BodyDensity,
  BodyFriction,
  BodyStickiness,
  BodyStickDistance,
  BodyPosition,
  BodyVelocity,
  BodyAngularVelocity,
  BodyPull,
  BodyRelease,
  AddSphere,
  AddBox,
  AddCapsule,
  AddCylinder,
  RemoveAdded,
  AddSprings,
  RemoveSprings,
  Grab,
  Carry,
  LetGo
};

/// A resolved target.
struct Target {
  enum class Kind { AllMaterials, OneMaterial, World, Emitter, Body, Deed } kind;
  std::size_t object = 0;  ///< index of the material, emitter or body; kNotThere for a body that may yet come
  std::size_t row = 0;     ///< of the parameter table, or of this one
  TargetField field{};
  std::size_t arity = 1;  ///< numbers it takes

  static constexpr std::size_t kNotThere = SIZE_MAX;
};

/// What targets may name.
struct TargetScope {
  const MethodRow& method;
  const std::vector<MaterialDefinition>& materials;
  const std::vector<Emitter>& emitters;
  const std::vector<Body>& bodies;
  /// Bodies up to this number may be there by the time a command is applied.
  std::size_t addedBodies = kMostAddedBodies;
};

/// @throws InputError with a suggestion if nothing in the scope has this name, or if it is of a body that has
/// no such thing
Target resolveTarget(std::string_view target, const TargetScope& scope);

/// @throws InputError if the values do not suit the target: wrong count, not finite, out of range
void requireValues(const Command& command, const Target& target, const MethodRow& method);

/// Both of the above.
void requireValid(const Command& command, const TargetScope& scope);

/// @throws InputError if what commands set of an emitter is not what they could have set it to
void requireSound(const EmitterSpec& emitter);

/// @throws InputError if the number at this place of a command of this field must not have this value
void requireInRange(TargetField field, float value, std::size_t place = 0);

/// The name of the body that was the n-th to be added, from 1.
std::string addedBodyName(std::size_t n);

}  // namespace ooze
