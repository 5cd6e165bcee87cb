#include "session/session_folders.h"

#include "base/file_name.h"

#include <algorithm>
#include <chrono>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ooze {
namespace {

constexpr const char* kLocked = ".lock";
constexpr auto kJustBegun = std::chrono::minutes(1);

std::filesystem::path lockOf(std::filesystem::path file) { return file.replace_extension(kLocked); }

std::filesystem::file_time_type timeOf(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::last_write_time(file, ignored);
}

constexpr const char* kBegin = "unsaved ";
constexpr const char* kExtension = ".ooze";

}  // namespace

std::optional<FileLock> FileLock::take(const std::filesystem::path& file) {
  const int descriptor = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (descriptor < 0) return {};
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    close(descriptor);
    return {};
  }
  return FileLock(descriptor);
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

std::optional<AutosaveSlot> claimAutosave(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  // An earlier program with the same process id may have used the same number.
  for (int n = 1; !error && n < 100; ++n) {
    const std::filesystem::path file = folder / fmt::format("{}-{}.ooze", getpid(), n);
    if (std::filesystem::exists(file, error)) continue;
    if (std::optional<FileLock> lock = FileLock::take(lockOf(file)))
      return AutosaveSlot{file, lockOf(file), std::move(*lock)};
    if (access(folder.c_str(), W_OK) != 0) return {};
  }
  return {};
}

std::vector<AutosaveSlot> lostAutosaves(const std::filesystem::path& folder) {
  std::vector<AutosaveSlot> lost;
  std::error_code ignored;
  std::vector<std::filesystem::path> files;
  const auto now = std::filesystem::file_time_type::clock::now();
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".ooze") files.push_back(entry.path());
    // A lock without an autosave: the program ended before anything was to be saved, or has only just
    // started.
    if (entry.path().extension() == kLocked && timeOf(entry.path()) < now - kJustBegun &&
        !std::filesystem::exists(std::filesystem::path(entry.path()).replace_extension(".ooze"), ignored))
      if (FileLock::take(entry.path())) std::filesystem::remove(entry.path(), ignored);
  }
  for (const std::filesystem::path& file : files)
    if (std::optional<FileLock> lock = FileLock::take(lockOf(file)))
      lost.push_back({file, lockOf(file), std::move(*lock)});
  std::sort(lost.begin(), lost.end(),
            [](const AutosaveSlot& a, const AutosaveSlot& b) { return timeOf(a.file) > timeOf(b.file); });
  return lost;
}

void discard(AutosaveSlot slot) {
  std::error_code ignored;
  std::filesystem::remove(slot.file, ignored);
  std::filesystem::remove(slot.lockFile, ignored);
}

bool isUnsavedName(const std::filesystem::path& file) {
  return file.extension() == kExtension && file.filename().string().starts_with(kBegin);
}

std::filesystem::path placeForUnsaved(const std::filesystem::path& folder, const std::string& scene) {
  for (int n = 1;; ++n) {
    const std::string number = n > 1 ? fmt::format(" {}", n) : "";
    std::filesystem::path file =
        folder / fmt::format("{}{}{}{}", kBegin, fileNameOf(scene), number, kExtension);
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
