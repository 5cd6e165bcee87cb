#include "session/live_world.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "session/scene_values.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

/// Returns the branches of a save. A save of the command line has none, so its log forms one branch.
std::vector<HistoryBranch> branchesOf(const SaveFile& save, const World& world) {
  std::vector<HistoryBranch> branches = save.branches;
  if (branches.empty()) {
    branches.push_back({"1"});
    branches[0].last = world.frameIndex();
    branches[0].lastStep = world.stepIndex();
    branches[0].log = save.commands;
  }
  for (HistoryBranch& branch : branches)
    for (EditPiece& piece : branch.edits) piece.edit = 0;
  return branches;
}

World restored(const Scene& scene, const SaveFile& save, int threads) {
  World world(scene.world, threads);
  ByteReader state(save.state);
  world.restore(state);
  return world;
}

/// Returns true if the log already sets values of the material. An opened session has no undo stack, so the
/// log shows whether the material has been loaded at this moment.
bool hasSettings(const World& world, const ReplacedMaterial& saved) {
  if (saved.index >= world.materials().size()) return false;
  const std::string& name = world.materials()[saved.index].name;
  return std::ranges::any_of(world.commandLog(), [&](const LoggedCommand& logged) {
    const auto* set = std::get_if<SetValue>(&logged.command);
    return set && set->setting.owner == SettingOwner::Material && set->setting.name == name;
  });
}

}  // namespace

LiveWorld::LiveWorld(std::shared_ptr<const Scene> scene, int threads, const std::vector<Command>& first,
                     std::size_t budget)
    : scene_(std::move(scene)), world_(scene_->world, threads), history_(world_, budget) {
  for (const Command& command : first) {
    world_.submit(command);
    world_.applyCommands();
  }
  history_.end(world_);
}

LiveWorld::LiveWorld(const SaveFile& save, int threads)
    : scene_(std::make_shared<const Scene>(parseSavedScene(save))),
      world_(restored(*scene_, save, threads)),
      history_(World(scene_->world, threads), branchesOf(save, world_), save.branch),
      originals_(save.chosen) {
  const std::vector<LoggedCommand>&log = world_.commandLog(), &whole = history_.branch().log;
  if (log.size() > whole.size() || !std::equal(log.begin(), log.end(), whole.begin()) ||
      world_.stepIndex() > history_.branch().lastStep)
    throw InputError("the save is damaged: its state does not fit its commands");
  for (const ReplacedMaterial& c : save.chosen)
    if (c.index >= world_.materials().size())
      throw InputError("the save is damaged: it names a material that its world does not have");
  history_.keep(world_);
}

void LiveWorld::step() {
  const bool fresh = history_.atEnd(world_);
  history_.feed(world_);
  edits_.leaveMoment();
  const std::size_t known = world_.rollBacks().size();
  try {
    world_.step();
  } catch (const RunError&) {
    if (fresh) noteRollBacks(known);
    clearFailedFrame();
    throw;
  }
  if (fresh) noteRollBacks(known);
  history_.follow(world_);
}

/// Copies new roll-backs to this session's list, because the world's list restarts at every restore.
void LiveWorld::noteRollBacks(std::size_t known) {
  const std::vector<RollBack>& all = world_.rollBacks();
  rollBacks_.insert(rollBacks_.end(), all.begin() + static_cast<std::ptrdiff_t>(known), all.end());
}

/// Drops a frame that failed for good. Its commands wait in the world and would fail again, so the branch
/// ends before these commands.
void LiveWorld::clearFailedFrame() {
  const std::uint64_t step = world_.stepIndex();
  const bool commanded = history_.branch().log.size() > world_.commandLog().size();
  history_.end(world_);
  if (!commanded) return;
  history_.restoreAtStep(world_, step);
  while (world_.stepIndex() < step) {
    history_.feed(world_);
    world_.step();
  }
}

