#include "bodies/contact_solver.h"

#include "base/earth_gravity.h"
#include "bodies/collider.h"
#include "bodies/sequential_impulses.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

namespace ooze {
namespace {

// Lengths are in the solver's unit, about the half width of the smallest moving body.
constexpr btScalar kLeastReach = 0.05f;  // contacts are found this far ahead even without motion
constexpr btScalar kSlop = 0.002f;       // penetration that is not corrected
// Limits of the speed at which overlapping bodies separate. Bodies that stand in liquid move it aside, and a
// faster separation throws liquid that has no way out.
constexpr btScalar kSeparationSpeed = 10.f;  // [1/s]
constexpr float kSeparationFroude = 0.2f;  // over sqrt(g L), for the half width L of the smallest moving body
constexpr float kBounceSpeed = 0.05f;      // contacts that approach more slowly do not bounce [m/s]
constexpr float kVelocityAccuracy = 2e-6f;  // velocity change at which iteration stops [m/s]

/// Returns the greatest speed at which overlapping bodies separate without throwing liquid, in the solver's
/// units.
btScalar separationSpeedInLiquid(const Vec3& gravity, float scale) {
  return kSeparationFroude * std::sqrt(gravityOrEarths(gravity) * scale);
}

/// Returns the length scale, a power of two, so that scaling never rounds.
/// Bullet's tolerances are made for bodies of about one unit.
float unitsPerMetre(const std::vector<Body>& bodies) {
  double smallest = 1e30;
  for (const Body& body : bodies)
    if (body.isMoved()) smallest = std::min(smallest, 0.5 * std::cbrt(body.unitMass.volume));
  return static_cast<float>(std::ldexp(1.0, -std::ilogb(std::max(smallest, 1e-6))));
}

/// Returns the mass scale: a power of two that makes the heaviest body about 1.
double unitsPerKilogram(const std::vector<Body>& bodies) {
  double heaviest = 1e-30;
  for (const Body& body : bodies)
    if (body.isMoved()) heaviest = std::max(heaviest, body.mass());
  return std::ldexp(1.0, -std::ilogb(heaviest));
}

Vec3 fromBullet(const btVector3& v, float scale = 1.f) {
  return {v.x() * scale, v.y() * scale, v.z() * scale};
}

btTransform frame(const Pose& pose, float scale) {
  const Quat& q = pose.orientation;
  return btTransform(btQuaternion(q.x, q.y, q.z, q.w), toBullet(pose.position, scale));
}

/// The principal moments of inertia, and the rotation from the principal axes to the body's frame.
struct PrincipalInertia {
  btMatrix3x3 axes = btMatrix3x3::getIdentity();
  btVector3 moments{0, 0, 0};
};

PrincipalInertia principalInertia(const glm::dmat3& inertia, double scale) {
  Eigen::Matrix3d matrix;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) matrix(row, column) = inertia[column][row] * scale;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(matrix);
  Eigen::Matrix3d axes = solver.eigenvectors();
  if (axes.determinant() < 0.0) axes.col(0) *= -1.0;
  PrincipalInertia principal;
  for (int row = 0; row < 3; ++row) {
    principal.moments[row] = static_cast<btScalar>(solver.eigenvalues()[row]);
    for (int column = 0; column < 3; ++column)
      principal.axes[row][column] = static_cast<btScalar>(axes(row, column));
  }
  return principal;
}

bool isSameSolid(const SolidShape& a, const SolidShape& b) {
  return a.kind == b.kind && a.size == b.size && a.openTop == b.openTop && a.mesh == b.mesh;
}

/// The cached collision geometry of a body.
struct CachedShape {
  SolidShape solid;
  bool convex;
  std::shared_ptr<const Collider> collider;
};

Aabb boundsOf(const Collider& collider, const btTransform& pose) {
  Aabb bounds;
  const auto include = [&](const btCollisionShape& shape) {
    btVector3 lower, upper;
    shape.getAabb(pose, lower, upper);
    bounds.include(fromBullet(lower));
    bounds.include(fromBullet(upper));
  };
  for (const ConvexPart& part : collider.parts) include(*part.core);
  if (collider.triangles) include(*collider.triangles->tree);
  if (!collider.halfSpaces.empty())
    bounds = {Vec3(-std::numeric_limits<float>::infinity()), Vec3(std::numeric_limits<float>::infinity())};
  return bounds;
}

/// Broad phase: returns true if two bounding boxes come within `reach` of each other. Only such pairs go to
/// the narrow phase.
bool meet(const Aabb& a, const Aabb& b, float reach) {
  return glm::all(glm::lessThanEqual(a.lower, b.upper + reach)) &&
         glm::all(glm::lessThanEqual(b.lower, a.upper + reach));
}

}  // namespace

