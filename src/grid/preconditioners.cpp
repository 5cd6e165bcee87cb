#include "grid/preconditioners.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

constexpr std::size_t kGrain = 4096;
constexpr std::size_t kRowGrain = 512;
// Below this part of the diagonal a pivot is taken for lost.
constexpr double kLeastPivot = 1e-4;

void requirePositive(std::span<const double> diagonal) {
  for (const double d : diagonal)
    if (!(d > 0.0 && std::isfinite(d)))
      throw std::invalid_argument("the diagonal of a preconditioned matrix is not positive");
}

}  // namespace

void DiagonalPreconditioner::set(std::span<const double> diagonal) {
  requirePositive(diagonal);
  inverse_.resize(diagonal.size());
  for (std::size_t i = 0; i < diagonal.size(); ++i) inverse_[i] = 1.0 / diagonal[i];
}

void DiagonalPreconditioner::apply(std::span<const double> r, std::span<double> z,
                                   const Threads& threads) const {
  threads.forChunks(r.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) z[i] = inverse_[i] * r[i];
  });
}

void IncompleteCholesky::split(const SparseRows& a) {
  const std::size_t n = a.size();
  const std::size_t half = a.column.size() / 2;
  for (Triangle* t : {&lower_, &upper_}) {
    t->first.resize(n + 1);
    t->column.resize(half);
    t->value.resize(half);
    t->first[0] = 0;
  }
  mirror_.resize(half);
  std::uint32_t below = 0, above = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t k = a.first[i]; k < a.first[i + 1]; ++k)
      if (a.column[k] < i) {
        lower_.column[below] = a.column[k];
        lower_.value[below++] = a.value[k];
      } else {
        upper_.column[above++] = a.column[k];
      }
    lower_.first[i + 1] = below;
    upper_.first[i + 1] = above;
  }
  // Walking the lower rows in order fills each upper row in order.
  wave_.assign(upper_.first.begin(), upper_.first.end() - 1);
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t k = lower_.first[i]; k < lower_.first[i + 1]; ++k)
      mirror_[wave_[lower_.column[k]]++] = k;
}

/// Of two rows of L, weighted with the pivots, over what both have before the column.
double IncompleteCholesky::productOfRows(std::uint32_t row, std::uint32_t column) const {
  std::uint32_t a = lower_.first[row], b = lower_.first[column];
  const std::uint32_t bEnd = lower_.first[column + 1];
  double sum = 0.0;
  while (b < bEnd) {
    const std::uint32_t ca = lower_.column[a], cb = lower_.column[b];
    if (ca >= column) break;
    if (ca == cb) sum += lower_.value[a] * pivot_[ca] * lower_.value[b];
    a += ca <= cb;
    b += cb <= ca;
  }
  return sum;
}

void IncompleteCholesky::factor(const SparseRows& a, double modified) {
  requirePositive(a.diagonal);
  split(a);
  const auto n = static_cast<std::uint32_t>(a.size());
  pivot_.resize(n);
  inversePivot_.resize(n);
  kept_.assign(n, 0.0);
  columnSum_.resize(n);
  replaced_ = 0;
  // Column by column; those before are done, so rows up to the column are.
  for (std::uint32_t k = 0; k < n; ++k) {
    for (std::uint32_t e = upper_.first[k]; e < upper_.first[k + 1]; ++e) {
      const double product = productOfRows(upper_.column[e], k);
      lower_.value[mirror_[e]] -= product;
      kept_[upper_.column[e]] += product;
      kept_[k] += product;
    }
    // What elimination takes from row k: from its diagonal, from entries that are kept, and the rest is fill.
    double fromDiagonal = 0.0, all = 0.0;
    for (std::uint32_t e = lower_.first[k]; e < lower_.first[k + 1]; ++e) {
      const double scaled = lower_.value[e] * pivot_[lower_.column[e]];
      fromDiagonal += scaled * lower_.value[e];
      all += scaled * columnSum_[lower_.column[e]];
    }
    double pivot = a.diagonal[k] - fromDiagonal - modified * (all - fromDiagonal - kept_[k]);
    if (!(pivot > kLeastPivot * a.diagonal[k])) pivot = a.diagonal[k], ++replaced_;
    pivot_[k] = pivot;
    inversePivot_[k] = 1.0 / pivot;
    columnSum_[k] = 0.0;
    for (std::uint32_t e = upper_.first[k]; e < upper_.first[k + 1]; ++e) {
      lower_.value[mirror_[e]] *= inversePivot_[k];
      columnSum_[k] += lower_.value[mirror_[e]];
    }
  }
  for (std::size_t e = 0; e < mirror_.size(); ++e) upper_.value[e] = lower_.value[mirror_[e]];
  lower_.findWaves(wave_, false);
  upper_.findWaves(wave_, true);
}

/// A row is of the wave after the last of those that it waits for.
void IncompleteCholesky::Triangle::findWaves(std::vector<std::uint32_t>& wave, bool fromLast) {
  const auto n = static_cast<std::uint32_t>(first.size() - 1);
  wave.resize(n);
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t i = fromLast ? n - 1 - k : k;
    wave[i] = 0;
    for (std::uint32_t e = first[i]; e < first[i + 1]; ++e) wave[i] = std::max(wave[i], wave[column[e]] + 1);
    count = std::max(count, wave[i] + 1);
  }
  waves.assign(count + 1, 0);
  for (std::uint32_t i = 0; i < n; ++i) ++waves[wave[i]];
  for (std::uint32_t w = 0, before = 0; w <= count; ++w) before += std::exchange(waves[w], before);
  order.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) order[waves[wave[i]]++] = i;
  for (std::uint32_t w = count; w > 0; --w) waves[w] = waves[w - 1];
  waves[0] = 0;
}

void IncompleteCholesky::apply(std::span<const double> r, std::span<double> z, const Threads& threads) const {
  const auto downRow = [&](std::uint32_t i) {
    double sum = r[i];
    for (std::uint32_t e = lower_.first[i]; e < lower_.first[i + 1]; ++e)
      sum -= lower_.value[e] * z[lower_.column[e]];
    z[i] = sum;
  };
  const auto upRow = [&](std::uint32_t i) {
    double sum = z[i] * inversePivot_[i];
    for (std::uint32_t e = upper_.first[i]; e < upper_.first[i + 1]; ++e)
      sum -= upper_.value[e] * z[upper_.column[e]];
    z[i] = sum;
  };
  const auto n = static_cast<std::uint32_t>(r.size());
  if (threads.count() == 1) {  // In memory's order; a row's own arithmetic is the same.
    for (std::uint32_t i = 0; i < n; ++i) downRow(i);
    for (std::uint32_t i = n; i-- > 0;) upRow(i);
    return;
  }
  const auto inWaves = [&](const Triangle& t, const auto& row) {
    for (std::size_t w = 0; w + 1 < t.waves.size(); ++w)
      threads.forChunks(t.waves[w + 1] - t.waves[w], kRowGrain,
                        [&](std::size_t, std::size_t begin, std::size_t end) {
                          for (std::size_t k = begin; k < end; ++k) row(t.order[t.waves[w] + k]);
                        });
  };
  inWaves(lower_, downRow);
  inWaves(upper_, upRow);
}

}  // namespace ooze::grid
