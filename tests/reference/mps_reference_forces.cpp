// Surface tension, drag and the collision model: the forces between pairs.
#include "reference/mps_reference.h"

#include <algorithm>
#include <cmath>

namespace ooze::mps_reference {
namespace {

constexpr double kExcess = 3.1;  // tension of settled liquid over that of a cut through the lattice

/// Calls each(i, j, force) with the force of surface tension on i, for every pair of a liquid particle i and
/// another point j [N].
template <class Each>
void forEachPull(const State& s, const Each& each) {
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
  for (std::size_t i = 0; i < s.size(); ++i)
    for (std::size_t j = 0; s.flows(i) && j < s.size(); ++j) {
      if (j == i) continue;
      const double own = s.of(i).tension;
      const double other = s.points[j].isParticle ? s.of(j).tension : own;
      // The border of two liquids has the difference of both tensions, without the excess of a surface.
      const double shared = std::max(0.0, 0.5 * (own + other) - 0.5 * kExcess * std::abs(own - other));
      const double sigma = s.points[j].isParticle ? shared : 0.5 * own;
      const double q = s.distance(i, j);
      each(i, j, 2.0 * sigma / (kExcess * energy) * s.spacing * pull(q) / q * s.offset(i, j));
    }
}

}  // namespace

std::vector<glm::dvec3> tension(const State& s) {
  std::vector<glm::dvec3> force(s.size(), glm::dvec3(0.0));
  forEachPull(s, [&](std::size_t i, std::size_t, const glm::dvec3& pull) { force[i] += pull; });
  return force;
}

std::vector<double> cohesion(const State& s) {
  const double volume = 0.978 * s.spacing * s.spacing * s.spacing;
  std::vector<double> all(s.size(), 0.0);
  forEachPull(s, [&](std::size_t i, std::size_t j, const glm::dvec3& pull) {
    all[i] += glm::dot(s.points[j].x - s.points[i].x, pull) / (6.0 * volume);
  });
  return all;
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
