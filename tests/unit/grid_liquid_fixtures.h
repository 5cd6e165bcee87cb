// Small liquids on staggered (MAC) grids, with access cell by cell.
#pragma once

#include "grid/face_conditions.h"
#include "grid/staggered_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

namespace ooze::grid_liquid_fixtures {

using grid::CellBlocks;
using grid::CellField;
using grid::CellIndex;
using grid::FaceConditions;
using grid::FaceField;
using grid::kNone;

inline const Threads& one() {
  static const Threads threads(1);
  return threads;
}

/// Makes all blocks that contain cells from `low` to `high`.
inline CellBlocks blocksOver(const glm::ivec3& low, const glm::ivec3& high, float cell) {
  grid::BlockSet blocks;
  for (int z = low.z >> 3; z <= high.z >> 3; ++z)
    for (int y = low.y >> 3; y <= high.y >> 3; ++y)
      for (int x = low.x >> 3; x <= high.x >> 3; ++x) blocks.add({x, y, z});
  blocks.sort();
  CellBlocks cells(cell);
  cells.assign(blocks, one());
  return cells;
}

inline glm::ivec3 alongAxis(int axis, int steps = 1) {
  glm::ivec3 step(0);
  step[axis] = steps;
  return step;
}

/// A liquid with its boundary conditions and fields.
struct Liquid {
  CellBlocks cells;
  CellField phi, nu, target, pressure;
  FaceConditions faces;
  FaceField velocity;

  explicit Liquid(CellBlocks of) : cells(std::move(of)) {
    phi.fill(cells, cells.cell());
    phi.outside = cells.cell();
    for (CellField* f : {&nu, &target, &pressure}) f->fill(cells, 0.f);
    faces.reset(cells);
    velocity.fill(cells, 0.f);
  }

  [[nodiscard]] CellIndex index(const glm::ivec3& c) const { return cells.find(c); }
  [[nodiscard]] float& at(CellField& field, const glm::ivec3& c) const { return field.values[index(c)]; }
  [[nodiscard]] float& at(FaceField& field, int axis, const glm::ivec3& c) const {
    return field.axes[static_cast<std::size_t>(axis)][index(c)];
  }
  [[nodiscard]] bool isLiquid(const glm::ivec3& c) const { return phi.at(index(c)) < 0.f; }
  void hold(int axis, const glm::ivec3& c, float value) {
    faces.hard[static_cast<std::size_t>(axis)][index(c)] = 1;
    at(velocity, axis, c) = value;
  }
  /// Calls visit(cell) for the cells from `low` to `high`.
  template <class Visit>
  static void forBox(const glm::ivec3& low, const glm::ivec3& high, const Visit& visit) {
    for (int z = low.z; z <= high.z; ++z)
      for (int y = low.y; y <= high.y; ++y)
        for (int x = low.x; x <= high.x; ++x) visit(glm::ivec3(x, y, z));
  }
  void fillBox(const glm::ivec3& low, const glm::ivec3& high, float value) {
    forBox(low, high, [&](const glm::ivec3& c) { at(phi, c) = value; });
  }
  /// Returns the flow out of a cell over the cell's volume, including the motion of solids [1/s].
  [[nodiscard]] double outflow(const glm::ivec3& c) const {
    double sum = 0.0;
    for (int axis = 0; axis < 3; ++axis)
      sum += faces.flux(axis, index(c + alongAxis(axis)), velocity) - faces.flux(axis, index(c), velocity);
    return sum / static_cast<double>(cells.cell());
  }
};

inline constexpr int kReach = 5;  ///< half width of a random liquid, from its middle [cells]

/// Makes a liquid with random phi round `middle`, which spans eight blocks at the origin. Some faces are
/// held, others are covered by a moving solid. Viscosity varies over three decades, and velocities are
/// random. A part of the liquid is enclosed by hard faces.
inline Liquid randomLiquid(unsigned seed, const glm::ivec3& middle = glm::ivec3(0)) {
  const glm::ivec3 low = middle - kReach, high = middle + kReach;
  Liquid liquid(blocksOver(low - 2, high + 2, 0.1f));
  std::mt19937 random(seed);
  const auto in = [&](double least, double most) {
    return static_cast<float>(std::uniform_real_distribution<double>(least, most)(random));
  };
  Liquid::forBox(low - 1, high + 1, [&](const glm::ivec3& c) {
    if (glm::all(glm::greaterThanEqual(c, low)) && glm::all(glm::lessThanEqual(c, high))) {
      liquid.at(liquid.phi, c) = in(-0.1, 0.07);
      liquid.at(liquid.target, c) = in(-1.0, 1.0);
    }
    liquid.at(liquid.nu, c) = std::pow(10.f, in(-3.0, 0.0));
    for (int axis = 0; axis < 3; ++axis) {
      liquid.at(liquid.velocity, axis, c) = in(-1.0, 1.0);
      const float kind = in(0.0, 1.0);
      if (kind < 0.1f) {
        liquid.faces.hard[static_cast<std::size_t>(axis)][liquid.index(c)] = 1;
      } else if (kind < 0.4f) {
        liquid.at(liquid.faces.open, axis, c) = kind < 0.25f ? 0.f : in(0.05, 1.0);
        liquid.at(liquid.faces.solid, axis, c) = in(-1.0, 1.0);
      }
    }
  });
  const glm::ivec3 first = middle + glm::ivec3(1, -1, -2), last = middle + glm::ivec3(3, 1, 0);
  Liquid::forBox(first, last + 1, [&](const glm::ivec3& c) {
    const auto inside = [&](const glm::ivec3& n) {
      return glm::all(glm::greaterThanEqual(n, first)) && glm::all(glm::lessThanEqual(n, last));
    };
    if (inside(c)) liquid.at(liquid.phi, c) = -0.05f;
    for (int axis = 0; axis < 3; ++axis)
      if (inside(c) != inside(c - alongAxis(axis)))
        liquid.faces.hard[static_cast<std::size_t>(axis)][liquid.index(c)] = 1;
  });
  return liquid;
}

/// Returns the largest difference of two velocity fields over all faces [m/s].
inline float worstDifference(const FaceField& a, const FaceField& b) {
  float worst = 0.f;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t c = 0; c < a.axes[axis].size(); ++c)
      worst = std::max(worst, std::abs(a.axes[axis][c] - b.axes[axis][c]));
  return worst;
}

}  // namespace ooze::grid_liquid_fixtures
