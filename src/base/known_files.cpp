#include "base/known_files.h"

#include "ooze/base/error.h"

#include "base/file.h"
#include "base/folders.h"

#include <fmt/format.h>
#include <map>
#include <mutex>
#include <string>

namespace ooze {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kMostBytes = 128u << 10;  // size limit of the folder: about a thousand paths

std::mutex mutex;

std::map<std::uint64_t, fs::path>& knownPaths() {
  static std::map<std::uint64_t, fs::path> places;
  return places;
}

fs::path noteOf(std::uint64_t content) {
  return userStateFolder() / "known-files" / fmt::format("{:016x}", content);
}

}  // namespace

std::optional<fs::path> knownFile(std::uint64_t content) {
  const std::lock_guard lock(mutex);
  if (const auto known = knownPaths().find(content); known != knownPaths().end()) return known->second;
  try {
    fs::path file = readText(noteOf(content));
    if (!file.is_absolute()) return std::nullopt;
    return file;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

void noteKnownFile(std::uint64_t content, const fs::path& file) {
  std::error_code ignored;
  const fs::path place = fs::absolute(file, ignored);
  const fs::path note = noteOf(content);
  if (const auto known = knownFile(content); known == place && fs::exists(note, ignored)) return touch(note);
  const std::lock_guard lock(mutex);
  knownPaths()[content] = place;
  fs::create_directories(note.parent_path(), ignored);
  try {
    writeFile(note, place.string());
    pruneFolder(note.parent_path(), kMostBytes);
  } catch (const RunError&) {
    // Only this process knows the path; another process will look beside the file that names this one.
  }
}

}  // namespace ooze
