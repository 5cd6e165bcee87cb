#include "grid/marching.h"

#include <algorithm>

namespace ooze::grid {

void Marching::sort() { std::sort(order_.begin(), order_.end()); }

}  // namespace ooze::grid
