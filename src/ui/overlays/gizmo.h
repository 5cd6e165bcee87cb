// Transform gizmo: the handles around a selected object, and the effect of dragging a handle. Arithmetic
// only.
#pragma once

#include "ui/overlays/orbit_camera.h"
#include "ui/overlays/overlay_strokes.h"
#include "ui/state/placement.h"
#include "ui/state/tool_options.h"

#include <optional>
#include <vector>

namespace ooze::ui {

/// Returns the point of an axis that is closest to a ray, as the distance from the axis origin [m]. Empty if
/// the ray is parallel to the axis, or if the closest point lies behind the eye.
/// @param axis  unit
std::optional<float> alongAxis(const PickRay& ray, const Vec3& origin, const Vec3& axis);

/// Returns the angle about an axis at which a ray meets the plane across the axis [rad]. Empty if the ray
/// sees the plane edge-on.
/// @param axis  unit
std::optional<float> angleAbout(const PickRay& ray, const Vec3& origin, const Vec3& axis);

/// A handle of one axis (0 = x, 1 = y, 2 = z) or of none (kFree). The free handle moves in the plane of the
/// view.
struct GizmoHandle {
  GizmoMode mode = GizmoMode::Move;
  int axis = kFree;

  static constexpr int kFree = -1;
  bool operator==(const GizmoHandle&) const = default;
};

/// A gizmo whose handles have the same size on the screen at any distance.
class Gizmo {
 public:
  Gizmo(const Placement& placement, GizmoMode mode, const OrbitCamera& camera, float aspect);

  /// Returns the handle at a point of the view.
  /// @param at  as in OrbitCamera::ray()
  [[nodiscard]] std::optional<GizmoHandle> handleAt(const Vec2& at) const;
  /// Adds the strokes of all handles.
  /// @param lit  the highlighted handle, drawn thicker
  void draw(std::optional<GizmoHandle> lit, std::vector<Stroke>& strokes) const;

 private:
  struct HandlePart {
    GizmoHandle handle;
    std::vector<Stroke> strokes;
  };
  void addArrow(int axis);
  void addRing(int axis);
  void addBox(int axis);
  [[nodiscard]] float away(const Stroke& stroke, const Vec2& at) const;

  const OrbitCamera& camera_;
  float aspect_;
  Vec3 origin_;
  float length_;  ///< length of an arrow [m]
  std::vector<HandlePart> parts_;
};

/// A drag of a handle, from the position where the drag began to the current pointer.
class GizmoDrag {
 public:
  GizmoDrag(const Placement& start, const GizmoHandle& handle, const OrbitCamera& camera, float aspect,
            const Vec2& at);

  /// Returns the placement for this pointer position. Where the ray gives no answer, the last placement
  /// stays.
  /// @param steps  snaps to multiples of 1 cm, 15 degrees, or 0.1 in scale
  [[nodiscard]] const Placement& to(const Vec2& at, bool steps);
  [[nodiscard]] const Placement& now() const { return now_; }
  [[nodiscard]] const GizmoHandle& handle() const { return handle_; }

 private:
  [[nodiscard]] std::optional<float> measure(const Vec2& at) const;

  Placement start_, now_;
  GizmoHandle handle_;
  OrbitCamera camera_;
  float aspect_;
  Vec2 from_;
  std::optional<float> first_;  ///< value at the start: along the axis [m], about the axis [rad], or the
                                ///< distance from the gizmo's centre in the view
};

/// Returns the edges of the object's oriented bounding box.
std::vector<Stroke> boxOf(const Placement& placement);

}  // namespace ooze::ui
