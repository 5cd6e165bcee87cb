#include "methods/mps/viscosity.h"

#include "methods/mps/viscous_sums.h"

#include <algorithm>
#include <cmath>

namespace ooze::mps {
namespace {

/// Returns the weight of a solid's particle in the viscous exchange. Particles below the outermost layer see
/// no liquid that they could move with.
double exchangeWeight(const PointSet& points, std::size_t j) {
  const auto friction = static_cast<double>(points.friction[j]);
  return points.kind[j] == PointKind::Hidden ? friction : 0.5 * (1.0 + friction);
}

/// Returns the weight of a solid's particle in the exchange of velocity normal to the surface. Slip frees
/// liquid along a solid alone, and the normal stress of liquid is 2 mu du/dn.
double normalWeight(const PointSet& points, std::size_t j) {
  return 2.0 * (1.0 - static_cast<double>(points.friction[j]));
}

/// Returns the factor on the velocity difference between liquid particle i and a solid's particle. The factor
/// extrapolates the linear velocity profile from i through the surface, where the solid stops the liquid, to
/// the depth of the solid's particle, scaled by friction. The distance of i to the surface is at least half a
/// spacing here.
double wallVelocityFactor(const PointSet& points, std::size_t i, std::size_t solid, float friction,
                          float spacing) {
  const float depth = points.depth[solid];
  const float away = std::abs(glm::dot(points.at[i] - points.at[solid], points.normal[solid])) - depth;
  return 1.0 + static_cast<double>(friction * depth / std::max(away, 0.5f * spacing));
}

/// Returns the factor D of the damping of noise, from the density n / n0 of alike liquid: 1 inside, 0 at its
/// surface, at solids and beside other liquids. L D L grows with the square of n, and unevenly in disorder,
/// whose clumps are dense; the fourth power keeps these stable too.
float calmedPart(float density) {
  constexpr float kCalmed = 1.f, kFree = 0.93f;  // densities of full damping and of none
  const float dense = std::max(1.f, density);
  return std::clamp((density - kFree) / (kCalmed - kFree), 0.f, 1.f) / (dense * dense * dense * dense);
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
    return exchangeWeight(points, j) * wallVelocityFactor(points, i, j, points.friction[j], spacing_) * a;
  }

