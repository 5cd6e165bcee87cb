#include "scene/assets.h"

#include "ooze/base/error.h"
#include "ooze/base/installation.h"
#include "ooze/scene/scene.h"

#include "base/file.h"
#include "geometry/builtin_meshes.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <utility>

namespace ooze {
namespace fs = std::filesystem;

namespace {

/// Lists the folders that may hold assets, best first. Not all of these folders exist.
std::vector<fs::path> possibleAssetFolders() {
  std::vector<fs::path> folders;
  if (const char* own = std::getenv("OOZE_ASSETS"); own && *own) folders.emplace_back(own);
  bool isInstalled = !installPrefixes().empty();
  for (fs::path& folder : programFolders("assets", "share/ooze/assets")) {
    std::error_code ignored;
    isInstalled |= fs::is_directory(folder, ignored);
    folders.push_back(std::move(folder));
  }
  // An installed program or library has its own assets, whether or not the tree that it was built from is
  // still there.
  if (!isInstalled) folders.emplace_back(OOZE_SOURCE_ASSETS);
  return folders;
}

std::vector<fs::path> onlyFolders(const std::vector<fs::path>& paths) {
  std::vector<fs::path> folders;
  std::error_code ignored;
  std::copy_if(paths.begin(), paths.end(), std::back_inserter(folders),
               [&](const fs::path& path) { return fs::is_directory(path, ignored); });
  return folders;
}

/// Returns the paths as a list in words: "A, B or C", each path within quotation marks.
std::string quotedList(const std::vector<fs::path>& paths) {
  std::string text;
  for (std::size_t i = 0; i < paths.size(); ++i)
    text += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == paths.size() ? " or " : ", ", paths[i].string());
  return text;
}

/// Returns the end of a message about a missing asset: the folders that were searched.
std::string lookedIn() {
  const std::vector<fs::path> possible = possibleAssetFolders(), folders = onlyFolders(possible);
  if (!folders.empty()) return fmt::format(" in {}", quotedList(folders));
  return fmt::format(": there are no assets in {}; set OOZE_ASSETS to the folder of Ooze's assets",
                     quotedList(possible));
}

}  // namespace

std::vector<fs::path> assetFolders() { return onlyFolders(possibleAssetFolders()); }

fs::path findAsset(const fs::path& relative) {
  for (const fs::path& folder : assetFolders()) {
    std::error_code ignored;
    if (fs::exists(folder / relative, ignored)) return folder / relative;
  }
  throw RunError(fmt::format("there is no asset {}{}", relative.string(), lookedIn()));
}

namespace {

/// Adds the *.json files of a folder, except names that `found` already contains.
void addFiles(const fs::path& folder, std::map<std::string, fs::path>& found) {
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed))
    if (entry->path().extension() == ".json") found.emplace(entry->path().stem().string(), entry->path());
}

/// Saves, scripts and settings may hold the first name of each row for ever.
constexpr std::array kRenamedScenes{
    RenamedScene{"premoze_box_filling", "mps_box_filling"},
    RenamedScene{"premoze_corridor_flood", "mps_corridor_flood"},
    RenamedScene{"premoze_mixing_fluids", "mps_mixing_fluids"},
    RenamedScene{"spsm_armadillo", "shape_matching_armadillo"},
    RenamedScene{"spsm_bar_support", "shape_matching_bar_support"},
    RenamedScene{"spsm_bunny_split", "shape_matching_bunny_split"},
    RenamedScene{"spsm_cube_alpha", "shape_matching_cube_alpha"},
    RenamedScene{"spsm_four_balls_pool", "shape_matching_four_balls_pool"},
    RenamedScene{"spsm_moai", "shape_matching_moai"},
    RenamedScene{"spsm_pressing_cube", "shape_matching_pressing_cube"},
};

struct BuiltinMesh {
  std::string_view name;
  Mesh (*make)();
};

const BuiltinMesh* findBuiltinMesh(std::string_view name) {
  static constexpr BuiltinMesh kBuiltinMeshes[]{
      {"bunny", [] { return hasScannedBunny() ? loadMesh(OOZE_BUNNY_OBJ) : makeProceduralBunny(); }},
      {"moai", makeMoai},
      {"armadillo", makeArmadillo},
      {"skeleton", makeSkeleton}};
  for (const BuiltinMesh& figure : kBuiltinMeshes)
    if (figure.name == name) return &figure;
  return nullptr;
}

}  // namespace

