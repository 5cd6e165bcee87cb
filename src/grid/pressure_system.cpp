#include "grid/pressure_system.h"

#include "grid/stencil_rows.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace ooze::grid {
namespace {

/// Calls visit(axis, side, shared face, neighbouring cell) for the six faces of a cell.
template <class Visit>
void forSides(const CellBlocks& cells, CellIndex cell, const Visit& visit) {
  for (int axis = 0; axis < 3; ++axis)
    for (const int side : {-1, 1}) {
      const CellIndex other = cells.beside(cell, axis, side);
      visit(axis, side, side < 0 ? cell : other, other);
    }
}

template <class Each>
void forUnknowns(std::size_t n, const Threads& threads, const Each& each) {
  threads.forChunks(n, CellBlocks::kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) each(u);
  });
}

}  // namespace

bool PressureSystem::isSheet(CellIndex unknown) const {
  const auto isOpen = [&](int axis, int side) {
    const CellIndex beside = cells_->beside(unknown, axis, side);
    return beside != kNone && role[beside] == CellRole::Open;
  };
  for (int axis = 0; axis < 3; ++axis)
    if (isOpen(axis, -1) && isOpen(axis, 1)) return true;
  return false;
}

double PressureSystem::theta(CellIndex unknown, CellIndex open) const {
  if (!phi_) return 1.0;
  const auto in = static_cast<double>(phi_->values[unknown]), out = static_cast<double>(phi_->values[open]);
  return std::clamp(in / (in - out), leastTheta_, 1.0);
}

double PressureSystem::inverseTheta(CellIndex unknown, CellIndex other) const {
  if (!phi_ || role[other] != CellRole::Open || isSheet(unknown)) return 1.0;
  return 1.0 / theta(unknown, other);
}

double PressureSystem::surfaceQ(CellIndex unknown, CellIndex open) const {
  if (!surfacePressure_) return 0.0;
  const double t = theta(unknown, open);
  return time_ * ((1.0 - t) * static_cast<double>(surfacePressure_->values[unknown]) +
                  t * static_cast<double>(surfacePressure_->values[open]));
}

double PressureSystem::conductance(const FaceConditions& faces, int axis, CellIndex face, CellIndex cell,
                                   CellIndex other) const {
  if (role[other] == CellRole::Closed || faces.isHard(axis, face)) return 0.0;
  return static_cast<double>(faces.open.at(axis, face)) * inverseTheta(cell, other);
}

void PressureSystem::assemble(const CellBlocks& cells, const FaceConditions& faces, const CellField* phi,
                              double leastTheta, const Threads& threads) {
  cells_ = &cells;
  phi_ = phi;
  leastTheta_ = leastTheta;
  isPart_.resize(cells.size());
  // Liquid that has reached the edge of the blocks within the step, such as the film that a solid
  // extrapolates, has no neighbour there. Its cell takes no part; the blocks cover the liquid again before
  // the next step.
  cells.forEach(threads, [&](CellIndex c) {
    if (role[c] != CellRole::Unknown) return;
    forSides(cells, c, [&](int, int, CellIndex, CellIndex other) {
      if (other == kNone) role[c] = CellRole::Closed;
    });
  });
  cells.forEach(threads, [&](CellIndex c) {
    isPart_[c] = 0;
    if (role[c] != CellRole::Unknown) return;
    forSides(cells, c, [&](int axis, int, CellIndex face, CellIndex other) {
      if (isPart_[c] == 0 && conductance(faces, axis, face, c, other) > 0.0) isPart_[c] = 1;
    });
  });
  number_.resize(cells.size());
  cell_.clear();
  numbering_.append(
      cells.size(), cell_, threads, [&](std::size_t c) { return isPart_[c] != 0; },
      [&](std::size_t c, std::uint32_t number) { number_[c] = number; });
  at_.resize(cell_.size());
  forUnknowns(cell_.size(), threads, [&](std::size_t u) { at_[u] = cells.at(cell_[u]); });
  isOpen_.resize(cell_.size());
  fillRows(matrix_, cell_.size(), threads, [&](std::size_t u) {
    StencilRow row;
    isOpen_[u] = 0;
    forSides(cells, cell_[u], [&](int axis, int, CellIndex face, CellIndex other) {
      const double w = conductance(faces, axis, face, cell_[u], other);
      if (!(w > 0.0)) return;
      row.diagonal += w;
      if (role[other] == CellRole::Open)
        isOpen_[u] = 1;
      else
        row.add(number_[other], -w);
    });
    return row;
  });
  pockets_.find(matrix_, isOpen_, threads);
}

/// The faces of a cell in a narrow gap between solids are closed, so the cell is not in the system. The
/// pressure of liquid at rest hardly changes over a cell, so a neighbour's pressure acts there.
std::uint32_t PressureSystem::unknownIn(const CellBlocks& cells, CellIndex cell) const {
  if (has(cell) || role[cell] == CellRole::Open) return number_[cell];
  std::uint32_t found = kNone;
  forSides(cells, cell, [&](int, int, CellIndex, CellIndex other) {
    if (found == kNone && other != kNone) found = number_[other];
  });
  return found;
}

