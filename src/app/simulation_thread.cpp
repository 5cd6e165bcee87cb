#include "app/simulation_thread.h"

#include "ooze/base/error.h"

#include "app/detail_choice.h"
#include "app/start.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace {

constexpr double kMeasureSeconds = 0.5;  // rates over less than this jump too much to be read

double secondsBetween(std::chrono::steady_clock::time_point from, std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

SimulationThread::SimulationThread(int threads, std::function<void()> wake, FrameSink frames)
    : threads_(threads), wake_(std::move(wake)), frames_(std::move(frames)), thread_([this] { run(); }) {}

SimulationThread::~SimulationThread() {
  setPace(nullptr, 0);
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void SimulationThread::submit(Command command) {
  const std::lock_guard lock(mutex_);
  enqueue(std::move(command));
}

// Only the latest of several edits of one target between two steps counts: a dragged slider fills no log. Not
// so of events, and an edit stays on its side of them: to carry, let go and carry again are three.
void SimulationThread::enqueue(Command command) {
  for (auto p = pending_.rbegin(); p != pending_.rend() && !p->handedOver; ++p) {
    if (effectOf(p->command.target) == CommandEffect::Event) break;
    if (p->command.target != command.target) continue;
    p->command = std::move(command);
    return;
  }
  pending_.push_back({std::move(command)});
}

void SimulationThread::setPlaying(bool playing) {
  {
    const std::lock_guard lock(mutex_);
    if (playing && broken_) {
      messages_.push_back(
          {ui::Message::Kind::Error, "This world broke down in its last step. Press R to start it again."});
      playing = false;
    }
    view_.status.playing = playing;
    if (!playing) view_.status.simulatedOverWall = view_.status.stepsPerSecond = 0.0;
  }
  changed_.notify_all();
}

void SimulationThread::singleStep() {
  {
    const std::lock_guard lock(mutex_);
    view_.status.playing = false;
    if (!broken_) ++singleSteps_;
  }
  changed_.notify_all();
}

void SimulationThread::reset(bool forget) {
  {
    const std::lock_guard lock(mutex_);
    if (!view_.scene) return;
    if (forget) {
      pending_.clear();
      requests_.load = LoadRequest{view_.scene->file.string(), view_.scene->detail, {}, view_.detailReason};
      view_.status.loading = view_.scene->title;
    } else {
      requests_.restart = true;
    }
  }
  changed_.notify_all();
}

void SimulationThread::load(std::string nameOrPath, std::optional<Detail> detail) {
  open(std::move(nameOrPath), detail, {});
}

void SimulationThread::open(std::string nameOrPath, std::optional<Detail> detail,
                            std::vector<std::string> assignments) {
  {
    const std::lock_guard lock(mutex_);
    if (detail) usersDetail_ = detail;
    view_.status.loading = std::filesystem::path(nameOrPath).stem().string();
    requests_.load = LoadRequest{std::move(nameOrPath), usersDetail_, std::move(assignments), {}};
  }
  changed_.notify_all();
}

void SimulationThread::open(SaveFile save) {
  {
    const std::lock_guard lock(mutex_);
    requests_.save = std::make_shared<SaveFile>(std::move(save));
  }
  changed_.notify_all();
}

void SimulationThread::copy(std::function<void(SaveFile)> take) {
  {
    const std::lock_guard lock(mutex_);
    requests_.copies.push_back(std::move(take));
  }
  changed_.notify_all();
}

void SimulationThread::setPace(std::shared_ptr<Pace> pace, std::size_t lane) {
  std::shared_ptr<Pace> before;
  std::size_t laneBefore = 0;
  std::uint64_t frame = 0;
  {
    const std::lock_guard lock(mutex_);
    before = std::exchange(pace_, nullptr);
    laneBefore = lane_;
    if (view_.snapshot) frame = view_.snapshot->frame;
  }
  if (before) before->leave(laneBefore);
  if (pace)
    pace->enter(lane, frame, [this] {
      { const std::lock_guard lock(mutex_); }  // whoever looked just now waits already
      changed_.notify_all();
    });
  {
    const std::lock_guard lock(mutex_);
    pace_ = std::move(pace);
    lane_ = lane;
    requests_.publish = true;  // which tells the pace where the world is by now
  }
  changed_.notify_all();
}

void SimulationThread::loadMaterial(std::size_t index, std::string nameOrPath) {
  {
    const std::lock_guard lock(mutex_);
    requests_.materials.emplace_back(index, std::move(nameOrPath));
  }
  changed_.notify_all();
}

void SimulationThread::setSpeed(float speed) {
  {
    const std::lock_guard lock(mutex_);
    view_.status.speed = speed;
  }
  changed_.notify_all();
}

void SimulationThread::setContent(SnapshotContent content) {
  {
    const std::lock_guard lock(mutex_);
    if (content == content_) return;
    content_ = content;
    requests_.publish = true;
  }
  changed_.notify_all();
}

ui::SessionView SimulationThread::view() const {
  const std::lock_guard lock(mutex_);
  ui::SessionView view = view_;
  for (const Pending& p : pending_) view.pending.push_back(p.command);
  return view;
}

std::vector<ui::Message> SimulationThread::takeMessages() {
  const std::lock_guard lock(mutex_);
  return std::exchange(messages_, {});
}

std::exception_ptr SimulationThread::firstLoadError() const {
  const std::lock_guard lock(mutex_);
  return firstLoadError_;
}

std::vector<LoggedCommand> SimulationThread::commandLog() const {
  const std::lock_guard lock(mutex_);
  return log_;
}

void SimulationThread::run() {
  while (true) {
    Requests requests;
    bool playing = false, single = false;
    {
      std::unique_lock lock(mutex_);
      wait(lock);
      if (stop_) return;
      requests = std::exchange(requests_, {});
      single = singleSteps_ > 0 && world_;
      if (single) --singleSteps_;
      playing = view_.status.playing && world_ && Clock::now() >= nextFrame_ &&
                (!pace_ || pace_->mayBegin(lane_, world_->frameIndex()));
    }
    serve(requests);
    if (single) advance(false);
    if (playing) advance(true);
  }
}

void SimulationThread::wait(std::unique_lock<std::mutex>& lock) {
  const auto asked = [this] {
    return stop_ || requests_.load || requests_.restart || requests_.publish || requests_.save ||
           !requests_.copies.empty() || !requests_.materials.empty() || (singleSteps_ > 0 && world_);
  };
  while (!asked()) {
    if (view_.status.playing && world_) {
      if (pace_ && !pace_->mayBegin(lane_, world_->frameIndex())) {
        changed_.wait(lock);
        continue;
      }
      if (Clock::now() >= nextFrame_) return;
      changed_.wait_until(lock, nextFrame_);
    } else {
      measuredFrom_ = {};
      changed_.wait(lock);
    }
  }
}

void SimulationThread::serve(const Requests& requests) {
  if (requests.load) openScene(*requests.load);
  if (requests.save) openSave(*requests.save);
  makeCopies(requests);
  if (requests.restart && world_) restart();
  if (requests.publish && world_) publish();
  if (world_)
    for (const auto& [index, name] : requests.materials) applyMaterial(index, name);
}

void SimulationThread::openScene(LoadRequest request) {
  try {
    if (!request.detail) {
      const DetailChoice choice = chooseDetailFor(request.name, threads_);
      request.detail = choice.detail;
      request.detailReason = choice.reason;
    }
    auto scene = std::make_shared<const Scene>(loadScene(request.name, *request.detail));
    auto world = std::make_unique<World>(scene->world, threads_);
    std::map<std::string, Command> edits;
    for (const std::string& text : request.assignments) {
      Command command = parseAssignment(text, scene->world.method);
      world->submit(command);
      edits[command.target] = std::move(command);
    }
    world_ = std::move(world);
    rollBacks_ = 0;
    edits_ = std::move(edits);
    looks_.clear();
    const std::lock_guard lock(mutex_);
    pending_.clear();
    log_.clear();
    broken_ = false;
    singleSteps_ = 0;
    for (const std::string& note : scene->notes) messages_.push_back({ui::Message::Kind::Info, note});
    view_.originals = scene->world.materials;
    view_.scene = std::move(scene);
    view_.detailReason = std::move(request.detailReason);
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    if (!view_.scene) firstLoadError_ = std::current_exception();
    messages_.push_back({ui::Message::Kind::Error, error.what()});
  }
  {
    const std::lock_guard lock(mutex_);
    if (!requests_.load) view_.status.loading.clear();
  }
  if (world_) publish();
}

void SimulationThread::openSave(const SaveFile& save) {
  try {
    auto scene = std::make_shared<const Scene>(sceneOfSave(save));
    auto world = std::make_unique<World>(restoredWorld(save, save.sceneFile, threads_));
    world_ = std::move(world);
    rollBacks_ = 0;
    edits_.clear();
    looks_.clear();
    for (const LoggedCommand& logged : save.commands) edits_[logged.command.target] = logged.command;
    const std::lock_guard lock(mutex_);
    pending_.clear();
    log_.clear();
    broken_ = false;
    singleSteps_ = 0;
    view_.originals = scene->world.materials;
    view_.scene = std::move(scene);
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    if (!view_.scene) firstLoadError_ = std::current_exception();
    messages_.push_back({ui::Message::Kind::Error, error.what()});
  }
  if (world_) publish();
}

void SimulationThread::makeCopies(const Requests& requests) {
  if (requests.copies.empty() || !world_) return;
  const SaveFile save = makeSave(*view().scene, *world_);
  for (const auto& take : requests.copies) take(save);
}

void SimulationThread::restart() {
  const std::shared_ptr<const Scene> scene = view().scene;
  world_ = std::make_unique<World>(scene->world, threads_);
  rollBacks_ = 0;
  {
    // The edits come first and what is still waiting after them, so that the newest value wins. What was
    // switched, thrown or done is not done again: with a nozzle off a restart would show nothing.
    const std::lock_guard lock(mutex_);
    const std::vector<Pending> waiting = std::exchange(pending_, {});
    const auto kept = [](const Command& c) { return effectOf(c.target) == CommandEffect::Setting; };
    for (const auto& [target, command] : edits_)
      if (kept(command)) enqueue(command);
    for (const Pending& p : waiting)
      if (kept(p.command)) enqueue(p.command);
    log_.clear();
    broken_ = false;
    singleSteps_ = 0;
  }
  edits_.clear();
  publish();
}

void SimulationThread::applyMaterial(std::size_t index, const std::string& name) {
  const std::shared_ptr<const Snapshot> now = view().snapshot;
  if (index >= now->materials.size()) return;
  try {
    const MaterialDefinition loaded = ooze::loadMaterial(name, now->method);
    const std::vector<ParameterInfo>& rows = findMethod(now->method).parameters();
    const std::string prefix = "material." + now->materials[index].name + ".";
    {
      const std::lock_guard lock(mutex_);
      for (std::size_t i = 0; i < rows.size() && i < loaded.values.size(); ++i)
        enqueue({prefix + std::string(rows[i].key), {loaded.values[i]}});
      view_.originals[index] = loaded;
    }
    looks_[index] = loaded;
    publish();
  } catch (const std::exception& error) {
    say(ui::Message::Kind::Error, error.what());
  }
}

void SimulationThread::handOverCommands() {
  std::vector<Command> commands;
  {
    const std::lock_guard lock(mutex_);
    for (Pending& p : pending_)
      if (!std::exchange(p.handedOver, true)) commands.push_back(p.command);
  }
  for (const Command& command : commands) try {
      world_->submit(command);
      edits_[command.target] = command;
    } catch (const InputError& error) {
      say(ui::Message::Kind::Error, error.what());
    }
}

void SimulationThread::advance(bool wholeFrame) {
  const auto begin = Clock::now();
  const double from = world_->time();
  const std::uint64_t firstStep = world_->stepIndex();
  bool whole = false;  ///< a frame has come to its end
  try {
    world_->timer().clear();
    do {
      handOverCommands();
      world_->step();
      const std::lock_guard lock(mutex_);
      if (stop_ || requests_.load || requests_.restart) break;
    } while (wholeFrame && !world_->atFrameBoundary());
    whole = world_->atFrameBoundary();
  } catch (const std::exception& error) {
    const std::lock_guard lock(mutex_);
    broken_ = true;
    view_.status.playing = false;
    pending_.clear();
    messages_.push_back(
        {ui::Message::Kind::Error,
         fmt::format("Stopped at {:.2f} s: {}. This is the last good state; press R to start again.",
                     world_->time(), error.what())});
  }
  const auto end = Clock::now();
  // A world that cannot go on stands at the start of its frame, before where it was.
  const double simulated = std::max(0.0, world_->time() - from);
  {
    const std::lock_guard lock(mutex_);
    // A frame that comes late makes the next ones late too: slow motion, never a jump.
    const double length = simulated / std::max(view_.status.speed, 1e-3f);
    nextFrame_ = std::max(begin, nextFrame_) +
                 std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(length));
    nextFrame_ = secondsBetween(nextFrame_, end) > 0.0 ? end : nextFrame_;
  }
  measure(simulated, secondsBetween(begin, end), std::max(world_->stepIndex(), firstStep) - firstStep);
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

void SimulationThread::measure(double simulated, double working, std::uint64_t steps) {
  const auto now = Clock::now();
  if (measuredFrom_ == Clock::time_point{}) {
    measuredFrom_ = now - std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(working));
    simulated_ = working_ = 0.0;
    steps_ = 0;
  }
  simulated_ += simulated;
  working_ += working;
  steps_ += steps;
  const double elapsed = secondsBetween(measuredFrom_, now);
  if (steps_ == 0) return;
  const std::lock_guard lock(mutex_);
  view_.status.millisecondsPerStep = 1000.0 * working_ / static_cast<double>(steps_);
  if (elapsed < kMeasureSeconds || !view_.status.playing) return;
  view_.status.simulatedOverWall = simulated_ / elapsed;
  view_.status.stepsPerSecond = static_cast<double>(steps_) / elapsed;
  measuredFrom_ = now;
  simulated_ = working_ = 0.0;
  steps_ = 0;
}

// A material that was chosen in the window also lends its colour and look. Only pictures know: the world's
// own state, its hash and its replay have the parameters alone.
std::shared_ptr<const Snapshot> SimulationThread::dressed(std::shared_ptr<const Snapshot> snapshot) const {
  if (looks_.empty()) return snapshot;
  auto copy = std::make_shared<Snapshot>(*snapshot);
  for (const auto& [index, look] : looks_) {
    copy->materials[index].colour = look.colour;
    copy->materials[index].look = look.look;
  }
  for (std::size_t i = 0; i < copy->colours.size(); ++i)
    if (const auto look = looks_.find(copy->particleMaterials[i]); look != looks_.end())
      copy->colours[i] = look->second.colour;
  return copy;
}

void SimulationThread::publish() {
  SnapshotContent content;
  std::shared_ptr<Pace> pace;
  std::size_t lane = 0;
  {
    const std::lock_guard lock(mutex_);
    content = content_;
    pace = pace_;
    lane = lane_;
  }
  std::shared_ptr<const Snapshot> snapshot = dressed(world_->snapshot(content));
  noteRollBacks();
  const std::vector<LoggedCommand>& log = world_->commandLog();
  {
    const std::lock_guard lock(mutex_);
    view_.snapshot = std::move(snapshot);
    std::erase_if(pending_, [](const Pending& p) { return p.handedOver; });
    log_.insert(log_.end(), log.begin() + static_cast<std::ptrdiff_t>(log_.size()), log.end());
  }
  if (pace) pace->reached(lane, world_->frameIndex());
  wake_();
}

void SimulationThread::noteRollBacks() {
  const std::vector<RollBack>& all = world_->rollBacks();
  if (all.size() == rollBacks_) return;
  // Once; from then on the status bar counts them.
  if (rollBacks_ == 0)
    say(ui::Message::Kind::Info, fmt::format("Frame {} went wrong and was taken again in {} steps: {}.",
                                             all.back().frame, all.back().substeps, all.back().reason));
  rollBacks_ = all.size();
  // The commands of such a frame have moved in the world's log.
  const std::lock_guard lock(mutex_);
  log_.clear();
}

void SimulationThread::say(ui::Message::Kind kind, std::string text) {
  {
    const std::lock_guard lock(mutex_);
    messages_.push_back({kind, std::move(text)});
  }
  wake_();
}

}  // namespace ooze
