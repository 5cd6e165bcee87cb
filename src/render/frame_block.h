// The numbers that every shader of a picture shares; shaders/frame.glsl mirrors FrameBlock.
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
  glm::vec4 backdropGround, backdropGlow, film, pool;
  std::array<glm::vec4, 9> irradiance;
};
static_assert(sizeof(FrameBlock) == 3 * 64 + 27 * 16, "std140 packs matrices and vec4 without gaps");

/// The floor of the studio: the plane body that faces up most, or else what a tank stands on.
struct Floor {
  bool there = false;
  float height = 0.f;  ///< [m]
};
Floor findFloor(const Snapshot& snapshot);
/// Half the thickness of the bars of a tank's frame [m].
inline float tankBar(const Vec3& halfExtents) {
  return 0.005f * std::max({halfExtents.x, halfExtents.y, halfExtents.z});
}

/// @param tile         in pixels of the inner resolution
/// @param bounds       visibleBounds(snapshot)
/// @param shadowPixels width of the shadow maps, or 0
FrameBlock makeFrameBlock(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
                          const Tile& tile, const Aabb& bounds, const Floor& floor, int shadowPixels);

/// Diffuse light of the surroundings; makeFrameBlock leaves it out, because it takes a map to know it.
void setIrradiance(FrameBlock& block, const std::array<Vec3, 9>& coefficients);

/// True if the outline of the liquid is smoothed.
inline bool smoothsOutline(const RenderSettings& settings) { return settings.view == View::Liquid; }

/// Distance between particles at rest, never 0 [m].
float drawnSpacing(const Snapshot& snapshot);
/// Radius of a drawn particle [m].
float sphereRadius(const Snapshot& snapshot, const RenderSettings& settings);

}  // namespace ooze
