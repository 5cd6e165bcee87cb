#include "scene/material_folder.h"

#include "ooze/base/error.h"
#include "ooze/scene/scene.h"

#include "base/file.h"
#include "base/file_name.h"
#include "scene/assets.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace ooze {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMaxTitleLength = 60;

bool isThere(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

/// Returns true if a shipped material has this name.
bool isShipped(const std::string& name) {
  const std::vector<fs::path> files = assetFiles("materials");
  return std::any_of(files.begin(), files.end(), [&](const fs::path& file) {
    return file.stem().string() == name && file.parent_path() != userAssetFolder("materials");
  });
}

std::string cleanTitle(std::string_view title) {
  const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!title.empty() && blank(title.front())) title.remove_prefix(1);
  while (!title.empty() && blank(title.back())) title.remove_suffix(1);
  if (title.empty()) throw InputError("a material needs a name");
  if (title.size() > kMaxTitleLength)
    throw InputError(fmt::format("a name must have {} letters at most", kMaxTitleLength));
  return std::string(title);
}

}  // namespace

std::string nameFromTitle(std::string_view title) {
  std::string name;
  for (const char c : title) {
    const auto u = static_cast<unsigned char>(c);
    if (u >= 0x80 || std::isalnum(u) != 0)
      name += static_cast<char>(u < 0x80 ? std::tolower(u) : u);
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "material" : fileNameOf(name);
}

fs::path MaterialFolder::save(const MaterialDocument& document, bool replace) const {
  const std::string title = cleanTitle(document.title);
  const std::string name = nameFromTitle(title);
  if (isShipped(name))
    throw InputError(fmt::format("\"{}\" is a material that ships with Ooze; choose another name", title));
  const fs::path file = folder_ / (name + ".json");
  if (isThere(file) && !replace) throw InputError(fmt::format("you have a material \"{}\" already", title));
  write(file, materialToJson(document.material, document.method, title, document.description));
  return file;
}

fs::path MaterialFolder::duplicate(const fs::path& file) const {
  MaterialDocument document = readMaterialDocument(file);
  const std::string base = document.title.substr(0, kMaxTitleLength - 10) + " copy";
  const auto taken = [&](const std::string& title) {
    return isThere(folder_ / (nameFromTitle(title) + ".json")) || isShipped(nameFromTitle(title));
  };
  document.title = base;
  for (int n = 2; taken(document.title); ++n) document.title = fmt::format("{} {}", base, n);
  return save(document, false);
}

fs::path MaterialFolder::rename(const fs::path& file, const std::string& title) const {
  requireOwn(file);
  MaterialDocument document = readMaterialDocument(file);
  document.title = title;
  const bool sameFile = file.stem().string() == nameFromTitle(cleanTitle(title));
  const fs::path renamed = save(document, sameFile);
  if (!sameFile) remove(file);
  return renamed;
}

void MaterialFolder::remove(const fs::path& file) const {
  requireOwn(file);
  std::error_code failed;
  if (!fs::remove(file, failed) || failed)
    throw RunError(fmt::format("cannot delete {}: {}", file.string(),
                               failed ? failed.message() : std::string("no such file")));
}

fs::path MaterialFolder::import(const fs::path& file) const {
  const std::string text = readText(file);
  (void)readMaterialDocument(file);
  const std::string base = nameFromTitle(file.stem().string());
  std::string name = base;
  for (int n = 2; isThere(folder_ / (name + ".json")) || isShipped(name); ++n)
    name = fmt::format("{}-{}", base, n);
  const fs::path copy = folder_ / (name + ".json");
  write(copy, text);
  return copy;
}

void MaterialFolder::write(const fs::path& file, std::string_view text) const {
  std::error_code failed;
  fs::create_directories(folder_, failed);
  if (failed)
    throw RunError(fmt::format("cannot make the folder {}: {}", folder_.string(), failed.message()));
  writeFile(file, text);
}

void MaterialFolder::requireOwn(const fs::path& file) const {
  if (!owns(file))
    throw InputError(
        fmt::format("{} is not one of your own materials; duplicate it first", file.stem().string()));
}

void exportMaterial(const fs::path& file, const fs::path& to) {
  (void)readMaterialDocument(file);
  writeFile(to, readText(file));
}

}  // namespace ooze
