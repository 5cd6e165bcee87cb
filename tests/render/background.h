// Finds the pixels of a picture that show only floor and backdrop, far from liquid, bodies and their shadows.
#pragma once

#include "render/environment.h"
#include "render/frame_block.h"
#include "render/picture.h"

#include <vector>

namespace ooze::testing {

/// A picture's pixels, row by row from the top: true where the picture shows floor or backdrop alone.
struct BackgroundMask {
  glm::ivec2 size{0};
  std::vector<bool> shown;
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::count(shown.begin(), shown.end(), true));
  }
};

namespace background_detail {

/// Returns true if the ray meets the box in front of its origin.
inline bool meets(const Ray& ray, const Aabb& box) {
  float enter = 0.f, leave = 1e30f;
  for (int axis = 0; axis < 3; ++axis) {
    const float a = (box.lower[axis] - ray.origin[axis]) / ray.direction[axis];
    const float b = (box.upper[axis] - ray.origin[axis]) / ray.direction[axis];
    enter = std::max(enter, std::min(a, b)), leave = std::min(leave, std::max(a, b));
  }
  return enter <= leave;
}

}  // namespace background_detail

/// Marks the background of a snapshot: rays that pass the bounds of liquid and bodies, and meet the floor
/// beyond their shadow and their ambient occlusion. Particles outside the bounds hide single pixels.
inline BackgroundMask backgroundOf(const Snapshot& snapshot, const CameraView& camera,
                                   const RenderSettings& settings) {
  const glm::ivec2 size = settings.size;
  BackgroundMask mask{size, std::vector<bool>(static_cast<std::size_t>(size.x) * size.y, false)};
  const Aabb bounds = visibleBounds(snapshot);
  const float radius = 0.5f * glm::length(bounds.size());
  const Floor floor = findFloor(snapshot);
  const Vec3 sun = environmentLight(settings.background, settings.light).key.direction;
  const auto shadowOf = [&](const Vec3& p) { return p - sun * (std::max(p.y - floor.height, 0.f) / sun.y); };
  // Shadows blur over an eighth of the radius, and occlusion reaches half of the radius.
  Aabb shaded;
  for (unsigned c = 0; c < 8; ++c) {
    const Vec3 corner{c & 1 ? bounds.lower.x : bounds.upper.x, c & 2 ? bounds.lower.y : bounds.upper.y,
                      c & 4 ? bounds.lower.z : bounds.upper.z};
    shaded.include(corner), shaded.include(shadowOf(corner));
  }
  shaded = shaded.expanded(0.65f * radius);
  const Aabb covered = bounds.expanded(0.1f * radius);
  for (int y = 0; y < size.y; ++y)
    for (int x = 0; x < size.x; ++x) {
      const Ray ray = camera.rayThrough({static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f}, size);
      if (background_detail::meets(ray, covered)) continue;
      if (floor.exists && ray.origin.y > floor.height && ray.direction.y < 0.f) {
        const Vec3 at = ray.origin + ray.direction * ((floor.height - ray.origin.y) / ray.direction.y);
        if (at.x > shaded.lower.x && at.x < shaded.upper.x && at.z > shaded.lower.z && at.z < shaded.upper.z)
          continue;
      }
      mask.shown[static_cast<std::size_t>(y) * size.x + x] = true;
    }
  const auto hide = [&](const Vec3& point) {
    const Vec3 at = camera.project(point, size);
    if (at.z <= 0.f) return;
    const glm::ivec2 middle(at);
    for (int y = std::max(middle.y - 3, 0); y <= std::min(middle.y + 3, size.y - 1); ++y)
      for (int x = std::max(middle.x - 3, 0); x <= std::min(middle.x + 3, size.x - 1); ++x)
        mask.shown[static_cast<std::size_t>(y) * size.x + x] = false;
  };
  for (const Vec3& p : snapshot.positions)
    if (!bounds.contains(p)) hide(p), hide(shadowOf(p));
  return mask;
}

inline BackgroundMask operator&(BackgroundMask a, const BackgroundMask& b) {
  for (std::size_t i = 0; i < a.shown.size(); ++i) a.shown[i] = a.shown[i] && b.shown[i];
  return a;
}

/// Returns the largest difference of a colour channel over the pixels of the mask.
inline int largestChange(const Image& a, const Image& b, const BackgroundMask& mask) {
  int largest = 0;
  for (int y = 0; y < a.height; ++y)
    for (int x = 0; x < a.width; ++x)
      if (mask.shown[static_cast<std::size_t>(y) * a.width + x])
        largest = std::max(largest, difference(pixel(a, x, y), pixel(b, x, y)));
  return largest;
}

}  // namespace ooze::testing
