#include "session/simulation_loop.h"

#include "world/commands/command_rows.h"
#include "world/commands/world_values.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace ooze {
namespace {

constexpr auto kSlice = std::chrono::milliseconds(100);  // time between published views during a seek

/// Returns true if a scene is the requested one, perhaps at another detail or restarted.
/// @param asked  null: no scene was loaded at the time of the request
bool isOf(const Scene& scene, const Scene* asked) {
  return !asked || (scene.file == asked->file && scene.world.method == asked->world.method);
}

}  // namespace

SimulationLoop::SimulationLoop(SharedSession& shared, SessionSaver& keeper, StepInspector& inspector,
                               int threads, FrameSink frames)
    : shared_(shared),
      keeper_(keeper),
      inspector_(inspector),
      threads_(threads),
      frames_(std::move(frames)),
      publisher_(shared, inspector, threads) {}

void SimulationLoop::run() {
  while (true) {
    shared_.waitUntil([this](const State& s) { return nextWork(s); });
    SessionRequests requests;
    bool stop = false, single = false, inspecting = false;
    shared_.with([&](State& s) {
      stop = s.stop;
      if (stop) return;
      requests = s.requests.take();
      single = s.requests.singleSteps > 0 && live_ && !live_->seeking();
      if (single) --s.requests.singleSteps;
      inspecting = inspectionDue(s);
    });
    if (stop) break;
    serve(requests);
    if (!live_) continue;
    // The status is read after serving requests, because an opened session is paused.
    bool playing = false, begins = false, edited = false;
    shared_.with([&](const State& s) {
      playing = s.view.status.playing;
      begins = playing && mayBegin(s);
      edited = s.pending.waiting();
    });
    if (playback_.active() && edited) stopAtShownFrame();
    if (playback_.active() && (playing || single)) endPlayback();
    if (playback_.active()) {
      showStoredFrame();
      keeper_.autosaveIfDue(*live_);
      continue;
    }
    if (playing) live_->stopSeeking();
    if (live_->seeking()) {
      seekOn();
    } else {
      if (!playing && applyPending(true)) publish();
      if (single) advance(false);
      if (begins && Clock::now() >= clock_.nextFrame()) advance(true);
    }
    if (inspecting) inspect();
    keeper_.autosaveIfDue(*live_);
  }
  keeper_.saveAtExit(live_.get());
}

SimulationLoop::Clock::time_point SimulationLoop::nextWork(const State& state) {
  if (asked(state)) return Clock::time_point::min();
  if (state.view.status.playing && live_)
    return mayBegin(state) ? clock_.nextFrame() : Clock::time_point::max();
  clock_.pause();
  if (playback_.active()) return std::min(playback_.nextFrame(), keeper_.nextAutosave());
  return keeper_.nextAutosave();
}

bool SimulationLoop::asked(const State& state) const {
  if (state.stop || state.requests.any()) return true;
  if (!live_) return false;
  if (state.requests.singleSteps > 0 || live_->seeking() || inspectionDue(state)) return true;
  return !state.view.status.playing && live_->takesCommands() && state.pending.waiting();
}

bool SimulationLoop::inspectionDue(const State& state) const {
  return live_ && live_->takesCommands() && !live_->seeking() && !state.view.status.moves() &&
         inspector_.due();
}

bool SimulationLoop::mayBegin(const State& state) const {
  if (state.playableScene && *state.playableScene != state.view.scene) return false;
  return !state.pace || !live_ || state.pace->mayBegin(state.lane, live_->world().frameIndex());
}

void SimulationLoop::serve(SessionRequests& requests) {
  if (requests.changesMoment()) endPlayback();
  if (requests.load) openScene(std::move(*requests.load));
  if (!live_) return;
  if (requests.restart) restart();
  travel(requests);
  if (requests.playBack) *requests.playBack ? beginPlayback() : pausePlayback();
  if (requests.publish && !playback_.active()) publish();
  for (const MaterialRequest& wanted : requests.materials) applyMaterial(wanted);
  for (const std::filesystem::path& file : requests.saves) keeper_.save(*live_, file);
  for (const auto& [file, view] : requests.scenes) writeSceneFile(file, view);
  for (const auto& take : requests.copies) take(live_->save());
  for (const auto& [frame, take] : requests.replaySources) handOverReplaySource(frame, take);
  if (requests.autosave) keeper_.autosave(*live_);
}

