// Where sessions are saved on the side, and what programs that are gone have left there. A file belongs to
// the program that holds the lock beside it: the system lets go of a lock however its program ends.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace ooze {

/// A lock that is held; it is let go with this object.
class FileLock {
 public:
  /// @return none if another program holds it or the file cannot be made
  static std::optional<FileLock> take(const std::filesystem::path& file);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

/// The place of one autosave, with its lock.
struct AutosaveSlot {
  std::filesystem::path file, lockFile;
  FileLock lock;
};

/// A place of our own in this folder, which is made if need be. @return none if that cannot be
std::optional<AutosaveSlot> claimAutosave(const std::filesystem::path& folder);

/// What programs that are gone have left, the newest first; now ours, so that nobody else offers it.
std::vector<AutosaveSlot> lostAutosaves(const std::filesystem::path& folder);

/// Removes the autosave and its lock.
void discard(AutosaveSlot slot);

}  // namespace ooze
