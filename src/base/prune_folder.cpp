#include "base/prune_folder.h"

#include <algorithm>
#include <vector>

namespace ooze {
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
    // Another process may take a file away meanwhile.
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