  /// Returns the coefficient between a slipping solid's particle i and its neighbour. For a liquid neighbour
  /// the coefficient is symmetric. For a neighbour of a no-slip solid beside the same liquid the viscosity is
  /// `mean`, the mean viscosity of that liquid.
  [[nodiscard]] double alongSolid(const PointSet& points, std::size_t i, std::size_t j, float q,
                                  double mean) const {
    const bool isLiquid = points.kind[j] == PointKind::Liquid;
    const double mu = isLiquid ? static_cast<double>(mu_[j]) : isNoSlipBeside(points, i, j) ? mean : 0.0;
    return (isLiquid ? wallVelocityFactor(points, j, i, points.friction[i], spacing_) : 1.0) *
           exchangeWeight(points, i) * scale_ * mu * static_cast<double>(weight(q));
  }
  /// Returns the coefficient between liquid particle i and a slipping solid's particle, of the velocity
  /// normal to the surface.
  [[nodiscard]] double acrossSurface(const PointSet& points, std::size_t i, std::size_t j, float q) const {
    const double mirrored = wallVelocityFactor(points, i, j, 1.f, spacing_);
    return normalWeight(points, j) * mirrored * scale_ * static_cast<double>(mu_[i]) *
           static_cast<double>(weight(q));
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

/// Moves the bodies by the stress of liquid with the present velocities, and updates the velocities of their
/// points. A point along which liquid slips has the velocity of that liquid, but for its friction, so the
/// body feels the fraction `friction` of the exchange.
void Viscosity::moveBodies(PointSet& points, const PairExchange& exchange, std::span<ViscousBody> bodies,
                           float spacing, const Threads& threads) {
  bodyRows_.begin(points, bodies, static_cast<double>(volumeOfParticle(spacing)));
  bodyRows_.collect(
      points, points.size(), threads, [](std::size_t row) { return row; },
      [&](std::size_t i, const auto& add) {
        if (points.kind[i] != PointKind::Liquid) return;
        points.forEachNeighbour(i, [&](std::size_t j, float q) {
          if (!(q < kReach) || !points.isOfMovedBody(j)) return;
          const double held = slipsWithLiquid(points, j) ? static_cast<double>(points.friction[j]) : 1.0;
          add(j, held * exchange(points, i, j, q),
              points.slips(j) ? exchange.acrossSurface(points, i, j, q) : 0.0);
        });
      });
  bodyRows_.findGains(bodies, [&](std::size_t i) { return glm::dvec3(points.velocity[i]); });
  if (bodyRows_.empty()) return;
  for (const ViscousBody& b : bodies) {
    if (!b.isWet) continue;
    points.forEach(threads, [&](std::size_t i) {
      if (points.isOfMovedBody(i) && points.from[i] == b.body)
        points.velocity.add(i, b.gainedAt(points.at[i]));
    });
  }
}

void Viscosity::applyExplicit(PointSet& points, std::span<const float> mu, std::span<const float> rho,
                              float dt, float spacing, const Threads& threads,
                              std::span<ViscousBody> bodies) {
  const PairExchange exchange(mu, dt, spacing);
  if (!bodies.empty()) moveBodies(points, exchange, bodies, spacing, threads);
  changed_.resize(points.size());
  const bool slips = std::ranges::any_of(points.friction, [](float f) { return f < 1.f; });
  if (slips) applySlipBoundary(points, exchange, threads);
  const Vec3Array& seen = slips ? seen_ : points.velocity;
  exchange_.resize(points.size()), wallFactor_.resize(points.size()), normal_.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    exchange_[i] = points.isParticle[i] ? 1.f : static_cast<float>(exchangeWeight(points, i));
    wallFactor_[i] = points.friction[i] * points.depth[i];
    normal_[i] = static_cast<float>(normalWeight(points, i));
  });
  const ViscosityFields fields{seen, mu, exchange_, wallFactor_, normal_, alongLines};
  points.forEach(threads, [&](std::size_t i) {
    Vec3 gain(0.f);
    if (points.kind[i] == PointKind::Liquid)
      gain = static_cast<float>(exchange.scale()) / rho[i] * sumViscosity(points, fields, i);
    changed_.set(i, points.velocity[i] + gain);
  });
  points.velocity.copy(changed_, threads);
  if (!bodies.empty())
    bodyRows_.forEachTurn(bodies, [&](std::size_t i, const glm::dvec3& momentum) {
      points.velocity.add(i, Vec3(momentum / double{rho[i]}));
    });
}

void Viscosity::calmNoise(PointSet& points, std::span<const float> rho, float part, const Threads& threads) {
  const auto scale = static_cast<float>(1.0 / latticeSums().density);
  changed_.resize(points.size()), roughness_.resize(points.size());
  const auto apply = [&](const Vec3Array& from, Vec3Array& to, const auto& factor) {
    points.forEach(threads, [&](std::size_t i) {
      if (points.kind[i] != PointKind::Liquid) return to.set(i, Vec3(0.f));
      const AlikeSums sums = sumAlike(points, from, rho, i);
      to.set(i, factor(scale * sums.weight) * scale * sums.exchange);
    });
  };
  apply(points.velocity, roughness_, calmedPart);
  apply(roughness_, changed_, [part](float) { return part; });
  points.forEach(threads, [&](std::size_t i) { points.velocity.add(i, -changed_[i]); });
}

/// Collects the couplings of the unknowns with bodies: those of liquid with all points of bodies that are no
/// unknowns, and those of points along which liquid slips.
void Viscosity::coupleBodies(const PointSet& points, const PairExchange& exchange,
                             std::span<const ViscousBody> bodies, float spacing, const Threads& threads) {
  bodyRows_.begin(points, bodies, static_cast<double>(volumeOfParticle(spacing)));
  bodyRows_.collect(
      points, unknowns_.size(), threads, [&](std::size_t u) { return unknowns_.pointOf(u); },
      [&](std::size_t u, const auto& add) {
        const std::size_t i = unknowns_.pointOf(u);
        const bool isLiquid = points.kind[i] == PointKind::Liquid;
        const double mean = isLiquid ? 0.0 : exchange.mean(points, i);
        double all = 0.0;
        points.forEachNeighbour(i, [&](std::size_t j, float q) {
          if (!(q < kReach)) return;
          if (!isLiquid) {
            const double a = exchange.alongSolid(points, i, j, q, mean);
            all += a;
            if (!unknowns_.has(j)) add(j, a, 0.0);
          } else if (points.isOfMovedBody(j)) {
            add(j, unknowns_.has(j) ? 0.0 : exchange(points, i, j, q),
                points.slips(j) ? exchange.acrossSurface(points, i, j, q) : 0.0);
          }
        });
        if (!isLiquid) add(i, tie(points.friction[i]) * all, 0.0);
      });
}

grid::SolverResult Viscosity::act(PointSet& points, std::span<const float> mu, std::span<const float> rho,
                                  float dt, float spacing, double residual, const Threads& threads,
                                  std::span<ViscousBody> bodies) {
  const PairExchange exchange(mu, dt, spacing);
  unknowns_.choose(points, threads, [&](std::size_t i) {
    return points.kind[i] == PointKind::Liquid || slipsWithLiquid(points, i);
  });
  right_.resize(3 * unknowns_.size()), solution_.resize(3 * unknowns_.size());
  unknowns_.fill(points, matrix_, threads, [&](std::size_t u, std::size_t i, const auto& visit) {
    const bool isLiquid = points.kind[i] == PointKind::Liquid;
    const glm::dvec3 own(points.velocity[i]);
    const double mean = isLiquid ? 0.0 : exchange.mean(points, i);
    ViscousRows::Diagonal diagonal{};
    const double inertia = isLiquid ? static_cast<double>(rho[i]) : 0.0;
    ViscousRows::add(diagonal, glm::dvec3(0.0), inertia);
    glm::dvec3 right = inertia * own;
    visit([&](std::size_t j, float q, ViscousRows::PairBlock* block) {
      const double a = isLiquid ? exchange(points, i, j, q) : exchange.alongSolid(points, i, j, q, mean);
      if (alongLines && isLiquid && points.kind[j] == PointKind::Liquid) {
        block->along = static_cast<float>(std::sqrt(latticeSums().alongLine * a)) / q * points.offset(i, j);
        block->whole = 0.f;
        return ViscousRows::add(diagonal, glm::dvec3(block->along), 0.0);
      }
      if (isLiquid && points.slips(j)) {
        const double normal = exchange.acrossSurface(points, i, j, q);
        const glm::dvec3 n(points.normal[j]);
        ViscousRows::add(diagonal, std::sqrt(normal) * n, 0.0);
        right += normal * glm::dot(n, glm::dvec3(points.velocity[j])) * n;
      }
      const auto whole = static_cast<float>(a);
      ViscousRows::add(diagonal, glm::dvec3(0.0), static_cast<double>(whole));
      if (block)
        block->along = Vec3(0.f), block->whole = whole;
      else
        right += static_cast<double>(whole) * glm::dvec3(points.velocity[j]);
    });
    if (!isLiquid) {
      // A particle that sees no liquid keeps the velocity of the solid.
      const double held = diagonal[0] > 0.0 ? tie(points.friction[i]) * diagonal[0] : 1.0;
      ViscousRows::add(diagonal, glm::dvec3(0.0), held), right += held * own;
    }
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t k = 3 * u + static_cast<std::size_t>(axis);
      right_[k] = right[axis], solution_[k] = static_cast<double>(points.velocity[i][axis]);
    }
    return diagonal;
  });
  for (ViscousBody& b : bodies) b.gained.setZero(), b.isWet = false;
  coupleBodies(points, exchange, bodies, spacing, threads);
  bodyRows_.addToRight(bodies, right_);
  if (unknowns_.size() == 0) return {};
  matrix_.copyDiagonal(diagonal_);
  preconditioner_.set(diagonal_);
  const grid::SolverResult result = solver_.solve(
      [&](std::span<const double> in, std::span<double> out) {
        matrix_.multiply(in, out, threads);
        bodyRows_.multiplyAdd(in, out);
      },
      right_, solution_,
      [&](std::span<const double> in, std::span<double> out) { preconditioner_.apply(in, out, threads); },
      {.residual = residual, .iterations = 2000}, threads);
  unknowns_.forEach(threads, [&](std::size_t u, std::size_t i) {
    if (points.kind[i] == PointKind::Liquid)
      points.velocity.set(i, Vec3(solution_[3 * u], solution_[3 * u + 1], solution_[3 * u + 2]));
  });
  bodyRows_.findGains(bodies, [&](std::size_t u) {
    return glm::dvec3(solution_[3 * u], solution_[3 * u + 1], solution_[3 * u + 2]);
  });
  return result;
}

}  // namespace ooze::mps
