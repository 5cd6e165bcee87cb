// Reference implementation of SPH with shape matching: double precision, every pair, dense matrices. Slow,
// and written as the formulas stand.
#pragma once

#include <Eigen/Dense>
#include <array>
#include <cmath>
#include <cstdint>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <map>
#include <numbers>
#include <tuple>
#include <vector>

namespace ooze::shape_reference {

struct Particle {
  glm::dvec3 x, v, x0;
  std::uint32_t shape;
  std::uint8_t breaks;
  double mass, density, stiffness, cohesion, viscosity, alpha, shapeRate, damping, regionRadius;
};
using State = std::vector<Particle>;

/// Kernel q^2 (3 + c q) with q = 1 - r / h, in which densities (c = 4) and cohesion (c = -2) are sums.
inline double kernel(double r, double h, double c) {
  const double q = 1.0 - r / h;
  return q > 0.0 ? q * q * (3.0 + c * q) : 0.0;
}
/// Returns the slope dW/dr of the kernel.
inline double kernelSlope(double r, double h, double c) {
  const double q = 1.0 - r / h;
  return q > 0.0 ? -q * (6.0 + 3.0 * c * q) / h : 0.0;
}
inline constexpr double kOfDensity = 4.0, kOfCohesion = -2.0;
inline double viscosityLaplacian(double r, double h) {
  return r < h ? 45.0 / (std::numbers::pi * std::pow(h, 6)) * (h - r) : 0.0;
}

/// Returns the sum of the kernel around a particle of the cubic lattice of this spacing. The particle itself
/// counts 3 in the density and 1 in the cohesive density.
inline double latticeSum(double h, double spacing, double c) {
  double sum = c > 0.0 ? 3.0 : 1.0;
  for (int x = -4; x <= 4; ++x)
    for (int y = -4; y <= 4; ++y)
      for (int z = -4; z <= 4; ++z)
        if (x != 0 || y != 0 || z != 0) sum += kernel(spacing * std::sqrt(x * x + y * y + z * z), h, c);
  return sum;
}

/// Returns the SPH densities, over the density of the cubic lattice of this spacing.
inline std::vector<double> densities(const State& s, double h, double spacing, double c = kOfDensity) {
  const double lattice = latticeSum(h, spacing, c);
  std::vector<double> all;
  for (const Particle& a : s) {
    double sum = c > 0.0 ? 3.0 : 1.0;
    for (const Particle& b : s)
      if (&a != &b) sum += kernel(glm::distance(a.x, b.x), h, c);
    all.push_back(sum / lattice);
  }
  return all;
}

/// Returns the accelerations f / rho of eq. 1, 2 and 4.
/// Each pair is weighted by the mean of both alphas, or by 1 between different bodies, whose tension is
/// weighted by the fourth power of alpha instead. The forces of pressure and tension are those of a
/// potential: each pair has the sum of both pressures times the gradient of the kernel. Viscosity acts along
/// the line of centres.
inline std::vector<glm::dvec3> sphAccelerations(const State& s, double h, double spacing,
                                                const std::vector<std::uint32_t>& bodies) {
  const std::vector<double> rho = densities(s, h, spacing);
  const std::vector<double> cohesive = densities(s, h, spacing, kOfCohesion);
  const double lattice = latticeSum(h, spacing, kOfDensity);
  const auto pressure = [&](std::size_t i) {
    return s[i].stiffness * s[i].density * std::max(rho[i] - 1.0, 0.0);
  };
  const auto tension = [&](std::size_t i) { return s[i].cohesion * std::clamp(1.0 - cohesive[i], 0.0, 0.1); };
  std::vector<glm::dvec3> all;
  for (std::size_t i = 0; i < s.size(); ++i) {
    glm::dvec3 sum(0.0);
    for (std::size_t j = 0; j < s.size(); ++j) {
      const glm::dvec3 apart = s[i].x - s[j].x;
      const double r = glm::length(apart);
      if (j == i || r >= h) continue;
      const double volume = s[j].mass / (s[j].density * std::max(1.0, rho[j]));
      const double alpha = 0.5 * (s[i].alpha + s[j].alpha);
      const bool same = bodies[i] == bodies[j];
      const double contact = same ? alpha : 1.0, cohesion = same ? alpha : std::pow(alpha, 4);
      const double push = contact * (pressure(i) + pressure(j)) * -kernelSlope(r, h, kOfDensity) -
                          cohesion * (tension(i) + tension(j)) * -kernelSlope(r, h, kOfCohesion);
      const double viscosity = 0.5 * (s[i].viscosity + s[j].viscosity) * viscosityLaplacian(r, h);
      const double nearing = glm::dot(s[j].v - s[i].v, apart) / (r * r);
      sum += (volume / std::max(1.0, rho[i]) * contact * 5.0 * viscosity * nearing + push / (lattice * r)) *
             apart;
    }
    all.push_back(sum / s[i].density);
  }
  return all;
}

/// The shape matching regions as one dense matrix: a row for each region, a column for each particle. Every
/// particle has a region; regions of one cell are equal.
class Regions {
 public:
  Regions(const State& s, double edge) : s_(s), edge_(edge) {
    for (std::size_t i = 0; i < s.size(); ++i) {
      const auto key = keyOf(i);
      cellBreaks_[key] |= s[i].breaks;
      particles_[key].push_back(i);
      radius_[s[i].shape].first += s[i].regionRadius;
      radius_[s[i].shape].second += 1.0;
    }
    for (const auto& [key, of] : particles_) cells_.push_back(key);
    const auto n = static_cast<Eigen::Index>(cells_.size());
    Eigen::MatrixXd box = Eigen::MatrixXd::Identity(n, n);
    for (int axis = 0; axis < 3; ++axis) {
      Eigen::MatrixXd along(n, n);
      for (Eigen::Index a = 0; a < n; ++a)
        for (Eigen::Index b = 0; b < n; ++b)
          along(a, b) =
              alongRow(cells_[static_cast<std::size_t>(a)], cells_[static_cast<std::size_t>(b)], axis);
      box = along * box;
    }
    const auto count = static_cast<Eigen::Index>(s.size());
    weight = Eigen::MatrixXd::Zero(count, count);
    for (Eigen::Index a = 0; a < n; ++a)
      for (Eigen::Index b = 0; b < n; ++b)
        for (const std::size_t j : particles_[cells_[static_cast<std::size_t>(a)]])
          for (const std::size_t i : particles_[cells_[static_cast<std::size_t>(b)]])
            weight(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i)) = box(a, b);
    counts = weight.colwise().sum();
  }

