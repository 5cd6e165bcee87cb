// Defines the camera of a picture. Pixel coordinates start at the top left corner, as in images and for the
// mouse.
#pragma once

#include "ooze/base/math.h"
#include "ooze/scene/scene.h"
#include "ooze/world/snapshot.h"

#include <glm/mat4x4.hpp>
#include <span>
#include <vector>

namespace ooze {

struct Ray {
  Vec3 origin;
  Vec3 direction;  ///< unit vector along the ray
};

struct CameraView {
  Vec3 eye{0.35f, 0.28f, 0.5f};  ///< position of the camera [m]
  Vec3 target{0.f, 0.1f, 0.f};   ///< point in the middle of the picture [m]
  float fieldOfView = 40.f;      ///< vertical field of view, from lower to upper edge [degrees]

  CameraView() = default;
  explicit CameraView(const CameraSpec& spec)
      : eye(spec.eye), target(spec.target), fieldOfView(spec.fieldOfView) {}
  CameraView(const Vec3& from, const Vec3& to, float degrees) : eye(from), target(to), fieldOfView(degrees) {}

  [[nodiscard]] glm::mat4 viewMatrix() const;
  /// Returns the view ray through a pixel.
  /// @param pixel  position in a picture of `size` pixels; fractions are allowed, and (0.5, 0.5) is the
  /// centre of the first pixel
  [[nodiscard]] Ray rayThrough(const Vec2& pixel, const glm::ivec2& size) const;
  /// Projects a point to pixel coordinates (x, y) and depth along the view direction [m]. A depth <= 0 lies
  /// behind the eye.
  [[nodiscard]] Vec3 project(const Vec3& point, const glm::ivec2& size) const;
  /// Returns this camera, moved back along the line of sight until the picture shows all points. The camera
  /// never moves nearer.
  /// @param aspect  width over height of the picture
  [[nodiscard]] CameraView movedToFit(std::span<const Vec3> points, float aspect) const;
  /// Returns this camera, turned about the vertical axis through the target.
  [[nodiscard]] CameraView turned(float degrees) const;
};

/// Returns the points that a picture of the scene should show [m]: corners of the bounding boxes of drawn
/// bodies and liquid. Floor, nozzles and particles flung far away are left out; liquid from nozzles counts.
std::vector<Vec3> subjectCorners(const Snapshot& snapshot);

/// Returns the bounding box of liquid, bodies and nozzles [m], without the floor and without particles flung
/// far away. The box is never empty.
Aabb visibleBounds(const Snapshot& snapshot);

}  // namespace ooze
