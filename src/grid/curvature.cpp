#include "grid/curvature.h"

#include "grid/finite_differences.h"

#include <array>
#include <cmath>

namespace ooze::grid {
namespace {

constexpr std::array<int, 3> kSteps{1, 3, 9};  // from a cell to its neighbours in 3^3 cells
constexpr std::size_t kMiddle = 13;            // index of the middle cell in 3^3 cells

/// Copies phi of a cell and of the 26 cells around it.
/// @return false if one of them does not exist
bool gatherAround(const CellBlocks& cells, const CellField& phi, CellIndex cell, std::array<float, 27>& out) {
  std::size_t n = 0;
  for (int z = -1; z <= 1; ++z) {
    const CellIndex layer = z == 0 ? cell : cells.beside(cell, 2, z);
    if (layer == kNone) return false;
    for (int y = -1; y <= 1; ++y) {
      const CellIndex row = y == 0 ? layer : cells.beside(layer, 1, y);
      if (row == kNone) return false;
      const CellIndex before = cells.beside(row, 0, -1), after = cells.beside(row, 0, 1);
      if (before == kNone || after == kNone) return false;
      out[n++] = phi.values[before];
      out[n++] = phi.values[row];
      out[n++] = phi.values[after];
    }
  }
  return true;
}

}  // namespace

void findCurvature(const CellBlocks& cells, const CellField& phi, float reach, CellField& curvature,
                   const Threads& threads) {
  curvature.values.resize(cells.size());
  const float perCell = 1.f / cells.cell();
  cells.forEach(threads, [&](CellIndex c) {
    curvature.values[c] = 0.f;
    std::array<float, 27> around;
    if (!(std::abs(phi.values[c]) < reach) || !gatherAround(cells, phi, c, around)) return;
    const float* const middle = around.data() + kMiddle;
    curvature.values[c] = centralCurvature(middle, kSteps, perCell, centralGradient(middle, kSteps, perCell));
  });
}

}  // namespace ooze::grid
