#include "session/world_edits.h"

#include "ooze/base/bytes.h"
#include "ooze/base/error.h"

#include "world/commands/command_rows.h"
#include "world/commands/setting_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <span>
#include <utility>

namespace ooze {
namespace {

// Values of one target closer in time than this are undone as one edit.
constexpr std::chrono::milliseconds kSameEdit(600);

}  // namespace

void WorldEdits::settle() {
  const std::vector<LoggedCommand>& log = history_.branch().log;
  const std::size_t done = world_.commandLog().size();
  if (done >= log.size() || log[done].step > world_.stepIndex()) return;
  keepBase();
  try {
    history_.feed(world_);
  } catch (const InputError&) {
    return;  // damaged session or missing mesh file; the next step reports the error
  }
  world_.applyCommands();
}

void WorldEdits::leaveHistoryMoment() {
  base_.reset();
  restoredEdits_.clear();
}

std::vector<std::string> WorldEdits::apply(std::vector<EditPiece> given, bool stays) {
  if (given.empty()) return {};
  begin(stays);
  std::vector<std::string> refused;
  for (EditPiece& piece : given) {
    const Command& command = piece.commands.front();
    // What the program submits by itself has no label, so that the timeline shows no mark of it.
    const bool isUsers = piece.edit != 0;
    if (isMouseDrag(command)) piece.edit = 0;
    if (isUsers && piece.label.empty()) piece.label = commandLabel(command, world_.method().key());
    const bool counts = piece.edit != 0;
    std::vector<std::string> lines = extend(std::move(piece));
    if (counts && lines.empty()) restoredEdits_.clear();
    std::move(lines.begin(), lines.end(), std::back_inserter(refused));
  }
  return refused;
}

std::vector<std::string> WorldEdits::undo() {
  settle();
  if (order().undo.empty()) return {};
  begin(true);
  const std::uint64_t edit = undoOrder(history_.edits()).undo.back();
  const std::vector<EditPiece> pieces = copiesOf(edit);
  if (areOfPresentMoment(pieces)) {
    undoByRestoring(edit, pieces);
    return {};
  }
  EditPiece inverse;
  inverse.kind = EditPiece::PieceKind::Undo;
  inverse.edit = edit;
  inverse.label = pieces.front().label;
  inverse.commands = inverseOf(pieces);
  if (const auto erase = erasureOfPour(edit)) inverse.commands.insert(inverse.commands.begin(), *erase);
  const bool nothing = inverse.commands.empty();
  std::vector<std::string> refused = applyPiece(std::move(inverse));
  if (nothing)
    refused.push_back(
        fmt::format("{}: this cannot be undone after the world has run on; go back on the timeline instead",
                    pieces.front().label));
  return refused;
}

/// Returns the command that removes the liquid that an edit poured; nothing if the edit is no pour. The
/// liquid is that of the edit's nozzle, between the steps at which the edit opened and closed the nozzle.
std::optional<ErasePoured> WorldEdits::erasureOfPour(std::uint64_t edit) {
  const std::vector<LoggedCommand>& log = history_.branch().log;
  std::optional<std::uint64_t> opened, closed;
  std::string nozzle;
  for (const EditPiece& piece : history_.edits()) {
    if (piece.edit != edit || piece.kind != EditPiece::PieceKind::Do) continue;
    for (std::size_t k = piece.logBegin; k < std::min(piece.logEnd, log.size()); ++k) {
      const auto* add = std::get_if<AddEmitter>(&log[k].command);
      const auto* set = std::get_if<SetValue>(&log[k].command);
      const bool isOfPour =
          set && set->setting.owner == SettingOwner::Emitter && isAddedNozzle(set->setting.name);
      if (isOfPour) nozzle = set->setting.name;
      const bool switches = isOfPour && set->setting.key == "enabled";
      if (!opened && ((add && !add->stays) || (switches && set->value.isOn()))) opened = log[k].step;
      if (opened && switches && !set->value.isOn()) closed = log[k].step;
    }
  }
  const std::uint64_t end = closed.value_or(world_.stepIndex());
  const std::uint64_t number = addedNozzleNumber(nozzle);
  if (!opened || end <= *opened || number == 0) return std::nullopt;
  return ErasePoured{number, *opened, end - 1};
}

/// Undoes an edit of the present moment by restoring the state from before the step's commands. The log is
/// then as if the edit had never been.
void WorldEdits::undoByRestoring(std::uint64_t edit, const std::vector<EditPiece>& pieces) {
  std::vector<EditPiece> moment = extractPresentPieces();
  const std::size_t first = pieces.front().logBegin;
  std::erase_if(moment, [&](const EditPiece& p) {
    return p.edit == edit && p.kind != EditPiece::PieceKind::Undo && p.logBegin >= first;
  });
  rebuild(std::move(moment));
  EditPiece undone;
  undone.edit = edit;
  undone.label = pieces.front().label;
  undone.commands = commandsOf(pieces, world_.spec().method);
  restoredEdits_.push_back({std::move(undone), history_.edits().size()});
}

std::vector<std::string> WorldEdits::redo() {
  settle();
  const std::vector<std::uint64_t> redo = redoStack();
  if (redo.empty() && restoredEdits_.empty()) return {};
  begin(true);
  if (!redo.empty() && undoneHere(redo.back())) {
    std::vector<EditPiece> moment = extractPresentPieces();
    moment.pop_back();
    rebuild(std::move(moment));
    return {};
  }
  EditPiece again = toRedo(redo);
  // Undo leaves added materials in place, because no command removes a material. Redo must not add such a
  // material again.
  std::erase_if(again.commands, [this](const Command& c) {
    const auto* add = std::get_if<AddMaterial>(&c);
    return add && std::any_of(world_.materials().begin(), world_.materials().end(),
                              [&](const MaterialDefinition& m) { return m.name == add->name; });
  });
  return applyPiece(std::move(again));
}

bool WorldEdits::undoneHere(std::uint64_t edit) const {
  const EditPiece& last = history_.branch().edits.back();
  return last.kind == EditPiece::PieceKind::Undo && last.edit == edit && isOfPresentMoment(last);
}

/// Returns the history's edits to redo before restoredEdits_. An edit that was undone before the last of
/// restoredEdits_ was made is left out, because a new edit forgets what was undone.
std::vector<std::uint64_t> WorldEdits::redoStack() const {
  std::vector<std::uint64_t> redo = order().redo;
  if (restoredEdits_.empty()) return redo;
  const std::vector<EditPiece>& all = history_.branch().edits;
  const auto first =
      all.begin() + static_cast<std::ptrdiff_t>(std::min(restoredEdits_.back().pieceCount, all.size()));
  std::erase_if(redo, [&](std::uint64_t edit) {
    return std::none_of(first, all.end(), [edit](const EditPiece& p) {
      return p.edit == edit && p.kind == EditPiece::PieceKind::Undo;
    });
  });
  return redo;
}

/// Returns the piece to redo.
/// @param redo  the edits of redoStack(); empty: uses restoredEdits_
EditPiece WorldEdits::toRedo(const std::vector<std::uint64_t>& redo) {
  EditPiece again;
  if (redo.empty()) {
    again = std::move(restoredEdits_.back().piece);
    restoredEdits_.pop_back();
  } else {
    const std::vector<EditPiece> pieces = copiesOf(redo.back());
    again.edit = redo.back();
    again.label = pieces.front().label;
    again.commands = commandsOf(pieces, world_.spec().method);
    // What the undo erased comes back.
    const std::vector<EditPiece>& all = history_.edits();
    const auto undone = std::find_if(all.rbegin(), all.rend(), [&](const EditPiece& p) {
      return p.edit == redo.back() && p.kind == EditPiece::PieceKind::Undo;
    });
    for (std::uint64_t n = undone->firstEvent + 1; n <= undone->lastEvent; ++n)
      again.commands.emplace_back(UndoEvent{n});
  }
  again.kind = EditPiece::PieceKind::Redo;
  return again;
}

UndoOrder WorldEdits::order() const {
  return undoOrder({history_.branch().edits.data(), history_.appliedEditCount(world_)});
}

EditHistory WorldEdits::labels() const {
  const std::vector<EditPiece>& all = history_.branch().edits;
  const std::span<const EditPiece> behind(all.data(), history_.appliedEditCount(world_));
  const std::vector<std::uint64_t> undo = order().undo, redo = redoStack();
  const auto labelOf = [&](std::uint64_t edit) {
    return std::find_if(behind.begin(), behind.end(), [&](const EditPiece& p) { return p.edit == edit; })
        ->label;
  };
  EditHistory labels;
  if (!undo.empty()) labels.undo = labelOf(undo.back());
  if (!redo.empty())
    labels.redo = labelOf(redo.back());
  else if (!restoredEdits_.empty())
    labels.redo = restoredEdits_.back().piece.label;
  return labels;
}

void WorldEdits::begin(bool stays) {
  settle();
  history_.fork(world_);
  if (stays) keepBase();
}

void WorldEdits::keepBase() {
  if (base_) return;
  ByteWriter state;
  world_.save(state);
  base_ = Base{state.bytes(), world_.commandLog().size()};
}

bool WorldEdits::undoesExactly() {
  const std::vector<std::uint64_t> undo = order().undo;
  return !undo.empty() && areOfPresentMoment(copiesOf(undo.back()));
}

bool WorldEdits::areOfPresentMoment(const std::vector<EditPiece>& pieces) const {
  return std::ranges::all_of(pieces, [this](const EditPiece& p) { return isOfPresentMoment(p); });
}

bool WorldEdits::isOfPresentMoment(const EditPiece& piece) const {
  return base_ && piece.logBegin >= base_->logged;
}

std::vector<EditPiece> WorldEdits::copiesOf(std::uint64_t edit) {
  const std::vector<EditPiece>& all = history_.edits();
  std::vector<EditPiece> pieces;
  for (const std::size_t p : piecesOf(edit, all)) pieces.push_back(all[p]);
  return pieces;
}

/// Removes the pieces of the present moment from the list and returns them.
std::vector<EditPiece> WorldEdits::extractPresentPieces() {
  std::vector<EditPiece>& all = history_.edits();
  const auto first = std::find_if(all.begin(), all.end(),
                                  [this](const EditPiece& piece) { return isOfPresentMoment(piece); });
  std::vector<EditPiece> pieces(std::make_move_iterator(first), std::make_move_iterator(all.end()));
  all.erase(first, all.end());
  return pieces;
}

/// Restores the state from before this step's commands, and applies these pieces instead.
void WorldEdits::rebuild(std::vector<EditPiece> pieces) {
  extractPresentPieces();
  ByteReader in(base_->state);
  world_.restore(in);
  history_.end(world_);
  for (EditPiece& piece : pieces) applyPiece(std::move(piece));
}

/// Applies the commands of a piece, and adds the piece to the list.
std::vector<std::string> WorldEdits::applyPiece(EditPiece piece) {
  std::vector<std::string> refused;
  const std::vector<Command> commands = std::exchange(piece.commands, {});
  piece.before.clear();
  piece.logBegin = world_.commandLog().size();
  piece.firstEvent = world_.events();
  piece.frame = world_.frameIndex();
  for (const Command& command : commands) {
    std::vector<Command> before = world_.valuesBefore(command);
    // Undo first removes what the edit added, and then restores values, but not those of the removed thing.
    if (piece.kind == EditPiece::PieceKind::Undo && std::holds_alternative<SetValue>(command) &&
        before.empty())
      continue;
    try {
      world_.submit(command);
      world_.applyCommands();
    } catch (const InputError& error) {
      refused.emplace_back(error.what());
      continue;
    }
    piece.commands.push_back(command);
    addMissing(piece.before, before);
  }
  piece.lastEvent = world_.events();
  piece.logEnd = world_.commandLog().size();
  // An undo without commands is still recorded as an undo.
  if (!piece.commands.empty() || piece.kind == EditPiece::PieceKind::Undo)
    history_.edits().push_back(std::move(piece));
  history_.end(world_);
  return refused;
}

/// Adds a piece of one command to the present edit. If the command overrules earlier commands of the same
/// moment, the moment is rebuilt without the overruled ones, so that only the last value counts.
std::vector<std::string> WorldEdits::extend(EditPiece given) {
  std::vector<EditPiece>& all = history_.edits();
  if (all.empty() || all.back().edit != given.edit || !isOfPresentMoment(all.back()) ||
      all.back().kind == EditPiece::PieceKind::Undo)
    return applyPiece(std::move(given));
  EditPiece before = all.back();
  EditPiece changed = before;
  if (!addCommand(changed.commands, given.commands.front(), world_.spec().method))
    return appendToLastPiece(std::move(before), std::move(given));
  std::vector<EditPiece> moment = extractPresentPieces();
  moment.pop_back();
  rebuild(moment);
  std::vector<std::string> refused = applyPiece(std::move(changed));
  if (!refused.empty()) {
    moment.push_back(std::move(before));
    rebuild(std::move(moment));
  }
  return refused;
}

/// Appends a piece of one command to the last piece without rebuilding the moment.
std::vector<std::string> WorldEdits::appendToLastPiece(EditPiece before, EditPiece given) {
  std::vector<EditPiece>& all = history_.edits();
  all.pop_back();
  std::vector<std::string> refused = applyPiece(std::move(given));
  if (refused.empty()) {
    EditPiece added = std::move(all.back());
    all.pop_back();
    before.commands.push_back(std::move(added.commands.front()));
    before.lastEvent = added.lastEvent;
    before.logEnd = added.logEnd;
    addMissing(before.before, added.before);
  }
  all.push_back(std::move(before));
  return refused;
}

void PendingEdits::submit(Command command) {
  EditPiece edit{.edit = editOf(command)};
  edit.commands.push_back(std::move(command));
  if (group_ != 0) edit.label = groupLabel_;
  add(std::move(edit));
}

std::uint64_t PendingEdits::submitTogether(const std::string& label, std::vector<Command> commands) {
  const std::uint64_t edit = ++edit_;
  lastTarget_.clear();
  for (Command& command : commands) add({.edit = edit, .label = label, .commands = {std::move(command)}});
  return edit;
}

// Replaces an earlier waiting value of the same target, so that a dragged slider does not fill the log.
// Events are never replaced, and values never move across an event: carry, release and carry again are three
// commands.
void PendingEdits::add(EditPiece edit) {
  const std::string target = targetOf(edit.commands.front());
  for (std::size_t k = list_.size(); k-- > handedOver_;) {
    const EditPiece& earlier = list_[k];
    if (earlier.kind != EditPiece::PieceKind::Do || earlier.edit != edit.edit ||
        effectOf(earlier.commands.front()) == CommandEffect::Event)
      break;
    if (targetOf(earlier.commands.front()) != target) continue;
    // The value moves to the end of the list, because commands in between may set the same value.
    list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(k));
    break;
  }
  list_.push_back(std::move(edit));
}

