#include "ooze/base/installation.h"

#include "base/program_folders.h"

#include <algorithm>
#include <mutex>

namespace ooze {
namespace fs = std::filesystem;
namespace {

struct Prefixes {
  std::mutex mutex;
  std::vector<fs::path> list;
};

// Initialisers of other files add prefixes, so the list is made when it is first asked for.
Prefixes& prefixes() {
  static Prefixes all;
  return all;
}

}  // namespace

bool addInstallPrefix(const fs::path& prefix) {
  Prefixes& all = prefixes();
  const std::lock_guard lock(all.mutex);
  const fs::path added = prefix.lexically_normal();
  if (std::find(all.list.begin(), all.list.end(), added) == all.list.end()) all.list.push_back(added);
  return true;
}

std::vector<fs::path> installPrefixes() {
  Prefixes& all = prefixes();
  const std::lock_guard lock(all.mutex);
  return all.list;
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

}  // namespace ooze
