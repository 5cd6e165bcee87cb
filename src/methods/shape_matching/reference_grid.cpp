#include "methods/shape_matching/reference_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ooze::shape_matching {
namespace {

constexpr std::size_t kGridGrain = 2048;  // particles

// Rows run on over one empty cell, which uneven liquid has, and no farther, so that lumps stay apart.
constexpr std::int32_t kFarthestNext = 2;

// By which coordinate cells of an axis are sorted first, then, and last.
constexpr std::array<std::array<std::size_t, 3>, 3> kSorts{{{2, 1, 0}, {2, 0, 1}, {0, 1, 2}}};

std::int32_t cellAt(float x, float edge) {
  // What is no number is anywhere.
  const float at = std::floor(x / edge);
  return at > -1e9f && at < 1e9f ? static_cast<std::int32_t>(at) : 0;
}

}  // namespace

void ReferenceGrid::build(const ReferenceView& particles, float edge,
                          FunctionRef<float(std::size_t)> radiusOf, const Threads& threads) {
  listParticles(particles, edge);
  makeCells(particles, edge, radiusOf);
  if (moveLonely(particles, edge)) makeCells(particles, edge, radiusOf);
  threads.forEach(3, [&](std::size_t a) { makeRows(a); });
  findPieces();
}

void ReferenceGrid::listParticles(const ReferenceView& particles, float edge) {
  entries_.clear();
  for (std::size_t i = 0; i < particles.shape.size(); ++i)
    if (particles.shape[i] != 0) {
      const Vec3 x = particles.place[i];
      const Key key(particles.shape[i], cellAt(x.z, edge), cellAt(x.y, edge), cellAt(x.x, edge));
      entries_.push_back({key, particles.id[i], static_cast<std::uint32_t>(i)});
    }
}

void ReferenceGrid::makeCells(const ReferenceView& particles, float edge,
                              FunctionRef<float(std::size_t)> radiusOf) {
  if (!std::is_sorted(entries_.begin(), entries_.end())) std::sort(entries_.begin(), entries_.end());
  const std::size_t n = particles.shape.size();
  cells_.clear(), first_.clear(), reach_.clear();
  particles_.resize(entries_.size());
  slotOf_.assign(n, kNone), cellOf_.assign(n, kNone);
  std::size_t shapeBegin = 0;
  double radius = 0.0;
  const auto endShape = [&](std::size_t slot) {
    const auto reach =
        static_cast<float>(radius / static_cast<double>(slot - shapeBegin) / static_cast<double>(edge));
    reach_.resize(cells_.size(), reach);
    shapeBegin = slot, radius = 0.0;
  };
  for (std::size_t slot = 0; slot < entries_.size(); ++slot) {
    const Entry& e = entries_[slot];
    const std::uint32_t shape = particles.shape[e.particle];
    if (slot > 0 && cells_.back().shape != shape) endShape(slot);
    if (slot == 0 || entries_[slot - 1].key != e.key) {
      cells_.push_back({e.key.place(), shape, 0, 0});
      first_.push_back(static_cast<std::uint32_t>(slot));
    }
    particles_[slot] = e.particle;
    slotOf_[e.particle] = static_cast<std::uint32_t>(slot);
    cellOf_[e.particle] = static_cast<std::uint32_t>(cells_.size() - 1);
    cells_.back().breaks |= particles.breaks[e.particle] & kBreaks;
    radius += static_cast<double>(radiusOf(e.particle));
  }
  if (!entries_.empty()) endShape(entries_.size());
  first_.push_back(static_cast<std::uint32_t>(entries_.size()));
}

std::uint32_t ReferenceGrid::find(const Key& key) const {
  const auto found = std::lower_bound(cells_.begin(), cells_.end(), key,
                                      [](const Cell& c, const Key& k) { return keyOf(c) < k; });
  return found != cells_.end() && keyOf(*found) == key ? static_cast<std::uint32_t>(found - cells_.begin())
                                                       : kNone;
}

/// Whether no row of a cell has another, though none was cut.
bool ReferenceGrid::isLonely(std::uint32_t c) const {
  const Cell& cell = cells_[c];
  if (cell.breaks != 0) return false;
  if (c > 0 && follows(cells_[c - 1], cell, 0)) return false;
  if (c + 1 < cells_.size() && follows(cell, cells_[c + 1], 0)) return false;
  for (const std::int32_t by : {-1, 1, -2, 2}) {
    if (find({cell.shape, cell.at[2], cell.at[1] + by, cell.at[0]}) != kNone) return false;
    if (find({cell.shape, cell.at[2] + by, cell.at[1], cell.at[0]}) != kNone) return false;
  }
  return true;
}

/// Where the surface of a body lies across the grid, a cell may have none beside it but across an edge or a
/// corner, where no row runs. Its particles count to the nearest of these, or they would be bodies by
/// themselves. @return whether there are any
bool ReferenceGrid::moveLonely(const ReferenceView& particles, float edge) {
  lonely_.assign(cells_.size(), 0);
  bool any = false;
  for (std::uint32_t c = 0; c < cells_.size(); ++c)
    if (isLonely(c)) lonely_[c] = 1, any = true;
  if (!any) return false;
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    if (!lonely_[c]) continue;
    for (std::uint32_t slot = first_[c]; slot < first_[c + 1]; ++slot)
      if (const std::uint32_t to =
              nearestNotLonely(cells_[c], particles.place[entries_[slot].particle], edge);
          to != kNone)
        entries_[slot].key = keyOf(cells_[to]);
  }
  return true;
}

