// Liquid that fills a shape.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/sampling.h"
#include "ooze/geometry/signed_distance.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ooze {

/// Liquid that is there at the start.
struct LiquidVolume {
  std::string name;                         ///< for messages; may be empty
  ShapePtr shape;                           ///< solid that the liquid fills
  Pose pose;                                ///< pose of the shape in the world
  Sampling sampling = Sampling::BlueNoise;  ///< how particles fill the shape
  Vec3 scale{1.f};  ///< per-axis scale of the shape's frame before the pose (an ellipsoid is a scaled sphere)
  Vec3 velocity{0.f};          ///< [m/s]
  std::uint16_t material = 0;  ///< index into the world's materials
};

/// Its shape as it is scaled: right in sign, and near its surface not more than the distance; in the frame of
/// the pose.
[[nodiscard]] ShapePtr scaledShape(const LiquidVolume& volume);

/// Points that fill the volume.
/// @param spacing  between particles at rest [m]
/// @param limit    most points to place
/// @throws InputError if it would hold more than `limit`
std::vector<Vec3> fillLiquid(const LiquidVolume& volume, float spacing, std::uint64_t seed,
                             std::uint64_t limit);

}  // namespace ooze
