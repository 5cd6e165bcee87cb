// Folder from which assets/blender/ooze_io.py builds a run in Blender.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/world.h"

#include "app/exports/exports.h"
#include "app/pictures/picture_choice.h"
#include "render/camera.h"
#include "render/environment.h"
#include "render/panorama.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ooze {

/// Writes a run frame by frame: the surface of each frame (liquid_NNNNN.ply), a mesh for each body and nozzle
/// (body_NN.ply), two pictures of the surroundings (backdrop.hdr, which the camera sees, and
/// surroundings.hdr, which lights the scene) and ooze.json, which describes motion, materials, camera and
/// light. All lengths are in metres, with y up. ooze.json is written last, so a folder without that file is
/// incomplete.
class BlenderFolder {
 public:
  /// Makes the folder, and removes an ooze.json of an earlier run.
  /// @param picture  camera, light, surroundings and size of the pictures
  /// @param work     cancellation token; null for none
  /// @throws InputError for an unknown background, or if the folder holds other files
  /// @throws RunError if the folder cannot be made
  BlenderFolder(std::filesystem::path folder, const Scene& scene, const PictureChoice& picture, int threads,
                const CancellationToken* work);

  /// Writes the surface of the world's frame, and remembers the poses of all bodies. Call for every frame
  /// that is exported, in order. @throws RunError, Cancelled
  void frame(const World& world);
  /// Call for every other frame, because surfaces are averaged over frames.
  void skipFrame(const World& world) { exports_.skipFrame(world); }
  /// Writes all other files. @throws RunError
  void finish();

  [[nodiscard]] std::filesystem::path description() const { return folder_ / "ooze.json"; }

 private:
  /// Pose of a solid in one frame: position [m] and unit quaternion; `shown` is false while it is absent.
  struct SolidPose {
    std::uint64_t frame;
    bool shown;
    Vec3 position;
    Quat orientation;
  };
  struct ExportedSolid {
    Mesh mesh;
    Vec3 albedo;
    bool metal;
    std::vector<SolidPose> poses;
  };

  void noteBodies(const Snapshot& now);
  void noteNozzles(const Snapshot& now);
  void writeSurroundings() const;

  std::filesystem::path folder_;
  std::string title_;
  PictureChoice picture_;
  CameraView camera_;
  EnvironmentLight light_;
  std::shared_ptr<const Panorama> panorama_;
  float turn_;  ///< turn of the panorama about the vertical axis [degrees]
  Exports exports_;
  std::map<std::string, ExportedSolid> bodies_, nozzles_;  ///< by name; a nozzle may be called as a body is
  std::vector<std::uint64_t> frames_;
  std::shared_ptr<const Snapshot> last_;
};

}  // namespace ooze
