// Viscosity and the damping of noise.
#include "reference/mps_reference.h"

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace ooze::mps_reference {
namespace {

using Motion = Eigen::Matrix<double, 3, 6>;  ///< maps the motion of a body to the velocity of a point

Eigen::Vector3d eigenVectorOf(const glm::dvec3& v) { return {v.x, v.y, v.z}; }

Eigen::Matrix3d matrixOf(const glm::dmat3& m) {
  Eigen::Matrix3d e;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l) e(k, l) = m[l][k];
  return e;
}

/// Returns the motion of the body of point j at point i.
Motion motionOf(const State& s, std::size_t i, std::size_t j) {
  const glm::dvec3 r = s.points[i].x - s.bodies[static_cast<std::size_t>(s.points[j].body)].centre;
  Motion motion;
  for (int k = 0; k < 3; ++k) {
    glm::dvec3 axis(0.0);
    axis[k] = 1.0;
    motion.col(k) = eigenVectorOf(axis), motion.col(3 + k) = eigenVectorOf(glm::cross(axis, r));
  }
  return motion;
}

Eigen::Matrix<double, 6, 1> motionOf(const RigidBody& body) {
  Eigen::Matrix<double, 6, 1> u;
  u << eigenVectorOf(body.velocity), eigenVectorOf(body.turn);
  return u;
}

void setMotion(RigidBody& body, const Eigen::Matrix<double, 6, 1>& u) {
  body.velocity = glm::dvec3(u[0], u[1], u[2]), body.turn = glm::dvec3(u[3], u[4], u[5]);
}

Eigen::Matrix<double, 6, 6> massOf(const RigidBody& body) {
  Eigen::Matrix<double, 6, 6> mass = Eigen::Matrix<double, 6, 6>::Zero();
  mass.topLeftCorner<3, 3>() = body.mass * Eigen::Matrix3d::Identity();
  mass.bottomRightCorner<3, 3>() = matrixOf(body.inertia);
  return mass;
}

double harmonic(double a, double b) { return a + b > 0.0 ? 2.0 * a * b / (a + b) : 0.0; }

/// Returns (u_i - u_j) over (u_i - u_solid), where u is linear and equals the solid's velocity on the solid's
/// surface.
double mirrored(const State& s, std::size_t i, std::size_t j) {
  const Point& solid = s.points[j];
  const double away = std::abs(glm::dot(s.points[i].x - solid.x, solid.normal)) - solid.depth;
  return 1.0 + solid.friction * solid.depth / std::max(away, 0.5 * s.spacing);
}

/// Returns the viscous coupling dt mu w of a pair whose particle i is liquid. A solid takes the viscosity of
/// the liquid in contact, and acts in proportion to its friction.
double exchange(const State& s, std::size_t i, std::size_t j, double dt) {
  const double own = s.of(i).viscosity, other = s.flows(j) ? s.of(j).viscosity : own;
  const double f = s.points[j].friction;
  const double part = s.flows(j) ? 1.0 : s.points[j].kind == Kind::Hidden ? f : 0.5 * (1.0 + f);
  return (s.flows(j) ? 1.0 : mirrored(s, i, j)) * part * laplacian(s) * dt * harmonic(own, other) *
         weight(s.distance(i, j));
}

/// Returns the viscous coupling in the row of a slip particle i of a solid; 0 if i does not see j.
double exchangeAlong(const State& s, std::size_t i, std::size_t j, double dt) {
  if (s.flows(j)) return exchange(s, j, i, dt);
  // A no-slip solid beside i acts on i as liquid with the local mean viscosity.
  if (s.points[j].friction < 1.0 || glm::dot(s.offset(i, j), s.points[i].normal) <= 0.0) return 0.0;
  double sum = 0.0, mu = 0.0;
  for (std::size_t k = 0; k < s.size(); ++k)
    if (s.flows(k)) sum += weight(s.distance(i, k)), mu += weight(s.distance(i, k)) * s.of(k).viscosity;
  return sum > 0.0
             ? 0.5 * (1.0 + s.points[i].friction) * laplacian(s) * dt * mu / sum * weight(s.distance(i, j))
             : 0.0;
}

/// Returns the exchange of a pair whose particle i is liquid, as a matrix: liquid exchanges the velocity
/// along the line of the pair, some five times as strongly.
glm::dmat3 exchangeMatrix(const State& s, std::size_t i, std::size_t j, double dt) {
  const double a = exchange(s, i, j, dt);
  if (!s.flows(j)) return glm::dmat3(a);
  const glm::dvec3 line = s.offset(i, j) / s.distance(i, j);
  return Lattice().alongLine * a * glm::outerProduct(line, line);
}

/// Returns the exchange between liquid particle i and a slip solid across its surface: 2 mu du/dn.
glm::dmat3 exchangeAcross(const State& s, std::size_t i, std::size_t j, double dt) {
  const Point& p = s.points[j];
  if (s.flows(j) || p.friction == 1.0) return glm::dmat3(0.0);
  const double away = std::max(std::abs(glm::dot(s.points[i].x - p.x, p.normal)) - p.depth, 0.5 * s.spacing);
  return 2.0 * (1.0 - p.friction) * (1.0 + p.depth / away) * laplacian(s) * dt * s.of(i).viscosity *
         weight(s.distance(i, j)) * glm::outerProduct(p.normal, p.normal);
}

/// Returns true for a particle of the outermost layer of a slip solid: the particle has no mass and moves
/// along with the liquid.
bool slipsWithLiquid(const State& s, std::size_t i) {
  return s.points[i].kind == Kind::Wall && s.points[i].friction < 1.0;
}

/// Returns the part of the exchange with a solid's point that the solid itself feels.
double heldBy(const State& s, std::size_t j) { return slipsWithLiquid(s, j) ? s.points[j].friction : 1.0; }

}  // namespace

