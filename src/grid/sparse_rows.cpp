#include "grid/sparse_rows.h"

#include <algorithm>
#include <stdexcept>

namespace ooze::grid {
namespace {

// Relative shift of the diagonal that keeps a pocket's matrix factors regular; far below any residual in use.
constexpr double kPocketShift = 1e-9;

}  // namespace

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

void Pockets::find(const SparseRows& matrix, std::span<const std::uint8_t> surface) {
  const std::size_t n = matrix.size();
  seen_.assign(n, 0), members_.clear(), parts_.clear(), sealed_.clear();
  for (std::size_t u = 0; u < n; ++u) {
    if (seen_[u]) continue;
    const std::size_t begin = members_.size();
    std::uint32_t sees = 0;
    seen_[u] = 1, members_.push_back(static_cast<std::uint32_t>(u));
    for (std::size_t next = begin; next < members_.size(); ++next) {
      const std::uint32_t at = members_[next];
      sees += surface[at];
      for (std::uint32_t k = matrix.first[at]; k < matrix.first[at + 1]; ++k)
        if (const std::uint32_t other = matrix.column[k]; !seen_[other])
          seen_[other] = 1, members_.push_back(other);
    }
    parts_.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(members_.size()), sees});
    if (sees == 0)
      sealed_.insert(sealed_.end(), members_.begin() + static_cast<std::ptrdiff_t>(begin), members_.end());
  }
}

void Pockets::close(SparseRows& matrix, std::span<double> right, double maxOutflow) const {
  for (const PocketPart& part : parts_) {
    double sum = 0.0;
    for (std::uint32_t k = part.begin; k < part.end; ++k) sum += right[members_[k]];
    const double most = part.surface > 0 ? maxOutflow * part.surface : 0.0,
                 more = sum - std::clamp(sum, -most, most);
    if (part.surface > 0 && more == 0.0) continue;
    const double each = more / (part.end - part.begin);
    for (std::uint32_t k = part.begin; k < part.end; ++k) right[members_[k]] -= each;
    if (part.surface > 0) continue;
    for (std::uint32_t k = part.begin; k < part.end; ++k) matrix.diagonal[members_[k]] *= 1.0 + kPocketShift;
  }
}

void Pockets::level(std::span<double> pressure) const {
  for (const PocketPart& part : parts_) {
    if (part.surface > 0) continue;
    double least = pressure[members_[part.begin]];
    for (std::uint32_t k = part.begin; k < part.end; ++k) least = std::min(least, pressure[members_[k]]);
    for (std::uint32_t k = part.begin; k < part.end; ++k) pressure[members_[k]] -= least;
  }
}

std::size_t Pockets::count() const {
  return static_cast<std::size_t>(std::ranges::count(parts_, 0u, &PocketPart::surface));
}

}  // namespace ooze::grid
