// The camera as a hand moves it: orbit, pan, zoom at the cursor. Pure arithmetic, no drawing.
#pragma once

#include "ooze/base/math.h"
#include "ooze/scene/scene.h"
#include "ooze/world/snapshot.h"

#include <optional>

namespace ooze::ui {

inline constexpr Vec3 kUpward{0.f, 1.f, 0.f};

struct Ray {
  Vec3 origin{0.f};
  Vec3 direction{0.f, 0.f, -1.f};  ///< unit
};

class OrbitCamera {
 public:
  explicit OrbitCamera(const CameraSpec& spec = {}) : spec_(spec) {}

  [[nodiscard]] const CameraSpec& spec() const { return spec_; }

  /// From now on no hand takes the eye below the ground: seen from there a scene is its floor's underside. An
  /// eye that a scene has put below goes no deeper. @param height  [m]; none: it goes anywhere
  void stayAbove(std::optional<float> height) { ground_ = height; }

  /// The ray through a point of the view. @param at  (-1, -1) bottom left .. (1, 1) top right
  /// @param aspect  width over height of the view
  [[nodiscard]] Ray ray(const Vec2& at, float aspect) const;
  /// Where a point of space appears, in the same measure. @return false if it lies behind the eye
  bool project(const Vec3& point, float aspect, Vec2& at) const;
  /// Half of what the view shows from bottom to top at this point's depth [m].
  [[nodiscard]] float halfHeightAt(const Vec3& point) const;
  [[nodiscard]] Vec3 right() const;  ///< of the picture, level
  [[nodiscard]] Vec3 up() const;     ///< of the picture

  /// Turns round the target. @param turn  right and up [rad]
  void orbit(const Vec2& turn);
  /// Moves sideways so that what is at the target's distance follows the hand. @param shift  in heights of
  /// the view
  void pan(const Vec2& shift);
  /// Comes nearer (factor < 1) or goes away, and keeps what is under `at` where it is.
  void zoom(float factor, const Vec2& at, float aspect);
  /// Another lens, from the same place. @param degrees  vertical field of view, 5 .. 120
  void setFieldOfView(float degrees);
  /// Looks at another point from the same direction and distance.
  void centreOn(const Vec3& point);

 private:
  [[nodiscard]] Vec3 forward() const { return glm::normalize(spec_.target - spec_.eye); }
  [[nodiscard]] float lowestEye() const;

  CameraSpec spec_;
  std::optional<float> ground_;
};

/// Height of the uppermost level floor that has no end [m]; none in a scene without one.
std::optional<float> groundOf(const Snapshot& snapshot);

}  // namespace ooze::ui
