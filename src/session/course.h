// A moment of a session and all that was done after it: enough to take the same course again, beside it.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/history.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace ooze {

struct Course {
  std::shared_ptr<const Scene> scene;
  std::vector<std::byte> state;  ///< of World::save, at a frame boundary
  std::vector<HistoryBranch> branches;
  std::size_t branch = 0;  ///< the one that is taken
};

}  // namespace ooze
