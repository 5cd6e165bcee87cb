// Symmetric sparse matrices in compressed row storage.
#pragma once

#include "ooze/base/threads.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// Row i consists of diagonal[i] and, for k in [first[i], first[i + 1]), value[k] in column column[k].
/// Columns of a row ascend and exclude the diagonal. Both an entry and its transpose are stored, with the
/// same value.
struct SparseRows {
  std::vector<double> diagonal;  ///< diagonal entry of each of the n rows
  /// Index of the first entry of each row in column and value, and the end (n + 1).
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> column;  ///< column of each off-diagonal entry, row by row
  std::vector<double> value;          ///< off-diagonal entries, row by row

  [[nodiscard]] std::size_t size() const { return diagonal.size(); }

  /// Computes y = A x. Each row is summed in its own order: the same bits at any number of threads.
  void multiply(std::span<const double> x, std::span<double> y, const Threads& threads) const;

  /// Validates every entry, for tests and for matrices from elsewhere.
  /// @throws std::invalid_argument if lengths, columns or symmetry (to the bit) violate the rules above
  void check() const;
};

}  // namespace ooze::grid
