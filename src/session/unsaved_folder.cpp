#include "session/unsaved_folder.h"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

constexpr const char* kBegin = "unsaved ";
constexpr const char* kExtension = ".ooze";

}  // namespace

bool isUnsavedName(const std::filesystem::path& file) {
  return file.extension() == kExtension && file.filename().string().starts_with(kBegin);
}

std::filesystem::path placeForUnsaved(const std::filesystem::path& folder, const std::string& scene) {
  for (int n = 1;; ++n) {
    const std::string number = n > 1 ? fmt::format(" {}", n) : "";
    std::filesystem::path file = folder / fmt::format("{}{}{}{}", kBegin, scene, number, kExtension);
    std::error_code unknown;
    if (!std::filesystem::exists(file, unknown)) return file;
  }
}

void removeOldUnsaved(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& spared) {
  using Dated = std::pair<std::filesystem::file_time_type, std::filesystem::path>;
  std::vector<Dated> old;
  std::size_t count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (!isUnsavedName(entry.path())) continue;
    ++count;
    const bool stays = std::any_of(spared.begin(), spared.end(), [&](const std::filesystem::path& file) {
      return std::filesystem::equivalent(file, entry.path(), ignored);
    });
    if (!stays) old.emplace_back(entry.last_write_time(ignored), entry.path());
  }
  std::sort(old.begin(), old.end());
  for (auto oldest = old.begin(); oldest != old.end() && count > kMaxUnsavedFiles; ++oldest, --count)
    std::filesystem::remove(oldest->second, ignored);
}

}  // namespace ooze
