// Small synthetic scenes, and helpers to inspect pixels of their pictures.
#pragma once

#include "ooze/world/snapshot.h"

#include "base/random.h"
#include "render/offscreen_renderer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace ooze::testing {

inline constexpr std::uint32_t kHoney = 0xff1a90e0;  // amber, as 0xAABBGGRR

/// Returns the renderer shared by all tests of the program: creating a context takes longer than drawing a
/// small picture.
inline OffscreenRenderer& renderer() {
  static OffscreenRenderer shared;
  return shared;
}

inline Snapshot emptyScene() {
  Snapshot snapshot;
  snapshot.restSpacing = 0.01f;
  snapshot.interactionRadius = 0.02f;
  return snapshot;
}

inline void addFloor(Snapshot& snapshot) {
  snapshot.bodies.push_back(makeBody("floor", {SolidShape::SolidKind::Plane, {0, 1, 0}}, Motion::Static));
}

inline void addSphereBody(Snapshot& snapshot, const Vec3& centre, float radius, std::uint32_t colour) {
  Body body = makeBody("ball", {SolidShape::SolidKind::Sphere, Vec3(radius)}, Motion::Static);
  body.look.colour = colour;
  body.pose.position = centre;
  snapshot.bodies.push_back(body);
}

/// Adds a ball of liquid on a jittered lattice. @returns number of particles
inline std::size_t addBall(Snapshot& snapshot, const Vec3& centre, float radius, const char* look,
                           std::uint32_t colour) {
  const float s = snapshot.restSpacing;
  MaterialDefinition material;
  material.name = material.look = look;
  material.colour = colour;
  snapshot.materials.push_back(material);
  const std::size_t before = snapshot.positions.size();
  const int n = static_cast<int>(std::ceil(radius / s));
  for (int z = -n; z <= n; ++z)
    for (int y = -n; y <= n; ++y)
      for (int x = -n; x <= n; ++x) {
        const std::size_t i = snapshot.positions.size();
        const Vec3 jitter{randomUnit(1, 3 * i), randomUnit(1, 3 * i + 1), randomUnit(1, 3 * i + 2)};
        const Vec3 p = s * (Vec3(x, y, z) + 0.3f * (jitter - 0.5f));
        if (glm::length(p) > radius) continue;
        snapshot.positions.push_back(centre + p);
        snapshot.velocities.emplace_back(0.f);
        snapshot.colours.push_back(colour);
        snapshot.particleMaterials.push_back(static_cast<std::uint16_t>(snapshot.materials.size() - 1));
      }
  return snapshot.positions.size() - before;
}

/// Replaces all particles by a lattice of one liquid in a tank on the floor, up to a height [m].
/// @param half  half extents of the tank [m]
inline void fillTank(Snapshot& scene, const Vec3& half, float height, const char* look,
                     std::uint32_t colour) {
  addBall(scene, {0.f, 0.02f, 0.f}, 0.004f, look, colour);
  scene.positions.clear();
  const float s = scene.restSpacing;
  for (float y = 0.5f * s; y < height; y += s)
    for (float z = 0.5f * s - half.z; z < half.z; z += s)
      for (float x = 0.5f * s - half.x; x < half.x; x += s) scene.positions.emplace_back(x, y, z);
  const std::size_t n = scene.positions.size();
  scene.velocities.assign(n, Vec3(0.f));
  scene.colours.assign(n, colour);
  scene.particleMaterials.assign(n, 0);
}

inline RenderSettings settingsOf(View view, int quality = 1, glm::ivec2 size = {240, 180}) {
  RenderSettings settings;
  settings.size = size;
  settings.view = view;
  settings.quality = quality;
  return settings;
}

inline const CameraView kFront{{0.f, 0.12f, 0.6f}, {0.f, 0.08f, 0.f}, 40.f};

/// Draws a body and a ball of honey on a floor, once as a whole and once from tiles.
/// @returns fraction of the bytes that differ by more than noise and one step of a half float
inline double differenceOfTiles(View view) {
  Snapshot scene = emptyScene();
  addFloor(scene);
  addSphereBody(scene, {-0.05f, 0.05f, 0.f}, 0.05f, 0xffc0c0c0);
  addBall(scene, {0.05f, 0.06f, 0.f}, 0.05f, "honey", kHoney);
  const RenderSettings settings = settingsOf(view, 2, {400, 300});
  const Image whole = renderer().render(scene, kFront, settings);
  OffscreenRenderer tiling;
  tiling.limitTile(192);
  const Image tiled = tiling.render(scene, kFront, settings);
  std::size_t far = 0;
  for (std::size_t i = 0; i < whole.pixels.size(); ++i)
    far += std::abs(whole.pixels[i] - tiled.pixels[i]) > 6;
  return static_cast<double>(far) / static_cast<double>(whole.pixels.size());
}

struct Rgb {
  int r, g, b;
  [[nodiscard]] int brightness() const { return (r + g + b) / 3; }
};
inline Rgb pixel(const Image& image, int x, int y) {
  const std::uint8_t* p = image.at(x, y);
  return {p[0], p[1], p[2]};
}
/// Returns the pixel at which the camera sees a point.
inline Rgb pixelAt(const Image& image, const CameraView& camera, const Vec3& point) {
  const Vec3 at = camera.project(point, {image.width, image.height});
  return pixel(image, static_cast<int>(at.x), static_cast<int>(at.y));
}
inline int difference(const Rgb& a, const Rgb& b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

}  // namespace ooze::testing
