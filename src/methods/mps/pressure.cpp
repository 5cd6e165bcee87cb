#include "methods/mps/pressure.h"

#include <algorithm>
#include <cmath>

namespace ooze::mps {
namespace {

constexpr float kSurface = 0.97f;  // threshold beta of the density n* / n0 for surface particles, eq. 18
// Departs from eq. 18. A surface particle must also lack neighbours on one side: the length of the
// kernel-weighted sum of directions, over n0. A particle that lacks neighbours evenly all round is in
// disordered liquid. In a full box such particles would be the only places with p = 0, and all excess liquid
// would be driven to them. A particle in a flat surface has 0.2.
constexpr float kOneSided = 0.1f;
// Fraction of the lattice's neighbour count below which a particle is at the surface, whatever its density.
// Without this test a clump of a few particles has no surface. A flat surface leaves 0.69.
constexpr float kFewest = 0.6f;
// Number of liquid neighbours below which a particle is a droplet, even if solids all but enclose it. The
// room that solids leave a droplet is too poorly resolved for a pressure.
constexpr int kFewestLiquid = 3;
// Wall points are unknowns where liquid fills at least this fraction of the room that walls leave.
constexpr float kWet = 0.6f;
// Fraction of the last step's pressure with which the solve starts at points that move less than the liquid.
constexpr float kKept = 0.9f;
// Volume that may pass a surface particle in a step, per neighbour that sees the particle [particles].
constexpr double kPast = 0.1;
constexpr double kModified =
    0.9;  // modification factor of the incomplete Cholesky factorisation (grid/preconditioners.h)

/// Returns the kernel-weighted mean of value(j), of type T, over the liquid neighbours j of a wall point.
/// Call for wet walls only.
template <class T, class Value>
T meanOfLiquid(const PointSet& points, std::size_t i, const Value& value) {
  T sum = 0, of = 0;
  for (std::size_t k = points.first[i]; k < points.first[i + 1]; ++k) {
    const std::size_t j = points.neighbour[k];
    if (points.kind[j] != PointKind::Liquid) continue;
    const auto w = static_cast<T>(weight(points.distance[k]));
    sum += w, of += w * value(j);
  }
  return of / sum;
}

}  // namespace

void Pressure::measure(const PointSet& points, const Vec3Array& velocity, float amongWalls, float dt,
                       float spacing, const Threads& threads) {
  const LatticeSums& lattice = latticeSums();
  const auto scale = static_cast<float>(1.0 / lattice.density);
  const float inverse = 1.f / spacing;
  // The relative change of n exceeds the relative change of volume, because the weights grow as particles
  // approach. The rate is divided by that response.
  const float rate = dt * scale * inverse / static_cast<float>(lattice.response());
  const std::size_t n = points.size();
  density.resize(n), compression.resize(n), byLiquid_.resize(n), role.resize(n);
  points.forEach(threads, [&](std::size_t i) {
    float sum = 0.f, ofLiquid = 0.f, grows = 0.f, neighbours = 0.f;
    Vec3 side(0.f);
    int liquid = 0;
    const bool isWall = points.kind[i] != PointKind::Liquid;
    const Vec3 own = velocity[i];
    for (std::size_t k = points.first[i]; k < points.first[i + 1]; ++k) {
      const std::size_t j = points.neighbour[k];
      const float q = points.distance[k];
      const float w = weight(q);
      if (!(w > 0.f)) continue;
      const bool toWall = points.kind[j] != PointKind::Liquid;
      sum += w, neighbours += 1.f;
      side += (w / q) * points.offset(i, j, inverse);
      if (!toWall) ofLiquid += w, ++liquid;
      if (isWall && toWall && (amongWalls == 0.f || points.kind[j] == PointKind::Hidden)) continue;
      // dw/dt = -r_e / q^2 dq/dt
      const float approach = -glm::dot(velocity[j] - own, points.offset(i, j, inverse)) / q;
      grows += (isWall && toWall ? amongWalls : 1.f) * kReach / (q * q) * approach;
    }
    density[i] = scale * sum;
    byLiquid_[i] = scale * ofLiquid;
    compression[i] = rate * grows;
    switch (points.kind[i]) {
      case PointKind::Liquid:
        role[i] = (density[i] < kSurface && scale * glm::length(side) > kOneSided) ||
                          liquid < kFewestLiquid ||
                          neighbours < kFewest * static_cast<float>(lattice.neighbours)
                      ? PressureRole::Surface
                      : PressureRole::Unknown;
        break;
      case PointKind::Wall:
        role[i] = byLiquid_[i] > kWet * std::max(0.1f, 1.f - density[i] + byLiquid_[i])
                      ? PressureRole::Unknown
                      : PressureRole::None;
        break;
      case PointKind::Hidden:
        role[i] = PressureRole::None;
        break;
    }
  });
}

/// Computes the right side of the pressure Poisson equation.
/// Departs from eq. 14, whose source is all of n* - n0. That source asks for a pressure that undoes every
/// error of n in one step, errors of mere disorder included, and makes p noisy. Here the compression of the
/// current step, which is smooth, is undone in full, and older errors are undone at the rate gamma. At points
/// that lag behind the flow, n does not measure the liquid's volume, so older errors count less.
void Pressure::findSources(const PointSet& points, std::span<const Coefficients> materials,
                           std::span<const std::uint16_t> material, std::span<const float> share, float dt,
                           const Threads& threads) {
  const auto response = static_cast<float>(latticeSums().response());
  source.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    source[i] = 0.f;
    if (role[i] != PressureRole::Unknown) return;
    if (points.kind[i] == PointKind::Liquid) {
      const float goes = share.empty() ? 1.f : 1.f - share[i];
      const float relaxed = goes * std::min(1.f, dt * materials[material[points.from[i]]].relaxation);
      const float before = (density[i] - 1.f) / response - compression[i];
      source[i] = compression[i] + relaxed * before;
    } else {
      source[i] = compression[i];
    }
  });
}

