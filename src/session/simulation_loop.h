// Main loop of a session's thread.
#pragma once

#include "session/frame_pacing.h"
#include "session/live_world.h"
#include "session/playback.h"
#include "session/session_publisher.h"
#include "session/session_saver.h"
#include "session/shared_session.h"
#include "session/step_inspector.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace ooze {

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
