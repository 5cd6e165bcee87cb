// The sparse uniform grid: sorting particles into cells, and the parallel schedule of pencils.
// The neighbour search itself is in neighbour_search.cpp.
#include "particles/neighbours.h"

#include "ooze/base/error.h"

#include "base/random.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace ooze {
namespace {

constexpr std::size_t kBlockGrain = 4096;  // particles per parallel chunk
constexpr double kCellsX = 4.0;            // cells per search radius along x
constexpr double kCellsYZ = 2.0;           // cells per search radius along y and z
constexpr std::int32_t kBias = 1 << 20;    // offset that makes block coordinates positive in 21 bits

// Factor slightly above 1 over the search radius. Rounding must not put two particles within the radius too
// many cells apart.
constexpr double kCellMargin = 1.000001;

std::int32_t floorOf(double v) {
  const auto whole = static_cast<std::int32_t>(v);
  return whole - (static_cast<double>(whole) > v ? 1 : 0);
}

std::uint64_t keyOf(std::int32_t x, std::int32_t y, std::int32_t z) {
  return static_cast<std::uint64_t>(z + kBias) << 42 | static_cast<std::uint64_t>(y + kBias) << 21 |
         static_cast<std::uint64_t>(x + kBias);
}
std::int32_t coordinate(std::uint64_t key, int shift) {
  return static_cast<std::int32_t>((key >> shift) & 0x1fffff) - kBias;
}

std::size_t hashOf(std::uint64_t key) {
  return static_cast<std::size_t>((key * 0x9e3779b97f4a7c15ull) >> 32);
}

}  // namespace

std::span<const std::uint32_t> Neighbours::sort(const Vec3Array& positions, float radius,
                                                const Threads& threads) {
  findBlocks(positions, radius, threads);
  makeSegments();
  fillBuckets(threads);
  makePencils();
  chooseSweepDirections([](std::uint32_t, std::uint32_t) { return false; });
  const std::size_t n = positions.size();
  order_.resize(n);
  rowOf_.resize(n);
  threads.forEach(segments_.size(), [&](std::size_t s) { sortSegment(segments_[s]); });
  makeRows();
  return order_;
}

/// Finds the block of every particle.
/// Particles are nearly sorted since the last step, so the sequential part works on runs of particles in one
/// block.
void Neighbours::findBlocks(const Vec3Array& positions, float radius, const Threads& threads) {
  const std::size_t n = positions.size();
  keyOf_.resize(n);
  localOf_.resize(n);
  const std::size_t chunks = Threads::chunkCount(n, kBlockGrain);
  bad_.assign(chunks, 0);
  if (runs_.size() < chunks) runs_.resize(chunks);
  for (std::size_t c = chunks; c < runs_.size(); ++c) runs_[c].clear();
  const double perRadius = 1.0 / (static_cast<double>(radius) * kCellMargin);
  threads.forChunks(n, kBlockGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    constexpr double kFarthest = 1e6;  // greatest coordinate of a particle [search radii]
    std::vector<BlockRun>& runs = runs_[chunk];
    runs.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const double x = static_cast<double>(positions.x[i]) * perRadius;
      const double y = static_cast<double>(positions.y[i]) * perRadius;
      const double z = static_cast<double>(positions.z[i]) * perRadius;
      // Written as a negated comparison, so that a NaN is rejected too.
      if (!(std::abs(x) < kFarthest && std::abs(y) < kFarthest && std::abs(z) < kFarthest)) {
        bad_[chunk] = 1;
        return;
      }
      const std::int32_t cx = floorOf(x * kCellsX), cy = floorOf(y * kCellsYZ), cz = floorOf(z * kCellsYZ);
      keyOf_[i] = keyOf(cx >> 3, cy >> 2, cz >> 2);
      localOf_[i] = static_cast<std::uint8_t>((cz & 3) << 5 | (cy & 3) << 3 | (cx & 7));
      if (runs.empty() || runs.back().key != keyOf_[i])
        runs.push_back({keyOf_[i], static_cast<std::uint32_t>(i), 0, 0, 0});
      ++runs.back().count;
    }
  });
  if (std::find(bad_.begin(), bad_.end(), 1) != bad_.end())
    throw RunError("the liquid is unstable: a particle's position is not finite, or too far away");
  numberBlocks();
}

