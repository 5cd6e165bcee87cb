#include "session/session_saver.h"

#include "ooze/base/error.h"

#include "session/session_folders.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

// Delay before an autosave is tried again while the disk is slow.
constexpr auto kBusy = std::chrono::milliseconds(200);

SessionSaver::Clock::duration ofSeconds(double seconds) {
  return std::chrono::duration_cast<SessionSaver::Clock::duration>(std::chrono::duration<double>(seconds));
}

std::string written(const std::filesystem::path& file, const SaveFile& save) try {
  std::error_code error;
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), error);
  if (error) return fmt::format("cannot make {}: {}", file.parent_path().string(), error.message());
  writeSave(file, save);
  return {};
} catch (const std::exception& error) {
  return error.what();
}

}  // namespace

void SessionSaver::autosaveTo(std::filesystem::path file, double seconds) {
  const std::lock_guard lock(mutex_);
  autosaveFile_ = std::move(file);
  autosaveSeconds_ = seconds;
}

void SessionSaver::setUnsavedFolder(std::filesystem::path folder) {
  const std::lock_guard lock(mutex_);
  unsavedFolder_ = std::move(folder);
}

std::vector<std::filesystem::path> SessionSaver::takeSavedElsewhere() {
  const std::lock_guard lock(mutex_);
  return std::exchange(savedElsewhere_, {});
}

bool SessionSaver::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

std::optional<std::uint64_t> SessionSaver::autosavesBegun() const {
  const std::lock_guard lock(mutex_);
  return autosaveFile_.empty() ? std::nullopt : std::optional(autosavesBegun_);
}

bool SessionSaver::waitForAutosave(std::uint64_t begun, double seconds) {
  std::unique_lock lock(mutex_);
  // Autosaves finish in the order in which they began.
  return autosaved_.wait_for(lock, std::chrono::duration<double>(seconds), [&] {
    return autosaves_ > begun;
  }) && !autosaveFailed_;
}

void SessionSaver::begin(const LoadRequest& request, bool edited) {
  edited_ = edited;
  changedSinceAutosave_ = request.unsaved || request.session;
  if (!request.unsaved) return;
  nextAutosave_ = {};  // saves at once, so that the recovered file can be removed
  const std::lock_guard lock(mutex_);
  recovered_.emplace_back(request.name);
}

void SessionSaver::save(const LiveWorld& live, const std::filesystem::path& file) {
  edited_ = false;
  writer_.write(file, live.save(), [this](const std::filesystem::path& path, const std::string& problem) {
    if (!problem.empty()) {
      edited_ = true;
      return shared_.say(Message::MessageKind::Error, problem);
    }
    shared_.with([&](SharedSession::SessionState& s) { s.view.sessionFile = path; });
    markRecoveredAsSaved();
    shared_.say(Message::MessageKind::Info, fmt::format("Saved as {}.", path.string()));
  });
}

SessionSaver::Clock::time_point SessionSaver::nextAutosave() const {
  const std::lock_guard lock(mutex_);
  return changedSinceAutosave_ && autosaveSeconds_ > 0.0 ? nextAutosave_ : Clock::time_point::max();
}

void SessionSaver::autosaveIfDue(const LiveWorld& live) {
  if (Clock::now() < nextAutosave()) return;
  if (writer_.busy())
    nextAutosave_ = Clock::now() + kBusy;
  else
    autosave(live);
}

void SessionSaver::autosave(const LiveWorld& live) {
  std::filesystem::path file;
  {
    const std::lock_guard lock(mutex_);
    file = autosaveFile_;
    if (file.empty()) return;
    ++autosavesBegun_;
    nextAutosave_ = Clock::now() + ofSeconds(autosaveSeconds_);
  }
  changedSinceAutosave_ = false;
  writer_.write(
      std::move(file), live.save(), [this](const std::filesystem::path&, const std::string& problem) {
        bool first = false;
        {
          const std::lock_guard lock(mutex_);
          first = !std::exchange(autosaveFailed_, !problem.empty()) && !problem.empty();
          ++autosaves_;
        }
        autosaved_.notify_all();
        if (problem.empty()) markRecoveredAsSaved();
        if (first)
          shared_.say(Message::MessageKind::Error,
                      fmt::format("Autosave failed, so a crash would lose this session: {}.", problem));
      });
}

/// Saves unsaved edits in the folder for unsaved sessions. Waits for the result, because the caller must know
/// whether the session can be replaced.
/// @return the reason for a failure, or ""
std::string SessionSaver::saveUnsavedEdits(const LiveWorld* live, const std::filesystem::path& next) {
  std::filesystem::path folder;
  {
    const std::lock_guard lock(mutex_);
    folder = unsavedFolder_;
  }
  const auto open = shared_.with([](const SharedSession::SessionState& s) { return s.view.sessionFile; });
  writer_.wait();  // waits first, because a failed save leaves edits unsaved
  if (!edited_ || !live || folder.empty()) return {};
  std::string failure;
  writer_.write(placeForUnsaved(folder, live->scene()->name), live->save(),
                [&](const std::filesystem::path& path, const std::string& problem) {
                  failure = problem;
                  if (!problem.empty()) return;
                  markRecoveredAsSaved();
                  removeOldUnsaved(folder, {path, open, next});
                  shared_.say({Message::MessageKind::Info, "Unsaved edits are kept.", "unsaved edits",
                               fmt::format("They are in {}. Ooze keeps the last {} of these files.",
                                           path.string(), kMaxUnsavedFiles),
                               true});
                });
  writer_.wait();
  edited_ = !failure.empty();
  return failure;
}

void SessionSaver::leave(const LiveWorld* live, const std::filesystem::path& next) {
  const std::string problem = saveUnsavedEdits(live, next);
  if (!problem.empty() && !std::exchange(ignoresSaveFailure_, true))
    throw RunError(fmt::format(
        "Nothing was opened, because unsaved edits cannot be kept: {}. Open it again to discard them.",
        problem));
  ignoresSaveFailure_ = false;
}

void SessionSaver::saveAtExit(const LiveWorld* live) {
  const std::string problem = saveUnsavedEdits(live, {});
  if (problem.empty()) return;
  shared_.say(Message::MessageKind::Error, problem);
  autosave(*live);
  writer_.wait();
  const std::lock_guard lock(mutex_);
  kept_ = false;
}

// Sessions are written one after the other, so recovered sessions are contained in the file just written.
void SessionSaver::markRecoveredAsSaved() {
  {
    const std::lock_guard lock(mutex_);
    savedElsewhere_.insert(savedElsewhere_.end(), recovered_.begin(), recovered_.end());
    recovered_.clear();
  }
  shared_.wake();
}

SessionWriter::SessionWriter() : thread_([this] { run(); }) {}

SessionWriter::~SessionWriter() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void SessionWriter::write(std::filesystem::path file, SaveFile save, Done done) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({std::move(file), std::move(save), std::move(done)});
  }
  changed_.notify_all();
}

bool SessionWriter::busy() const {
  const std::lock_guard lock(mutex_);
  return !jobs_.empty();
}

void SessionWriter::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return jobs_.empty(); });
}

void SessionWriter::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stop_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    const SaveJob& job = jobs_.front();  // stays valid: only this thread removes jobs
    lock.unlock();
    job.done(job.file, written(job.file, job.save));
    lock.lock();
    jobs_.pop_front();
    changed_.notify_all();
  }
}

}  // namespace ooze
