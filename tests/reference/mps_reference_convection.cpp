// Particles that stay behind the flow, eq. 20 to 26.
#include "reference/mps_reference.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace ooze::mps_reference {
namespace {

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

}  // namespace

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

}  // namespace ooze::mps_reference