struct ContactSolver::State {
  /// A present body of this time step, in the solver's units.
  struct PlacedBody {
    std::size_t index;
    const Collider* collider;
    btTransform pose;
    Aabb bounds;
    float radius = 0.f;  ///< bounding radius about the centre of mass; 0 if the body does not move freely
  };

  float scale = 0.f;
  std::vector<CachedShape> shapes;  // indexed by body
  std::vector<PlacedBody> placed;
  std::vector<ContactPoint> contacts;
  Impulses impulses;

  const Collider& colliderOf(const std::vector<Body>& bodies, std::size_t i);
  void place(const std::vector<Body>& bodies, std::size_t i, double massScale);
  [[nodiscard]] float reachOf(const std::vector<Body>& bodies, const PlacedBody& a, const PlacedBody& b,
                              float dt) const;
};

const Collider& ContactSolver::State::colliderOf(const std::vector<Body>& bodies, std::size_t i) {
  const SolidShape& solid = bodies[i].solid;
  const bool convex = bodies[i].motion == Motion::Dynamic;
  const auto fits = [&](const CachedShape& shape) {
    return shape.collider && shape.convex == convex && isSameSolid(shape.solid, solid);
  };
  if (!fits(shapes[i])) {
    const auto known = std::find_if(shapes.begin(), shapes.end(), fits);
    shapes[i] = {solid, convex,
                 known != shapes.end()
                     ? known->collider
                     : std::make_shared<const Collider>(makeCollider(solid, scale, convex))};
  }
  return *shapes[i].collider;
}

void ContactSolver::State::place(const std::vector<Body>& bodies, std::size_t i, double massScale) {
  const Body& body = bodies[i];
  const bool dynamic = body.isMoved();
  btRigidBody& rigid = impulses.body(i);
  PlacedBody place{i, &colliderOf(bodies, i), frame(body.previousPose, scale), {}};
  place.bounds = boundsOf(*place.collider, place.pose);

  btTransform centre = place.pose;
  if (dynamic) {
    const Vec3 centreOfMass(body.unitMass.centre);
    const double length2 = static_cast<double>(scale) * scale;
    const PrincipalInertia inertia =
        principalInertia(body.unitMass.inertia, body.density * massScale * length2);
    rigid.setMassProps(static_cast<btScalar>(body.mass() * massScale), inertia.moments);
    rigid.setCollisionFlags(0);
    centre.setOrigin(place.pose * toBullet(centreOfMass, scale));
    centre.setBasis(place.pose.getBasis() * inertia.axes);
    const Vec3 middle = fromBullet(centre.getOrigin());
    place.radius = glm::length(glm::max(place.bounds.upper - middle, middle - place.bounds.lower));
  } else {
    rigid.setMassProps(0, {0, 0, 0});
    rigid.setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
  }
  rigid.setWorldTransform(centre);
  rigid.updateInertiaTensor();
  rigid.setLinearVelocity(toBullet(body.velocity, scale));
  rigid.setAngularVelocity(toBullet(body.angularVelocity));
  placed.push_back(place);
}

