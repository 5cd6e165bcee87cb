// Symmetric sparse matrices as the neighbours of each unknown.
#pragma once

#include "ooze/base/threads.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ooze::grid {

/// Row i is diagonal[i] and, for k in [first[i], first[i + 1]), value[k] in column column[k]. Columns of a
/// row ascend and never are the row's own; an entry and its mirror image are both there, with the same value.
struct SparseRows {
  std::vector<double> diagonal;       ///< n
  std::vector<std::uint32_t> first;   ///< n + 1
  std::vector<std::uint32_t> column;  ///< first[n]
  std::vector<double> value;          ///< first[n]

  [[nodiscard]] std::size_t size() const { return diagonal.size(); }

  /// y = A x. Each row adds up in its own order: the same bits at any number of threads.
  void multiply(std::span<const double> x, std::span<double> y, const Threads& threads) const;

  /// Looks at every entry, for tests and for matrices from elsewhere.
  /// @throws std::invalid_argument if lengths, columns or symmetry (to the bit) are not as said above
  void check() const;
};

}  // namespace ooze::grid
