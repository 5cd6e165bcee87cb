#include "methods/mps/multigrid.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ooze::mps {
namespace {

constexpr float kCube = 2.f;  // edge of the cubes of the first coarse level [spacings]
// Fractions of the summed couplings and of the summed row sums that the equation of an aggregate keeps.
constexpr double kKeptCoupling = 0.6, kKeptRest = 0.8;
constexpr std::size_t kCoarsest = 64;  // unknowns of a level that is solved exactly
constexpr std::size_t kMostLevels = 16;
// Row sums below this fraction of the diagonal are rounding errors. That fraction replaces them, which keeps
// coarse matrices positive definite.
constexpr double kLeastRest = 1e-9;
constexpr std::size_t kParentGrain = 256;  // unknowns of a coarse level per parallel chunk
constexpr std::uint32_t kNoParent = ~0u;

std::size_t hashOfCube(const glm::ivec3& c) {
  const auto part = [](std::int32_t v) { return static_cast<std::uint64_t>(static_cast<std::uint32_t>(v)); };
  const std::uint64_t key = part(c.x) * 0x9e3779b97f4a7c15ull ^ part(c.y) * 0xc2b2ae3d27d4eb4full ^
                            part(c.z) * 0x165667b19e3779f9ull;
  return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ull) >> 32);
}

}  // namespace

void CouplingRows::resize(std::size_t n) {
  diagonal.resize(n), begin.resize(n), end.resize(n);
  if (const std::size_t count = Threads::chunkCount(n, kGrain); chunks.size() < count) chunks.resize(count);
}

double CouplingRows::sumCouplings(std::size_t row, const double* x) const {
  const RowChunk& chunk = chunks[row / kGrain];
  const std::uint32_t* const columns = chunk.column.data();
  const float* const couplings = chunk.coupling.data();
  // Four sums, so that an addition does not wait for the previous result.
  double sums[4] = {};
  std::uint32_t k = begin[row];
  const std::uint32_t last = end[row];
  for (; k + 4 <= last; k += 4)
    for (std::uint32_t l = 0; l < 4; ++l)
      sums[l] += static_cast<double>(couplings[k + l]) * x[columns[k + l]];
  for (; k < last; ++k) sums[0] += static_cast<double>(couplings[k]) * x[columns[k]];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

void CouplingRows::multiply(std::span<const double> x, std::span<double> y, const Threads& threads) const {
  forEachRow(threads, [&](std::size_t i) { y[i] = diagonal[i] * x[i] - sumCouplings(i, x.data()); });
}

void AggregationMultigrid::build(const CouplingRows& a, std::span<const Vec3> at, const Threads& threads) {
  inverse_.resize(a.size());
  a.forEachRow(threads, [&](std::size_t i) { inverse_[i] = 1.0 / a.diagonal[i]; });
  const auto level = [this](std::size_t k) -> AggregationLevel& {
    if (levels_.size() <= k) levels_.resize(k + 1);
    return levels_[k];
  };
  depth_ = 1;
  aggregate(
      a.size(), [&](std::size_t i) { return glm::ivec3(glm::floor(at[i] / kCube)); }, level(0).from, threads);
  join(a, level(0), threads);
  for (; levels_[depth_ - 1].a.size() > kCoarsest && depth_ < kMostLevels; ++depth_) {
    AggregationLevel& coarse = level(depth_);
    const AggregationLevel& fine = levels_[depth_ - 1];
    aggregate(
        fine.a.size(),
        [&](std::size_t i) {
          const glm::ivec3& c = fine.from.cell[i];
          return glm::ivec3(c.x >> 1, c.y >> 1, c.z >> 1);
        },
        coarse.from, threads);
    join(fine.a, coarse, threads);
  }
  factorCoarsest();
}

void CubeNumbers::reset(std::size_t most) {
  std::size_t size = 64;
  while (size < 2 * most) size *= 2;
  table_.assign(size, kNoParent);
  cells.clear();
}

std::uint32_t CubeNumbers::add(const glm::ivec3& cell) {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = hashOfCube(cell) & mask;
  while (table_[slot] != kNoParent && cells[table_[slot]] != cell) slot = (slot + 1) & mask;
  if (table_[slot] == kNoParent) {
    table_[slot] = static_cast<std::uint32_t>(cells.size());
    cells.push_back(cell);
  }
  return table_[slot];
}

/// Numbers the cubes in the order in which the unknowns fill them. Chunks of unknowns number their own cubes
/// in parallel, and then these numbers are joined in the order of the chunks.
template <class CellOf>
void AggregationMultigrid::aggregate(std::size_t n, const CellOf& cellOf, Aggregation& to,
                                     const Threads& threads) {
  constexpr std::size_t kCubeGrain = 2048;  // unknowns per parallel chunk
  const std::size_t chunks = Threads::chunkCount(n, kCubeGrain);
  if (inChunk_.size() < chunks) inChunk_.resize(chunks), joined_.resize(chunks);
  to.parent.resize(n);
  threads.forChunks(n, kCubeGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    CubeNumbers& own = inChunk_[chunk];
    own.reset(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      const glm::ivec3 cell = cellOf(i);
      // Consecutive unknowns often share a cube.
      to.parent[i] = i > begin && own.cells[to.parent[i - 1]] == cell ? to.parent[i - 1] : own.add(cell);
    }
  });
  std::size_t most = 0;
  for (std::size_t c = 0; c < chunks; ++c) most += inChunk_[c].cells.size();
  cubes_.reset(most);
  for (std::size_t c = 0; c < chunks; ++c) {
    joined_[c].clear();
    for (const glm::ivec3& cell : inChunk_[c].cells) joined_[c].push_back(cubes_.add(cell));
  }
  threads.forChunks(n, kCubeGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) to.parent[i] = joined_[chunk][to.parent[i]];
  });
  to.cell = cubes_.cells;
  const std::size_t m = to.cell.size();
  to.firstChild.assign(m + 1, 0);
  for (const std::uint32_t parent : to.parent) ++to.firstChild[parent + 1];
  for (std::size_t k = 0; k < m; ++k) to.firstChild[k + 1] += to.firstChild[k];
  to.child.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) to.child[to.firstChild[to.parent[i]]++] = i;
  for (std::size_t k = m; k > 0; --k) to.firstChild[k] = to.firstChild[k - 1];
  to.firstChild[0] = 0;
}