bool LiveWorld::takesCommands() const {
  const std::vector<RollBack>& all = world_.rollBacks();
  return world_.atFrameBoundary() || all.empty() || all.back().frame != world_.frameIndex();
}

std::vector<EditPiece> LiveWorld::settings() {
  stopSeeking();
  edits_.settle();
  return settingsOf(world_.commandLog(), history_.branch().edits, world_.spec().method);
}

bool LiveWorld::restart() {
  std::vector<EditPiece> kept = settings();
  edits_.leaveHistoryMoment();
  history_.restoreAtStep(world_, 0);
  const std::vector<LoggedCommand>& whole = history_.branch().log;
  const bool same = std::equal(whole.begin(), whole.end(), kept.begin(), kept.end(),
                               [](const LoggedCommand& a, const EditPiece& b) {
                                 return a.step == 0 && a.command == b.commands.front();
                               });
  if (same) {
    edits_.settle();
    return false;
  }
  const bool hasRun = history_.branch().lastStep > 0;
  if (!hasRun)
    history_.end(world_);
  else
    history_.fork(world_);
  // Refusals are ignored: a setting may be for something that does not exist yet.
  edits_.apply(std::move(kept), true);
  return hasRun;
}

void LiveWorld::seek(std::uint64_t frame) {
  edits_.leaveHistoryMoment();
  journey_.toFrame(std::min(frame, history_.branch().last), world_, history_);
}

void LiveWorld::switchBranch(std::size_t branch) {
  if (branch >= history_.branches().size() || branch == history_.present()) return;
  edits_.leaveHistoryMoment();
  history_.switchTo(branch);
  journey_.toEndOfBranch(world_, history_);
}

void LiveWorld::stepBack() {
  if (world_.stepIndex() == 0) return;
  edits_.leaveHistoryMoment();
  journey_.toStepBefore(world_, history_);
}

void LiveWorld::seekOn() {
  if (seeking() && journey_.goOn(world_, history_, [this] { step(); })) stopSeeking();
}

void LiveWorld::stopSeeking() {
  if (!seeking()) return;
  journey_.stop();
  edits_.settle();
}

Timeline LiveWorld::timeline() const {
  Timeline timeline;
  timeline.last = history_.branch().last;
  timeline.seeking = journey_.goal();
  timeline.keyframes = history_.keyframes();
  std::uint64_t before = 0, edit = 0;  // frame and edit number of the previous piece
  for (const EditPiece& piece : history_.branch().edits) {
    if (piece.edit == 0 && piece.label.empty()) continue;
    const std::string label = piece.kind == EditPiece::PieceKind::Undo ? "Undo: " + piece.label : piece.label;
    // Pieces with the same label in successive frames form one mark, for example a dragged slider. Pieces of
    // one edit form one mark too, for example a stroke with a pause. Sessions opened from a file no longer
    // know which pieces form one edit.
    const bool goesOn = !timeline.edits.empty() && timeline.edits.back().label == label &&
                        (before + 1 >= piece.frame || (edit != 0 && edit == piece.edit));
    if (!goesOn) timeline.edits.push_back({piece.frame, label});
    before = piece.frame;
    edit = piece.edit;
  }
  for (const HistoryBranch& b : history_.branches()) timeline.branches.push_back({b.name, b.from, b.last});
  timeline.branch = history_.present();
  return timeline;
}

ReplaySource LiveWorld::replaySourceFrom(std::uint64_t frame) const {
  World there(scene_->world, 1);
  history_.restoreAtFrame(there, frame);
  ByteWriter state;
  there.save(state);
  return {scene_, state.bytes(), history_.branches(), history_.present()};
}

SaveFile LiveWorld::save() const {
  SaveFile save = makeSave(*scene_, world_);
  save.branches = history_.branches();
  save.branch = history_.present();
  save.chosen = originals_.chosen(world_, edits_.order());
  return save;
}

std::optional<std::uint64_t> TimelineSeek::goal() const {
  return kind_ == SeekKind::Nowhere ? std::nullopt : std::optional(frame_);
}

