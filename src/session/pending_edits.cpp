#include "session/pending_edits.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

constexpr std::chrono::milliseconds kSameEdit(600);  // between values of one target that are undone as one

}  // namespace

void PendingEdits::submit(Command command) {
  Submission submission{std::move(command)};
  submission.edit = editOf(submission.command);
  if (group_ != 0) submission.label = groupLabel_;
  add(std::move(submission));
}

std::uint64_t PendingEdits::submitTogether(const std::string& label, std::vector<Command> commands) {
  const std::uint64_t edit = ++edit_;
  lastTarget_.clear();
  for (Command& command : commands) add({std::move(command), edit, label});
  return edit;
}

// A dragged slider fills no log. Not so of events, and an edit stays on its side of them: to carry, let go
// and carry again are three.
void PendingEdits::add(Submission submission) {
  for (std::size_t k = list_.size(); k-- > 0 && !list_[k].handedOver;) {
    if (list_[k].kind != PendingEdit::Kind::Command) break;
    const Submission& s = list_[k].submission;
    if (s.edit != submission.edit || effectOf(s.command.target) == CommandEffect::Event) break;
    if (s.command.target != submission.command.target) continue;
    // At the end: it may set what others between the two have set as well.
    list_.erase(list_.begin() + static_cast<std::ptrdiff_t>(k));
    break;
  }
  list_.push_back({.submission = std::move(submission)});
}

/// The number of the edit that a command of now is part of.
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

void PendingEdits::ask(PendingEdit::Kind kind) {
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

void PendingEdits::forgetHandedOver() {
  std::erase_if(list_, [](const PendingEdit& p) { return p.handedOver; });
}

std::vector<Command> PendingEdits::commands() const {
  std::vector<Command> commands;
  for (const PendingEdit& p : list_)
    if (p.kind == PendingEdit::Kind::Command) commands.push_back(p.submission.command);
  return commands;
}

}  // namespace ooze