std::vector<glm::dvec3> solveViscosity(const State& s, double dt, std::vector<RigidBody>* bodies) {
  std::vector<std::size_t> unknown, number(s.size(), s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    if (s.flows(i) || slipsWithLiquid(s, i)) number[i] = unknown.size(), unknown.push_back(i);
  const auto points = static_cast<Eigen::Index>(3 * unknown.size());
  const auto n = points + 6 * static_cast<Eigen::Index>(s.bodies.size());
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n);
  const auto addBlock = [&](std::size_t row, std::size_t column, const glm::dmat3& block) {
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        entries.emplace_back(static_cast<int>(3 * row) + k, static_cast<int>(3 * column) + l, block[l][k]);
  };
  // Adds the exchange `block` of the row u of a point with a solid's point j that is no unknown.
  const auto addSolid = [&](std::size_t u, std::size_t j, const glm::dmat3& block) {
    const auto row = static_cast<Eigen::Index>(3 * u);
    if (s.points[j].body < 0) {
      right.segment<3>(row) += eigenVectorOf(block * s.points[j].v);
      return;
    }
    const Eigen::Index column = points + 6 * Eigen::Index{s.points[j].body};
    const Motion motion = motionOf(s, unknown[u], j);
    const Motion exchanged = matrixOf(block) * motion;
    const Eigen::Matrix<double, 6, 6> own = motion.transpose() * exchanged;
    for (int k = 0; k < 6; ++k) {
      for (int l = 0; l < 3; ++l) {
        entries.emplace_back(static_cast<int>(row) + l, static_cast<int>(column) + k, -exchanged(l, k));
        entries.emplace_back(static_cast<int>(column) + k, static_cast<int>(row) + l, -exchanged(l, k));
      }
      for (int l = 0; l < 6; ++l)
        entries.emplace_back(static_cast<int>(column) + l, static_cast<int>(column) + k, own(l, k));
    }
  };
  for (std::size_t u = 0; u < unknown.size(); ++u) {
    const std::size_t i = unknown[u];
    const bool flows = s.flows(i);
    glm::dmat3 diagonal(flows ? s.of(i).density : 0.0);
    right.segment<3>(static_cast<Eigen::Index>(3 * u)) += eigenVectorOf(diagonal * s.points[i].v);
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (j == i) continue;
      const glm::dmat3 part = flows ? exchangeMatrix(s, i, j, dt) : glm::dmat3(exchangeAlong(s, i, j, dt));
      diagonal += part;
      if (number[j] < s.size())
        addBlock(u, number[j], -part);
      else
        addSolid(u, j, part);
      const glm::dmat3 across = flows ? exchangeAcross(s, i, j, dt) : glm::dmat3(0.0);
      diagonal += across, addSolid(u, j, across);
    }
    if (!flows) {
      const double f = s.points[i].friction, all = diagonal[0][0],
                   tie = all > 0.0 ? f / (1.0 - f) * all : 1.0;
      diagonal += glm::dmat3(tie);
      if (all > 0.0)
        addSolid(u, i, glm::dmat3(tie));
      else
        right.segment<3>(static_cast<Eigen::Index>(3 * u)) += eigenVectorOf(s.points[i].v);
    }
    addBlock(u, u, diagonal);
  }
  for (std::size_t b = 0; b < s.bodies.size(); ++b) {
    const Eigen::Index row = points + 6 * static_cast<Eigen::Index>(b);
    const Eigen::Matrix<double, 6, 6> mass = massOf(s.bodies[b]) / s.volume();
    for (int k = 0; k < 6; ++k)
      for (int l = 0; l < 6; ++l)
        entries.emplace_back(static_cast<int>(row) + k, static_cast<int>(row) + l, mass(k, l));
    right.segment<6>(row) += mass * motionOf(s.bodies[b]);
  }
  Eigen::SparseMatrix<double> a(n, n);
  a.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> direct(a);
  const Eigen::VectorXd x = direct.solve(right);
  std::vector<glm::dvec3> v;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto u = static_cast<Eigen::Index>(3 * number[i]);
    v.push_back(s.flows(i) ? glm::dvec3(x[u], x[u + 1], x[u + 2]) : s.points[i].v);
  }
  if (bodies) *bodies = s.bodies;
  for (std::size_t b = 0; bodies && b < s.bodies.size(); ++b)
    setMotion((*bodies)[b], x.segment<6>(points + 6 * static_cast<Eigen::Index>(b)));
  return v;
}

