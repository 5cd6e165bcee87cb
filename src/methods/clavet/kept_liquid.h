// Liquid that was taken out, with what tied it.
#pragma once

#include "ooze/methods/method.h"

#include "liquid/particle_liquid.h"

#include <vector>

namespace ooze::clavet {

struct KeptLiquid {
  KeptParticles liquid;
  std::vector<LinkTie> ties;
  CutSides cuts;  ///< of these particles; none if none was beside a cut
};

}  // namespace ooze::clavet