/// Of the cells round another, the one whose middle is nearest to a place.
std::uint32_t ReferenceGrid::nearestNotLonely(const Cell& from, const Vec3& place, float edge) const {
  std::uint32_t nearest = kNone;
  float least = std::numeric_limits<float>::infinity();
  for (std::int32_t k = 0; k < 27; ++k) {
    const std::array<std::int32_t, 3> at{from.at[0] + k % 3 - 1, from.at[1] + k / 3 % 3 - 1,
                                         from.at[2] + k / 9 - 1};
    const std::uint32_t c = find({from.shape, at[2], at[1], at[0]});
    if (c == kNone || lonely_[c]) continue;
    const Vec3 apart = place - edge * (Vec3(at[0], at[1], at[2]) + Vec3(0.5f));
    const float d2 = glm::dot(apart, apart);
    if (d2 < least) least = d2, nearest = c;
  }
  return nearest;
}

/// Whether b is the next of a's row.
bool ReferenceGrid::follows(const Cell& a, const Cell& b, std::size_t axis) const {
  if (a.shape != b.shape) return false;
  for (std::size_t k = 0; k < 3; ++k)
    if (k != axis && a.at[k] != b.at[k]) return false;
  if (b.at[axis] - a.at[axis] > kFarthestNext) return false;
  return ((a.breaks >> axis) & kBreakAhead) == 0 && ((b.breaks >> axis) & kBreakBehind) == 0;
}

/// Along an axis a region reaches h_sm beyond the middle of its cell; a cell that it covers in part counts in
/// part, so that h_sm is as continuous as its slider.
void ReferenceGrid::makeRows(std::size_t a) {
  Axis& axis = axes_[a];
  const auto n = static_cast<std::uint32_t>(cells_.size());
  axis.order.resize(n);
  for (std::uint32_t c = 0; c < n; ++c) axis.order[c] = c;
  if (a != 0) {  // along x they are sorted
    const auto [first, second, last] = kSorts[a];
    std::vector<Keyed>& keyed = keyed_[a];
    keyed.clear();
    for (std::uint32_t c = 0; c < n; ++c) {
      const auto& at = cells_[c].at;
      keyed.push_back({{cells_[c].shape, at[first], at[second], at[last]}, c});
    }
    std::sort(keyed.begin(), keyed.end(), [](const Keyed& p, const Keyed& q) { return p.key < q.key; });
    for (std::uint32_t k = 0; k < n; ++k) axis.order[k] = keyed[k].cell;
  }
  axis.rowBegin.clear();
  for (std::uint32_t k = 0; k < n; ++k)
    if (k == 0 || !follows(cells_[axis.order[k - 1]], cells_[axis.order[k]], a)) axis.rowBegin.push_back(k);
  axis.rowBegin.push_back(n);
  axis.windows.resize(n);
  for (std::size_t row = 0; row + 1 < axis.rowBegin.size(); ++row) {
    const std::uint32_t begin = axis.rowBegin[row], end = axis.rowBegin[row + 1];
    Window w{begin, begin, begin, begin, 0.0};
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
}

void ReferenceGrid::forNext(FunctionRef<void(std::uint32_t, std::uint32_t, std::size_t)> visit) const {
  for (std::size_t a = 0; a < 3; ++a) {
    const Axis& axis = axes_[a];
    for (std::size_t row = 0; row < axis.rows(); ++row)
      for (std::uint32_t k = axis.rowBegin[row] + 1; k < axis.rowBegin[row + 1]; ++k)
        visit(axis.order[k - 1], axis.order[k], a);
  }
}

std::vector<std::uint32_t> ReferenceGrid::regionOf(std::uint32_t cell) const {
  std::vector<std::uint32_t> cells{cell}, wider, positionOf(size());
  for (const std::size_t a : {2, 1, 0}) {
    const Axis& axis = axes_[a];
    for (std::uint32_t k = 0; k < size(); ++k) positionOf[axis.order[k]] = k;
    wider.clear();
    for (const std::uint32_t c : cells) {
      const Window& w = axis.windows[positionOf[c]];
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
  forNext([&](std::uint32_t a, std::uint32_t b, std::size_t) { sets_.join(a, b); });
  pieces_ = sets_.number([&](std::size_t c, std::uint32_t piece) { cells_[c].piece = piece; });
}

void ReferenceGrid::reorder(std::span<const std::uint32_t> order, const Threads& threads) {
  const auto permute = [&](std::vector<std::uint32_t>& values) {
    sorted_.resize(order.size());
    threads.forChunks(order.size(), kGridGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) sorted_[i] = values[order[i]];
    });
    std::swap(values, sorted_);
  };
  permute(slotOf_);
  permute(cellOf_);
  threads.forChunks(order.size(), kGridGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (slotOf_[i] != kNone) particles_[slotOf_[i]] = static_cast<std::uint32_t>(i);
  });
}

}  // namespace ooze::shape_matching
