// What panels and tools see of the world that they mean.
#pragma once

#include "session/scene_values.h"
#include "session/session.h"

#include <memory>

namespace ooze {

class SeenWorld {
 public:
  /// Takes over what that world has published.
  void take(SessionView view);

  [[nodiscard]] const SessionView& view() const { return view_; }
  /// As they will be when all that was asked for is done; of the last world that there was.
  [[nodiscard]] const WorldValues& live() const { return live_; }
  /// With the nozzles as they will be while the world stands; null until the first world is there.
  [[nodiscard]] const std::shared_ptr<const Snapshot>& snapshot() const { return snapshot_; }

 private:
  void placeNozzles();

  SessionView view_;
  WorldValues live_;
  std::shared_ptr<const Snapshot> snapshot_;
};

}  // namespace ooze
