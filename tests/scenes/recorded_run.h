// A run of a scene that replays the scene's recording as far as the recording reaches.
#pragma once

#include "ooze/world/world.h"

#include "scenes/scene_recording.h"

#include <cstdint>
#include <string>

namespace ooze::test {

/// A world of a shipped scene at coarse detail. Frames with a recorded state are restored; other frames are
/// simulated, with the same bits. Restoring moves the world's bodies and particles in memory, so do not keep
/// references across frames.
class RecordedRun {
 public:
  /// @param threads  number of threads; 0: one for each core
  explicit RecordedRun(const std::string& scene, int threads = 0);
  /// Wraps a world without a recording: every frame is simulated.
  explicit RecordedRun(World world) : world_(std::move(world)) {}

  [[nodiscard]] const World& world() const { return world_; }

  void advanceFrame();
  /// Advances to a frame, simulating as few frames as possible.
  void advanceTo(std::uint64_t frame);
  /// Advances to the first frame at or after this time.
  void advanceToTime(double seconds);

  /// Returns the number of frames that were rolled back since the start.
  [[nodiscard]] std::uint64_t rollBacks() const { return rollBacksBefore_ + world_.rollBacks().size(); }

 private:
  RecordedRun(const Scene& scene, int threads);
  void restore(std::uint64_t frame);

  World world_;
  SceneRecording recording_{};
  std::uint64_t rollBacksBefore_ = 0;  ///< roll-backs before the restored frame
};

}  // namespace ooze::test
