// Temperature of the liquid, carried by particles so that advection does not smear it. Not in Rasmussen et
// al. 2004, where each control particle has a viscosity instead. Heat moves between particles by way of
// cells: cells average the particles around them, conduct, and return the changes to the particles.
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>
#include <cmath>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;

constexpr std::size_t kChunk = 1024;

// Stability limit of explicit conduction: the largest fraction of a cell that may be exchanged in a substep
// [1]. A pair of cells exchanges at most twice as much as two full cells do.
constexpr float kMostExchange = 1.f / 14.f;
// Cells with less liquid than this lose heat as if they had this much [cells].
constexpr float kLeastLiquid = 0.05f;
// Surface over volume of a drop of one cell's volume, times the side of a cell: (36 pi)^(1/3).
constexpr float kSurfaceOfDrop = 4.84f;
// Soft controls pull by their strength in this time, whatever the time step [s].
constexpr float kPull = 1.f / 60.f;

}  // namespace

void Rasmussen::startTemperature(std::size_t particle) {
  liquid_[temperatureOf_][particle] = coefficients_[liquid_.particles.material[particle]].heat.start;
}

void Rasmussen::startTemperatures(LiquidState& state) const {
  std::vector<float>& temperatures = state.arrays[temperatureOf_];
  temperatures.clear();
  for (const std::uint16_t m : state.particles.material) {
    requireSaved(m < coefficients_.size());
    temperatures.push_back(coefficients_[m].heat.start);
  }
}

bool Rasmussen::melts() const {
  return std::ranges::any_of(coefficients_, [](const Coefficients& c) { return c.heat.melts(); });
}

/// Returns whether liquid at rest may start to flow or change its viscosity.
bool Rasmussen::changesAtRest() const {
  constexpr float kEven = 1.f;  // temperature differences below this value count as none [K]
  if (!melts()) return false;
  const std::vector<float>& temperatures = liquid_[temperatureOf_];
  float least = kMaxTemperature, most = kMinTemperature;
  for (std::size_t i = 0; i < temperatures.size(); ++i) {
    const Heat& heat = coefficients_[liquid_.particles.material[i]].heat;
    if (heat.exchange > 0.f && std::abs(temperatures[i] - heat.surroundings) > kEven) return true;
    if (!(heat.diffusivity > 0.f)) continue;
    least = std::min(least, temperatures[i]), most = std::max(most, temperatures[i]);
  }
  return most - least > kEven;
}

void Rasmussen::exchangeHeat(float dt, const Threads& threads) {
  applyTemperatureControls(dt, threads);
  const auto any = [this](float Heat::*rate) {
    return std::ranges::any_of(coefficients_, [rate](const Coefficients& c) { return c.heat.*rate > 0.f; });
  };
  const bool conducts = any(&Heat::diffusivity), cools = any(&Heat::exchange);
  if (!conducts && !cools) return;
  particleCells_.find(grid_.cells(), liquid_.particles.position, threads);
  if (conducts) mixTemperaturesInCells(dt, threads), conductHeat(dt, threads);
  if (cools) coolAtSurface(dt, threads);
}

/// Applies temperature controls to particles, because cells do not keep temperature between steps. A soft
/// control approaches its target at a rate; eq. 4 would make the result depend on the number of steps.
void Rasmussen::applyTemperatureControls(float dt, const Threads& threads) {
  if (!controls_ || !controls_->has(ControlField::Temperature)) return;
  const Vec3Array& places = liquid_.particles.position;
  std::vector<float>& temperatures = liquid_[temperatureOf_];
  const Aabb bounds = controls_->bounds(ControlField::Temperature);
  threads.forChunks(places.size(), kChunk, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::vector<ControlParticle> near;
    for (std::size_t i = begin; i < end; ++i) {
      const Vec3 p = places[i];
      if (!bounds.contains(p)) continue;
      controls_->near(ControlField::Temperature, {p, p}, near);
      ControlInfluence at = influenceAt(near, p);
      at.strength = 1.f - std::pow(1.f - std::min(at.strength, 1.f), dt / kPull);
      temperatures[i] = std::clamp(at.blend(temperatures[i]), kMinTemperature, kMaxTemperature);
    }
  });
}

