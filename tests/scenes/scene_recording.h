// Recordings of the scenes that ship: each scene is simulated once, and the tests that look at it share what
// came of that.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "scenes/scene_watch.h"

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
  std::uint64_t hash = 0;       ///< World::hash()
  double seconds = 0.0;         ///< that its simulation took
  std::uint64_t rollBacks = 0;  ///< from the start to here

  bool operator==(const RecordedFrame&) const = default;
};

/// One run on one thread.
struct SceneRecording {
  std::vector<RecordedFrame> frames;                         ///< the first is the start
  std::map<std::uint64_t, std::vector<std::byte>> states{};  ///< the bytes of World::save, by frame
  SceneFindings seen{};

  [[nodiscard]] std::uint64_t last() const { return frames.size() - 1; }
  /// Restores a world of the same scene at a frame whose state is there.
  /// @throws RunError if it then has another hash than the one that was recorded
  void restore(World& world, std::uint64_t frame) const;
};

/// How long a scene is recorded, and which states the recording keeps.
struct RecordingPlan {
  std::uint64_t frames = 0;
  std::vector<std::uint64_t> kept{};
};

SceneRecording recordScene(const Scene& scene, const RecordingPlan& plan);

/// The bytes of a file. @param key  hash of all that the recording depends on
std::vector<std::byte> encodeRecording(const SceneRecording& recording, std::uint64_t key);
/// @return nothing if the bytes are damaged or have another key
std::optional<SceneRecording> decodeRecording(std::span<const std::byte> file, std::uint64_t key);

/// A folder of recordings, one file for each scene. Any number of processes may use it at once: while one
/// records a scene, the others wait for it.
class RecordingFolder {
 public:
  using Record = std::function<SceneRecording()>;

  explicit RecordingFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// The recording of this name and key. If it is missing, stale or damaged, it is recorded and written.
  [[nodiscard]] SceneRecording take(const std::string& name, std::uint64_t key, const Record& record) const;

  struct Unchecked {
    SceneRecording recording;
    std::optional<SceneRecording> before;  ///< of the same key, in whose place it came
  };
  /// A recording that nobody has taken by this function before: what a test of the run itself checks. So each
  /// time it runs, it checks a run of its own.
  [[nodiscard]] Unchecked takeUnchecked(const std::string& name, std::uint64_t key,
                                        const Record& record) const;

  [[nodiscard]] std::filesystem::path fileOf(const std::string& name) const;

 private:
  std::filesystem::path folder_;
};

/// XXH3 of what a run of a scene depends on: this program and its libraries, the scene's text, materials,
/// grids and meshes.
std::uint64_t recordingKey(const Scene& scene);

/// How long a scene that ships is recorded.
RecordingPlan planOf(const Scene& scene);

/// The recording of a scene that ships, at coarse detail; from this build's folder.
SceneRecording recordingOf(const Scene& scene);
/// RecordingFolder::takeUnchecked() of it.
RecordingFolder::Unchecked uncheckedRecordingOf(const Scene& scene);

}  // namespace ooze::test
