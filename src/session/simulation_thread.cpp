#include "session/simulation_thread.h"

#include <utility>

namespace ooze {

SimulationThread::SimulationThread(int threads, std::function<void()> wake, FrameSink frames)
    : threads_(threads), wake_(std::move(wake)), frames_(std::move(frames)), spray_(threads), thread_([this] {
        run();
      }) {}

SimulationThread::~SimulationThread() { finish(); }

void SimulationThread::finish() {
  setPace(nullptr, 0);
  request([this] { stop_ = true; });
  if (thread_.joinable()) thread_.join();
  writer_.wait();
}

void SimulationThread::request(const std::function<void()>& change) {
  {
    const std::lock_guard lock(mutex_);
    change();
  }
  changed_.notify_all();
}

void SimulationThread::submit(Command command) {
  request([&] { pending_.submit(std::move(command)); });
}

void SimulationThread::beginEdit(std::string label) {
  request([&] { pending_.beginGroup(std::move(label)); });
}

void SimulationThread::endEdit() {
  request([this] { pending_.endGroup(); });
}

void SimulationThread::undo() {
  request([this] { pending_.undo(); });
}

void SimulationThread::redo() {
  request([this] { pending_.redo(); });
}

void SimulationThread::setPlaying(bool playing) {
  request([&] {
    view_.status.playing = playing;
    if (!playing) standsMeanwhile_ = true;
    if (!playing) view_.status.simulatedOverWall = view_.status.stepsPerSecond = 0.0;
  });
}

void SimulationThread::singleStep() {
  request([this] {
    view_.status.playing = false;
    standsMeanwhile_ = true;
    ++singleSteps_;
  });
}

void SimulationThread::seek(std::uint64_t frame) {
  request([&] {
    view_.status.playing = false;
    requests_.seek = frame;
    requests_.cancelSeek = false;
    requests_.stepsBack = 0;
  });
}

void SimulationThread::cancelSeek() {
  request([this] {
    requests_.seek.reset();
    requests_.stepsBack = 0;
    requests_.cancelSeek = true;
  });
}

void SimulationThread::stepBack() {
  request([this] {
    view_.status.playing = false;
    ++requests_.stepsBack;
  });
}

void SimulationThread::switchBranch(std::size_t branch) {
  request([&] {
    view_.status.playing = false;
    requests_.branch = branch;
  });
}

void SimulationThread::save(std::filesystem::path file) {
  request([&] { requests_.saves.push_back(std::move(file)); });
}

void SimulationThread::saveScene(std::filesystem::path file, SceneView view) {
  request([&] { requests_.scenes.emplace_back(std::move(file), std::move(view)); });
}

void SimulationThread::setPace(std::shared_ptr<Pace> pace, std::size_t lane) {
  std::shared_ptr<Pace> before;
  std::size_t laneBefore = 0;
  std::uint64_t frame = 0;
  request([&] {
    before = std::exchange(pace_, nullptr);
    laneBefore = lane_;
    if (view_.snapshot) frame = view_.snapshot->frame;
  });
  if (before) before->leave(laneBefore);
  if (!pace) return;
  pace->enter(lane, frame, [this] { request([] {}); });
  request([&] {
    pace_ = std::move(pace);
    lane_ = lane;
    requests_.publish = true;  // which tells the pace where the world is by now
  });
}

void SimulationThread::copySession(std::function<void(SaveFile)> take) {
  request([&] { requests_.copies.push_back(std::move(take)); });
}

void SimulationThread::copyCourse(std::uint64_t frame, std::function<void(Course)> take) {
  request([&] { requests_.courses.emplace_back(frame, std::move(take)); });
}

void SimulationThread::reset(bool forget) {
  request([&] {
    if (!view_.scene) return;
    if (!forget) {
      requests_.restart = true;
      return;
    }
    pending_.clear();
    requests_.load = LoadRequest{view_.scene->file.string(), view_.scene->detail, {}, view_.detailReason};
    view_.status.loading = view_.scene->title;
  });
}

void SimulationThread::load(std::string nameOrPath, std::optional<Detail> detail) {
  request([&] { requestScene(std::move(nameOrPath), detail, {}, true); });
}

void SimulationThread::open(std::string nameOrPath, std::optional<Detail> detail,
                            std::vector<std::string> assignments) {
  request([&] { requestScene(std::move(nameOrPath), detail, std::move(assignments), false); });
}

void SimulationThread::requestScene(std::string nameOrPath, std::optional<Detail> detail,
                                    std::vector<std::string> assignments, bool plays) {
  if (detail) usersDetail_ = detail;
  view_.status.loading = std::filesystem::path(nameOrPath).stem().string();
  LoadRequest load{std::move(nameOrPath), usersDetail_, std::move(assignments), {}};
  std::error_code ignored;
  load.keepsEdits = detail && view_.scene && view_.scene->detail != *detail &&
                    std::filesystem::equivalent(view_.scene->file, load.name, ignored);
  if (isSession(load.name)) load.sessionFile = std::filesystem::absolute(load.name, ignored);
  // Another scene is opened to see it run; the same one at another detail goes on as it was.
  load.plays = plays && !load.keepsEdits;
  standsMeanwhile_ = false;
  requests_.load = std::move(load);
}

void SimulationThread::recover(std::filesystem::path autosave) {
  request([&] {
    view_.status.loading = "the lost session";
    requests_.load = LoadRequest{autosave.string(), {}, {}, {}};
    requests_.load->unsaved = true;
  });
}

void SimulationThread::open(SaveFile session) {
  auto shared = std::make_shared<const SaveFile>(std::move(session));
  request([&] {
    view_.status.loading = shared->sceneName;
    requests_.load = LoadRequest{shared->sceneName, {}, {}, {}, shared};
  });
}

void SimulationThread::loadMaterial(std::size_t index, std::string nameOrPath) {
  request([&] { requests_.materials.emplace_back(index, std::move(nameOrPath)); });
}

void SimulationThread::setSpeed(float speed) {
  request([&] { view_.status.speed = speed; });
}

void SimulationThread::setContent(SnapshotContent content) {
  request([&] {
    if (content == content_) return;
    content_ = content;
    requests_.publish = true;
  });
}

void SimulationThread::inspect(bool on, std::optional<std::uint32_t> particle) {
  if (inspector_.want(on, particle)) request([] {});
}

}  // namespace ooze
