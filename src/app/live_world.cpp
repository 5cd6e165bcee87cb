#include "app/live_world.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "app/edit_label.h"
#include "app/edit_list.h"
#include "app/value_before.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace ooze {
namespace {

/// The branches of a save; one of the command line has none and is a branch itself.
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

bool sameCommand(const Command& a, const Command& b) {
  return a.target == b.target && a.values == b.values && a.text == b.text;
}

}  // namespace

LiveWorld::LiveWorld(std::shared_ptr<const Scene> scene, int threads, const std::vector<Command>& first)
    : scene_(std::move(scene)), world_(scene_->world, threads), history_(world_) {
  for (const Command& command : first) {
    world_.submit(command);
    world_.applyCommands();
  }
  history_.end(world_);
}

LiveWorld::LiveWorld(const SaveFile& save, int threads)
    : scene_(std::make_shared<const Scene>(sceneOfSave(save))),
      world_(restored(*scene_, save, threads)),
      history_(World(scene_->world, threads), branchesOf(save, world_), save.branch) {
  const std::vector<LoggedCommand>&log = world_.commandLog(), &whole = history_.branch().log;
  const auto same = [](const LoggedCommand& a, const LoggedCommand& b) {
    return a.step == b.step && sameCommand(a.command, b.command);
  };
  if (log.size() > whole.size() || !std::equal(log.begin(), log.end(), whole.begin(), same) ||
      world_.stepIndex() > history_.branch().lastStep)
    throw InputError("the save is damaged: its state is of another course of events");
  history_.keep(world_);
}

void LiveWorld::step() {
  const bool fresh = history_.atEnd(world_);
  history_.feed(world_);
  base_.reset();
  const std::size_t known = world_.rollBacks().size();
  try {
    world_.step();
  } catch (const RunError&) {
    if (fresh) noteRollBacks(known);
    forgetFailedFrame();
    throw;
  }
  if (fresh) noteRollBacks(known);
  history_.follow(world_);
}

/// The world's own list begins again when it is restored.
void LiveWorld::noteRollBacks(std::size_t known) {
  const std::vector<RollBack>& all = world_.rollBacks();
  rollBacks_.insert(rollBacks_.end(), all.begin() + static_cast<std::ptrdiff_t>(known), all.end());
}

