#include "session/autosave_folder.h"

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

}  // namespace ooze
