// Thin lines over the picture: what a tool holds, and what it would do.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/solid_shape.h"

#include "ui/orbit_camera.h"
#include "ui/theme.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::ui {

struct ViewRect;

struct Stroke {
  std::vector<Vec3> points;  ///< in space [m]; a line from each to the next
  bool dim = false;
  bool opposite = false;     ///< of what the right button does
  std::uint32_t colour = 0;  ///< 0xAABBGGRR; 0: the theme's
  float width = 1.f;         ///< over the usual one
  bool filled = false;       ///< the points are corners of something convex, counterclockwise as one sees it
};

/// A circle that the camera sees as one. @param radius  [m]
Stroke ringFacing(const OrbitCamera& camera, const Vec3& centre, float radius);
/// A circle that lies across a direction. @param normal  unit
Stroke ringAcross(const Vec3& normal, const Vec3& centre, float radius);

/// The outline of a body of "bodies.add_*" at this place. @param size  as in that command [m]
std::vector<Stroke> outlineOf(SolidShape::Kind kind, float size, const Vec3& place);

/// Draws behind the windows of ImGui, over the picture of the view.
void drawStrokes(const Theme& theme, const OrbitCamera& camera, const ViewRect& view,
                 std::span<const Stroke> strokes);

}  // namespace ooze::ui