/// The commands of a frame that cannot be taken wait in the world to fail again. The branch ends before them.
void LiveWorld::forgetFailedFrame() {
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

/// Whoever stands at a step sees what was done there.
void LiveWorld::settle() {
  const std::vector<LoggedCommand>& log = history_.branch().log;
  const std::size_t done = world_.commandLog().size();
  if (done >= log.size() || log[done].step > world_.stepIndex()) return;
  if (!base_) {
    ByteWriter state;
    world_.save(state);
    base_ = Base{state.bytes(), done};
  }
  history_.feed(world_);
  world_.applyCommands();
}

void LiveWorld::beginChange(bool stays) {
  stopSeeking();
  settle();
  history_.fork(world_);
  if (!stays || base_) return;
  ByteWriter state;
  world_.save(state);
  base_ = Base{state.bytes(), world_.commandLog().size()};
}

bool LiveWorld::ofThisMoment(const EditPiece& piece) const {
  return base_ && piece.logBegin >= base_->logged;
}

/// The pieces of this moment, which are no longer in the list.
std::vector<EditPiece> LiveWorld::takeOffMoment() {
  std::vector<EditPiece>& all = history_.edits();
  const auto first =
      std::find_if(all.begin(), all.end(), [this](const EditPiece& piece) { return ofThisMoment(piece); });
  std::vector<EditPiece> pieces(std::make_move_iterator(first), std::make_move_iterator(all.end()));
  all.erase(first, all.end());
  return pieces;
}

/// This moment again, with these pieces instead.
void LiveWorld::rebuild(std::vector<EditPiece> pieces) {
  takeOffMoment();
  ByteReader in(base_->state);
  world_.restore(in);
  history_.end(world_);
  for (EditPiece& piece : pieces) carryOut(std::move(piece));
}

/// Does what the piece says, and adds it to the list.
std::vector<std::string> LiveWorld::carryOut(EditPiece piece) {
  std::vector<std::string> refused;
  const std::vector<Command> commands = std::exchange(piece.commands, {});
  piece.before.clear();
  piece.logBegin = world_.commandLog().size();
  piece.firstEvent = world_.events();
  piece.frame = world_.frameIndex();
  for (const Command& command : commands) {
    std::vector<Command> before = valuesBefore(world_, command);
    try {
      world_.submit(command);
      world_.applyCommands();
    } catch (const InputError& error) {
      refused.emplace_back(error.what());
      continue;
    }
    piece.commands.push_back(command);
    for (Command& b : before) {
      const auto same = [&](const Command& c) { return c.target == b.target; };
      if (std::none_of(piece.before.begin(), piece.before.end(), same)) piece.before.push_back(std::move(b));
    }
  }
  piece.lastEvent = world_.events();
  piece.logEnd = world_.commandLog().size();
  // An undo that had nothing to do still counts as one.
  if (!piece.commands.empty() || piece.kind == EditPiece::Kind::Undo)
    history_.edits().push_back(std::move(piece));
  history_.end(world_);
  return refused;
}

/// Of what is set to and fro at one moment only the last value counts. A command adds to the edit's last
/// piece where it can, or the moment is made again without the value that is no longer wanted.
std::vector<std::string> LiveWorld::extend(const Submission& given) {
  std::vector<EditPiece>& all = history_.edits();
  EditPiece piece;
  piece.edit = given.edit;
  piece.label = given.label;
  piece.commands = {given.command};
  if (all.empty() || all.back().edit != given.edit || !ofThisMoment(all.back()) ||
      all.back().kind == EditPiece::Kind::Undo)
    return carryOut(std::move(piece));
  std::vector<EditPiece> moment = takeOffMoment();
  EditPiece before = std::move(moment.back());
  moment.pop_back();
  EditPiece changed = before;
  if (addCommand(changed.commands, given.command)) {
    rebuild(moment);
    std::vector<std::string> refused = carryOut(changed);
    if (!refused.empty()) {
      moment.push_back(std::move(before));
      rebuild(std::move(moment));
    }
    return refused;
  }
  // Nothing is to be done again: the piece is carried out from where it ends.
  for (EditPiece& m : moment) all.push_back(std::move(m));
  std::vector<std::string> refused = carryOut(std::move(piece));
  if (refused.empty()) {
    before.commands.push_back(given.command);
    EditPiece added = std::move(all.back());
    all.pop_back();
    before.lastEvent = added.lastEvent;
    before.logEnd = added.logEnd;
    for (Command& b : added.before) {
      const auto same = [&](const Command& c) { return c.target == b.target; };
      if (std::none_of(before.before.begin(), before.before.end(), same))
        before.before.push_back(std::move(b));
    }
  }
  all.push_back(std::move(before));
  return refused;
}

std::vector<std::string> LiveWorld::apply(std::vector<Submission> given, bool stays) {
  std::vector<std::string> refused;
  if (given.empty()) return refused;
  beginChange(stays);
  for (Submission& s : given) {
    if (!isEdit(s.command)) s.edit = 0;
    if (s.edit != 0) popped_.clear();
    if (s.label.empty()) s.label = editLabel(s.command, scene_->world.method);
    for (std::string& line : extend(s)) refused.push_back(std::move(line));
  }
  return refused;
}

UndoOrder LiveWorld::order() const {
  return undoOrder({history_.branch().edits.data(), history_.editsBehind(world_)});
}

std::vector<std::string> LiveWorld::undo() {
  stopSeeking();
  settle();
  if (order().undo.empty()) return {};
  beginChange(true);
  std::vector<EditPiece>& all = history_.edits();
  const std::uint64_t edit = undoOrder(all).undo.back();
  std::vector<EditPiece> pieces;
  for (const std::size_t p : piecesOf(edit, all)) pieces.push_back(all[p]);
  EditPiece undone;
  undone.edit = edit;
  undone.label = pieces.front().label;
  if (std::all_of(pieces.begin(), pieces.end(), [this](const EditPiece& p) { return ofThisMoment(p); })) {
    // The world has not moved since: the very state comes back, and the log is as if it had not been.
    std::vector<EditPiece> moment = takeOffMoment();
    const std::size_t first = pieces.front().logBegin;
    std::erase_if(moment, [&](const EditPiece& p) {
      return p.edit == edit && p.kind != EditPiece::Kind::Undo && p.logBegin >= first;
    });
    rebuild(std::move(moment));
    const std::vector<std::uint64_t> redo = order().redo;
    undone.commands = commandsOf(pieces);
    if (redo.empty() || redo.back() != edit) popped_.push_back(std::move(undone));
    return {};
  }
  undone.kind = EditPiece::Kind::Undo;
  undone.commands = inverseOf(pieces);
  const bool nothing = undone.commands.empty();
  std::vector<std::string> refused = carryOut(undone);
  if (nothing)
    refused.push_back(fmt::format(
        "{}: once the world has run on, this cannot be taken back; the timeline goes to before it",
        undone.label));
  return refused;
}

std::vector<std::string> LiveWorld::redo() {
  stopSeeking();
  settle();
  const std::vector<std::uint64_t> redo = order().redo;
  if (redo.empty() && popped_.empty()) return {};
  beginChange(true);
  std::vector<EditPiece>& all = history_.edits();
  EditPiece again;
  if (redo.empty()) {
    again = std::move(popped_.back());
    popped_.pop_back();
  } else {
    const EditPiece& last = all.back();
    if (last.kind == EditPiece::Kind::Undo && last.edit == redo.back() && ofThisMoment(last)) {
      std::vector<EditPiece> moment = takeOffMoment();
      moment.pop_back();
      rebuild(std::move(moment));
      return {};
    }
    std::vector<EditPiece> pieces;
    for (const std::size_t p : piecesOf(redo.back(), all)) pieces.push_back(all[p]);
    again.edit = redo.back();
    again.label = pieces.front().label;
    again.commands = commandsOf(pieces);
  }
  again.kind = EditPiece::Kind::Redo;
  // A material that was added stays when that is undone later: no command takes it away.
  std::erase_if(again.commands, [this](const Command& c) {
    return c.target.ends_with(".add") && std::any_of(world_.materials().begin(), world_.materials().end(),
                                                     [&](const MaterialDefinition& m) {
                                                       return c.target == "material." + m.name + ".add";
                                                     });
  });
  return carryOut(std::move(again));
}

ui::EditHistory LiveWorld::edits() const {
  const std::vector<EditPiece>& all = history_.branch().edits;
  const std::span<const EditPiece> behind(all.data(), history_.editsBehind(world_));
  const UndoOrder now = order();
  const auto labelOf = [&](std::uint64_t edit) {
    return std::find_if(behind.begin(), behind.end(), [&](const EditPiece& p) { return p.edit == edit; })
        ->label;
  };
  ui::EditHistory edits;
  if (!now.undo.empty()) edits.undo = labelOf(now.undo.back());
  if (!now.redo.empty())
    edits.redo = labelOf(now.redo.back());
  else if (!popped_.empty())
    edits.redo = popped_.back().label;
  return edits;
}

void LiveWorld::restart() {
  stopSeeking();
  settle();
  // In the order of their first coming: a material is added before its values are set.
  std::vector<Submission> kept;
  const std::vector<LoggedCommand> log = world_.commandLog();
  auto piece = history_.branch().edits.begin();
  const auto end = history_.branch().edits.end();
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (effectOf(log[i].command.target) != CommandEffect::Setting) continue;
    while (piece != end && piece->logEnd <= i) ++piece;
    Submission s{log[i].command};
    if (piece != end && piece->logBegin <= i && piece->kind != EditPiece::Kind::Undo) {
      s.edit = piece->edit;
      s.label = piece->label;
    }
    const auto same = std::find_if(kept.begin(), kept.end(),
                                   [&](const Submission& k) { return k.command.target == s.command.target; });
    if (same == kept.end())
      kept.push_back(std::move(s));
    else
      *same = std::move(s);
  }
  base_.reset();
  popped_.clear();
  history_.restoreAtStep(world_, 0);
  const std::vector<LoggedCommand>& whole = history_.branch().log;
  const bool same = std::equal(whole.begin(), whole.end(), kept.begin(), kept.end(),
                               [](const LoggedCommand& a, const Submission& b) {
                                 return a.step == 0 && sameCommand(a.command, b.command);
                               });
  if (same) return settle();  // it would come to the same: no new branch
  if (history_.branch().lastStep == 0)
    history_.end(world_);
  else
    history_.fork(world_);
  // What a setting of something that is not there yet says is not worth a message.
  apply(std::move(kept), true);
}

