// What a slider is there to change, as one number each: small scenes of some hundred particles, h = 2 cm,
// earth gravity unless they float. Lengths in h.
#pragma once

#include "ooze/methods/method.h"

#include <cstdint>

namespace ooze::test {

using Measure = double (*)(const MaterialDefinition&, std::uint64_t seed);

/// How far a block has run out on a floor after 0.5 s: the root mean square distance from its axis over that
/// at the start.
double runOut(const MaterialDefinition& material, std::uint64_t seed);
/// What is left of a block's height after 0.5 s on a floor.
double standingHeight(const MaterialDefinition& material, std::uint64_t seed);
/// How long a bar of 4 : 1 : 1 that floats still is after 0.3 s, over its width.
double lengthOfAFloatingBar(const MaterialDefinition& material, std::uint64_t seed);
/// Depth of a pool that was poured 20 h deep, as a part of that.
double depthOfAPool(const MaterialDefinition& material, std::uint64_t seed);
/// Mean distance to the nearest neighbour in a drop.
double nearestNeighbour(const MaterialDefinition& material, std::uint64_t seed);
/// Mean number of neighbours within h inside a drop.
double neighbours(const MaterialDefinition& material, std::uint64_t seed);
/// A ball that was drawn out by a pull: its longest stretch, length over width less 1.
double stretchUnderAPull(const MaterialDefinition& material, std::uint64_t seed);
/// What is left of a stretch of a third when it was held for 50 ms and let go for 0.2 s.
double strainKept(const MaterialDefinition& material, std::uint64_t seed);
/// How far a slab slides on a floor that starts at 0.5 m/s.
double slideDistance(const MaterialDefinition& material, std::uint64_t seed);
/// What hangs under a ceiling after 0.3 s, as a part of a layer of one h.
double hangingPart(const MaterialDefinition& material, std::uint64_t seed);
/// How far two drops that meet at 2 m/s each have splashed after 0.1 s: what nine tenths are within.
double splashRadius(const MaterialDefinition& material, std::uint64_t seed);

}  // namespace ooze::test
