// Looks up the files of scenes and materials, and the built-in meshes.
#pragma once

#include "ooze/geometry/mesh.h"
#include "ooze/scene/scene.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// Returns the file of a scene or material. A string with a folder or the extension .json is a path; any
/// other string is a name in that asset folder.
/// @param kind    "scene" or "material", for the message
/// @param folder  "scenes" or "materials"
/// @throws InputError with a suggestion if the file does not exist
std::filesystem::path findAssetFile(std::string_view nameOrPath, std::string_view kind,
                                    std::string_view folder);

/// A shipped scene that had another name in an earlier version.
struct RenamedScene {
  std::string_view before, now;
};
std::span<const RenamedScene> renamedScenes();

/// Returns the file itself, or the renamed scene's file in the same folder if only that file exists.
std::filesystem::path currentSceneFile(const std::filesystem::path& file);

/// Lists every *.json file of an asset kind's folder, "scenes" or "materials": first the assets by name (the
/// first asset folder wins on equal names), then all of the user's own files.
std::vector<std::filesystem::path> assetFiles(std::string_view folder);

/// Returns the folder of the user's own files of a kind: "scenes" or "materials". The folder need not exist.
std::filesystem::path userAssetFolder(std::string_view folder);

/// Creates a listing that holds only the kind, name and path of a file.
Listing makeListing(Listing::ListingKind kind, const std::filesystem::path& file);

/// Returns true if a scene's mesh name is a built-in mesh that needs no file: "bunny" (the scanned mesh if
/// installed, else the procedural mesh), "moai", "armadillo" or "skeleton".
bool isBuiltinMesh(std::string_view name);
/// Loads or generates a built-in mesh.
/// @throws InputError if `name` is no built-in mesh
Mesh loadBuiltinMesh(std::string_view name);

}  // namespace ooze
