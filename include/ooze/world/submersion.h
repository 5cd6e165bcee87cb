// How a dynamic body lies in the liquid round it.
#pragma once

#include "ooze/world/world.h"

#include <optional>

namespace ooze {

/// How deep a dynamic body floats.
struct Submersion {
  double level = 0;         ///< height of the liquid's surface beside the body, against gravity [m]
  double fraction = 0;      ///< of the body's volume that is below it [1]
  double densityRatio = 0;  ///< of the body's density to that of the liquid beside it [1]
};

/// The surface beside a body is the median height of the liquid in columns of edge h that stand round it,
/// from one to four h away. @return nothing if the body is not dynamic or absent, or if there is no liquid
std::optional<Submersion> submersionOf(const World& world, const Body& body);

}  // namespace ooze
