#include "grid/projection.h"

namespace ooze::grid {
namespace {

bool isLiquid(const CellField& phi, CellIndex cell) { return phi.at(cell) < 0.f; }

/// Returns the mean of the known velocities around a face: of liquid, held faces and solids.
float meanBeside(const CellBlocks& cells, const CellField& phi, const FaceConditions& faces,
                 const FaceField& velocity, int axis, CellIndex face) {
  double sum = 0.0;
  int count = 0;
  for (int along = 0; along < 3; ++along)
    for (const int side : {-1, 1}) {
      const CellIndex n = cells.beside(face, along, side);
      if (n == kNone) continue;
      const bool isSolid = !faces.isHard(axis, n) && faces.isHeld(axis, n);
      const bool isKnown =
          faces.isHeld(axis, n) || (isLiquid(phi, n) && isLiquid(phi, cells.beside(n, axis, -1)));
      if (!isKnown) continue;
      sum += static_cast<double>(isSolid ? faces.solid.at(axis, n) : velocity.at(axis, n));
      ++count;
    }
  return count > 0 ? static_cast<float>(sum / count) : velocity.at(axis, face);
}

}  // namespace

/// Averages the velocities of pockets by Jacobi sweeps. Single-threaded, because pockets are small.
void Projection::averagePocketVelocities(const CellBlocks& cells, const CellField& phi,
                                         const FaceConditions& faces, int sweeps, FaceField& velocity) {
  pocketFaces_.clear();
  for (const CellIndex c : enslaved_)
    for (int axis = 0; axis < 3; ++axis) {
      // Both cells of a face that is not held are in the same pocket.
      const CellIndex before = cells.beside(c, axis, -1);
      if (isLiquid(phi, before) && !faces.isHeld(axis, c)) pocketFaces_.push_back({axis, c, 0.f});
    }
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (PocketFace& f : pocketFaces_) f.next = meanBeside(cells, phi, faces, velocity, f.axis, f.cell);
    for (const PocketFace& f : pocketFaces_) velocity.axes[static_cast<std::size_t>(f.axis)][f.cell] = f.next;
  }
}

ProjectionResult Projection::project(const CellBlocks& cells, const CellField& phi,
                                     const FaceConditions& faces, const CellField* target, float dt,
                                     FaceField& velocity, CellField& pressure,
                                     const ProjectionSettings& settings, const Threads& threads,
                                     std::span<RigidRows> bodies) {
  ProjectionResult result;
  system_.role.resize(cells.size());
  cells.forEach(
      threads, [&](CellIndex c) { system_.role[c] = isLiquid(phi, c) ? CellRole::Unknown : CellRole::Open; });
  const auto assemble = [&] { system_.assemble(cells, faces, &phi, settings.pressure.leastTheta, threads); };
  assemble();
  result.pockets = system_.pockets().count();
  enslaved_.clear();
  if (settings.pockets == PocketRule::AverageVelocities && result.pockets > 0) {
    for (const std::uint32_t unknown : system_.pockets().members())
      enslaved_.push_back(system_.cellOf(unknown));
    averagePocketVelocities(cells, phi, faces, settings.sweeps, velocity);
    for (const CellIndex c : enslaved_) system_.role[c] = CellRole::Closed;
    assemble();
  }
  result.pressure =
      system_.solve(cells, faces, velocity, target, dt, pressure, settings.pressure, threads, bodies);
  system_.subtractGradient(cells, faces, velocity, threads);

  std::size_t liquid = 0;
  for (std::size_t c = 0; c < cells.size(); ++c) liquid += phi.values[c] < 0.f;
  result.enslaved = liquid - result.pressure.unknowns;
  for (int axis = 0; axis < 3; ++axis)
    cells.forEach(threads, [&](CellIndex c) {
      if (faces.isHard(axis, c) || faces.open.at(axis, c) > 0.f) return;
      if (isLiquid(phi, c) || isLiquid(phi, cells.beside(c, axis, -1)))
        velocity.axes[static_cast<std::size_t>(axis)][c] = faces.solid.at(axis, c);
    });
  return result;
}

}  // namespace ooze::grid
