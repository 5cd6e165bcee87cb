// The droplets that go with a run, for those who make its snapshots.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/spray/spray.h"
#include "ooze/world/world.h"

#include <memory>
#include <string_view>

namespace ooze {

/// How much liquid of this look throws off: 1 for water, 0 for all that is thick or holds together.
[[nodiscard]] float sprayOf(std::string_view look);

/// Nothing of it gets back into the world.
class SprayTrail {
 public:
  /// @param threads  0: every core
  explicit SprayTrail(int threads = 0) : threads_(threads) {}

  /// World::snapshot(), with the droplets that go with the world if the content asks for them. They come from
  /// the frames for which this was called: call it for each, since droplets begin afresh where one is
  /// missing.
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot(const World& world, const SnapshotContent& content);

 private:
  Threads threads_;
  Spray spray_;
};

}  // namespace ooze
