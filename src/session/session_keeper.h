// Keeps a session in files: where the user wants it, on the side in case of a crash, and when another takes
// its place. A thread of its own writes them, so that the simulation goes on.
#pragma once

#include "session/live_world.h"
#include "session/session_opening.h"
#include "session/session_writer.h"
#include "session/shared_session.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

class SessionKeeper {
 public:
  using Clock = SharedSession::Clock;

  /// @param shared  outlives it; messages and the session's own file go there
  explicit SessionKeeper(SharedSession& shared) : shared_(shared) {}

  // From any thread; what they are for is said at SimulationThread.
  void autosaveTo(std::filesystem::path file, double seconds);
  void keepUnsavedIn(std::filesystem::path folder);
  std::vector<std::filesystem::path> takeSecured();
  [[nodiscard]] bool kept() const;
  /// How many autosaves have begun; unset: there is no file for them.
  [[nodiscard]] std::optional<std::uint64_t> autosavesBegun() const;
  /// Waits for one that begins later than that. @return false if it fails or takes longer than `seconds`
  bool waitForAutosave(std::uint64_t begun, double seconds);
  /// Until all is written.
  void wait() { writer_.wait(); }

  // On the session's thread:

  /// Another session has taken the place of the last. @param edited  it has edits that are in no file
  void begin(const LoadRequest& request, bool edited);
  void noteEdit() { edited_ = true; }
  void noteChange() { changedSinceAutosave_ = true; }

  void save(const LiveWorld& live, const std::filesystem::path& file);
  void autosave(const LiveWorld& live);
  /// Does so if it is time.
  void autosaveIfDue(const LiveWorld& live);
  /// When that is; Clock::time_point::max(): not before something changes.
  [[nodiscard]] Clock::time_point nextAutosave() const;

  /// Before another session takes its place: keeps what was not saved, and waits until it is written.
  /// @param next  the file that is opened then, or ""
  /// @throws RunError if it cannot be kept; the second time it is left anyway
  void leave(const LiveWorld* live, const std::filesystem::path& next);
  /// At the end. What cannot be kept is in the autosave, if that can be written.
  void leaveForGood(const LiveWorld* live);

 private:
  std::string keepUnsaved(const LiveWorld* live, const std::filesystem::path& next);
  void noteSecured();

  SharedSession& shared_;

  // Only the session's thread touches these.
  std::atomic<bool> edited_ = false;  ///< since the session was saved; the writer may find that it was not
  bool leavesAnyway_ = false;         ///< the next scene opens although what is not saved cannot be kept
  bool changedSinceAutosave_ = false;
  Clock::time_point nextAutosave_{};

  mutable std::mutex mutex_;  // guards everything below
  std::condition_variable autosaved_;
  std::filesystem::path autosaveFile_, unsavedFolder_;
  std::vector<std::filesystem::path> recovered_, secured_;  ///< autosaves of others: the only copies; not so
  double autosaveSeconds_ = 0.0;
  bool autosaveFailed_ = false;
  std::uint64_t autosavesBegun_ = 0, autosaves_ = 0;  ///< the latter: that came to their end
  bool kept_ = true;

  SessionWriter writer_;  // last: it ends before what its answers need is gone
};

}  // namespace ooze