void SimulationLoop::openScene(LoadRequest request) {
  try {
    std::unique_ptr<LiveWorld> live = openWorld(request, threads_);
    const bool keeps = request.keepsEdits && live_;
    if (keeps) {
      live->presentEdits().apply(live_->settings(), true);  // refusals are not reported, as in a restart
      live->takeOriginals(*live_);
    }
    keeper_.leave(live_.get(), request.sessionFile);
    live_ = std::move(live);
    // A copy of another session is in no file yet.
    const bool copied = request.session != nullptr;
    keeper_.begin(request, request.unsaved || ((keeps || copied) && !live_->world().commandLog().empty()));
    publisher_.begin();
    const std::shared_ptr<const Scene>& scene = live_->scene();
    shared_.with([&](State& s) {
      s.pending.clear();
      s.requests.singleSteps = 0;
      for (const auto* notes : {&scene->notes, &live_->world().meshNotes()})
        for (const std::string& note : *notes) s.messages.push_back({Message::MessageKind::Info, note});
      s.view.detailReason = std::move(request.detailReason);
      s.view.sessionFile = std::move(request.sessionFile);
      // A session opens paused at the saved moment, so that the user can look first.
      if (live_->world().stepIndex() > 0)
        s.view.status.playing = false;
      else if (request.plays && !s.requests.isPausedWhileLoading)
        s.view.status.playing = true;
    });
  } catch (const std::exception& error) {
    shared_.with([&](State& s) {
      if (!s.view.scene) s.firstLoadError = std::current_exception();
      s.messages.push_back({Message::MessageKind::Error, error.what()});
    });
  }
  shared_.with([](State& s) {
    if (!s.requests.load) s.view.status.loading.clear();
  });
  if (live_) publish();
}

void SimulationLoop::restart() {
  applyPending(false);
  const double reached = live_->world().time();
  const bool branched = live_->restart();
  keeper_.noteChange();
  publish();
  if (reached > 0.0)
    shared_.say({Message::MessageKind::Info,
                 fmt::format("Started again. The run to {:.1f} s is kept: {} to go back to it.", reached,
                             branched ? "choose its branch on the timeline" : "click on the timeline"),
                 "restart"});
}

void SimulationLoop::travel(const SessionRequests& requests) {
  if (requests.cancelSeek) live_->stopSeeking();
  if (requests.branch) live_->switchBranch(*requests.branch);
  if (requests.seek) live_->seek(*requests.seek);
  for (int n = 0; n < requests.stepsBack; ++n) {
    while (live_->seeking()) live_->seekOn();
    live_->stepBack();
  }
  if (requests.cancelSeek || requests.branch || requests.seek || requests.stepsBack > 0) publish();
}

void SimulationLoop::applyMaterial(const MaterialRequest& wanted) {
  const World& world = live_->world();
  const std::string card = std::filesystem::path(wanted.name).stem().string();
  if (!isOf(*live_->scene(), wanted.scene.get()))
    return shared_.say(Message::MessageKind::Error,
                       fmt::format("{} was chosen for \"{}\", but \"{}\" is open now. Nothing was changed.",
                                   card, shownTitle(*wanted.scene), shownTitle(*live_->scene())));
  if (wanted.index >= world.materials().size()) return;
  try {
    const std::string_view method = world.method().key();
    const MaterialDefinition loaded = loadMaterial(wanted.name, method);
    const std::string& own = world.materials()[wanted.index].name;
    const std::string label = fmt::format("{} becomes {}", own, card);
    std::vector<Command> commands = commandsToBecome(own, loaded, method);
    const std::uint64_t edit =
        shared_.with([&](State& s) { return s.pending.submitTogether(label, std::move(commands)); });
    live_->noteMaterial(edit, wanted.index, loaded);
  } catch (const std::exception& error) {
    shared_.say(Message::MessageKind::Error, error.what());
  }
}

/// Saves the world as a scene, after applying the edits requested before. The file is a few kilobytes, so
/// this thread writes the file itself.
void SimulationLoop::writeSceneFile(const std::filesystem::path& file, const SceneView& view) try {
  applyPending(shared_.with([](const State& s) { return !s.view.status.playing; }));
  const std::vector<std::string> left = writeScene(*live_->scene(), live_->world(), view, file);
  const std::string without = left.empty() ? "" : fmt::format(" Left out: {}.", fmt::join(left, ", "));
  shared_.say(
      Message::MessageKind::Info,
      fmt::format(
          "Saved as scene {}. It has the nozzles and solids as they are now, and the liquid of the start.{}",
          file.string(), without));
} catch (const std::exception& error) {
  shared_.say(Message::MessageKind::Error, error.what());
}

