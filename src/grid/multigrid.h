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
  ///              six cells next to its own
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
  /// Even unknowns, whose coordinates add up to an even number, come before the odd ones: each see the other
  /// alone.
  struct Level {
    std::vector<glm::ivec3> at;
    std::uint32_t even = 0;  ///< how many
    // The matrix: row sums, and what binds unknowns to others, as floats: half of the memory that a cycle
    // reads.
    std::vector<double> rest, diagonal;
    std::vector<std::uint32_t> first, column;
    std::vector<float> value;                      ///< above 0
    std::vector<std::uint32_t> parent;             ///< unknown of the next level
    std::vector<std::uint32_t> firstChild, child;  ///< of each unknown of the next level, and the end
    std::vector<double> inverse;                   ///< of the diagonal
    std::vector<double> r, z;
  };
  void begin(const SparseRows& a, std::span<const glm::ivec3> at, const Threads& threads);
  void join(Level& fine, Level& coarse, double kept, const Threads& threads);
  void numberParents(Level& fine, Level& coarse, const Threads& threads);
  void factor(const Level& level);
  void cycle(std::size_t depth, const Threads& threads);
  void solveCoarsest(Level& level) const;

  std::vector<Level> levels_;  ///< from the finest; more than depth_ if there once were more
  std::size_t depth_ = 0;
  std::vector<std::uint32_t> order_, place_;  ///< the matrix's unknown by that of the finest level, and back
  BlockSet blocks_;
  std::vector<std::uint32_t> number_;  ///< of the cells of blocks_
  std::vector<double> factor_;         ///< of the coarsest: L below the diagonal and 1 / D on it, row by row
};

}  // namespace ooze::grid
