#include "grid/implicit_viscosity.h"

#include "grid/stencil_rows.h"

#include <algorithm>

namespace ooze::grid {
namespace {

constexpr std::uint8_t kFreeFace = 1, kHeldFace = 2;

}  // namespace

void ImplicitViscosity::findViscosity(const CellBlocks& cells, const CellField& phi, const CellField& nu,
                                      const FaceConditions& faces, const Threads& threads) {
  const auto isLiquid = [&](CellIndex c) { return phi.at(c) < 0.f; };
  atCells_.resize(cells.size());
  cells.forEach(threads, [&](CellIndex c) { atCells_[c] = isLiquid(c) ? std::max(0.f, nu.values[c]) : 0.f; });
  for (int axis = 0; axis < 3; ++axis) {
    auto& known = isKnown_[static_cast<std::size_t>(axis)];
    known.resize(cells.size());
    cells.forEach(threads, [&](CellIndex c) {
      const bool isWet = isLiquid(c) || isLiquid(cells.beside(c, axis, -1));
      known[c] = faces.isHeld(axis, c) ? kHeldFace : isWet ? kFreeFace : 0;
    });
  }
  for (int axis = 0; axis < 3; ++axis) {
    auto& edges = atEdges_[static_cast<std::size_t>(axis)];
    edges.resize(cells.size());
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    const auto &knownA = isKnown_[static_cast<std::size_t>(a)],
               &knownB = isKnown_[static_cast<std::size_t>(b)];
    cells.forEach(threads, [&](CellIndex c) {
      edges[c] = 0.f;
      const CellIndex beforeA = cells.beside(c, a, -1), beforeB = cells.beside(c, b, -1);
      if (beforeA == kNone || beforeB == kNone) return;
      const CellIndex beforeBoth = cells.beside(beforeA, b, -1);
      if (beforeBoth == kNone || !(knownA[c] && knownA[beforeB] && knownB[c] && knownB[beforeA])) return;
      double sum = 0.0;
      int count = 0;
      for (const CellIndex n : {c, beforeA, beforeB, beforeBoth})
        if (isLiquid(n)) sum += static_cast<double>(atCells_[n]), ++count;
      if (count > 0) edges[c] = static_cast<float>(sum / count);
    });
  }
}

/// Calls visit(neighbouring face, viscosity in between) for the six faces of the same component around a
/// face.
template <class Visit>
void ImplicitViscosity::forSides(const CellBlocks& cells, int axis, CellIndex face,
                                 const Visit& visit) const {
  for (int along = 0; along < 3; ++along) {
    const CellIndex lower = cells.beside(face, along, -1), upper = cells.beside(face, along, 1);
    if (along == axis) {
      visit(lower, lower == kNone ? 0.f : atCells_[lower]);
      visit(upper, atCells_[face]);
    } else {
      const auto& edges = atEdges_[static_cast<std::size_t>(3 - axis - along)];
      visit(lower, edges[face]);
      visit(upper, upper == kNone ? 0.f : edges[upper]);
    }
  }
}

/// Computes the explicit coupling terms, eq. 8 to 10, times cell^2 [m^3/s^2].
double ImplicitViscosity::crossTerms(const CellBlocks& cells, int axis, CellIndex face,
                                     const FaceField& before) const {
  const auto at = [&](int component, CellIndex c) { return static_cast<double>(before.at(component, c)); };
  const CellIndex behind = cells.beside(face, axis, -1);
  double sum = 0.0;
  for (int along = 0; along < 3; ++along) {
    if (along == axis) {
      const double own = at(axis, face);
      sum += static_cast<double>(atCells_[face]) * (at(axis, cells.beside(face, axis, 1)) - own);
      if (behind != kNone) sum -= static_cast<double>(atCells_[behind]) * (own - at(axis, behind));
      continue;
    }
    // At both edges of this face along the third axis: the change of component `along` in direction `axis`.
    const auto& edges = atEdges_[static_cast<std::size_t>(3 - axis - along)];
    const CellIndex upper = cells.beside(face, along, 1);
    if (upper != kNone && edges[upper] > 0.f)
      sum +=
          static_cast<double>(edges[upper]) * (at(along, upper) - at(along, cells.beside(upper, axis, -1)));
    if (edges[face] > 0.f) sum -= static_cast<double>(edges[face]) * (at(along, face) - at(along, behind));
  }
  return sum;
}

SolverResult ImplicitViscosity::solve(const CellBlocks& cells, int axis, double scale,
                                      const FaceField& before, FaceField& velocity,
                                      const GridSolverSettings& settings, const Threads& threads) {
  const auto& known = isKnown_[static_cast<std::size_t>(axis)];
  auto& values = velocity.axes[static_cast<std::size_t>(axis)];
  number_.resize(cells.size());
  face_.clear();
  for (std::size_t c = 0; c < cells.size(); ++c) {
    number_[c] = known[c] == kFreeFace ? static_cast<std::uint32_t>(face_.size()) : kNone;
    if (number_[c] != kNone) face_.push_back(static_cast<CellIndex>(c));
  }
  const std::size_t n = face_.size();
  if (n == 0) return {};
  at_.resize(n), right_.resize(n), solution_.resize(n);
  const auto forUnknowns = [&](const auto& each) {
    threads.forChunks(n, CellBlocks::kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t u = begin; u < end; ++u) each(u, face_[u]);
    });
  };
  fillRows(matrix_, n, threads, [&](std::size_t u) {
    StencilRow row;
    row.diagonal = 1.0;
    forSides(cells, axis, face_[u], [&](CellIndex other, float nu) {
      if (!(nu > 0.f)) return;
      const double w = scale * static_cast<double>(nu);
      row.diagonal += w;
      if (number_[other] != kNone) row.add(number_[other], -w);
    });
    return row;
  });
  forUnknowns([&](std::size_t u, CellIndex face) {
    double held = 0.0;
    forSides(cells, axis, face, [&](CellIndex other, float nu) {
      if (nu > 0.f && number_[other] == kNone)
        held += static_cast<double>(nu) * static_cast<double>(values[other]);
    });
    at_[u] = cells.at(face);
    solution_[u] = static_cast<double>(values[face]);
    right_[u] = solution_[u] + scale * (crossTerms(cells, axis, face, before) + held);
  });
  const SolverResult result =
      solver_.solve(matrix_, at_, Multigrid::kInertia, right_, solution_, settings, threads);
  forUnknowns([&](std::size_t u, CellIndex face) { values[face] = static_cast<float>(solution_[u]); });
  return result;
}

ViscosityResult ImplicitViscosity::act(const CellBlocks& cells, const CellField& phi, const CellField& nu,
                                       const FaceConditions& faces, const FaceField& before, float dt,
                                       FaceField& velocity, const GridSolverSettings& settings,
                                       const Threads& threads) {
  ViscosityResult result;
  findViscosity(cells, phi, nu, faces, threads);
  if (std::ranges::none_of(atCells_, [](float v) { return v > 0.f; })) return result;
  const auto dx = static_cast<double>(cells.cell());
  for (int axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    result.solver[k] =
        solve(cells, axis, static_cast<double>(dt) / (dx * dx), before, velocity, settings, threads);
    result.unknowns[k] = face_.size();
  }
  return result;
}

}  // namespace ooze::grid