void Neighbours::numberBlocks() {
  blocks_.clear();
  if (table_.empty()) table_.assign(1024, kNone);
  std::fill(table_.begin(), table_.end(), kNone);
  const auto insert = [this](std::uint64_t key) {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hashOf(key) & mask;
    while (table_[at] != kNone && blocks_[table_[at]].key != key) at = (at + 1) & mask;
    if (table_[at] == kNone) {
      table_[at] = static_cast<std::uint32_t>(blocks_.size());
      blocks_.push_back({key, 0, table_[at]});
    }
    return table_[at];
  };
  const auto grow = [this] {
    table_.assign(4 * table_.size(), kNone);
    const std::size_t mask = table_.size() - 1;
    for (const HashBlock& b : blocks_) {
      std::size_t at = hashOf(b.key) & mask;
      while (table_[at] != kNone) at = (at + 1) & mask;
      table_[at] = b.slot;
    }
  };
  for (std::vector<BlockRun>& runs : runs_)
    for (BlockRun& run : runs) {
      run.slot = insert(run.key);
      blocks_[run.slot].count += run.count;
      if (2 * blocks_.size() > table_.size()) grow();
    }
}

void Neighbours::makeSegments() {
  std::sort(blocks_.begin(), blocks_.end(),
            [](const HashBlock& a, const HashBlock& b) { return a.key < b.key; });
  segments_.clear();
  segmentOfSlot_.resize(blocks_.size());
  std::uint32_t particle = 0;
  for (const HashBlock& b : blocks_) {
    const std::int32_t x = coordinate(b.key, 0), y = coordinate(b.key, 21), z = coordinate(b.key, 42);
    // Two empty blocks between segments ensure that the search window of one particle touches one segment of
    // a pencil only.
    const bool starts = segments_.empty() || segments_.back().blockY != y || segments_.back().blockZ != z ||
                        x - segments_.back().lastBlock > 2;
    if (starts)
      segments_.push_back({.blockY = y,
                           .blockZ = z,
                           .firstBlock = x,
                           .lastBlock = x,
                           .begin = particle,
                           .end = particle,
                           .width = 0,
                           .cells = 0,
                           .row = {}});
    Segment& segment = segments_.back();
    segment.lastBlock = x;
    particle += b.count;
    segment.end = particle;
    segmentOfSlot_[b.slot] = static_cast<std::uint32_t>(segments_.size() - 1);
  }
  std::size_t cells = 0;
  cursor_.resize(segments_.size());
  for (std::size_t s = 0; s < segments_.size(); ++s) {
    Segment& segment = segments_[s];
    segment.width = static_cast<std::uint32_t>((segment.lastBlock - segment.firstBlock + 1) * kBlockCellsX);
    segment.cells = cells;
    cells += static_cast<std::size_t>(segment.width) * kRows + 1;
    cursor_[s] = segment.begin;
  }
  cellStart_.resize(cells);
}

/// Distributes the particles to segments and keeps their order.
void Neighbours::fillBuckets(const Threads& threads) {
  bucket_.resize(keyOf_.size());
  for (std::vector<BlockRun>& runs : runs_)
    for (BlockRun& run : runs) {
      std::uint32_t& cursor = cursor_[segmentOfSlot_[run.slot]];
      run.to = cursor;
      cursor += run.count;
    }
  threads.forEach(Threads::chunkCount(keyOf_.size(), kBlockGrain), [&](std::size_t chunk) {
    for (const BlockRun& run : runs_[chunk])
      for (std::uint32_t k = 0; k < run.count; ++k) bucket_[run.to + k] = run.first + k;
  });
}

