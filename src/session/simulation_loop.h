// Main loop of a session's thread, and what the loop publishes to other threads.
#pragma once

#include "ooze/world/spray_trail.h"

#include "session/frame_pacing.h"
#include "session/frame_store.h"
#include "session/live_world.h"
#include "session/playback.h"
#include "session/session_saver.h"
#include "session/shared_session.h"
#include "session/step_inspector.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

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
  void begin() { rollBacks_ = 0, warned_ = false, frames_.clear(); }
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
  std::size_t rollBacks_ = 0;  ///< number of roll-backs of the present world that were reported
  bool warned_ = false;        ///< true if lost liquid of the present world was reported
};

/// Serves requests, and simulates frames at the requested speed.
class SimulationLoop {
 public:
  using FrameSink = std::function<void(const Scene& scene, std::shared_ptr<const Snapshot> frame)>;

  /// @param shared, keeper, inspector  must outlive this object
  /// @param threads, frames            number of threads and receiver of frames, as for SimulationThread
  SimulationLoop(SharedSession& shared, SessionSaver& keeper, StepInspector& inspector, int threads,
                 FrameSink frames);

  /// Runs until stopped, then saves unsaved edits.
  void run();

 private:
  using Clock = SharedSession::Clock;
  using State = SharedSession::SessionState;

  // Decide when work is due; called with the lock held.
  [[nodiscard]] Clock::time_point nextWork(const State& state);
  [[nodiscard]] bool asked(const State& state) const;
  [[nodiscard]] bool inspectionDue(const State& state) const;
  [[nodiscard]] bool mayBegin(const State& state) const;

  // Serve requests.
  void serve(SessionRequests& requests);
  void openScene(LoadRequest request);
  void restart();
  void travel(const SessionRequests& requests);
  void applyMaterial(const MaterialRequest& wanted);
  void writeSceneFile(const std::filesystem::path& file, const SceneView& view);
  void handOverReplaySource(std::uint64_t frame, const std::function<void(ReplaySource)>& take);
  bool applyPending(bool stays);
  std::vector<std::string> undoOrRedo(WorldEdits& edits, bool undoes);
  void endUndoMessage();
  void inspect();

  // Play back stored frames.
  void beginPlayback();
  void endPlayback();
  void pausePlayback();
  void stopAtShownFrame();
  void showStoredFrame();

  // Advance time.
  void seekOn();
  void advance(bool wholeFrame);
  bool takeSteps(bool wholeFrame);
  void handOverFrame();

  void publish() { publisher_.publish(*live_); }

  SharedSession& shared_;
  SessionSaver& keeper_;
  StepInspector& inspector_;
  const int threads_;
  bool undoIsShown_ = false;   ///< the last message about undo and redo still holds
  bool exactIsShown_ = false;  ///< that message holds until the world takes a step
  const FrameSink frames_;

  std::unique_ptr<LiveWorld> live_;  ///< null until the first scene is loaded
  SessionPublisher publisher_;
  FrameClock clock_;
  Playback playback_;
};

}  // namespace ooze
