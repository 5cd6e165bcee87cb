#include "render/frame_block.h"

#include "render/environment.h"
#include "render/panorama.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace ooze {
namespace {

constexpr float kShadowDepth =
    6.f;  // depth of the shadow map in radii of the scene: casters lie in the first two, the floor beyond

/// Radius of the lit floor, in half heights of the view at the camera's target.
constexpr float kLitFloor = 10.f;

/// Returns the radius of a sphere round the box [m].
float radiusOf(const Aabb& bounds) { return std::max(0.5f * glm::length(bounds.size()), 1e-4f); }

/// Returns the radius, rounded up to a power of 1.2. Steps in the size of the shadow map keep shadow edges
/// from crawling while liquid pours.
float quantisedRadius(float radius) { return std::pow(1.2f, std::ceil(std::log(radius) / std::log(1.2f))); }

/// Returns the radius beyond which the floor fades into the backdrop. The radius follows the camera alone:
/// liquid and bodies that move would brighten and darken the whole floor.
float litFloorRadius(const CameraView& camera) {
  const float halfHeight = std::tan(0.5f * glm::radians(camera.fieldOfView));
  return std::max(kLitFloor * halfHeight * glm::length(camera.target - camera.eye), 1e-4f);
}

void setCamera(FrameBlock& block, const CameraView& camera, const Tile& tile, float radius,
               const Vec3& centre) {
  const glm::mat4 view = camera.viewMatrix();
  const Vec3 right{view[0][0], view[1][0], view[2][0]}, up{view[0][1], view[1][1], view[2][1]};
  const Vec3 forward{-view[0][2], -view[1][2], -view[2][2]};
  const Vec2 whole{tile.whole}, low{tile.origin}, size{tile.size};
  const float halfHeight = std::tan(0.5f * glm::radians(camera.fieldOfView));
  const float metre = 2.f * halfHeight / whole.y;  // size of a pixel at a depth of one metre [m]
  const float away = glm::dot(centre - camera.eye, forward);
  // Both planes lie outside the lit floor, which reaches beyond the scene on all sides.
  const float target = glm::length(camera.target - camera.eye);
  const float farthest =
      std::max({away + 60.f * radius, 2.f * radius, target + 2.f * litFloorRadius(camera)});
  // A close camera stands low above the floor, so the nearest depth then follows the distance to the target.
  const float nearest = std::max({std::min(away - 4.f * radius, 0.02f * target),
                                  std::min(0.02f * radius, 0.05f * target), 3e-5f * farthest});
  const Vec2 lower = (low - 0.5f * whole) * metre, upper = (low + size - 0.5f * whole) * metre;

  block.viewMatrix = view;
  block.viewProjection = glm::frustum(lower.x * nearest, upper.x * nearest, lower.y * nearest,
                                      upper.y * nearest, nearest, farthest) *
                         view;
  block.eye = {camera.eye, 1.f / metre};
  block.rayCorner = {forward + lower.x * right + lower.y * up, 0.f};
  block.rayRight = {(upper.x - lower.x) * right, 0.f};
  block.rayUp = {(upper.y - lower.y) * up, 0.f};
  block.forward = {forward, target};
  block.depthRange = {nearest, farthest, size};
}

void setSun(FrameBlock& block, const EnvironmentLight& light, const Vec3& centre, float radius,
            int shadowPixels) {
  const float texel = shadowPixels > 0 ? 2.f * radius / static_cast<float>(shadowPixels) : 1.f;
  glm::mat4 turn = glm::lookAt(Vec3(0.f), -light.key.direction, Vec3(0, 1, 0));
  // Move the shadow map by whole texels only, so that a moving centre does not make shadow edges shimmer.
  Vec3 offset{turn * glm::vec4(centre, 1.f)};
  offset.x = std::round(offset.x / texel) * texel;
  offset.y = std::round(offset.y / texel) * texel;
  const glm::mat4 box = glm::ortho(-radius, radius, -radius, radius, -radius, kShadowDepth * radius - radius);
  block.sunMatrix = box * glm::translate(glm::mat4(1.f), -offset) * turn;
  // A large lamp casts soft shadows. The shadows stay sharper than physical, so that they still show shapes.
  const float size = std::clamp(0.3f * (light.key.halfSize.x + light.key.halfSize.y), 0.03f, 0.12f);
  block.sunDirection = {light.key.direction, size};
  block.sunColour = {light.keyLight, 2.f * radius};
  block.tile.z = static_cast<float>(std::max(shadowPixels, 1));
  block.tile.w = kShadowDepth * radius;
}

}  // namespace

