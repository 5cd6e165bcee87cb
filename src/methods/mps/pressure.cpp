#include "methods/mps/pressure.h"

#include <algorithm>
#include <cmath>

namespace ooze::mps {
namespace {

constexpr float kSurface = 0.97f;  // beta, eq. 18
// Departs from eq. 18: what lacks neighbours all round alike is in no surface but in disorder. In a box that
// is full it would be the only place with p = 0, to which everything that is too close would be driven. A
// flat surface has 0.2 on one side [n0].
constexpr float kOneSided = 0.1f;
// With fewer neighbours, of those inside of a lattice, a particle is at the surface however near they are:
// without it a clump of a few has no surface. A flat one leaves 0.69 of them.
constexpr float kFewest = 0.6f;
// With fewer neighbours that are liquid too it is a droplet, also where solids all but enclose it: what they
// leave it is known too coarsely for a pressure.
constexpr int kFewestLiquid = 3;
// A wall takes part where liquid fills so much of the room that walls leave it.
constexpr float kWet = 0.6f;
constexpr float kKept = 0.9f;  // of the last step's pressure, where points go back to where they were
// Volume that goes past a particle of the surface in a step, for each that sees it [particles].
constexpr double kPast = 0.1;
constexpr double kModified = 0.9;  // of the incomplete factorisation (grid/preconditioners.h)

/// What the liquid near a point of a wall has, by weight: value(its point), a T. Only for walls that are wet.
template <class T, class Value>
T meanOfLiquid(const Points& points, std::size_t i, const Value& value) {
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

void Pressure::measure(const Points& points, const Vec3Array& velocity, float amongWalls, float dt,
                       float spacing, const Threads& threads) {
  const LatticeSums& lattice = latticeSums();
  const auto scale = static_cast<float>(1.0 / lattice.density);
  const float inverse = 1.f / spacing;
  // n answers to a change of volume by more than that, as its weights grow when particles come nearer.
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

/// Departs from eq. 14, whose source is all of n* - n0: every error of n, also that of a disorder that has no
/// volume, then asks for a pressure that undoes it in one step, and p is noise. So what this step compresses,
/// which is smooth, is undone whole, and what has built up before it at the rate gamma. Of points that go
/// back to where they were n says nothing of the liquid's volume.
void Pressure::findSources(const Points& points, std::span<const Coefficients> materials,
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

void Pressure::findDensities(const Points& points, std::span<const Coefficients> materials,
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

void Pressure::recall(const Points& points, std::span<const Coefficients> materials,
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

/// Eq. 7 and 14: (2 d / lambda n0) sum w (p_i - p_j) / rho_ij = source / dt^2. Symmetric; surface particles
/// are on the diagonal alone. 1 / rho_ij is the mean of both 1 / rho, which is how a pressure parts the two:
/// less than that, as of the mean density, and each step drives what is light beside something heavy too far,
/// up to half their ratio times.
void Pressure::assemble(const Points& points, bool recalls, float dt, float spacing, const Threads& threads) {
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
    return 1.0;  // alone it keeps what it has: 0
  });
  pockets_.find(matrix_, surface_);
  pockets_.close(matrix_, right_, kPast);
}

PressureResult Pressure::solve(const Points& points, std::span<const Coefficients> materials,
                               std::span<const std::uint16_t> material, std::span<const float> guess,
                               float dt, float spacing, double residual, const Threads& threads,
                               std::span<const float> share) {
  findSources(points, materials, material, share, dt, threads);
  findDensities(points, materials, material, threads);
  pressure.resize(points.size());
  assemble(points, !share.empty(), dt, spacing, threads);
  PressureResult result;
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
  // Liquid that is drawn apart tears: there is no pressure below that of the air.
  points.forEach(threads, [&](std::size_t i) {
    if (role[i] == PressureRole::Unknown)
      pressure[i] = static_cast<float>(std::max(0.0, solution_[unknowns_.numberOf(i)]));
  });
  return result;
}

/// Departs from eq. 5, which gives both of a pair the same and not the opposite: with sums of both pressures
/// momentum is kept, and what lies unevenly is evened out where it is under pressure. Points that go back to
/// where they were cannot be evened out, and would be pushed for ever: for them it is eq. 5.
void Pressure::accelerate(const Points& points, float spacing, const Threads& threads,
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
  return rho_[i] * roomOf(spacing) * acceleration[i];
}

}  // namespace ooze::mps
