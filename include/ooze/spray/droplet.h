// Diffuse particles (droplets): spray, foam and bubbles that are drawn but not simulated as liquid.
#pragma once

#include "ooze/base/math.h"

#include <cstdint>

namespace ooze {

/// The kind of a diffuse particle, by the number of liquid particles near it (Ihmsen et al. 2012, section 3).
enum class DropletKind : std::uint8_t {
  Spray,  ///< a drop that flies in the air
  Foam,   ///< foam that floats on the liquid
  Bubble  ///< an air bubble in the liquid
};

/// A diffuse particle. Diffuse particles are not part of the world: no step, hash or save depends on them.
struct Droplet {
  Vec3 position{0.f};  ///< position of the droplet in the world [m]
  Vec3 velocity{0.f};  ///< velocity of the droplet [m/s]
  float radius = 0.f;  ///< radius of the droplet [m]
  float life = 0.f;    ///< remaining lifetime of the droplet [s]
  float rank = 0.f;    ///< random number 0 .. 1: an image with less spray draws only droplets of low rank
  std::uint16_t material = 0;             ///< material of the droplet, an index into the world's materials
  DropletKind kind = DropletKind::Spray;  ///< spray, foam or bubble

  bool operator==(const Droplet&) const = default;
};

}  // namespace ooze
