// An ordered set of blocks with fast lookup by coordinates.
#pragma once

#include "grid/block_map.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ooze::grid {

/// Set of blocks, numbered row by row independent of the order of insertion. Memory is kept by clear().
class BlockSet {
 public:
  void clear() {
    map_.clear();
    blocks_.clear();
  }
  /// Adds a block. Until sort() is called, numbers are in the order of insertion.
  /// @return false if the block is already present
  bool add(const BlockCoordinate& at) {
    const auto number = static_cast<std::uint32_t>(blocks_.size());
    if (map_.insert(at, number) != number) return false;
    blocks_.push_back(at);
    return true;
  }
  /// Renumbers the blocks in the order of BlockCoordinate.
  void sort();

  [[nodiscard]] std::size_t size() const { return blocks_.size(); }
  [[nodiscard]] const BlockCoordinate& at(std::size_t number) const { return blocks_[number]; }
  /// Looks up a block.
  /// @return the block's number; kNone if the block is not in the set
  [[nodiscard]] std::uint32_t find(const BlockCoordinate& at) const { return map_.find(at); }
  [[nodiscard]] bool contains(const BlockCoordinate& at) const { return map_.find(at) != kNone; }

  [[nodiscard]] std::vector<BlockCoordinate>::const_iterator begin() const { return blocks_.begin(); }
  [[nodiscard]] std::vector<BlockCoordinate>::const_iterator end() const { return blocks_.end(); }

 private:
  std::vector<BlockCoordinate> blocks_;
  BlockMap map_;
};

}  // namespace ooze::grid
