#include "bodies/impulse_system.h"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <glm/mat3x3.hpp>

namespace ooze {
namespace {

// Rate of the critically damped mouse spring [1/s]: a dragged body follows in a tenth of a second without
// overshoot.
constexpr double kPullRate = 14.0;

Eigen::Vector3d eigen(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

Eigen::Matrix3d cross(const Eigen::Vector3d& r) {
  Eigen::Matrix3d m;
  m << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return m;
}

/// Returns the Jacobian row that maps u to the velocity along direction `n` at offset `r`.
ImpulseSystem::Vector6 row(const Eigen::Vector3d& r, const Eigen::Vector3d& n) {
  ImpulseSystem::Vector6 g;
  g << n, r.cross(n);
  return g;
}

/// Returns J^T J of the point at offset `r`.
ImpulseSystem::Matrix6 pointMatrix(const Eigen::Vector3d& r) {
  const Eigen::Matrix3d x = cross(r);
  ImpulseSystem::Matrix6 m;
  m << Eigen::Matrix3d::Identity(), -x, x, -x * x;
  return m;
}

}  // namespace

ImpulseSystem::Matrix6 ImpulseSystem::massOf(const Body& body) {
  const glm::dmat3 turn = glm::mat3_cast(glm::dquat(body.pose.orientation));
  const glm::dmat3 inertia =
      static_cast<double>(body.density) * (turn * body.unitMass.inertia * glm::transpose(turn));
  Matrix6 mass = Matrix6::Zero();
  mass.topLeftCorner<3, 3>() = body.mass() * Eigen::Matrix3d::Identity();
  for (int column = 0; column < 3; ++column)
    for (int line = 0; line < 3; ++line) mass(3 + line, 3 + column) = inertia[column][line];
  return mass;
}

ImpulseSystem::ImpulseSystem(const Body& body, const Vec3& gravity, float dt) : matrix_(massOf(body)) {
  Vector6 u;
  u << eigen(body.velocity) + static_cast<double>(dt) * eigen(gravity), eigen(body.angularVelocity);
  right_ = matrix_ * u;
  if (!body.pull) return;
  // Adds the mouse spring implicitly: stiffness and damping act with their values at the end of the time
  // step.
  const glm::dvec3 centre(body.centre());
  const glm::dvec3 r = glm::dvec3(body.pose.toWorld(body.pull->anchor)) - centre;
  const glm::dvec3 anchorNow(body.previousPose.toWorld(body.pull->anchor));
  const double stiffness = body.mass() * kPullRate * kPullRate, damping = 2.0 * body.mass() * kPullRate;
  const double time = dt;
  matrix_ += time * (damping + stiffness * time) * pointMatrix(eigen(r));
  addImpulse(r, time * stiffness * (glm::dvec3(body.pull->target) - anchorNow));
}

void ImpulseSystem::addContact(double mass, const glm::dvec3& r, const glm::dvec3& n, const glm::dvec3& v,
                               double along, double across) {
  const Eigen::Vector3d at = eigen(r);
  const Vector6 g = row(at, eigen(n));
  const double normal = mass * (along - across);
  matrix_.noalias() += normal * g * g.transpose();
  right_ += normal * glm::dot(n, v) * g;
  if (across == 0.0) return;
  matrix_ += mass * across * pointMatrix(at);
  addImpulse(r, mass * across * v);
}

void ImpulseSystem::addImpulse(const glm::dvec3& r, const glm::dvec3& impulse) {
  right_ += row(eigen(r), eigen(impulse));
}

ImpulseSystem& ImpulseSystem::operator+=(const ImpulseSystem& other) {
  matrix_ += other.matrix_;
  right_ += other.right_;
  return *this;
}

ImpulseSystem::Vector6 ImpulseSystem::solve() const { return matrix_.ldlt().solve(right_); }

ImpulseSystem::Matrix6 ImpulseSystem::mobility() const {
  const Matrix6 inverse = matrix_.ldlt().solve(Matrix6::Identity());
  return 0.5 * (inverse + inverse.transpose());
}

glm::dvec3 ImpulseSystem::velocityAt(const Vector6& u, const glm::dvec3& r) {
  return glm::dvec3(u[0], u[1], u[2]) + glm::cross(glm::dvec3(u[3], u[4], u[5]), r);
}

}  // namespace ooze
