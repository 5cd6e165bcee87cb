#include "grid/sparse_rows.h"

#include <algorithm>
#include <stdexcept>

namespace ooze::grid {

void SparseRows::multiply(std::span<const double> x, std::span<double> y, const Threads& threads) const {
  threads.forChunks(size(), 1024, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      double sum = diagonal[i] * x[i];
      for (std::uint32_t k = first[i]; k < first[i + 1]; ++k) sum += value[k] * x[column[k]];
      y[i] = sum;
    }
  });
}

void SparseRows::check() const {
  const auto require = [](bool good, const char* what) {
    if (!good) throw std::invalid_argument(what);
  };
  require(first.size() == size() + 1 && first.front() == 0 && first.back() == column.size() &&
              std::is_sorted(first.begin(), first.end()),
          "rows of a sparse matrix do not follow one another");
  require(value.size() == column.size(), "a sparse matrix must have one value for each column index");
  for (std::uint32_t i = 0; i < size(); ++i)
    for (std::uint32_t k = first[i]; k < first[i + 1]; ++k) {
      const std::uint32_t j = column[k];
      require(j < size() && j != i && (k == first[i] || column[k - 1] < j),
              "columns of a sparse row do not ascend, or lie outside the matrix");
      const auto begin = column.begin() + first[j], end = column.begin() + first[j + 1];
      const auto mirror = std::lower_bound(begin, end, i);
      require(mirror != end && *mirror == i &&
                  value[static_cast<std::size_t>(mirror - column.begin())] == value[k],
              "a sparse matrix is not symmetric");
    }
}

}  // namespace ooze::grid
