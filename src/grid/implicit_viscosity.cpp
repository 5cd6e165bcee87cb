#include "grid/implicit_viscosity.h"

#include "grid/stencil_rows.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace ooze::grid {
namespace {

constexpr std::uint8_t kFreeFace = 1, kHeldFace = 2, kWallFace = 3;
// Least distance of a wall from a face, over the distance of the face in the wall [1].
constexpr double kLeastDistance = 0.1;

}  // namespace

/// Finds the share of the viscosity at faces whose middle lies in a solid, and marks the closed ones. Walls
/// along the lattice also hold the velocity across them. Elsewhere the pressure alone does, because a share
/// of each component would hold back flow along a slanted wall.
void ImplicitViscosity::findWalls(const CellBlocks& cells, const FaceConditions& faces,
                                  const SolidWalls& walls, const Threads& threads) {
  const float reach = 3.f * cells.cell();
  for (int axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    wallShare_[k].resize(cells.size());
    cells.forEach(threads, [&](CellIndex c) {
      wallShare_[k][c] = 0.f;
      const bool closed = isKnown_[k][c] == kHeldFace && !faces.isHard(axis, c);
      const float distance = valueAtFace(cells, walls.distance, axis, c);
      const bool isInside = isKnown_[k][c] == kFreeFace && distance < 0.f;
      if (!(closed || isInside) || distance < -reach) return;
      if (closed) isKnown_[k][c] = kWallFace;
      const glm::dvec3 gradient = gradientAtFace(cells, walls.distance, axis, c);
      const double square = glm::dot(gradient, gradient);
      const double across = square > 0.0 ? std::pow(gradient[axis] * gradient[axis] / square, 4.0) : 0.0;
      const auto friction = static_cast<double>(walls.motion(Vec3(middleOfFace(cells, axis, c))).friction);
      wallShare_[k][c] = static_cast<float>(across + friction * (1.0 - across));
    });
  }
}

/// Returns the viscosity that ties a free face, whose middle lies in a solid, to the solid [m^2/s].
double ImplicitViscosity::tieOf(const CellBlocks& cells, int axis, CellIndex face) const {
  const auto k = static_cast<std::size_t>(axis);
  if (isKnown_[k][face] != kFreeFace || !(wallShare_[k][face] > 0.f)) return 0.0;
  const CellIndex behind = cells.beside(face, axis, -1);
  const float nu = std::max(atCells_[face], behind == kNone ? 0.f : atCells_[behind]);
  return static_cast<double>(nu * wallShare_[k][face]) / kLeastDistance;
}

void ImplicitViscosity::findViscosity(const CellBlocks& cells, const CellField& phi, const CellField& nu,
                                      const FaceConditions& faces, const SolidWalls* walls,
                                      const Threads& threads) {
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
  if (walls)
    findWalls(cells, faces, *walls, threads);
  else
    for (auto& share : wallShare_) share.assign(cells.size(), 0.f);
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
  const auto k = static_cast<std::size_t>(axis);
  const auto share = [&](CellIndex other) {
    return other != kNone && isKnown_[k][other] == kWallFace ? static_cast<double>(wallShare_[k][other])
                                                             : 1.0;
  };
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
      sum += share(upper) * static_cast<double>(edges[upper]) *
             (at(along, upper) - at(along, cells.beside(upper, axis, -1)));
    if (edges[face] > 0.f)
      sum -= share(cells.beside(face, along, -1)) * static_cast<double>(edges[face]) *
             (at(along, face) - at(along, behind));
  }
  return sum;
}

/// Returns how a free face is coupled with a neighbouring face whose velocity is known.
ImplicitViscosity::Coupling ImplicitViscosity::couplingOf(const CellBlocks& cells, int axis, CellIndex face,
                                                          CellIndex other, const FaceConditions& faces,
                                                          const SolidWalls* walls,
                                                          const FaceField& velocity) const {
  const auto k = static_cast<std::size_t>(axis);
  if (isKnown_[k][other] != kWallFace) return {1.0, static_cast<double>(velocity.at(axis, other))};
  const auto distanceAt = [&](CellIndex c) {
    return static_cast<double>(valueAtFace(cells, walls->distance, axis, c));
  };
  const double here = distanceAt(face), there = distanceAt(other);
  const double part =
      there < 0.0 && here > there ? std::clamp(here / (here - there), kLeastDistance, 1.0) : 1.0;
  return {static_cast<double>(wallShare_[k][other]) / part, static_cast<double>(faces.solid.at(axis, other))};
}

