// Markers beside solids: air gives way, liquid keeps its layers.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/geometry/signed_distance.h"

#include "grid/markers.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ooze::grid {

/// Distance and outward normal of the nearest solid at a place; called on any thread.
using SolidAt = FunctionRef<SignedDistance::Sample(const Vec3&)>;

/// Before a step: how far from the solid each marker of liquid is (Rasmussen et al. 2004, section 5).
/// @param reach   farther ones are free to come nearer, as is air [m]
/// @param depths  one for each marker, negative inside the solid; infinitely low where the marker is free [m]
void findMarkerDepths(const Markers& markers, SolidAt solid, float reach, float cell,
                      std::vector<float>& depths, const Threads& threads);

/// After it: markers that have come nearer to the solid go out along its normal, to where they were. Layers
/// stay in their order so, and thin films alive. To be called before any marker is removed.
/// @param depths  of findMarkerDepths()
/// @throws std::invalid_argument for another number of depths than of markers
void pushMarkersToDepths(Markers& markers, SolidAt solid, std::span<const float> depths, float cell,
                         const Threads& threads);

/// Air does not collide: its markers are removed if they are deeper in a solid than `deeper` [m].
/// @return how many
std::size_t removeAirInSolid(Markers& markers, SolidAt solid, float deeper, float cell,
                             const Threads& threads);

}  // namespace ooze::grid
