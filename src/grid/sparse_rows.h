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
  std::vector<double> diagonal;       ///< n
  std::vector<std::uint32_t> first;   ///< n + 1
  std::vector<std::uint32_t> column;  ///< first[n]
  std::vector<double> value;          ///< first[n]

  [[nodiscard]] std::size_t size() const { return diagonal.size(); }

  /// Computes y = A x. Each row is summed in its own order: the same bits at any number of threads.
  void multiply(std::span<const double> x, std::span<double> y, const Threads& threads) const;

  /// Validates every entry, for tests and for matrices from elsewhere.
  /// @throws std::invalid_argument if lengths, columns or symmetry (to the bit) violate the rules above
  void check() const;
};

}  // namespace ooze::grid
