// "Save as scene": writes the current state of a world as the JSON of a scene that begins in this state.
#pragma once

#include "ooze/scene/scene.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// The parts of a scene that the world does not store: camera and look.
struct SceneView {
  CameraSpec camera;  ///< camera when the scene opens
  LookSpec look;      ///< view, colours and light when the scene opens
};

/// Returns the JSON text of a scene that begins in the world's current state.
/// Materials, settings, nozzles and solids are written as they are in the world now, including those that
/// commands added. Liquid is written as the scene begins, plus the meshes that commands filled with liquid.
/// The timeline is kept and begins again. Particles are not written.
/// Parts that no command changed keep the text of the scene's own file. Paths are relative to the new scene's
/// folder.
/// @param world  the world, made from `scene`
/// @param file   path that the text will be written to
/// @return the text of a scene file
std::string sceneText(const Scene& scene, const World& world, const SceneView& view,
                      const std::filesystem::path& file);
/// Writes the text of sceneText() atomically, and creates the folder if needed. An existing file is replaced.
/// @return edits made by hand that a scene cannot represent, in words; empty if there are none
/// @throws RunError in one line if the file cannot be written, or the new scene would not load
std::vector<std::string> writeScene(const Scene& scene, const World& world, const SceneView& view,
                                    const std::filesystem::path& file);

/// Returns the folder of the user's own scenes, which listScenes() includes. The folder is not created.
std::filesystem::path userScenesFolder();

}  // namespace ooze
