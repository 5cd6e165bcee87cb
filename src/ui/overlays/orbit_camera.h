// Orbit camera under mouse control: orbit, pan, and zoom at the cursor. Arithmetic only, no drawing.
#pragma once

#include "ooze/base/math.h"
#include "ooze/scene/scene.h"
#include "ooze/world/snapshot.h"

#include <optional>
#include <span>

namespace ooze::ui {

inline constexpr Vec3 kUpward{0.f, 1.f, 0.f};

struct PickRay {
  Vec3 origin{0.f};
  Vec3 direction{0.f, 0.f, -1.f};  ///< direction of the ray, of length 1
};

class OrbitCamera {
 public:
  explicit OrbitCamera(const CameraSpec& spec = {}) : spec_(spec) {}

  [[nodiscard]] const CameraSpec& spec() const { return spec_; }

  /// Keeps the eye above the ground from now on, because the underside of a floor hides the scene. An eye
  /// that the scene places below the ground goes no deeper.
  /// @param height  height of the ground [m]; unset: no limit
  void stayAbove(std::optional<float> height) { ground_ = height; }

  /// Returns the ray through a point of the view.
  /// @param at  (-1, -1) bottom left .. (1, 1) top right
  /// @param aspect  width over height of the view
  [[nodiscard]] PickRay ray(const Vec2& at, float aspect) const;
  /// Projects a point of space into the view, in the coordinates of ray().
  /// @return false if the point lies behind the eye
  bool project(const Vec3& point, float aspect, Vec2& at) const;
  /// Returns half the height that the view covers at this point's depth [m].
  [[nodiscard]] float halfHeightAt(const Vec3& point) const;
  [[nodiscard]] Vec3 right() const;  ///< horizontal axis of the picture, level
  [[nodiscard]] Vec3 up() const;     ///< vertical axis of the picture

  /// Orbits around the target. @param turn  right and up [rad]
  void orbit(const Vec2& turn);
  /// Pans so that points at the target's distance follow the pointer.
  /// @param shift  in heights of the view
  void pan(const Vec2& shift);
  /// Zooms in (factor < 1) or out, and keeps the point under `at` fixed in the view.
  /// @param depth  distance of that point from the eye, which the eye approaches and never passes [m]; unset:
  /// the point lies on the floor, or is as deep as the target where that is nearer
  void zoom(float factor, const Vec2& at, float aspect, std::optional<float> depth = {});
  /// Sets the field of view; the eye stays.
  /// @param degrees  vertical field of view, 5 .. 120
  void setFieldOfView(float degrees);
  /// Moves the target to another point. Direction and distance stay.
  void centreOn(const Vec3& point);
  /// Moves the eye back from liquid that comes near, because a picture from inside the liquid shows nothing.
  /// The target stays. The eye does not return by itself.
  /// @param positions  positions of the particles [m]
  /// @param h          interaction radius [m]
  /// @param seconds    time since the last call [s]
  void keepOutOf(std::span<const Vec3> positions, float h, float seconds);

 private:
  [[nodiscard]] Vec3 forward() const { return glm::normalize(spec_.target - spec_.eye); }
  /// Returns the lowest allowed height of the eye at its present or another distance from the target [m].
  [[nodiscard]] float lowestEye() const;
  [[nodiscard]] float lowestEye(float distance) const;
  /// Returns the distance along a ray to the floor [m]; nothing if the ray does not meet the floor from
  /// above.
  [[nodiscard]] std::optional<float> distanceToGround(const PickRay& ray) const;

  CameraSpec spec_;
  std::optional<float> ground_;
};

/// Returns the height of the drawn floor [m]: the highest level plane, or else the bottom of the lowest tank.
/// Empty if the picture has no floor.
std::optional<float> groundOf(const Snapshot& snapshot);

}  // namespace ooze::ui
