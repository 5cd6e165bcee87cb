// A run as a USD stage: scene.usda with liquid, bodies, camera, light and materials, animated over all
// frames.
#pragma once

#include "app/exports/run_folder.h"

#include <filesystem>
#include <string>

namespace ooze {

/// Writes scene.usda, and a layer for each frame of the liquid: liquid/surface_NNNNN.usda (UsdGeomMesh) and
/// liquid/particles_NNNNN.usda (UsdGeomPoints with velocities and ids). scene.usda reads them as value clips,
/// because the triangles change from frame to frame. Bodies, camera and light are time samples in scene.usda.
class UsdFolder final : public RunFolder {
 public:
  /// @throws as RunFolder
  UsdFolder(std::filesystem::path folder, const Scene& scene, const PictureChoice& picture, int threads,
            const CancellationToken* work);

  void finish() override;

 private:
  void writeManifest() const;
  [[nodiscard]] std::string liquidPrims() const;
};

}  // namespace ooze