/// Adds the flux through the surfaces of the bodies: that of their velocity to the right side, and that of
/// the velocity that the pressure gives to the matrix.
void PressureSystem::addBodies(const CellBlocks& cells, std::span<RigidRows> bodies) {
  const double root = 1.0 / std::sqrt(static_cast<double>(cells.cell()));
  bodies_.clear();
  for (RigidRows& body : bodies) {
    const bool isHeld = body.mobility.isZero(0.0);
    LowRankTerm& term = bodies_.emplace_back();
    RigidRows::Matrix6 factor = RigidRows::Matrix6::Zero();
    if (!isHeld) factor = root * RigidRows::Matrix6(body.mobility.llt().matrixL()).transpose();
    for (RigidRows::Row& row : body.rows) {
      row.unknown = unknownIn(cells, row.cell);
      if (row.unknown == kNone) continue;
      right_[row.unknown] -= row.area.dot(body.velocity) * root * root;
      if (isHeld) continue;
      const RigidRows::Vector6 values = factor * row.area;
      term.row.push_back(row.unknown);
      std::copy_n(values.data(), LowRankTerm::kColumns, term.factor.emplace_back().data());
    }
  }
}

/// Sums the push of the pressure on each body.
void PressureSystem::findPushes(std::span<RigidRows> bodies) const {
  for (RigidRows& body : bodies) {
    body.push.setZero();
    for (RigidRows::Row& row : body.rows) {
      if (row.unknown == kNone) continue;
      row.push = q_[row.unknown];
      body.push += row.push * row.area;
    }
  }
}

PressureResult PressureSystem::solve(const CellBlocks& cells, const FaceConditions& faces,
                                     const FaceField& velocity, const CellField* target, float dt,
                                     CellField& pressure, const PressureSettings& settings,
                                     const Threads& threads, std::span<RigidRows> bodies) {
  const std::size_t n = unknowns();
  const auto dx = static_cast<double>(cells.cell()), time = static_cast<double>(dt);
  PressureResult result;
  result.unknowns = n;
  result.pockets = pockets_.count();
  right_.resize(n), q_.resize(n);
  surfacePressure_ = settings.surfacePressure;
  time_ = time;
  forUnknowns(n, threads, [&](std::size_t u) {
    double out = 0.0, surface = 0.0;
    forSides(cells, cell_[u], [&](int axis, int side, CellIndex face, CellIndex other) {
      out += side * faces.flux(axis, face, velocity);
      if (surfacePressure_ && role[other] == CellRole::Open)
        surface += conductance(faces, axis, face, cell_[u], other) * surfaceQ(cell_[u], other);
    });
    const double wanted = target ? static_cast<double>(target->values[cell_[u]]) : 0.0;
    right_[u] = dx * (dx * wanted - out) + surface;
    q_[u] = time * static_cast<double>(pressure.values[cell_[u]]);
  });
  addBodies(cells, bodies);
  if (n > 0) {
    pockets_.close(matrix_, right_);
    const double square = sum_(n, threads, [&](std::size_t begin, std::size_t end) {
      double here = 0.0;
      for (std::size_t u = begin; u < end; ++u) here += right_[u] * right_[u];
      return here;
    });
    // If the divergence consists of rounding errors only, no relative residual can be reached; use the
    // absolute limit.
    const double enough = settings.divergence * std::sqrt(static_cast<double>(n)) * dx * dx / time;
    GridSolverSettings solver = settings.solver;
    if (square > 0.0) solver.residual = std::max(solver.residual, enough / std::sqrt(square));
    result.solver = solver_.solve(matrix_, at_, Multigrid::kSurfaces, right_, q_, solver, threads, bodies_);
    pockets_.level(q_);
  }
  findPushes(bodies);
  cells.forEach(threads, [&](CellIndex c) {
    pressure.values[c] = has(c) ? static_cast<float>(q_[number_[c]] / time) : 0.f;
  });
  return result;
}

void PressureSystem::subtractGradient(const CellBlocks& cells, const FaceConditions& faces,
                                      FaceField& velocity, const Threads& threads) const {
  const double perCell = 1.0 / static_cast<double>(cells.cell());
  for (int axis = 0; axis < 3; ++axis)
    cells.forEach(threads, [&](CellIndex c) {
      const CellIndex before = cells.beside(c, axis, -1);
      if (before == kNone || faces.isHeld(axis, c)) return;
      const bool isUnknown = has(c), isUnknownBefore = has(before);
      if (!(isUnknown || isUnknownBefore)) return;
      double rise = 0.0;
      if (isUnknown && isUnknownBefore)
        rise = q_[number_[c]] - q_[number_[before]];
      else if (isUnknown && role[before] == CellRole::Open)
        rise = (q_[number_[c]] - surfaceQ(c, before)) * inverseTheta(c, before);
      else if (isUnknownBefore && role[c] == CellRole::Open)
        rise = (surfaceQ(before, c) - q_[number_[before]]) * inverseTheta(before, c);
      else
        return;
      float& u = velocity.axes[static_cast<std::size_t>(axis)][c];
      u = static_cast<float>(static_cast<double>(u) - perCell * rise);
    });
}

}  // namespace ooze::grid
