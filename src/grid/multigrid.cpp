#include "grid/multigrid.h"

#include "grid/stencil_rows.h"

#include <algorithm>
#include <stdexcept>

namespace ooze::grid {
namespace {

constexpr std::size_t kCoarsest = 64;  // unknowns that are solved at once
// The difference of two constants for cubes lies in the one layer of cells between them, where that of smooth
// functions lies in two: half of what their equations add up to (Braess 1995 has 1 / 1.8). With it a box of
// 64^3 cells takes 14 iterations, without 32.
constexpr double kWeakened = 0.5;
// A pivot below this part of its diagonal is what rounding left of nothing.
constexpr double kLostPivot = 1e-12;
// A row sum below this part of what binds it is what rounding left of nothing.
constexpr double kLostRest = 1e-12;
constexpr std::size_t kSweepGrain = 2048;

template <class Each>
void forAll(std::size_t n, const Threads& threads, const Each& each) {
  threads.forChunks(n, kSweepGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) each(k);
  });
}

/// r - A z of a row, but for its diagonal.
double besides(const SparseRows& a, std::uint32_t i, double r, const double* z) {
  for (std::uint32_t k = a.first[i]; k < a.first[i + 1]; ++k) r -= a.value[k] * z[a.column[k]];
  return r;
}

}  // namespace

void Multigrid::build(const SparseRows& a, std::span<const glm::ivec3> at, double kept,
                      const Threads& threads) {
  if (at.size() != a.size()) throw std::invalid_argument("a grid has not one cell for each row");
  if (levels_.empty()) levels_.resize(1);
  finest_ = &a;
  levels_[0].at.assign(at.begin(), at.end());
  depth_ = 1;
  while (levels_[depth_ - 1].at.size() > kCoarsest) {
    if (levels_.size() == depth_) levels_.emplace_back();
    split(levels_[depth_ - 1]);
    join(depth_ - 1, kept, threads);
    ++depth_;
  }
  factor(matrix(depth_ - 1));
}

void Multigrid::split(Level& level) {
  for (auto& half : level.half) half.clear();
  for (std::uint32_t i = 0; i < level.at.size(); ++i) {
    const glm::ivec3& c = level.at[i];
    level.half[static_cast<std::size_t>((c.x + c.y + c.z) & 1)].push_back(i);
  }
}

void Multigrid::join(std::size_t depth, double kept, const Threads& threads) {
  Level &fine = levels_[depth], &coarse = levels_[depth + 1];
  blocks_.clear();
  const auto blockOfParent = [](const glm::ivec3& c) {
    return BlockCoordinate{c.x >> 4, c.y >> 4, c.z >> 4};
  };
  const auto placeOfParent = [](const glm::ivec3& c) {
    return static_cast<std::size_t>((c.z >> 1 & 7) * 64 + (c.y >> 1 & 7) * 8 + (c.x >> 1 & 7));
  };
  for (const glm::ivec3& c : fine.at) blocks_.add(blockOfParent(c));
  blocks_.sort();
  number_.assign(kNodes * blocks_.size(), kNone);
  const std::size_t n = fine.at.size();
  fine.parent.resize(n);
  forAll(n, threads, [&](std::size_t i) {
    fine.parent[i] = static_cast<std::uint32_t>(kNodes * blocks_.find(blockOfParent(fine.at[i])) +
                                                placeOfParent(fine.at[i]));
  });
  for (const std::uint32_t cell : fine.parent) number_[cell] = 0;
  coarse.at.clear();
  for (std::size_t cell = 0; cell < number_.size(); ++cell) {
    if (number_[cell] == kNone) continue;
    number_[cell] = static_cast<std::uint32_t>(coarse.at.size());
    const BlockCoordinate& b = blocks_.at(cell / kNodes);
    const auto in = static_cast<int>(cell % kNodes);
    coarse.at.push_back({kBlock * b.x + in % 8, kBlock * b.y + in / 8 % 8, kBlock * b.z + in / 64});
  }
  const std::size_t m = coarse.at.size();
  fine.first.assign(m + 1, 0);
  for (std::uint32_t& parent : fine.parent) ++fine.first[(parent = number_[parent]) + 1];
  for (std::size_t k = 0; k < m; ++k) fine.first[k + 1] += fine.first[k];
  fine.child.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) fine.child[fine.first[fine.parent[i]]++] = i;
  for (std::size_t k = m; k > 0; --k) fine.first[k] = fine.first[k - 1];
  fine.first[0] = 0;

  const SparseRows& a = matrix(depth);
  fillRows(coarse.own, m, threads, [&](std::size_t parent) {
    StencilRow row;
    double binding = 0.0, rest = 0.0;
    for (std::uint32_t k = fine.first[parent]; k < fine.first[parent + 1]; ++k) {
      const std::uint32_t i = fine.child[k];
      rest += a.diagonal[i];
      for (std::uint32_t e = a.first[i]; e < a.first[i + 1]; ++e) {
        rest += a.value[e];
        const std::uint32_t other = fine.parent[a.column[e]];
        if (other == parent) continue;
        row.accumulate(other, kWeakened * a.value[e]);
        binding -= kWeakened * a.value[e];
      }
    }
    row.diagonal = binding + kept * std::max(rest, kLostRest * binding);
    return row;
  });
  coarse.r.resize(m), coarse.z.resize(m);
}

