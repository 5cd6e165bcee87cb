#include "base/folders.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace ooze {
namespace {

class PrivateFolder {
 public:
  PrivateFolder() {
    std::error_code failed;
    std::string name = (std::filesystem::temp_directory_path(failed) / "ooze-XXXXXX").string();
    // mkdtemp picks an unpredictable name; others could create a predictable folder first.
    path = !failed && mkdtemp(name.data()) ? name : "/dev/null/ooze";
  }
  ~PrivateFolder() {
    if (getpid() != owner_) return;  // a forked child must not remove the parent's folder
    std::error_code ignored;
    std::filesystem::remove_all(path / "cache", ignored);
    for (const char* part : {"config", "data", "state"}) std::filesystem::remove(path / part, ignored);
    std::filesystem::remove(path, ignored);
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  std::filesystem::path path;

 private:
  pid_t owner_ = getpid();
};

}  // namespace

bool isPrivate(const std::filesystem::path& folder) {
  struct stat status {};
  return lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
         (status.st_mode & 077) == 0;
}

const std::filesystem::path& privateFolder() {
  static const PrivateFolder folder;
  return folder.path;
}

namespace fs = std::filesystem;

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

}  // namespace ooze
