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

std::vector<glm::dvec3> accelerations(const State& s, const std::vector<Role>& role, const Pressures& found) {
  const Lattice lattice;
  const bool isOne = std::ranges::all_of(
      s.liquids, [&](const Liquid& liquid) { return liquid.density == s.liquids.front().density; });
  std::vector<Matrix3> onLiquid, onSolids;
  for (std::size_t i = 0; i < s.size(); ++i) {
    onLiquid.emplace_back(found.p[i] * (isOne ? isotropy(s, role, i) : Matrix3::Identity()));
    onSolids.push_back(onLiquid.back());
    if (isOne && s.flows(i)) onSolids.back() -= found.p[i] * (Matrix3::Identity() - normalsBeside(s, i));
  }
  std::vector<glm::dvec3> acceleration;
  for (std::size_t i = 0; i < s.size(); ++i) {
    Vector3 sum = Vector3::Zero();
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (j == i || role[i] == Role::None || role[j] == Role::None) continue;
      const bool isAtSolid = !s.points[i].isParticle || !s.points[j].isParticle;
      const std::vector<Matrix3>& stress = isAtSolid ? onSolids : onLiquid;
      const double q = s.distance(i, j);
      sum -= weight(q) / (q * q) * (stress[i] + stress[j]) * vectorOf(s.offset(i, j)) / found.rho[i];
    }
    acceleration.push_back(vectorOf(Vector3(3.0 / (lattice.n0 * s.spacing) * sum)));
  }
  return acceleration;
}

}  // namespace ooze::mps_reference
