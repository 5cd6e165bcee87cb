#include "app/pictures/unused_name.h"

#include "ooze/base/error.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ooze {
namespace {

namespace fs = std::filesystem;

/// Tries STEM, STEM-2, ... until `create` succeeds.
/// @param create  returns 0, or errno
template <class Create>
fs::path claim(const fs::path& folder, const std::string& stem, const std::string& extension, Create create) {
  for (int n = 1;; ++n) {
    const fs::path path = folder / (n == 1 ? stem + extension : fmt::format("{}-{}{}", stem, n, extension));
    const int failure = create(path);
    if (failure == 0) return path;
    if (failure != EEXIST)
      throw RunError(fmt::format("cannot write {}: {}", path.string(), std::strerror(failure)));
  }
}

}  // namespace

fs::path outputFolder() {
  std::error_code failure;
  const fs::path here = fs::current_path(failure);
  const char* const home = std::getenv("HOME");
  if ((!failure && ::access(here.c_str(), W_OK) == 0) || !home || !*home) return here;
  return home;
}

fs::path claimFile(const fs::path& folder, const std::string& stem, const std::string& extension) {
  return claim(folder, stem, extension, [](const fs::path& path) {
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0) return errno;
    ::close(file);
    return 0;
  });
}

fs::path claimFolder(const fs::path& folder, const std::string& stem) {
  return claim(folder, stem, "",
               [](const fs::path& path) { return ::mkdir(path.c_str(), 0777) == 0 ? 0 : errno; });
}

void releaseClaim(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_empty(path, ignored)) fs::remove(path, ignored);
}

std::string timeStamp() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  ::localtime_r(&now, &local);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y%m%d-%H%M%S", &local);
  return text.data();
}

}  // namespace ooze
