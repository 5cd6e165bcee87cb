#include "grid/blocks.h"

#include <algorithm>

namespace ooze::grid {

void BlockMap::clear() {
  std::fill(slots_.begin(), slots_.end(), MapSlot{});
  count_ = 0;
}

std::uint32_t BlockMap::insert(const BlockCoordinate& at, std::uint32_t number) {
  if (2 * (count_ + 1) > slots_.size()) grow();
  const std::uint64_t key = keyOf(at);
  MapSlot& slot = slots_[slotOf(key, at.region)];
  if (slot.number != kNone) return slot.number;
  slot = {key, number, at.region};
  ++count_;
  return number;
}

void BlockMap::grow() {
  std::vector<MapSlot> old(std::max<std::size_t>(256, 2 * slots_.size()));
  old.swap(slots_);
  for (const MapSlot& slot : old)
    if (slot.number != kNone) slots_[slotOf(slot.key, slot.region)] = slot;
}

void BlockSet::sort() {
  std::sort(blocks_.begin(), blocks_.end());
  for (std::uint32_t k = 0; k < blocks_.size(); ++k) map_.renumber(blocks_[k], k);
}

}  // namespace ooze::grid
