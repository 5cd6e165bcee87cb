// What a slider is there to change, as one number each: small scenes of some hundred particles, h = 2 cm,
// earth gravity unless they float. Lengths in h.
#pragma once

#include "ooze/methods/method.h"

#include <cstdint>

namespace ooze::test {

using Measure = double (*)(const MaterialDefinition&, std::uint64_t seed);

/// How far a block has run out on a floor after 0.2 s: the root mean square distance from its axis over that
/// at the start.
double runOut(const MaterialDefinition& material, std::uint64_t seed);
/// What is left of a block's height after 0.5 s on a floor.
double standingHeight(const MaterialDefinition& material, std::uint64_t seed);
/// How far a bar of 3 : 1 : 1 that floats reaches from 0.4 to 0.8 s: root mean square of the distance from
/// its middle.
double spreadOfAFloatingBar(const MaterialDefinition& material, std::uint64_t seed);
/// Depth of a pool of 20 h, as a part of what it would be at rest density.
double depthOfAPool(const MaterialDefinition& material, std::uint64_t seed);
/// Mean distance to the nearest neighbour in a drop.
double nearestNeighbour(const MaterialDefinition& material, std::uint64_t seed);
/// Mean number of neighbours within h inside a drop.
double neighbours(const MaterialDefinition& material, std::uint64_t seed);
/// A ball that was drawn out by a pull: its longest stretch, length over width less 1.
double stretchUnderAPull(const MaterialDefinition& material, std::uint64_t seed);
/// What is left of a stretch of a half (or a squeeze of a third) that was held for 50 ms and let go, as a
/// part of it. All neighbours are tied at the start.
double stretchKept(const MaterialDefinition& material, std::uint64_t seed);
double squeezeKept(const MaterialDefinition& material, std::uint64_t seed);
/// How far a single layer slides down a floor that leans by 30 degrees in 0.3 s.
double slideDistance(const MaterialDefinition& material, std::uint64_t seed);
/// How long a swirl in a smooth box keeps half of its speed: decimal logarithm of the seconds.
double swirlTime(const MaterialDefinition& material, std::uint64_t seed);
/// How far a layer 0.8 h thick has fallen along an upright wall in 0.2 s: logarithm of it in h.
double fallAlongAWall(const MaterialDefinition& material, std::uint64_t seed);
/// What is left of their speed 40 ms after two drops that come at 2 m/s each have met: mean of two
/// arrangements.
double speedAfterAnImpact(const MaterialDefinition& material, std::uint64_t seed);

}  // namespace ooze::test
