// The commands of a world: those that wait, and those that were applied.
#pragma once

#include "ooze/base/bytes.h"
#include "ooze/base/threads.h"
#include "ooze/world/command.h"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace ooze {

inline const Command& commandIn(const Command& c) { return c; }
inline const Command& commandIn(const LoggedCommand& c) { return c.command; }

class CommandQueue {
 public:
  /// Submitted for the next step boundary, in this order.
  [[nodiscard]] const std::vector<Command>& submitted() const { return submitted_; }
  /// Replayed, ascending in step.
  [[nodiscard]] const std::deque<LoggedCommand>& scheduled() const { return scheduled_; }
  [[nodiscard]] const std::vector<LoggedCommand>& log() const { return log_; }

  void submit(Command command) { submitted_.push_back(std::move(command)); }
  void schedule(std::vector<LoggedCommand> commands);

  /// Has each command applied that is due at this step, those replayed first, and logs it.
  /// @return true if there were any
  bool applyDue(std::uint64_t step, FunctionRef<void(const Command&)> apply);
  /// All but the first `logged` of the log wait again, before what has been submitted since.
  void waitAgain(std::uint64_t logged);

  /// @param step  the next one
  void save(ByteWriter& out, std::uint64_t step) const;
  /// @throws InputError if the bytes end early or make no sense
  void restore(ByteReader& in, std::uint64_t step);

 private:
  std::deque<LoggedCommand> scheduled_;
  std::vector<Command> submitted_;
  std::vector<LoggedCommand> log_;
};

}  // namespace ooze
