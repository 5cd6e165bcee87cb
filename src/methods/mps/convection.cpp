#include "methods/mps/convection.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::mps {
namespace {

// Distances to the free surface or to another liquid [spacings]. Up to kMoves points move with the liquid
// (Lagrangian); from kStays on points may lag by the material's full fraction c.
constexpr float kMoves = 1.3f, kStays = kReach;
// Up to the density kRoomy points are as dense as in disorder at rest; from kCrowded on they must spread.
// Both are n / n0.
constexpr float kRoomy = 1.1f, kCrowded = 1.2f;
// Nodes farther than this from every liquid particle are outside the liquid [spacings].
constexpr float kNode = 1.1f;
// Regularisation of the least-squares fit for first and second derivatives, over W l0^2 and W l0^4.
// Derivatives across a plane or a line of points become 0.
constexpr double kSlope = 1e-6, kBend = 1e-4;

/// Returns a smooth step: 0 up to a, 1 from b on.
float faded(float x, float a, float b) {
  const float t = std::clamp((x - a) / (b - a), 0.f, 1.f);
  return t * t * (3.f - 2.f * t);
}

}  // namespace

const Vec3Array& Convection::compressionVelocities(const PointSet& points, const Vec3Array& acceleration,
                                                   float dt, const Threads& threads) {
  const auto after = [&](std::size_t j) { return points.velocity[j] + dt * acceleration[j]; };
  velocity_.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    velocity_.set(i, points.kind[i] == PointKind::Liquid ? after(i) : points.velocity[i]);
    if (points.isParticle[i] || points.kind[i] != PointKind::Wall) return;
    float sum = 0.f;
    Vec3 of(0.f);
    points.forEachNeighbour(i, [&](std::size_t j, float q) {
      if (points.kind[j] != PointKind::Liquid) return;
      const float w = weight(q);
      sum += w, of += w * after(j);
    });
    if (!(sum > 0.f)) return;
    const Vec3 beside = of / sum - points.velocity[i], normal = points.normal[i];
    velocity_.add(i, beside - glm::dot(beside, normal) * normal);
  });
  return velocity_;
}

void Convection::updateLagFractions(const PointSet& points, const Pressure& pressure,
                                    std::span<const Coefficients> materials,
                                    std::span<const std::uint16_t> material, const Threads& threads) {
  share.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    share[i] = 0.f;
    if (points.kind[i] != PointKind::Liquid || pressure.role[i] == PressureRole::Surface) return;
    const std::uint16_t own = material[points.from[i]];
    if (!(materials[own].convection > 0.f)) return;
    float nearest = kStays;
    points.forEachNeighbour(i, [&](std::size_t j, float q) {
      if (points.kind[j] != PointKind::Liquid) return;
      if (pressure.role[j] == PressureRole::Surface || material[points.from[j]] != own)
        nearest = std::min(nearest, q);
    });
    share[i] = materials[own].convection * faded(nearest, kMoves, kStays) *
               (1.f - faded(pressure.density[i], kRoomy, kCrowded));
  });
}

/// Returns the Taylor factors of the nine derivatives at an offset from a point [spacings].
Convection::Derivatives Convection::countsAt(const glm::dvec3& d) {
  return {d.x, d.y, d.z, 0.5 * d.x * d.x, 0.5 * d.y * d.y, 0.5 * d.z * d.z, d.x * d.y, d.y * d.z, d.z * d.x};
}

/// Fits a second-order Taylor series to the velocities around point i, by least squares weighted with the
/// kernel. Departs from eq. 23, a weighted mean. A mean drifts towards the side with more points and flattens
/// curved profiles, also on a lattice. The flattening acts like a viscosity of some 0.03 |u| l0, as large as
/// a liquid's own where boundary layers are a few particles thick.
void Convection::fit(const PointSet& points, std::size_t i, float spacing) {
  const float inverse = 1.f / spacing;
  const Vec3 own = points.velocity[i];
  VelocityFit& found = fit_[i];
  found.range = {own, own};
  Eigen::Matrix<double, kDerivatives, kDerivatives> square =
      Eigen::Matrix<double, kDerivatives, kDerivatives>::Zero();
  Eigen::Matrix<double, kDerivatives, 3> product = Eigen::Matrix<double, kDerivatives, 3>::Zero();
  double sum = 0.0;
  points.candidates(i).forEach([&](std::size_t j) {
    // A solid moves liquid at its surface. A solid with slip gives no tangential velocity, so its particles
    // are left out.
    if (points.kind[j] == PointKind::Hidden || points.slips(j)) return;
    const Vec3 at = points.at[j] + points.depth[j] * points.normal[j];
    const glm::dvec3 offset(inverse * (at - points.at[i]));
    const auto w = static_cast<double>(weight(std::max(0.5f, static_cast<float>(glm::length(offset)))));
    if (!(w > 0.0)) return;
    const Derivatives counts = countsAt(offset);
    const Eigen::Map<const Eigen::Matrix<double, kDerivatives, 1>> row(counts.data());
    const Vec3 more = points.velocity[j] - own;
    square.noalias() += w * row * row.transpose();
    product.noalias() += w * row *
                         Eigen::RowVector3d(static_cast<double>(more.x), static_cast<double>(more.y),
                                            static_cast<double>(more.z));
    sum += w;
    found.range.include(points.velocity[j]);
  });
  for (int k = 0; k < kDerivatives; ++k) square(k, k) += std::max(sum, 1.0) * (k < 3 ? kSlope : kBend);
  const Eigen::Matrix<double, kDerivatives, 3> solved = square.ldlt().solve(product);
  for (int k = 0; k < kDerivatives; ++k)
    found.derivatives[static_cast<std::size_t>(k)] = Vec3(solved(k, 0), solved(k, 1), solved(k, 2));
}

