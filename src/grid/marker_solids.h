// Collision of markers with solids.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/geometry/signed_distance.h"

#include "grid/markers.h"

#include <cstddef>
#include <span>
#include <vector>

namespace ooze::grid {

/// Returns the signed distance and outward normal of the nearest solid at a place; called on any thread.
using SolidAt = FunctionRef<SignedDistance::Sample(const Vec3&)>;

/// Stores the distance of each liquid marker from the solid, before a step (Rasmussen et al. 2004, section
/// 5).
/// @param reach   markers farther away are free to approach the solid, as are all air markers [m]
/// @param depths  signed distance of each marker from the solid, negative inside the solid; minus infinity
/// for free markers [m]
void findMarkerDepths(const Markers& markers, SolidAt solid, float reach, float cell,
                      std::vector<float>& depths, const Threads& threads);

/// Pushes markers that came closer to the solid back to their previous distance, after a step.
/// The push is along the solid's normal. Layers of markers keep their order, and thin films survive. Call
/// before removing any marker.
/// @param depths  signed distances before the step, from findMarkerDepths() [m]
/// @throws std::invalid_argument for another number of depths than of markers
void pushMarkersToDepths(Markers& markers, SolidAt solid, std::span<const float> depths, float cell,
                         const Threads& threads);

/// Removes air markers deeper than `deeper` in a solid, because air does not collide with solids [m].
/// @return the number of removed markers
std::size_t removeAirInSolid(Markers& markers, SolidAt solid, float deeper, float cell,
                             const Threads& threads);

}  // namespace ooze::grid
