// What makes conjugate gradients converge in fewer steps: cheap approximations of A^-1.
#pragma once

#include "ooze/base/threads.h"

#include "grid/sparse_rows.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// Jacobi: divides by the diagonal. Keeps its memory.
class DiagonalPreconditioner {
 public:
  /// @throws std::invalid_argument unless every number is positive and finite
  void set(std::span<const double> diagonal);
  /// z = M^-1 r, both as long as the diagonal.
  void apply(std::span<const double> r, std::span<double> z, const Threads& threads) const;

 private:
  std::vector<double> inverse_;
};

/// Incomplete Cholesky with A's own entries beside the diagonal, of which only the pivots are found: with A's
/// strict lower triangle L, A ~ (D + L) D^-1 (D + L)^T (D-ILU: Saad 2003, section 10.3), modified (10.3.5) to
/// the extent `modified`. Among the thirty neighbours of a particle a full factorisation without fill saves a
/// fifth of the iterations and takes longer than they do. Rows that wait for none of each other are solved at
/// once, so threads find work, and the same bits. Keeps its memory.
class IncompleteCholesky {
 public:
  /// @param a         with positive diagonal, as SparseRows::check() has it; must stay as it is while this is
  ///                  applied
  /// @param modified  how much of the fill goes to the diagonal. 0: what falls there, for any matrix. 1: all,
  ///                  so that the product has A's row sums. Only for matrices without positive entries off
  ///                  the diagonal
  /// @throws std::invalid_argument unless every number on the diagonal is positive and finite
  void factor(const SparseRows& a, double modified);
  /// z = ((D + L) D^-1 (D + L)^T)^-1 r, both of the matrix's length.
  void apply(std::span<const double> r, std::span<double> z, const Threads& threads) const;

  /// Pivots that came out too small and were replaced by the diagonal of A: 0 for all common matrices.
  [[nodiscard]] std::size_t replacedPivots() const { return replaced_; }

 private:
  /// Rows by when they can be solved.
  struct Order {
    std::vector<std::uint32_t> rows;   ///< wave by wave; ascending in each
    std::vector<std::uint32_t> waves;  ///< where each begins, and the end
  };
  void findOrder(Order& order, bool fromLast);

  const SparseRows* a_ = nullptr;
  std::vector<std::uint32_t> above_;  ///< by row: its first entry beyond the diagonal
  std::vector<double> inversePivot_, sumAbove_;
  Order down_, up_;
  std::vector<std::uint32_t> wave_;
  std::size_t replaced_ = 0;
};

}  // namespace ooze::grid
