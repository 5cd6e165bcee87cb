#include "scene/assets.h"

#include "ooze/base/error.h"
#include "ooze/base/file.h"
#include "ooze/geometry/figures.h"
#include "ooze/scene/scene.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <map>

namespace ooze {
namespace fs = std::filesystem;

std::vector<fs::path> assetFolders() {
  std::vector<fs::path> folders;
  const auto add = [&](const fs::path& folder) {
    std::error_code ignored;
    if (!folder.empty() && fs::is_directory(folder, ignored)) folders.push_back(folder);
  };
  if (const char* own = std::getenv("OOZE_ASSETS"); own && *own) add(own);
  std::error_code failed;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", failed); !failed) {
    add(program.parent_path() / "assets");
    add((program.parent_path() / "../share/ooze/assets").lexically_normal());
  }
  add(OOZE_SOURCE_ASSETS);
  return folders;
}

fs::path findAsset(const fs::path& relative) {
  for (const fs::path& folder : assetFolders()) {
    std::error_code ignored;
    if (fs::exists(folder / relative, ignored)) return folder / relative;
  }
  throw RunError(fmt::format("{} is not among the assets; is Ooze installed completely?", relative.string()));
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

struct Figure {
  std::string_view name;
  Mesh (*make)();
};

const Figure* findFigure(std::string_view name) {
  static constexpr Figure kFigures[]{
      {"bunny", [] { return hasScannedBunny() ? loadMesh(OOZE_BUNNY_OBJ) : makeProceduralBunny(); }},
      {"moai", makeMoai},
      {"armadillo", makeArmadillo},
      {"skeleton", makeSkeleton}};
  for (const Figure& figure : kFigures)
    if (figure.name == name) return &figure;
  return nullptr;
}

}  // namespace

std::vector<fs::path> assetFiles(std::string_view folder) {
  std::map<std::string, fs::path> shipped, own;
  for (const fs::path& assets : assetFolders()) addFiles(assets / folder, shipped);
  addFiles(userAssets(folder), own);
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

fs::path userAssets(std::string_view folder) { return userDataFolder() / folder; }

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
  return background.ends_with(".hdr") || background.ends_with(".HDR");
}

fs::path findPanorama(const fs::path& name, const fs::path& beside) {
  std::error_code ignored;
  const fs::path first = name.is_absolute() ? name : beside / name, own = userAssets("surroundings") / name;
  return !fs::exists(first, ignored) && fs::exists(own, ignored) ? own : first;
}

Listing listingOf(Listing::Kind kind, const fs::path& file) {
  Listing listing;
  listing.kind = kind;
  listing.name = listing.title = file.stem().string();
  listing.file = file;
  listing.own = file.parent_path() == userAssets(kind == Listing::Kind::Scene ? "scenes" : "materials");
  return listing;
}

fs::path resolveAsset(std::string_view nameOrPath, std::string_view kind, std::string_view folder) {
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
  throw InputError(fmt::format("unknown {} \"{}\"{}", kind, nameOrPath, suggestion(nameOrPath, names)));
}

bool hasScannedBunny() {
  const std::string_view path = OOZE_BUNNY_OBJ;
  std::error_code ignored;
  return !path.empty() && fs::exists(path, ignored);
}

bool isFigure(std::string_view name) { return findFigure(name) != nullptr; }

Mesh loadFigure(std::string_view name) {
  const Figure* figure = findFigure(name);
  if (!figure) throw InputError(fmt::format("there is no figure \"{}\"", name));
  return figure->make();
}

}  // namespace ooze
