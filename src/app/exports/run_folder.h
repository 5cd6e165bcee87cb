// Folders that receive a whole run: liquid, bodies, camera and light.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "app/exports/exports.h"
#include "app/exports/solid_recorder.h"
#include "app/exports/surroundings_files.h"
#include "app/pictures/picture_choice.h"
#include "render/camera.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// What a kind of folder holds.
struct RunFolderLayout {
  std::string_view option;                 ///< option of the command line that names the folder, for messages
  std::string_view description;            ///< name of the file that opens the whole run
  ExportOptions files;                     ///< files of each frame, relative to the folder
  bool (*isOwn)(const std::string& name);  ///< true for names of files that such a folder holds
};

/// Writes the liquid of each frame, and remembers poses, camera and light for the files that are written at
/// the end.
class RunFolder {
 public:
  virtual ~RunFolder() = default;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  /// Writes the liquid of the world's frame, and remembers the poses of all solids. Call for every frame that
  /// is exported, in order. @throws RunError, Cancelled
  void frame(const World& world);
  /// Call for every other frame, because surfaces are averaged over frames.
  void skipFrame(const World& world) { exports_.skipFrame(world); }
  /// Writes all other files. @throws RunError
  virtual void finish() = 0;
  /// Returns the file that opens the whole run. It is written last, so a folder without the file is
  /// incomplete.
  [[nodiscard]] std::filesystem::path description() const { return folder_ / description_; }

 protected:
  /// Makes the folder, and removes the description of an earlier run. Nothing is made if an exception is
  /// thrown.
  /// @param picture  camera, light, surroundings and size of the pictures
  /// @param work     cancellation token; null for none
  /// @throws InputError for an unknown background, or if the folder holds other files
  /// @throws RunError if the folder cannot be made
  RunFolder(std::filesystem::path folder, const RunFolderLayout& layout, const Scene& scene,
            const PictureChoice& picture, int threads, const CancellationToken* work);

  const std::filesystem::path folder_;
  const std::string description_, title_;
  const PictureChoice picture_;
  const CameraView camera_;
  const ExportedLight light_;
  SolidRecorder solids_;
  std::vector<std::uint64_t> frames_;     ///< exported frames, in order
  std::shared_ptr<const Snapshot> last_;  ///< snapshot of the last exported frame; null: none yet

 private:
  Exports exports_;
};

}  // namespace ooze
