// Where rows of springs live: one growing arena, with lists of free places by size.
#include "methods/clavet/spring_rows.h"

namespace ooze::clavet {

void SpringRows::reserve(Row& row, std::uint32_t count) {
  const std::uint32_t eights = (count + 7) / 8;
  if (eights <= row.capacity) return;
  // A little more than asked, so that a row that grows one by one does not move every time.
  const std::uint32_t capacity = eights + 1 + eights / 4;
  Row moved{0, row.count, capacity};
  if (capacity < free_.size() && !free_[capacity].empty()) {
    moved.begin = free_[capacity].back();
    free_[capacity].pop_back();
  } else {
    moved.begin = static_cast<std::uint32_t>(other.size() / 8);
    const std::size_t size = other.size() + std::size_t{capacity} * 8;
    other.resize(size);
    rest.resize(size);
    index.resize(size);
  }
  for (std::size_t k = 0; k < row.count; ++k) {
    other[moved.first() + k] = other[row.first() + k];
    rest[moved.first() + k] = rest[row.first() + k];
    index[moved.first() + k] = index[row.first() + k];
  }
  release(row);
  row = moved;
}

void SpringRows::append(Row& row, std::uint32_t otherId, std::uint32_t otherIndex, float restLength) {
  const std::size_t at = row.first() + row.count++;
  other[at] = otherId;
  index[at] = otherIndex;
  rest[at] = restLength;
}

void SpringRows::release(Row& row) {
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
  other.clear();
  rest.clear();
  index.clear();
  free_.clear();
}

void SpringRows::reorder(std::span<const std::uint32_t> order) {
  reordered_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) reordered_[i] = rows[order[i]];
  rows.swap(reordered_);
}

}  // namespace ooze::clavet
