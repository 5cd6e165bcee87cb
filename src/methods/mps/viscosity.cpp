#include "methods/mps/viscosity.h"

#include "methods/mps/pair_sums.h"

#include <algorithm>

namespace ooze::mps {
namespace {

/// Returns the weight of a solid's particle in the viscous exchange. Particles below the outermost layer see
/// no liquid that they could move with.
double exchangeWeight(const PointSet& points, std::size_t j) {
  const auto friction = static_cast<double>(points.friction[j]);
  return points.kind[j] == PointKind::Hidden ? friction : 0.5 * (1.0 + friction);
}

/// Returns the factor on the velocity difference between liquid particle i and a solid's particle. The factor
/// extrapolates the linear velocity profile from i through the surface, where the solid stops the liquid, to
/// the depth of the solid's particle, scaled by friction. The distance of i to the surface is at least half a
/// spacing here.
double wallVelocityFactor(const PointSet& points, std::size_t i, std::size_t solid, float spacing) {
  const float depth = points.depth[solid];
  const float away = std::abs(glm::dot(points.at[i] - points.at[solid], points.normal[solid])) - depth;
  return 1.0 + static_cast<double>(points.friction[solid] * depth / std::max(away, 0.5f * spacing));
}

/// Returns whether point i is in the outermost layer of a solid along which liquid can slip.
bool slipsWithLiquid(const PointSet& points, std::size_t i) {
  return points.slips(i) && points.kind[i] == PointKind::Wall;
}

/// Returns the coupling of a solid's particle to the solid, over its coupling to liquid.
double tie(float friction) { return static_cast<double>(friction) / (1.0 - static_cast<double>(friction)); }

/// Returns whether j belongs to a no-slip solid and lies on the liquid side of the slipping solid's particle
/// i.
bool isNoSlipBeside(const PointSet& points, std::size_t i, std::size_t j) {
  return points.kind[j] != PointKind::Liquid && !points.slips(j) &&
         glm::dot(points.at[j] - points.at[i], points.normal[i]) > 0.f;
}

}  // namespace

/// Viscous exchange coefficient of a pair: dt mu w, with the factors of eq. 7 [kg/m^3].
class Viscosity::PairExchange {
 public:
  PairExchange(std::span<const float> mu, float dt, float spacing)
      : mu_(mu),
        spacing_(spacing),
        scale_(6.0 / (latticeSums().spread * latticeSums().density) * static_cast<double>(dt) /
               (static_cast<double>(spacing) * static_cast<double>(spacing))) {}

  /// Returns the factor of mu w [s/m^2].
  [[nodiscard]] double scale() const { return scale_; }
  [[nodiscard]] double operator()(const PointSet& points, std::size_t i, std::size_t j, float q) const {
    const double own = mu_[i], other = points.kind[j] == PointKind::Liquid ? mu_[j] : mu_[i];
    const double both = own + other > 0.0 ? 2.0 * own * other / (own + other) : 0.0;
    const double a = scale_ * both * static_cast<double>(weight(q));
    if (points.isParticle[j]) return a;
    return exchangeWeight(points, j) * wallVelocityFactor(points, i, j, spacing_) * a;
  }

  /// Returns the coefficient between a slipping solid's particle i and its neighbour. For a liquid neighbour
  /// the coefficient is symmetric. For a neighbour of a no-slip solid beside the same liquid the viscosity is
  /// `mean`, the mean viscosity of that liquid.
  [[nodiscard]] double alongSolid(const PointSet& points, std::size_t i, std::size_t j, float q,
                                  double mean) const {
    const bool isLiquid = points.kind[j] == PointKind::Liquid;
    const double mu = isLiquid ? static_cast<double>(mu_[j]) : isNoSlipBeside(points, i, j) ? mean : 0.0;
    return (isLiquid ? wallVelocityFactor(points, j, i, spacing_) : 1.0) * exchangeWeight(points, i) *
           scale_ * mu * static_cast<double>(weight(q));
  }
  /// Returns the mean viscosity of the liquid that a solid's particle sees [Pa s].
  [[nodiscard]] double mean(const PointSet& points, std::size_t i) const {
    double sum = 0.0, of = 0.0;
    points.forEachNeighbour(i, [&](std::size_t j, float q) {
      if (points.kind[j] != PointKind::Liquid) return;
      const auto w = static_cast<double>(weight(q));
      sum += w, of += w * static_cast<double>(mu_[j]);
    });
    return sum > 0.0 ? of / sum : 0.0;
  }

