// What the target of a command names in a world, checked before it is queued.
#pragma once

#include "ooze/world/world.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace ooze {

enum class EmitterField { Enabled, Speed, Radius, Position, Direction };

/// A resolved target.
struct Target {
  enum class Kind { AllMaterials, OneMaterial, World, Emitter } kind;
  std::size_t object = 0;  ///< index of the material or emitter
  std::size_t row = 0;     ///< of the parameter table
  EmitterField field = EmitterField::Enabled;
  std::size_t arity = 1;  ///< numbers it takes
};

/// @throws InputError with a suggestion if nothing in the world has this name
Target resolveTarget(std::string_view target, const MethodRow& method,
                     const std::vector<MaterialDefinition>& materials, const std::vector<Emitter>& emitters);

/// @throws InputError if the values do not suit the target: wrong count, not finite, out of range
void requireValues(const Command& command, const Target& target, const MethodRow& method);

/// @throws InputError if what commands set of an emitter is not what they could have set it to
void requireSound(const EmitterSpec& emitter);

}  // namespace ooze
