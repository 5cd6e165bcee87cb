#include "base/file_writer.h"

#include "ooze/base/error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ooze {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBuffer = 1u << 18;

/// Returns the mode of an existing file, or the default mode of a new file by the umask.
mode_t modeOf(const fs::path& path) {
  struct stat there {};
  if (::stat(path.c_str(), &there) == 0) return there.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

fs::path folderOf(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Flushes the folder, because a rename is durable only once the folder is. Unsupported file systems are
/// ignored.
void syncFolderOf(const fs::path& path) {
  const int descriptor = ::open(folderOf(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

fs::path resolveLinks(fs::path path) {
  constexpr int kMost = 40;  // most symbolic links followed in a path, as in the kernel
  std::error_code failed;
  for (int n = 0; n < kMost && fs::is_symlink(path, failed); ++n) {
    const fs::path to = fs::read_symlink(path, failed);
    if (failed) break;
    path = path.parent_path() / to;
  }
  return path;
}

FileWriter::FileWriter(std::filesystem::path path, const CancellationToken* work)
    : path_(std::move(path)), target_(resolveLinks(path_)), work_(work), descriptor_(-1) {
  // A rename onto a device (/dev/null, by root) would replace the device for every program.
  std::error_code ignored;
  if (std::filesystem::exists(path_, ignored) && !std::filesystem::is_regular_file(path_, ignored))
    throw RunError(fmt::format("cannot write {}: not a regular file", path_.string()));
  if (std::filesystem::is_symlink(target_, ignored)) fail(ELOOP);
  openNameless();
  if (descriptor_ < 0) openNamed();
}

void FileWriter::openNameless() {
#ifdef O_TMPFILE
  // A nameless file can get a name through /proc only.
  if (::access("/proc/self/fd", X_OK) == 0)
    descriptor_ = ::open(folderOf(target_).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
#endif
}

/// Creates a file with an unused name exclusively: two programs that write one file do not mix, the last
/// rename wins.
void FileWriter::openNamed() {
  temporary_ = target_.string() + ".XXXXXX";
  descriptor_ = ::mkstemp(temporary_.data());
  if (descriptor_ < 0) fail(errno);
}

/// Links the nameless file to a temporary name. A link cannot replace an existing target, but a rename can.
bool FileWriter::linkTemporaryName() {
  const std::string file = fmt::format("/proc/self/fd/{}", descriptor_);
  constexpr int kMost = 1000;
  for (int n = 0; n < kMost; ++n) {
    temporary_ = fmt::format("{}.{}-{}", target_.string(), ::getpid(), n);
    if (::linkat(AT_FDCWD, file.c_str(), AT_FDCWD, temporary_.c_str(), AT_SYMLINK_FOLLOW) == 0) return true;
    if (errno != EEXIST) break;
  }
  temporary_.clear();
  return false;
}

FileWriter::~FileWriter() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void FileWriter::write(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > kBuffer) flush();
  if (bytes.size() > kBuffer) return send(bytes);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void FileWriter::finish() {
  flush();
  throwIfCancelled(work_);
  ::fchmod(descriptor_, modeOf(target_));  // mkstemp() makes files that only this user can read
  // Without fsync, a power failure could leave the new name without data while the old file is gone.
  // File systems that do not support fsync (EINVAL) lose nothing by this call.
  const bool kept = ::fsync(descriptor_) == 0 || errno == EINVAL || errno == EROFS;
  if (kept && temporary_.empty() && !linkTemporaryName()) fail(errno);
  const int notKept = errno;
  const int closed = ::close(std::exchange(descriptor_, -1));
  if (kept && closed == 0 && ::rename(temporary_.c_str(), target_.c_str()) == 0) return syncFolderOf(target_);
  const int reason = kept ? errno : notKept;
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  fail(reason);
}

void FileWriter::flush() {
  send(buffer_);
  buffer_.clear();
}

void FileWriter::send(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    throwIfCancelled(work_);
    const ssize_t n = ::write(descriptor_, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

void FileWriter::fail(int reason) const {
  throw RunError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(reason)));
}

}  // namespace ooze
