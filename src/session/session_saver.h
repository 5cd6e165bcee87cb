// Saves a session in files: where the user chooses, as autosaves for crash recovery, and before another
// session replaces it. Files are written by a separate thread, so that the simulation goes on.
#pragma once

#include "ooze/scene/save_file.h"

#include "session/live_world.h"
#include "session/session_requests.h"
#include "session/shared_session.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace ooze {

/// Writes session files on a separate thread, so that neither the world nor the window waits for the disk.
class SessionWriter {
 public:
  /// Callback with the result of a file, on the writer's thread.
  /// @param problem  one line, or "" if the file was written
  using Done = std::function<void(const std::filesystem::path& file, const std::string& problem)>;

  SessionWriter();
  /// Writes all waiting files first.
  ~SessionWriter();

  void write(std::filesystem::path file, SaveFile save, Done done);
  /// True while a file waits or is being written.
  [[nodiscard]] bool busy() const;
  /// Blocks until all files are written.
  void wait();

 private:
  struct SaveJob {
    std::filesystem::path file;
    SaveFile save;
    Done done;
  };
  void run();

  mutable std::mutex mutex_;  // guards jobs_ and stop_
  std::condition_variable changed_;
  std::deque<SaveJob> jobs_;  ///< the first job is being written
  bool stop_ = false;

  std::thread thread_;  // last member, so that the thread starts after all others are initialised
};

class SessionSaver {
 public:
  using Clock = SharedSession::Clock;

  /// @param shared  receives messages and the session's file name; must outlive this object
  explicit SessionSaver(SharedSession& shared) : shared_(shared) {}

  // May be called from any thread; documented at SimulationThread.
  void autosaveTo(std::filesystem::path file, double seconds);
  void setUnsavedFolder(std::filesystem::path folder);
  std::vector<std::filesystem::path> takeSavedElsewhere();
  [[nodiscard]] bool kept() const;
  /// Returns the number of autosaves begun; unset if no autosave file is set.
  [[nodiscard]] std::optional<std::uint64_t> autosavesBegun() const;
  /// Waits for an autosave that begins after that number.
  /// @return false if the autosave fails or takes longer than `seconds`
  bool waitForAutosave(std::uint64_t begun, double seconds);
  /// Waits until all files are written.
  void wait() { writer_.wait(); }

  // Call only on the session's thread:

  /// Call when another session has replaced the last.
  /// @param edited  true if the new session has edits that are in no file
  void begin(const LoadRequest& request, bool edited);
  void noteEdit() { edited_ = true; }
  void noteChange() { changedSinceAutosave_ = true; }

  void save(const LiveWorld& live, const std::filesystem::path& file);
  void autosave(const LiveWorld& live);
  /// Writes an autosave if one is due.
  void autosaveIfDue(const LiveWorld& live);
  /// Returns the time of the next autosave; Clock::time_point::max() if nothing has changed since the last.
  [[nodiscard]] Clock::time_point nextAutosave() const;

  /// Saves unsaved edits before another session replaces this one, and waits until the file is written.
  /// @param next  file that is opened next, or ""
  /// @throws RunError if the edits cannot be saved; a second call leaves the session anyway
  void leave(const LiveWorld* live, const std::filesystem::path& next);
  /// Saves unsaved edits at the end of the program. Edits that cannot be saved go to the autosave, if
  /// possible.
  void saveAtExit(const LiveWorld* live);

 private:
  std::string saveUnsavedEdits(const LiveWorld* live, const std::filesystem::path& next);
  void markRecoveredAsSaved();

  SharedSession& shared_;

  // Used by the session's thread only.
  /// True if edited since the last save; the writer sets the flag again if a save fails.
  std::atomic<bool> edited_ = false;
  /// True if the next scene opens even though unsaved edits cannot be saved.
  bool ignoresSaveFailure_ = false;
  bool changedSinceAutosave_ = false;
  Clock::time_point nextAutosave_{};

  mutable std::mutex mutex_;  // guards the members declared below, except writer_
  std::condition_variable autosaved_;
  std::filesystem::path autosaveFile_, unsavedFolder_;
  /// Recovered autosaves of lost programs: not yet saved in another file (recovered_), and saved in another
  /// file by now (savedElsewhere_).
  std::vector<std::filesystem::path> recovered_, savedElsewhere_;
  double autosaveSeconds_ = 0.0;
  bool autosaveFailed_ = false;
  std::uint64_t autosavesBegun_ = 0, autosaves_ = 0;  ///< number of autosaves begun, and finished
  bool kept_ = true;

  SessionWriter writer_;  // last member, so that the writer thread ends before the members that its callbacks
                          // use are destroyed
};

}  // namespace ooze