/// Returns the number of the edit that a command submitted now belongs to.
std::uint64_t PendingEdits::editOf(const Command& command) {
  if (group_ != 0) return group_;
  const auto now = Clock::now();
  std::string target = targetOf(command);
  const bool goesOn =
      target == lastTarget_ && effectOf(command) != CommandEffect::Event && now - lastSubmitted_ < kSameEdit;
  lastTarget_ = std::move(target);
  lastSubmitted_ = now;
  return goesOn ? edit_ : ++edit_;
}

void PendingEdits::beginGroup(std::string label) {
  group_ = ++edit_;
  groupLabel_ = std::move(label);
}

void PendingEdits::endGroup() {
  group_ = 0;
  lastTarget_.clear();
}

void PendingEdits::ask(EditPiece::PieceKind kind) {
  lastTarget_.clear();
  list_.push_back({.kind = kind});
}

std::vector<EditPiece> PendingEdits::handOver() {
  std::vector<EditPiece> waiting(list_.begin() + static_cast<std::ptrdiff_t>(handedOver_), list_.end());
  handedOver_ = list_.size();
  return waiting;
}

void PendingEdits::removeHandedOver() {
  list_.erase(list_.begin(), list_.begin() + static_cast<std::ptrdiff_t>(std::exchange(handedOver_, 0)));
}

void PendingEdits::clear() {
  list_.clear();
  handedOver_ = 0;
}

std::vector<Command> PendingEdits::commands() const {
  std::vector<Command> commands;
  for (const EditPiece& p : list_) commands.insert(commands.end(), p.commands.begin(), p.commands.end());
  return commands;
}

}  // namespace ooze
