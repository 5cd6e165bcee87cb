#include "session/compared_worlds.h"

#include "world/commands/setting_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace {

constexpr std::size_t kMostNamed = 2;  // largest number of differences named in a label

/// Returns the names of the materials that were loaded last.
std::string materialNames(const SessionView& view) {
  std::string text;
  for (const MaterialDefinition& m : view.originals) text += (text.empty() ? "" : ", ") + m.name;
  return text;
}

}  // namespace

ComparedWorlds::ComparedWorlds(SimulationThread& first, int threads, std::function<void()> wake)
    : first_(first), threads_(threads), wake_(std::move(wake)) {}

ComparedWorlds::~ComparedWorlds() {
  if (second_) first_.setFrameBarrier(nullptr, 0);
}

void ComparedWorlds::setActive(bool active) {
  if (active == (second_ != nullptr)) return;
  active ? begin() : end();
}

void ComparedWorlds::begin() {
  if (!first_.view().scene) return;
  swapped_ = editsBoth_ = false;
  focus_ = 0;
  second_ = std::make_shared<SimulationThread>(threads_, wake_);
  second_->setContent(content_);
  edits_.emplace(first_, *second_);
  tools_.emplace(first_, *second_);
  choose();
  pace_ = std::make_shared<FrameBarrier>();
  first_.setFrameBarrier(pace_, 0);
  second_->setFrameBarrier(pace_, 1);
  copy(0);
}

// Ends the comparison; the left world stays. If the worlds have changed sides, the left world is the second.
// The second world's state is then copied to the first, and the second thread ends when the copy is done.
void ComparedWorlds::end() {
  first_.setFrameBarrier(nullptr, 0);
  second_->setFrameBarrier(nullptr, 1);
  edits_.reset();
  tools_.reset();
  if (swapped_ && shown_[0].snapshot) {
    send(false);
    second_->setPlaying(false);
    leaving_ = std::move(second_);
  }
  second_.reset();
  shown_ = {};
  differences_.clear();
  swapped_ = false;
  focus_ = 0;
}

void ComparedWorlds::copy(std::size_t from) {
  if (second_) send(from != secondSide());
}

/// Copies the state of one world to the other. Because both worlds keep pace, the source does not run ahead
/// meanwhile.
void ComparedWorlds::send(bool toSecond) {
  if (!arriving_) resume_ = first_.view().status.playing;
  arriving_ = true;
  ++*copying_;
  if (toSecond) {
    second_->setSpeed(first_.view().status.speed);
    first_.copySession([to = std::weak_ptr(second_), count = copying_](SaveFile session) {
      if (const auto there = to.lock()) there->open(std::move(session));
      --*count;
    });
  } else {
    second_->copySession([&first = first_, count = copying_](SaveFile session) {
      first.open(std::move(session));
      --*count;
    });
  }
}

/// True once the copy has been loaded.
bool ComparedWorlds::arrived() {
  if (!arriving_) return true;
  const auto loading = [](const SimulationThread& world) { return !world.view().status.loading.empty(); };
  if (*copying_ > 0 || loading(first_) || (second_ && loading(*second_))) return false;
  arriving_ = false;
  leaving_.reset();
  first_.setPlaying(resume_);
  if (second_) second_->setPlaying(resume_);
  return true;
}

void ComparedWorlds::swap() {
  if (!second_) return;
  swapped_ = !swapped_;
  focus_ = 1 - focus_;
  std::swap(shown_[0], shown_[1]);
  choose();
  compare();
}

void ComparedWorlds::setFocus(std::size_t side) {
  focus_ = side;
  choose();
}

void ComparedWorlds::setEditsBoth(bool both) {
  editsBoth_ = both;
  choose();
}

void ComparedWorlds::setToolsBoth(bool both) {
  toolsBoth_ = both;
  choose();
}

void ComparedWorlds::choose() {
  if (!second_) return;
  const bool first = focus_ != secondSide();
  edits_->choose(first || editsBoth_, !first || editsBoth_);
  tools_->choose(first || toolsBoth_, !first || toolsBoth_);
}

Session& ComparedWorlds::edits() { return edits_ ? static_cast<Session&>(*edits_) : first_; }
Session& ComparedWorlds::tools() { return tools_ ? static_cast<Session&>(*tools_) : first_; }

void ComparedWorlds::setContent(const SnapshotContent& content) {
  content_ = content;
  if (second_) second_->setContent(content);
}

bool ComparedWorlds::waiting() const { return second_ && !shown_[secondSide()].snapshot; }

void ComparedWorlds::follow() {
  const bool settled = arrived();
  if (!second_) return;
  std::array<SessionView, 2> now;
  for (const std::size_t side : {0, 1}) now[side] = world(side).view();
  // If the scene was changed or the copy failed, comparing makes no sense.
  const bool another = now[0].scene && now[1].scene && now[0].scene->name != now[1].scene->name;
  if (another || second_->firstLoadError()) {
    swapped_ = false;
    return end();
  }
  // Both worlds share one time: if one of them pauses, both pause.
  const bool there = now[0].snapshot && now[1].snapshot,
             playing = now[0].status.playing && now[1].status.playing;
  if (there && settled && now[0].status.playing != now[1].status.playing)
    for (const std::size_t side : {0, 1}) world(side).setPlaying(false);
  const bool together = there && now[0].snapshot->frame == now[1].snapshot->frame;
  if (playing && there && !together && shown_[0].snapshot && shown_[1].snapshot)
    for (const std::size_t side : {0, 1}) {
      now[side].snapshot = shown_[side].snapshot;
      now[side].scene = shown_[side].scene;  // scene and original materials belong to the snapshot
      now[side].originals = shown_[side].originals;
    }
  shown_ = std::move(now);
  compare();
}

