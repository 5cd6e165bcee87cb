// Sessions to files, while the simulation goes on.
#include "ooze/base/error.h"

#include "session/simulation_thread.h"
#include "session/unsaved_folder.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

constexpr auto kBusy = std::chrono::milliseconds(200);  // until it is tried again while the disk is slow

}  // namespace

void SimulationThread::autosave(std::filesystem::path file, double seconds) {
  request([&] {
    autosaveFile_ = std::move(file);
    autosaveSeconds_ = seconds;
  });
}

void SimulationThread::keepUnsavedIn(std::filesystem::path folder) {
  request([&] { unsavedFolder_ = std::move(folder); });
}

void SimulationThread::writeSession(const std::filesystem::path& file) {
  edited_ = false;
  writer_.write(file, live_->save(), [this](const std::filesystem::path& path, const std::string& problem) {
    if (!problem.empty()) {
      edited_ = true;
      return say(Message::Kind::Error, problem);
    }
    {
      const std::lock_guard lock(mutex_);
      view_.sessionFile = path;
    }
    noteSecured();
    say(Message::Kind::Info, fmt::format("Saved as {}.", path.string()));
  });
}

/// With what was asked for before it; a few kilobytes, so that nobody has to wait for another thread.
void SimulationThread::writeSceneFile(const std::filesystem::path& file, const SceneView& view) try {
  const bool stands = [this] {
    const std::lock_guard lock(mutex_);
    return !view_.status.playing;
  }();
  applyPending(stands);
  const std::vector<std::string> left = writeScene(*live_->scene(), live_->world(), view, file);
  const std::string without = left.empty() ? "" : fmt::format(" Not in it: {}.", fmt::join(left, ", "));
  say(Message::Kind::Info,
      fmt::format(
          "Saved as scene {}. It begins with nozzles and solids as they stand, and with the liquid of "
          "the start.{}",
          file.string(), without));
} catch (const std::exception& error) {
  say(Message::Kind::Error, error.what());
}

void SimulationThread::autosaveIfDue() {
  {
    const std::lock_guard lock(mutex_);
    if (autosaveSeconds_ <= 0.0 || !changedSinceAutosave_) return;
  }
  if (Clock::now() < nextAutosave_) return;
  if (writer_.busy())
    nextAutosave_ = Clock::now() + kBusy;
  else
    writeAutosave();
}

void SimulationThread::writeAutosave() {
  std::filesystem::path file;
  {
    const std::lock_guard lock(mutex_);
    file = autosaveFile_;
    if (file.empty()) return;
    ++autosavesBegun_;
    nextAutosave_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(autosaveSeconds_));
  }
  changedSinceAutosave_ = false;
  writer_.write(
      std::move(file), live_->save(), [this](const std::filesystem::path&, const std::string& problem) {
        bool first = false;
        {
          const std::lock_guard lock(mutex_);
          first = !std::exchange(autosaveFailed_, !problem.empty()) && !problem.empty();
          ++autosaves_;
        }
        changed_.notify_all();
        if (problem.empty()) noteSecured();
        if (first)
          say(Message::Kind::Error,
              fmt::format("This session cannot be saved on the side, in case of a crash: {}.", problem));
      });
}

bool SimulationThread::autosaveNow(double seconds) {
  std::unique_lock lock(mutex_);
  if (autosaveFile_.empty() || !view_.snapshot) return false;
  const std::uint64_t before = autosavesBegun_;  // they end in their order
  requests_.autosave = true;
  changed_.notify_all();
  return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] {
    return autosaves_ > before;
  }) && !autosaveFailed_;
}

/// Waits until it is written: what then takes the session's place must know how that went.
/// @param next  the file that is opened in its place, or ""
/// @return why it could not be kept, or ""
std::string SimulationThread::keepUnsaved(const std::filesystem::path& next) {
  std::filesystem::path folder, open;
  {
    const std::lock_guard lock(mutex_);
    folder = unsavedFolder_;
    open = view_.sessionFile;
  }
  writer_.wait();  // a save that fails leaves something to keep
  if (!edited_ || !live_ || folder.empty()) return {};
  std::string failure;
  writer_.write(placeForUnsaved(folder, live_->scene()->name), live_->save(),
                [&](const std::filesystem::path& path, const std::string& problem) {
                  failure = problem;
                  if (!problem.empty()) return;
                  noteSecured();
                  removeOldUnsaved(folder, {path, open, next});
                  say(Message::Kind::Info,
                      fmt::format("What was not saved is kept as {}; the last {} of these stay.",
                                  path.string(), kMostUnsaved));
                });
  writer_.wait();
  edited_ = !failure.empty();
  return failure;
}

void SimulationThread::leaveSession(const std::filesystem::path& next) {
  const std::string problem = keepUnsaved(next);
  if (!problem.empty() && !std::exchange(leavesAnyway_, true))
    throw RunError(fmt::format(
        "Nothing was opened, because what was not saved cannot be kept: {}. Open it again to go on without.",
        problem));
  leavesAnyway_ = false;
}

void SimulationThread::leaveForGood() {
  const std::string problem = keepUnsaved({});
  if (problem.empty()) return;
  say(Message::Kind::Error, problem);
  writeAutosave();
  writer_.wait();
  const std::lock_guard lock(mutex_);
  kept_ = false;
}

// One session after the other is written: what was recovered is in what has just been.
void SimulationThread::noteSecured() {
  {
    const std::lock_guard lock(mutex_);
    secured_.insert(secured_.end(), recovered_.begin(), recovered_.end());
    recovered_.clear();
  }
  wake_();
}

std::vector<std::filesystem::path> SimulationThread::takeSecured() {
  const std::lock_guard lock(mutex_);
  return std::exchange(secured_, {});
}

bool SimulationThread::kept() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

}  // namespace ooze