void LiveWorld::seek(std::uint64_t frame) {
  frame = std::min(frame, history_.branch().last);
  base_.reset();
  popped_.clear();
  const bool behind =
      world_.frameIndex() > frame || (world_.frameIndex() == frame && !world_.atFrameBoundary());
  if (behind || history_.keyframeBetween(world_, frame)) history_.restoreAtFrame(world_, frame);
  goal_ = {.kind = Goal::Kind::Frame, .at = frame, .frame = frame};
}

void LiveWorld::switchBranch(std::size_t branch) {
  if (branch >= history_.branches().size() || branch == history_.present()) return;
  base_.reset();
  popped_.clear();
  history_.switchTo(branch);
  const HistoryBranch& b = history_.branch();
  history_.restoreAtStep(world_, b.lastStep);
  goal_ = {.kind = Goal::Kind::Step, .at = b.lastStep, .frame = b.last};
}

void LiveWorld::stepBack() {
  const std::uint64_t step = world_.stepIndex();
  if (step == 0) return;
  const std::uint64_t frame = world_.frameIndex();
  base_.reset();
  popped_.clear();
  history_.restoreAtStep(world_, step - 1);
  goal_ = {.kind = Goal::Kind::Before, .at = step, .boundary = world_.stepIndex(), .frame = frame};
}

