// Neighbour search: builds the list of neighbours of every particle from the sorted grid.
// The particles of one or two cells share their candidates: contiguous ranges of rows, cut once into SIMD
// packets of eight. Each particle then keeps the packets that hold a neighbour.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "particles/neighbour_search.cpp"
#include <hwy/foreach_target.h>
// clang-format off
#include <hwy/highway.h>
// clang-format on
#include "base/simd8.h"
#include "particles/neighbours.h"

#ifndef OOZE_PARTICLES_CANDIDATES
#define OOZE_PARTICLES_CANDIDATES
namespace ooze {

/// The neighbour candidates that the particles of one or two cells share.
struct Candidates {
  const std::uint32_t* eights;  ///< packets: first particle << 8 | lane mask
  /// Own: packets of the particle's own pencil, which may contain the particle itself.
  std::size_t beginOwn, endOwn, eightCount;
  const std::uint32_t* singles;
  std::size_t singleCount;
};

/// The output of one particle's list. The buffer must have room for all candidates and seven words more.
struct ListWriter {
  std::uint32_t* words;
  std::uint32_t eights, singles, firstLaterPacket, firstLaterSingle;
};

}  // namespace ooze
#endif

HWY_BEFORE_NAMESPACE();
namespace ooze {
namespace HWY_NAMESPACE {

void filterCandidates(const Vec3Array& positions, std::uint32_t i, float radius2, const Candidates& from,
                      ListWriter& out) {
  const float *px = positions.x.data(), *py = positions.y.data(), *pz = positions.z.data();
  const FloatPacket x = broadcast(px[i]), y = broadcast(py[i]), z = broadcast(pz[i]),
                    limit = broadcast(radius2);
  std::uint32_t* next = out.words;
  const auto hits = [&](std::uint32_t e) HWY_ATTR {
    const std::uint32_t s = e >> 8;
    const FloatPacket dx = load(px + s) - x, dy = load(py + s) - y, dz = load(pz + s) - z;
    return bitsOf(dx * dx + dy * dy + dz * dz < limit) & e & 255u;
  };
  // Stored always, but the cursor advances only if the packet holds a neighbour: no branch to mispredict.
  const auto keep = [&](std::uint32_t e, std::uint32_t mask) HWY_ATTR {
    *next = (e & ~255u) | mask;
    next += mask != 0 ? 1 : 0;
  };
  std::size_t k = 0;
  for (; k < from.beginOwn; ++k) keep(from.eights[k], hits(from.eights[k]));
  std::uint32_t* const own = next;
  for (; k < from.endOwn; ++k) {
    const std::uint32_t e = from.eights[k], lane = i - (e >> 8);
    keep(e, hits(e) & ~(lane < 8u ? 1u << lane : 0u));
  }
  std::uint32_t* const afterOwn = next;
  for (; k < from.eightCount; ++k) keep(from.eights[k], hits(from.eights[k]));

  std::uint32_t* later = own;
  while (later < afterOwn && (*later >> 8) + 7 <= i) ++later;
  out.eights = static_cast<std::uint32_t>(next - out.words);
  out.firstLaterPacket = static_cast<std::uint32_t>(later - out.words);

  std::uint32_t* const singles = next;
  for (std::size_t s = 0; s < from.singleCount; ++s) {
    const std::uint32_t j = from.singles[s];
    const float dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
    *next = j;
    next += dx * dx + dy * dy + dz * dz < radius2 && j != i ? 1 : 0;
  }
  out.singles = static_cast<std::uint32_t>(next - singles);
  out.firstLaterSingle = 0;
  while (out.firstLaterSingle < out.singles && singles[out.firstLaterSingle] < i) ++out.firstLaterSingle;
}

}  // namespace HWY_NAMESPACE
}  // namespace ooze
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <utility>