SolverResult ImplicitViscosity::solve(const CellBlocks& cells, int axis, double scale,
                                      const FaceConditions& faces, const SolidWalls* walls,
                                      const FaceField& before, FaceField& velocity,
                                      const GridSolverSettings& settings, const Threads& threads) {
  const auto& known = isKnown_[static_cast<std::size_t>(axis)];
  auto& values = velocity.axes[static_cast<std::size_t>(axis)];
  number_.resize(cells.size());
  face_.clear();
  numbering_.append(
      cells.size(), face_, threads, [&](std::size_t c) { return known[c] == kFreeFace; },
      [&](std::size_t c, std::uint32_t number) { number_[c] = number; });
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
    row.diagonal = 1.0 + scale * tieOf(cells, axis, face_[u]);
    forSides(cells, axis, face_[u], [&](CellIndex other, float nu) {
      if (!(nu > 0.f)) return;
      const double w = scale * static_cast<double>(nu);
      if (number_[other] != kNone)
        row.diagonal += w, row.add(number_[other], -w);
      else
        row.diagonal += w * couplingOf(cells, axis, face_[u], other, faces, walls, velocity).share;
    });
    return row;
  });
  forUnknowns([&](std::size_t u, CellIndex face) {
    double held = tieOf(cells, axis, face) * static_cast<double>(faces.solid.at(axis, face));
    forSides(cells, axis, face, [&](CellIndex other, float nu) {
      if (!(nu > 0.f) || number_[other] != kNone) return;
      const Coupling coupling = couplingOf(cells, axis, face, other, faces, walls, velocity);
      held += static_cast<double>(nu) * coupling.share * coupling.velocity;
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
                                       const Threads& threads, const SolidWalls* walls,
                                       std::vector<WallDrag>* drags) {
  ViscosityResult result;
  findViscosity(cells, phi, nu, faces, walls, threads);
  if (std::ranges::none_of(atCells_, [](float v) { return v > 0.f; })) return result;
  const auto dx = static_cast<double>(cells.cell());
  for (int axis = 0; axis < 3; ++axis) {
    const auto k = static_cast<std::size_t>(axis);
    result.solver[k] = solve(cells, axis, static_cast<double>(dt) / (dx * dx), faces, walls, before, velocity,
                             settings, threads);
    result.unknowns[k] = face_.size();
    if (walls && drags)
      addDrags(cells, axis, static_cast<double>(dt) * dx, faces, *walls, velocity, threads, *drags);
  }
  return result;
}

/// Adds the exchange of the unknown faces of a component with walls.
/// @param scale  dt times the side of a cell [s m]
void ImplicitViscosity::addDrags(const CellBlocks& cells, int axis, double scale, const FaceConditions& faces,
                                 const SolidWalls& walls, const FaceField& velocity, const Threads& threads,
                                 std::vector<WallDrag>& drags) {
  const auto k = static_cast<std::size_t>(axis);
  const std::size_t chunks = Threads::chunkCount(face_.size(), CellBlocks::kGrain);
  if (drags_.size() < chunks) drags_.resize(chunks);
  threads.forChunks(
      face_.size(), CellBlocks::kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
        std::vector<WallDrag>& found = drags_[chunk];
        found.clear();
        for (std::size_t u = begin; u < end; ++u) {
          const CellIndex face = face_[u];
          const auto reached = static_cast<double>(velocity.at(axis, face));
          if (const double tie = tieOf(cells, axis, face); tie > 0.0)
            found.push_back({axis, face, scale * tie, reached});
          forSides(cells, axis, face, [&](CellIndex other, float atSide) {
            if (!(atSide > 0.f) || isKnown_[k][other] != kWallFace) return;
            const Coupling coupling = couplingOf(cells, axis, face, other, faces, &walls, velocity);
            const double mass = scale * static_cast<double>(atSide) * coupling.share;
            if (mass > 0.0) found.push_back({axis, other, mass, reached});
          });
        }
      });
  for (std::size_t c = 0; c < chunks; ++c) drags.insert(drags.end(), drags_[c].begin(), drags_[c].end());
}

}  // namespace ooze::grid
