#include "grid/grid_solver.h"

#include "grid/stencil_rows.h"

#include <algorithm>
#include <stdexcept>

namespace ooze::grid {
namespace {

constexpr std::size_t kCoarsest = 64;  // number of unknowns up to which a level is solved directly
// Factor of the couplings between aggregates (Braess 1995 has 1 / 1.8). The difference between two piecewise
// constant functions is concentrated in a single layer of cells, whereas a smooth function changes over two
// layers, so the sum of the couplings is twice too stiff.
constexpr double kWeakened = 0.5;
// Row sums below this fraction of the diagonal are rounding errors. That fraction of the diagonal replaces
// them, which keeps the pivots positive.
constexpr double kLostRest = 1e-12;
constexpr std::size_t kSweepGrain = 512;  // unknowns per parallel chunk

template <class Each>
void forAll(std::size_t n, const Threads& threads, const Each& each) {
  threads.forChunks(n, kSweepGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) each(k);
  });
}

bool isOdd(const glm::ivec3& c) { return ((c.x + c.y + c.z) & 1) != 0; }

/// Sums the couplings of an unknown times the values of its neighbours.
template <class MultigridLevel>
double sumCouplings(const MultigridLevel& level, std::size_t i) {
  double sum = 0.0;
  for (std::uint32_t k = level.first[i]; k < level.first[i + 1]; ++k)
    sum += static_cast<double>(level.value[k]) * level.z[level.column[k]];
  return sum;
}

/// Sets the diagonal to the sum of the row sum and of the couplings, after these are rounded to float.
void setDiagonal(StencilRow& row, double rest) {
  row.diagonal = rest;
  for (int k = 0; k < row.count; ++k)
    row.diagonal += static_cast<double>(static_cast<float>(row.beside[static_cast<std::size_t>(k)].second));
}

constexpr double kModified = 0.97;  // modification factor of the incomplete factorisation (preconditioners.h)

}  // namespace

void Multigrid::build(const SparseRows& a, std::span<const glm::ivec3> at, double kept,
                      const Threads& threads) {
  if (at.size() != a.size())
    throw std::invalid_argument("a grid must have one cell for each row of the matrix");
  if (levels_.empty()) levels_.resize(1);
  begin(a, at, threads);
  for (depth_ = 1; levels_[depth_ - 1].at.size() > kCoarsest; ++depth_) {
    if (levels_.size() == depth_) levels_.emplace_back();
    join(levels_[depth_ - 1], levels_[depth_], kept, threads);
  }
  for (std::size_t k = 0; k < depth_; ++k) {
    MultigridLevel& level = levels_[k];
    level.inverse.resize(level.at.size()), level.r.resize(level.at.size()), level.z.resize(level.at.size());
    forAll(level.at.size(), threads, [&](std::size_t i) { level.inverse[i] = 1.0 / level.diagonal[i]; });
  }
  factorCoarsest();
}

/// Fills the finest level: the matrix in red-black order.
void Multigrid::begin(const SparseRows& a, std::span<const glm::ivec3> at, const Threads& threads) {
  MultigridLevel& level = levels_[0];
  const auto n = static_cast<std::uint32_t>(a.size());
  order_.clear();
  const auto appendHalf = [&](bool odd) {
    numbering_.append(
        n, order_, threads, [&](std::size_t i) { return isOdd(at[i]) == odd; },
        [](std::size_t, std::uint32_t) {});
  };
  appendHalf(false);
  level.even = static_cast<std::uint32_t>(order_.size());
  appendHalf(true);
  place_.resize(n), level.at.resize(n), level.rest.resize(n);
  forAll(n, threads, [&](std::size_t k) {
    const std::uint32_t i = order_[k];
    place_[i] = static_cast<std::uint32_t>(k);
    level.at[k] = at[i];
    double rest = a.diagonal[i];
    for (std::uint32_t e = a.first[i]; e < a.first[i + 1]; ++e) rest += a.value[e];
    level.rest[k] = std::max(rest, kLostRest * a.diagonal[i]);
  });
  fillRows(level, n, threads, [&](std::size_t k) {
    StencilRow row;
    const std::uint32_t i = order_[k];
    for (std::uint32_t e = a.first[i]; e < a.first[i + 1]; ++e) row.add(place_[a.column[e]], -a.value[e]);
    setDiagonal(row, level.rest[k]);
    return row;
  });
}

