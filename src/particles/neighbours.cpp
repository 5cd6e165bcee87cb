#include "particles/neighbours.h"

#include "ooze/base/error.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ooze {
namespace {

constexpr double kFarthestCell = 1e9;

// A hair more than the search radius, so that rounding never puts two particles within it two cells apart.
constexpr double kCellMargin = 1.000001;

// Cell 2p and 2p + 1 make pencil p, also for negative cells.
std::int32_t pencilOf(std::int32_t cell) { return cell >> 1; }

}  // namespace

std::span<const std::uint32_t> Neighbours::sort(const Vec3Array& positions,
                                                std::span<const std::uint32_t> ids, float cell,
                                                const Threads& threads) {
  const std::size_t n = positions.size();
  keys_.resize(n);
  constexpr std::size_t kGrain = 4096;
  std::vector<std::uint8_t> bad(Threads::chunkCount(n, kGrain), 0);
  threads.forChunks(n, kGrain, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const glm::dvec3 p = glm::dvec3(positions[i]) / (static_cast<double>(cell) * kCellMargin);
      // Negated, so that a NaN is caught too.
      if (!(std::abs(p.x) < kFarthestCell && std::abs(p.y) < kFarthestCell &&
            std::abs(p.z) < kFarthestCell)) {
        bad[chunk] = 1;
        return;
      }
      const auto y = static_cast<std::int32_t>(std::floor(p.y));
      const auto z = static_cast<std::int32_t>(std::floor(p.z));
      keys_[i] = {pencilOf(z), pencilOf(y), z, y, positions.x[i], ids[i], static_cast<std::uint32_t>(i)};
    }
  });
  if (std::find(bad.begin(), bad.end(), 1) != bad.end())
    throw RunError("the liquid ran away: a particle's position is not finite or absurdly far");

  // The key is a total order because ids are unique, so any correct sort gives the same result.
  std::sort(keys_.begin(), keys_.end(), [](const Key& a, const Key& b) {
    return std::tie(a.pencilZ, a.pencilY, a.z, a.y, a.x, a.id) <
           std::tie(b.pencilZ, b.pencilY, b.z, b.y, b.x, b.id);
  });
  order_.resize(n);
  for (std::size_t i = 0; i < n; ++i) order_[i] = keys_[i].index;
  makeRows();
  return order_;
}

void Neighbours::makeRows() {
  rows_.clear();
  for (auto& pencils : pencils_) pencils.clear();
  rowOf_.resize(keys_.size());
  for (std::uint32_t i = 0; i < keys_.size(); ++i) {
    const Key& k = keys_[i];
    const bool newRow = rows_.empty() || rows_.back().y != k.y || rows_.back().z != k.z;
    if (newRow) {
      const bool newPencil =
          rows_.empty() || pencilOf(rows_.back().y) != k.pencilY || pencilOf(rows_.back().z) != k.pencilZ;
      const auto row = static_cast<std::uint32_t>(rows_.size());
      auto& pencils = pencils_[static_cast<std::size_t>((k.pencilY & 1) | ((k.pencilZ & 1) << 1))];
      if (newPencil) pencils.push_back({row, row});
      pencils.back().endRow = row + 1;
      rows_.push_back({k.y, k.z, i, i});
    }
    rows_.back().end = i + 1;
    rowOf_[i] = static_cast<std::uint32_t>(rows_.size() - 1);
  }
}

std::size_t Neighbours::findRow(std::int32_t y, std::int32_t z) const {
  const auto key = [](std::int32_t cy, std::int32_t cz) {
    return std::tuple(pencilOf(cz), pencilOf(cy), cz, cy);
  };
  const auto wanted = key(y, z);
  const auto found = std::lower_bound(rows_.begin(), rows_.end(), wanted,
                                      [&](const Row& row, const auto& w) { return key(row.y, row.z) < w; });
  return found != rows_.end() && found->y == y && found->z == z
             ? static_cast<std::size_t>(found - rows_.begin())
             : rows_.size();
}

void Neighbours::findWithin(const Vec3Array& positions, float radius, const Threads& threads) {
  chunks_.resize(Threads::chunkCount(size(), kChunk));
  threads.forEach(chunks_.size(), [&](std::size_t chunk) { findInChunk(chunk, positions, radius); });
}

void Neighbours::findInChunk(std::size_t chunk, const Vec3Array& positions, float radius) {
  Chunk& out = chunks_[chunk];
  out.list.clear();
  const std::size_t first = chunk * kChunk;
  const std::size_t last = std::min(size(), first + kChunk);
  const float radius2 = radius * radius;

  // Up to nine rows can hold neighbours of a row's particles. Both the particle and each row are ascending in
  // x, so a window [x - radius, x + radius] in each row only moves forward.
  struct Window {
    std::uint32_t begin, end, rowEnd;
  };
  std::array<Window, 9> windows{};
  std::size_t windowCount = 0;
  std::uint32_t row = ~0u;
  for (std::size_t i = first; i < last; ++i) {
    if (rowOf_[i] != row) {
      row = rowOf_[i];
      windowCount = 0;
      for (std::int32_t dz = -1; dz <= 1; ++dz)
        for (std::int32_t dy = -1; dy <= 1; ++dy)
          if (const std::size_t r = findRow(rows_[row].y + dy, rows_[row].z + dz); r < rows_.size()) {
            const auto begin = positions.x.begin();
            const auto from =
                std::lower_bound(begin + rows_[r].begin, begin + rows_[r].end, positions.x[i] - radius);
            const auto start = static_cast<std::uint32_t>(from - begin);
            windows[windowCount++] = {start, start, rows_[r].end};
          }
      // Ascending rows make ascending lists.
      std::sort(windows.begin(), windows.begin() + static_cast<std::ptrdiff_t>(windowCount),
                [](const Window& a, const Window& b) { return a.rowEnd < b.rowEnd; });
    }
    out.begin[i - first] = static_cast<std::uint32_t>(out.list.size());
    const Vec3 p = positions[i];
    for (std::size_t w = 0; w < windowCount; ++w) {
      Window& window = windows[w];
      while (window.begin < window.rowEnd && positions.x[window.begin] < p.x - radius) ++window.begin;
      window.end = std::max(window.end, window.begin);
      while (window.end < window.rowEnd && positions.x[window.end] <= p.x + radius) ++window.end;

      const std::size_t size = out.list.size();
      out.list.resize(size + (window.end - window.begin));
      std::uint32_t* next = out.list.data() + size;
      for (std::uint32_t j = window.begin; j < window.end; ++j) {
        const float dx = positions.x[j] - p.x, dy = positions.y[j] - p.y, dz = positions.z[j] - p.z;
        *next = j;  // Written always, kept only if near: no branch to mispredict.
        next += (dx * dx + dy * dy + dz * dz < radius2 && j != i) ? 1 : 0;
      }
      out.list.resize(static_cast<std::size_t>(next - out.list.data()));
    }
  }
  for (std::size_t k = last - first; k <= kChunk; ++k)
    out.begin[k] = static_cast<std::uint32_t>(out.list.size());
}

std::vector<std::uint32_t> Neighbours::sweepOrder(SweepFlips flips) const {
  std::vector<std::uint32_t> order;
  order.reserve(size());
  sweep(Threads(1), flips, [&](std::size_t i) { order.push_back(static_cast<std::uint32_t>(i)); });
  return order;
}

}  // namespace ooze
