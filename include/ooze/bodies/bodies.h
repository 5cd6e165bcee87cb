// Solids that the liquid meets. Static and kinematic ones; a dynamic body will be a third Motion whose pose
// the liquid changes (Clavet 2005, section 6), which is why a method's step takes the bodies by mutable
// reference.
#pragma once

#include "ooze/base/math.h"
#include "ooze/geometry/mesh.h"
#include "ooze/geometry/signed_distance.h"

#include <optional>
#include <string>
#include <vector>

namespace ooze {

enum class Motion {
  Static,    ///< never moves
  Kinematic  ///< follows its keyframes, whatever pushes
};

struct PoseKey {
  double time;  ///< [s]
  Pose pose;
};

/// How a body is drawn; the simulation never reads it.
struct BodyLook {
  std::shared_ptr<const Mesh> mesh;  ///< in the body's frame; null: the renderer draws from `kind`
  enum class Kind { Plane, Sphere, Box, Tank, Mesh } kind = Kind::Mesh;
  Vec3 halfExtents{1.f};  ///< of a box or tank; x is the radius of a sphere [m]
  std::uint32_t colour = 0xffb8bcc0;
  bool visible = true;
};

struct Body {
  std::string name;
  ShapePtr shape;
  Motion motion = Motion::Static;
  std::vector<PoseKey>
      keys;  ///< kinematic: ascending in time; position by Catmull-Rom spline, rotation by slerp

  // Contact with the liquid; unset: the liquid material's own value holds.
  std::optional<float> friction;       ///< 0 slides .. 1 holds (mu, eq. 11) [1]
  std::optional<float> stickiness;     ///< k_stick (eq. 12) [1/s^2]
  std::optional<float> stickDistance;  ///< d_stick (eq. 12) [m]

  Pose pose;                  ///< at the end of the current step
  Pose previousPose;          ///< at its start
  Vec3 velocity{0.f};         ///< of the origin over the step [m/s]
  Vec3 angularVelocity{0.f};  ///< [rad/s]
  BodyLook look;

  /// Velocity of the material point of the body that is at `p` (world) now.
  [[nodiscard]] Vec3 velocityAt(const Vec3& p) const {
    return velocity + glm::cross(angularVelocity, p - pose.position);
  }
};

struct Bodies {
  std::vector<Body> list;

  /// Moves kinematic bodies from where they are to their keyframed pose at `time`, and sets their velocities.
  /// @param time  at the end of the step [s]
  /// @param dt    length of the step [s]
  void advance(double time, float dt);
};

/// The keyframed pose at `time`, held constant before the first and after the last key.
Pose interpolate(const std::vector<PoseKey>& keys, double time);

}  // namespace ooze