void SimulationLoop::handOverReplaySource(std::uint64_t frame,
                                          const std::function<void(ReplaySource)>& take) try {
  take(live_->replaySourceFrom(frame));
} catch (const std::exception& error) {
  shared_.say(Message::MessageKind::Error, error.what());
  take({});
}

/// Applies the waiting edits.
/// @param stays  true if the world is paused and shows the result at once
/// @return true if anything was done
bool SimulationLoop::applyPending(bool stays) {
  if (!live_->takesCommands()) return false;
  std::vector<EditPiece> waiting = shared_.with([](State& s) { return s.pending.handOver(); });
  if (waiting.empty()) return false;
  std::vector<std::string> refused;
  const auto note = [&](std::vector<std::string> lines) {
    refused.insert(refused.end(), std::make_move_iterator(lines.begin()),
                   std::make_move_iterator(lines.end()));
  };
  std::vector<EditPiece> together;
  for (EditPiece& p : waiting) {
    if (p.kind == EditPiece::PieceKind::Do) {
      // What the program submits by itself, as the tour does, is no edit of the user's.
      if (p.edit != 0 && !isMouseDrag(p.commands.front())) keeper_.noteEdit();
      // What a message said about an undo no longer holds after an edit.
      if (p.edit != 0) endUndoMessage();
      together.push_back(std::move(p));
      continue;
    }
    // A seek ends first, because the present moment may have more to undo than the start of the seek.
    WorldEdits& edits = live_->presentEdits();
    note(edits.apply(std::exchange(together, {}), stays));
    edits.settle();
    note(undoOrRedo(edits, p.kind == EditPiece::PieceKind::Undo));
  }
  note(live_->presentEdits().apply(std::move(together), stays));
  for (std::string& line : refused) shared_.say(Message::MessageKind::Error, std::move(line));
  keeper_.noteChange();
  return true;
}

/// Removes the message about the last undo or redo from the view.
void SimulationLoop::endUndoMessage() {
  exactIsShown_ = false;
  if (std::exchange(undoIsShown_, false)) shared_.say({Message::MessageKind::Info, "", "undo"});
}

/// Undoes or redoes an edit, and tells the user which one and how.
/// @return the reasons for refused commands, a line each
std::vector<std::string> SimulationLoop::undoOrRedo(WorldEdits& edits, bool undoes) {
  const EditHistory labels = edits.labels();
  const std::string& label = undoes ? labels.undo : labels.redo;
  const auto tell = [this](std::string text) {
    undoIsShown_ = true, exactIsShown_ = false;
    shared_.say({Message::MessageKind::Info, std::move(text), "undo"});
  };
  if (label.empty()) {
    tell(undoes ? "No edit to undo at this time." : "No edit to redo at this time.");
    return {};
  }
  keeper_.noteEdit();
  const bool exact = undoes && edits.undoesExactly();
  const std::size_t before = live_->world().particles().size();
  std::vector<std::string> refused = undoes ? edits.undo() : edits.redo();
  const bool removes = live_->world().particles().size() < before;
  if (refused.empty() && undoes)
    tell(fmt::format("Undone: {}. {}", label,
                     exact     ? "The world is exactly as before the edit."
                     : removes ? "The liquid that it added is removed. Other liquid stays where it is."
                               : "Liquid that has moved since the edit stays where it is.")),
        exactIsShown_ = exact;
  else if (refused.empty())
    tell(fmt::format("Redone: {}.", label));
  return refused;
}

void SimulationLoop::inspect() {
  // A replayed step includes the commands recorded for the step.
  const auto feed = [this](World& copy) { live_->history().feed(copy); };
  if (std::string problem = inspector_.look(live_->world(), threads_, feed); !problem.empty())
    shared_.say(Message::MessageKind::Error, std::move(problem));
  shared_.wake();
}