  Eigen::MatrixXd weight;
  Eigen::RowVectorXd counts;  ///< |N_i|: number of regions that contain the particle

  /// Returns the goal offsets g - x, eq. 7, with rotations by singular value decomposition.
  [[nodiscard]] std::vector<glm::dvec3> offsets() const {
    const auto n = static_cast<Eigen::Index>(s_.size());
    std::vector<Eigen::Vector3d> goals(s_.size(), Eigen::Vector3d::Zero());
    for (Eigen::Index j = 0; j < n; ++j) {
      double mass = 0.0;
      Eigen::Vector3d c = Eigen::Vector3d::Zero(), c0 = c;
      for (Eigen::Index i = 0; i < n; ++i) {
        const double m = part(j, i);
        mass += m, c += m * vector(at(i).x), c0 += m * vector(at(i).x0);
      }
      c /= mass, c0 /= mass;
      Eigen::Matrix3d a = Eigen::Matrix3d::Zero();
      for (Eigen::Index i = 0; i < n; ++i)
        a += part(j, i) * (vector(at(i).x) - c) * (vector(at(i).x0) - c0).transpose();
      const Eigen::JacobiSVD<Eigen::Matrix3d> svd(a, Eigen::ComputeFullU | Eigen::ComputeFullV);
      Eigen::Vector3d sign(1.0, 1.0, (svd.matrixU() * svd.matrixV().transpose()).determinant());
      const Eigen::Matrix3d r = svd.matrixU() * sign.asDiagonal() * svd.matrixV().transpose();
      for (Eigen::Index i = 0; i < n; ++i)
        goals[static_cast<std::size_t>(i)] += weight(j, i) / counts(i) * (r * (vector(at(i).x0) - c0) + c);
    }
    std::vector<glm::dvec3> all;
    for (std::size_t i = 0; i < s_.size(); ++i)
      all.push_back(glm::dvec3(goals[i].x(), goals[i].y(), goals[i].z()) - s_[i].x);
    return all;
  }

