#include "session/simulation_thread.h"

#include <utility>

namespace ooze {

SimulationThread::SimulationThread(int threads, std::function<void()> wake, FrameSink frames)
    : shared_(std::move(wake)),
      keeper_(shared_),
      loop_(shared_, keeper_, inspector_, threads, std::move(frames)),
      thread_([this] { loop_.run(); }) {}

SimulationThread::~SimulationThread() { finish(); }

void SimulationThread::finish() {
  setFrameBarrier(nullptr, 0);
  shared_.ask([](State& s) { s.stop = true; });
  if (thread_.joinable()) thread_.join();
  keeper_.wait();
}

// Edits.

void SimulationThread::submit(Command command) {
  shared_.ask([&](State& s) { s.pending.submit(std::move(command)); });
}

void SimulationThread::submitWithoutUndo(Command command) {
  shared_.ask([&](State& s) { s.pending.submitWithoutUndo(std::move(command)); });
}

void SimulationThread::beginEdit(std::string label) {
  shared_.ask([&](State& s) { s.pending.beginGroup(std::move(label)); });
}

void SimulationThread::endEdit() {
  shared_.ask([](State& s) { s.pending.endGroup(); });
}

void SimulationThread::undo() {
  shared_.ask([](State& s) { s.pending.undo(); });
}

void SimulationThread::redo() {
  shared_.ask([](State& s) { s.pending.redo(); });
}

void SimulationThread::loadMaterial(std::size_t index, std::string nameOrPath) {
  shared_.ask([&](State& s) {
    s.requests.materials.push_back({index, std::move(nameOrPath), s.view.scene});
  });
}

// Time.

void SimulationThread::setPlaying(bool playing) {
  shared_.ask([&](State& s) {
    s.view.status.playing = playing;
    if (playing) return;
    s.requests.pause(s.view.status);
    s.view.status.simulatedOverWall = s.view.status.stepsPerSecond = 0.0;
  });
}

void SimulationThread::singleStep() {
  shared_.ask([](State& s) {
    s.requests.pause(s.view.status);
    ++s.requests.singleSteps;
  });
}

void SimulationThread::setSpeed(float speed) {
  shared_.ask([&](State& s) { s.view.status.speed = speed; });
}

void SimulationThread::seek(std::uint64_t frame) {
  shared_.ask([&](State& s) {
    s.view.status.playing = false;
    s.requests.goTo(frame);
  });
}

void SimulationThread::cancelSeek() {
  shared_.ask([](State& s) { s.requests.stay(); });
}

void SimulationThread::stepBack() {
  shared_.ask([](State& s) {
    s.view.status.playing = false;
    ++s.requests.stepsBack;
  });
}

void SimulationThread::playBack(bool on) {
  shared_.ask([&](State& s) {
    if (on) s.requests.pause(s.view.status);
    s.requests.playBack = on;
  });
}

void SimulationThread::switchBranch(std::size_t branch) {
  shared_.ask([&](State& s) {
    s.view.status.playing = false;
    s.requests.branch = branch;
  });
}

void SimulationThread::allowPlaying(std::shared_ptr<const Scene> scene) {
  shared_.ask([&](State& s) { s.playableScene = std::move(scene); });
}

void SimulationThread::setFrameBarrier(std::shared_ptr<FrameBarrier> pace, std::size_t lane) {
  std::shared_ptr<FrameBarrier> before;
  std::size_t laneBefore = 0;
  std::uint64_t frame = 0;
  shared_.ask([&](State& s) {
    before = std::exchange(s.pace, nullptr);
    laneBefore = s.lane;
    if (s.view.snapshot) frame = s.view.snapshot->frame;
  });
  if (before) before->leave(laneBefore);
  if (!pace) return;
  pace->enter(lane, frame, [this] { shared_.nudge(); });
  shared_.ask([&](State& s) {
    s.pace = std::move(pace);
    s.lane = lane;
    s.requests.publish = true;  // publishing reports the present frame to the pace
  });
}

// Scenes and sessions.

void SimulationThread::load(std::string nameOrPath, std::optional<Detail> detail) {
  shared_.ask([&](State& s) { s.requests.open(std::move(nameOrPath), detail, {}, true, s.view); });
}

void SimulationThread::changeMethod(std::string key) {
  shared_.ask([&](State& s) {
    if (!s.view.scene) return;
    s.pending.clear();
    s.requests.changeMethod(std::move(key), s.view);
  });
}

void SimulationThread::open(std::string nameOrPath, std::optional<Detail> detail,
                            std::vector<std::string> assignments, std::string method) {
  shared_.ask([&](State& s) {
    s.requests.open(std::move(nameOrPath), detail, std::move(assignments), false, s.view);
    s.requests.load->method = std::move(method);
  });
}

void SimulationThread::open(SaveFile session) {
  auto shared = std::make_shared<const SaveFile>(std::move(session));
  shared_.ask([&](State& s) {
    s.view.status.loading = shared->sceneName;
    s.requests.load = LoadRequest{shared->sceneName, {}, {}, {}, shared};
  });
}

void SimulationThread::recover(std::filesystem::path autosave) {
  shared_.ask([&](State& s) {
    s.view.status.loading = "the autosaved session";
    s.requests.load = LoadRequest{autosave.string(), {}, {}, {}};
    s.requests.load->unsaved = true;
  });
}

void SimulationThread::reset(bool forget) {
  shared_.ask([&](State& s) {
    if (!s.view.scene) return;
    if (forget) s.pending.clear();
    s.requests.reset(forget, s.view);
  });
}

void SimulationThread::copySession(std::function<void(SaveFile)> take) {
  shared_.ask([&](State& s) { s.requests.copies.push_back(std::move(take)); });
}

void SimulationThread::copyReplaySource(std::uint64_t frame, std::function<void(ReplaySource)> take) {
  shared_.ask([&](State& s) { s.requests.replaySources.emplace_back(frame, std::move(take)); });
}

// Files.

void SimulationThread::save(std::filesystem::path file) {
  shared_.ask([&](State& s) { s.requests.saves.push_back(std::move(file)); });
}

void SimulationThread::saveScene(std::filesystem::path file, SceneView view) {
  shared_.ask([&](State& s) { s.requests.scenes.emplace_back(std::move(file), std::move(view)); });
}

void SimulationThread::autosave(std::filesystem::path file, double seconds) {
  keeper_.autosaveTo(std::move(file), seconds);
  shared_.nudge();
}

bool SimulationThread::autosaveNow(double seconds) {
  const std::optional<std::uint64_t> begun = keeper_.autosavesBegun();
  if (!begun || !view().snapshot) return false;
  shared_.ask([](State& s) { s.requests.autosave = true; });
  return keeper_.waitForAutosave(*begun, seconds);
}

void SimulationThread::setUnsavedFolder(std::filesystem::path folder) {
  keeper_.setUnsavedFolder(std::move(folder));
}

bool SimulationThread::kept() const { return keeper_.kept(); }

std::vector<std::filesystem::path> SimulationThread::takeSavedElsewhere() {
  return keeper_.takeSavedElsewhere();
}

// Views.

void SimulationThread::setContent(const SnapshotContent& content) {
  shared_.ask([&](State& s) {
    if (content == s.content) return;
    s.content = content;
    s.requests.publish = true;
  });
}

void SimulationThread::inspect(bool on, std::optional<std::uint32_t> particle) {
  if (inspector_.want(on, particle)) shared_.nudge();
}

SessionView SimulationThread::view() const {
  return shared_.with([this](const State& s) {
    SessionView view = s.view;
    view.stepRecord = inspector_.record();
    view.pending = s.pending.commands();
    return view;
  });
}

std::vector<Message> SimulationThread::takeMessages() {
  return shared_.with([](State& s) { return std::exchange(s.messages, {}); });
}

std::exception_ptr SimulationThread::firstLoadError() const {
  return shared_.with([](const State& s) { return s.firstLoadError; });
}

std::vector<LoggedCommand> SimulationThread::commandLog() const {
  return shared_.with([](const State& s) { return s.log; });
}

}  // namespace ooze
