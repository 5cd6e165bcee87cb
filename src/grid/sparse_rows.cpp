#include "grid/sparse_rows.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

// Least ratio of neighbours at the surface to unknowns that limits the outflow of a part.
constexpr double kLeastOpenness = 0.05;
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

/// Lists the unknowns of each part, and the parts in the order of their first unknowns.
void Pockets::listParts(std::span<const std::uint8_t> surface) {
  const std::size_t n = surface.size();
  partOf_.resize(n), members_.resize(n), parts_.clear(), sealed_.clear();
  const std::uint32_t count = sets_.number([this](std::size_t u, std::uint32_t part) { partOf_[u] = part; });
  parts_.assign(count, {0, 0, 0});
  for (std::size_t u = 0; u < n; ++u) ++parts_[partOf_[u]].end, parts_[partOf_[u]].surface += surface[u];
  std::uint32_t begin = 0;
  for (PocketPart& part : parts_) {
    part.begin = begin;
    begin += std::exchange(part.end, begin);
  }
  for (std::uint32_t u = 0; u < n; ++u) members_[parts_[partOf_[u]].end++] = u;
  for (const PocketPart& part : parts_)
    if (part.surface == 0)
      sealed_.insert(sealed_.end(), members_.begin() + part.begin, members_.begin() + part.end);
}

void Pockets::close(std::span<double> diagonal, std::span<double> right, double maxOutflow) const {
  for (const PocketPart& part : parts_) {
    double sum = 0.0;
    for (std::uint32_t k = part.begin; k < part.end; ++k) sum += right[members_[k]];
    // A part with little surface has less to pass in a step, as its pressures would be without bounds.
    const double openness =
        std::clamp(part.surface / static_cast<double>(part.end - part.begin), kLeastOpenness, 1.0);
    const double most = part.surface > 0 ? maxOutflow * part.surface * openness : 0.0,
                 more = sum - std::clamp(sum, -most, most);
    if (part.surface > 0 && more == 0.0) continue;
    const double each = more / (part.end - part.begin);
    for (std::uint32_t k = part.begin; k < part.end; ++k) right[members_[k]] -= each;
    if (part.surface > 0) continue;
    for (std::uint32_t k = part.begin; k < part.end; ++k) diagonal[members_[k]] *= 1.0 + kPocketShift;
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
