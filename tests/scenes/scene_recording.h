// Recordings of the shipped scenes: each scene is simulated once, and all tests of the scene share the
// result.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/scene_checker.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ooze::test {

struct RecordedFrame {
  std::uint64_t hash = 0;       ///< World::hash() after the frame
  double seconds = 0.0;         ///< time that simulating the frame took [s]
  std::uint64_t rollBacks = 0;  ///< number of roll-backs from the start to this frame

  bool operator==(const RecordedFrame&) const = default;
};

/// The recording of a run on one thread.
struct SceneRecording {
  std::vector<RecordedFrame> frames;                         ///< all recorded frames; the first is the start
  std::map<std::uint64_t, std::vector<std::byte>> states{};  ///< states written by World::save, by frame
  SceneCheckResult seen{};

  [[nodiscard]] std::uint64_t last() const { return frames.size() - 1; }
  /// Restores a world of the same scene at a frame whose state was recorded.
  /// @throws RunError if the restored world's hash differs from the recorded hash
  void restore(World& world, std::uint64_t frame) const;
};

/// The length of a recording, and the frames whose states it keeps.
struct RecordingPlan {
  std::uint64_t frames = 0;
  std::vector<std::uint64_t> kept{};
};

SceneRecording recordScene(const Scene& scene, const RecordingPlan& plan);

/// Serializes a recording. @param key  hash of everything that the recording depends on
std::vector<std::byte> encodeRecording(const SceneRecording& recording, std::uint64_t key);
/// Deserializes a recording.
/// @return nothing if the bytes are damaged or have another key
std::optional<SceneRecording> decodeRecording(std::span<const std::byte> file, std::uint64_t key);

/// A folder of recordings, one file for each scene. Several processes may use the folder at once: while one
/// process records a scene, the others wait.
class RecordingFolder {
 public:
  using Record = std::function<SceneRecording()>;

  explicit RecordingFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Returns the recording of this name and key. A missing, stale or damaged recording is recorded again and
  /// written.
  [[nodiscard]] SceneRecording take(const std::string& name, std::uint64_t key, const Record& record) const;

  struct FreshRecording {
    SceneRecording recording;
    std::optional<SceneRecording> before;  ///< an earlier recording of the same key, which this recording
                                           ///< replaced
  };
  /// Returns a recording that this function has never returned before. A test that checks the run itself
  /// therefore checks a fresh run each time.
  [[nodiscard]] FreshRecording takeFresh(const std::string& name, std::uint64_t key,
                                         const Record& record) const;

  [[nodiscard]] std::filesystem::path fileOf(const std::string& name) const;

 private:
  std::filesystem::path folder_;
};

/// Returns the XXH3 hash of everything a scene's run depends on: this program and its libraries, the scene's
/// text, materials, grids and meshes.
std::uint64_t recordingKey(const Scene& scene);

/// Returns the length of a shipped scene's recording and the frames to keep.
RecordingPlan planOf(const Scene& scene);

/// Returns the recording of a shipped scene at coarse detail, from this build's folder.
SceneRecording recordingOf(const Scene& scene);
/// Returns RecordingFolder::takeFresh() for a shipped scene.
RecordingFolder::FreshRecording uncheckedRecordingOf(const Scene& scene);

}  // namespace ooze::test
