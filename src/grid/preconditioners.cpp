#include "grid/preconditioners.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ooze::grid {
namespace {

constexpr std::size_t kDiagonalGrain = 4096;
constexpr std::size_t kRowGrain = 512;
// Pivots below this fraction of the diagonal are replaced.
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
  threads.forChunks(r.size(), kDiagonalGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) z[i] = inverse_[i] * r[i];
  });
}

void IncompleteCholesky::factor(const SparseRows& a, double modified) {
  requirePositive(a.diagonal);
  a_ = &a;
  const auto n = static_cast<std::uint32_t>(a.size());
  above_.resize(n), inversePivot_.resize(n), sumAbove_.resize(n);
  replaced_ = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    double pivot = a.diagonal[i];
    std::uint32_t k = a.first[i];
    // Eliminating unknown j < i fills entry (i, m) for each neighbour m of j after j, including i.
    for (; k < a.first[i + 1] && a.column[k] < i; ++k) {
      const double v = a.value[k], beside = sumAbove_[a.column[k]] - v;
      pivot -= v * inversePivot_[a.column[k]] * (v + modified * beside);
    }
    above_[i] = k;
    double sum = 0.0;
    for (; k < a.first[i + 1]; ++k) sum += a.value[k];
    sumAbove_[i] = sum;
    if (!(pivot > kLeastPivot * a.diagonal[i])) pivot = a.diagonal[i], ++replaced_;
    inversePivot_[i] = 1.0 / pivot;
  }
  findOrder(down_, false);
  findOrder(up_, true);
}

/// Groups rows into waves: a row belongs to the wave after the last row on which it depends.
void IncompleteCholesky::findOrder(SolveOrder& order, bool fromLast) {
  const auto n = static_cast<std::uint32_t>(above_.size());
  wave_.resize(n);
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < n; ++k) {
    const std::uint32_t i = fromLast ? n - 1 - k : k;
    const std::uint32_t begin = fromLast ? above_[i] : a_->first[i];
    const std::uint32_t end = fromLast ? a_->first[i + 1] : above_[i];
    wave_[i] = 0;
    for (std::uint32_t e = begin; e < end; ++e) wave_[i] = std::max(wave_[i], wave_[a_->column[e]] + 1);
    count = std::max(count, wave_[i] + 1);
  }
  order.waves.assign(count + 1, 0);
  for (std::uint32_t i = 0; i < n; ++i) ++order.waves[wave_[i]];
  for (std::uint32_t w = 0, before = 0; w <= count; ++w) before += std::exchange(order.waves[w], before);
  order.rows.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) order.rows[order.waves[wave_[i]]++] = i;
  for (std::uint32_t w = count; w > 0; --w) order.waves[w] = order.waves[w - 1];
  order.waves[0] = 0;
}

void IncompleteCholesky::apply(std::span<const double> r, std::span<double> z, const Threads& threads) const {
  const auto downRow = [&](std::uint32_t i) {
    double sum = r[i];
    for (std::uint32_t e = a_->first[i]; e < above_[i]; ++e) sum -= a_->value[e] * z[a_->column[e]];
    z[i] = sum * inversePivot_[i];
  };
  const auto upRow = [&](std::uint32_t i) {
    double sum = 0.0;
    for (std::uint32_t e = above_[i]; e < a_->first[i + 1]; ++e) sum += a_->value[e] * z[a_->column[e]];
    z[i] -= sum * inversePivot_[i];
  };
  const auto n = static_cast<std::uint32_t>(r.size());
  // A single thread solves the rows in memory order, with the same bits as in waves.
  if (threads.count() == 1) {
    for (std::uint32_t i = 0; i < n; ++i) downRow(i);
    for (std::uint32_t i = n; i-- > 0;) upRow(i);
    return;
  }
  const auto inWaves = [&](const SolveOrder& order, const auto& row) {
    for (std::size_t w = 0; w + 1 < order.waves.size(); ++w)
      threads.forChunks(order.waves[w + 1] - order.waves[w], kRowGrain,
                        [&](std::size_t, std::size_t begin, std::size_t end) {
                          for (std::size_t k = begin; k < end; ++k) row(order.rows[order.waves[w] + k]);
                        });
  };
  inWaves(down_, downRow);
  inWaves(up_, upRow);
}

}  // namespace ooze::grid