/// Computes the mean of a particle value per cell; 0 in cells without particles. Sets weight_ to the amount
/// of liquid in the cell [cells].
void Rasmussen::averageOverParticles(const std::vector<float>& values, grid::CellField& means,
                                     const Threads& threads) {
  particleCells_.sum(weight_, means.values, threads, [&](std::size_t i) { return values[i]; });
  grid_.cells().forEach(threads, [&](CellIndex c) {
    if (weight_[c] > 0.f) means.values[c] /= weight_[c];
  });
}

/// Adds changes of cells to particles, with the weights of averageOverParticles(). The total change of the
/// particles equals that of the cells, so heat is conserved.
void Rasmussen::addCellChanges(const grid::CellField& change, const Threads& threads) {
  std::vector<float>& temperatures = liquid_[temperatureOf_];
  threads.forEachIndex(temperatures.size(), kChunk, [&](std::size_t i) {
    float sum = 0.f;
    particleCells_.forCells(i, [&](CellIndex c, float weight) { sum += weight * change.values[c]; });
    temperatures[i] = std::clamp(temperatures[i] + sum, kMinTemperature, kMaxTemperature);
  });
}

/// Conducts heat between neighbouring wet cells by Fourier's law. A cell holds as much heat as the particles
/// around it. Two cells exchange heat in proportion to the harmonic mean of their contents and to the open
/// part of their face, so that heat is conserved.
void Rasmussen::conductHeat(float dt, const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  const Particles& p = liquid_.particles;
  std::vector<float> each(p.size());
  float most = 0.f;
  for (std::size_t i = 0; i < p.size(); ++i) {
    each[i] = coefficients_[p.material[i]].heat.diffusivity;
    most = std::max(most, each[i]);
  }
  averageOverParticles(each, conducts_, threads);
  averageOverParticles(liquid_[temperatureOf_], warmth_, threads);
  const grid::CellField before = warmth_;
  const float all = dt * most / (cell_ * cell_);
  constexpr float kMaxParts = 400.f;  // beyond, heat spreads as fast as this many parts can carry it
  const float needed = std::ceil(all / kMostExchange);
  const int parts = static_cast<int>(std::clamp(needed, 1.f, kMaxParts));
  const float scale =
      needed > kMaxParts ? kMostExchange / most : dt / static_cast<float>(parts) / (cell_ * cell_);
  for (int part = 0; part < parts; ++part) {
    nextWarmth_.values.resize(cells.size());
    cells.forEach(threads, [&](CellIndex c) {
      const float own = weight_[c];
      nextWarmth_.values[c] = warmth_.values[c];
      if (!(own > 0.f)) return;
      float gain = 0.f;
      for (int axis = 0; axis < 3; ++axis)
        for (const int side : {-1, 1}) {
          const CellIndex n = cells.beside(c, axis, side);
          if (n == grid::kNone || !(weight_[n] > 0.f)) continue;
          const float open = faces_.open.at(axis, side > 0 ? n : c);
          const float between = 0.5f * (conducts_.values[c] + conducts_.values[n]);
          gain += open * between * 2.f * weight_[n] / (own + weight_[n]) *
                  (warmth_.values[n] - warmth_.values[c]);
        }
      nextWarmth_.values[c] += scale * gain;
    });
    std::swap(warmth_, nextWarmth_);
  }
  cells.forEach(threads, [&](CellIndex c) { warmth_.values[c] -= before.values[c]; });
  addCellChanges(warmth_, threads);
}

