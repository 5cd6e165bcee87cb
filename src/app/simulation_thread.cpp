#include "app/simulation_thread.h"

#include "ooze/base/error.h"

#include "app/detail_choice.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace {

constexpr double kSameEdit = 0.6;  // between values of one target that are undone as one [s]
constexpr auto kSlice = std::chrono::milliseconds(100);  // between pictures of a way through the timeline

double secondsBetween(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

bool isSession(const std::string& name) { return std::filesystem::path(name).extension() == ".ooze"; }

}  // namespace

SimulationThread::SimulationThread(int threads, std::function<void()> wake, FrameSink frames)
    : threads_(threads), wake_(std::move(wake)), frames_(std::move(frames)), thread_([this] { run(); }) {}

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
  request([&] { enqueue(std::move(command)); });
}

// Only the latest of several edits of one target between two steps counts: a dragged slider fills no log. Not
// so of events, and an edit stays on its side of them: to carry, let go and carry again are three.
void SimulationThread::enqueue(Command command) {
  Submission submission{std::move(command)};
  submission.edit = editOf(submission.command);
  if (grouped_) submission.label = groupLabel_;
  for (auto p = pending_.rbegin(); p != pending_.rend() && !p->handedOver; ++p) {
    if (p->kind != Pending::Kind::Command) break;
    const Submission& s = p->submission;
    if (s.edit != submission.edit || effectOf(s.command.target) == CommandEffect::Event) break;
    if (s.command.target != submission.command.target) continue;
    p->submission = std::move(submission);
    return;
  }
  pending_.push_back({.submission = std::move(submission)});
}

/// The number of the edit that a command of now is part of.
std::uint64_t SimulationThread::editOf(const Command& command) {
  if (grouped_) return edit_;
  const auto now = Clock::now();
  const bool goesOn = command.target == lastTarget_ && effectOf(command.target) != CommandEffect::Event &&
                      secondsBetween(lastSubmitted_, now) < kSameEdit;
  lastTarget_ = command.target;
  lastSubmitted_ = now;
  return goesOn ? edit_ : ++edit_;
}

void SimulationThread::beginEdit(std::string label) {
  request([&] {
    ++edit_;
    grouped_ = true;
    groupLabel_ = std::move(label);
  });
}

void SimulationThread::endEdit() {
  request([this] {
    grouped_ = false;
    lastTarget_.clear();
  });
}

void SimulationThread::undo() {
  request([this] {
    lastTarget_.clear();
    pending_.push_back({.kind = Pending::Kind::Undo});
  });
}

void SimulationThread::redo() {
  request([this] {
    lastTarget_.clear();
    pending_.push_back({.kind = Pending::Kind::Redo});
  });
}

void SimulationThread::setPlaying(bool playing) {
  request([&] {
    view_.status.playing = playing;
    if (!playing) view_.status.simulatedOverWall = view_.status.stepsPerSecond = 0.0;
  });
}

