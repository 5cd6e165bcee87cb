// View model of the focused world, for panels and tools.
#pragma once

#include "session/scene_values.h"
#include "session/session.h"

#include <memory>

namespace ooze {

class WorldViewModel {
 public:
  /// Takes the latest published view of the world.
  void take(SessionView view);

  [[nodiscard]] const SessionView& view() const { return view_; }
  /// Returns the values after all pending edits. Before a new world has published, these are the values of
  /// the last one.
  [[nodiscard]] const WorldValues& live() const { return live_; }
  /// Returns the snapshot, with pending nozzle moves applied while paused; null until the first world has
  /// published.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }

 private:
  void placeNozzles();

  SessionView view_;
  WorldValues live_;
  std::shared_ptr<const Snapshot> snapshot_;
};

}  // namespace ooze
