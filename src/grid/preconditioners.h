// Preconditioners for conjugate gradients: cheap approximations of A^-1.
#pragma once

#include "ooze/base/threads.h"

#include "grid/sparse_rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// Jacobi preconditioner: divides by the diagonal. Buffers are reused.
class DiagonalPreconditioner {
 public:
  /// Stores the inverse diagonal.
  /// @throws std::invalid_argument unless every number is positive and finite
  void set(std::span<const double> diagonal);
  /// Computes z = M^-1 r, both as long as the diagonal.
  void apply(std::span<const double> r, std::span<double> z, const Threads& threads) const;

 private:
  std::vector<double> inverse_;
};

/// Incomplete Cholesky preconditioner with the off-diagonal entries of A and modified pivots.
/// With A's strict lower triangle L: A ~ (D + L) D^-1 (D + L)^T (D-ILU: Saad 2003, section 10.3), modified
/// (10.3.5) to the degree `modified`. For particle systems with about thirty neighbours per row, a full IC(0)
/// factorisation saves some iterations but costs more time than it saves. Rows that do not
/// depend on each other are solved in parallel, group by group, with the same bits at any number of threads.
/// Buffers are reused.
class IncompleteCholesky {
 public:
  /// Computes the pivots.
  /// @param a         matrix with positive diagonal, as required by SparseRows::check(); must not change
  /// while the preconditioner is in use
  /// @param modified  fraction of the fill added to the diagonal. 0: only the fill on the diagonal, for any
  /// matrix. 1: all fill, so the product keeps A's row sums; only for matrices without positive off-diagonal
  /// entries
  /// @throws std::invalid_argument unless every number on the diagonal is positive and finite
  void factor(const SparseRows& a, double modified);
  /// Computes z = ((D + L) D^-1 (D + L)^T)^-1 r, both of the matrix's length.
  void apply(std::span<const double> r, std::span<double> z, const Threads& threads) const;

  /// Returns the number of pivots that were too small and were replaced by the diagonal of A: 0 for all
  /// common matrices.
  [[nodiscard]] std::size_t replacedPivots() const { return replaced_; }

 private:
  /// Wavefront order: rows grouped into waves. The rows of a wave depend only on rows of earlier waves.
  struct SolveOrder {
    /// Rows in the order of solution, wave by wave; ascending within a wave.
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> waves;  ///< index into `rows` at which each wave starts, and the end
  };
  void findOrder(SolveOrder& order, bool fromLast);

  const SparseRows* a_ = nullptr;
  /// Index of the first entry of each row that lies right of the diagonal.
  std::vector<std::uint32_t> above_;
  std::vector<double> inversePivot_, sumAbove_;
  SolveOrder down_, up_;
  std::vector<std::uint32_t> wave_;
  std::size_t replaced_ = 0;
};

}  // namespace ooze::grid