void LiveWorld::seekOn() {
  switch (goal_.kind) {
    case Goal::Kind::None:
      return;
    case Goal::Kind::Frame:
      if (world_.frameIndex() >= goal_.at && world_.atFrameBoundary()) return arrive();
      return step();
    case Goal::Kind::Step:
      if (world_.stepIndex() < goal_.at) return step();
      if (goal_.extra == 0) return arrive();
      --goal_.extra;
      return step();
    case Goal::Kind::Before:
      break;
  }
  // A frame that was taken again is left by one call that takes several steps: what comes before a step is
  // known once it has been reached. Keyframes on the way make the next steps back quick.
  if (world_.atFrameBoundary()) {
    history_.keep(world_);
    goal_.boundary = world_.stepIndex();
    goal_.calls = 0;
  }
  step();
  ++goal_.calls;
  if (world_.stepIndex() < goal_.at) return;
  history_.restoreAtStep(world_, goal_.boundary);
  goal_ = {.kind = Goal::Kind::Step, .at = goal_.boundary, .extra = goal_.calls - 1, .frame = goal_.frame};
}

void LiveWorld::arrive() {
  goal_ = {};
  settle();
}

void LiveWorld::stopSeeking() {
  if (seeking()) arrive();
}

ui::Timeline LiveWorld::timeline() const {
  ui::Timeline timeline;
  timeline.last = history_.branch().last;
  if (seeking()) timeline.seeking = goal_.frame;
  timeline.keyframes = history_.keyframes();
  for (const EditPiece& piece : history_.branch().edits) {
    if (piece.edit == 0 && piece.label.empty()) continue;
    const std::string label = piece.kind == EditPiece::Kind::Undo ? "Undo: " + piece.label : piece.label;
    // A slider that is dragged while the world runs is one mark.
    if (timeline.edits.empty() || timeline.edits.back().label != label ||
        timeline.edits.back().frame + 1 < piece.frame)
      timeline.edits.push_back({piece.frame, label});
  }
  for (const HistoryBranch& b : history_.branches()) timeline.branches.push_back({b.name, b.from, b.last});
  timeline.branch = history_.present();
  return timeline;
}

SaveFile LiveWorld::save() const {
  SaveFile save = makeSave(*scene_, world_);
  save.branches = history_.branches();
  save.branch = history_.present();
  return save;
}

}  // namespace ooze