namespace ooze {
HWY_EXPORT(filterCandidates);

namespace {

constexpr std::uint32_t kTogether = 2;  // number of cells whose particles share their candidates

/// Returns the number of cells on either side in which a row at this offset can hold neighbours.
/// The value is the chord of a circle with a radius of four cells at the least distance between the rows.
constexpr std::int32_t reachOf(std::int32_t dy, std::int32_t dz) {
  const bool farY = dy == 2 || dy == -2, farZ = dz == 2 || dz == -2;
  return farY && farZ ? 3 : 4;  // chords 4 * sqrt(1/2) = 2.8, 4 * sqrt(3/4) = 3.5 and 4, rounded up
}

}  // namespace

/// Searches the neighbours of one chunk of particles, row by row and cell by cell.
class Neighbours::Searcher {
 public:
  Searcher(const Neighbours& grid, ListChunk& chunk, const Vec3Array& positions, float radius,
           std::span<const ListFor> lists)
      : grid_(grid), chunk_(chunk), positions_(positions), radius2_(radius * radius), lists_(lists) {}

  void search(std::uint32_t first, std::uint32_t last) {
    first_ = first;
    used_ = 0;
    auto row = std::upper_bound(grid_.rows_.begin(), grid_.rows_.end(), first,
                                [](std::uint32_t i, const CellRow& r) { return i < r.end; });
    for (; row != grid_.rows_.end() && row->begin < last; ++row) {
      collectRows(*row);
      searchRow(*row, std::max(first, row->begin), std::min(last, row->end));
    }
  }

 private:
  /// A row near the current row, in the current segment.
  struct NearRow {
    const std::uint32_t* start;    ///< cell starts of this row
    std::int32_t lowest, highest;  ///< range of the segment's cells
    std::int32_t reach;
    std::uint32_t groupBegin, groupEnd;  ///< range of the group's particles
    std::uint32_t segment, endSegment;
    std::uint32_t row, firstOfGroup, lastOfGroup;
    bool own;  ///< true if the row belongs to the same pencil
  };
  /// A range of candidates, and the range of its group.
  struct CellRun {
    std::uint32_t begin = 0, end = 0, groupBegin = 0, groupEnd = 0;
    bool own = false;  ///< true if the range belongs to the same pencil
    [[nodiscard]] bool isContinuedBy(const CellRun& next) const {
      return next.begin == end && next.own == own && next.groupBegin == groupBegin;
    }
  };

  /// Collects the rows that can hold neighbours of the current row, ascending in storage.
  /// Each row comes with its group: the rows that one packet may span. No pencil that is processed at the
  /// same time can reach the rows of a group. The groups are all rows of the own pencil, the near half of the
  /// pencils above and below in z, and pairs of rows of all other pencils.
  void collectRows(const CellRow& row) {
    const Pencil& pencil = grid_.pencils_[grid_.pencilOfSegment_[row.segment]];
    const auto y = static_cast<std::int32_t>(row.row & 3u), z = static_cast<std::int32_t>(row.row >> 2);
    count_ = 0;
    for (std::int32_t pz = -1; pz <= 1; ++pz)
      for (std::int32_t py = -1; py <= 1; ++py) {
        const std::uint32_t near = pencil.around[static_cast<std::size_t>((pz + 1) * 3 + py + 1)];
        if (near == kNone) continue;
        for (std::int32_t rz = std::max(0, z - 2 - 4 * pz); rz <= std::min(3, z + 2 - 4 * pz); ++rz)
          for (std::int32_t ry = std::max(0, y - 2 - 4 * py); ry <= std::min(3, y + 2 - 4 * py); ++ry) {
            NearRow& n = near_[count_++];
            n.segment = grid_.pencils_[near].beginSegment;
            n.endSegment = grid_.pencils_[near].endSegment;
            n.row = static_cast<std::uint32_t>(rz * 4 + ry);
            n.reach = reachOf(ry + 4 * py - y, rz + 4 * pz - z);
            n.own = py == 0 && pz == 0;
            n.firstOfGroup = py != 0 ? n.row & ~1u : pz < 0 ? 8u : 0u;
            n.lastOfGroup = py != 0 ? n.row | 1u : pz > 0 ? 7u : 15u;
            enter(n);
          }
      }
  }

