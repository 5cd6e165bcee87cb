#include "reference/mps_reference.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace ooze::mps_reference {
namespace {

using Matrix = Eigen::SparseMatrix<double>;

constexpr double kReach = 2.1;

/// Returns the factor 2 d / (lambda n0) of the Laplacian, eq. 7, in metres.
double laplacian(const State& s) {
  const Lattice lattice;
  return 6.0 / (lattice.lambda * lattice.n0 * s.spacing * s.spacing);
}

/// The velocity interpolated at a node, instead of eq. 23: the quadratic u + G d + 1/2 d H d around a
/// particle, by weighted least squares over the particle's neighbours. Solids move at their surfaces.
struct Fit {
  glm::dvec3 value, least, most;
  bool isInLiquid = true;  ///< true if a particle is near the node
};

using Series = Eigen::Matrix<double, 9, 1>;
Series seriesOf(const glm::dvec3& d) {
  Series row;
  row << d.x, d.y, d.z, d.x * d.x / 2.0, d.y * d.y / 2.0, d.z * d.z / 2.0, d.x * d.y, d.y * d.z, d.z * d.x;
  return row;
}

/// Interpolates the velocity at a node around the liquid particle nearest to the node.
/// @param of  the particle that the node belongs to; the nearest particle is chosen among its neighbours
Fit fitAt(const State& s, std::size_t of, const glm::dvec3& node) {
  std::size_t hub = of;
  for (std::size_t i = 0; i < s.size(); ++i)
    if (s.flows(i) && s.distance(of, i) < kReach + 0.2 &&
        glm::distance(s.points[i].x, node) < glm::distance(s.points[hub].x, node))
      hub = i;
  const glm::dvec3 own = s.points[hub].v;
  Eigen::Matrix<double, 9, 9> normal = Eigen::Matrix<double, 9, 9>::Zero();
  Eigen::Matrix<double, 9, 3> right = Eigen::Matrix<double, 9, 3>::Zero();
  Fit fit{own, own, own};
  double sum = 0.0;
  for (std::size_t j = 0; j < s.size(); ++j) {
    const Point& p = s.points[j];
    if (j == hub || p.kind == Kind::Hidden || p.friction < 1.0) continue;
    const glm::dvec3 d = (p.x + p.depth * p.normal - s.points[hub].x) / s.spacing, more = p.v - own;
    const double w = weight(std::max(0.5, glm::length(d)));
    if (s.distance(hub, j) >= kReach + 0.2 || w <= 0.0) continue;
    const Series row = seriesOf(d);
    normal += w * row * row.transpose();
    right += w * row * Eigen::RowVector3d(more.x, more.y, more.z);
    sum += w;
    fit.least = glm::min(fit.least, p.v), fit.most = glm::max(fit.most, p.v);
  }
  for (int k = 0; k < 9; ++k) normal(k, k) += (k < 3 ? 1e-6 : 1e-4) * std::max(sum, 1.0);
  const Eigen::Matrix<double, 9, 3> x = normal.fullPivLu().solve(right);
  const Eigen::RowVector3d more = seriesOf((node - s.points[hub].x) / s.spacing).transpose() * x;
  fit.value += glm::dvec3(more[0], more[1], more[2]);
  fit.isInLiquid = glm::distance(s.points[hub].x, node) <= 1.1 * s.spacing;
  return fit;
}

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

/// Returns true for a particle of the outermost layer of a slip solid: the particle has no mass and moves
/// along with the liquid.
bool slipsWithLiquid(const State& s, std::size_t i) {
  return s.points[i].kind == Kind::Wall && s.points[i].friction < 1.0;
}

}  // namespace

double State::distance(std::size_t i, std::size_t j) const {
  return std::max(0.5, glm::length(offset(i, j)));
}

double weight(double q) { return q < kReach ? kReach / q - 1.0 : 0.0; }