/// Sorts one segment's particles into its cells with a stable counting sort.
void Neighbours::sortSegment(Segment& segment) {
  std::uint32_t* start = cellStart_.data() + segment.cells;
  const std::size_t cells = static_cast<std::size_t>(segment.width) * kRows;
  std::memset(start, 0, (cells + 1) * sizeof *start);
  const auto cellOf = [&](std::uint32_t i) {
    const std::uint32_t local = localOf_[i];
    const auto block = static_cast<std::uint32_t>(coordinate(keyOf_[i], 0) - segment.firstBlock);
    return static_cast<std::size_t>(local >> 3) * segment.width + block * kBlockCellsX + (local & 7u);
  };
  for (std::uint32_t b = segment.begin; b < segment.end; ++b) ++start[cellOf(bucket_[b])];
  std::uint32_t at = segment.begin;
  for (std::size_t c = 0; c <= cells; ++c) {
    const std::uint32_t count = start[c];
    start[c] = at;
    at += count;
  }
  const auto y = static_cast<std::uint32_t>(segment.blockY) << 2,
             z = static_cast<std::uint32_t>(segment.blockZ) << 2;
  // Filling moves each start to its cell's end, which is the start of the next cell. The table is shifted
  // back afterwards.
  for (std::uint32_t b = segment.begin; b < segment.end; ++b) {
    const std::uint32_t i = bucket_[b];
    const std::uint32_t to = start[cellOf(i)]++;
    order_[to] = i;
    const std::uint32_t local = localOf_[i];
    rowOf_[to] = (z + (local >> 5)) << 16 | ((y + ((local >> 3) & 3u)) & 0xffffu);
  }
  std::memmove(start + 1, start, cells * sizeof *start);
  start[0] = segment.begin;
  for (std::size_t r = 0; r <= kRows; ++r) segment.row[r] = start[r * segment.width];
}

void Neighbours::makePencils() {
  pencils_.clear();
  pencilOfSegment_.clear();
  for (std::uint32_t s = 0; s < segments_.size(); ++s) {
    const Segment& segment = segments_[s];
    if (pencils_.empty() || pencils_.back().blockY != segment.blockY ||
        pencils_.back().blockZ != segment.blockZ) {
      pencils_.push_back({s, s, segment.blockY, segment.blockZ, {}, false});
    }
    pencils_.back().endSegment = s + 1;
    pencilOfSegment_.push_back(static_cast<std::uint32_t>(pencils_.size() - 1));
  }
  // Pencils ascend in (z, y), so the cursors of the nine surrounding places only move forward.
  std::array<std::uint32_t, 9> next{};
  for (Pencil& pencil : pencils_)
    for (std::int32_t dz = -1; dz <= 1; ++dz)
      for (std::int32_t dy = -1; dy <= 1; ++dy) {
        const auto place = static_cast<std::size_t>((dz + 1) * 3 + dy + 1);
        const std::int32_t z = pencil.blockZ + dz, y = pencil.blockY + dy;
        std::uint32_t& at = next[place];
        while (at < pencils_.size() &&
               (pencils_[at].blockZ < z || (pencils_[at].blockZ == z && pencils_[at].blockY < y)))
          ++at;
        const bool found = at < pencils_.size() && pencils_[at].blockZ == z && pencils_[at].blockY == y;
        pencil.around[place] = found ? at : kNone;
      }
}

void Neighbours::makeRows() {
  rows_.clear();
  for (std::uint32_t s = 0; s < segments_.size(); ++s)
    for (std::uint32_t r = 0; r < kRows; ++r)
      if (segments_[s].row[r] < segments_[s].row[r + 1])
        rows_.push_back({segments_[s].row[r], segments_[s].row[r + 1], s, r});
}