  /// Loads the segment at which the row's cursor stands.
  void enter(NearRow& n) const {
    const Segment& segment = grid_.segments_[n.segment];
    n.lowest = segment.firstBlock * kBlockCellsX;
    n.highest = n.lowest + static_cast<std::int32_t>(segment.width) - 1;
    n.start = grid_.cellStart_.data() + segment.cells + static_cast<std::size_t>(n.row) * segment.width;
    n.groupBegin = segment.row[n.firstOfGroup];
    n.groupEnd = segment.row[n.lastOfGroup + 1];
  }

  void searchRow(const CellRow& row, std::uint32_t first, std::uint32_t last) {
    const Segment& segment = grid_.segments_[row.segment];
    const std::uint32_t* start =
        grid_.cellStart_.data() + segment.cells + static_cast<std::size_t>(row.row) * segment.width;
    auto cell = static_cast<std::uint32_t>(std::upper_bound(start, start + segment.width, first) - start - 1);
    cell -= cell % kTogether;
    for (; cell < segment.width && start[cell] < last; cell += kTogether) {
      const std::uint32_t begin = std::max(first, start[cell]), end = std::min(last, start[cell + kTogether]);
      if (begin >= end) continue;
      bool collected = false, hasAlways = true;
      for (std::uint32_t i = begin; i < end; ++i) {
        const ListFor wanted = lists_.empty() ? ListFor::Always : lists_[i];
        if (wanted != ListFor::None && !std::exchange(collected, true)) {
          hasAlways = collectRanges(segment.firstBlock * kBlockCellsX + static_cast<std::int32_t>(cell));
          if (hasAlways) cutRanges();
        }
        if (wanted == ListFor::None || !hasAlways)
          chunk_.listed[i - first_] = {used_, 0, 0, 0, 0};
        else
          write(i);
      }
    }
  }

  /// Collects the ranges of candidates for the particles in cells x to x + kTogether - 1 of the current row.
  /// @return true if any candidate has ListFor::Always
  bool collectRanges(std::int32_t x) {
    rangeCount_ = 0;
    std::uint32_t always = lists_.empty() ? 1 : 0;
    for (std::size_t k = 0; k < count_; ++k) {
      const CellRun range = rangeOf(near_[k], x);
      if (range.begin == range.end) continue;
      if (!lists_.empty()) always += grid_.alwaysBefore_[range.end] - grid_.alwaysBefore_[range.begin];
      // Short rows are contiguous in storage, so in a thin sheet one packet spans many rows.
      if (rangeCount_ > 0 && ranges_[rangeCount_ - 1].isContinuedBy(range))
        ranges_[rangeCount_ - 1].end = range.end;
      else
        ranges_[rangeCount_++] = range;
    }
    return always != 0;
  }

  /// Cuts the ranges of candidates into packets of eight.
  void cutRanges() {
    chunk_.singles.clear();
    eightCount_ = 0;
    candidates_.beginOwn = candidates_.endOwn = 0;
    bool own = false;
    for (std::size_t k = 0; k < rangeCount_; ++k) {
      const CellRun& range = ranges_[k];
      if (range.own != own) {
        (range.own ? candidates_.beginOwn : candidates_.endOwn) = eightCount_;
        own = range.own;
      }
      cut(range);
    }
    if (own) candidates_.endOwn = eightCount_;
    candidates_.eights = chunk_.eights.data();
    candidates_.eightCount = eightCount_;
    candidates_.singles = chunk_.singles.data();
    candidates_.singleCount = chunk_.singles.size();
  }

