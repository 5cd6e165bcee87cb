// Steele et al. 2004, stage by stage, over all pairs and in double precision: slow, and easy to check against
// the paper.
#pragma once

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

/// A piecewise-linear function: before its first point the first value, from the last point on 0.
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

/// Of a relative motion, what p has of half of it.
inline double part(const Particle& p, const Particle& n) { return 2.0 * n.mass / (p.mass + n.mass); }

/// a(p) = sum F(d_n) d^, d in radii.
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

/// Ordered pairs; P_p += E, P_n -= E, E = v k (P_n - P_p) dt / (2 sum k), of the velocities at the start.
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

/// Every contact moves its particles apart, and takes their approach, by the part that the one in more
/// contacts allows.
inline State separated(const State& s, double r) {
  std::vector<std::size_t> contacts(s.size(), 0);
  const auto touch = [&](std::size_t p, std::size_t n) { return glm::distance(s[p].x, s[n].x) < 2.0 * r; };
  for (std::size_t p = 0; p < s.size(); ++p)
    for (std::size_t n = 0; n < s.size(); ++n) contacts[p] += p != n && touch(p, n);
  const auto share = [&](std::size_t p) {
    return contacts[p] > 1 ? 1.5 / static_cast<double>(contacts[p]) : 1.0;
  };
  State after = s;
  for (std::size_t p = 0; p < s.size(); ++p)
    for (std::size_t n = p + 1; n < s.size(); ++n) {
      if (!touch(p, n)) continue;
      const double d = glm::distance(s[p].x, s[n].x), part = std::min(share(p), share(n));
      const double total = s[p].mass + s[n].mass;
      const glm::dvec3 normal = (s[n].x - s[p].x) / d;
      const double overlap = part * (2.0 * r - d);
      after[p].x -= overlap * s[n].mass / total * normal;
      after[n].x += overlap * s[p].mass / total * normal;
      const double approach = part * std::min(0.0, glm::dot(s[n].v - s[p].v, normal));
      after[p].v += approach * s[n].mass / total * normal;
      after[n].v -= approach * s[p].mass / total * normal;
    }
  return after;
}

struct Density {
  double value, push;  ///< rho [1]; c (rho - rho0) / |rho'| [m]
};

inline std::vector<Density> densities(const State& s, double support, double rest, double c) {
  std::vector<Density> all;
  for (std::size_t p = 0; p < s.size(); ++p) {
    double sum = 0.0, derivative = 0.0, n = 0.0;
    for (std::size_t j = 0; j < s.size(); ++j) {
      const double d = glm::distance(s[p].x, s[j].x);
      if (j == p || d >= support) continue;
      sum += 1.0 - d / support;
      derivative -= 1.0 / support;
      n += 1.0;
    }
    const double missing = n > 0.0 && n < 26.0 ? 26.0 / n : 1.0;
    const double rho = n > 0.0 ? missing * sum : rest;
    all.push_back({rho, n > 0.0 ? c * (rho - rest) / std::abs(missing * derivative) : 0.0});
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
      // Shared by mass, which of equal ones is the paper's.
      const glm::dvec3 push = density[p].push * (s[n].x - s[p].x) / d;
      after[n].x += part(s[n], s[p]) * push;
      after[p].x -= part(s[p], s[n]) * push;
    }
  return after;
}

/// n_n / n_c of the surface test within a sphere of this radius.
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
    constexpr double kSine = 0.17364817766693033;  // of 10 degrees
    outside += glm::dot(there, outward) >= kSine * d * glm::length(outward) ? 1.0 : 0.0;
  }
  return outside / (n - outside);
}

}  // namespace ooze::steele_reference
