// Fields on the cells of a staggered grid and on the faces between them.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// One number for each cell, at its middle: phi, viscosity, temperature. Keeps its memory.
struct CellField {
  using Function = FunctionRef<float(const Vec3&)>;

  std::vector<float> values;  ///< by CellIndex
  float outside = 0.f;        ///< what there is where no block is

  /// All cells get `value`.
  void fill(const CellBlocks& cells, float value) { values.assign(cells.size(), value); }
  /// f at the middles of cells, called on any thread.
  void fill(const CellBlocks& cells, Function f, const Threads& threads);
  /// Trilinear.
  [[nodiscard]] float sample(const CellBlocks& cells, const Vec3& p) const;
  [[nodiscard]] float at(CellIndex cell) const { return cell == kNone ? outside : values[cell]; }
  /// What `from` had `offset` cells farther on: values(c) = from(c + offset). A window that moves with its
  /// liquid shifts by its own motion (Rasmussen et al. 2004, "moving windows"); a grid whose blocks are
  /// chosen anew takes offset 0. Values are copied to the bit.
  /// @param from  another field than this
  void shift(const CellBlocks& cells, const CellField& from, const CellBlocks& ofCells,
             const glm::ivec3& offset, const Threads& threads);
};

/// One component of a vector for each face: axes[a][c] is component a in the middle of the lower face of
/// cell c along axis a. The upper face of a cell is the lower one of the next, and there only if that exists;
/// where no block is, all is 0. Keeps its memory.
struct FaceField {
  using Function = FunctionRef<Vec3(const Vec3&)>;

  std::array<std::vector<float>, 3> axes;  ///< by CellIndex

  void fill(const CellBlocks& cells, float value) {
    for (auto& axis : axes) axis.assign(cells.size(), value);
  }
  /// Components of f at the middles of faces, called on any thread.
  void fill(const CellBlocks& cells, Function f, const Threads& threads);
  /// Each component trilinear among its own faces.
  [[nodiscard]] Vec3 sample(const CellBlocks& cells, const Vec3& p) const;
  /// The same of many places, the faster the nearer each is to the one before.
  void sample(const CellBlocks& cells, std::span<const Vec3> places, Vec3* to) const;
  [[nodiscard]] float at(int axis, CellIndex cell) const {
    return cell == kNone ? 0.f : axes[static_cast<std::size_t>(axis)][cell];
  }
  /// As CellField::shift().
  void shift(const CellBlocks& cells, const FaceField& from, const CellBlocks& ofCells,
             const glm::ivec3& offset, const Threads& threads);
};

/// What flows out of a cell, for each of its volume [1/s].
/// @return 0 for faces without a cell behind them
double divergence(const CellBlocks& cells, const FaceField& velocity, CellIndex cell);

/// A flag for each face, as FaceField has its values.
using FaceFlags = std::array<std::vector<std::uint8_t>, 3>;

/// The middle of a cell, or of its lower face along an axis [m].
[[nodiscard]] glm::dvec3 middleOf(const CellBlocks& cells, CellIndex cell);
[[nodiscard]] glm::dvec3 middleOfFace(const CellBlocks& cells, int axis, CellIndex cell);

}  // namespace ooze::grid
