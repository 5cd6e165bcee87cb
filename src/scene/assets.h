// Where scenes, materials and the bunny lie.
#pragma once

#include "ooze/geometry/mesh.h"
#include "ooze/scene/scene.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// The file of a scene or material: a path if it has a folder or ends in .json, else a name in that asset
/// folder. Scenes are also found by the names of renamedScenes().
/// @param kind    "scene" or "material", for the message
/// @param folder  "scenes" or "materials"
/// @throws InputError with a suggestion if there is none
std::filesystem::path resolveAsset(std::string_view nameOrPath, std::string_view kind,
                                   std::string_view folder);

/// A shipped scene that had another name in an earlier version.
struct RenamedScene {
  std::string_view before, now;
};
std::span<const RenamedScene> renamedScenes();

/// The file itself, or the renamed scene's file in its folder if only that one exists.
std::filesystem::path currentSceneFile(const std::filesystem::path& file);

/// Every *.json of that folder: of the assets by name (of two with one name the first folder's counts), then
/// all of the user's own.
std::vector<std::filesystem::path> assetFiles(std::string_view folder);

/// Where the user's own files of that kind are; it need not exist.
std::filesystem::path userAssets(std::string_view folder);

/// A listing that knows only its place.
Listing listingOf(Listing::Kind kind, const std::filesystem::path& file);

/// Whether a scene that names this as a mesh means one that needs no file beside it: "bunny" (the scanned one
/// where it is installed, else the procedural one), "moai", "armadillo" or "skeleton".
bool isFigure(std::string_view name);
/// @throws InputError if it is none
Mesh loadFigure(std::string_view name);

}  // namespace ooze
