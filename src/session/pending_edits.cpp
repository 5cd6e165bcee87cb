#include "session/pending_edits.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

// Values of one target closer in time than this are undone as one edit.
constexpr std::chrono::milliseconds kSameEdit(600);

}  // namespace

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