void Pressure::findDensities(const PointSet& points, std::span<const Coefficients> materials,
                             std::span<const std::uint16_t> material, const Threads& threads) {
  rho_.resize(points.size());
  const auto own = [&](std::size_t i) { return materials[material[points.from[i]]].density; };
  points.forEach(threads, [&](std::size_t i) {
    rho_[i] = 0.f;
    if (points.kind[i] == PointKind::Liquid) {
      rho_[i] = own(i);
    } else if (role[i] == PressureRole::Unknown) {
      rho_[i] = meanOfLiquid<float>(points, i, own);
    }
  });
}

void Pressure::applyLastPressure(const PointSet& points, std::span<const Coefficients> materials,
                                 std::span<const std::uint16_t> material, std::span<const float> last,
                                 std::span<const float> share, float spacing, const Threads& threads) {
  findDensities(points, materials, material, threads);
  pressure.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    pressure[i] = 0.f;
    if (role[i] != PressureRole::Unknown) return;
    const auto kept = [&](std::size_t j) { return kKept * share[j] * last[points.from[j]]; };
    pressure[i] = points.kind[i] == PointKind::Liquid ? kept(i) : meanOfLiquid<float>(points, i, kept);
  });
  accelerate(points, spacing, threads, share);
}

/// Assembles the pressure Poisson equation, eq. 7 and 14: (2 d / lambda n0) sum w (p_i - p_j) / rho_ij =
/// source / dt^2. The matrix is symmetric. Surface particles (p = 0) contribute to the diagonal alone.
/// 1 / rho_ij is the mean of both 1 / rho, which matches how a pressure separates the pair. A smaller value,
/// as from the mean density, drives a light particle beside a heavy one too far in each step, by up to half
/// the ratio of densities.
void Pressure::assemble(const PointSet& points, bool recalls, float dt, float spacing,
                        const Threads& threads) {
  const LatticeSums& lattice = latticeSums();
  const double scale = 6.0 / (lattice.spread * lattice.density) * static_cast<double>(dt) *
                       static_cast<double>(dt) /
                       (static_cast<double>(spacing) * static_cast<double>(spacing));
  unknowns_.choose(points, [&](std::size_t i) { return role[i] == PressureRole::Unknown; });
  right_.resize(unknowns_.size()), solution_.resize(unknowns_.size()), surface_.resize(unknowns_.size());
  unknowns_.fill(points, matrix_, threads, [&](std::size_t u, std::size_t i, const auto& visit) {
    double diagonal = 0.0, of = 0.0;
    surface_[u] = 0;
    visit([&](std::size_t k, std::size_t j, double* off) {
      if (role[j] == PressureRole::None) return;
      const double a = scale * static_cast<double>(weight(points.distance[k])) * 0.5 *
                       (1.0 / static_cast<double>(rho_[i]) + 1.0 / static_cast<double>(rho_[j]));
      diagonal += a;
      if (recalls) of += a * static_cast<double>(pressure[i] - pressure[j]);
      if (off)
        *off = -a;
      else
        surface_[u] = static_cast<std::uint8_t>(std::min(surface_[u] + 1, 255));
    });
    right_[u] = diagonal > 0.0 ? static_cast<double>(source[i]) + of : 0.0;
    if (diagonal > 0.0) return diagonal;
    surface_[u] = 1;
    return 1.0;  // an isolated unknown keeps its value 0
  });
  pockets_.find(matrix_, surface_);
  pockets_.close(matrix_, right_, kPast);
}

