// What a session's thread publishes to other threads.
#pragma once

#include "ooze/world/spray_trail.h"

#include "session/frame_store.h"
#include "session/live_world.h"
#include "session/shared_session.h"
#include "session/step_inspector.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace ooze {

/// Publishes a session's world to other threads: a snapshot, and the timeline and edits of the same moment.
/// Call all functions on the session's thread.
class SessionPublisher {
 public:
  /// `shared` and `inspector` must outlive this object.
  SessionPublisher(SharedSession& shared, StepInspector& inspector, int threads)
      : shared_(shared), inspector_(inspector), spray_(threads) {}

  void publish(const LiveWorld& live);
  /// Call when another world is opened.
  void begin() {
    rollBacks_ = 0, blocked_ = blockedSaid_ = 0, blockedAt_ = 0.0;
    saidMissing_ = saidBlocked_ = false;
    frames_.clear();
  }
  /// Publishes the snapshot of a stored frame in place of the world's.
  void publishStored(std::uint64_t frame);
  /// Returns the stored frames of the present branch.
  [[nodiscard]] const FrameStore& frames() const { return frames_; }

 private:
  void noteRollBacks(const LiveWorld& live);
  void noteLostLiquid(const World& world);
  void keepFrame(const LiveWorld& live, const std::shared_ptr<const Snapshot>& snapshot);

  SharedSession& shared_;
  StepInspector& inspector_;
  SprayTrail spray_;
  FrameStore frames_;
  std::size_t rollBacks_ = 0;      ///< number of roll-backs of the present world that were reported
  bool saidMissing_ = false;       ///< true if lost liquid of the present world was reported
  bool saidBlocked_ = false;       ///< true if the present blockage of a nozzle was reported
  std::uint64_t blocked_ = 0;      ///< LiquidBalance::blocked of the last published state
  std::uint64_t blockedSaid_ = 0;  ///< LiquidBalance::blocked of the last report
  double blockedAt_ = 0.0;         ///< simulated time at which a nozzle last held liquid back [s]
};

}  // namespace ooze
