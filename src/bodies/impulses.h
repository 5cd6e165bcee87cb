// Bullet's sequential impulses (Catto 2005), fed by hand and asked for what they did.
#pragma once

#include "bodies/contact_points.h"

#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/ConstraintSolver/btSequentialImpulseConstraintSolver.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <deque>
#include <vector>

namespace ooze {

/// One step's contacts of all bodies. Lengths and masses in the solver's units.
class Impulses : private btSequentialImpulseConstraintSolver {
 public:
  struct Response {
    bool touched = false;
    btVector3 push{0, 0, 0}, turn{0, 0, 0};
    btVector3 shift{0, 0, 0};  ///< of a body that bounces in the middle of the step
  };

  /// Forgets every contact and makes room for `count` bodies.
  void begin(std::size_t count);
  btRigidBody& body(std::size_t i) { return bodies_[i]; }

  /// Adds the contacts of a pair, reduced to four for each direction of their normals.
  void addPair(std::size_t first, std::size_t second, const std::vector<ContactPoint>& contacts,
               float friction, float restitution);

  /// How contacts are taken. All in the solver's units.
  struct Limits {
    btScalar dt;
    btScalar slop;         ///< overlap that is left alone, so that resting contacts stay
    btScalar partSpeed;    ///< with which deeper overlaps part, at most
    btScalar bounceSpeed;  ///< slower approach does not bounce
    btScalar accuracy;     ///< of velocities
    btVector3 gravity;     ///< already in the velocities of bodies with a mass
  };
  /// Changes the velocities of the bodies.
  const std::vector<Response>& solve(const Limits& limits);

 private:
  void prepare(btPersistentManifold& manifold, const Limits& limits);
  void bounce(btManifoldPoint& point, const btPersistentManifold& manifold, const Limits& limits,
              btScalar approach, bool moves);
  btScalar solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int count,
                                         const btContactSolverInfo& info) override;

  std::deque<btRigidBody> bodies_;  // they do not move in memory
  std::deque<btPersistentManifold> manifolds_;
  std::vector<Response> responses_;
};

}  // namespace ooze