MpsPressureResult Pressure::solve(const PointSet& points, std::span<const Coefficients> materials,
                                  std::span<const std::uint16_t> material, std::span<const float> guess,
                                  float dt, float spacing, double residual, const Threads& threads,
                                  std::span<const float> share) {
  findSources(points, materials, material, share, dt, threads);
  findDensities(points, materials, material, threads);
  pressure.resize(points.size());
  assemble(points, !share.empty(), dt, spacing, threads);
  MpsPressureResult result;
  result.unknowns = unknowns_.size();
  points.forEach(threads, [&](std::size_t i) {
    pressure[i] = 0.f;
    if (role[i] != PressureRole::Unknown) return;
    const auto last = [&](std::size_t j) { return static_cast<double>(guess[points.from[j]]); };
    solution_[unknowns_.numberOf(i)] =
        points.kind[i] == PointKind::Liquid ? last(i) : meanOfLiquid<double>(points, i, last);
  });
  if (result.unknowns == 0) return result;
  preconditioner_.factor(matrix_, kModified);
  result.solver = solver_.solve(
      [&](std::span<const double> in, std::span<double> out) { matrix_.multiply(in, out, threads); }, right_,
      solution_,
      [&](std::span<const double> in, std::span<double> out) { preconditioner_.apply(in, out, threads); },
      {.residual = residual, .iterations = 2000}, threads);
  result.pockets = pockets_.count();
  pockets_.level(solution_);
  // Pressure below that of the air is clamped to 0, so liquid under tension tears.
  points.forEach(threads, [&](std::size_t i) {
    if (role[i] == PressureRole::Unknown)
      pressure[i] = static_cast<float>(std::max(0.0, solution_[unknowns_.numberOf(i)]));
  });
  return result;
}

/// Computes the acceleration by the pressure gradient.
/// Departs from eq. 5, which accelerates both particles of a pair alike and not in opposite directions. Sums
/// of both pressures conserve momentum and even out an uneven distribution of particles under pressure.
/// Points that lag behind the flow do not spread, so that force would push them for ever. These points use
/// eq. 5.
void Pressure::accelerate(const PointSet& points, float spacing, const Threads& threads,
                          std::span<const float> share) {
  const float inverse = 1.f / spacing;
  const auto scale = static_cast<float>(3.0 / latticeSums().density) * inverse;
  acceleration.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    if (role[i] == PressureRole::None) return acceleration.set(i, Vec3(0.f));
    const float own = share.empty() ? pressure[i] : (1.f - 2.f * share[i]) * pressure[i];
    Vec3 sum(0.f);
    for (std::size_t k = points.first[i]; k < points.first[i + 1]; ++k) {
      const std::size_t j = points.neighbour[k];
      const float q = points.distance[k];
      if (!(q < kReach) || role[j] == PressureRole::None) continue;
      sum += ((own + pressure[j]) * weight(q) / (q * q)) * points.offset(i, j, inverse);
    }
    acceleration.set(i, -scale / rho_[i] * sum);
  });
}

Vec3 Pressure::forceOn(std::size_t i, float spacing) const {
  return rho_[i] * volumeOfParticle(spacing) * acceleration[i];
}

}  // namespace ooze::mps
