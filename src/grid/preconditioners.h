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

/// Incomplete Cholesky without fill, A ~ L D L^T with L where A is (Saad 2003, sections 10.3 and 11.6),
/// modified (10.3.5) to the extent `modified`. Rows that wait for none of each other are solved at once, so
/// threads find work, and the same bits. Keeps its memory.
class IncompleteCholesky {
 public:
  /// @param a         with positive diagonal, as SparseRows::check() has it
  /// @param modified  how much of the fill that is left out goes to the diagonal. 0: none, for any matrix. 1:
  ///                  all, so that L D L^T has A's row sums; fastest for Poisson's equation on a grid, where
  ///                  0.97 is as fast and safer. Only for matrices without positive entries off the diagonal
  /// @throws std::invalid_argument unless every number on the diagonal is positive and finite
  void factor(const SparseRows& a, double modified);
  /// z = (L D L^T)^-1 r, both of the matrix's length.
  void apply(std::span<const double> r, std::span<double> z, const Threads& threads) const;

  /// Pivots that came out too small and were replaced by the diagonal of A: 0 for all common matrices.
  [[nodiscard]] std::size_t replacedPivots() const { return replaced_; }

 private:
  /// Entries of L on one side of the diagonal, row by row; and rows by when they can be solved.
  struct Triangle {
    std::vector<std::uint32_t> first, column;
    std::vector<double> value;
    std::vector<std::uint32_t> order;  ///< rows, wave by wave; ascending in each
    std::vector<std::uint32_t> waves;  ///< where each begins in the order, and the end

    void findWaves(std::vector<std::uint32_t>& wave, bool fromLast);
  };

  void split(const SparseRows& a);
  [[nodiscard]] double productOfRows(std::uint32_t row, std::uint32_t column) const;

  Triangle lower_, upper_;
  std::vector<std::uint32_t> mirror_;  ///< of each entry of the upper triangle: where it is in the lower one
  std::vector<double> pivot_, inversePivot_;
  std::vector<double> kept_, columnSum_;
  std::vector<std::uint32_t> wave_;
  std::size_t replaced_ = 0;
};

}  // namespace ooze::grid