void Multigrid::factor(const SparseRows& a) {
  const std::size_t n = a.size();
  factor_.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    factor_[n * i + i] = a.diagonal[i];
    for (std::uint32_t k = a.first[i]; k < a.first[i + 1]; ++k) factor_[n * i + a.column[k]] = a.value[k];
  }
  for (std::size_t j = 0; j < n; ++j) {
    double* const row = factor_.data() + n * j;
    double pivot = row[j];
    for (std::size_t k = 0; k < j; ++k) {
      // Here row[k] still is L D.
      const double l = row[k] * factor_[n * k + k];
      pivot -= l * row[k];
      row[k] = l;
    }
    row[j] = pivot > kLostPivot * a.diagonal[j] ? 1.0 / pivot : 0.0;
    for (std::size_t i = j + 1; i < n; ++i) {
      double& below = factor_[n * i + j];
      for (std::size_t k = 0; k < j; ++k) below -= factor_[n * i + k] * row[k];
    }
  }
}

void Multigrid::solveCoarsest(std::span<const double> r, std::span<double> z) const {
  const std::size_t n = r.size();
  for (std::size_t i = 0; i < n; ++i) {
    z[i] = r[i];
    for (std::size_t k = 0; k < i; ++k) z[i] -= factor_[n * i + k] * z[k];
  }
  for (std::size_t i = 0; i < n; ++i) z[i] *= factor_[n * i + i];
  for (std::size_t i = n; i-- > 0;)
    for (std::size_t k = 0; k < i; ++k) z[k] -= factor_[n * i + k] * z[i];
}

void Multigrid::cycle(std::size_t depth, std::span<const double> r, std::span<double> z,
                      const Threads& threads) {
  if (depth + 1 == depth_) return solveCoarsest(r, z);
  Level &level = levels_[depth], &coarse = levels_[depth + 1];
  const SparseRows& a = matrix(depth);
  const auto relax = [&](std::size_t half) {
    forAll(level.half[half].size(), threads, [&](std::size_t k) {
      const std::uint32_t i = level.half[half][k];
      z[i] = besides(a, i, r[i], z.data()) / a.diagonal[i];
    });
  };
  forAll(level.half[0].size(), threads, [&](std::size_t k) {
    const std::uint32_t i = level.half[0][k];
    z[i] = r[i] / a.diagonal[i];
  });
  // The odd ones, which see none of each other, fit exactly then.
  relax(1);
  forAll(coarse.r.size(), threads, [&](std::size_t parent) {
    double sum = 0.0;
    for (std::uint32_t k = level.first[parent]; k < level.first[parent + 1]; ++k) {
      const std::uint32_t i = level.child[k];
      const glm::ivec3& c = level.at[i];
      if ((c.x + c.y + c.z) & 1) continue;
      sum += besides(a, i, r[i], z.data()) - a.diagonal[i] * z[i];
    }
    coarse.r[parent] = sum;
  });
  cycle(depth + 1, coarse.r, coarse.z, threads);
  forAll(z.size(), threads, [&](std::size_t i) { z[i] += coarse.z[level.parent[i]]; });
  relax(1);
  relax(0);
}

void Multigrid::apply(std::span<const double> r, std::span<double> z, const Threads& threads) {
  cycle(0, r, z, threads);
}

}  // namespace ooze::grid
