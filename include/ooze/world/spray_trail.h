// Spray droplets that accompany a run, for code that makes snapshots.
#pragma once

#include "ooze/base/threads.h"
#include "ooze/spray/spray.h"
#include "ooze/world/world.h"

#include <memory>
#include <string_view>

namespace ooze {

/// Returns how much spray liquid of this look throws off: 1 for water, 0 for all other looks [1].
[[nodiscard]] float sprayOf(std::string_view look);

/// Simulates spray droplets from successive frames of a world. The coupling is one-way: droplets never affect
/// the world. Not thread-safe.
class SprayTrail {
 public:
  /// Begins without droplets. @param threads  number of threads; 0: one for every core
  explicit SprayTrail(int threads = 0) : threads_(threads) {}

  /// Returns World::snapshot(), with the spray droplets if `content` asks for them. Droplets are simulated
  /// from the frames for which this function was called, so call it for each frame: if a frame is missing,
  /// the spray starts anew.
  /// @return never null
  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot(const World& world, const SnapshotContent& content);

  /// Writes the droplets. A SprayTrail that restores them continues with the same bytes.
  void save(ByteWriter& out) const { spray_.save(out); }
  /// Replaces the droplets. @throws InputError if the bytes are damaged
  void restore(ByteReader& in) { spray_.restore(in); }

 private:
  Threads threads_;
  Spray spray_;
};

}  // namespace ooze
