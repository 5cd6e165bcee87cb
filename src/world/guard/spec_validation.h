// Checks world specifications from scenes and library users before a world is made, so that the simulation
// can rely on valid input.
#pragma once

#include "ooze/world/world.h"

#include "base/name_index.h"

#include <vector>

namespace ooze {

/// Validates a specification: materials, liquids, nozzles, bodies, controls and sources.
/// @throws InputError if a world cannot be made, for example because a name, number or reference is invalid
void requireSound(const WorldSpec& spec);

/// Validates the bodies of a specification.
/// @throws InputError if a body is invalid, or two bodies have the same name
void requireSound(const std::vector<Body>& bodies);

/// Validates the values of an emitter.
/// @throws InputError if a value is outside the range for commands
void requireSound(const EmitterSpec& emitter);

/// Validates the values of a control.
/// @throws InputError if a value is outside the range for commands
void validateControlValues(const Control& control);

/// Validates a control.
/// @throws InputError if no world can have this control, or the control follows a body that does not exist
/// @param bodies  names of the bodies of the specification
void requireSound(const Control& control, const NameIndex& bodies);

/// Validates the table of pair functions.
/// @param solids  names of the bodies of the specification
/// @throws InputError if a function is invalid, or refers to a material or solid that does not exist
void validatePairs(const PairTable& pairs, const MethodRow& method, std::size_t materials,
                   const NameIndex& solids);

}  // namespace ooze
