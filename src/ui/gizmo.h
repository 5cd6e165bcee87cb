// The handles round something that is placed, and what dragging one does: arithmetic only.
#pragma once

#include "ui/gizmo_state.h"
#include "ui/marks.h"
#include "ui/orbit_camera.h"
#include "ui/placement.h"

#include <optional>
#include <vector>

namespace ooze::ui {

/// Where on an axis a ray comes nearest to it, from its origin [m]; none if the ray runs along it or only
/// comes near behind the eye. @param axis  unit
std::optional<float> alongAxis(const Ray& ray, const Vec3& origin, const Vec3& axis);

/// The angle about an axis at which a ray meets the plane across it [rad]; none if it sees the plane from its
/// edge. @param axis  unit
std::optional<float> angleAbout(const Ray& ray, const Vec3& origin, const Vec3& axis);

/// One of x, y and z, or none of them: along the picture when moving; all of them when scaling.
struct GizmoHandle {
  GizmoMode mode = GizmoMode::Move;
  int axis = kFree;

  static constexpr int kFree = -1;
  bool operator==(const GizmoHandle&) const = default;
};

/// Handles of one size on the screen, wherever the placement is.
class Gizmo {
 public:
  Gizmo(const Placement& placement, GizmoMode mode, const OrbitCamera& camera, float aspect);

  /// The handle at a point of the view. @param at  as in OrbitCamera::ray()
  [[nodiscard]] std::optional<GizmoHandle> handleAt(const Vec2& at) const;
  /// @param lit  drawn thicker
  void draw(std::optional<GizmoHandle> lit, std::vector<Stroke>& strokes) const;

 private:
  struct Part {
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
  float length_;  ///< of an arrow [m]
  std::vector<Part> parts_;
};

/// A drag of a handle: from where it began to where the pointer is now.
class GizmoDrag {
 public:
  GizmoDrag(const Placement& start, const GizmoHandle& handle, const OrbitCamera& camera, float aspect,
            const Vec2& at);

  /// What the placement is with the pointer there; as it was last where the view says nothing.
  /// @param steps  whole centimetres, 15 degrees, tenths
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
  std::optional<float> first_;  ///< along the axis [m], about it [rad], or from the middle of the view's part
};

/// The box round it, turned with it.
std::vector<Stroke> boxOf(const Placement& placement);

}  // namespace ooze::ui
