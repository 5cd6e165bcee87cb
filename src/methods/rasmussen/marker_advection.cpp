// Advection of texture particles with the liquid, volume correction by their number, and their return to the
// liquid.
#include "base/reductions.h"
#include "methods/rasmussen/cells.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <span>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;

// A particle just outside the surface is drawn in, by this fraction of its distance in a step; otherwise it
// would be advected along outside for ever.
constexpr float kBesideLiquid = 0.25f, kReturn = 0.2f;
// Largest volume correction of a cell in a step, over its volume.
constexpr float kMostCorrection = 0.02f;
// Volume errors below this fraction are ignored, since the particle count is no more exact [1].
constexpr float kRightVolume = 0.002f;
// Lost particles with this many others within a cell become liquid again: the number in a film of one cell.
constexpr std::size_t kCompany = 8;
constexpr float kThinnestFilm = 0.5f, kThickestFilm = 1.f,
                kLongestThread = 1.5f;  // films on solids and threads that the grid does not resolve [cells]
constexpr std::size_t kMarkerGrain = 1024;

}  // namespace

/// Returns the nearest place inside the liquid. Velocities are sampled inside, because air squeezed out
/// between two drops is much faster than the drops.
/// @param phi  phi at the place [m]
Vec3 Rasmussen::nearestPlaceInLiquid(const Vec3& p, float phi) const {
  if (phi <= 0.f) return p;
  const Vec3 outward = grid_.levelSet().gradient(p);
  const float slope = glm::length(outward), way = phi + 0.25f * cell_;
  return slope > 0.f ? p - way / slope * outward : p;
}

Vec3 Rasmussen::velocityOfLiquid(const grid::FaceField& velocity, const Vec3& p) const {
  return velocity.sample(grid_.cells(), nearestPlaceInLiquid(p, grid_.levelSet().sample(p)));
}

/// Returns the velocity of a particle that the level set does not resolve: a drop, a film or a thread. Not in
/// Rasmussen et al. 2004. The particle falls, braked by the wall or the liquid that it hangs on. A film of
/// thickness d loses 3 nu / d^2 of its velocity against the wall (lubrication theory). The film on a solid is
/// twice as thick as the particle's distance; the thread behind the liquid is as long as the distance from
/// the liquid. Without braking the front of viscous liquid, which is thin, would run ahead in beads.
/// @param phi  phi at the particle [m]
Vec3 Rasmussen::filmVelocity(std::size_t i, float phi, float dt) const {
  const Particles& p = liquid_.particles;
  const Vec3 at = p.position[i];
  Vec3 v = p.velocity[i] + dt * gravity_;
  const float nu = coefficients_[p.material[i]].viscosityAt(liquid_[temperatureOf_][i]);
  const auto heldBack = [&](float thickness, float share, const Vec3& by) {
    const float d = std::max(thickness, kThinnestFilm * cell_);
    const float rate = share * 3.f * nu / (d * d);
    v = (v + dt * rate * by) / (1.f + dt * rate);
  };
  if (phi < kLongestThread * cell_) {
    const Vec3 ofLiquid = velocityOfLiquid(grid_.velocity, at);
    // A drop that approaches the liquid has no thread yet.
    if (glm::dot(v - ofLiquid, grid_.levelSet().gradient(at)) > 0.f) heldBack(phi, 1.f, ofLiquid);
  }
  if (solids_.none()) return v;
  if (const float away = solids_.distance(at); away < kThickestFilm * cell_) {
    const grid::SolidMotion motion = motion_(at);
    heldBack(2.f * away, motion.friction, motion.velocity);
  }
  return v;
}