  /// Returns the particles of a row that can be neighbours of the particles in cells x to x + kTogether - 1.
  CellRun rangeOf(NearRow& near, std::int32_t x) const {
    // Cells are visited in ascending x, so the segment cursor only moves forward.
    while (near.highest < x - near.reach && near.segment + 1 < near.endSegment) ++near.segment, enter(near);
    const std::int32_t low = std::max(x - near.reach, near.lowest) - near.lowest;
    const std::int32_t high =
        std::min(x + static_cast<std::int32_t>(kTogether) - 1 + near.reach, near.highest) - near.lowest;
    if (low > high) return {};
    return {near.start[low], near.start[high + 1], near.groupBegin, near.groupEnd, near.own};
  }

  /// Cuts a range into packets of eight, or into single particles if the group has fewer than eight.
  void cut(const CellRun& range) {
    const auto [begin, end, groupBegin, groupEnd, own] = range;
    if (groupEnd - groupBegin < 8) {
      for (std::uint32_t j = begin; j < end; ++j) chunk_.singles.push_back(j);
      return;
    }
    if (chunk_.eights.size() < eightCount_ + (end - begin) / 8 + 4)
      chunk_.eights.resize(2 * (eightCount_ + (end - begin) / 8 + 4));
    std::uint32_t* next = chunk_.eights.data() + eightCount_;
    const std::uint32_t lastStart = groupEnd - 8, rangeEnd = end;
    const auto eight = [lastStart, rangeEnd](std::uint32_t s) {
      // The last packet of a group is moved back to lie within the group.
      const std::uint32_t at = std::min(s, lastStart);
      const std::uint32_t lanes = std::min(8u, rangeEnd - at);
      return at << 8 | (((1u << lanes) - 1u) & ~((1u << (s - at)) - 1u));
    };
    const std::uint32_t count = (end - begin + 7) / 8;
    eightCount_ += count;
    // Mostly two or three packets are needed, so the first three are written without a branch.
    next[0] = eight(begin);
    next[1] = eight(std::min(begin + 8, end));
    next[2] = eight(std::min(begin + 16, end));
    for (std::uint32_t k = 3; k < count; ++k) next[k] = eight(begin + 8 * k);
  }

  void write(std::uint32_t i) {
    const std::size_t most = used_ + candidates_.eightCount + candidates_.singleCount + 8;
    if (most > chunk_.words.size()) chunk_.words.resize(most + most / 2);
    ListWriter out{chunk_.words.data() + used_, 0, 0, 0, 0};
    HWY_DYNAMIC_DISPATCH(filterCandidates)(positions_, i, radius2_, candidates_, out);
    chunk_.listed[i - first_] = {used_, out.eights, out.singles, out.firstLaterPacket, out.firstLaterSingle};
    used_ += out.eights + out.singles;
  }

  const Neighbours& grid_;
  ListChunk& chunk_;
  const Vec3Array& positions_;
  float radius2_;
  std::span<const ListFor> lists_;
  std::uint32_t first_ = 0, used_ = 0;
  std::array<NearRow, 25> near_{};
  std::array<CellRun, 25> ranges_{};
  std::size_t count_ = 0, rangeCount_ = 0, eightCount_ = 0;
  Candidates candidates_{};
};

void Neighbours::find(const Vec3Array& positions, float radius, const Threads& threads,
                      std::span<const ListFor> lists) {
  alwaysBefore_.resize(lists.empty() ? 0 : size() + 1);
  for (std::size_t i = 0; i < lists.size() && i < size(); ++i)
    alwaysBefore_[i + 1] = alwaysBefore_[i] + (lists[i] == ListFor::Always ? 1 : 0);
  if (chunks_.size() < Threads::chunkCount(size(), kChunk))
    chunks_.resize(Threads::chunkCount(size(), kChunk));
  threads.forChunks(size(), kChunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Searcher(*this, chunks_[chunk], positions, radius, lists)
        .search(static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end));
  });
}

}  // namespace ooze
#endif  // HWY_ONCE