Lattice::Lattice() {
  for (int x = -3; x <= 3; ++x)
    for (int y = -3; y <= 3; ++y)
      for (int z = -3; z <= 3; ++z) {
        const double q = std::sqrt(x * x + y * y + z * z);
        if (q == 0.0 || q >= kReach) continue;
        n0 += weight(q), lambda += q * q * weight(q), neighbours += 1.0;
      }
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

std::vector<glm::dvec3> accelerations(const State& s, const std::vector<Role>& role, const Pressures& found) {
  const Lattice lattice;
  std::vector<glm::dvec3> a(s.size(), glm::dvec3(0.0));
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (role[i] == Role::None) continue;
    for (std::size_t j = 0; j < s.size(); ++j) {
      if (j == i || role[j] == Role::None) continue;
      const double q = s.distance(i, j);
      a[i] -= 3.0 / lattice.n0 * (found.p[i] + found.p[j]) * weight(q) / (q * q) * s.offset(i, j) /
              (found.rho[i] * s.spacing);
    }
  }
  return a;
}

std::vector<glm::dvec3> solveViscosity(const State& s, double dt) {
  std::vector<std::size_t> unknown, number(s.size(), s.size());
  for (std::size_t i = 0; i < s.size(); ++i)
    if (s.flows(i) || slipsWithLiquid(s, i)) number[i] = unknown.size(), unknown.push_back(i);
  const auto n = static_cast<Eigen::Index>(unknown.size());
  std::vector<Eigen::Triplet<double>> entries;
  Eigen::MatrixX3d right(n, 3);
  for (Eigen::Index u = 0; u < n; ++u) {
    const std::size_t i = unknown[static_cast<std::size_t>(u)];
    const bool flows = s.flows(i);
    double diagonal = flows ? s.of(i).density : 0.0;
    glm::dvec3 b = diagonal * s.points[i].v;
    for (std::size_t j = 0; j < s.size(); ++j) {
      const double part = j == i ? 0.0 : flows ? exchange(s, i, j, dt) : exchangeAlong(s, i, j, dt);
      if (part == 0.0) continue;
      diagonal += part;
      if (number[j] < s.size())
        entries.emplace_back(static_cast<int>(u), static_cast<int>(number[j]), -part);
      else
        b += part * s.points[j].v;
    }
    if (!flows) {
      const double f = s.points[i].friction, tie = diagonal > 0.0 ? f / (1.0 - f) * diagonal : 1.0;
      diagonal += tie, b += tie * s.points[i].v;
    }
    entries.emplace_back(static_cast<int>(u), static_cast<int>(u), diagonal);
    right.row(u) << b.x, b.y, b.z;
  }
  Matrix a(n, n);
  a.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SimplicialLDLT<Matrix> direct(a);
  const Eigen::MatrixX3d x = direct.solve(right);
  std::vector<glm::dvec3> v;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const auto u = static_cast<Eigen::Index>(number[i]);
    v.push_back(s.flows(i) ? glm::dvec3(x(u, 0), x(u, 1), x(u, 2)) : s.points[i].v);
  }
  return v;
}

std::vector<glm::dvec3> applyViscosityExplicitly(const State& s, double dt) {
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
      if (j != i) v[i] += exchange(s, i, j, dt) / s.of(i).density * (seen[j] - s.points[i].v);
  }
  return v;
}

std::vector<glm::dvec3> convected(const State& s, double dt, const std::vector<double>& share) {
  std::vector<glm::dvec3> v;
  for (std::size_t i = 0; i < s.size(); ++i) {
    const glm::dvec3 f = s.points[i].v, way = dt * f;
    v.push_back(f);
    const double q = share[i] * glm::length(way) / s.spacing;
    if (q == 0.0) continue;
    const glm::dvec3 along = s.spacing * glm::normalize(way), at = s.points[i].x;
    const Fit two = fitAt(s, i, at - 2.0 * along), one = fitAt(s, i, at - along),
              down = fitAt(s, i, at + along);
    if (!one.isInLiquid) continue;
    if (!two.isInLiquid || !down.isInLiquid) {
      const Fit* const nodes[] = {&one, two.isInLiquid ? &two : nullptr};
      glm::dvec3 least = f, most = f;
      for (const Fit* const node : nodes)
        if (node) least = glm::min(least, node->least), most = glm::max(most, node->most);
      // Eq. 24, limited to the values of nearby particles.
      v[i] = glm::clamp(f - q * (f - one.value), least, most);
      continue;
    }
    // Eq. 25 with Leonard's second-order term in time (QUICKEST).
    const glm::dvec3 sought = f -
                              q * (two.value / 8.0 - 7.0 / 8.0 * one.value + 3.0 / 8.0 * (f + down.value)) +
                              0.5 * q * q * (one.value - 2.0 * f + down.value);
    v[i] = glm::clamp(sought, glm::min(glm::min(f, one.least), glm::min(two.least, down.least)),
                      glm::max(glm::max(f, one.most), glm::max(two.most, down.most)));
  }
  return v;
}

