// Shows a session's world to others: a snapshot, and what belongs to that moment.
#pragma once

#include "ooze/world/spray_trail.h"

#include "session/live_world.h"
#include "session/shared_session.h"
#include "session/step_inspector.h"

#include <cstddef>

namespace ooze {

/// All on the session's thread.
class SessionPublisher {
 public:
  /// Both outlive it.
  SessionPublisher(SharedSession& shared, StepInspector& inspector, int threads)
      : shared_(shared), inspector_(inspector), spray_(threads) {}

  void publish(const LiveWorld& live);
  /// Another world comes.
  void begin() { rollBacks_ = 0; }

 private:
  void noteRollBacks(const LiveWorld& live);

  SharedSession& shared_;
  StepInspector& inspector_;
  SprayTrail spray_;
  std::size_t rollBacks_ = 0;  ///< of the present world, as far as they are known here
};

}  // namespace ooze
