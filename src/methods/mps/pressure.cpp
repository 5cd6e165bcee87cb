#include "methods/mps/pressure.h"

#include "methods/mps/pair_sums.h"

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
// Fraction of the uneven forces that changes positions but no velocities. Waves grow by themselves from 0.7
// on.
constexpr float kShifted = 0.3f;
// Volume that may pass a surface particle in a step, per neighbour that sees the particle [particles].
constexpr double kPast = 0.1;

}  // namespace

void Pressure::measure(const PointSet& points, const Vec3Array& velocity, float amongWalls, float dt,
                       float spacing, const Threads& threads) {
  const LatticeSums& lattice = latticeSums();
  const auto scale = static_cast<float>(1.0 / lattice.density);
  // The relative change of n exceeds the relative change of volume, because the weights grow as particles
  // approach. The rate is divided by that response.
  const float rate = dt * scale / (spacing * static_cast<float>(lattice.response()));
  const std::size_t n = points.size();
  density.resize(n), compression.resize(n), byLiquid_.resize(n), role.resize(n), neighbours_.resize(n);
  if (isIsotropic) stress_.resize(n);
  points.forEach(threads, [&](std::size_t i) {
    density[i] = byLiquid_[i] = compression[i] = 0.f;
    role[i] = PressureRole::None;
    neighbours_[i] = 0;
    if (isIsotropic) stress_.setNeighbours(i, {}, false, false);
    if (points.kind[i] == PointKind::Hidden) return;
    const DensitySums sums = sumDensity(points, velocity, amongWalls, isIsotropic, i);
    // No sum needs a solid's point that sees no liquid.
    if (points.kind[i] == PointKind::Wall && !sums.seesLiquid) return;
    density[i] = scale * sums.weight;
    byLiquid_[i] = scale * sums.ofLiquid;
    compression[i] = rate * sums.approach;
    neighbours_[i] = static_cast<std::uint32_t>(sums.neighbours);
    switch (points.kind[i]) {
      case PointKind::Liquid:
        role[i] =
            (density[i] < kSurface && scale * glm::length(sums.side) > kOneSided) ||
                    sums.liquidNeighbours < kFewestLiquid ||
                    static_cast<float>(sums.neighbours) < kFewest * static_cast<float>(lattice.neighbours)
                ? PressureRole::Surface
                : PressureRole::Unknown;
        if (isIsotropic)
          stress_.setNeighbours(i, sums.moments, role[i] == PressureRole::Unknown,
                                sums.neighbours > sums.liquidNeighbours);
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
  const std::size_t n = points.size();
  rho_.resize(n), value_.resize(n), takesPart_.resize(n), halfVolume_.resize(n);
  points.forEach(threads, [&](std::size_t i) {
    value_[i] = points.kind[i] == PointKind::Liquid ? materials[material[points.from[i]]].density : 0.f;
  });
  isOneDensity_ = std::ranges::all_of(
      materials, [&](const Coefficients& c) { return c.density == materials.front().density; });
  points.forEach(threads, [&](std::size_t i) {
    rho_[i] = value_[i];
    if (points.kind[i] == PointKind::Wall && role[i] == PressureRole::Unknown)
      rho_[i] = isOneDensity_ ? materials.front().density : meanOverLiquid(points, value_, i);
    takesPart_[i] = role[i] == PressureRole::None ? 0.f : 1.f;
    halfVolume_[i] = role[i] == PressureRole::None ? -1.f : 0.5f / rho_[i];
  });
}

/// Fills `pressure` with a pressure of the liquid, for walls with the mean of the liquid beside them.
template <class Of>
void Pressure::spreadPressure(const PointSet& points, const Of& of, const Threads& threads) {
  const std::size_t n = points.size();
  pressure.resize(n), value_.resize(n);
  points.forEach(threads,
                 [&](std::size_t i) { value_[i] = points.kind[i] == PointKind::Liquid ? of(i) : 0.f; });
  points.forEach(threads, [&](std::size_t i) {
    pressure[i] = 0.f;
    if (role[i] == PressureRole::Unknown)
      pressure[i] = points.kind[i] == PointKind::Liquid ? value_[i] : meanOverLiquid(points, value_, i);
  });
}

void Pressure::applyLastPressure(const PointSet& points, std::span<const Coefficients> materials,
                                 std::span<const std::uint16_t> material, std::span<const float> last,
                                 std::span<const float> share, float spacing, const Threads& threads) {
  findDensities(points, materials, material, threads);
  spreadPressure(
      points, [&](std::size_t j) { return kKept * share[j] * last[points.from[j]]; }, threads);
  accelerate(points, spacing, threads, share);
}

void Pressure::numberUnknowns(const PointSet& points, const Threads& threads) {
  number_.resize(points.size());
  point_.clear();
  numbering_.append(
      points.size(), point_, threads, [&](std::size_t i) { return role[i] == PressureRole::Unknown; },
      [&](std::size_t i, std::uint32_t number) { number_[i] = number; });
  at_.resize(point_.size());
  threads.forEachIndex(point_.size(), Numbering::kGrain,
                       [&](std::size_t u) { at_[u] = points.inverseSpacing() * points.at[point_[u]]; });
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
  numberUnknowns(points, threads);
  const std::size_t n = point_.size();
  matrix_.resize(n), right_.resize(n), solution_.resize(n), surface_.resize(n);
  const PressureRow row{number_, halfVolume_,
                        recalls ? std::span<const float>(pressure) : std::span<const float>(),
                        static_cast<float>(scale)};
  threads.forChunks(n, CouplingRows::kGrain, [&](std::size_t c, std::size_t begin, std::size_t end) {
    CouplingRows::RowChunk& chunk = matrix_.chunks[c];
    std::size_t room = 8;  // rows are written in packets of eight
    for (std::size_t u = begin; u < end; ++u) room += neighbours_[point_[u]];
    if (chunk.column.size() < room) chunk.column.resize(room), chunk.coupling.resize(room);
    std::uint32_t to = 0;
    for (std::size_t u = begin; u < end; ++u) {
      const std::size_t i = point_[u];
      const PressureRowSums sums =
          fillPressureRow(points, row, i, chunk.column.data() + to, chunk.coupling.data() + to);
      double diagonal = static_cast<double>(sums.surfaceCoupling);
      for (std::uint32_t k = to; k < to + sums.entries; ++k)
        diagonal += static_cast<double>(chunk.coupling[k]);
      matrix_.begin[u] = to, matrix_.end[u] = to += sums.entries;
      surface_[u] = static_cast<std::uint8_t>(std::min(sums.surfaces, 255u));
      right_[u] = diagonal > 0.0 ? static_cast<double>(source[i] + sums.recalled) : 0.0;
      matrix_.diagonal[u] = diagonal;
      // An isolated unknown keeps its value 0.
      if (!(diagonal > 0.0)) surface_[u] = 1, matrix_.diagonal[u] = 1.0;
    }
  });
  pockets_.find(n, surface_, threads, [&](std::size_t u) { return matrix_.columns(u); });
  pockets_.close(matrix_.diagonal, right_, kPast);
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
  result.unknowns = point_.size();
  spreadPressure(
      points, [&](std::size_t j) { return guess[points.from[j]]; }, threads);
  if (result.unknowns == 0) return result;
  threads.forEachIndex(point_.size(), Numbering::kGrain,
                       [&](std::size_t u) { solution_[u] = static_cast<double>(pressure[point_[u]]); });
  preconditioner_.build(matrix_, at_, threads);
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
      pressure[i] = static_cast<float>(std::max(0.0, solution_[number_[i]]));
  });
  return result;
}

/// Computes the acceleration by the pressure gradient.
/// Departs from eq. 5, which accelerates both particles of a pair alike and not in opposite directions. Sums
/// of both pressures conserve momentum and even out an uneven distribution of particles under pressure.
/// Points that lag behind the flow do not spread, so that force would push them for ever. These points use
/// eq. 5.
void Pressure::accelerate(const PointSet& points, float spacing, const Threads& threads,
                          std::span<const float> share, std::span<const float> cohesion) {
  const auto scale = static_cast<float>(3.0 / latticeSums().density) / spacing;
  const bool shifts = isIsotropic && share.empty();
  if (isIsotropic) stress_.compute(points, pressure, threads);
  acceleration.resize(points.size()), shift.resize(points.size()), uneven_.resize(points.size());
  points.forEach(threads, [&](std::size_t i) {
    shift.set(i, Vec3(0.f)), uneven_.set(i, Vec3(0.f));
    if (role[i] == PressureRole::None || points.moves[i] == 0) return acceleration.set(i, Vec3(0.f));
    const float own = share.empty() ? 1.f : 1.f - 2.f * share[i];
    Vec3 sum;
    if (isIsotropic) {
      const GradientSums sums =
          sumPressureGradient(points, stress_.onLiquid, stress_.onSolids, takesPart_, i);
      sum = sums.byNeighbours + own * sums.byPoint;
      if (points.kind[i] == PointKind::Liquid && pressure[i] > 0.f) {
        const float held = i < cohesion.size() ? std::clamp(cohesion[i] / pressure[i], 0.f, 1.f) : 0.f;
        uneven_.set(i, 2.f * (1.f - held) * sums.byPoint);
      }
    } else {
      sum = sumPlainPressureGradient(points, pressure, takesPart_, own, i);
    }
    acceleration.set(i, -scale / rho_[i] * sum);
  });
  if (!shifts) return;
  // A pocket without a surface has no waves that uneven forces could damp.
  const std::span<const std::uint32_t> sealed = pockets_.members();
  threads.forEachIndex(sealed.size(), Numbering::kGrain,
                       [&](std::size_t k) { uneven_.set(point_[sealed[k]], Vec3(0.f)); });
  findShifts(points, scale, threads);
}

/// Finds the part of the acceleration that changes positions alone.
void Pressure::findShifts(const PointSet& points, float scale, const Threads& threads) {
  const auto rest = static_cast<float>(latticeSums().density);
  points.forEach(threads, [&](std::size_t i) {
    value_[i] = points.kind[i] == PointKind::Liquid && byLiquid_[i] > 0.f ? 1.f / (rest * byLiquid_[i]) : 0.f;
  });
  points.forEach(threads, [&](std::size_t i) {
    if (points.kind[i] != PointKind::Liquid || value_[i] == 0.f) return;
    const Vec3 passed = sumVectors(points, uneven_, value_, i);
    shift.set(i, -kShifted * scale / rho_[i] * (uneven_[i] - passed));
  });
}

Vec3 Pressure::forceOn(std::size_t i, float spacing) const {
  return rho_[i] * volumeOfParticle(spacing) * acceleration[i];
}

}  // namespace ooze::mps
