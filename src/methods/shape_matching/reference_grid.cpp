#include "methods/shape_matching/reference_grid.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace ooze::shape_matching {
namespace {

constexpr std::size_t kGridGrain = 2048, kStrayGrain = 64;  // particles per chunk
constexpr std::size_t kRowGrain = 256;

// Rows continue over a single empty cell, as uneven liquid has, but no farther, so that separate parts stay
// apart.
constexpr std::int32_t kFarthestNext = 2;

std::int32_t cellAt(float x, float edge) {
  // NaN and huge coordinates go to cell 0.
  const float at = std::floor(x / edge);
  return at > -1e9f && at < 1e9f ? static_cast<std::int32_t>(at) : 0;
}

// Biased unsigned keys that sort like signed coordinates.
std::uint32_t biased(std::int32_t at) { return static_cast<std::uint32_t>(at) ^ 0x80000000u; }
std::int32_t unbiased(std::uint32_t key) { return static_cast<std::int32_t>(key ^ 0x80000000u); }

}  // namespace

void ReferenceGrid::build(const ReferenceView& particles, float edge,
                          FunctionRef<float(std::size_t)> radiusOf, const Threads& threads) {
  sortParticles(particles, edge, threads);
  makeCells(particles);
  orderAxes();
  reassignIsolatedCells(particles, edge, threads);
  listParticles(particles);
  measureReach(edge, radiusOf);
  threads.forEach(3, [&](std::size_t a) { findRows(a); });
  for (std::size_t a = 0; a < 3; ++a)
    threads.forEachIndex(axes_[a].rows(), kRowGrain, [&](std::size_t row) { makeWindows(a, row); });
  findPieces();
}

/// Sorts particles by shape, then by the z, y and x coordinates of their cells.
void ReferenceGrid::sortParticles(const ReferenceView& particles, float edge, const Threads& threads) {
  const std::size_t n = particles.shape.size();
  for (std::vector<std::uint32_t>& keys : keys_) keys.resize(n);
  threads.forEachIndex(n, kGridGrain, [&](std::size_t i) {
    const Vec3 x = particles.place[i];
    keys_[0][i] = biased(cellAt(x.x, edge)), keys_[1][i] = biased(cellAt(x.y, edge));
    keys_[2][i] = biased(cellAt(x.z, edge));
  });
  sorted_.clear();
  for (std::size_t i = 0; i < n; ++i)
    if (particles.shape[i] != 0) sorted_.push_back(static_cast<std::uint32_t>(i));
  for (const auto& keys : keys_) sort_.sort(sorted_, [&](std::uint32_t i) { return keys[i]; });
  sort_.sort(sorted_, [&](std::uint32_t i) { return particles.shape[i]; });
}

void ReferenceGrid::makeCells(const ReferenceView& particles) {
  cells_.clear();
  cellOf_.assign(particles.shape.size(), kNone);
  for (const std::uint32_t i : sorted_) {
    const ReferenceCell own{
        {unbiased(keys_[0][i]), unbiased(keys_[1][i]), unbiased(keys_[2][i])}, particles.shape[i], 0, 0};
    if (cells_.empty() || cells_.back().shape != own.shape || cells_.back().at != own.at)
      cells_.push_back(own);
    cells_.back().breaks |= particles.breaks[i] & kBreaks;
    cellOf_[i] = static_cast<std::uint32_t>(cells_.size() - 1);
  }
}

/// Orders the cells for each axis. Cells are in the order of rows along x already. A stable sort by x gives
/// rows along y, and a further one by y gives rows along z.
void ReferenceGrid::orderAxes() {
  axes_[0].order.resize(cells_.size());
  std::iota(axes_[0].order.begin(), axes_[0].order.end(), 0u);
  for (const std::size_t a : {1, 2}) {
    axes_[a].order = axes_[a - 1].order;
    sort_.sort(axes_[a].order, [&](std::uint32_t c) { return biased(cells_[c].at[a - 1]); });
  }
}

/// Moves particles out of isolated cells. At a surface oblique to the grid a cell may have neighbours only
/// across an edge or a corner, where no row runs. Its particles move to the nearest of these neighbours;
/// otherwise they would be bodies by themselves. An isolated cell belongs to no other cell's row, so removing
/// it leaves all other rows as they were.
void ReferenceGrid::reassignIsolatedCells(const ReferenceView& particles, float edge,
                                          const Threads& threads) {
  findIsolatedCells();
  isolatedParticles_.clear();
  for (const std::uint32_t i : sorted_)
    if (isIsolated_[cellOf_[i]]) isolatedParticles_.push_back(i);
  if (isolatedParticles_.empty()) return;
  std::atomic<bool> any{false};
  threads.forEachIndex(isolatedParticles_.size(), kStrayGrain, [&](std::size_t k) {
    std::uint32_t& cell = cellOf_[isolatedParticles_[k]];
    if (const std::uint32_t to =
            nearestConnectedCell(cells_[cell], particles.place[isolatedParticles_[k]], edge);
        to != kNone)
      cell = to, any = true;
  });
  if (any) removeEmptyCells();
}