/// Numbers the unknowns of the next level, and lists their children.
void Multigrid::numberParents(MultigridLevel& fine, MultigridLevel& coarse, const Threads& threads) {
  const auto blockOfParent = [](const glm::ivec3& c) {
    return BlockCoordinate{c.x >> 4, c.y >> 4, c.z >> 4};
  };
  const auto placeOfParent = [](const glm::ivec3& c) {
    return static_cast<std::size_t>((c.z >> 1 & 7) * 64 + (c.y >> 1 & 7) * 8 + (c.x >> 1 & 7));
  };
  blocks_.clear();
  for (std::size_t i = 0; i < fine.at.size(); ++i) {
    const BlockCoordinate block = blockOfParent(fine.at[i]);
    // Consecutive unknowns often share a block.
    if (i == 0 || !(block == blockOfParent(fine.at[i - 1]))) blocks_.add(block);
  }
  blocks_.sort();
  number_.assign(kNodes * blocks_.size(), kNone);
  const std::size_t n = fine.at.size();
  fine.parent.resize(n);
  forAll(n, threads, [&](std::size_t i) {
    fine.parent[i] = static_cast<std::uint32_t>(kNodes * blocks_.find(blockOfParent(fine.at[i])) +
                                                placeOfParent(fine.at[i]));
  });
  for (const std::uint32_t cell : fine.parent) number_[cell] = 0;
  const auto placeOf = [&](std::size_t cell) { return nodeIn(blocks_.at(cell / kNodes), cell % kNodes); };
  parents_.clear();
  const auto appendHalf = [&](bool odd) {
    numbering_.append(
        number_.size(), parents_, threads,
        [&](std::size_t cell) { return number_[cell] != kNone && isOdd(placeOf(cell)) == odd; },
        [&](std::size_t cell, std::uint32_t number) {
          if (number != Numbering::kNone) number_[cell] = number;
        });
  };
  appendHalf(false);
  coarse.even = static_cast<std::uint32_t>(parents_.size());
  appendHalf(true);
  const std::size_t m = parents_.size();
  coarse.at.resize(m);
  forAll(m, threads, [&](std::size_t k) { coarse.at[k] = placeOf(parents_[k]); });
  fine.firstChild.assign(m + 1, 0);
  for (std::uint32_t& parent : fine.parent) ++fine.firstChild[(parent = number_[parent]) + 1];
  for (std::size_t k = 0; k < m; ++k) fine.firstChild[k + 1] += fine.firstChild[k];
  fine.child.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) fine.child[fine.firstChild[fine.parent[i]]++] = i;
  for (std::size_t k = m; k > 0; --k) fine.firstChild[k] = fine.firstChild[k - 1];
  fine.firstChild[0] = 0;
}

void Multigrid::join(MultigridLevel& fine, MultigridLevel& coarse, double kept, const Threads& threads) {
  numberParents(fine, coarse, threads);
  const std::size_t m = coarse.at.size();
  coarse.rest.resize(m);
  forAll(m, threads, [&](std::size_t parent) {
    double rest = 0.0;
    for (std::uint32_t k = fine.firstChild[parent]; k < fine.firstChild[parent + 1]; ++k)
      rest += fine.rest[fine.child[k]];
    coarse.rest[parent] = kept * rest;
  });
  fillRows(coarse, m, threads, [&](std::size_t parent) {
    StencilRow row;
    for (std::uint32_t k = fine.firstChild[parent]; k < fine.firstChild[parent + 1]; ++k)
      for (std::uint32_t e = fine.first[fine.child[k]]; e < fine.first[fine.child[k] + 1]; ++e)
        if (const std::uint32_t other = fine.parent[fine.column[e]]; other != parent)
          row.accumulate(other, kWeakened * static_cast<double>(fine.value[e]));
    setDiagonal(row, coarse.rest[parent]);
    return row;
  });
}

