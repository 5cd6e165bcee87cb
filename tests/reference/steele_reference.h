// Reference implementation of Steele et al. 2004, stage by stage, over all pairs and in double precision:
// slow, and easy to check against the paper.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <glm/geometric.hpp>
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

/// Returns the state after momentum exchange over ordered pairs: P_p += E, P_n -= E, E = v k (P_n - P_p) dt /
/// (2 sum k), with the velocities at the start.
inline State exchanged(const State& s, const std::function<double(std::size_t, std::size_t)>& rate,
                       const std::function<double(std::size_t, std::size_t)>& support, double dt) {
  const auto k = [&](std::size_t p, std::size_t n) {
    const double q = glm::distance(s[p].x, s[n].x) / support(s[p].material, s[n].material);
    return q < 1.0 ? std::pow(1.0 - q * q, 3.0) : 0.0;
  };
  State after = s;
  for (std::size_t p = 0; p < s.size(); ++p) {
    double sum = 0.0;
    for (std::size_t n = 0; n < s.size(); ++n)
      if (n != p) sum += k(p, n);
    if (sum == 0.0) continue;
    for (std::size_t n = 0; n < s.size(); ++n) {
      if (n == p) continue;
      const double reduced = 2.0 * s[p].mass * s[n].mass / (s[p].mass + s[n].mass);
      const glm::dvec3 e =
          rate(s[p].material, s[n].material) * k(p, n) * reduced * (s[n].v - s[p].v) * dt / (2.0 * sum);
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
  double value;   ///< density rho at a particle [1]
  double excess;  ///< corrected part of rho - rho0 [1]
  double push;    ///< c (rho - rho0) / |rho'|: displacement that corrects the density [m]
};

/// Returns the weight of a neighbour at d in the count: 1 up to 0.87 of the kernel's radius.
inline double counted(double d, double support) {
  return d < support ? std::min(1.0, (1.0 - d / support) / 0.13) : 0.0;
}

inline std::vector<Density> densities(const State& s, double support, double rest, double c) {
  std::vector<Density> all;
  for (std::size_t p = 0; p < s.size(); ++p) {
    double sum = 0.0, n = 0.0;
    for (std::size_t j = 0; j < s.size(); ++j) {
      const double d = glm::distance(s[p].x, s[j].x);
      if (j == p || d >= support) continue;
      sum += 1.0 - d / support;
      n += counted(d, support);
    }
    // With fewer than 26 neighbours a too low density attracts less, below 22 not at all.
    const double lacking = sum < rest ? std::clamp((n - 22.0) / 4.0, 0.0, 1.0) : 1.0;
    const double derivative = -n / support, excess = lacking * (sum - rest);
    all.push_back(n > 0.0 ? Density{sum, excess, c * excess / std::abs(derivative)}
                          : Density{rest, 0.0, 0.0});
  }
  return all;
}

inline State corrected(const State& s, double support, double rest, double c) {
  const std::vector<Density> density = densities(s, support, rest, c);
  State after = s;
  for (std::size_t p = 0; p < s.size(); ++p)
    for (std::size_t n = 0; n < s.size(); ++n) {
      const double d = glm::distance(s[p].x, s[n].x);
      if (n == p || d >= support) continue;
      // The displacement is shared by mass, which for equal masses is the paper's sharing.
      const glm::dvec3 push = counted(d, support) * density[p].push * (s[n].x - s[p].x) / d;
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