void SimulationThread::singleStep() {
  request([this] {
    view_.status.playing = false;
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
  open(std::move(nameOrPath), detail, {});
}

void SimulationThread::open(std::string nameOrPath, std::optional<Detail> detail,
                            std::vector<std::string> assignments) {
  request([&] {
    if (detail) usersDetail_ = detail;
    view_.status.loading = std::filesystem::path(nameOrPath).stem().string();
    requests_.load = LoadRequest{std::move(nameOrPath), usersDetail_, std::move(assignments), {}};
    std::error_code ignored;
    requests_.load->keepsEdits =
        detail && view_.scene && view_.scene->detail != *detail &&
        std::filesystem::equivalent(view_.scene->file, requests_.load->name, ignored);
    if (isSession(requests_.load->name))
      requests_.load->sessionFile = std::filesystem::absolute(requests_.load->name, ignored);
  });
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

bool SimulationThread::commandsWait() const {
  return std::any_of(pending_.begin(), pending_.end(), [](const Pending& p) { return !p.handedOver; });
}

bool SimulationThread::inspectionDue() const {
  return live_ && live_->takesCommands() && !live_->seeking() && !view_.status.playing && inspector_.due();
}

bool SimulationThread::asked() const {
  if (stop_ || requests_.any()) return true;
  if (!live_) return false;
  if (singleSteps_ > 0 || live_->seeking() || inspectionDue()) return true;
  return !view_.status.playing && live_->takesCommands() && commandsWait();
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
  for (const auto& take : requests.copies) take(live_->save());
  if (requests.autosave) writeAutosave();
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

std::unique_ptr<LiveWorld> SimulationThread::opened(LoadRequest& request) const {
  if (request.session) return std::make_unique<LiveWorld>(*request.session, threads_);
  if (isSession(request.name)) try {
      auto live = std::make_unique<LiveWorld>(readSave(request.name), threads_);
      std::vector<Submission> assigned;
      for (const std::string& text : request.assignments)
        assigned.push_back({parseAssignment(text, live->scene()->world.method)});
      for (const std::string& line : live->apply(std::move(assigned), true)) throw InputError(line);
      return live;
    } catch (const InputError& error) {
      const std::string line = error.what();
      throw InputError(line.starts_with(request.name) ? line : fmt::format("{}: {}", request.name, line));
    }
  if (!request.detail) {
    const DetailChoice choice = chooseDetailFor(request.name, threads_);
    request.detail = choice.detail;
    request.detailReason = choice.reason;
  }
  auto scene = std::make_shared<const Scene>(loadScene(request.name, *request.detail));
  std::vector<Command> commands;
  for (const std::string& text : request.assignments)
    commands.push_back(parseAssignment(text, scene->world.method));
  return std::make_unique<LiveWorld>(std::move(scene), threads_, commands);
}

void SimulationThread::openScene(LoadRequest request) {
  try {
    std::unique_ptr<LiveWorld> live = opened(request);
    const bool keeps = request.keepsEdits && live_;
    if (keeps) live->apply(live_->settings(), true);  // as a restart: refusals are not worth a message
    leaveSession();
    live_ = std::move(live);
    edited_ = request.unsaved || !live_->world().commandLog().empty();
    if (!keeps) chosen_.clear();
    rollBacks_ = 0;
    changedSinceAutosave_ = false;
    const std::shared_ptr<const Scene>& scene = live_->scene();
    const std::lock_guard lock(mutex_);
    pending_.clear();
    singleSteps_ = 0;
    for (const std::string& note : scene->notes) messages_.push_back({ui::Message::Kind::Info, note});
    view_.scene = scene;
    view_.detailReason = std::move(request.detailReason);
    view_.sessionFile = std::move(request.sessionFile);
    // It stands where it was left, for whoever opens it to look.
    if (live_->world().stepIndex() > 0) view_.status.playing = false;
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
    const std::vector<ParameterInfo>& rows = findMethod(method).parameters();
    const std::string own = world.materials()[index].name, prefix = "material." + own + ".";
    beginEdit(fmt::format("{} becomes {}", own, std::filesystem::path(name).stem().string()));
    for (std::size_t i = 0; i < rows.size() && i < loaded.values.size(); ++i)
      submit({prefix + std::string(rows[i].key), {loaded.values[i]}});
    const auto channel = [&](int shift) {
      return static_cast<float>(loaded.colour >> shift & 0xffu) / 255.f;
    };
    submit({prefix + "colour", {channel(0), channel(8), channel(16)}});
    submit({prefix + "look", {}, loaded.look});
    {
      const std::lock_guard lock(mutex_);
      chosen_[edit_] = {index, loaded};
    }
    endEdit();
  } catch (const std::exception& error) {
    say(ui::Message::Kind::Error, error.what());
  }
}

/// @param stays  the world stands still: it shows what is done at once
/// @return true if anything was done
bool SimulationThread::applyPending(bool stays) {
  if (!live_->takesCommands()) return false;
  std::vector<Pending> waiting;
  {
    const std::lock_guard lock(mutex_);
    for (Pending& p : pending_)
      if (!std::exchange(p.handedOver, true)) waiting.push_back(p);
  }
  std::vector<std::string> refused;
  const auto note = [&](std::vector<std::string> lines) {
    refused.insert(refused.end(), std::make_move_iterator(lines.begin()),
                   std::make_move_iterator(lines.end()));
  };
  std::vector<Submission> together;
  for (Pending& p : waiting) {
    if (p.kind == Pending::Kind::Command) {
      if (isEdit(p.submission.command)) edited_ = true;
      together.push_back(std::move(p.submission));
      continue;
    }
    edited_ = true;
    note(live_->apply(std::exchange(together, {}), stays));
    note(p.kind == Pending::Kind::Undo ? live_->undo() : live_->redo());
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
  bool whole = false;  ///< a frame has come to its end
  try {
    live_->timer().clear();
    live_->timer().keepSlices(true);
    do {
      applyPending(!wholeFrame);
      live_->step();
      const std::lock_guard lock(mutex_);
      if (stop_ || requests_.load || requests_.restart || requests_.seek) break;
    } while (wholeFrame && !live_->world().atFrameBoundary());
    whole = live_->world().atFrameBoundary();
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    view_.status.playing = false;
    pending_.clear();
    messages_.push_back(
        {ui::Message::Kind::Error,
         fmt::format("Stopped at {:.2f} s: {}. This is the last good state; what was done in that frame is "
                     "dropped.",
                     live_->world().time(), error.what())});
  }
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
