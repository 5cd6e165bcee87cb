#include "base/file.h"

#include "ooze/base/error.h"
#include "ooze/base/installation.h"

#include "base/file_writer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace ooze {
namespace fs = std::filesystem;
namespace {

constexpr std::uintmax_t kMostText = 16u << 20;  // far above any text that a person writes

using FileHandle = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

template <class Container>
Container readAll(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw InputError(fmt::format("cannot read {}: is a directory", path.string()));
  // Reading a pipe without a writer would block for ever, and a device might never end.
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))
    throw InputError(fmt::format("cannot read {}: not a regular file", path.string()));
  FileHandle file(std::fopen(path.c_str(), "rb"), &std::fclose);
  if (!file) throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  Container content;
  std::array<char, 65536> block;
  while (const std::size_t n = std::fread(block.data(), 1, block.size(), file.get())) {
    const auto* p = reinterpret_cast<const typename Container::value_type*>(block.data());
    content.insert(content.end(), p, p + n);
  }
  if (std::ferror(file.get()))
    throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  return content;
}

/// Returns the folder that an environment variable names. The XDG specification says to ignore relative
/// paths.
std::optional<fs::path> folderIn(const char* variable) {
  const char* const value = std::getenv(variable);
  if (!value || *value != '/') return std::nullopt;
  return value;
}

/// Returns a folder in the home folder, or in a private folder if no home folder is known.
fs::path userFolder(const char* variable, const char* underHome, const char* otherwise) {
  if (const auto xdg = folderIn(variable)) return *xdg / "ooze";
  if (const auto home = folderIn("HOME")) return *home / underHome / "ooze";
  const auto runtime = folderIn("XDG_RUNTIME_DIR");
  return (runtime && isPrivate(*runtime) ? *runtime / "ooze" : privateFolder()) / otherwise;
}

class PrivateFolder {
 public:
  PrivateFolder() {
    std::error_code failed;
    std::string name = (fs::temp_directory_path(failed) / "ooze-XXXXXX").string();
    // mkdtemp picks an unpredictable name; others could create a predictable folder first.
    path = !failed && mkdtemp(name.data()) ? name : "/dev/null/ooze";
  }
  ~PrivateFolder() {
    if (getpid() != owner_) return;  // a forked child must not remove the parent's folder
    std::error_code ignored;
    fs::remove_all(path / "cache", ignored);
    for (const char* part : {"config", "data", "state"}) fs::remove(path / part, ignored);
    fs::remove(path, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  fs::path path;

 private:
  pid_t owner_ = getpid();
};

constexpr std::uintmax_t kMostBytes = 128u << 10;  // size limit of the index: about a thousand paths

std::mutex mutex;

std::map<std::uint64_t, fs::path>& knownPaths() {
  static std::map<std::uint64_t, fs::path> places;
  return places;
}

fs::path noteOf(std::uint64_t content) {
  return userStateFolder() / "known-files" / fmt::format("{:016x}", content);
}

}  // namespace

std::string readText(const fs::path& path) {
  std::error_code ignored;
  // On an error (a missing file) file_size() returns the largest number; readAll() reports that error better.
  if (const auto size = fs::file_size(path, ignored); !ignored && size > kMostText)
    throw InputError(fmt::format("cannot read {}: longer than 16 MiB", path.string()));
  return readAll<std::string>(path);
}
std::vector<std::byte> readBytes(const fs::path& path) { return readAll<std::vector<std::byte>>(path); }

void writeFile(const fs::path& path, std::span<const std::byte> bytes) {
  FileWriter file(path);
  file.write(bytes);
  file.finish();
}

void writeFile(const fs::path& path, std::string_view text) {
  writeFile(path, std::as_bytes(std::span(text.data(), text.size())));
}

fs::path userCacheFolder() { return userFolder("XDG_CACHE_HOME", ".cache", "cache"); }
fs::path userConfigFolder() { return userFolder("XDG_CONFIG_HOME", ".config", "config"); }
fs::path userDataFolder() { return userFolder("XDG_DATA_HOME", ".local/share", "data"); }
fs::path userStateFolder() { return userFolder("XDG_STATE_HOME", ".local/state", "state"); }

bool isPrivate(const fs::path& folder) {
  struct stat status {};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & 077) == 0;
}

const fs::path& privateFolder() {
  static const PrivateFolder folder;
  return folder.path;
}

void pruneFolder(const fs::path& folder, std::uintmax_t most) {
  struct Kept {
    fs::file_time_type used;
    std::uintmax_t size;
    fs::path file;
  };
  std::vector<Kept> kept;
  std::uintmax_t all = 0;
  std::error_code failed;
  for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end; entry.increment(failed)) {
    // Another process may remove a file meanwhile.
    std::error_code gone, untimed, unsized;
    if (!fs::is_regular_file(entry->symlink_status(gone)) || gone) continue;
    const Kept found{entry->last_write_time(untimed), entry->file_size(unsized), entry->path()};
    if (untimed || unsized) continue;
    all += found.size;
    kept.push_back(found);
  }
  std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (const Kept& oldest : kept) {
    if (all <= most) return;
    std::error_code stays;
    if (fs::remove(oldest.file, stays)) all -= oldest.size;
  }
}

void touch(const fs::path& file) {
  std::error_code ignored;
  fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
}

std::vector<fs::path> programFolders(const fs::path& beside, const fs::path& inPrefix) {
  std::vector<fs::path> folders;
  std::error_code failed;
  if (const fs::path program = fs::read_symlink("/proc/self/exe", failed); !failed) {
    folders.push_back(beside.empty() ? program.parent_path() : program.parent_path() / beside);
    folders.push_back((program.parent_path() / ".." / inPrefix).lexically_normal());
  }
  for (const fs::path& prefix : installPrefixes()) folders.push_back(prefix / inPrefix);
  return folders;
}

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
