#include "session/pending_edits.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

// Values of one target closer in time than this are undone as one edit.
constexpr std::chrono::milliseconds kSameEdit(600);

}  // namespace

void PendingEdits::submit(Command command) {
  Submission submission{std::move(command)};
  submission.edit = editOf(submission.command);
  if (group_ != 0) submission.label = groupLabel_;
  add(std::move(submission));
}

void PendingEdits::submitWithoutUndo(Command command) { add({.command = std::move(command)}); }

std::uint64_t PendingEdits::submitTogether(const std::string& label, std::vector<Command> commands) {
  const std::uint64_t edit = ++edit_;
  lastTarget_.clear();
  for (Command& command : commands) add({std::move(command), edit, label});
  return edit;
}

// Replaces an earlier waiting value of the same target, so that a dragged slider does not fill the log.
// Events are never replaced, and values never move across an event: carry, release and carry again are three
// commands.
void PendingEdits::add(Submission submission) {
  for (std::size_t k = list_.size(); k-- > 0 && !list_[k].handedOver;) {
    if (list_[k].kind != PendingEdit::PendingKind::Command) break;
    const Submission& s = list_[k].submission;
    if (s.edit != submission.edit || effectOf(s.command.target) == CommandEffect::Event) break;
    if (s.command.target != submission.command.target) continue;
    // The value moves to the end of the list, because commands in between may set the same value.
    list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(k));
    break;
  }
  list_.push_back({.submission = std::move(submission)});
}

/// Returns the number of the edit that a command submitted now belongs to.
std::uint64_t PendingEdits::editOf(const Command& command) {
  if (group_ != 0) return group_;
  const auto now = Clock::now();
  const bool goesOn = command.target == lastTarget_ && effectOf(command.target) != CommandEffect::Event &&
                      now - lastSubmitted_ < kSameEdit;
  lastTarget_ = command.target;
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

void PendingEdits::ask(PendingEdit::PendingKind kind) {
  lastTarget_.clear();
  list_.push_back({.kind = kind});
}

bool PendingEdits::waiting() const {
  return std::any_of(list_.begin(), list_.end(), [](const PendingEdit& p) { return !p.handedOver; });
}

std::vector<PendingEdit> PendingEdits::handOver() {
  std::vector<PendingEdit> waiting;
  for (PendingEdit& p : list_)
    if (!std::exchange(p.handedOver, true)) waiting.push_back(p);
  return waiting;
}

void PendingEdits::removeHandedOver() {
  std::erase_if(list_, [](const PendingEdit& p) { return p.handedOver; });
}

std::vector<Command> PendingEdits::commands() const {
  std::vector<Command> commands;
  for (const PendingEdit& p : list_)
    if (p.kind == PendingEdit::PendingKind::Command) commands.push_back(p.submission.command);
  return commands;
}

}  // namespace ooze
