// Sessions to files, while the simulation goes on.
#include "app/simulation_thread.h"

#include <fmt/format.h>
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
    if (!problem.empty()) return say(ui::Message::Kind::Error, problem);
    {
      const std::lock_guard lock(mutex_);
      view_.sessionFile = path;
    }
    say(ui::Message::Kind::Info, fmt::format("Saved as {}.", path.string()));
  });
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
    nextAutosave_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(autosaveSeconds_));
  }
  if (file.empty()) return;
  changedSinceAutosave_ = false;
  writer_.write(
      std::move(file), live_->save(), [this](const std::filesystem::path&, const std::string& problem) {
        bool first = false;
        {
          const std::lock_guard lock(mutex_);
          first = !problem.empty() && !std::exchange(autosaveFailed_, !problem.empty());
          ++autosaves_;
        }
        changed_.notify_all();
        if (first)
          say(ui::Message::Kind::Error,
              fmt::format("This session cannot be saved on the side, in case of a crash: {}.", problem));
      });
}

bool SimulationThread::autosaveNow(double seconds) {
  std::unique_lock lock(mutex_);
  if (autosaveFile_.empty() || !view_.snapshot) return false;
  const std::uint64_t before = autosaves_;
  requests_.autosave = true;
  changed_.notify_all();
  return changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                           [&] { return autosaves_ > before && !requests_.autosave; });
}

void SimulationThread::keepUnsaved() {
  std::filesystem::path folder;
  {
    const std::lock_guard lock(mutex_);
    folder = unsavedFolder_;
  }
  if (!std::exchange(edited_, false) || !live_ || folder.empty()) return;
  const std::filesystem::path file = folder / fmt::format("unsaved {}.ooze", live_->scene()->name);
  writer_.write(file, live_->save(), [this](const std::filesystem::path& path, const std::string& problem) {
    if (problem.empty())
      say(ui::Message::Kind::Info, fmt::format("What was not saved is kept as {}.", path.string()));
    else
      say(ui::Message::Kind::Error, problem);
  });
}

}  // namespace ooze