/// Marks isolated cells, which share no row with another cell although no cut separates them.
void ReferenceGrid::findIsolatedCells() {
  isIsolated_.resize(cells_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) isIsolated_[c] = cells_[c].breaks == 0;
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t k = 1; k < cells_.size(); ++k) {
      const std::uint32_t before = axes_[a].order[k - 1], after = axes_[a].order[k];
      if (follows(cells_[before], cells_[after], a)) isIsolated_[before] = isIsolated_[after] = 0;
    }
}

/// Returns the surrounding cell that is not isolated and whose centre is nearest to a place, or kNone.
std::uint32_t ReferenceGrid::nearestConnectedCell(const ReferenceCell& from, const Vec3& place,
                                                  float edge) const {
  const auto isBefore = [](const ReferenceCell& a, const ReferenceCell& b) {
    return std::tie(a.shape, a.at[2], a.at[1], a.at[0]) < std::tie(b.shape, b.at[2], b.at[1], b.at[0]);
  };
  std::uint32_t nearest = kNone;
  float least = std::numeric_limits<float>::infinity();
  for (std::int32_t row = 0; row < 9; ++row) {
    ReferenceCell first = from;
    first.at[0] -= 1, first.at[1] += row % 3 - 1, first.at[2] += row / 3 - 1;
    auto next = std::lower_bound(cells_.begin(), cells_.end(), first, isBefore);
    for (; next != cells_.end() && next->shape == from.shape && next->at[2] == first.at[2] &&
           next->at[1] == first.at[1] && next->at[0] <= from.at[0] + 1;
         ++next) {
      const auto c = static_cast<std::uint32_t>(next - cells_.begin());
      if (isIsolated_[c]) continue;
      const Vec3 apart = place - edge * (Vec3(next->at[0], next->at[1], next->at[2]) + Vec3(0.5f));
      const float d2 = glm::dot(apart, apart);
      if (d2 < least) least = d2, nearest = c;
    }
  }
  return nearest;
}

void ReferenceGrid::removeEmptyCells() {
  numbers_.assign(cells_.size(), kNone);
  for (const std::uint32_t i : sorted_) numbers_[cellOf_[i]] = 0;
  std::uint32_t count = 0;
  for (std::size_t c = 0; c < cells_.size(); ++c)
    if (numbers_[c] != kNone) cells_[count] = cells_[c], numbers_[c] = count++;
  cells_.resize(count);
  for (const std::uint32_t i : sorted_) cellOf_[i] = numbers_[cellOf_[i]];
  for (CellOrder& axis : axes_) {
    for (std::uint32_t& c : axis.order) c = numbers_[c];
    std::erase(axis.order, kNone);
  }
}

void ReferenceGrid::listParticles(const ReferenceView& particles) {
  first_.assign(cells_.size() + 1, 0);
  for (const std::uint32_t i : sorted_) ++first_[cellOf_[i]];
  std::uint32_t sum = 0;
  for (std::uint32_t& at : first_) sum += std::exchange(at, sum);
  particles_.resize(sorted_.size());
  for (const std::uint32_t i : sorted_) particles_[first_[cellOf_[i]]++] = i;
  for (std::size_t c = cells_.size(); c > 0; --c) first_[c] = first_[c - 1];
  first_[0] = 0;
  slotOf_.assign(particles.shape.size(), kNone);
  const auto isBefore = [&](std::uint32_t i, std::uint32_t j) { return particles.id[i] < particles.id[j]; };
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const auto begin = particles_.begin() + first_[c], end = particles_.begin() + first_[c + 1];
    if (!std::is_sorted(begin, end, isBefore)) std::sort(begin, end, isBefore);
  }
  for (std::size_t slot = 0; slot < particles_.size(); ++slot)
    slotOf_[particles_[slot]] = static_cast<std::uint32_t>(slot);
}

void ReferenceGrid::measureReach(float edge, FunctionRef<float(std::size_t)> radiusOf) {
  reach_.resize(cells_.size());
  for (std::size_t begin = 0, end = 0; begin < cells_.size(); begin = end) {
    double radius = 0.0;
    for (; end < cells_.size() && cells_[end].shape == cells_[begin].shape; ++end)
      for (const std::uint32_t i : particlesOf(end)) radius += static_cast<double>(radiusOf(i));
    const auto count = static_cast<double>(first_[end] - first_[begin]);
    std::fill(reach_.begin() + static_cast<std::ptrdiff_t>(begin),
              reach_.begin() + static_cast<std::ptrdiff_t>(end),
              static_cast<float>(radius / count / static_cast<double>(edge)));
  }
}

