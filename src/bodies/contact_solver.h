// Contacts between bodies, by Bullet's narrow phase and its sequential impulses.
#pragma once

#include "ooze/bodies/bodies.h"

#include <memory>
#include <vector>

namespace ooze {

/// Remembers shapes and nothing else between steps: the same bodies give the same bits whatever was solved
/// before, as a restored world needs. So there is no warm start, and iterations make up for it.
class ContactSolver {
 public:
  /// What contacts ask of a dynamic body, beside the velocities that they change.
  struct Response {
    bool touched = false;  ///< another body pushed it
    Vec3 push{0.f};   ///< velocity that parts overlapping bodies; it moves the body and is then gone [m/s]
    Vec3 turn{0.f};   ///< the same for rotation [rad/s]
    Vec3 shift{0.f};  ///< of a body that bounced in the middle of the step [m]
  };

  ContactSolver();
  ~ContactSolver();
  ContactSolver(ContactSolver&&) noexcept;
  ContactSolver& operator=(ContactSolver&&) noexcept;

  /// Changes the velocities of dynamic bodies so that after dt none has moved into another. Bodies stand at
  /// their previousPose; static and kinematic ones keep their velocities.
  /// @param dt       [s]
  /// @param gravity  already in the velocities; approach that it alone makes in a step is no bounce [m/s^2]
  /// @return one response for each body
  std::vector<Response> solve(std::vector<Body>& bodies, float dt, const Vec3& gravity);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ooze
