// Measures of the effect of each slider, one number each: small scenes of some hundred particles, h = 2 cm,
// earth gravity unless the liquid floats. Lengths in h.
#pragma once

#include "ooze/methods/method.h"

#include <cstdint>

namespace ooze::test {

using Measure = double (*)(const MaterialDefinition&, std::uint64_t seed);

/// Returns the spread of a block on a floor after 0.2 s: the rms distance from its axis over that at the
/// start.
double runOut(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the remaining fraction of a block's height after 0.5 s on a floor.
double standingHeight(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the extent of a floating bar of 3 : 1 : 1 from 0.4 to 0.8 s: rms distance from its middle.
double spreadOfAFloatingBar(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the depth of a pool of 20 h, as a fraction of its depth at rest density.
double depthOfAPool(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the mean distance to the nearest neighbour in a drop.
double nearestNeighbour(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the mean number of neighbours within h inside a drop.
double neighbours(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the largest stretch of a ball after a pull: length over width, less 1.
double stretchUnderAPull(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the remaining fraction of a stretch by a half (or a compression by a third) that was held for 50
/// ms and released. All neighbours have springs at the start.
double stretchKept(const MaterialDefinition& material, std::uint64_t seed);
double squeezeKept(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the distance that a single layer slides in 0.3 s down a floor inclined by 30 degrees.
double slideDistance(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the half-life of a swirl in a free-slip box: decimal logarithm of the seconds.
double swirlTime(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the logarithm of the distance that a layer 0.8 h thick falls along a vertical wall in 0.2 s [h].
double fallAlongAWall(const MaterialDefinition& material, std::uint64_t seed);
/// Returns the remaining fraction of the speed 40 ms after two drops collide at 2 m/s each: mean of two
/// random arrangements of the particles.
double speedAfterAnImpact(const MaterialDefinition& material, std::uint64_t seed);

}  // namespace ooze::test
