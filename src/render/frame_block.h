// Defines the uniform block that all shaders of a picture share; shaders/frame.glsl mirrors FrameBlock.
#pragma once

#include "ooze/world/snapshot.h"

#include "render/camera.h"
#include "render/render_settings.h"
#include "render/renderer.h"

#include <algorithm>
#include <array>
#include <glm/mat4x4.hpp>
#include <glm/vec4.hpp>

namespace ooze {

struct FrameBlock {
  glm::mat4 viewProjection, viewMatrix, sunMatrix;
  glm::vec4 eye, rayCorner, rayRight, rayUp, forward, depthRange;
  glm::vec4 sunDirection, sunColour, backdropLow, backdropHigh, floorColour, centre, liquid, tile;
  glm::vec4 backdropGround, backdropGlow, film, pool, litFloor;
  std::array<glm::vec4, 9> irradiance;
};
static_assert(sizeof(FrameBlock) == 3 * 64 + 28 * 16, "std140 packs matrices and vec4 without gaps");

/// Describes the floor of the studio: the plane body that faces up most, or else the ground below the tanks.
struct Floor {
  bool exists = false;
  float height = 0.f;  ///< height of the floor above the origin [m]
};
Floor findFloor(const Snapshot& snapshot);
/// Returns half the thickness of the bars of a tank's frame [m].
inline float tankBar(const Vec3& halfExtents) {
  return 0.005f * std::max({halfExtents.x, halfExtents.y, halfExtents.z});
}

/// Computes the uniform block of a picture, without the irradiance.
/// @param tile         tile in pixels of the inner resolution
/// @param bounds       visibleBounds(snapshot)
/// @param shadowPixels width of the shadow maps, or 0
FrameBlock makeFrameBlock(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
                          const Tile& tile, const Aabb& bounds, const Floor& floor, int shadowPixels);

/// Sets the diffuse light of the environment, in spherical harmonics (EnvironmentMap::irradiance).
/// makeFrameBlock() leaves out the diffuse light, because the coefficients come from the environment map.
void setIrradiance(FrameBlock& block, const std::array<Vec3, 9>& coefficients);

/// Returns true if the view smooths the outline of the liquid.
inline bool smoothsOutline(const RenderSettings& settings) { return settings.view == View::Liquid; }

/// Returns the distance between particles at rest, never 0 [m].
float drawnSpacing(const Snapshot& snapshot);
/// Returns the radius of a drawn particle [m].
float sphereRadius(const Snapshot& snapshot, const RenderSettings& settings);

}  // namespace ooze
