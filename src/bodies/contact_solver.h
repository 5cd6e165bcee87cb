// Contact solver for rigid bodies, built on Bullet's narrow phase and sequential impulses.
#pragma once

#include "ooze/bodies/bodies.h"

#include <memory>
#include <vector>

namespace ooze {

/// Resolves contacts between rigid bodies.
/// Between time steps the solver keeps collision shapes only: the same bodies give the same bits whatever was
/// solved before, as a restored world needs. The impulses therefore have no warm start, and more iterations
/// make up for it.
class ContactSolver {
 public:
  /// The response of one dynamic body, in addition to its changed velocities.
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

  /// Changes the velocities of dynamic bodies so that after dt no body has moved into another.
  /// Bodies are placed at their previousPose. Static and kinematic bodies keep their velocities.
  /// @param dt       length of the time step [s]
  /// @param gravity  already included in the velocities; approach due to gravity within one step does not
  ///         bounce [m/s^2]
  /// @return one response for each body
  std::vector<BodyResponse> solve(std::vector<Body>& bodies, float dt, const Vec3& gravity);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
