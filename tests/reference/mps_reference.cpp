#include "reference/mps_reference.h"

#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <numeric>

namespace ooze::mps_reference {
namespace {

using Matrix = Eigen::SparseMatrix<double>;

/// Returns every unknown connected to this unknown, including itself.
std::vector<std::size_t> tiedTo(std::size_t first, const std::vector<std::vector<std::size_t>>& ties,
                                std::vector<bool>& seen) {
  std::vector<std::size_t> all{first};
  seen[first] = true;
  for (std::size_t k = 0; k < all.size(); ++k)
    for (const std::size_t other : ties[all[k]])
      if (!seen[other]) seen[other] = true, all.push_back(other);
  return all;
}

/// Solves the pressure equation for one connected part of the unknowns.
/// @param pinned  true: the first unknown is fixed to 0
void solvePart(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, const std::vector<std::size_t>& part,
               bool pinned, std::vector<double>& x) {
  const std::size_t skip = pinned ? 1 : 0;
  const auto n = static_cast<Eigen::Index>(part.size() - skip);
  Matrix matrix(n, n);
  Eigen::VectorXd right(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto row = static_cast<Eigen::Index>(part[static_cast<std::size_t>(i) + skip]);
    right[i] = b[row];
    for (Eigen::Index j = 0; j < n; ++j)
      if (const double v = a(row, static_cast<Eigen::Index>(part[static_cast<std::size_t>(j) + skip]));
          v != 0.0)
        matrix.insert(i, j) = v;
  }
  matrix.makeCompressed();
  const Eigen::SimplicialLDLT<Matrix> direct(matrix);
  const Eigen::VectorXd found = n > 0 ? Eigen::VectorXd(direct.solve(right)) : right;
  for (const std::size_t u : part) x[u] = 0.0;
  for (Eigen::Index i = 0; i < n; ++i) x[part[static_cast<std::size_t>(i) + skip]] = found[i];
}

}  // namespace

double State::distance(std::size_t i, std::size_t j) const {
  return std::max(0.5, glm::length(offset(i, j)));
}

double laplacian(const State& s) {
  const Lattice lattice;
  return 6.0 / (lattice.lambda * lattice.n0 * s.spacing * s.spacing);
}

double weight(double q) { return q < kReach ? kReach / q - 1.0 : 0.0; }

Lattice::Lattice() {
  double cross = 0.0;  // sum of w (e_x e_y)^2 q^2
  for (int x = -3; x <= 3; ++x)
    for (int y = -3; y <= 3; ++y)
      for (int z = -3; z <= 3; ++z) {
        const double q = std::sqrt(x * x + y * y + z * z);
        if (q == 0.0 || q >= kReach) continue;
        n0 += weight(q), lambda += q * q * weight(q), neighbours += 1.0;
        cross += weight(q) * x * x * y * y / (q * q);
      }
  alongLine = lambda / (3.0 * cross);
  lambda /= n0;
}

std::vector<Density> densities(const State& s, double dt) {
  const Lattice lattice;
  std::vector<Density> all(s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    for (std::size_t j = 0; j < s.size(); ++j) {
      const double q = s.distance(i, j), w = weight(q);
      if (j == i || w == 0.0) continue;
      Density& d = all[i];
      d.n += w / lattice.n0, ++d.neighbours;
      d.side += w / lattice.n0 / q * s.offset(i, j);
      if (s.flows(j)) d.byLiquid += w / lattice.n0, ++d.liquid;
      // Relative motion of solids compresses no liquid.
      if (!s.flows(i) && !s.flows(j)) continue;
      const double slope = -kReach / (q * q);  // dw/dq, the derivative of the kernel weight
      const double parting = glm::dot(s.points[j].v - s.points[i].v, s.offset(i, j)) / q / s.spacing;
      d.compression += dt * slope * parting / lattice.n0 / lattice.response();
    }
  return all;
}

std::vector<Role> roles(const State& s, const std::vector<Density>& density) {
  const Lattice lattice;
  std::vector<Role> role(s.size(), Role::None);
  for (std::size_t i = 0; i < s.size(); ++i) {
    const Density& d = density[i];
    if (s.points[i].kind == Kind::Liquid) {
      const bool few = d.liquid < 3 || d.neighbours < 0.6 * lattice.neighbours;
      const bool lacks = d.n < 0.97 && glm::length(d.side) > 0.1;
      role[i] = lacks || few ? Role::Surface : Role::Unknown;
    } else if (s.points[i].kind == Kind::Wall) {
      const double room = std::max(0.1, 1.0 - (d.n - d.byLiquid));
      role[i] = d.byLiquid > 0.6 * room ? Role::Unknown : Role::None;
    }
  }
  return role;
}

std::vector<double> sources(const State& s, const std::vector<Density>& density,
                            const std::vector<Role>& role, double dt) {
  const Lattice lattice;
  std::vector<double> source(s.size(), 0.0);
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (role[i] != Role::Unknown) continue;
    source[i] = density[i].compression;
    if (!s.flows(i)) continue;
    const double before = (density[i].n - 1.0) / lattice.response() - density[i].compression;
    source[i] += std::min(1.0, dt * s.of(i).relaxation) * before;
  }
  return source;
}

Pressures pressures(const State& s, const std::vector<Role>& role, const std::vector<double>& source,
                    double dt) {
  Pressures found;
  found.p.assign(s.size(), 0.0), found.rho.assign(s.size(), 0.0);
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s.flows(i)) found.rho[i] = s.of(i).density;
    if (s.flows(i) || role[i] != Role::Unknown) continue;
    double sum = 0.0, of = 0.0;
    for (std::size_t j = 0; j < s.size(); ++j)
      if (s.flows(j)) sum += weight(s.distance(i, j)), of += weight(s.distance(i, j)) * s.of(j).density;
    found.rho[i] = of / sum;
  }
  std::vector<std::size_t> unknown, number(s.size(), s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    if (role[i] == Role::Unknown) number[i] = unknown.size(), unknown.push_back(i);
  const auto n = static_cast<Eigen::Index>(unknown.size());
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd b(n);
  std::vector<std::vector<std::size_t>> ties(unknown.size());
  std::vector<double> open(unknown.size(), 0.0);
  for (Eigen::Index u = 0; u < n; ++u) {
    const std::size_t i = unknown[static_cast<std::size_t>(u)];
    b[u] = source[i];
    for (std::size_t j = 0; j < s.size(); ++j) {
      const double w = j == i || role[j] == Role::None ? 0.0 : weight(s.distance(i, j));
      if (w == 0.0) continue;
      const double part = laplacian(s) * dt * dt * w * 0.5 * (1.0 / found.rho[i] + 1.0 / found.rho[j]);
      a(u, u) += part;
      if (role[j] == Role::Surface) {
        open[static_cast<std::size_t>(u)] += 1.0;  // p = 0 at the free surface
      } else {
        a(u, static_cast<Eigen::Index>(number[j])) -= part;
        ties[static_cast<std::size_t>(u)].push_back(number[j]);
      }
    }
  }
  if (n > 0) found.asymmetry = (a - a.transpose()).cwiseAbs().maxCoeff();
  std::vector<double> x(unknown.size(), 0.0);
  std::vector<bool> seen(unknown.size(), false);
  for (std::size_t u = 0; u < unknown.size(); ++u) {
    if (seen[u]) continue;
    const std::vector<std::size_t> part = tiedTo(u, ties, seen);
    // Skips an unknown without neighbours in the equation.
    if (a(static_cast<Eigen::Index>(u), static_cast<Eigen::Index>(u)) == 0.0) continue;
    // The net change of volume is limited to a tenth of a particle for each neighbour at the free surface.
    // The rest is removed evenly. Parts with less than one such neighbour for each unknown pass less.
    double sum = 0.0, past = 0.0, least = 1e300;
    for (const std::size_t k : part) sum += b[static_cast<Eigen::Index>(k)], past += 0.1 * open[k];
    past *= std::clamp(10.0 * past / static_cast<double>(part.size()), 0.05, 1.0);
    const double more = std::abs(sum) > past ? sum - std::copysign(past, sum) : 0.0;
    for (const std::size_t k : part)
      b[static_cast<Eigen::Index>(k)] -= more / static_cast<double>(part.size());
    if (past > 0.0) {
      solvePart(a, b, part, false, x);
      continue;
    }
    // An enclosed pocket has a constant volume, and the free constant is chosen such that the smallest p is
    // 0.
    ++found.pockets;
    solvePart(a, b, part, true, x);
    for (const std::size_t k : part) least = std::min(least, x[k]);
    for (const std::size_t k : part) x[k] -= least;
  }
  for (std::size_t u = 0; u < unknown.size(); ++u) found.p[unknown[u]] = std::max(0.0, x[u]);
  return found;
}

}  // namespace ooze::mps_reference