/// Evaluates the velocity at a node by the Taylor series of the nearest liquid particle.
/// @return whether a liquid particle is near enough
bool Convection::fill(const PointSet& points, std::size_t i, const Vec3& node, float spacing, Vec3& value,
                      VelocityRange& range) const {
  std::size_t hub = i;
  float nearest = glm::length(node - points.at[i]);
  // Particles near the node are also neighbours of i.
  points.candidates(i).forEach([&](std::size_t j) {
    const float away = glm::length(node - points.at[j]);
    if (away < nearest && points.kind[j] == PointKind::Liquid) nearest = away, hub = j;
  });
  if (nearest > kNode * spacing) return false;
  const Derivatives counts = countsAt(glm::dvec3((node - points.at[hub]) / spacing));
  glm::dvec3 sum(points.velocity[hub]);
  for (std::size_t k = 0; k < counts.size(); ++k) sum += counts[k] * glm::dvec3(fit_[hub].derivatives[k]);
  value = Vec3(sum);
  range.include(fit_[hub].range.least), range.include(fit_[hub].range.most);
  return true;
}

/// Departs from eq. 25 in time. One explicit step of eq. 25 lacks the second derivative along the flow and
/// amplifies short waves; the last term adds that derivative (QUICKEST, Leonard 1979).
Vec3 Convection::convected(const UpwindLine& line, float q) {
  const Vec3 f = line.own, one = line.upstream[0], two = line.upstream[1], down = line.downstream;
  if (!line.hasUpstream) return f;
  if (!line.isWhole) return f - q * (f - one);
  return f - q * (0.125f * two - 0.875f * one + 0.375f * f + 0.375f * down) +
         0.5f * q * q * (one - 2.f * f + down);
}

void Convection::convectVelocities(const PointSet& points, Vec3Array& velocity, float dt, float spacing,
                                   const Threads& threads) {
  const std::size_t particles = velocity.size();
  velocity_.resize(points.size()), fit_.resize(points.size());
  lagFraction_.assign(particles, 0.f), lag_.resize(particles);
  threads.forEachIndex(particles, PointSet::kGrain, [&](std::size_t k) { lag_.set(k, Vec3(0.f)); });
  points.forEach(threads, [&](std::size_t i) {
    if (points.kind[i] == PointKind::Liquid) fit(points, i, spacing);
  });
  points.forEach(threads, [&](std::size_t i) {
    if (points.kind[i] != PointKind::Liquid || !(share[i] > 0.f)) return;
    const Vec3 own = points.velocity[i], way = dt * own;
    const float steps = glm::length(way) / spacing;
    // The lag in a step is limited to one node distance, for a Courant number of at most 1.
    const float stays = share[i] * std::min(1.f, 1.f / std::max(steps, 1e-6f));
    lagFraction_[points.from[i]] = stays;
    if (!(steps > 1e-6f)) return;
    const Vec3 along = way / steps;  // one spacing along the flow
    VelocityRange range{own, own};
    UpwindLine line;
    line.own = own;
    line.hasUpstream = fill(points, i, points.at[i] - along, spacing, line.upstream[0], range);
    line.isWhole = line.hasUpstream &&
                   fill(points, i, points.at[i] - 2.f * along, spacing, line.upstream[1], range) &&
                   fill(points, i, points.at[i] + along, spacing, line.downstream, range);
    velocity.set(points.from[i], glm::clamp(convected(line, stays * steps), range.least, range.most));
  });
}

void Convection::regatherLagFractions(const PointSet& points, const Threads& threads) {
  share.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    share[i] = points.kind[i] == PointKind::Liquid ? lagFraction_[points.from[i]] : 0.f;
  });
}

Vec3 Convection::splitDisplacement(std::size_t particle, const Vec3& way) {
  const Vec3 behind = lagFraction_[particle] * way;
  lag_.add(particle, behind);
  return way - behind;
}

void Convection::shiftByLag(Vec3Array& previous, Vec3Array& frameStart, const Threads& threads) {
  threads.forEachIndex(lag_.size(), PointSet::kGrain,
                       [&](std::size_t k) { previous.add(k, -lag_[k]), frameStart.add(k, -lag_[k]); });
}

}  // namespace ooze::mps
