// Folders of sessions that no file of the user has. The autosave folder holds the autosaves of running
// programs, and those of lost programs for crash recovery. Each autosave belongs to the program that holds
// the lock file beside the autosave. The operating system releases the lock however the program ends. The
// folder of unsaved sessions holds the last few sessions that were left with unsaved edits; their names begin
// with "unsaved".
#pragma once

#include <filesystem>
#include <optional>
#include <string>
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

inline constexpr std::size_t kMaxUnsavedFiles = 5;

/// Returns true if a file has a name for unsaved sessions.
[[nodiscard]] bool isUnsavedName(const std::filesystem::path& file);

/// Returns a new file name in the folder for a session of this scene.
[[nodiscard]] std::filesystem::path placeForUnsaved(const std::filesystem::path& folder,
                                                    const std::string& scene);

/// Removes the oldest unsaved files beyond kMaxUnsavedFiles. Files with other names stay, and so do the files
/// in `spared`.
/// @param spared  files that were just written or are open; spared files count towards the limit
void removeOldUnsaved(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& spared);

}  // namespace ooze