/// Evens out temperatures within cells, which conduction between cells does not see. Differences decay
/// towards the cell mean at the rate of the shortest wave between cells, and the resulting change of the mean
/// is subtracted to conserve heat.
void Rasmussen::mixTemperaturesInCells(float dt, const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  const Particles& p = liquid_.particles;
  std::vector<float>& temperatures = liquid_[temperatureOf_];
  averageOverParticles(temperatures, warmth_, threads);
  std::vector<float> change(p.size());
  constexpr float kRate = 9.87f;  // pi^2: decay rate of a temperature wave two cells long
  threads.forEachIndex(p.size(), kChunk, [&](std::size_t i) {
    float sum = 0.f, weights = 0.f;
    particleCells_.forCells(i, [&](CellIndex c, float weight) {
      sum += weight * warmth_.values[c];
      weights += weight;
    });
    const float rate = kRate * coefficients_[p.material[i]].heat.diffusivity / (cell_ * cell_);
    change[i] = weights > 0.f ? (sum / weights - temperatures[i]) * (1.f - std::exp(-rate * dt)) : 0.f;
  });
  averageOverParticles(change, warmth_, threads);
  cells.forEach(threads, [&](CellIndex c) { warmth_.values[c] = -warmth_.values[c]; });
  threads.forEachIndex(p.size(), kChunk, [&](std::size_t i) { temperatures[i] += change[i]; });
  addCellChanges(warmth_, threads);
}

/// Returns the surface area of the liquid in a cell, free or against solids, over a cell's volume [1/m]. Free
/// area follows from the drop in fullness towards neighbouring cells. A cell without particles counts as
/// empty; otherwise the surface in it would be lost.
float Rasmussen::surfaceIn(CellIndex c) const {
  const grid::CellBlocks& cells = grid_.cells();
  const auto full = [&](CellIndex n) {
    if (n == grid::kNone || !(weight_[n] > 0.f)) return 0.f;
    return std::clamp(0.5f - grid_.phi().values[n] / cell_, 0.f, 1.f);
  };
  const float own = full(c);
  Vec3 free(0.f), closed(0.f);
  for (int axis = 0; axis < 3; ++axis) {
    const CellIndex lower = cells.beside(c, axis, -1), upper = cells.beside(c, axis, 1);
    const float openLow = faces_.open.at(axis, c);
    const float openHigh = upper == grid::kNone ? 1.f : faces_.open.at(axis, upper);
    free[axis] = openLow * std::max(0.f, own - full(lower)) + openHigh * std::max(0.f, own - full(upper));
    closed[axis] = openLow - openHigh;
  }
  return (glm::length(free) + own * glm::length(closed)) / cell_;
}

/// Cools particles through the surface by Newton's law of cooling. Each particle cools separately, so that
/// nothing is smeared.
void Rasmussen::coolAtSurface(float dt, const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  const Particles& p = liquid_.particles;
  std::vector<float>& temperatures = liquid_[temperatureOf_];
  particleCells_.sumWeights(weight_, threads);
  nextWarmth_.fill(cells, 0.f);
  cells.forEach(threads, [&](CellIndex c) {
    if (weight_[c] > 0.f) nextWarmth_.values[c] = surfaceIn(c) / std::max(weight_[c], kLeastLiquid);
  });
  threads.forEachIndex(p.size(), kChunk, [&](std::size_t i) {
    float surface = 0.f;  // surface area of the liquid over its volume [1/m]
    bool isDrop = true;
    particleCells_.forCells(i, [&](CellIndex c, float weight) {
      surface += weight * nextWarmth_.values[c];
      isDrop = isDrop && grid_.phi().values[c] > cell_;
    });
    if (isDrop) surface = kSurfaceOfDrop / cell_;
    const Heat& heat = coefficients_[p.material[i]].heat;
    temperatures[i] =
        heat.surroundings + (temperatures[i] - heat.surroundings) * std::exp(-heat.exchange * surface * dt);
  });
}

}  // namespace ooze::rasmussen
