// The velocities of one rigid body after a step in which many small masses touch it.
#pragma once

#include "ooze/bodies/bodies.h"

#include <Eigen/Core>
#include <glm/vec3.hpp>

namespace ooze {

/// Six equations, (M + sum J^T C J) u = b, for the velocities u = (V, omega) at the end of the step, where a
/// point at r from the centre of mass moves with J u = V + omega x r. Solved for the end of the step, a body
/// much lighter than what touches it neither chatters nor explodes.
class ImpulseSystem {
 public:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  ImpulseSystem() = default;
  /// The body alone, under gravity [m/s^2] and the spring that pulls it, over dt [s].
  ImpulseSystem(const Body& body, const Vec3& gravity, float dt);

  /// A mass [kg] at `r` from the centre that moves at `v` and takes from the body `along` of their relative
  /// velocity along the unit vector `n`, and `across` of the rest of it: an impulse of mass times K (v - J u)
  /// with K = along n n^T + across (1 - n n^T).
  void addContact(double mass, const glm::dvec3& r, const glm::dvec3& n, const glm::dvec3& v, double along,
                  double across);
  /// An impulse [kg m/s] at `r` from the centre.
  void addImpulse(const glm::dvec3& r, const glm::dvec3& impulse);
  ImpulseSystem& operator+=(const ImpulseSystem& other);

  [[nodiscard]] Vector6 solve() const;
  /// Velocity at `r` from the centre, of a body that moves with `u`.
  [[nodiscard]] static glm::dvec3 velocityAt(const Vector6& u, const glm::dvec3& r);

 private:
  Matrix6 matrix_ = Matrix6::Zero();
  Vector6 right_ = Vector6::Zero();
};

}  // namespace ooze