void TimelineSeek::toFrame(std::uint64_t frame, World& world, const History& history) {
  const bool behind = world.frameIndex() > frame || (world.frameIndex() == frame && !world.atFrameBoundary());
  if (behind || history.keyframeBetween(world, frame)) history.restoreAtFrame(world, frame);
  kind_ = SeekKind::Frame;
  at_ = frame_ = frame;
}

void TimelineSeek::toEndOfBranch(World& world, const History& history) {
  history.restoreAtStep(world, history.branch().lastStep);
  kind_ = SeekKind::Step;
  at_ = history.branch().lastStep;
  extra_ = 0;
  frame_ = history.branch().last;
}

void TimelineSeek::toStepBefore(World& world, const History& history) {
  const std::uint64_t step = world.stepIndex(), frame = world.frameIndex();
  history.restoreAtStep(world, step - 1);
  kind_ = SeekKind::StepBefore;
  at_ = step;
  frame_ = frame;
  boundary_ = world.stepIndex();
  calls_ = 0;
}

bool TimelineSeek::goOn(World& world, History& history, const std::function<void()>& step) {
  if (kind_ == SeekKind::StepBefore) return seekStepBefore(world, history, step);
  const bool there = kind_ == SeekKind::Frame ? world.frameIndex() >= at_ && world.atFrameBoundary()
                                              : world.stepIndex() >= at_;
  if (there && (kind_ == SeekKind::Frame || extra_ == 0)) return true;
  if (there) --extra_;
  step();
  return false;
}

// Finds the state before the last call of step(). A call may take several steps when a frame is repeated
// after a roll-back, so the number of calls is known only once the target step is reached. Keyframes stored
// on the way make further steps back quick.
bool TimelineSeek::seekStepBefore(World& world, History& history, const std::function<void()>& step) {
  if (world.atFrameBoundary()) {
    history.keep(world);
    boundary_ = world.stepIndex();
    calls_ = 0;
  }
  step();
  ++calls_;
  if (world.stepIndex() < at_) return false;
  history.restoreAtStep(world, boundary_);
  kind_ = SeekKind::Step;
  at_ = boundary_;
  extra_ = calls_ - 1;
  return false;
}

void OriginalMaterials::note(std::uint64_t edit, std::size_t index, MaterialDefinition material) {
  noted_[edit] = {index, std::move(material)};
}

std::vector<ReplacedMaterial> OriginalMaterials::chosen(const World& world, const UndoOrder& order) const {
  std::map<std::uint64_t, const MaterialDefinition*> last;
  for (const ReplacedMaterial& c : saved_)
    if (hasSettings(world, c)) last[c.index] = &c.material;
  for (const std::uint64_t edit : order.undo)
    if (const auto it = noted_.find(edit); it != noted_.end()) last[it->second.index] = &it->second.material;
  std::vector<ReplacedMaterial> all;
  for (const auto& [index, material] : last) all.push_back({index, *material});
  return all;
}

std::vector<MaterialDefinition> OriginalMaterials::all(const Scene& scene, const World& world,
                                                       const UndoOrder& order) const {
  std::vector<MaterialDefinition> all = scriptedValues(scene, world.time()).materials;
  for (std::size_t added = all.size(); added < world.materials().size(); ++added) {
    const auto& log = world.commandLog();
    const auto add = std::find_if(log.begin(), log.end(), [&](const LoggedCommand& c) {
      const auto* material = std::get_if<AddMaterial>(&c.command);
      return material && material->name == world.materials()[added].name;
    });
    all.push_back(add == log.end()
                      ? world.materials()[added]
                      : decodeMaterial(std::get<AddMaterial>(add->command).definition, world.method().key()));
    all.back().name = world.materials()[added].name;
  }
  for (ReplacedMaterial& c : chosen(world, order))
    if (c.index < all.size()) all[c.index] = std::move(c.material);
  return all;
}

}  // namespace ooze
