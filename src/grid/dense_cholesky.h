// Direct solution of small dense symmetric systems.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ooze::grid {

/// Root-free Cholesky factorisation A = L D L^T of a symmetric positive definite matrix. The buffer is
/// reused.
class DenseCholesky {
 public:
  /// Makes a matrix of n rows that are all 0; n = 0 makes none.
  void begin(std::size_t n);
  /// Returns an entry of the matrix, for filling before factor(). Only the lower triangle is read.
  double& operator()(std::size_t row, std::size_t column) { return entries_[n_ * row + column]; }
  /// Factorises the matrix in place.
  void factor();
  /// Solves A z = r after factor(). Both have one value per row.
  void solve(std::span<const double> r, std::span<double> z) const;
  [[nodiscard]] bool empty() const { return n_ == 0; }

 private:
  std::size_t n_ = 0;
  std::vector<double> entries_;  ///< after factor(): L below the diagonal, 1 / D on it
};

}  // namespace ooze::grid
