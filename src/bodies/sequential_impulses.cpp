#include "bodies/sequential_impulses.h"

#include <algorithm>

namespace ooze {
namespace {

// Cosine between normals above which contacts share a manifold of four points.
constexpr btScalar kSameDirection = 0.95f;
// Contact points nearer than this are merged, in the solver's unit (about the size of the smallest body).
constexpr btScalar kSamePoint = 0.02f;
// Fraction of a penetration that is corrected in one time step.
constexpr btScalar kCorrection = 0.2f;
// Most solver iterations. Without a warm start the load of a stack of n bodies travels through the stack by
// iterations: the error falls by about cos^2(pi / (n + 1)) in each iteration, 0.75 for five boxes. Most time
// steps end long before, at the required accuracy.
constexpr int kIterations = 300;

}  // namespace

void Impulses::begin(std::size_t count) {
  manifolds_.clear();
  while (bodies_.size() > count) bodies_.pop_back();
  while (bodies_.size() < count)
    bodies_.emplace_back(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, nullptr));
  responses_.assign(count, {});
  for (std::size_t i = 0; i < count; ++i) {
    bodies_[i].setUserIndex(static_cast<int>(i));
    bodies_[i].setWorldArrayIndex(static_cast<int>(i));
  }
}

void Impulses::addPair(std::size_t first, std::size_t second, const std::vector<ContactPoint>& contacts,
                       float friction, float restitution) {
  const std::size_t begin = manifolds_.size();
  for (const ContactPoint& contact : contacts) {
    const auto sameDirection = [&](btPersistentManifold& m) {
      return m.getContactPoint(0).m_normalWorldOnB.dot(contact.normal) > kSameDirection;
    };
    auto manifold = std::find_if(manifolds_.begin() + static_cast<std::ptrdiff_t>(begin), manifolds_.end(),
                                 sameDirection);
    if (manifold == manifolds_.end()) {
      manifolds_.emplace_back(&bodies_[first], &bodies_[second], 0, kSamePoint, BT_LARGE_FLOAT);
      manifold = manifolds_.end() - 1;
    }
    const btVector3 onFirst = contact.place + contact.gap * contact.normal;
    btManifoldPoint point(onFirst - bodies_[first].getWorldTransform().getOrigin(),
                          contact.place - bodies_[second].getWorldTransform().getOrigin(), contact.normal,
                          contact.gap);
    point.m_positionWorldOnA = onFirst;
    point.m_positionWorldOnB = contact.place;
    point.m_combinedFriction = friction;
    point.m_combinedRestitution = restitution;
    if (const int same = manifold->getCacheEntry(point); same < 0)
      // Keeps four of five points: the deepest, and those that span the largest area.
      manifold->addManifoldPoint(point);
    else if (contact.gap < manifold->getContactPoint(same).getDistance())
      manifold->replaceContactPoint(point, same);
  }
}

void Impulses::prepare(btPersistentManifold& manifold, const ContactLimits& limits) {
  const auto velocityAt = [](const btCollisionObject* object, const btVector3& place) {
    const auto* body = static_cast<const btRigidBody*>(object);
    return body->getVelocityInLocalPoint(place - body->getWorldTransform().getOrigin());
  };
  btScalar nearest = BT_LARGE_FLOAT;
  for (int i = 0; i < manifold.getNumContacts(); ++i)
    nearest = std::min(nearest, manifold.getContactPoint(i).getDistance());
  bool shifted = false;
  for (int i = 0; i < manifold.getNumContacts(); ++i) {
    btManifoldPoint& point = manifold.getContactPoint(i);
    const btScalar gap = point.getDistance();
    const btScalar approach =
        point.m_normalWorldOnB.dot(velocityAt(manifold.getBody1(), point.m_positionWorldOnB) -
                                   velocityAt(manifold.getBody0(), point.m_positionWorldOnA));
    const bool bounces =
        point.m_combinedRestitution > 0 && approach > limits.bounceSpeed && gap <= approach * limits.dt;
    if (bounces) {
      bounce(point, manifold, limits, approach, gap == nearest && !shifted);
      shifted |= gap == nearest;
    } else {
      point.m_combinedRestitution = 0;
    }
    if (gap < -limits.slop)
      point.setDistance(std::max(gap + limits.slop, -limits.separationSpeed * limits.dt / kCorrection));
    else if (gap < 0 || bounces)
      point.setDistance(0);
  }
}

