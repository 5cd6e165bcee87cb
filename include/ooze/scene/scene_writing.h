// "Save as scene": a world as it stands, as the JSON of a scene that begins so.
#pragma once

#include "ooze/scene/scene.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ooze {

/// What a scene has that no world knows.
struct SceneView {
  CameraSpec camera;  ///< camera when the scene opens
  LookSpec look;      ///< view, colours and light when the scene opens
};

/// A scene to start from: its materials, settings, nozzles and solids as they are in the world now, with what
/// commands added; its liquid as the scene begins, with the meshes that were filled since; its timeline,
/// which begins again. Particles are not part of it. What nobody changed stands as in the scene's own file;
/// files are named by the way from the new scene's folder.
/// @param world  of this scene
/// @param file   where the text will be
/// @return the text of a scene file
std::string sceneText(const Scene& scene, const World& world, const SceneView& view,
                      const std::filesystem::path& file);
/// Writes it, whole or not at all, in a folder that is made where it is missing.
/// @return what was done by hand and no scene can say, in words; empty: nothing
/// @throws RunError in one line if the file cannot be written, or would not load
std::vector<std::string> writeScene(const Scene& scene, const World& world, const SceneView& view,
                                    const std::filesystem::path& file);

/// Where scenes of the user are, which lists hold; not created.
std::filesystem::path userScenesFolder();

}  // namespace ooze
