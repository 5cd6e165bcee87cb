// Water that is finer than the particles: drawn, and nothing else.
#pragma once

#include "ooze/base/math.h"

#include <cstdint>

namespace ooze {

/// What surrounds a droplet, by the number of particles near it (Ihmsen et al. 2012, section 3).
enum class DropletKind : std::uint8_t {
  Spray,  ///< in the air
  Foam,   ///< on the liquid
  Bubble  ///< of air, in the liquid
};

/// A diffuse particle. No world knows of it: it changes no step, no hash and no save.
struct Droplet {
  Vec3 position{0.f};          ///< [m]
  Vec3 velocity{0.f};          ///< [m/s]
  float radius = 0.f;          ///< [m]
  float life = 0.f;            ///< that is left [s]
  float rank = 0.f;            ///< 0 .. 1, drawn by lot: a picture with less spray shows those of low rank
  std::uint16_t material = 0;  ///< index into the world's materials
  DropletKind kind = DropletKind::Spray;  ///< spray, foam or bubble

  bool operator==(const Droplet&) const = default;
};

}  // namespace ooze