/// Returns the distance at which contacts between two bodies must be found in this time step.
/// The distance covers their approach within dt and a little more, so that fast bodies collide before they
/// overlap (speculative contacts).
float ContactSolver::State::reachOf(const std::vector<Body>& bodies, const PlacedBody& a, const PlacedBody& b,
                                    float dt) const {
  const auto centre = [&](const PlacedBody& p) {
    const Body& body = bodies[p.index];
    return body.isMoved() ? body.previousPose.toWorld(Vec3(body.unitMass.centre))
                          : body.previousPose.position;
  };
  const auto spin = [&](const PlacedBody& p, const PlacedBody& other) {
    const float arm =
        p.radius > 0.f ? p.radius / scale : glm::distance(centre(p), centre(other)) + other.radius / scale;
    return glm::length(bodies[p.index].angularVelocity) * arm;
  };
  const float speed =
      glm::distance(bodies[a.index].velocity, bodies[b.index].velocity) + spin(a, b) + spin(b, a);
  return kLeastReach + scale * speed * dt;
}

ContactSolver::ContactSolver() : state_(std::make_unique<State>()) {}
ContactSolver::~ContactSolver() = default;
ContactSolver::ContactSolver(ContactSolver&&) noexcept = default;
ContactSolver& ContactSolver::operator=(ContactSolver&&) noexcept = default;

std::vector<ContactSolver::BodyResponse> ContactSolver::solve(std::vector<Body>& bodies, float dt,
                                                              const Vec3& gravity) {
  std::vector<BodyResponse> responses(bodies.size());
  if (!(dt > 0.f) || std::ranges::none_of(bodies, &Body::isMoved)) return responses;
  State& s = *state_;
  if (const float scale = unitsPerMetre(bodies); scale != s.scale) s.scale = scale, s.shapes.clear();
  s.shapes.resize(bodies.size());
  s.placed.clear();
  s.impulses.begin(bodies.size());
  const double massScale = unitsPerKilogram(bodies);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].present) s.place(bodies, i, massScale);

  for (auto a = s.placed.begin(); a != s.placed.end(); ++a)
    for (auto b = a + 1; b != s.placed.end(); ++b) {
      const Body &first = bodies[a->index], &second = bodies[b->index];
      if (!first.isMoved() && !second.isMoved()) continue;
      const float reach = s.reachOf(bodies, *a, *b, dt);
      if (!meet(a->bounds, b->bounds, reach)) continue;
      s.contacts.clear();
      findContacts(*a->collider, a->pose, *b->collider, b->pose, reach, s.contacts);
      s.impulses.addPair(a->index, b->index, s.contacts, std::sqrt(first.bodyFriction * second.bodyFriction),
                         std::max(first.restitution, second.restitution));
    }

  const std::vector<Impulses::ImpulseResponse>& solved = s.impulses.solve(
      {.dt = dt,
       .slop = kSlop,
       .separationSpeed = std::min<btScalar>(kSeparationSpeed, separationSpeedInLiquid(gravity, s.scale)),
       .bounceSpeed = (kBounceSpeed + 2.f * glm::length(gravity) * dt) * s.scale,
       .accuracy = kVelocityAccuracy * s.scale,
       .gravity = toBullet(gravity, s.scale)});
  for (const State::PlacedBody& place : s.placed) {
    Body& body = bodies[place.index];
    const Impulses::ImpulseResponse& response = solved[place.index];
    if (!body.isMoved() || !response.touched) continue;
    const btRigidBody& rigid = s.impulses.body(place.index);
    body.velocity = fromBullet(rigid.getLinearVelocity(), 1.f / s.scale);
    body.angularVelocity = fromBullet(rigid.getAngularVelocity());
    responses[place.index] = {true, fromBullet(response.push, 1.f / s.scale), fromBullet(response.turn),
                              fromBullet(response.shift, 1.f / s.scale)};
  }
  return responses;
}

}  // namespace ooze
