#include "base/private_folder.h"

#include <cstdlib>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace ooze {
namespace {

class PrivateFolder {
 public:
  PrivateFolder() {
    std::error_code failed;
    std::string name = (std::filesystem::temp_directory_path(failed) / "ooze-XXXXXX").string();
    // A name that others can guess they could make first.
    path = !failed && mkdtemp(name.data()) ? name : "/dev/null/ooze";
  }
  ~PrivateFolder() {
    if (getpid() != owner_) return;  // a child that ended
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

}  // namespace ooze
