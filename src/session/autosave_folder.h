// The autosave folder: autosaves of running programs, and crash recovery from the autosaves of lost programs.
// Each autosave belongs to the program that holds the lock file beside the autosave. The operating system
// releases the lock however the program ends.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace ooze {

/// A file lock (flock), released when this object is destroyed.
class FileLock {
 public:
  /// Tries to lock a file, and creates the file if necessary.
  /// @return nothing if another program holds the lock, or the file cannot be created
  static std::optional<FileLock> take(const std::filesystem::path& file);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_ = -1;
};

/// The file of one autosave, with its lock.
struct AutosaveSlot {
  std::filesystem::path file, lockFile;
  FileLock lock;
};

/// Claims a new autosave file in a folder, and creates the folder if necessary.
/// @return nothing if that fails
std::optional<AutosaveSlot> claimAutosave(const std::filesystem::path& folder);

/// Returns the autosaves of lost programs, newest first. Their locks are taken, so that no other program
/// offers the same files for recovery.
std::vector<AutosaveSlot> lostAutosaves(const std::filesystem::path& folder);

/// Removes the autosave and its lock.
void discard(AutosaveSlot slot);

}  // namespace ooze
