// Where a picture is taken from. Pixels count from the top left corner, as images and mouse positions do.
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
  Vec3 direction;  ///< unit
};

struct CameraView {
  Vec3 eye{0.35f, 0.28f, 0.5f};  ///< [m]
  Vec3 target{0.f, 0.1f, 0.f};   ///< [m]
  float fieldOfView = 40.f;      ///< vertical [degrees]

  CameraView() = default;
  explicit CameraView(const CameraSpec& spec)
      : eye(spec.eye), target(spec.target), fieldOfView(spec.fieldOfView) {}
  CameraView(const Vec3& from, const Vec3& to, float degrees) : eye(from), target(to), fieldOfView(degrees) {}

  [[nodiscard]] glm::mat4 viewMatrix() const;
  /// @param pixel  in a picture of `size` pixels; fractions are allowed, (0.5, 0.5) is the centre of the
  /// first one
  [[nodiscard]] Ray rayThrough(const Vec2& pixel, const glm::ivec2& size) const;
  /// The pixel (x, y) where a point appears, and its depth along the view direction [m]; depth <= 0 is behind
  /// the eye.
  [[nodiscard]] Vec3 project(const Vec3& point, const glm::ivec2& size) const;
  /// The same line of sight, from as much farther away as it takes to have the points in the picture; never
  /// nearer. @param aspect  width over height of the picture
  [[nodiscard]] CameraView holding(std::span<const Vec3> points, float aspect) const;
  /// Turned about the vertical axis through the target.
  [[nodiscard]] CameraView turned(float degrees) const;
};

/// What a picture of the scene is about: corners of the boxes round its drawn bodies and its liquid, without
/// the floor and without what has been flung far away [m]. Nozzles do not count; what comes out of them does.
std::vector<Vec3> subjectCorners(const Snapshot& snapshot);

/// Box round what a scene shows: liquid, bodies and nozzles, without the floor and without what has been
/// flung far away. Never empty.
Aabb visibleBounds(const Snapshot& snapshot);

}  // namespace ooze
