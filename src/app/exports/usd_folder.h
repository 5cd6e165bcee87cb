// A run as a USD stage: scene.usda with liquid, bodies, camera, light and materials, animated over all
// frames.
#pragma once

#include "ooze/scene/scene.h"

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

/// Writes scene.usda, and a layer for each frame of the liquid: liquid/surface_NNNNN.usda (UsdGeomMesh) and
/// liquid/particles_NNNNN.usda (UsdGeomPoints with velocities and ids). scene.usda reads them as value clips,
/// because the triangles change from frame to frame. Bodies, camera and light are time samples in scene.usda.
class UsdFolder final : public RunFolder {
 public:
  /// Makes the folder, and removes a scene.usda of an earlier run.
  /// @param picture  camera, light, surroundings and size of the pictures
  /// @param work     cancellation token; null for none
  /// @throws InputError for an unknown background, or if the folder holds other files
  /// @throws RunError if the folder cannot be made
  UsdFolder(std::filesystem::path folder, const Scene& scene, const PictureChoice& picture, int threads,
            const CancellationToken* work);

  void frame(const World& world) override;
  void skipFrame(const World& world) override { exports_.skipFrame(world); }
  void finish() override;
  [[nodiscard]] std::filesystem::path description() const override { return folder_ / "scene.usda"; }

 private:
  void writeManifest() const;
  [[nodiscard]] std::string liquidPrims() const;

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
