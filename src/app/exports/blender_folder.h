// Folder from which assets/blender/ooze_io.py builds a run in Blender.
#pragma once

#include "app/exports/run_folder.h"

#include <filesystem>
#include <string>

namespace ooze {

/// Writes a run frame by frame: the surface of each frame (liquid_NNNNN.ply), a mesh for each body and nozzle
/// (body_NN.ply), two pictures of the surroundings (backdrop.hdr, which the camera sees, and
/// surroundings.hdr, which lights the scene) and ooze.json, which describes motion, materials, camera and
/// light. All lengths are in metres, with y up. ooze.json is written last, so a folder without that file is
/// incomplete.
class BlenderFolder final : public RunFolder {
 public:
  /// @throws as RunFolder
  BlenderFolder(std::filesystem::path folder, const Scene& scene, const PictureChoice& picture, int threads,
                const CancellationToken* work);

  void finish() override;
};

}  // namespace ooze