/// Assembles the equations of the aggregates.
void AggregationMultigrid::join(const CouplingRows& fine, AggregationLevel& coarse, const Threads& threads) {
  const Aggregation& map = coarse.from;
  const std::size_t m = map.cell.size();
  coarse.a.resize(m);
  for (std::vector<double>* v : {&coarse.inverse, &coarse.r, &coarse.z, &coarse.next}) v->resize(m);
  threads.forChunks(m, CouplingRows::kGrain, [&](std::size_t c, std::size_t begin, std::size_t end) {
    CouplingRows::RowChunk& rows = coarse.a.chunks[c];
    rows.column.clear(), rows.coupling.clear();
    // Couplings by the offset between two cubes, at most two along each axis.
    std::array<double, 125> coupling{};
    std::array<std::uint32_t, 125> column{};
    for (std::size_t p = begin; p < end; ++p) {
      const glm::ivec3 lowest = map.cell[p] - glm::ivec3(2);
      double rest = 0.0, diagonal = 0.0;
      for (std::uint32_t k = map.firstChild[p]; k < map.firstChild[p + 1]; ++k) {
        const std::uint32_t i = map.child[k];
        const std::span<const std::uint32_t> columns = fine.columns(i);
        const float* const couplings = fine.couplings(i);
        double sum = 0.0;
        for (std::size_t e = 0; e < columns.size(); ++e) {
          const std::uint32_t other = map.parent[columns[e]];
          const auto a = static_cast<double>(couplings[e]);
          sum += a;
          if (other == p) continue;
          const glm::ivec3 offset = map.cell[other] - lowest;
          const auto slot = static_cast<std::size_t>(offset.x + 5 * (offset.y + 5 * offset.z));
          coupling[slot] += a, column[slot] = other;
        }
        rest += std::max(fine.diagonal[i] - sum, kLeastRest * fine.diagonal[i]);
      }
      coarse.a.begin[p] = static_cast<std::uint32_t>(rows.column.size());
      for (std::size_t s = 0; s < coupling.size(); ++s) {
        if (!(coupling[s] > 0.0)) continue;
        const auto kept = static_cast<float>(kKeptCoupling * coupling[s]);
        rows.column.push_back(column[s]), rows.coupling.push_back(kept);
        diagonal += static_cast<double>(kept);
        coupling[s] = 0.0;
      }
      coarse.a.end[p] = static_cast<std::uint32_t>(rows.column.size());
      coarse.a.diagonal[p] = diagonal + kKeptRest * rest;
      coarse.inverse[p] = 1.0 / coarse.a.diagonal[p];
    }
  });
}

