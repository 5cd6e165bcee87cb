#include "world/commands/command_queue.h"

#include "world/guard/record_validation.h"
#include "world/history/record_serialization.h"

#include <algorithm>
#include <iterator>

namespace ooze {
namespace {

template <class List>
void saveCommands(ByteWriter& out, const List& list) {
  out.value(static_cast<std::uint64_t>(list.size()));
  for (const LoggedCommand& c : list) writeLogged(out, c);
}

template <class List>
List restoreCommands(ByteReader& in) {
  List list;
  for (auto n = in.value<std::uint64_t>(); n > 0; --n) list.push_back(readLogged(in));
  return list;
}

}  // namespace

void CommandQueue::schedule(std::vector<LoggedCommand> commands) {
  scheduled_.insert(scheduled_.end(), std::make_move_iterator(commands.begin()),
                    std::make_move_iterator(commands.end()));
  std::stable_sort(scheduled_.begin(), scheduled_.end(),
                   [](const LoggedCommand& a, const LoggedCommand& b) { return a.step < b.step; });
}

bool CommandQueue::applyDue(std::uint64_t step, FunctionRef<void(const Command&)> apply) {
  bool any = false;
  const auto applyAndLog = [&](const Command& c) {
    apply(c);
    log_.push_back({step, c});
    any = true;
  };
  while (!scheduled_.empty() && scheduled_.front().step <= step) {
    applyAndLog(scheduled_.front().command);
    scheduled_.pop_front();
  }
  for (const Command& c : submitted_) applyAndLog(c);
  submitted_.clear();
  return any;
}

void CommandQueue::requeueSince(std::uint64_t logged) {
  const auto first = log_.begin() + static_cast<std::ptrdiff_t>(logged);
  std::vector<Command> again;
  for (auto c = first; c != log_.end(); ++c) again.push_back(std::move(c->command));
  log_.erase(first, log_.end());
  submitted_.insert(submitted_.begin(), std::make_move_iterator(again.begin()),
                    std::make_move_iterator(again.end()));
}

void CommandQueue::save(ByteWriter& out, std::uint64_t step) const {
  saveCommands(out, log_);
  saveCommands(out, scheduled_);
  std::vector<LoggedCommand> waiting;
  for (const Command& c : submitted_) waiting.push_back({step, c});
  saveCommands(out, waiting);
}

void CommandQueue::restore(ByteReader& in, std::uint64_t step) {
  log_ = restoreCommands<std::vector<LoggedCommand>>(in);
  // Logged commands were applied at or before this step.
  validateSave(isInOrder(log_) && (log_.empty() || log_.back().step <= step));
  scheduled_ = restoreCommands<std::deque<LoggedCommand>>(in);
  submitted_.clear();
  for (LoggedCommand& c : restoreCommands<std::vector<LoggedCommand>>(in))
    submitted_.push_back(std::move(c.command));
  validateSave(isInOrder(scheduled_));
}

}  // namespace ooze
