// Overlay strokes: thin lines over the picture that show what a tool holds or would do.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/solid_shape.h"

#include "ui/overlays/orbit_camera.h"
#include "ui/widgets/theme.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ooze::ui {

struct ViewRect;

struct Stroke {
  std::vector<Vec3> points;  ///< world positions [m]; consecutive points are connected
  bool dim = false;
  bool opposite = false;     ///< the stroke belongs to the right mouse button's action
  std::uint32_t colour = 0;  ///< 0xAABBGGRR; 0: the theme's colour
  float width = 1.f;         ///< multiple of the usual line width
  bool filled = false;       ///< the points are corners of a convex polygon, counterclockwise on the screen
  std::string label{};       ///< text above the stroke; "": none
};

/// Returns a circle that faces the camera. @param radius  [m]
Stroke ringFacing(const OrbitCamera& camera, const Vec3& centre, float radius);
/// Returns a circle in the plane perpendicular to a normal. @param normal  unit
Stroke ringAcross(const Vec3& normal, const Vec3& centre, float radius);

/// Returns the outline of a body that AddBody would add here. @param size  AddBody::size [m]
std::vector<Stroke> outlineOf(SolidShape::SolidKind kind, float size, const Vec3& place);

/// Draws strokes over the picture of the view and behind the windows of ImGui.
void drawStrokes(const Theme& theme, const OrbitCamera& camera, const ViewRect& view,
                 std::span<const Stroke> strokes);

}  // namespace ooze::ui