/// Sets up a contact that bounces within the time step.
/// Bullet bounces at the start of a step with the speed of its end, and subtracts the gap from that speed.
/// Here the restitution is adjusted so that the speed after the step is correct for a bounce when the gap
/// closes. The error of the path is kept as a position shift.
void Impulses::bounce(btManifoldPoint& point, const btPersistentManifold& manifold,
                      const ContactLimits& limits, btScalar approach, bool moves) {
  const auto* first = static_cast<const btRigidBody*>(manifold.getBody0());
  const auto* second = static_cast<const btRigidBody*>(manifold.getBody1());
  const btScalar firstShare = first->getInvMass() / (first->getInvMass() + second->getInvMass());
  // Gravity changes the approach speed only if exactly one of the two bodies falls.
  const btScalar falls = firstShare == 1 ? 1 : firstShare == 0 ? -1 : 0;
  const btScalar towards = -falls * limits.gravity.dot(point.m_normalWorldOnB);
  const btScalar gap = std::max(point.getDistance(), btScalar(0));
  const btScalar mean = std::max(approach - towards * limits.dt / 2, approach / 2);
  // The part of the time step that is left after the bounce.
  const btScalar after = std::max(limits.dt - gap / mean, btScalar(0));
  const btScalar leaving = point.m_combinedRestitution * (approach - towards * after);
  const btScalar atEnd = std::max(leaving - towards * after, btScalar(0));
  point.m_combinedRestitution = atEnd / approach;
  if (!moves) return;
  const btScalar path = std::max((leaving - towards * after / 2) * after, btScalar(0)) - gap;
  const btVector3 shift = (path - atEnd * limits.dt) * point.m_normalWorldOnB;
  responses_[static_cast<std::size_t>(first->getUserIndex())].shift += firstShare * shift;
  responses_[static_cast<std::size_t>(second->getUserIndex())].shift -= (1 - firstShare) * shift;
}

const std::vector<Impulses::ImpulseResponse>& Impulses::solve(const ContactLimits& limits) {
  if (manifolds_.empty()) return responses_;
  std::vector<btPersistentManifold*> manifolds;
  for (btPersistentManifold& manifold : manifolds_) {
    prepare(manifold, limits);
    manifolds.push_back(&manifold);
  }
  std::vector<btCollisionObject*> objects;
  for (btRigidBody& body : bodies_) objects.push_back(&body);

  btContactSolverInfo info;
  info.m_timeStep = limits.dt;
  info.m_numIterations = kIterations;
  info.m_leastSquaresResidualThreshold = limits.accuracy * limits.accuracy;
  info.m_erp2 = kCorrection;
  info.m_linearSlop = 0;  // prepare() subtracts the slop
  // Split impulses: separation velocities move overlapping bodies apart but are not kept, so penetrations
  // cause no explosions and no bounce.
  info.m_splitImpulse = 1;
  info.m_splitImpulsePenetrationThreshold = 0;
  info.m_splitImpulseTurnErp = 1;
  info.m_restitutionVelocityThreshold = 0;  // prepare() applies the threshold
  // No SOLVER_SIMD, which uses fused operations where the machine has them: plain arithmetic gives the same
  // bits on every machine. No warm start.
  info.m_solverMode = SOLVER_USE_2_FRICTION_DIRECTIONS;
  reset();
  solveGroup(objects.data(), static_cast<int>(objects.size()), manifolds.data(),
             static_cast<int>(manifolds.size()), nullptr, 0, info, nullptr, nullptr);
  return responses_;
}

btScalar Impulses::solveGroupCacheFriendlyFinish(btCollisionObject** bodies, int count,
                                                 const btContactSolverInfo& info) {
  for (int i = 0; i < m_tmpSolverBodyPool.size(); ++i) {
    const btSolverBody& solved = m_tmpSolverBodyPool[i];
    if (!solved.m_originalBody) continue;
    ImpulseResponse& response = responses_[static_cast<std::size_t>(solved.m_originalBody->getUserIndex())];
    response.push = solved.m_pushVelocity;
    response.turn = solved.m_turnVelocity;
  }
  for (int i = 0; i < m_tmpSolverContactConstraintPool.size(); ++i) {
    const btSolverConstraint& contact = m_tmpSolverContactConstraintPool[i];
    if (!(btScalar(contact.m_appliedImpulse) > 0 || btScalar(contact.m_appliedPushImpulse) > 0)) continue;
    for (const int id : {contact.m_solverBodyIdA, contact.m_solverBodyIdB})
      if (const btRigidBody* body = m_tmpSolverBodyPool[id].m_originalBody)
        responses_[static_cast<std::size_t>(body->getUserIndex())].touched = true;
  }
  return btSequentialImpulseConstraintSolver::solveGroupCacheFriendlyFinish(bodies, count, info);
}

}  // namespace ooze