/// Advects particles with the midpoint rule (RK2) in liquid. Particles outside the level set follow the film
/// model.
void Rasmussen::moveParticles(float dt, const Threads& threads) {
  Particles& p = liquid_.particles;
  const grid::LevelSet& set = grid_.levelSet();
  Vec3Array& movedAs = liquid_[movedAs_];
  threads.forChunks(p.size(), kMarkerGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    grid::LevelSet::Sampler phi(set);
    std::array<std::size_t, kMarkerGrain> rides;
    std::array<Vec3, kMarkerGrain> places, velocities, moving;
    std::array<float, kMarkerGrain> outside;  // distance of each particle outside the surface [m]
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (p.isFrozen(i)) {
        p.velocity.set(i, Vec3(0.f));
        movedAs.set(i, Vec3(0.f));
        continue;
      }
      const Vec3 at = p.position[i];
      const float here = grid_.empty() ? set.band() : phi.sample(at);
      if (here > kLost * cell_) {
        const Vec3 v = filmVelocity(i, here, dt);
        p.velocity.set(i, v);
        movedAs.set(i, v);
        p.position.add(i, dt * v);
        continue;
      }
      places[count] = nearestPlaceInLiquid(at, here);
      outside[count] = std::max(0.f, here - kBesideLiquid * cell_);
      rides[count++] = i;
    }
    const std::span<const Vec3> asked(places.data(), count);
    moving_.sample(grid_.cells(), asked, moving.data());
    // Particles take the velocity of the place where they are before they move, so they carry momentum.
    grid_.velocity.sample(grid_.cells(), asked, velocities.data());
    for (std::size_t k = 0; k < count; ++k) {
      const Vec3 middle = Vec3(p.position[rides[k]]) + 0.5f * dt * moving[k];
      places[k] = nearestPlaceInLiquid(middle, phi.sample(middle));
    }
    moving_.sample(grid_.cells(), asked, moving.data());
    for (std::size_t k = 0; k < count; ++k) {
      Vec3 way = dt * moving[k];
      if (outside[k] > 0.f) way -= kReturn * outside[k] * set.gradient(p.position[rides[k]]);
      p.position.add(rides[k], way);
      p.velocity.set(rides[k], velocities[k]);
      movedAs.set(rides[k], velocities[k]);
    }
  });
}

/// Adds lost particles to the level set again where they are as dense as liquid. An example is a film thinner
/// than the grid resolves that has run together.
void Rasmussen::mergeLostParticles(const Threads& threads) {
  const Particles& p = liquid_.particles;
  std::vector<std::size_t> lost;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (grid_.levelSet().sample(p.position[i]) > kLost * cell_) lost.push_back(i);
  if (lost.size() < kCompany) return;
  std::map<std::array<int, 3>, std::size_t> crowd;  // number of lost particles per cell
  const auto cellOfPlace = [&](std::size_t i) {
    const glm::vec3 at = glm::floor(p.position[i] / cell_);
    return std::array<int, 3>{static_cast<int>(at.x), static_cast<int>(at.y), static_cast<int>(at.z)};
  };
  for (const std::size_t i : lost) ++crowd[cellOfPlace(i)];
  Vec3Array positions, velocities;
  for (const std::size_t i : lost) {
    const auto [x, y, z] = cellOfPlace(i);
    std::size_t company = 0;
    for (int k = 0; k < 27; ++k)
      if (const auto found = crowd.find({x + k % 3 - 1, y + k / 3 % 3 - 1, z + k / 9 - 1});
          found != crowd.end())
        company += found->second;
    if (company < kCompany) continue;
    positions.push(p.position[i]);
    velocities.push(p.velocity[i]);
  }
  grid_.add(positions, velocities, 0, {}, threads);
}

/// Returns the divergence of each particle's cell [1/s]; 0 where the cell is not liquid.
std::vector<float> Rasmussen::divergenceAtParticles() const {
  const Particles& p = liquid_.particles;
  const grid::CellBlocks& cells = grid_.cells();
  std::vector<float> values(p.size(), 0.f);
  for (std::size_t i = 0; i < p.size(); ++i) {
    const CellIndex c = cells.find(cellOfPlace(p.position[i], cell_));
    if (c == grid::kNone || !(grid_.phi().values[c] < -0.5f * cell_)) continue;
    for (int axis = 0; axis < 3; ++axis)
      values[i] += (grid_.velocity.at(axis, cells.beside(c, axis, 1)) - grid_.velocity.at(axis, c)) / cell_;
  }
  return values;
}

