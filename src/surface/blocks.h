// Brings the block types of src/grid into ooze::surface. The surface samples its field on the same sparse
// blocks.
#pragma once

#include "grid/blocks.h"

namespace ooze::surface {

using grid::BlockCoordinate;
using grid::BlockMap;
using grid::BlockSet;
using grid::kBlock;
using grid::kNodes;
using grid::kNone;

}  // namespace ooze::surface
