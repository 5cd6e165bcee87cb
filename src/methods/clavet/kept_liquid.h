// Liquid that was taken out, as it is written so that it can be put back.
#pragma once

#include "ooze/methods/method.h"

#include <cstdint>
#include <vector>

namespace ooze::clavet {

struct KeptParticle {
  Vec3 position, velocity;
  float density, exposure;
  std::uint32_t id, colour;
  std::uint16_t material;
  std::uint16_t frozen;
};
static_assert(sizeof(KeptParticle) == 44, "written as it lies in memory: no gaps");

struct KeptLiquid {
  std::vector<KeptParticle> particles;
  std::vector<LinkTie> ties;
  CutSides cuts;  ///< of these particles; none if none was beside a cut
};

}  // namespace ooze::clavet