Floor findFloor(const Snapshot& snapshot) {
  Floor floor;
  float best = 0.9f;  // least cosine to the vertical: steeper planes are walls, which would hide the scene
  for (const Body& body : snapshot.bodies) {
    if (!body.isDrawn() || body.solid.kind != SolidShape::SolidKind::Plane) continue;
    const Vec3 local = body.shape ? body.shape->sample(Vec3(0.f)).normal : Vec3(0, 1, 0);
    const float upward = body.pose.directionToWorld(local).y;
    if (upward > best) best = upward, floor = {true, body.pose.position.y};
  }
  if (floor.exists) return floor;
  for (const Body& body : snapshot.bodies) {
    if (!body.isDrawn() || body.solid.kind != SolidShape::SolidKind::Tank) continue;
    const float below = body.pose.position.y - body.solid.size.y - 2.f * tankBar(body.solid.size);
    floor = {true, floor.exists ? std::min(floor.height, below) : below};
  }
  return floor;
}

float drawnSpacing(const Snapshot& snapshot) {
  return std::max(snapshot.restSpacing > 0.f ? snapshot.restSpacing : 0.5f * snapshot.interactionRadius,
                  1e-6f);
}

float sphereRadius(const Snapshot& snapshot, const RenderSettings& settings) {
  // Screen-space smoothing needs spheres that overlap well; the smoothed outline cuts the spheres back.
  // View::Spheres shows smaller spheres, which look like particles.
  const float part = smoothsOutline(settings) ? 0.95f : settings.view == View::Liquid ? 0.78f : 0.56f;
  return part * drawnSpacing(snapshot);
}

void setIrradiance(FrameBlock& block, const std::array<Vec3, 9>& coefficients) {
  for (std::size_t i = 0; i < coefficients.size(); ++i)
    block.irradiance[i] = {coefficients[i], block.irradiance[i].w};
}

FrameBlock makeFrameBlock(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
                          const Tile& tile, const Aabb& bounds, const Floor& floor, int shadowPixels) {
  const EnvironmentLight light = applyLightSpec(
      settings.panorama ? settings.panorama->row : environmentLight(settings.background), settings.light);
  const Vec3 centre = bounds.centre();
  const float radius = radiusOf(bounds);
  const float sphere = sphereRadius(snapshot, settings);
  const float spacing = drawnSpacing(snapshot);
  FrameBlock block{};
  setCamera(block, camera, tile, radius, centre);
  block.tile = {Vec2(tile.origin), 0.f, 0.f};
  setSun(block, light, centre, quantisedRadius(radius), shadowPixels);
  block.backdropLow = {light.horizon, floor.height};
  block.backdropHigh = {light.zenith, 0.f};
  block.backdropGround = {light.ground, light.fall * light.fall};
  block.backdropGlow = {light.glow, light.glowSharpness};
  if (settings.panorama) {
    const Vec3 turned = rotateAboutVertical({1, 0, 0}, -settings.light.turn);
    block.backdropLow = {turned.x, turned.z, 0.f, floor.height};
    block.backdropGlow = glm::vec4(-1.f);
  }
  // A colour that stands for a number must equal the legend's colour everywhere, so no vignette.
  const bool plain = settings.transparent || settings.quantity != kLookField;
  block.film = {light.exposure, plain ? 0.f : light.vignette, light.floorFade, light.rise * light.rise};
  block.litFloor = {camera.target, litFloorRadius(camera)};
  block.pool = {Vec3(block.forward), light.pool};
  block.floorColour = {light.floorAlbedo, settings.transparent ? 1.f : 0.f};
  block.centre = {centre, radius};
  block.irradiance[0].w = light.cards;
  block.liquid = {sphere, spacing, floor.exists ? 1.f : 0.f, static_cast<float>(settings.quality)};
  return block;
}

}  // namespace ooze
