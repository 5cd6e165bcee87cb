// Cell-centred and face-centred fields of a sparse staggered (MAC) grid.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/cell_blocks.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// A scalar field with a value at each cell centre: phi, viscosity, temperature. Memory is reused.
struct CellField {
  using Function = FunctionRef<float(const Vec3&)>;

  std::vector<float> values;  ///< value at each cell centre, indexed by CellIndex
  float outside = 0.f;        ///< value of the field outside all blocks

  /// Sets all cells to `value`.
  void fill(const CellBlocks& cells, float value) { values.assign(cells.size(), value); }
  /// Evaluates f at the cell centres; f is called on any thread.
  void fill(const CellBlocks& cells, Function f, const Threads& threads);
  /// Interpolates the field trilinearly at a point p [m].
  [[nodiscard]] float sample(const CellBlocks& cells, const Vec3& p) const;
  [[nodiscard]] float at(CellIndex cell) const { return cell == kNone ? outside : values[cell]; }
  /// Copies a field with an offset: values(c) = from(c + offset), to the bit.
  /// A window that moves with its liquid shifts by its own motion (Rasmussen et al. 2004, "moving windows");
  /// offset 0 copies to a grid with other blocks.
  /// @param from  must not be this field
  void shift(const CellBlocks& cells, const CellField& from, const CellBlocks& ofCells,
             const glm::ivec3& offset, const Threads& threads);
};

/// A staggered vector field: axes[a][c] is component a at the centre of the lower face of cell c along axis
/// a. The upper face of a cell is the lower face of the next cell, and exists only with that cell. Outside
/// all blocks the field is 0. Memory is reused.
struct FaceField {
  using Function = FunctionRef<Vec3(const Vec3&)>;

  /// Values at the lower faces along each axis, indexed by CellIndex.
  std::array<std::vector<float>, 3> axes;

  void fill(const CellBlocks& cells, float value) {
    for (auto& axis : axes) axis.assign(cells.size(), value);
  }
  /// Copies a field of the same grid.
  void copy(const FaceField& from, const Threads& threads);
  /// Evaluates the components of f at the face centres; f is called on any thread.
  void fill(const CellBlocks& cells, Function f, const Threads& threads);
  /// Interpolates each component trilinearly between its own faces.
  [[nodiscard]] Vec3 sample(const CellBlocks& cells, const Vec3& p) const;
  /// Interpolates at many places; fastest if consecutive places are close to each other.
  void sample(const CellBlocks& cells, std::span<const Vec3> places, Vec3* to) const;
  [[nodiscard]] float at(int axis, CellIndex cell) const {
    return cell == kNone ? 0.f : axes[static_cast<std::size_t>(axis)][cell];
  }
  /// Copies a field with an offset, as CellField::shift().
  void shift(const CellBlocks& cells, const FaceField& from, const CellBlocks& ofCells,
             const glm::ivec3& offset, const Threads& threads);
};

/// Computes the outflow of a cell per volume [1/s].
/// @return 0 for faces without a cell behind them
double divergence(const CellBlocks& cells, const FaceField& velocity, CellIndex cell);

/// A flag for each face, indexed like FaceField.
using FaceFlags = std::array<std::vector<std::uint8_t>, 3>;

/// Returns the centre of a cell, or of its lower face along an axis [m].
[[nodiscard]] glm::dvec3 middleOf(const CellBlocks& cells, CellIndex cell);
[[nodiscard]] glm::dvec3 middleOfFace(const CellBlocks& cells, int axis, CellIndex cell);

/// Returns the value of a field at the middle of a face; at the edge of the blocks, at the cell's centre.
[[nodiscard]] float valueAtFace(const CellBlocks& cells, const CellField& field, int axis, CellIndex face);
/// Returns the gradient of a field at the middle of a face by central differences, times the cell's edge;
/// one-sided at the edge of the blocks.
[[nodiscard]] glm::dvec3 gradientAtFace(const CellBlocks& cells, const CellField& field, int axis,
                                        CellIndex face);

}  // namespace ooze::grid