std::vector<glm::dvec3> tension(const State& s) {
  const auto pull = [](double q) { return q < kReach ? (q - 1.0) * (kReach - q) : 0.0; };
  // Energy to separate the pairs that cross a square of one spacing, by the trapezoid rule.
  double energy = 0.0;
  for (int x = -2; x <= 2; ++x)
    for (int y = 1; y <= 2; ++y)
      for (int z = -2; z <= 2; ++z) {
        const double q = std::sqrt(x * x + y * y + z * z), part = (kReach - q) / 10000.0;
        for (int k = 0; part > 0.0 && k < 10000; ++k)
          energy += y * part * 0.5 * (pull(q + k * part) + pull(q + (k + 1) * part));
      }
  std::vector<glm::dvec3> force(s.size(), glm::dvec3(0.0));
  for (std::size_t i = 0; i < s.size(); ++i)
    for (std::size_t j = 0; s.flows(i) && j < s.size(); ++j) {
      if (j == i) continue;
      const double own = s.of(i).tension;
      const double sigma = s.points[j].isParticle ? std::min(own, s.of(j).tension) : 0.5 * own;
      const double q = s.distance(i, j);
      force[i] += 2.0 * sigma / energy * s.spacing * pull(q) / q * s.offset(i, j);
    }
  return force;
}

std::vector<glm::dvec3> applyTensionAndDrag(const State& s, double dt) {
  const std::vector<glm::dvec3> force = tension(s);
  std::vector<glm::dvec3> v;
  for (std::size_t i = 0; i < s.size(); ++i) {
    v.push_back(s.points[i].v);
    if (!s.flows(i)) continue;
    v[i] += dt / s.mass(i) * force[i];
    glm::dvec3 mean(0.0);
    double count = 0.0;
    for (std::size_t j = 0; j < s.size(); ++j)
      if (s.flows(j) && (j == i || s.distance(i, j) < kReach)) mean += s.points[j].v, count += 1.0;
    mean /= count;
    const double part = dt * 0.75 * s.of(i).drag / s.spacing * glm::length(mean);
    // Implicit in the speed u: u' = u - part / |mean| * u'^2.
    v[i] -= (1.0 - 2.0 / (1.0 + std::sqrt(1.0 + 4.0 * part))) * mean;
  }
  return v;
}

std::vector<glm::dvec3> encounters(const State& s) {
  const auto meet = [&](std::size_t i, std::size_t j) {
    return i != j && s.flows(i) && s.flows(j) && s.distance(i, j) < 0.6;
  };
  std::vector<double> count(s.size(), 0.0);
  for (std::size_t i = 0; i < s.size(); ++i)
    for (std::size_t j = 0; j < s.size(); ++j) count[i] += meet(i, j) ? 1.0 : 0.0;
  std::vector<glm::dvec3> change(s.size(), glm::dvec3(0.0));
  for (std::size_t i = 0; i < s.size(); ++i)
    for (std::size_t j = 0; j < s.size(); ++j) {
      const double q = glm::length(s.offset(i, j));
      if (!meet(i, j) || q <= 1e-4) continue;
      const glm::dvec3 along = s.offset(i, j) / q;
      const double parting = glm::dot(s.points[j].v - s.points[i].v, along);
      const double missing = std::max(0.0, 10.0 * s.spacing * (0.6 - q) - parting);
      change[i] -= missing * s.mass(j) / (s.mass(i) + s.mass(j)) / std::max(count[i], count[j]) * along;
    }
  return change;
}

}  // namespace ooze::mps_reference
