// Blocks in a fixed order, and which of them lies where.
#pragma once

#include "grid/block_map.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze::grid {

/// A set of blocks that is numbered row by row, in whatever order its blocks came. Keeps its memory.
class BlockSet {
 public:
  void clear() {
    map_.clear();
    blocks_.clear();
  }
  /// Numbers are in the order of arrival until the set is sorted. @return whether it was not there yet
  bool add(const BlockCoordinate& at) {
    const auto number = static_cast<std::uint32_t>(blocks_.size());
    if (map_.insert(at, number) != number) return false;
    blocks_.push_back(at);
    return true;
  }
  /// Numbers the blocks anew, in the order of BlockCoordinate.
  void sort();

  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  [[nodiscard]] const BlockCoordinate& at(std::size_t number) const { return blocks_[number]; }
  /// @return its number; kNone if it is not there
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at) const { return map_.find(at); }
  [[nodiscard]] bool contains(const BlockCoordinate& at) const { return map_.find(at) != kNone; }

  [[nodiscard]] std::vector<BlockCoordinate>::const_iterator begin() const { return blocks_.begin(); }
  [[nodiscard]] std::vector<BlockCoordinate>::const_iterator end() const { return blocks_.end(); }

 private:
  std::vector<BlockCoordinate> blocks_;
  BlockMap map_;
};

}  // namespace ooze::grid
