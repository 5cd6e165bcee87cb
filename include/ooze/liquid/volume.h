// Liquid volumes: shapes filled with particles at the start of a scene.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/sampling.h"
#include "ooze/geometry/signed_distance.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ooze {

/// A volume of liquid that exists at the start of a scene. Each component of the scale is above 0 [1].
struct LiquidVolume {
  std::string name;                         ///< name of the volume for messages; may be empty
  ShapePtr shape;                           ///< shape filled by liquid; null after loadSceneWithoutShapes()
  Pose pose;                                ///< pose of the shape in the world
  Sampling sampling = Sampling::BlueNoise;  ///< arrangement of the particles in the shape
  Vec3 scale{1.f};  ///< per-axis scale of the shape's frame before the pose (an ellipsoid is a scaled sphere)
  Vec3 velocity{0.f};          ///< velocity of the liquid at the start [m/s]
  std::uint16_t material = 0;  ///< material of the liquid, an index into the world's materials
};

/// Returns the shape after scaling, in the frame of the pose. The signed distance has the correct sign, and
/// its magnitude never exceeds the true distance.
/// @param volume  LiquidVolume::shape must not be null; the result shares this shape
[[nodiscard]] ShapePtr scaledShape(const LiquidVolume& volume);

/// Samples points that fill the volume.
/// @param volume   LiquidVolume::shape must not be null
/// @param spacing  rest spacing of particles, above 0 [m]
/// @param seed     seed of the random sampling
/// @param limit    largest number of points
/// @return positions in world space [m]
/// @throws InputError if the volume holds more than `limit` points, and as fillVolume()
std::vector<Vec3> fillLiquid(const LiquidVolume& volume, float spacing, std::uint64_t seed,
                             std::uint64_t limit);

}  // namespace ooze