SweepDirections SweepDirections::keeping(std::int32_t blockY, std::int32_t blockZ) {
  const std::uint64_t bits =
      randomBits(static_cast<std::uint32_t>(blockY), static_cast<std::uint32_t>(blockZ));
  return {(bits & 1) != 0, (bits & 4) != 0, (bits & 2) != 0};
}

void Neighbours::chooseSweepDirections(FunctionRef<bool(std::uint32_t, std::uint32_t)> keeps) {
  for (auto& colour : colours_) colour.clear();
  for (std::size_t p = 0; p < pencils_.size(); ++p) {
    Pencil& pencil = pencils_[p];
    pencil.keepsSweepDirection =
        keeps(segments_[pencil.beginSegment].begin, segments_[pencil.endSegment - 1].end);
    colours_[pencil.colour() + (pencil.keepsSweepDirection ? 0 : 4)].push_back(static_cast<std::uint32_t>(p));
  }
}

void Neighbours::sweep(const Threads& threads, std::uint64_t step, FunctionRef<void(Run)> visit) const {
  // The tasks are the pencils in order of rank. Each task waits only for adjacent pencils of earlier rank.
  const SweepDirections turning = SweepDirections::turning(step);
  const std::size_t turned = (turning.y ? 1u : 0u) | (turning.z ? 2u : 0u);
  const auto colourOf = [&](std::size_t rank) { return rank < 4 ? rank : rank ^ turned; };
  const auto rankOf = [&](const Pencil& p) { return colourOf(p.colour() + (p.keepsSweepDirection ? 0 : 4)); };
  std::array<std::size_t, 9> first{};
  for (std::size_t r = 0; r < 8; ++r) first[r + 1] = first[r] + colours_[colourOf(r)].size();
  const auto pencilOf = [&](std::size_t task) {
    std::size_t r = 0;
    while (task >= first[r + 1]) ++r;
    return colours_[colourOf(r)][task - first[r]];
  };
  threads.forGraph(
      pencils_.size(), [&](std::size_t task) { return std::size_t{pencilOf(task)}; },
      [&](std::size_t pencil, FunctionRef<void(std::size_t)> wait) {
        const Pencil& p = pencils_[pencil];
        for (const std::uint32_t beside : p.around)
          if (beside != kNone && rankOf(pencils_[beside]) < rankOf(p)) wait(beside);
      },
      [&](std::size_t pencil) {
        const Pencil& p = pencils_[pencil];
        forEachRun(p, p.keepsSweepDirection ? SweepDirections::keeping(p.blockY, p.blockZ) : turning, visit);
      });
}

std::vector<std::uint32_t> Neighbours::sweepOrder(std::uint64_t step) const {
  std::vector<std::uint32_t> order;
  order.reserve(size());
  sweep(Threads(1), step, [&](Run run) {
    for (std::uint32_t k = 0; k < run.count; ++k) order.push_back(run.at(k));
  });
  return order;
}

std::uint64_t Neighbours::countCellPairs() const {
  std::uint64_t pairs = 0;
  for (const Segment& segment : segments_) {
    const std::uint32_t* start = cellStart_.data() + segment.cells;
    const std::size_t cells = static_cast<std::size_t>(segment.width) * kRows;
    for (std::size_t c = 0; c < cells; ++c) {
      const std::uint64_t count = start[c + 1] - start[c];
      pairs += count * count;
    }
  }
  return pairs;
}

std::size_t Neighbours::bytes() const {
  const auto held = [](const auto& v) { return v.capacity() * sizeof v[0]; };
  std::size_t sum = held(keyOf_) + held(localOf_) + held(table_) + held(blocks_) + held(segmentOfSlot_) +
                    held(cursor_) + held(bucket_) + held(cellStart_) + held(order_) + held(rowOf_) +
                    held(segments_) + held(pencils_) + held(rows_) + held(chunks_) + held(alwaysBefore_);
  for (const auto& runs : runs_) sum += held(runs);
  for (const ListChunk& c : chunks_) sum += held(c.words) + held(c.eights) + held(c.singles);
  return sum;
}

}  // namespace ooze
