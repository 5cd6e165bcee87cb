// Validation of world specifications.
#pragma once

#include "ooze/world/world.h"

#include <vector>

namespace ooze {

/// Validates a specification.
/// @throws InputError if no world can be made of the specification
void requireSound(const WorldSpec& spec);

/// Validates the bodies of a specification.
/// @throws InputError if the bodies make no sense
void requireSound(const std::vector<Body>& bodies);

/// Validates a control.
/// @throws InputError if no world can have this control, or the control follows a body that does not exist
void requireSound(const Control& control, const std::vector<Body>& bodies);

/// Validates the table of pair functions.
/// @param solids  bodies of the specification
/// @throws InputError if the table makes no sense
void validatePairs(const PairTable& pairs, const MethodRow& method, std::size_t materials,
                   const std::vector<Body>& solids);

}  // namespace ooze
