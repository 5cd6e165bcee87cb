#include "render/frame_block.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace ooze {
namespace {

/// Light and backdrop of a studio, linear colours.
struct Studio {
  Vec3 sky, backdropLow, backdropHigh, floor, sun;
};
constexpr std::array<Studio, 3> kStudios{{
    {{0.52f, 0.58f, 0.66f},
     {0.155f, 0.178f, 0.205f},
     {0.035f, 0.045f, 0.062f},
     {0.200f, 0.205f, 0.210f},
     {2.3f, 2.12f, 1.85f}},
    {{0.34f, 0.40f, 0.50f},
     {0.040f, 0.044f, 0.052f},
     {0.010f, 0.012f, 0.016f},
     {0.060f, 0.064f, 0.072f},
     {1.9f, 1.78f, 1.6f}},
    {{0.85f, 0.88f, 0.92f},
     {1.5f, 1.5f, 1.5f},
     {1.5f, 1.5f, 1.5f},
     {0.86f, 0.86f, 0.86f},
     {1.1f, 1.06f, 1.0f}},
}};

const Vec3 kSunDirection = glm::normalize(Vec3(-0.45f, 0.95f, 0.62f));
constexpr float kShadowDepth =
    6.f;  // in radii of the scene: what casts shadows is in the first two, the floor may lie beyond
constexpr float kSunSize = 0.08f;  // tangent of the soft box's angular radius: a soft edge to every shadow

/// Sphere round the box; its radius grows in steps of a fifth, so that shadows do not crawl while liquid
/// pours.
float steadyRadius(const Aabb& bounds) {
  const float radius = std::max(0.5f * glm::length(bounds.size()), 1e-4f);
  return std::pow(1.2f, std::ceil(std::log(radius) / std::log(1.2f)));
}

void setCamera(FrameBlock& block, const CameraView& camera, const Tile& tile, float radius,
               const Vec3& centre) {
  const glm::mat4 view = camera.viewMatrix();
  const Vec3 right{view[0][0], view[1][0], view[2][0]}, up{view[0][1], view[1][1], view[2][1]};
  const Vec3 forward{-view[0][2], -view[1][2], -view[2][2]};
  const Vec2 whole{tile.whole}, low{tile.origin}, size{tile.size};
  const float halfHeight = std::tan(0.5f * glm::radians(camera.fieldOfView));
  const float metre = 2.f * halfHeight / whole.y;  // of one pixel, one metre away
  const float away = glm::dot(centre - camera.eye, forward);
  const float farthest = std::max(away + 60.f * radius, 2.f * radius);
  const float nearest = std::max({away - 4.f * radius, 0.02f * radius, 1e-4f * farthest});
  const Vec2 lower = (low - 0.5f * whole) * metre, upper = (low + size - 0.5f * whole) * metre;

  block.viewMatrix = view;
  block.viewProjection = glm::frustum(lower.x * nearest, upper.x * nearest, lower.y * nearest,
                                      upper.y * nearest, nearest, farthest) *
                         view;
  block.eye = {camera.eye, 1.f / metre};
  block.rayCorner = {forward + lower.x * right + lower.y * up, 0.f};
  block.rayRight = {(upper.x - lower.x) * right, 0.f};
  block.rayUp = {(upper.y - lower.y) * up, 0.f};
  block.forward = {forward, glm::length(camera.target - camera.eye)};
  block.depthRange = {nearest, farthest, size};
}

void setSun(FrameBlock& block, const Vec3& centre, float radius, int shadowPixels) {
  const float texel = shadowPixels > 0 ? 2.f * radius / static_cast<float>(shadowPixels) : 1.f;
  glm::mat4 turn = glm::lookAt(Vec3(0.f), -kSunDirection, Vec3(0, 1, 0));
  // Whole texels only, so that a moving centre does not make edges shimmer.
  Vec3 offset{turn * glm::vec4(centre, 1.f)};
  offset.x = std::round(offset.x / texel) * texel;
  offset.y = std::round(offset.y / texel) * texel;
  const glm::mat4 box = glm::ortho(-radius, radius, -radius, radius, -radius, kShadowDepth * radius - radius);
  block.sunMatrix = box * glm::translate(glm::mat4(1.f), -offset) * turn;
  block.sunDirection = {kSunDirection, kSunSize};
  block.sunColour.w = 2.f * radius;
  block.tile.z = static_cast<float>(std::max(shadowPixels, 1));
  block.tile.w = kShadowDepth * radius;
}

}  // namespace

Floor findFloor(const Snapshot& snapshot) {
  Floor floor;
  float best = 0.9f;  // cosine: steeper planes are walls, and walls would hide the scene
  for (const Body& body : snapshot.bodies) {
    if (!body.isDrawn() || body.solid.kind != SolidShape::Kind::Plane) continue;
    const Vec3 local = body.shape ? body.shape->sample(Vec3(0.f)).normal : Vec3(0, 1, 0);
    const float upward = body.pose.directionToWorld(local).y;
    if (upward > best) best = upward, floor = {true, body.pose.position.y};
  }
  if (floor.there) return floor;
  for (const Body& body : snapshot.bodies) {
    if (!body.isDrawn() || body.solid.kind != SolidShape::Kind::Tank) continue;
    const float below = body.pose.position.y - body.solid.size.y - 2.f * tankBar(body.solid.size);
    floor = {true, floor.there ? std::min(floor.height, below) : below};
  }
  return floor;
}

float drawnSpacing(const Snapshot& snapshot) {
  return std::max(snapshot.restSpacing > 0.f ? snapshot.restSpacing : 0.5f * snapshot.interactionRadius,
                  1e-6f);
}

float sphereRadius(const Snapshot& snapshot, const RenderSettings& settings) {
  // Smoothing needs spheres that overlap well, and the smoothed outline cuts them back; separate ones should
  // look like particles.
  const float part = smoothsOutline(settings) ? 0.95f : settings.view == View::Liquid ? 0.78f : 0.56f;
  return part * drawnSpacing(snapshot);
}

FrameBlock makeFrameBlock(const Snapshot& snapshot, const CameraView& camera, const RenderSettings& settings,
                          const Tile& tile, const Aabb& bounds, const Floor& floor, int shadowPixels) {
  const Studio& studio = kStudios[static_cast<std::size_t>(settings.background)];
  const Vec3 centre = bounds.centre();
  const float radius = steadyRadius(bounds);
  const float sphere = sphereRadius(snapshot, settings);
  const float spacing = drawnSpacing(snapshot);
  FrameBlock block{};
  setCamera(block, camera, tile, radius, centre);
  block.tile = {Vec2(tile.origin), 0.f, 0.f};
  setSun(block, centre, radius, shadowPixels);
  block.sunColour = {studio.sun, block.sunColour.w};
  block.sky = {studio.sky, floor.there ? 1.f : 0.f};
  block.backdropLow = {studio.backdropLow, floor.height};
  block.backdropHigh = {studio.backdropHigh, 9.f * radius};
  block.floorColour = {studio.floor, settings.transparent ? 1.f : 0.f};
  block.centre = {centre, radius};
  block.liquid = {sphere, spacing, 0.f, static_cast<float>(settings.quality)};
  return block;
}

}  // namespace ooze
