// Trilinear interpolation between cells, with fast lookup near a block.
#pragma once

#include "grid/cell_blocks.h"
#include "grid/lattice_position.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace ooze::grid {

/// Interpolates between eight values v(k), x fastest.
/// If all values are equal the result is exactly that value. After rounding to float the result is never
/// outside the range of the values.
template <class Values>
double trilinear(const Values& v, const glm::dvec3& part) {
  const auto between = [](double a, double b, double t) { return a + t * (b - a); };
  const auto row = [&](std::size_t k) {
    return between(static_cast<double>(v(k)), static_cast<double>(v(k + 1)), part.x);
  };
  return between(between(row(0), row(2), part.y), between(row(4), row(6), part.y), part.z);
}

/// The eight cells around a place, x fastest, and the interpolation weights from the first towards the last.
struct SampledCells {
  std::array<CellIndex, 8> cells;
  glm::dvec3 part;

  [[nodiscard]] double value(const float* values, float outside) const {
    return trilinear([&](std::size_t k) { return cells[k] == kNone ? outside : values[cells[k]]; }, part);
  }
};

/// Finds the cells around places, given in cells from the first cell of a block. Adjacent blocks need no hash
/// lookup.
class CellSampler {
 public:
  CellSampler(const CellBlocks& cells, std::size_t block)
      : cells_(cells), around_(cells.around(block)), first_(cells.blocks().at(block)) {}

  /// Returns the same bits as corners(at).value(values, outside).
  [[nodiscard]] double value(const float* values, float outside, const glm::dvec3& at) const {
    const glm::ivec3 n = floorToInt(at), place = n & 7;
    if (place.x == 7 || place.y == 7 || place.z == 7) return corners(at).value(values, outside);
    const std::uint32_t number = find(n >> 3);
    if (number == kNone) return static_cast<double>(outside);
    const auto first = static_cast<std::size_t>(place.z * 64 + place.y * 8 + place.x);
    const float* const v = values + kNodes * number + first;
    return trilinear([&](std::size_t k) { return v[(k & 1) + 8 * (k >> 1 & 1) + 64 * (k >> 2)]; },
                     at - glm::dvec3(n));
  }

  /// Finds the eight cells around a place.
  /// @param at  finite, and within 2^20 cells
  [[nodiscard]] SampledCells corners(const glm::dvec3& at) const {
    const glm::ivec3 n = floorToInt(at);
    SampledCells found;
    found.part = at - glm::dvec3(n);
    const glm::ivec3 place = n & 7, block = n >> 3;
    const auto inside = static_cast<CellIndex>(place.z * 64 + place.y * 8 + place.x);
    if (place.x < 7 && place.y < 7 && place.z < 7) {
      const std::uint32_t number = find(block);
      for (CellIndex k = 0; k < 8; ++k)
        found.cells[k] =
            number == kNone ? kNone : number * kCells + inside + (k & 1) + 8 * (k >> 1 & 1) + 64 * (k >> 2);
      return found;
    }
    // For both sides along each axis: the block offset, and the offset within the block.
    std::array<std::array<int, 2>, 3> part, in;
    for (int axis = 0; axis < 3; ++axis)
      for (int side = 0; side < 2; ++side) {
        const int cell = n[axis] + side;
        part[static_cast<std::size_t>(axis)][static_cast<std::size_t>(side)] = cell >> 3;
        in[static_cast<std::size_t>(axis)][static_cast<std::size_t>(side)] = (cell & 7) << (3 * axis);
      }
    for (std::size_t k = 0; k < 8; ++k) {
      const std::size_t x = k & 1, y = k >> 1 & 1, z = k >> 2;
      const std::uint32_t number = find({part[0][x], part[1][y], part[2][z]});
      found.cells[k] =
          number == kNone ? kNone : number * kCells + static_cast<CellIndex>(in[0][x] + in[1][y] + in[2][z]);
    }
    return found;
  }

 private:
  static constexpr auto kCells = static_cast<CellIndex>(kNodes);

  [[nodiscard]] std::uint32_t find(const glm::ivec3& block) const {
    const glm::ivec3 b = block + 1;
    if (static_cast<unsigned>(b.x) < 3 && static_cast<unsigned>(b.y) < 3 && static_cast<unsigned>(b.z) < 3)
      return around_[static_cast<std::size_t>(9 * b.z + 3 * b.y + b.x)];
    return cells_.blocks().find(first_.beside(block.x, block.y, block.z));
  }

  const CellBlocks& cells_;
  const BlockNeighbours& around_;
  BlockCoordinate first_;
};

}  // namespace ooze::grid
