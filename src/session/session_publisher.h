// Publishes a session's world to other threads: a snapshot, and the timeline and edits of the same moment.
#pragma once

#include "ooze/world/spray_trail.h"

#include "session/live_world.h"
#include "session/shared_session.h"
#include "session/step_inspector.h"

#include <cstddef>

namespace ooze {

/// Call all functions on the session's thread.
class SessionPublisher {
 public:
  /// `shared` and `inspector` must outlive this object.
  SessionPublisher(SharedSession& shared, StepInspector& inspector, int threads)
      : shared_(shared), inspector_(inspector), spray_(threads) {}

  void publish(const LiveWorld& live);
  /// Call when another world is opened.
  void begin() { rollBacks_ = 0; }

 private:
  void noteRollBacks(const LiveWorld& live);

  SharedSession& shared_;
  StepInspector& inspector_;
  SprayTrail spray_;
  std::size_t rollBacks_ = 0;  ///< number of roll-backs of the present world that were reported
};

}  // namespace ooze
