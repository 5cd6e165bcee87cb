// Liquid that comes into a world.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/signed_distance.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ooze {

struct Bodies;

/// New liquid: parallel arrays.
struct LiquidSeeds {
  std::vector<Vec3> positions;        ///< [m]
  std::vector<Vec3> velocities;       ///< [m/s]
  std::uint16_t material = 0;         ///< index into the world's materials
  std::uint32_t colour = 0xffffffff;  ///< 0xAABBGGRR, sRGB
  float elapsed = 0.f;                ///< since the frame began [s]
  /// What the source has let out before them, as one long jet [m]: so far upstream they would have begun.
  Vec3 upstream{0.f};
  /// What they fill, if that is known better than by their places; null: it is not.
  ShapePtr shape = nullptr;
  Pose pose{};  ///< of the shape
  /// Where they stand now, if the shape may lie against some.
  const Bodies* solids = nullptr;
  /// The shape is an inlet: until the end of the step there is liquid in it, with this velocity [m/s].
  std::optional<Vec3> inlet = std::nullopt;
};

}  // namespace ooze
