// Memory of spring rows: one growing arena with free lists by size.
#include "methods/clavet/spring_rows.h"

#include <algorithm>

namespace ooze::clavet {

std::uint32_t SpringRows::find(const SpringRow& row, std::uint32_t which) const {
  std::uint32_t k = 0;
  while (k < row.count && partner(row, k) != which) ++k;
  return k;
}

void SpringRows::reserve(SpringRow& row, std::uint32_t count) {
  const std::uint32_t asked = (count + 7) / 8;
  if (asked <= row.capacity) return;
  // Reserve a little more than requested, so that a row that grows by single springs rarely moves.
  const std::uint32_t capacity = asked + 1 + asked / 4;
  SpringRow moved{0, row.count, capacity};
  if (capacity < free_.size() && !free_[capacity].empty()) {
    moved.begin = free_[capacity].back();
    free_[capacity].pop_back();
  } else {
    moved.begin = static_cast<std::uint32_t>(eights.size());
    eights.resize(eights.size() + capacity);
  }
  std::copy_n(eights.begin() + row.begin, (row.count + 7) / 8, eights.begin() + moved.begin);
  release(row);
  row = moved;
}

void SpringRows::append(SpringRow& row, std::uint32_t partner, float restLength) {
  const std::uint32_t k = row.count++;
  Eight& at = eight(row, k);
  at.rest[k % 8] = restLength;
  at.partner[k % 8] = partner;
}

void SpringRows::release(SpringRow& row) {
  if (row.capacity > 0) {
    if (free_.size() <= row.capacity) free_.resize(row.capacity + 1);
    free_[row.capacity].push_back(row.begin);
  }
  row = {};
}

void SpringRows::erase(std::span<const std::uint32_t> which) {
  for (std::size_t k = which.size(); k-- > 0;) {
    release(rows[which[k]]);
    rows[which[k]] = rows.back();
    rows.pop_back();
  }
}

void SpringRows::clear() {
  rows.clear();
  eights.clear();
  free_.clear();
}

void SpringRows::reorder(std::span<const std::uint32_t> order, const Threads& threads) {
  reordered_.resize(order.size());
  threads.forEachIndex(order.size(), kGrain, [&](std::size_t i) { reordered_[i] = rows[order[i]]; });
  rows.swap(reordered_);
}

void SpringRows::rename(std::span<const std::uint32_t> moved, const Threads& threads) {
  threads.forEachIndex(rows.size(), kGrain, [&](std::size_t i) {
    for (std::uint32_t k = 0; k < rows[i].count; ++k) {
      std::uint32_t& to = eight(rows[i], k).partner[k % 8];
      to = moved[to];
    }
  });
}

}  // namespace ooze::clavet
