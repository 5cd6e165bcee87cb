// A preconditioner for equations on a grid whose iterations hardly grow with its size.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "grid/block_set.h"
#include "grid/sparse_rows.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// One V-cycle by aggregation (Braess 1995): unknowns of 2^3 cells become one, whose equation is the sum of
/// theirs with what binds it to others weakened, as constants for each cube make it too stiff; red and black
/// Gauss-Seidel before and behind, in opposite orders, so that it is symmetric and positive definite. Coarse
/// levels have the six neighbours of the finest, and need nothing of a boundary but the matrix. The same bits
/// at any number of threads. Keeps its memory.
class Multigrid {
 public:
  /// @param a     with positive diagonal, entries not above 0 beside it, and of each row only those of the
  /// six
  ///            cells next to its own; must stay as it is while this is applied
  /// @param at    the cell of each unknown; those of each block of 8^3 one after another, z, y, x
  /// @param kept  of what rows add up to, on the next level: kSurfaces where that is what binds unknowns to a
  ///              boundary, as of a pressure, kInertia where it is what an unknown has of its own
  /// @throws std::invalid_argument unless there is one cell for each row
  void build(const SparseRows& a, std::span<const glm::ivec3> at, double kept, const Threads& threads);
  static constexpr double kSurfaces = 0.5, kInertia = 1.0;

  /// z = M^-1 r, both of the matrix's length.
  void apply(std::span<const double> r, std::span<double> z, const Threads& threads);

  [[nodiscard]] std::size_t levels() const { return depth_; }

 private:
  struct Level {
    SparseRows own;                                  ///< of all levels but the finest
    std::vector<glm::ivec3> at;                      ///< by unknown
    std::array<std::vector<std::uint32_t>, 2> half;  ///< unknowns whose coordinates add up even, and odd
    std::vector<std::uint32_t> parent;               ///< unknown of the next level
    std::vector<std::uint32_t> first, child;         ///< of each unknown of the next level, and the end
    std::vector<double> r, z;                        ///< of all levels but the finest
  };
  [[nodiscard]] const SparseRows& matrix(std::size_t depth) const {
    return depth == 0 ? *finest_ : levels_[depth].own;
  }
  void split(Level& level);
  void join(std::size_t depth, double kept, const Threads& threads);
  void factor(const SparseRows& a);
  void cycle(std::size_t depth, std::span<const double> r, std::span<double> z, const Threads& threads);
  void solveCoarsest(std::span<const double> r, std::span<double> z) const;

  const SparseRows* finest_ = nullptr;
  std::vector<Level> levels_;  ///< from the finest; more than depth_ if there once were more
  std::size_t depth_ = 0;
  BlockSet blocks_;
  std::vector<std::uint32_t> number_;  ///< of the cells of blocks_
  std::vector<double> factor_;         ///< of the coarsest: L below the diagonal and 1 / D on it, row by row
};

}  // namespace ooze::grid
