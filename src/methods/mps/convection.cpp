#include "methods/mps/convection.h"

#include <algorithm>
#include <cmath>

namespace ooze::mps {
namespace {

// Within the first of these of the free surface or of another liquid points go with the liquid, beyond the
// second they need not [spacings].
constexpr float kMoves = 1.3f, kStays = kReach;
// n over n0 up to which points lie as in disorder at rest, and from which on they must part.
constexpr float kRoomy = 1.1f, kCrowded = 1.2f;
// r_{e,k}: how far from a node points count. A node is within 0.87 of one of a lattice, whose list reaches
// far enough [spacings].
constexpr float kNode = 1.4f;
// What a fit's slopes cost, over W l0^2: where points lie in a plane or a line those across it are 0.
constexpr double kSlope = 1e-6;
constexpr double kOnNode = 1e-3;  // nearer than this counts as so far [spacings]

/// 0 up to a, 1 from b on.
float faded(float x, float a, float b) {
  const float t = std::clamp((x - a) / (b - a), 0.f, 1.f);
  return t * t * (3.f - 2.f * t);
}

}  // namespace

const Vec3Array& Convection::alongSolids(const Points& points, const Vec3Array& acceleration, float dt,
                                         const Threads& threads) {
  const auto after = [&](std::size_t j) { return points.velocity[j] + dt * acceleration[j]; };
  velocity_.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    velocity_.set(i, points.kind[i] == PointKind::Liquid ? after(i) : points.velocity[i]);
    if (points.isParticle[i] || points.kind[i] != PointKind::Wall) return;
    float sum = 0.f;
    Vec3 of(0.f);
    for (std::size_t k = points.first[i]; k < points.first[i + 1]; ++k) {
      const std::size_t j = points.neighbour[k];
      if (points.kind[j] != PointKind::Liquid) continue;
      const float w = weight(points.distance[k]);
      sum += w, of += w * after(j);
    }
    if (!(sum > 0.f)) return;
    const Vec3 beside = of / sum - points.velocity[i], normal = points.normal[i];
    velocity_.add(i, beside - glm::dot(beside, normal) * normal);
  });
  return velocity_;
}

void Convection::choose(const Points& points, const Pressure& pressure,
                        std::span<const Coefficients> materials, std::span<const std::uint16_t> material,
                        const Threads& threads) {
  share.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    share[i] = 0.f;
    if (points.kind[i] != PointKind::Liquid || pressure.role[i] == PressureRole::Surface) return;
    const std::uint16_t own = material[points.from[i]];
    if (!(materials[own].convection > 0.f)) return;
    float nearest = kStays;
    for (std::size_t k = points.first[i]; k < points.first[i + 1]; ++k) {
      const std::size_t j = points.neighbour[k];
      if (points.kind[j] != PointKind::Liquid) continue;
      if (pressure.role[j] == PressureRole::Surface || material[points.from[j]] != own)
        nearest = std::min(nearest, points.distance[k]);
    }
    share[i] = materials[own].convection * faded(nearest, kMoves, kStays) *
               (1.f - faded(pressure.density[i], kRoomy, kCrowded));
  });
}

