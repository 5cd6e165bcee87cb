#include "grid/pockets.h"

#include <algorithm>

namespace ooze::grid {
namespace {

// What keeps the factors of a pocket's matrix from being singular, of the diagonal: far below any residual
// asked for.
constexpr double kPocketShift = 1e-9;

}  // namespace

void Pockets::find(const SparseRows& matrix, std::span<const std::uint8_t> isOpen) {
  const std::size_t n = matrix.size();
  seen_.assign(n, 0), members_.clear(), first_.assign(1, 0);
  for (std::size_t u = 0; u < n; ++u) {
    if (seen_[u]) continue;
    const std::size_t begin = members_.size();
    bool open = false;
    seen_[u] = 1, members_.push_back(static_cast<std::uint32_t>(u));
    for (std::size_t next = begin; next < members_.size(); ++next) {
      const std::uint32_t at = members_[next];
      open = open || isOpen[at];
      for (std::uint32_t k = matrix.first[at]; k < matrix.first[at + 1]; ++k)
        if (const std::uint32_t other = matrix.column[k]; !seen_[other])
          seen_[other] = 1, members_.push_back(other);
    }
    if (open)
      members_.resize(begin);
    else
      first_.push_back(static_cast<std::uint32_t>(members_.size()));
  }
}

void Pockets::close(SparseRows& matrix, std::span<double> right) const {
  for (std::size_t p = 0; p < count(); ++p) {
    double sum = 0.0;
    for (std::uint32_t k = first_[p]; k < first_[p + 1]; ++k) sum += right[members_[k]];
    const double mean = sum / (first_[p + 1] - first_[p]);
    for (std::uint32_t k = first_[p]; k < first_[p + 1]; ++k) {
      right[members_[k]] -= mean;
      matrix.diagonal[members_[k]] *= 1.0 + kPocketShift;
    }
  }
}

void Pockets::level(std::span<double> pressure) const {
  for (std::size_t p = 0; p < count(); ++p) {
    double least = pressure[members_[first_[p]]];
    for (std::uint32_t k = first_[p]; k < first_[p + 1]; ++k) least = std::min(least, pressure[members_[k]]);
    for (std::uint32_t k = first_[p]; k < first_[p + 1]; ++k) pressure[members_[k]] -= least;
  }
}

}  // namespace ooze::grid
