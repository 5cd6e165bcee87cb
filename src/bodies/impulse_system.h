// Implicit 6x6 system for the velocities of one rigid body that many small masses touch.
#pragma once

#include "ooze/bodies/bodies.h"

#include <Eigen/Core>
#include <glm/vec3.hpp>

namespace ooze {

/// The linear system (M + sum J^T C J) u = b for one body's velocities after the time step.
/// Here u = (V, omega), and a point at r from the centre of mass moves with J u = V + omega x r. Solving for
/// the end of the time step keeps a body stable that is much lighter than the masses that touch it.
class ImpulseSystem {
 public:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;

  ImpulseSystem() = default;
  /// Sets up the body without contacts, under gravity [m/s^2] and its mouse spring, over dt [s].
  ImpulseSystem(const Body& body, const Vec3& gravity, float dt);

  /// Returns the mass and the moments of inertia of a body, in world axes [kg, kg m^2].
  [[nodiscard]] static Matrix6 massOf(const Body& body);

  /// Adds contact with a mass [kg] at `r` from the centre of mass that moves at `v`.
  /// The contact gives the body the impulse mass K (v - J u) with K = along n n^T + across (1 - n n^T).
  /// @param n       unit contact normal
  /// @param along   fraction of the relative velocity along `n` that is transferred [1]
  /// @param across  fraction of the tangential relative velocity that is transferred [1]
  void addContact(double mass, const glm::dvec3& r, const glm::dvec3& n, const glm::dvec3& v, double along,
                  double across);
  /// Adds an explicit impulse [kg m/s] at `r` from the centre of mass.
  void addImpulse(const glm::dvec3& r, const glm::dvec3& impulse);
  ImpulseSystem& operator+=(const ImpulseSystem& other);

  /// Returns the solution u = (V, omega) [m/s, rad/s].
  [[nodiscard]] Vector6 solve() const;
  /// Returns the matrix M + sum J^T C J.
  [[nodiscard]] const Matrix6& matrix() const { return matrix_; }
  /// Returns the velocity that each component of an impulse gives to the body: the inverse of the matrix.
  [[nodiscard]] Matrix6 mobility() const;
  /// Returns the velocity at `r` from the centre of mass of a body that moves with `u`.
  [[nodiscard]] static glm::dvec3 velocityAt(const Vector6& u, const glm::dvec3& r);

 private:
  Matrix6 matrix_ = Matrix6::Zero();
  Vector6 right_ = Vector6::Zero();
};

}  // namespace ooze
