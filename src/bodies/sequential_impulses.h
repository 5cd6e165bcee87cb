// Collision response of rigid bodies by sequential impulses (Catto 2005): a wrapper of Bullet's solver that
// also reports the response of each body.
#pragma once

#include "bodies/collider.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <deque>
#include <vector>

namespace ooze {

/// The contact constraints of one time step. Lengths and masses are in the solver's units.
class Impulses : private btSequentialImpulseConstraintSolver {
 public:
  /// The result for one body: split-impulse velocities and a position shift.
  struct ImpulseResponse {
    bool touched = false;
    btVector3 push{0, 0, 0}, turn{0, 0, 0};
    btVector3 shift{0, 0, 0};  ///< position correction of a body that bounces within the time step
  };

  /// Removes all contacts and resizes to `count` bodies.
  void begin(std::size_t count);
  btRigidBody& body(std::size_t i) { return bodies_[i]; }

  /// Adds the contacts of a pair of bodies, reduced to four for each direction of their normals.
  void addPair(std::size_t first, std::size_t second, const std::vector<ContactPoint>& contacts,
               float friction, float restitution);

  /// Parameters of contact resolution, in the solver's units.
  struct ContactLimits {
    btScalar dt;
    btScalar slop;             ///< penetration that is not corrected, so that resting contacts persist
    btScalar separationSpeed;  ///< greatest separation speed of deeper penetrations
    btScalar bounceSpeed;      ///< approach speed below which contacts do not bounce
    btScalar accuracy;         ///< accuracy of the velocities at which the iteration stops
    btVector3 gravity;         ///< gravity, already included in the velocities of bodies with a mass
  };
  /// Solves the contact constraints and changes the velocities of the bodies.
  const std::vector<ImpulseResponse>& solve(const ContactLimits& limits);

 private:
  void prepare(btPersistentManifold& manifold, const ContactLimits& limits);
  void bounce(btManifoldPoint& point, const btPersistentManifold& manifold, const ContactLimits& limits,
              btScalar approach, bool moves);
  btScalar solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int count,
                                         const btContactSolverInfo& info) override;

  std::deque<btRigidBody> bodies_;  // a deque, because Bullet needs stable addresses
  std::deque<btPersistentManifold> manifolds_;
  std::vector<ImpulseResponse> responses_;
};

}  // namespace ooze