std::vector<fs::path> assetFiles(std::string_view folder) {
  std::map<std::string, fs::path> shipped, own;
  for (const fs::path& assets : assetFolders()) addFiles(assets / folder, shipped);
  addFiles(userAssetFolder(folder), own);
  std::vector<fs::path> files;
  for (const auto& [name, path] : shipped) files.push_back(path);
  for (const auto& [name, path] : own) files.push_back(path);
  return files;
}

std::span<const RenamedScene> renamedScenes() { return kRenamedScenes; }

std::string currentSceneName(std::string_view name) {
  for (const RenamedScene& scene : kRenamedScenes)
    if (scene.before == name) return std::string(scene.now);
  return std::string(name);
}

fs::path currentSceneFile(const fs::path& file) {
  std::error_code ignored;
  if (fs::exists(file, ignored)) return file;
  const fs::path now = file.parent_path() / (currentSceneName(file.stem().string()) + ".json");
  return file.extension() == ".json" && fs::exists(now, ignored) ? now : file;
}

fs::path userAssetFolder(std::string_view folder) { return userDataFolder() / folder; }

std::string titleWithMethod(std::string_view title, std::string_view method) {
  if (method.empty()) return std::string(title);
  return fmt::format("{} ({})", title, findMethod(method).kind);
}

std::string shownTitle(const Scene& scene) {
  return titleWithMethod(scene.title.empty() ? scene.name : scene.title, scene.world.method);
}

std::string shownTitle(const Listing& listing) {
  return titleWithMethod(listing.title.empty() ? listing.name : listing.title, listing.method);
}

bool isPanorama(std::string_view background) {
  const auto ends = [background](std::string_view extension) { return background.ends_with(extension); };
  return ends(".hdr") || ends(".HDR") || ends(".exr") || ends(".EXR");
}

fs::path findPanorama(const fs::path& name, const fs::path& beside) {
  std::error_code ignored;
  const fs::path first = name.is_absolute() ? name : beside / name,
                 own = userAssetFolder("surroundings") / name;
  return !fs::exists(first, ignored) && fs::exists(own, ignored) ? own : first;
}

Listing makeListing(Listing::ListingKind kind, const fs::path& file) {
  Listing listing;
  listing.kind = kind;
  listing.name = listing.title = file.stem().string();
  listing.file = file;
  listing.own =
      file.parent_path() == userAssetFolder(kind == Listing::ListingKind::Scene ? "scenes" : "materials");
  return listing;
}

fs::path findAssetFile(std::string_view nameOrPath, std::string_view kind, std::string_view folder) {
  const bool isScene = folder == "scenes";
  fs::path given(nameOrPath);
  if (given.has_parent_path() || given.extension() == ".json") {
    const fs::path file = isScene ? currentSceneFile(given) : given;
    std::error_code ignored;
    if (!fs::exists(file, ignored))
      throw InputError(fmt::format("there is no {} file {}", kind, given.string()));
    return file;
  }
  if (isScene) given = currentSceneName(nameOrPath);
  std::vector<std::string> names;
  for (const fs::path& file : assetFiles(folder)) {
    if (file.stem() == given) return file;
    names.push_back(file.stem().string());
  }
  throw InputError(fmt::format("unknown {} {}{}{}", kind, quoteText(nameOrPath), lookedIn(),
                               suggestion(nameOrPath, names)));
}

bool hasScannedBunny() {
  const std::string_view path = OOZE_BUNNY_OBJ;
  std::error_code ignored;
  return !path.empty() && fs::exists(path, ignored);
}

bool isBuiltinMesh(std::string_view name) { return findBuiltinMesh(name) != nullptr; }

Mesh loadBuiltinMesh(std::string_view name) {
  const BuiltinMesh* figure = findBuiltinMesh(name);
  if (!figure) throw InputError(fmt::format("there is no built-in mesh \"{}\"", name));
  return figure->make();
}

}  // namespace ooze
