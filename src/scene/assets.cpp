#include "scene/assets.h"

#include "ooze/base/error.h"
#include "ooze/base/file.h"
#include "ooze/geometry/figures.h"
#include "ooze/scene/scene.h"

#include <algorithm>
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

fs::path userAssets(std::string_view folder) { return userDataFolder() / folder; }

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
  const fs::path given(nameOrPath);
  if (given.has_parent_path() || given.extension() == ".json") {
    std::error_code ignored;
    if (!fs::exists(given, ignored))
      throw InputError(fmt::format("there is no {} file {}", kind, given.string()));
    return given;
  }
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