/// Returns whether b follows a in a row along an axis.
bool ReferenceGrid::follows(const ReferenceCell& a, const ReferenceCell& b, std::size_t axis) const {
  if (a.shape != b.shape) return false;
  for (std::size_t k = 0; k < 3; ++k)
    if (k != axis && a.at[k] != b.at[k]) return false;
  if (b.at[axis] - a.at[axis] > kFarthestNext) return false;
  return ((a.breaks >> axis) & kBreakAhead) == 0 && ((b.breaks >> axis) & kBreakBehind) == 0;
}

void ReferenceGrid::findRows(std::size_t a) {
  CellOrder& axis = axes_[a];
  const auto n = static_cast<std::uint32_t>(cells_.size());
  axis.rowBegin.clear();
  for (std::uint32_t k = 0; k < n; ++k)
    if (k == 0 || !follows(cells_[axis.order[k - 1]], cells_[axis.order[k]], a)) axis.rowBegin.push_back(k);
  axis.rowBegin.push_back(n);
  axis.windows.resize(n);
}

/// Computes the windows of a row. Along an axis a region extends h_sm beyond the centre of its cell. A partly
/// covered cell counts in part, so that results are continuous in h_sm.
void ReferenceGrid::makeWindows(std::size_t a, std::size_t row) {
  CellOrder& axis = axes_[a];
  const std::uint32_t begin = axis.rowBegin[row], end = axis.rowBegin[row + 1];
  RowWindow w{begin, begin, begin, begin, 0.0};
  const auto at = [&](std::uint32_t k) { return cells_[axis.order[k]].at[a]; };
  for (std::uint32_t k = begin; k < end; ++k) {
    const float reach = reach_[axis.order[k]] + 0.5f, whole = std::floor(reach);
    const auto wide = static_cast<std::int32_t>(std::min(whole, 1e6f));
    while (at(w.wideFirst) < at(k) - wide) ++w.wideFirst;
    while (at(w.first) < at(k) - wide + 1) ++w.first;
    while (w.last < end && at(w.last) <= at(k) + wide - 1) ++w.last;
    while (w.wideLast < end && at(w.wideLast) <= at(k) + wide) ++w.wideLast;
    w.edge = static_cast<double>(reach - whole);
    axis.windows[k] = w;
  }
}

void ReferenceGrid::forConsecutiveCells(
    FunctionRef<void(std::uint32_t, std::uint32_t, std::size_t)> visit) const {
  for (std::size_t a = 0; a < 3; ++a) {
    const CellOrder& axis = axes_[a];
    for (std::size_t row = 0; row < axis.rows(); ++row)
      for (std::uint32_t k = axis.rowBegin[row] + 1; k < axis.rowBegin[row + 1]; ++k)
        visit(axis.order[k - 1], axis.order[k], a);
  }
}

std::vector<std::uint32_t> ReferenceGrid::regionOf(std::uint32_t cell) const {
  std::vector<std::uint32_t> cells{cell}, wider, positionOf(size());
  for (const std::size_t a : {2, 1, 0}) {
    const CellOrder& axis = axes_[a];
    for (std::uint32_t k = 0; k < size(); ++k) positionOf[axis.order[k]] = k;
    wider.clear();
    for (const std::uint32_t c : cells) {
      const RowWindow& w = axis.windows[positionOf[c]];
      const bool edge = w.edge > 0.0;
      for (std::uint32_t k = edge ? w.wideFirst : w.first; k < (edge ? w.wideLast : w.last); ++k)
        wider.push_back(axis.order[k]);
    }
    std::swap(cells, wider);
  }
  return cells;
}

void ReferenceGrid::findPieces() {
  sets_.reset(cells_.size());
  forConsecutiveCells([&](std::uint32_t a, std::uint32_t b, std::size_t) { sets_.join(a, b); });
  pieces_ = sets_.number([&](std::size_t c, std::uint32_t piece) { cells_[c].piece = piece; });
}

void ReferenceGrid::reorder(std::span<const std::uint32_t> order, const Threads& threads) {
  const auto permute = [&](std::vector<std::uint32_t>& values) {
    permuted_.resize(order.size());
    threads.forEachIndex(order.size(), kGridGrain, [&](std::size_t i) { permuted_[i] = values[order[i]]; });
    std::swap(values, permuted_);
  };
  permute(slotOf_);
  permute(cellOf_);
  threads.forEachIndex(order.size(), kGridGrain, [&](std::size_t i) {
    if (slotOf_[i] != kNone) particles_[slotOf_[i]] = static_cast<std::uint32_t>(i);
  });
}

}  // namespace ooze::shape_matching
