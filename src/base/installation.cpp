#include "ooze/base/installation.h"

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

}  // namespace ooze