void Multigrid::factorCoarsest() {
  const MultigridLevel& level = levels_[depth_ - 1];
  const std::size_t n = level.at.size();
  coarsest_.begin(n);
  for (std::size_t i = 0; i < n; ++i) {
    coarsest_(i, i) = level.diagonal[i];
    for (std::uint32_t k = level.first[i]; k < level.first[i + 1]; ++k)
      coarsest_(i, level.column[k]) = -static_cast<double>(level.value[k]);
  }
  coarsest_.factor();
}

void Multigrid::cycle(std::size_t depth, const Threads& threads) {
  MultigridLevel& level = levels_[depth];
  if (depth + 1 == depth_) return coarsest_.solve(level.r, level.z);
  MultigridLevel& coarse = levels_[depth + 1];
  const std::size_t odd = level.at.size() - level.even;
  const auto relax = [&](std::size_t i) {
    level.z[i] = (level.r[i] + sumCouplings(level, i)) * level.inverse[i];
  };
  // Starting from z = 0, the even unknowns do not depend on the odd unknowns yet.
  forAll(level.even, threads, [&](std::size_t i) { level.z[i] = level.r[i] * level.inverse[i]; });
  forAll(odd, threads, [&](std::size_t k) { relax(level.even + k); });
  // The odd residuals are 0 now. The residual of an even unknown is the coupling to its odd neighbours.
  forAll(coarse.at.size(), threads, [&](std::size_t parent) {
    double lacks = 0.0;
    for (std::uint32_t k = level.firstChild[parent]; k < level.firstChild[parent + 1]; ++k)
      if (level.child[k] < level.even) lacks += sumCouplings(level, level.child[k]);
    coarse.r[parent] = lacks;
  });
  cycle(depth + 1, threads);
  // The odd unknowns follow from the even unknowns alone and need no correction.
  forAll(level.even, threads, [&](std::size_t i) { level.z[i] += coarse.z[level.parent[i]]; });
  forAll(odd, threads, [&](std::size_t k) { relax(level.even + k); });
  forAll(level.even, threads, relax);
}

void Multigrid::apply(std::span<const double> r, std::span<double> z, const Threads& threads) {
  MultigridLevel& finest = levels_[0];
  forAll(r.size(), threads, [&](std::size_t k) { finest.r[k] = r[order_[k]]; });
  cycle(0, threads);
  forAll(z.size(), threads, [&](std::size_t k) { z[order_[k]] = finest.z[k]; });
}

/// Serial, because a body touches few rows.
void LowRankTerm::multiplyAdd(std::span<const double> in, std::span<double> out) const {
  std::array<double, kColumns> sum{};
  for (std::size_t k = 0; k < row.size(); ++k)
    for (std::size_t c = 0; c < kColumns; ++c) sum[c] += factor[k][c] * in[row[k]];
  for (std::size_t k = 0; k < row.size(); ++k)
    for (std::size_t c = 0; c < kColumns; ++c) out[row[k]] += factor[k][c] * sum[c];
}

SolverResult GridSolver::solve(const SparseRows& a, std::span<const glm::ivec3> at, double kept,
                               std::span<const double> b, std::span<double> x,
                               const GridSolverSettings& settings, const Threads& threads,
                               std::span<const LowRankTerm> added) {
  const bool byMultigrid = settings.preconditioner == GridPreconditioner::Multigrid;
  if (byMultigrid)
    multigrid_.build(a, at, kept, threads);
  else
    cholesky_.factor(a, kModified);
  return solver_.solve(
      [&](std::span<const double> in, std::span<double> out) {
        a.multiply(in, out, threads);
        for (const LowRankTerm& term : added) term.multiplyAdd(in, out);
      },
      b, x,
      [&](std::span<const double> in, std::span<double> out) {
        if (byMultigrid)
          multigrid_.apply(in, out, threads);
        else
          cholesky_.apply(in, out, threads);
      },
      {.residual = settings.residual, .iterations = settings.iterations}, threads);
}

}  // namespace ooze::grid