/// Departs from eq. 23, a mean, which is right for a linear field only where points lie alike on all sides of
/// a node and else drifts towards where more of them are: a linear field is fitted, with the same weights.
bool Convection::fill(const Points& points, std::size_t i, const Vec3& node, float spacing, Vec3& value,
                      Range& range) {
  const float inverse = 1.f / spacing;
  // Those near the node are near whichever of i's neighbours is nearest to it.
  std::size_t hub = i;
  float nearest = glm::length(node - points.at[i]);
  for (std::size_t k = points.first[i]; k < points.first[i + 1]; ++k) {
    const std::size_t j = points.neighbour[k];
    const float away = glm::length(node - points.at[j]);
    if (away < nearest && points.first[j] < points.first[j + 1]) nearest = away, hub = j;
  }
  double sum = 0.0;
  glm::dvec3 middle(0.0), mean(0.0);
  glm::dmat3 square(0.0), product(0.0);  // of offsets, and of offsets by values
  const auto add = [&](std::size_t j) {
    const glm::dvec3 offset(inverse * (points.at[j] - node));
    const double r = glm::length(offset);
    // A solid that liquid slips along does not say how fast that is.
    if (!(r < static_cast<double>(kNode)) || points.slips(j)) return;
    const double w = static_cast<double>(kNode) / std::max(r, kOnNode) - 1.0;
    const glm::dvec3 of(points.velocity[j]);
    sum += w, middle += w * offset, mean += w * of;
    square += glm::outerProduct(w * offset, offset);
    product += glm::outerProduct(w * of, offset);
    range.least = glm::min(range.least, points.velocity[j]);
    range.most = glm::max(range.most, points.velocity[j]);
  };
  add(hub);
  for (std::size_t k = points.first[hub]; k < points.first[hub + 1]; ++k) add(points.neighbour[k]);
  if (!(sum > 0.0)) return false;
  middle /= sum, mean /= sum;
  square = square / sum - glm::outerProduct(middle, middle) + glm::dmat3(kSlope);
  product = product / sum - glm::outerProduct(mean, middle);
  value = Vec3(mean - product * (glm::inverse(square) * middle));
  return true;
}

/// Departs from eq. 25 in time: one explicit step of it lacks the second derivative along the way, and
/// without that grows what is short. Leonard 1979 has it.
Vec3 Convection::convected(const Line& line, float q) {
  const Vec3 f = line.own, one = line.upstream[0], two = line.upstream[1], down = line.downstream;
  if (!line.hasUpstream) return f;
  if (!line.isWhole) return f - q * (f - one);
  return f - q * (0.125f * two - 0.875f * one + 0.375f * f + 0.375f * down) +
         0.5f * q * q * (one - 2.f * f + down);
}

void Convection::act(Points& points, Particles& particles, Vec3Array& previous, float spacing,
                     const Threads& threads) {
  points.forEach(threads, [&](std::size_t i) {
    if (points.kind[i] != PointKind::Liquid) return;
    points.at.set(i, particles.position[points.from[i]]);
    points.velocity.set(i, particles.velocity[points.from[i]]);
  });
  velocity_.resize(points.size()), back_.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    back_[i] = 0.f;
    if (points.kind[i] != PointKind::Liquid || !(share[i] > 0.f)) return;
    const Vec3 way = points.at[i] - before_[points.from[i]];
    const float steps = glm::length(way) / spacing;
    // What has gone farther than one node goes back to the node.
    back_[i] = share[i] * std::min(1.f, 1.f / std::max(steps, 1e-6f));
    velocity_.set(i, points.velocity[i]);
    if (!(steps > 1e-6f)) return;
    const Vec3 along = way / steps;  // of the liquid, one spacing
    const Vec3 own = points.velocity[i];
    Range range{own, own};
    Line line;
    line.own = own;
    line.hasUpstream = fill(points, i, points.at[i] - along, spacing, line.upstream[0], range);
    line.isWhole = line.hasUpstream &&
                   fill(points, i, points.at[i] - 2.f * along, spacing, line.upstream[1], range) &&
                   fill(points, i, points.at[i] + along, spacing, line.downstream, range);
    velocity_.set(i, glm::clamp(convected(line, back_[i] * steps), range.least, range.most));
  });
  points.forEach(threads, [&](std::size_t i) {
    if (!(back_[i] > 0.f)) return;
    const std::size_t k = points.from[i];
    const Vec3 to = glm::mix(particles.position[k], before_[k], back_[i]);
    const Vec3 moved = to - particles.position[k];
    particles.position.set(k, to);
    previous.add(k, moved), particles.frameStart.add(k, moved);
    particles.velocity.set(k, velocity_[i]);
  });
}

}  // namespace ooze::mps
