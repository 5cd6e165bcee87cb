// What a world can be made of.
#pragma once

#include "ooze/world/world.h"

#include <vector>

namespace ooze {

/// @throws InputError if no world can be made of this specification
void requireSound(const WorldSpec& spec);

/// @throws InputError if the bodies of a specification make no sense
void requireSound(const std::vector<Body>& bodies);

/// @throws InputError if no world can have this control, or it follows a body that is not there
void requireSound(const Control& control, const std::vector<Body>& bodies);

/// @param solids  of the specification @throws InputError if a table of pairs makes no sense
void requireSoundPairs(const PairTable& pairs, const MethodRow& method, std::size_t materials,
                       const std::vector<Body>& solids);

}  // namespace ooze
