// Presses the underside of films into the solids below, for renderers that trace rays.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/surface/surface_builder.h"

#include <span>

namespace ooze::surface {

/// Moves the vertices of a film's underside into the solid that the film lies on. A surface runs slightly in
/// front of a solid, and a ray tracer would draw the gap of air between them as dark flecks.
/// @param h  interaction radius [m]; undersides within 0.12 h of a face are moved to 0.04 h behind the face
void pressOntoSolids(std::span<const SurfaceWall> walls, float h, const Threads& threads, SurfaceMesh& mesh);

}  // namespace ooze::surface