void AggregationMultigrid::factorCoarsest() {
  const CouplingRows& a = levels_[depth_ - 1].a;
  const std::size_t n = a.size();
  coarsest_.begin(n > kCoarsest ? 0 : n);
  if (coarsest_.empty()) return;
  for (std::size_t i = 0; i < n; ++i) {
    coarsest_(i, i) = a.diagonal[i];
    const std::span<const std::uint32_t> columns = a.columns(i);
    for (std::size_t k = 0; k < columns.size(); ++k)
      coarsest_(i, columns[k]) = -static_cast<double>(a.couplings(i)[k]);
  }
  coarsest_.factor();
}

void AggregationMultigrid::solveCoarsest(AggregationLevel& level) const {
  if (!coarsest_.empty()) return coarsest_.solve(level.r, level.z);
  for (std::size_t i = 0; i < level.a.size(); ++i) level.z[i] = level.inverse[i] * level.r[i];
}

void AggregationMultigrid::cycle(std::size_t depth, const Threads& threads) {
  AggregationLevel& level = levels_[depth];
  if (depth + 1 == depth_) return solveCoarsest(level);
  AggregationLevel& coarse = levels_[depth + 1];
  const Aggregation& map = coarse.from;
  const CouplingRows& a = level.a;
  a.forEachRow(threads, [&](std::size_t i) { level.z[i] = level.inverse[i] * level.r[i]; });
  threads.forEachIndex(coarse.a.size(), kParentGrain, [&](std::size_t p) {
    double lacks = 0.0;
    for (std::uint32_t k = map.firstChild[p]; k < map.firstChild[p + 1]; ++k) {
      const std::uint32_t i = map.child[k];
      lacks += level.r[i] - a.diagonal[i] * level.z[i] + a.sumCouplings(i, level.z.data());
    }
    coarse.r[p] = lacks;
  });
  cycle(depth + 1, threads);
  a.forEachRow(threads, [&](std::size_t i) { level.z[i] += coarse.z[map.parent[i]]; });
  a.forEachRow(threads, [&](std::size_t i) {
    const double lacks = level.r[i] - a.diagonal[i] * level.z[i] + a.sumCouplings(i, level.z.data());
    level.next[i] = level.z[i] + level.inverse[i] * lacks;
  });
  std::swap(level.z, level.next);
}

void AggregationMultigrid::apply(std::span<const double> r, std::span<double> z, const Threads& threads) {
  AggregationLevel& coarse = levels_[0];
  const Aggregation& map = coarse.from;
  threads.forEachIndex(coarse.a.size(), kParentGrain, [&](std::size_t p) {
    double sum = 0.0;
    for (std::uint32_t k = map.firstChild[p]; k < map.firstChild[p + 1]; ++k) sum += r[map.child[k]];
    coarse.r[p] = sum;
  });
  cycle(0, threads);
  constexpr std::size_t kUnknownGrain = 2048;  // unknowns of the finest level per parallel chunk
  threads.forEachIndex(r.size(), kUnknownGrain,
                       [&](std::size_t i) { z[i] = inverse_[i] * r[i] + coarse.z[map.parent[i]]; });
}

}  // namespace ooze::mps