bool ComparedWorlds::comparesMethods() const {
  return shown_[0].snapshot && shown_[1].snapshot && shown_[0].snapshot->method != shown_[1].snapshot->method;
}

void ComparedWorlds::compare() {
  differences_.clear();
  if (!shown_[0].snapshot || !shown_[1].snapshot) return;
  if (editsBoth_ && comparesMethods()) setEditsBoth(false);
  std::array<WorldValues, 2> live;
  for (const std::size_t side : {0, 1}) live[side] = liveValues(*shown_[side].snapshot, shown_[side].pending);
  differences_ = ooze::differences(live[0], shown_[0].snapshot->method, live[1], shown_[1].snapshot->method);
}

std::string ComparedWorlds::label(std::size_t side) const {
  std::string text = side == 0 ? "A" : "B";
  if (!shown_[side].snapshot) return text + "   copying ...";
  if (differences_.empty()) return text + "   the same values";
  if (comparesMethods()) return fmt::format("{}   {}", text, findMethod(shown_[side].snapshot->method).title);
  // If another material was loaded, its name says more than single values.
  const std::string own = materialNames(shown_[side]);
  if (own != materialNames(shown_[1 - side])) return fmt::format("{}   {}", text, own);
  for (std::size_t i = 0; i < std::min(differences_.size(), kMostNamed); ++i) {
    const Difference& d = differences_[i];
    text += fmt::format("   {} {}", describeSetting(*d.setting, shown_[side].snapshot->method).label,
                        side == 0 ? d.textA : d.textB);
  }
  if (differences_.size() > kMostNamed)
    text += fmt::format("   and {} more", differences_.size() - kMostNamed);
  return text;
}

void ComparedWorlds::copyReplaySource(std::uint64_t frame, std::function<void(ReplaySource)> take) {
  (second_ ? world(focus_) : first_).copyReplaySource(frame, std::move(take));
}

std::vector<Message> ComparedWorlds::takeMessages() {
  return second_ ? second_->takeMessages() : std::vector<Message>();
}

void LinkedSession::choose(bool a, bool b) { chosen_ = {a || !b, b}; }

void LinkedSession::submit(Command command) {
  chosen([&](Session& s) { s.submit(command); });
}

void LinkedSession::submitWithoutUndo(Command command) {
  chosen([&](Session& s) { s.submitWithoutUndo(command); });
}

void LinkedSession::loadMaterial(std::size_t index, std::string nameOrPath) {
  chosen([&](Session& s) { s.loadMaterial(index, nameOrPath); });
}

void LinkedSession::beginEdit(std::string label) {
  endEdit();
  editing_ = chosen_;
  chosen([&](Session& s) { s.beginEdit(label); });
}

// Edits end in the worlds where they began, because the choice may have changed since.
void LinkedSession::endEdit() {
  for (std::size_t i = 0; i < both_.size(); ++i)
    if (std::exchange(editing_[i], false)) both_[i]->endEdit();
}

void LinkedSession::undo() {
  chosen([](Session& s) { s.undo(); });
}
void LinkedSession::redo() {
  chosen([](Session& s) { s.redo(); });
}

void LinkedSession::switchBranch(std::size_t branch) { firstChosen().switchBranch(branch); }
void LinkedSession::save(std::filesystem::path file) { firstChosen().save(std::move(file)); }

void LinkedSession::saveScene(std::filesystem::path file, SceneView view) {
  firstChosen().saveScene(std::move(file), std::move(view));
}
void LinkedSession::inspect(bool on, std::optional<std::uint32_t> particle) {
  firstChosen().inspect(on, particle);
}

void LinkedSession::setPlaying(bool playing) {
  for (Session* s : both_) s->setPlaying(playing);
}
void LinkedSession::singleStep() {
  for (Session* s : both_) s->singleStep();
}
void LinkedSession::reset(bool forget) {
  for (Session* s : both_) s->reset(forget);
}
void LinkedSession::setSpeed(float speed) {
  for (Session* s : both_) s->setSpeed(speed);
}
void LinkedSession::seek(std::uint64_t frame) {
  for (Session* s : both_) s->seek(frame);
}
void LinkedSession::cancelSeek() {
  for (Session* s : both_) s->cancelSeek();
}
void LinkedSession::stepBack() {
  for (Session* s : both_) s->stepBack();
}
void LinkedSession::playBack(bool on) {
  for (Session* s : both_) s->playBack(on);
}

void LinkedSession::load(std::string nameOrPath, std::optional<Detail> detail) {
  both_[0]->load(std::move(nameOrPath), detail);
}

void LinkedSession::changeMethod(std::string key) {
  for (std::size_t i = 0; i < both_.size(); ++i)
    if (chosen_[i])
      both_[i]->changeMethod(key);
    else
      both_[i]->reset(false);
  setPlaying(true);
}

}  // namespace ooze
