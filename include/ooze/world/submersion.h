// Buoyancy diagnostics: how deep a dynamic body floats in the surrounding liquid.
#pragma once

#include "ooze/world/world.h"

#include <optional>

namespace ooze {

/// The submersion of a dynamic body.
struct Submersion {
  double level = 0;         ///< height of the liquid surface beside the body, measured against gravity [m]
  double fraction = 0;      ///< fraction of the body's volume below the surface, 0 .. 1 [1]
  double densityRatio = 0;  ///< body density divided by the density of the liquid beside the body [1]
};

/// Measures the submersion of a body. The liquid surface is the median height of vertical columns of width h
/// around the body, at distances of 1 to 4 h.
/// @param body  a body of this world
/// @return nothing if the body is not dynamic or absent, or if no liquid is near the body
std::optional<Submersion> submersionOf(const World& world, const Body& body);

}  // namespace ooze