/// Sets density and exposure of particles from the level set.
void Rasmussen::updateDensityAndExposure(const Threads& threads) {
  Particles& p = liquid_.particles;
  threads.forChunks(p.size(), kMarkerGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    grid::LevelSet::Sampler sampler(grid_.levelSet());
    for (std::size_t i = begin; i < end; ++i) {
      const float phi = grid_.empty() ? kLost * cell_ : sampler.sample(Vec3(p.position[i]));
      p.density[i] = 1.f;
      p.exposure[i] = std::clamp(1.f + 0.5f * phi / cell_, 0.f, 1.f);
    }
  });
}

/// Returns the fraction of a cell that is free of solids, from its eight octants.
float Rasmussen::clearPart(CellIndex c) const {
  const float away = toSolid_.values[c] / cell_;
  if (std::abs(away) > 0.87f) return away > 0.f ? 1.f : 0.f;
  const Vec3 middle(grid::middleOf(grid_.cells(), c));
  float sum = 0.f;
  for (int k = 0; k < 8; ++k) {
    const Vec3 part = Vec3(k & 1, k >> 1 & 1, k >> 2) - 0.5f;
    sum += std::clamp(0.5f + 2.f * solids_.distance(middle + 0.5f * cell_ * part) / cell_, 0.f, 1.f);
  }
  return 0.125f * sum;
}

/// Returns the volume of liquid. A cell is as full as phi says for a straight surface over its width. A
/// curved surface makes that too much by cell^2 / 24 per area and curvature, where div grad phi is the
/// curvature (a ball would have 4 pi / 3 (R^3 + R cell^2 / 4)).
double Rasmussen::volume(const Threads& threads) const {
  const grid::CellBlocks& cells = grid_.cells();
  const grid::CellField& phi = grid_.phi();
  const auto volumeIn = [&](CellIndex c) {
    const float here = phi.values[c] / cell_;
    if (!(here < 0.5f) || isHeld(cells.at(c)) || isInInlet(Vec3(grid::middleOf(cells, c)))) return 0.0;
    float full = 1.f;
    if (here > -0.5f) {
      float bend = -6.f * here;
      for (int axis = 0; axis < 3; ++axis)
        for (const int side : {-1, 1}) bend += phi.at(cells.beside(c, axis, side)) / cell_;
      full = 0.5f - here - bend / 24.f;
    }
    return static_cast<double>(full * clearPart(c));
  };
  const double sum = OrderedSum()(cells.size(), threads, [&](std::size_t begin, std::size_t end) {
    double here = 0.0;
    for (std::size_t c = begin; c < end; ++c) here += volumeIn(static_cast<CellIndex>(c));
    return here;
  });
  return sum * std::pow(static_cast<double>(cell_), 3.0);
}

/// Returns the target divergence D that corrects the volume, since the number of particles tells how much
/// liquid there should be. Not in Rasmussen et al. 2004.
/// @return target divergence D of the velocity [1/s]
float Rasmussen::divergenceFor(float dt, const Threads& threads) const {
  float rate = 0.f;
  for (const Coefficients& c : coefficients_) rate = std::max(rate, c.volume);
  const double now = volume(threads) / std::pow(static_cast<double>(cell_), 3.0);
  if (!(rate > 0.f) || !(now > 1.0)) return 0.f;
  const double within = OrderedSum()(liquid_.size(), threads, [&](std::size_t begin, std::size_t end) {
    grid::LevelSet::Sampler phi(grid_.levelSet());
    double here = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 at = liquid_.particles.position[i];
      here += phi.sample(at) < kLost * cell_ && !isInInlet(at) ? 1.0 : 0.0;
    }
    return here;
  });
  const auto all = static_cast<float>(within / now - 1.0);
  const float wrong = all - std::clamp(all, -kRightVolume, kRightVolume);
  return std::clamp(rate * wrong, -kMostCorrection / dt, kMostCorrection / dt);
}

}  // namespace ooze::rasmussen
