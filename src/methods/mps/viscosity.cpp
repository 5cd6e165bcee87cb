#include "methods/mps/viscosity.h"

#include <algorithm>

namespace ooze::mps {
namespace {

/// Of a pair: dt mu w, with the factors of eq. 7 [kg/m^3].
class PairExchange {
 public:
  PairExchange(std::span<const float> mu, float dt, float spacing)
      : mu_(mu),
        scale_(6.0 / (latticeSums().spread * latticeSums().density) * static_cast<double>(dt) /
               (static_cast<double>(spacing) * static_cast<double>(spacing))) {}

  [[nodiscard]] double operator()(const Points& points, std::size_t i, std::size_t k) const {
    const std::size_t j = points.neighbour[k];
    const double own = mu_[i], other = points.kind[j] == PointKind::Liquid ? mu_[j] : mu_[i];
    const double both = own + other > 0.0 ? 2.0 * own * other / (own + other) : 0.0;
    return scale_ * both * static_cast<double>(weight(points.distance[k]));
  }

 private:
  std::span<const float> mu_;
  double scale_;
};

}  // namespace

void Viscosity::actAtOnce(Points& points, std::span<const float> mu, std::span<const float> rho, float dt,
                          float spacing, const Threads& threads) {
  const PairExchange exchange(mu, dt, spacing);
  changed_.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    glm::dvec3 sum(0.0);
    if (points.kind[i] == PointKind::Liquid)
      for (std::size_t k = points.first[i]; k < points.first[i + 1]; ++k)
        if (points.distance[k] < kReach)
          sum +=
              exchange(points, i, k) * glm::dvec3(points.velocity[points.neighbour[k]] - points.velocity[i]);
    changed_.set(i, points.velocity[i] + Vec3(sum / std::max(static_cast<double>(rho[i]), 1e-9)));
  });
  points.velocity.copy(changed_, threads);
}

grid::SolverResult Viscosity::act(Points& points, std::span<const float> mu, std::span<const float> rho,
                                  float dt, float spacing, double residual, const Threads& threads) {
  const PairExchange exchange(mu, dt, spacing);
  unknowns_.choose(points, [&](std::size_t i) { return points.kind[i] == PointKind::Liquid; });
  for (int axis = 0; axis < 3; ++axis)
    right_[axis].resize(unknowns_.size()), solution_[axis].resize(unknowns_.size());
  unknowns_.fill(points, matrix_, threads, [&](std::size_t u, std::size_t i, const auto& visit) {
    const double density = rho[i];
    double diagonal = density;
    glm::dvec3 right = density * glm::dvec3(points.velocity[i]);
    visit([&](std::size_t k, std::size_t j, double* off) {
      const double a = exchange(points, i, k);
      diagonal += a;
      if (off)
        *off = -a;
      else
        right += a * glm::dvec3(points.velocity[j]);
    });
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
    points.velocity.set(i, Vec3(solution_[0][u], solution_[1][u], solution_[2][u]));
  });
  return worst;
}

}  // namespace ooze::mps