 private:
  std::span<const float> mu_;
  float spacing_;
  double scale_;
};

/// Applies partial slip: the outermost particles of slipping solids take on the velocity of the liquid, by
/// the fraction 1 - friction.
void Viscosity::applySlipBoundary(const PointSet& points, const PairExchange& exchange,
                                  const Threads& threads) {
  seen_.copy(points.velocity, threads);
  points.forEach(threads, [&](std::size_t i) {
    if (!slipsWithLiquid(points, i)) return;
    const double mean = exchange.mean(points, i);
    double sum = 0.0;
    glm::dvec3 of(0.0);
    points.forEachNeighbour(i, [&](std::size_t j, float q) {
      const double a = exchange.alongSolid(points, i, j, q, mean);
      sum += a, of += a * glm::dvec3(points.velocity[j]);
    });
    if (sum > 0.0) seen_.set(i, glm::mix(Vec3(of / sum), points.velocity[i], points.friction[i]));
  });
}

void Viscosity::applyExplicit(PointSet& points, std::span<const float> mu, std::span<const float> rho,
                              float dt, float spacing, const Threads& threads) {
  const PairExchange exchange(mu, dt, spacing);
  changed_.resize(points.size());
  const bool slips = std::ranges::any_of(points.friction, [](float f) { return f < 1.f; });
  if (slips) applySlipBoundary(points, exchange, threads);
  const Vec3Array& seen = slips ? seen_ : points.velocity;
  exchange_.resize(points.size()), wallFactor_.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    exchange_[i] = points.isParticle[i] ? 1.f : static_cast<float>(exchangeWeight(points, i));
    wallFactor_[i] = points.friction[i] * points.depth[i];
  });
  const ViscosityFields fields{seen, mu, exchange_, wallFactor_};
  points.forEach(threads, [&](std::size_t i) {
    Vec3 gain(0.f);
    if (points.kind[i] == PointKind::Liquid)
      gain = static_cast<float>(exchange.scale()) / rho[i] * sumViscosity(points, fields, i);
    changed_.set(i, points.velocity[i] + gain);
  });
  points.velocity.copy(changed_, threads);
}

grid::SolverResult Viscosity::act(PointSet& points, std::span<const float> mu, std::span<const float> rho,
                                  float dt, float spacing, double residual, const Threads& threads) {
  const PairExchange exchange(mu, dt, spacing);
  unknowns_.choose(points, threads, [&](std::size_t i) {
    return points.kind[i] == PointKind::Liquid || slipsWithLiquid(points, i);
  });
  for (int axis = 0; axis < 3; ++axis)
    right_[axis].resize(unknowns_.size()), solution_[axis].resize(unknowns_.size());
  unknowns_.fill(points, matrix_, threads, [&](std::size_t u, std::size_t i, const auto& visit) {
    const bool isLiquid = points.kind[i] == PointKind::Liquid;
    const glm::dvec3 own(points.velocity[i]);
    const double mean = isLiquid ? 0.0 : exchange.mean(points, i);
    double diagonal = isLiquid ? static_cast<double>(rho[i]) : 0.0;
    glm::dvec3 right = diagonal * own;
    visit([&](std::size_t j, float q, double* off) {
      const double a = isLiquid ? exchange(points, i, j, q) : exchange.alongSolid(points, i, j, q, mean);
      diagonal += a;
      if (off)
        *off = -a;
      else
        right += a * glm::dvec3(points.velocity[j]);
    });
    if (!isLiquid) {
      // A particle that sees no liquid keeps the velocity of the solid.
      const double held = diagonal > 0.0 ? tie(points.friction[i]) * diagonal : 1.0;
      diagonal += held, right += held * own;
    }
    for (int axis = 0; axis < 3; ++axis) {
      right_[axis][u] = right[axis];
      solution_[axis][u] = static_cast<double>(points.velocity[i][axis]);
    }
    return diagonal;
  });
  grid::SolverResult worst;
  if (unknowns_.size() == 0) return worst;
  preconditioner_.set(matrix_.diagonal);
  for (int axis = 0; axis < 3; ++axis) {
    const grid::SolverResult result = solver_.solve(
        [&](std::span<const double> in, std::span<double> out) { matrix_.multiply(in, out, threads); },
        right_[axis], solution_[axis],
        [&](std::span<const double> in, std::span<double> out) { preconditioner_.apply(in, out, threads); },
        {.residual = residual, .iterations = 2000}, threads);
    if (!result.converged()) worst.end = result.end;
    worst.iterations = std::max(worst.iterations, result.iterations);
    worst.residual = std::max(worst.residual, result.residual);
  }
  unknowns_.forEach(threads, [&](std::size_t u, std::size_t i) {
    if (points.kind[i] == PointKind::Liquid)
      points.velocity.set(i, Vec3(solution_[0][u], solution_[1][u], solution_[2][u]));
  });
  return worst;
}

}  // namespace ooze::mps
