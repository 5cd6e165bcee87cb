// Reference implementation of Steele et al. 2004, stage by stage, over all pairs and in double precision:
// slow, and easy to check against the paper.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>
#include <glm/vec3.hpp>
#include <vector>

namespace ooze::steele_reference {

struct Particle {
  glm::dvec3 x, v;
  double mass = 1.0;
  std::size_t material = 0;
};
using State = std::vector<Particle>;

/// A piecewise-linear function: the first value before the first point, 0 from the last point on.
struct Curve {
  std::vector<std::pair<double, double>> points;
  [[nodiscard]] double operator()(double d) const {
    if (points.empty() || d >= points.back().first) return 0.0;
    if (d <= points.front().first) return points.front().second;
    std::size_t k = 1;
    while (points[k].first < d) ++k;
    const auto [x0, y0] = points[k - 1];
    const auto [x1, y1] = points[k];
    return y0 + (y1 - y0) * (d - x0) / (x1 - x0);
  }
};

/// Returns the share of p in half of a relative motion, by mass; 1 for equal masses.
inline double part(const Particle& p, const Particle& n) { return 2.0 * n.mass / (p.mass + n.mass); }

/// Returns the adhesion accelerations a(p) = sum F(d_n) d^, with d in radii.
inline std::vector<glm::dvec3> adhesion(const State& s, double r,
                                        const std::function<const Curve&(std::size_t, std::size_t)>& curve) {
  std::vector<glm::dvec3> a(s.size(), glm::dvec3(0.0));
  for (std::size_t p = 0; p < s.size(); ++p)
    for (std::size_t n = 0; n < s.size(); ++n) {
      if (n == p) continue;
      const double d = glm::distance(s[p].x, s[n].x);
      a[p] += part(s[p], s[n]) * curve(s[p].material, s[n].material)(d / r) * (s[n].x - s[p].x) / d;
    }
  return a;
}

/// Returns the state after momentum exchange over ordered pairs: P_p += E, P_n -= E, with the velocities at
/// the start. E = v c k (P_n - P_p) dt / 2 along the line of the pair, where c = 5 (3 / 11) S^2 / sum k d^2,
/// but no direction exchanges more than 0.7.
inline State exchanged(const State& s, const std::function<double(std::size_t, std::size_t)>& rate,
                       const std::function<double(std::size_t, std::size_t)>& support, double fastest,
                       double dt) {
  const auto k = [&](std::size_t p, std::size_t n) {
    const double q = glm::distance(s[p].x, s[n].x) / support(s[p].material, s[n].material);
    return q < 1.0 ? std::pow(1.0 - q * q, 3.0) : 0.0;
  };
  State after = s;
  for (std::size_t p = 0; p < s.size(); ++p) {
    double sum = 0.0, trace = 0.0;
    glm::dmat3 lines(0.0);
    for (std::size_t n = 0; n < s.size(); ++n) {
      if (n == p) continue;
      const glm::dvec3 apart = s[n].x - s[p].x, line = glm::normalize(apart);
      sum += k(p, n) * glm::dot(apart, apart);
      lines += k(p, n) * glm::outerProduct(line, line), trace += k(p, n);
    }
    if (sum == 0.0) continue;
    lines -= glm::dmat3(trace / 3.0);
    double square = 0.0;
    for (int c = 0; c < 3; ++c) square += glm::dot(lines[c], lines[c]);
    const double most = trace / 3.0 + std::sqrt(2.0 / 3.0 * square);
    const double own = support(s[p].material, s[p].material);
    const double c = std::min(15.0 / 11.0 * own * own / sum, 0.7 / (fastest * dt * most));
    for (std::size_t n = 0; n < s.size(); ++n) {
      if (n == p) continue;
      const double reduced = 2.0 * s[p].mass * s[n].mass / (s[p].mass + s[n].mass);
      const glm::dvec3 line = glm::normalize(s[n].x - s[p].x);
      const glm::dvec3 e = 0.5 * dt * rate(s[p].material, s[n].material) * c * k(p, n) * reduced *
                           glm::dot(s[n].v - s[p].v, line) * line;
      after[p].v += e / s[p].mass;
      after[n].v -= e / s[n].mass;
    }
  }
  return after;
}

/// Returns the state after contacts have separated their particles in a step of dt. The particle with more
/// contacts limits the displacement of each contact; velocities follow.
inline State separated(const State& s, double r, double dt) {
  std::vector<double> contacts(s.size(), 0.0);
  const auto overlap = [&](std::size_t p, std::size_t n) {
    return p == n ? 0.0 : std::max(0.0, 2.0 * r - glm::distance(s[p].x, s[n].x));
  };
  for (std::size_t p = 0; p < s.size(); ++p)
    for (std::size_t n = 0; n < s.size(); ++n) contacts[p] += std::min(1.0, overlap(p, n) / (0.1 * r));
  const auto share = [&](std::size_t p) { return contacts[p] > 1.5 ? 1.5 / contacts[p] : 1.0; };
  State after = s;
  const auto move = [&](std::size_t p, const glm::dvec3& by) { after[p].x += by, after[p].v += by / dt; };
  for (std::size_t p = 0; p < s.size(); ++p)
    for (std::size_t n = p + 1; n < s.size(); ++n) {
      const double deep = overlap(p, n);
      if (!(deep > 0.0)) continue;
      const glm::dvec3 apart =
          std::min(share(p), share(n)) * deep * (s[n].x - s[p].x) / glm::distance(s[p].x, s[n].x);
      const double total = s[p].mass + s[n].mass;
      move(p, -apart * s[n].mass / total);
      move(n, apart * s[p].mass / total);
    }
  return after;
}

struct Density {
  double value;      ///< density rho at a particle [1]
  double excess;     ///< corrected part of rho - rho0 [1]
  double push;       ///< c (rho - rho0) / |rho'|: displacement that corrects the density [m]
  glm::dmat3 shear;  ///< displacement r^ shear r^ that cancels the shear stress of the packing [m]
};

/// Returns the weight of a neighbour at d in the count: 1 up to 0.87 of the kernel's radius.
inline double counted(double d, double support) {
  return d < support ? std::min(1.0, (1.0 - d / support) / 0.13) : 0.0;
}

inline std::vector<Density> densities(const State& s, double support, double rest, double c) {
  std::vector<Density> all;
  for (std::size_t p = 0; p < s.size(); ++p) {
    double sum = 0.0, smooth = 0.0;
    glm::dmat3 fabric(0.0);
    for (std::size_t j = 0; j < s.size(); ++j) {
      const glm::dvec3 there = s[j].x - s[p].x;
      const double d = glm::length(there), n = counted(d, support);
      if (j == p || d >= support) continue;
      sum += 1.0 - d / support;
      // The integral of the count over the distance: a parabola up to 0.13, and a line from there.
      smooth += n < 1.0 ? 0.5 * 0.13 * n * n : 1.0 - d / support - 0.5 * 0.13;
      fabric += n / d * glm::outerProduct(there, there);
    }
    const double trace = fabric[0][0] + fabric[1][1] + fabric[2][2];
    const double excess = std::max(0.0, smooth - (rest - 26.0 * 0.5 * 0.13)),
                 push = c * excess * support / 30.0;
    const glm::dmat3 shear =
        push > 0.0 ? push * 7.5 * (fabric / trace - glm::dmat3(1.0 / 3.0)) : glm::dmat3(0.0);
    all.push_back({sum > 0.0 ? sum : rest, excess, push, shear});
  }
  return all;
}

inline State corrected(const State& s, double support, double rest, double c) {
  const std::vector<Density> density = densities(s, support, rest, c);
  State after = s;
  for (std::size_t p = 0; p < s.size(); ++p)
    for (std::size_t n = 0; n < p; ++n) {
      const double d = glm::distance(s[p].x, s[n].x);
      if (d >= support) continue;
      const glm::dvec3 line = (s[n].x - s[p].x) / d;
      const double both = density[p].push + density[n].push;
      const double sheared = glm::dot(line, (density[p].shear + density[n].shear) * line);
      // The displacement is shared by mass, which for equal masses is the paper's sharing.
      const glm::dvec3 push = counted(d, support) * std::max(0.0, both - sheared) * line;
      after[n].x += part(s[n], s[p]) * push;
      after[p].x -= part(s[p], s[n]) * push;
    }
  return after;
}

/// Returns n_n / n_c of the surface test within a sphere of this radius.
inline double surfaceRatio(const State& s, std::size_t p, double reach) {
  glm::dvec3 centroid(0.0);
  double n = 0.0;
  for (const Particle& o : s)
    if (glm::distance(o.x, s[p].x) < reach) centroid += o.x, n += 1.0;
  const glm::dvec3 outward = s[p].x - centroid / n;
  double outside = 0.0;
  for (std::size_t j = 0; j < s.size(); ++j) {
    const glm::dvec3 there = s[j].x - s[p].x;
    const double d = glm::length(there);
    if (j == p || d >= reach) continue;
    constexpr double kSine = 0.17364817766693033;  // sine of 10 degrees
    outside += glm::dot(there, outward) >= kSine * d * glm::length(outward) ? 1.0 : 0.0;
  }
  return outside / (n - outside);
}

}  // namespace ooze::steele_reference
