// Contact solver for rigid bodies: a broad phase by bounding boxes, Bullet's narrow phase, and collision
// response by sequential impulses.
#pragma once

#include "ooze/bodies/bodies.h"

#include <memory>
#include <vector>

namespace ooze {

/// Collision detection and collision response between rigid bodies.
/// Between time steps the solver keeps collision shapes only. A step's result thus depends on the bodies
/// alone, bit for bit, and a restored world continues exactly as an uninterrupted one. The impulses therefore
/// have no warm start; more iterations compensate.
class ContactSolver {
 public:
  /// The collision response of one dynamic body, in addition to its changed velocities.
  struct BodyResponse {
    bool touched = false;  ///< true if another body pushed this body
    /// Velocity [m/s] that separates overlapping bodies (split impulse). It moves the body once and is not
    /// kept.
    Vec3 push{0.f};
    Vec3 turn{0.f};   ///< angular velocity that separates overlapping bodies [rad/s]
    Vec3 shift{0.f};  ///< position correction of a body that bounced within the time step [m]
  };

  ContactSolver();
  ~ContactSolver();
  ContactSolver(ContactSolver&&) noexcept;
  ContactSolver& operator=(ContactSolver&&) noexcept;

  /// Computes the collision response for a time step. Changes the velocities of dynamic bodies so that no
  /// body penetrates another when all bodies have moved by dt from their previousPose. Static and kinematic
  /// bodies keep their velocities.
  /// @param dt       length of the time step [s]
  /// @param gravity  acceleration that the velocities already include [m/s^2]. A contact that approaches no
  ///                 faster than gravity makes bodies fall within a step does not bounce
  /// @return one response for each body
  std::vector<BodyResponse> solve(std::vector<Body>& bodies, float dt, const Vec3& gravity);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