void SimulationLoop::beginPlayback() {
  live_->stopSeeking();
  const FrameStore& frames = publisher_.frames();
  if (frames.size() < 2)
    return shared_.say({Message::MessageKind::Info, "There is nothing to play back yet.", "playback"});
  playback_.begin(frames, live_->world().frameIndex(), Clock::now());
  shared_.with([](State& s) { s.view.status.playingBack = true; });
}

/// Ends the playback and shows the world as it is.
void SimulationLoop::endPlayback() {
  if (!playback_.active()) return;
  playback_.end();
  shared_.with([](State& s) { s.view.status.playingBack = false; });
  publish();
}

/// Ends the playback and goes to the frame that is shown.
void SimulationLoop::pausePlayback() {
  if (!playback_.active()) return;
  const std::uint64_t shown = shared_.with([](const State& s) { return s.view.snapshot->frame; });
  playback_.end();
  live_->seek(shown);
  // The stored frame stays in view until the world has come there.
  shared_.with([&](State& s) {
    s.view.status.playingBack = false;
    s.view.timeline.seeking = shown;
  });
}

/// Ends the playback for an edit, which acts at the frame that is shown. The world is brought there first;
/// the nearest keyframe is a few frames away.
void SimulationLoop::stopAtShownFrame() {
  pausePlayback();
  while (live_->seeking() && !shared_.with([](const State& state) { return state.stop; })) seekOn();
  shared_.say({Message::MessageKind::Info,
               fmt::format("Paused at frame {} for the change. Play goes on from there.",
                           live_->world().frameIndex()),
               "playback"});
}

void SimulationLoop::showStoredFrame() {
  if (Clock::now() < playback_.nextFrame()) return;
  const FrameStore& frames = publisher_.frames();
  const float speed = shared_.with([](const State& s) { return s.view.status.speed; });
  const double rate = live_->world().spec().framesPerSecond * static_cast<double>(speed);
  publisher_.publishStored(playback_.advance(frames, rate, Clock::now()));
}

void SimulationLoop::seekOn() {
  const auto until = Clock::now() + kSlice;
  try {
    while (live_->seeking() && Clock::now() < until) {
      live_->seekOn();
      if (shared_.with([](const State& s) { return s.stop || s.requests.any(); })) break;
    }
  } catch (const std::exception& error) {
    live_->stopSeeking();
    shared_.say(Message::MessageKind::Error, error.what());
  }
  publish();
}

void SimulationLoop::advance(bool wholeFrame) {
  FrameClock::FrameWork work;
  work.begin = Clock::now();
  const double from = live_->world().time();
  const std::uint64_t firstStep = live_->world().stepIndex();
  const bool whole = takeSteps(wholeFrame);
  keeper_.noteChange();
  work.end = Clock::now();
  // After a failed frame, the world is at the start of the frame, before its time at the call.
  work.simulated = std::max(0.0, live_->world().time() - from);
  work.steps = std::max(live_->world().stepIndex(), firstStep) - firstStep;
  shared_.with([&](State& s) { clock_.note(work, s.view.status); });
  publish();  // also after a failure, when the world is in its last valid state
  if (whole && frames_) handOverFrame();
}

/// Takes one step, or all steps to the end of the frame.
/// @return true if a frame was finished
bool SimulationLoop::takeSteps(bool wholeFrame) try {
  live_->timer().clear();
  live_->timer().keepSlices(true);
  do {
    applyPending(!wholeFrame);
    live_->step();
    if (exactIsShown_) endUndoMessage();
    const bool interrupted = shared_.with(
        [](const State& s) { return s.stop || s.requests.load || s.requests.restart || s.requests.seek; });
    if (interrupted) break;
  } while (wholeFrame && !live_->world().atFrameBoundary());
  return live_->world().atFrameBoundary();
} catch (const std::exception& error) {
  shared_.with([&](State& s) {
    s.view.status.playing = false;
    s.pending.clear();
    s.messages.push_back(
        {Message::MessageKind::Error,
         fmt::format(
             "Stopped at {:.2f} s: {}. This is the last good state. Edits made in that frame are lost.",
             live_->world().time(), error.what())});
  });
  return false;
}

void SimulationLoop::handOverFrame() {
  std::shared_ptr<const Scene> scene;
  std::shared_ptr<const Snapshot> frame;
  shared_.with([&](const State& s) {
    scene = s.view.scene;
    frame = s.view.snapshot;
  });
  frames_(*scene, std::move(frame));
}

}  // namespace ooze