  /// Returns the offset of each velocity to the mean rigid-body velocity of the particle's regions at the
  /// particle.
  [[nodiscard]] std::vector<glm::dvec3> rigidOffsets() const {
    const auto n = static_cast<Eigen::Index>(s_.size());
    std::vector<Eigen::Vector3d> sums(s_.size(), Eigen::Vector3d::Zero());
    for (Eigen::Index j = 0; j < n; ++j) {
      double mass = 0.0;
      Eigen::Vector3d c = Eigen::Vector3d::Zero(), v = c, spin = c;
      const auto share = [&](Eigen::Index i) {
        return weight(j, i) / counts(i) * at(i).mass * at(i).damping;
      };
      for (Eigen::Index i = 0; i < n; ++i)
        mass += share(i), c += share(i) * vector(at(i).x), v += share(i) * vector(at(i).v);
      c /= mass, v /= mass;
      Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
      for (Eigen::Index i = 0; i < n; ++i) {
        const Eigen::Vector3d r = vector(at(i).x) - c;
        inertia += share(i) * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
        spin += share(i) * r.cross(vector(at(i).v));
      }
      const Eigen::Vector3d turning = inertia.inverse() * spin;
      for (Eigen::Index i = 0; i < n; ++i)
        sums[static_cast<std::size_t>(i)] +=
            weight(j, i) / counts(i) * (v + turning.cross(vector(at(i).x) - c));
    }
    std::vector<glm::dvec3> all;
    for (std::size_t i = 0; i < s_.size(); ++i)
      all.push_back(glm::dvec3(sums[i].x(), sums[i].y(), sums[i].z()) - s_[i].v);
    return all;
  }

 private:
  using Key = std::tuple<std::uint32_t, int, int, int>;
  [[nodiscard]] const Particle& at(Eigen::Index i) const { return s_[static_cast<std::size_t>(i)]; }
  static Eigen::Vector3d vector(const glm::dvec3& v) { return {v.x, v.y, v.z}; }
  [[nodiscard]] double part(Eigen::Index j, Eigen::Index i) const {
    return weight(j, i) / counts(i) * at(i).mass * at(i).shapeRate;
  }
  [[nodiscard]] Key keyOf(std::size_t i) const {
    // Computes the cell in float, as the product does.
    const auto cell = [&](double x) {
      return static_cast<int>(std::floor(static_cast<float>(x) / static_cast<float>(edge_)));
    };
    const glm::dvec3& x = s_[i].x0;
    return {s_[i].shape, cell(x.x), cell(x.y), cell(x.z)};
  }
  static std::array<int, 3> place(const Key& k) { return {std::get<1>(k), std::get<2>(k), std::get<3>(k)}; }

  /// Returns the weight of cell b in the sum along the row of cell a.
  [[nodiscard]] double alongRow(const Key& a, const Key& b, int axis) const {
    if (std::get<0>(a) != std::get<0>(b)) return 0.0;
    const auto from = place(a), to = place(b);
    for (int k = 0; k < 3; ++k)
      if (k != axis && from[static_cast<std::size_t>(k)] != to[static_cast<std::size_t>(k)]) return 0.0;
    const auto k = static_cast<std::size_t>(axis);
    const int low = std::min(from[k], to[k]), high = std::max(from[k], to[k]);
    auto here = from;
    here[k] = low;
    for (int at = low, last = low; at < high;) {
      // Finds the next non-empty cell.
      auto next = here;
      for (next[k] = ++at; at < high && !holds(a, next); next[k] = ++at) {
      }
      if (at - last > 2) return 0.0;
      if ((breaksOf(a, here) >> axis & 1) != 0 || (breaksOf(a, next) >> axis & 8) != 0) return 0.0;
      here = next, last = at;
    }
    const auto& [sum, count] = radius_.at(std::get<0>(a));
    return std::clamp(sum / count / edge_ + 0.5 - (high - low), 0.0, 1.0);
  }
  static Key key(const Key& of, const std::array<int, 3>& p) { return {std::get<0>(of), p[0], p[1], p[2]}; }
  [[nodiscard]] bool holds(const Key& of, const std::array<int, 3>& p) const {
    return particles_.count(key(of, p)) > 0;
  }
  [[nodiscard]] int breaksOf(const Key& of, const std::array<int, 3>& p) const {
    return cellBreaks_.at(key(of, p));
  }

  const State& s_;
  double edge_;
  std::vector<Key> cells_;
  std::map<Key, std::uint8_t> cellBreaks_;
  std::map<Key, std::vector<std::size_t>> particles_;
  std::map<std::uint32_t, std::pair<double, double>> radius_;
};

}  // namespace ooze::shape_reference
