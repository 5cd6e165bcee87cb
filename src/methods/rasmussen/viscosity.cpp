// Viscosity of the grid method: its value in each cell, walls that hold the liquid, and balanced forces.
#include "base/reductions.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>
#include <cmath>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;

// Viscosity acts in two steps if one would exchange more than this fraction.
constexpr float kLongExchange = 0.5f;
// Weight of particles from which a cell has their mean.
constexpr float kLeastWeight = 1e-3f;
// Air farther than this from the liquid has no viscosity, because no face of liquid is beside it [cells].
constexpr float kNeededAir = 2.f;
// Viscosity is skipped if it would exchange less than this fraction of a velocity difference in a step.
constexpr float kLeastExchange = 1e-3f;
constexpr float kThinnest = 1e-9f;  // lower bound before taking a logarithm [m^2/s]

}  // namespace

/// Computes the viscosity of cells as the mean over the particles around them. Cells without particles take
/// the value of nearby liquid by fast marching, in the liquid and in the air beside it.
/// @return false if all liquid has the same viscosity; otherwise particleCells_ is up to date
bool Rasmussen::spreadViscosity(const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  float least = 1e30f, most = 0.f;
  for (const Coefficients& c : coefficients_)
    least = std::min(least, c.viscosity), most = std::max(most, c.viscosity);
  const bool melting = melts();
  if (!(least < most) && !melting) {
    nu_.fill(cells, most);
    return false;
  }
  particleCells_.find(cells, liquid_.particles.position, threads);
  const Particles& p = liquid_.particles;
  const std::vector<float>& temperatures = liquid_[temperatureOf_];
  // Viscosities of melting liquid differ by factors of thousands between particles. A trace of set liquid
  // would hold all the liquid around it, so means are taken of logarithms.
  const auto toMean = [&](std::size_t i) {
    const Coefficients& c = coefficients_[p.material[i]];
    return melting ? std::log(std::max(c.viscosityAt(temperatures[i]), kThinnest)) : c.viscosity;
  };
  const auto ofMean = [&](float mean) { return melting ? std::exp(mean) : mean; };
  particleCells_.sum(weight_, nu_.values, threads, toMean);
  marching_.state.resize(cells.size());
  cells.forEach(threads, [&](CellIndex c) {
    const bool known = weight_[c] > kLeastWeight;
    const bool isNeeded = weight_[c] > 0.f || grid_.phi().values[c] < kNeededAir * cell_;
    marching_.state[c] = known      ? grid::FastMarchingState::Known
                         : isNeeded ? grid::FastMarchingState::Unknown
                                    : grid::FastMarchingState::Excluded;
    nu_.values[c] = known ? ofMean(nu_.values[c] / weight_[c]) : least;
  });
  marching_.run(
      cells, [&](CellIndex c) { return -weight_[c]; }, 1.f, nu_.values);
  return true;
}

/// Estimates the velocity that the pressure will give to the faces of liquid in this step, from the pressure
/// that the particles felt in the last step. Not in Rasmussen et al. 2004. The viscosity then acts on
/// balanced forces. Otherwise a sticky wall would hold the liquid beside it against gravity, and the pressure
/// that carries the rest would throw that liquid up. The pressure solve sees the velocity without the
/// estimate, so errors of the estimate are those of a pressure and vanish.
void Rasmussen::estimatePressureGain(float dt, const Threads& threads) {
  const grid::CellBlocks& cells = grid_.cells();
  const Particles& p = liquid_.particles;
  const std::vector<float>& pressures = liquid_[pressureOf_];
  particleCells_.sum(weight_, gain_.values, threads,
                     [&](std::size_t i) { return pressures[i] / coefficients_[p.material[i]].density; });
  const auto isLiquid = [&](CellIndex c) { return c != grid::kNone && grid_.phi().values[c] < 0.f; };
  const auto isKnown = [&](CellIndex c) { return !isLiquid(c) || weight_[c] > kLeastWeight; };
  const auto pressureAt = [&](CellIndex c) { return isLiquid(c) ? gain_.values[c] / weight_[c] : 0.f; };
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<float>& gain = pressureGain_.axes[static_cast<std::size_t>(axis)];
    gain.resize(cells.size());
    cells.forEach(threads, [&](CellIndex c) {
      gain[c] = 0.f;
      const CellIndex behind = cells.beside(c, axis, -1);
      if (!(isLiquid(c) || isLiquid(behind)) || faces_.isHeld(axis, c)) return;
      if (isKnown(c) && isKnown(behind)) gain[c] = dt / cell_ * (pressureAt(behind) - pressureAt(c));
    });
  }
}

void Rasmussen::addPressureGain(float factor, const Threads& threads) {
  for (std::size_t k = 0; k < 3; ++k)
    grid_.cells().forEach(
        threads, [&](CellIndex c) { grid_.velocity.axes[k][c] += factor * pressureGain_.axes[k][c]; });
}

void Rasmussen::applyViscosity(float dt, const Threads& threads) {
  wallDrags_.clear();
  if (grid_.empty()) return;
  const bool hasParticleCells = spreadViscosity(threads);
  applyCellControls(ControlField::Viscosity, nu_, threads);
  imposeBandViscosity();
  std::vector<float>& shown = liquid_[viscosityOf_];
  constexpr std::size_t kShownGrain = 1024;  // particles per parallel chunk
  threads.forEachIndex(liquid_.size(), kShownGrain, [&](std::size_t i) {
    shown[i] = coefficients_[liquid_.particles.material[i]].density *
               nu_.sample(grid_.cells(), liquid_.particles.position[i]);
  });
  const float most = largest(threads, nu_.values.size(), [&](std::size_t c) { return nu_.values[c]; });
  if (!(dt * most > kLeastExchange * cell_ * cell_)) return;
  const bool sticks = !solids_.none();
  if (sticks) {
    if (!hasParticleCells) particleCells_.find(grid_.cells(), liquid_.particles.position, threads);
    estimatePressureGain(dt, threads), addPressureGain(1.f, threads);
  }
  // One implicit step as long as a flow's time of decay makes the flow decay a fifth too slowly. Two halves
  // double the accuracy.
  const int parts = dt * most > kLongExchange * cell_ * cell_ ? 2 : 1;
  const grid::SolidWalls walls{toSolid_, motion_};
  const auto act = [&] {
    wallDrags_.clear();
    for (int part = 0; part < parts; ++part) {
      const auto result = viscosity_.act(
          grid_.cells(), grid_.phi(), nu_, faces_, before_, dt / static_cast<float>(parts), grid_.velocity,
          {.residual = kResidual}, threads, sticks ? &walls : nullptr, &wallDrags_);
      for (const grid::SolverResult& r : result.solver) grid::requireSolved(r, "viscosity", kWorstResidual);
    }
  };
  const auto finish = [&] {
    act();
    if (sticks) addPressureGain(-1.f, threads);
  };
  if (!melts()) return finish();
  // The terms that couple velocity components use the velocity before the step (explicit). In liquid that has
  // just set, that velocity is far too fast and would oscillate from step to step. The solve is therefore
  // repeated with the mean of the velocities before and after.
  driven_.copy(grid_.velocity, threads);
  act();
  for (std::size_t k = 0; k < 3; ++k)
    grid_.cells().forEach(threads, [&](CellIndex c) {
      before_.axes[k][c] = 0.5f * (before_.axes[k][c] + grid_.velocity.axes[k][c]);
    });
  grid_.velocity.copy(driven_, threads);
  finish();
}

}  // namespace ooze::rasmussen
