// Accelerations by the pressure.
#include "reference/mps_reference.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace ooze::mps_reference {
namespace {

using Vector3 = Eigen::Vector3d;
using Matrix3 = Eigen::Matrix3d;

Vector3 vectorOf(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
glm::dvec3 vectorOf(const Vector3& v) { return {v.x(), v.y(), v.z()}; }

constexpr double kReleased = 1.4;  // twice the fraction of the push along walls that is left out

bool isInside(const State& s, const std::vector<Role>& role, std::size_t i) {
  return s.flows(i) && role[i] == Role::Unknown;
}

/// Returns the moments of the directions to the neighbours of a point, over their mean.
Matrix3 momentsOf(const State& s, std::size_t i) {
  Matrix3 moments = Matrix3::Zero();
  for (std::size_t j = 0; j < s.size(); ++j) {
    if (j == i || s.points[j].kind == Kind::Hidden) continue;
    const Vector3 e = vectorOf(s.offset(i, j)) / s.distance(i, j);
    moments += weight(s.distance(i, j)) * e * e.transpose();
  }
  return moments * 3.0 / moments.trace();
}

/// Returns the matrix that makes the pressure of a point isotropic: the inverse of the moments in its
/// neighbourhood.
Matrix3 isotropy(const State& s, const std::vector<Role>& role, std::size_t i) {
  if (!isInside(s, role, i)) return Matrix3::Identity();
  Matrix3 mean = weight(1.0) * momentsOf(s, i);
  double all = weight(1.0);
  for (std::size_t j = 0; j < s.size(); ++j) {
    const double w = j == i || !isInside(s, role, j) ? 0.0 : weight(s.distance(i, j));
    if (w > 0.0) mean += w * momentsOf(s, j), all += w;
  }
  mean /= all;
  const double trace = mean.trace() / 3.0;
  if (mean.determinant() <= 0.4 * trace * trace * trace) return Matrix3::Identity();
  return trace * mean.inverse();
}

/// Returns the projection onto the normals of the solids beside a point: eigenvalues of the normals' moments
/// near the largest become 1, and small ones nearly 0.
Matrix3 normalsBeside(const State& s, std::size_t i) {
  Matrix3 normals = Matrix3::Zero();
  for (std::size_t j = 0; j < s.size(); ++j) {
    if (j == i || s.points[j].isParticle) continue;
    const Vector3 n = vectorOf(s.points[j].normal);
    normals += weight(s.distance(i, j)) * n * n.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Matrix3> solver(normals);
  Vector3 q = solver.eigenvalues();
  const double cubes = q.array().pow(3.0).sum();
  if (!(cubes > 0.0)) return Matrix3::Identity();
  q *= q.array().square().sum() / cubes;
  const Vector3 h = 3.0 * q.array().square() - 2.0 * q.array().pow(3.0);
  return solver.eigenvectors() * h.asDiagonal() * solver.eigenvectors().transpose();
}

}  // namespace

Accelerations accelerations(const State& s, const std::vector<Role>& role, const Pressures& found) {
  const double factor = 3.0 / (Lattice().n0 * s.spacing);
  std::vector<Matrix3> onLiquid, onSolids;
  for (std::size_t i = 0; i < s.size(); ++i) {
    onLiquid.emplace_back(found.p[i] * isotropy(s, role, i));
    onSolids.push_back(onLiquid.back());
    if (s.flows(i)) onSolids.back() -= kReleased * found.p[i] * (Matrix3::Identity() - normalsBeside(s, i));
  }
  Accelerations acceleration;
  std::vector<Vector3> uneven;
  for (std::size_t i = 0; i < s.size(); ++i) {
    Vector3 sum = Vector3::Zero(), own = Vector3::Zero();
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (j == i || role[i] == Role::None || role[j] == Role::None) continue;
      const bool isAtSolid = !s.points[i].isParticle || !s.points[j].isParticle;
      const std::vector<Matrix3>& stress = isAtSolid ? onSolids : onLiquid;
      const double q = s.distance(i, j);
      sum -= weight(q) / (q * q) * (stress[i] + stress[j]) * vectorOf(s.offset(i, j));
      own -= weight(q) / (q * q) * 2.0 * stress[i] * vectorOf(s.offset(i, j));
    }
    // Points that take no part have no density.
    acceleration.whole.push_back(role[i] == Role::None ? glm::dvec3(0.0)
                                                       : vectorOf(Vector3(factor / found.rho[i] * sum)));
    uneven.emplace_back(s.flows(i) ? Vector3(0.3 * factor * own) : Vector3::Zero());
  }
  std::vector<Vector3> left = uneven;
  for (std::size_t j = 0; j < s.size(); ++j) {
    double all = 0.0;
    for (std::size_t i = 0; i < s.size(); ++i)
      if (i != j && s.flows(i)) all += weight(s.distance(i, j));
    for (std::size_t i = 0; i < s.size(); ++i)
      if (i != j && s.flows(i) && s.flows(j) && all > 0.0)
        left[i] -= weight(s.distance(i, j)) / all * uneven[j];
  }
  for (std::size_t i = 0; i < s.size(); ++i)
    acceleration.shift.push_back(s.flows(i) ? vectorOf(Vector3(left[i] / found.rho[i])) : glm::dvec3(0.0));
  return acceleration;
}

}  // namespace ooze::mps_reference
