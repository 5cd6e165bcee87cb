// The commands of a world. They are validated when submitted, wait in a queue, are applied at the next step
// boundary, and are logged.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/world/command.h"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace ooze {

/// The command queue: commands that wait for the next step or, in a replay, for their step, and the event log
/// of the commands applied so far.
class CommandQueue {
 public:
  /// Commands submitted for the next step boundary, in order.
  [[nodiscard]] const std::vector<Command>& submitted() const { return submitted_; }
  /// Replayed commands that wait for their step, sorted by ascending step.
  [[nodiscard]] const std::deque<LoggedCommand>& scheduled() const { return scheduled_; }
  [[nodiscard]] const std::vector<LoggedCommand>& log() const { return log_; }
  /// Returns the log, then the scheduled commands, then the submitted ones as commands of this step.
  [[nodiscard]] std::vector<LoggedCommand> withWaiting(std::uint64_t step) const;

  void submit(Command command) { submitted_.push_back(std::move(command)); }
  void schedule(std::vector<LoggedCommand> commands);

  /// Applies and logs each command that is due at this step; replayed commands come first.
  /// @return true if any command was due
  bool applyDue(std::uint64_t step, FunctionRef<void(const Command&)> apply);
  /// Moves the log from index `logged` on back to the waiting commands, before the commands submitted since.
  void requeueSince(std::uint64_t logged);

  /// @param step  index of the next step
  void save(ByteWriter& out, std::uint64_t step) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, std::uint64_t step);

 private:
  std::deque<LoggedCommand> scheduled_;
  std::vector<Command> submitted_;
  std::vector<LoggedCommand> log_;
};

}  // namespace ooze
