#include "grid/block_set.h"

#include <algorithm>

namespace ooze::grid {

void BlockSet::sort() {
  std::sort(blocks_.begin(), blocks_.end());
  for (std::uint32_t k = 0; k < blocks_.size(); ++k) map_.renumber(blocks_[k], k);
}

}  // namespace ooze::grid
