#include "base/file_writer.h"

#include "ooze/base/error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ooze {
namespace {

constexpr std::size_t kBuffer = 1u << 18;

}  // namespace

FileWriter::FileWriter(std::filesystem::path path)
    : path_(std::move(path)), temporary_(path_.string() + ".XXXXXX"), descriptor_(-1) {
  // A rename onto a device (/dev/null, by root) would replace it, for every program.
  std::error_code ignored;
  if (std::filesystem::exists(path_, ignored) && !std::filesystem::is_regular_file(path_, ignored))
    throw RunError(fmt::format("cannot write {}: not a regular file", path_.string()));
  // A name of our own, created exclusively: two programs that write one file do not mix, the last rename
  // wins.
  descriptor_ = ::mkstemp(temporary_.data());
  if (descriptor_ < 0) fail(errno);
}

FileWriter::~FileWriter() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void FileWriter::write(std::span<const std::byte> bytes) {
  if (buffer_.size() + bytes.size() > kBuffer) flush();
  if (bytes.size() > kBuffer) return send(bytes);
  buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

void FileWriter::finish() {
  flush();
  // mkstemp makes files private; give the usual permissions back.
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(descriptor_, 0666 & ~mask);
  const int closed = ::close(std::exchange(descriptor_, -1));
  if (closed == 0 && ::rename(temporary_.c_str(), path_.c_str()) == 0) return;
  const int reason = errno;
  ::unlink(temporary_.c_str());
  fail(reason);
}

void FileWriter::flush() {
  send(buffer_);
  buffer_.clear();
}

void FileWriter::send(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
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
