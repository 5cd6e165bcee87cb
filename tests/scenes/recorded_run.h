// A run of a scene that takes its frames from the scene's recording as long as that lasts.
#pragma once

#include "ooze/world/world.h"

#include "scenes/scene_recording.h"

#include <cstdint>
#include <string>

namespace ooze::test {

/// A world of a scene that ships, at coarse detail. Where the recording has the state of a frame, the world
/// is restored there; from then on it is simulated, to the same bits. Bodies and particles of the world move
/// in memory when it is restored: ask the world for them at each frame.
class RecordedRun {
 public:
  /// @param threads  0: every core
  explicit RecordedRun(const std::string& scene, int threads = 0);
  /// A run of another world, of which there is no recording: all of it is simulated.
  explicit RecordedRun(World world) : world_(std::move(world)) {}

  [[nodiscard]] const World& world() const { return world_; }

  void advanceFrame();
  /// Goes on to a frame; of those before it as few as possible are simulated.
  void advanceTo(std::uint64_t frame);
  /// Goes on to the first frame that is not before this time.
  void advanceToTime(double seconds);

  /// How often a frame went wrong and was taken again, from the start on.
  [[nodiscard]] std::uint64_t rollBacks() const { return rollBacksBefore_ + world_.rollBacks().size(); }

 private:
  RecordedRun(const Scene& scene, int threads);
  void restore(std::uint64_t frame);

  World world_;
  SceneRecording recording_{};
  std::uint64_t rollBacksBefore_ = 0;  ///< until the world was restored
};

}  // namespace ooze::test
