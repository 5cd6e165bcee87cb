// A starting state and the log after it: enough to replay a run in another world, for example for an export.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/history.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace ooze {

struct ReplaySource {
  std::shared_ptr<const Scene> scene;
  std::vector<std::byte> state;  ///< starting state: bytes of World::save(), taken at a frame boundary
  std::vector<HistoryBranch> branches;
  std::size_t branch = 0;  ///< index of the branch to replay
};

}  // namespace ooze
