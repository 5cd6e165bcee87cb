// Folder from which assets/blender/ooze_io.py builds a run in Blender.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "app/exports/exports.h"
#include "app/exports/run_folder.h"
#include "app/exports/solid_recorder.h"
#include "app/exports/surroundings_files.h"
#include "app/pictures/picture_choice.h"
#include "render/camera.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ooze {

/// Writes a run frame by frame: the surface of each frame (liquid_NNNNN.ply), a mesh for each body and nozzle
/// (body_NN.ply), two pictures of the surroundings (backdrop.hdr, which the camera sees, and
/// surroundings.hdr, which lights the scene) and ooze.json, which describes motion, materials, camera and
/// light. All lengths are in metres, with y up. ooze.json is written last, so a folder without that file is
/// incomplete.
class BlenderFolder final : public RunFolder {
 public:
  /// Makes the folder, and removes an ooze.json of an earlier run.
  /// @param picture  camera, light, surroundings and size of the pictures
  /// @param work     cancellation token; null for none
  /// @throws InputError for an unknown background, or if the folder holds other files
  /// @throws RunError if the folder cannot be made
  BlenderFolder(std::filesystem::path folder, const Scene& scene, const PictureChoice& picture, int threads,
                const CancellationToken* work);

  void frame(const World& world) override;
  void skipFrame(const World& world) override { exports_.skipFrame(world); }
  void finish() override;
  [[nodiscard]] std::filesystem::path description() const override { return folder_ / "ooze.json"; }

 private:
  std::filesystem::path folder_;
  std::string title_;
  PictureChoice picture_;
  CameraView camera_;
  ExportedLight light_;
  Exports exports_;
  SolidRecorder solids_;
  std::vector<std::uint64_t> frames_;
  std::shared_ptr<const Snapshot> last_;
};

}  // namespace ooze
