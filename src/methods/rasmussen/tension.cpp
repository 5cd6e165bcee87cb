// Surface tension of the grid method: the pressure at the surface.
#include "grid/curvature.h"
#include "methods/rasmussen/rasmussen.h"

#include <algorithm>

namespace ooze::rasmussen {
namespace {

using grid::CellIndex;

constexpr float kReachOfCurvature = 2.f;  // both cells beside a surface are nearer to the surface [cells]
constexpr float kLeastWeightOfTension = 1e-3f;  // weight of particles from which a cell has their mean

}  // namespace

/// Computes the pressure that surface tension makes at the surface, sigma kappa / rho, in the cells beside
/// the surface. Not in Rasmussen et al. 2004. The pressure solve takes it as the pressure at the surface
/// (ghost fluid method; Kang, Fedkiw and Liu 2000, without the pressure of the air).
/// @return null if no liquid has tension
const grid::CellField* Rasmussen::findSurfacePressure(const Threads& threads) {
  float least = 1e30f, most = 0.f;
  for (const Coefficients& c : coefficients_)
    least = std::min(least, c.tension), most = std::max(most, c.tension);
  if (!(most > 0.f)) return nullptr;
  const grid::CellBlocks& cells = grid_.cells();
  grid::findCurvature(cells, grid_.phi(), kReachOfCurvature * cell_, surfacePressure_, threads);
  if (!(least < most)) {
    cells.forEach(threads, [&](CellIndex c) { surfacePressure_.values[c] *= most; });
    return &surfacePressure_;
  }
  // Liquids of different tension: a cell has the mean of the particles around it, and air without particles
  // has that of a cell beside it.
  particleCells_.find(cells, liquid_.particles.position, threads);
  particleCells_.sum(weight_, tension_, threads,
                     [&](std::size_t i) { return coefficients_[liquid_.particles.material[i]].tension; });
  const auto tensionOf = [&](CellIndex c) {
    return c != grid::kNone && weight_[c] > kLeastWeightOfTension ? tension_[c] / weight_[c] : 0.f;
  };
  cells.forEach(threads, [&](CellIndex c) {
    float& pressure = surfacePressure_.values[c];
    if (pressure == 0.f) return;
    float tension = tensionOf(c);
    for (int axis = 0; axis < 3 && tension == 0.f; ++axis)
      tension = std::max(tensionOf(cells.beside(c, axis, -1)), tensionOf(cells.beside(c, axis, 1)));
    pressure *= tension;
  });
  return &surfacePressure_;
}

}  // namespace ooze::rasmussen
