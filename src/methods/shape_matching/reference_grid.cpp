#include "methods/shape_matching/reference_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace ooze::shape_matching {
namespace {

constexpr std::size_t kGrain = 2048;  // particles

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
                          FunctionRef<float(std::size_t)> radiusOf) {
  listParticles(particles, edge);
  makeCells(particles, edge, radiusOf);
  if (moveLonely(particles, edge)) makeCells(particles, edge, radiusOf);
  findPieces();
}

void ReferenceGrid::listParticles(const ReferenceView& particles, float edge) {
  entries_.clear();
  for (std::size_t i = 0; i < particles.shape.size(); ++i)
    if (particles.shape[i] != 0) {
      const Vec3 x = particles.place[i];
      entries_.push_back({particles.shape[i],
                          {cellAt(x.x, edge), cellAt(x.y, edge), cellAt(x.z, edge)},
                          particles.id[i],
                          static_cast<std::uint32_t>(i)});
    }
}

void ReferenceGrid::makeCells(const ReferenceView& particles, float edge,
                              FunctionRef<float(std::size_t)> radiusOf) {
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.shape, a.at[2], a.at[1], a.at[0], a.id) <
           std::tie(b.shape, b.at[2], b.at[1], b.at[0], b.id);
  });
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
    if (slot > 0 && entries_[slot - 1].shape != e.shape) endShape(slot);
    if (slot == 0 || entries_[slot - 1].shape != e.shape || entries_[slot - 1].at != e.at) {
      cells_.push_back({e.at, e.shape, 0, 0});
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
  for (std::size_t a = 0; a < 3; ++a) makeRows(a);
}

/// Where the surface of a body lies across the grid, a cell may have none beside it but across an edge or a
/// corner, where no row runs. Its particles count to the nearest of these, or they would be bodies by
/// themselves. @return whether there are any
bool ReferenceGrid::moveLonely(const ReferenceView& particles, float edge) {
  inRow_.assign(cells_.size(), 0);
  forNext([&](std::uint32_t a, std::uint32_t b, std::size_t) { inRow_[a] = inRow_[b] = 1; });
  bool any = false;
  for (std::uint32_t c = 0; c < cells_.size(); ++c) {
    if (inRow_[c] || cells_[c].breaks != 0) continue;
    for (std::uint32_t slot = first_[c]; slot < first_[c + 1]; ++slot)
      if (const std::uint32_t to = nearestInRow(cells_[c], particles.place[entries_[slot].particle], edge);
          to != kNone)
        entries_[slot].at = cells_[to].at, any = true;
  }
  return any;
}

/// Of the cells round another, the one whose middle is nearest to a place.
std::uint32_t ReferenceGrid::nearestInRow(const Cell& from, const Vec3& place, float edge) const {
  std::uint32_t nearest = kNone;
  float least = std::numeric_limits<float>::infinity();
  for (std::int32_t k = 0; k < 27; ++k) {
    const std::array<std::int32_t, 3> at{from.at[0] + k % 3 - 1, from.at[1] + k / 3 % 3 - 1,
                                         from.at[2] + k / 9 - 1};
    const auto found = std::lower_bound(
        cells_.begin(), cells_.end(), at, [&](const Cell& c, const std::array<std::int32_t, 3>& a) {
          return std::tie(c.shape, c.at[2], c.at[1], c.at[0]) < std::tie(from.shape, a[2], a[1], a[0]);
        });
    if (found == cells_.end() || found->shape != from.shape || found->at != at) continue;
    const auto c = static_cast<std::uint32_t>(found - cells_.begin());
    const Vec3 apart = place - edge * (Vec3(at[0], at[1], at[2]) + Vec3(0.5f));
    const float d2 = glm::dot(apart, apart);
    if (inRow_[c] && d2 < least) least = d2, nearest = c;
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
  const auto [first, then, last] = kSorts[a];
  if (a != 0)  // along x they are sorted
    std::sort(axis.order.begin(), axis.order.end(), [&](std::uint32_t p, std::uint32_t q) {
      const Cell &c = cells_[p], &d = cells_[q];
      return std::tie(c.shape, c.at[first], c.at[then], c.at[last]) <
             std::tie(d.shape, d.at[first], d.at[then], d.at[last]);
    });
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

void ReferenceGrid::findPieces() {
  sets_.reset(cells_.size());
  forNext([&](std::uint32_t a, std::uint32_t b, std::size_t) { sets_.join(a, b); });
  pieces_ = sets_.number([&](std::size_t c, std::uint32_t piece) { cells_[c].piece = piece; });
}

void ReferenceGrid::reorder(std::span<const std::uint32_t> order, const Threads& threads) {
  const auto permute = [&](std::vector<std::uint32_t>& values) {
    sorted_.resize(order.size());
    threads.forChunks(order.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) sorted_[i] = values[order[i]];
    });
    std::swap(values, sorted_);
  };
  permute(slotOf_);
  permute(cellOf_);
  threads.forChunks(order.size(), kGrain, [&](std::size_t, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (slotOf_[i] != kNone) particles_[slotOf_[i]] = static_cast<std::uint32_t>(i);
  });
}

}  // namespace ooze::shape_matching
