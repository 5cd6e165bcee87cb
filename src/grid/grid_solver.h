// Solver for linear systems on a grid (Poisson-like equations): conjugate gradients with a preconditioner.
// With multigrid the number of iterations hardly grows with the size.
#pragma once

#include "ooze/base/math.h"
#include "ooze/base/threads.h"

#include "base/numbering.h"
#include "grid/blocks.h"
#include "grid/conjugate_gradients.h"
#include "grid/dense_cholesky.h"
#include "grid/preconditioners.h"
#include "grid/sparse_rows.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// Aggregation multigrid, one V-cycle per application (Braess 1995).
/// Unknowns of 2^3 cells are aggregated into one, whose equation is the sum of theirs. The couplings to other
/// aggregates are weakened, because piecewise constant interpolation makes them too stiff. The smoother is
/// red-black Gauss-Seidel before and after the coarse correction, in opposite orders, so the preconditioner
/// is symmetric and positive definite. Coarse levels have the six neighbours of the finest level, and
/// boundaries enter through the matrix alone. The bits are the same at any number of threads. Buffers are
/// reused.
class Multigrid {
 public:
  /// Builds the hierarchy of coarse levels.
  /// @param a     matrix with positive diagonal and off-diagonal entries not above 0, for at most the six
  /// neighbouring cells of each row
  /// @param at    the cell of each unknown; those of each block of 8^3 are consecutive, in the order z, y, x
  /// @param kept  fraction of the row sums that the next level keeps: kSurfaces if row sums couple unknowns
  /// to a boundary, as for a pressure; kInertia if row sums belong to the unknown itself
  /// @throws std::invalid_argument unless there is one cell for each row
  void build(const SparseRows& a, std::span<const glm::ivec3> at, double kept, const Threads& threads);
  static constexpr double kSurfaces = 0.5, kInertia = 1.0;

  /// Computes z = M^-1 r, both of the matrix's length.
  void apply(std::span<const double> r, std::span<double> z, const Threads& threads);

  [[nodiscard]] std::size_t levels() const { return depth_; }

 private:
  /// A level of the hierarchy.
  /// Even unknowns (with an even sum of coordinates) precede the odd ones; each kind is coupled to the other
  /// kind only (red-black ordering).
  struct MultigridLevel {
    std::vector<glm::ivec3> at;
    std::uint32_t even = 0;  ///< number of unknowns with an even sum of coordinates
    // The matrix: row sums (rest), and the couplings to other unknowns as floats, which halves the memory
    // traffic of a cycle.
    std::vector<double> rest, diagonal;
    std::vector<std::uint32_t> first, column;
    std::vector<float> value;  ///< couplings: the off-diagonal entries with their sign changed, so positive
    std::vector<std::uint32_t> parent;  ///< unknown of the next level into which each unknown is joined
    /// Start of the list of each unknown of the next level, and the end; unknowns joined into that unknown.
    std::vector<std::uint32_t> firstChild, child;
    std::vector<double> inverse;  ///< inverse of the diagonal
    std::vector<double> r, z;
  };
  void begin(const SparseRows& a, std::span<const glm::ivec3> at, const Threads& threads);
  void join(MultigridLevel& fine, MultigridLevel& coarse, double kept, const Threads& threads);
  void numberParents(MultigridLevel& fine, MultigridLevel& coarse, const Threads& threads);
  void factorCoarsest();
  void cycle(std::size_t depth, const Threads& threads);

  std::vector<MultigridLevel> levels_;  ///< from the finest; entries beyond depth_ are unused
  std::size_t depth_ = 0;
  /// Map from unknowns of the finest level to rows of the matrix, and back.
  std::vector<std::uint32_t> order_, place_;
  Numbering numbering_;
  BlockSet blocks_;
  std::vector<std::uint32_t> number_;   ///< unknown of each cell of blocks_
  std::vector<std::uint32_t> parents_;  ///< cell of each unknown of the next level
  DenseCholesky coarsest_;
};

enum class GridPreconditioner : std::uint8_t {
  IncompleteCholesky,  ///< modified incomplete Cholesky, with a modification near 1
  Multigrid            ///< aggregation multigrid: fewer iterations, and better parallel scaling
};

struct GridSolverSettings {
  double residual = 1e-7;  ///< relative residual |b - A x| / |b| at which the iteration stops [1]
  int iterations = 2000;   ///< maximum number of iterations
  GridPreconditioner preconditioner = GridPreconditioner::Multigrid;
};

/// The term G G^T of a matrix, where G has few columns: unknowns that act on many rows each, such as the
/// velocity of a rigid body.
struct LowRankTerm {
  static constexpr std::size_t kColumns = 6;
  std::vector<std::uint32_t> row;                    ///< rows of the matrix; repeated rows add up
  std::vector<std::array<double, kColumns>> factor;  ///< row of G for each entry of `row`

  /// Adds G G^T in to `out`.
  void multiplyAdd(std::span<const double> in, std::span<double> out) const;
};

/// Conjugate gradients with either preconditioner. Buffers are reused.
class GridSolver {
 public:
  /// Solves a x = b.
  /// @param a     the matrix, as required by Multigrid::build() and IncompleteCholesky::factor()
  /// @param at    the cell of each unknown
  /// @param kept  fraction of the row sums that coarse levels keep; see Multigrid::build()
  /// @param x     the initial guess, and then the solution
  /// @param added  terms added to the matrix; the preconditioner leaves them out
  SolverResult solve(const SparseRows& a, std::span<const glm::ivec3> at, double kept,
                     std::span<const double> b, std::span<double> x, const GridSolverSettings& settings,
                     const Threads& threads, std::span<const LowRankTerm> added = {});

 private:
  IncompleteCholesky cholesky_;
  Multigrid multigrid_;
  ConjugateGradients solver_;
};

}  // namespace ooze::grid
