// What the simulation's thread does.
#include "ooze/world/world_values.h"

#include "app/session/simulation_thread.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace ooze {
namespace {

constexpr auto kSlice = std::chrono::milliseconds(100);  // between pictures of a way through the timeline

double secondsBetween(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

void SimulationThread::run() {
  while (true) {
    Requests requests;
    bool playing = false, begins = false, single = false, inspecting = false;
    {
      std::unique_lock lock(mutex_);
      wait(lock);
      if (stop_) break;
      requests = std::exchange(requests_, {});
      single = singleSteps_ > 0 && live_ && !live_->seeking();
      if (single) --singleSteps_;
      inspecting = inspectionDue();
    }
    serve(requests);
    if (!live_) continue;
    {
      // After what was asked: a session that was opened stands where it was left.
      const std::lock_guard lock(mutex_);
      playing = view_.status.playing;
      begins = playing && mayBegin();
    }
    if (playing) live_->stopSeeking();
    if (live_->seeking()) {
      seekOn();
    } else {
      if (!playing && applyPending(true)) publish();
      if (single) advance(false);
      if (begins && Clock::now() >= nextFrame_) advance(true);
    }
    if (inspecting) {
      // What was done then is part of a step that is repeated.
      const auto feed = [this](World& copy) { live_->history().feed(copy); };
      if (std::string problem = inspector_.look(live_->world(), threads_, feed); !problem.empty())
        say(ui::Message::Kind::Error, std::move(problem));
      wake_();
    }
    autosaveIfDue();
  }
  leaveForGood();
}

bool SimulationThread::inspectionDue() const {
  return live_ && live_->takesCommands() && !live_->seeking() && !view_.status.playing && inspector_.due();
}

bool SimulationThread::asked() const {
  if (stop_ || requests_.any()) return true;
  if (!live_) return false;
  if (singleSteps_ > 0 || live_->seeking() || inspectionDue()) return true;
  return !view_.status.playing && live_->takesCommands() && pending_.waiting();
}

bool SimulationThread::mayBegin() const {
  return !pace_ || !live_ || pace_->mayBegin(lane_, live_->world().frameIndex());
}

void SimulationThread::wait(std::unique_lock<std::mutex>& lock) {
  while (!asked()) {
    if (view_.status.playing && live_) {
      if (!mayBegin()) {
        changed_.wait(lock);
        continue;
      }
      if (Clock::now() >= nextFrame_) return;
      changed_.wait_until(lock, nextFrame_);
      continue;
    }
    measuredFrom_ = {};
    if (!changedSinceAutosave_ || autosaveSeconds_ <= 0.0) {
      changed_.wait(lock);
    } else {
      if (Clock::now() >= nextAutosave_) return;
      changed_.wait_until(lock, nextAutosave_);
    }
  }
}

void SimulationThread::serve(Requests& requests) {
  if (requests.load) openScene(std::move(*requests.load));
  if (!live_) return;
  if (requests.restart) {
    applyPending(false);
    live_->restart();
    changedSinceAutosave_ = true;
    publish();
  }
  travel(requests);
  if (requests.publish) publish();
  for (const auto& [index, name] : requests.materials) applyMaterial(index, name);
  for (const std::filesystem::path& file : requests.saves) writeSession(file);
  for (const auto& [file, view] : requests.scenes) writeSceneFile(file, view);
  for (const auto& take : requests.copies) take(live_->save());
  for (const auto& [frame, take] : requests.courses) handOverCourse(frame, take);
  if (requests.autosave) writeAutosave();
}

void SimulationThread::handOverCourse(std::uint64_t frame, const std::function<void(Course)>& take) try {
  take(live_->courseFrom(frame));
} catch (const std::exception& error) {
  say(ui::Message::Kind::Error, error.what());
  take({});
}

void SimulationThread::travel(const Requests& requests) {
  if (requests.cancelSeek) live_->stopSeeking();
  if (requests.branch) live_->switchBranch(*requests.branch);
  if (requests.seek) live_->seek(*requests.seek);
  for (int n = 0; n < requests.stepsBack; ++n) {
    while (live_->seeking()) live_->seekOn();
    live_->stepBack();
  }
  if (requests.cancelSeek || requests.branch || requests.seek || requests.stepsBack > 0) publish();
}

void SimulationThread::seekOn() {
  const auto until = Clock::now() + kSlice;
  try {
    while (live_->seeking() && Clock::now() < until) {
      live_->seekOn();
      const std::lock_guard lock(mutex_);
      if (stop_ || requests_.any()) break;
    }
  } catch (const std::exception& error) {
    live_->stopSeeking();
    say(ui::Message::Kind::Error, error.what());
  }
  publish();
}

void SimulationThread::openScene(LoadRequest request) {
  try {
    std::unique_ptr<LiveWorld> live = openWorld(request, threads_);
    const bool keeps = request.keepsEdits && live_;
    if (keeps) live->apply(live_->settings(), true);  // as a restart: refusals are not worth a message
    leaveSession(request.sessionFile);
    live_ = std::move(live);
    // A copy of another session is in no file.
    const bool copied = request.session != nullptr;
    edited_ = request.unsaved || ((keeps || copied) && !live_->world().commandLog().empty());
    if (!keeps) chosen_.clear();
    rollBacks_ = 0;
    changedSinceAutosave_ = request.unsaved || copied;
    if (request.unsaved) nextAutosave_ = {};  // at once: then the file that it comes from can go
    const std::shared_ptr<const Scene>& scene = live_->scene();
    const std::lock_guard lock(mutex_);
    pending_.clear();
    singleSteps_ = 0;
    for (const std::string& note : scene->notes) messages_.push_back({ui::Message::Kind::Info, note});
    if (request.unsaved) recovered_.emplace_back(request.name);
    view_.scene = scene;
    view_.detailReason = std::move(request.detailReason);
    view_.sessionFile = std::move(request.sessionFile);
    // A session stands where it was left, for whoever opens it to look.
    if (live_->world().stepIndex() > 0)
      view_.status.playing = false;
    else if (request.plays && !standsMeanwhile_)
      view_.status.playing = true;
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    if (!view_.scene) firstLoadError_ = std::current_exception();
    messages_.push_back({ui::Message::Kind::Error, error.what()});
  }
  {
    const std::lock_guard lock(mutex_);
    if (!requests_.load) view_.status.loading.clear();
  }
  if (live_) publish();
}

void SimulationThread::applyMaterial(std::size_t index, const std::string& name) {
  const World& world = live_->world();
  if (index >= world.materials().size()) return;
  try {
    const std::string_view method = world.method().key();
    const MaterialDefinition loaded = ooze::loadMaterial(name, method);
    const std::string& own = world.materials()[index].name;
    request([&] {
      const std::string label =
          fmt::format("{} becomes {}", own, std::filesystem::path(name).stem().string());
      chosen_[pending_.submitTogether(label, commandsToBecome(own, loaded, method))] = {index, loaded};
    });
  } catch (const std::exception& error) {
    say(ui::Message::Kind::Error, error.what());
  }
}

/// @param stays  the world stands still: it shows what is done at once
/// @return true if anything was done
bool SimulationThread::applyPending(bool stays) {
  if (!live_->takesCommands()) return false;
  std::vector<PendingEdit> waiting;
  {
    const std::lock_guard lock(mutex_);
    waiting = pending_.handOver();
  }
  std::vector<std::string> refused;
  const auto note = [&](std::vector<std::string> lines) {
    refused.insert(refused.end(), std::make_move_iterator(lines.begin()),
                   std::make_move_iterator(lines.end()));
  };
  std::vector<Submission> together;
  for (PendingEdit& p : waiting) {
    if (p.kind == PendingEdit::Kind::Command) {
      if (isEdit(p.submission.command)) edited_ = true;
      together.push_back(std::move(p.submission));
      continue;
    }
    note(live_->apply(std::exchange(together, {}), stays));
    live_->stopSeeking();  // there is more to undo where it stands than where it came from
    const ui::EditHistory there = live_->edits();
    const bool undoes = p.kind == PendingEdit::Kind::Undo;
    if (!(undoes ? there.undo : there.redo).empty()) edited_ = true;
    note(undoes ? live_->undo() : live_->redo());
  }
  note(live_->apply(std::move(together), stays));
  for (std::string& line : refused) say(ui::Message::Kind::Error, std::move(line));
  changedSinceAutosave_ |= !waiting.empty();
  return !waiting.empty();
}

void SimulationThread::advance(bool wholeFrame) {
  const auto begin = Clock::now();
  const double from = live_->world().time();
  const std::uint64_t firstStep = live_->world().stepIndex();
  const bool whole = takeSteps(wholeFrame);
  changedSinceAutosave_ = true;
  const auto end = Clock::now();
  // A world that cannot go on stands at the start of its frame, before where it was.
  const double simulated = std::max(0.0, live_->world().time() - from);
  {
    const std::lock_guard lock(mutex_);
    // A frame that comes late makes the next ones late too: slow motion, never a jump.
    const double length = simulated / std::max(view_.status.speed, 1e-3f);
    nextFrame_ = std::max(begin, nextFrame_) +
                 std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(length));
    nextFrame_ = secondsBetween(nextFrame_, end) > 0.0 ? end : nextFrame_;
  }
  measure(simulated, secondsBetween(begin, end), std::max(live_->world().stepIndex(), firstStep) - firstStep);
  publish();  // also after a failure: the world then stands at its last good state
  if (whole && frames_) handOverFrame();
}

/// One step, or those to the end of the frame. @return true if a frame has come to its end
bool SimulationThread::takeSteps(bool wholeFrame) try {
  live_->timer().clear();
  live_->timer().keepSlices(true);
  do {
    applyPending(!wholeFrame);
    live_->step();
    const std::lock_guard lock(mutex_);
    if (stop_ || requests_.load || requests_.restart || requests_.seek) break;
  } while (wholeFrame && !live_->world().atFrameBoundary());
  return live_->world().atFrameBoundary();
} catch (const std::exception& error) {
  const std::lock_guard lock(mutex_);
  view_.status.playing = false;
  pending_.clear();
  messages_.push_back(
      {ui::Message::Kind::Error,
       fmt::format("Stopped at {:.2f} s: {}. This is the last good state; what was done in that frame is "
                   "dropped.",
                   live_->world().time(), error.what())});
  return false;
}

void SimulationThread::handOverFrame() {
  std::shared_ptr<const Scene> scene;
  std::shared_ptr<const Snapshot> frame;
  {
    const std::lock_guard lock(mutex_);
    scene = view_.scene;
    frame = view_.snapshot;
  }
  frames_(*scene, std::move(frame));
}

}  // namespace ooze