std::vector<glm::dvec3> applyViscosityExplicitly(const State& given, double dt,
                                                 std::vector<RigidBody>* bodies) {
  State s = given;
  for (std::size_t b = 0; b < s.bodies.size(); ++b) {
    const Eigen::Matrix<double, 6, 6> mass = massOf(s.bodies[b]) / s.volume();
    Eigen::Matrix<double, 6, 6> a = mass;
    Eigen::Matrix<double, 6, 1> right = mass * motionOf(s.bodies[b]);
    for (std::size_t i = 0; i < s.size(); ++i)
      for (std::size_t j = 0; s.flows(i) && j < s.size(); ++j) {
        if (s.points[j].body != static_cast<int>(b)) continue;
        const glm::dmat3 block = heldBy(s, j) * exchangeMatrix(s, i, j, dt) + exchangeAcross(s, i, j, dt);
        const Motion motion = motionOf(s, i, j);
        a += motion.transpose() * matrixOf(block) * motion;
        right += motion.transpose() * eigenVectorOf(block * s.points[i].v);
      }
    setMotion(s.bodies[b], a.ldlt().solve(right));
  }
  for (std::size_t j = 0; j < s.size(); ++j)
    if (const int b = s.points[j].body; b >= 0) {
      const Eigen::Vector3d v = motionOf(s, j, j) * motionOf(s.bodies[static_cast<std::size_t>(b)]);
      s.points[j].v = glm::dvec3(v.x(), v.y(), v.z());
    }
  if (bodies) *bodies = s.bodies;
  std::vector<glm::dvec3> v, seen;
  for (std::size_t j = 0; j < s.size(); ++j) {
    seen.push_back(s.points[j].v);
    double sum = 0.0;
    glm::dvec3 of(0.0);
    for (std::size_t i = 0; slipsWithLiquid(s, j) && i < s.size(); ++i)
      if (const double a = i == j ? 0.0 : exchangeAlong(s, j, i, dt); a > 0.0)
        sum += a, of += a * s.points[i].v;
    if (sum > 0.0) seen[j] = glm::mix(of / sum, s.points[j].v, s.points[j].friction);
  }
  for (std::size_t i = 0; i < s.size(); ++i) {
    v.push_back(s.points[i].v);
    for (std::size_t j = 0; s.flows(i) && j < s.size(); ++j)
      if (j != i) {
        const glm::dmat3 part = exchangeMatrix(s, i, j, dt), across = exchangeAcross(s, i, j, dt);
        v[i] +=
            (part * (seen[j] - s.points[i].v) + across * (s.points[j].v - s.points[i].v)) / s.of(i).density;
        // A body acts with the velocity that it has at the particle.
        if (const int b = s.points[j].body; b >= 0)
          v[i] += (heldBy(s, j) * part + across) *
                  glm::cross(s.bodies[static_cast<std::size_t>(b)].turn, s.points[i].x - s.points[j].x) /
                  s.of(i).density;
      }
  }
  return v;
}

std::vector<glm::dvec3> calmNoise(const State& s, double part) {
  const Lattice lattice;
  const auto isAlike = [&](std::size_t i, std::size_t j) {
    return j != i && s.flows(i) && s.flows(j) && s.of(i).density == s.of(j).density;
  };
  const auto applied = [&](const std::vector<glm::dvec3>& to) {
    std::vector<glm::dvec3> sums(s.size(), glm::dvec3(0.0));
    for (std::size_t i = 0; i < s.size(); ++i)
      for (std::size_t j = 0; j < s.size(); ++j) {
        if (!isAlike(i, j)) continue;
        const double q = s.distance(i, j);
        sums[i] += lattice.alongLine * std::min(weight(q), weight(1.0)) / (q * q) *
                   glm::dot(to[j] - to[i], s.offset(i, j)) * s.offset(i, j) / lattice.n0;
      }
    return sums;
  };
  std::vector<glm::dvec3> v;
  for (const Point& p : s.points) v.push_back(p.v);
  std::vector<glm::dvec3> rough = applied(v);
  for (std::size_t i = 0; i < s.size(); ++i) {
    double n = 0.0;
    for (std::size_t j = 0; j < s.size(); ++j)
      if (isAlike(i, j)) n += weight(s.distance(i, j)) / lattice.n0;
    const double dense = std::max(1.0, n);
    rough[i] *= std::clamp((n - 0.93) / 0.07, 0.0, 1.0) / std::pow(dense, 4.0);
  }
  const std::vector<glm::dvec3> lost = applied(rough);
  for (std::size_t i = 0; i < s.size(); ++i) v[i] -= part * lost[i];
  return v;
}

}  // namespace ooze::mps_reference
