// Queue of commands, undo and redo that wait to be applied, grouped into edits. Not thread-safe: the caller
// holds a lock.
#pragma once

#include "session/edit_list.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ooze {

struct PendingEdit {
  enum class PendingKind { Command, Undo, Redo } kind = PendingKind::Command;
  Submission submission{};
  bool handedOver = false;  ///< true once passed to the world; the next snapshot shows the effect
};

class PendingEdits {
 public:
  /// Submits a command. Of several values of one target between two steps, only the last counts.
  void submit(Command command);
  /// Submits a command that belongs to no edit, so that no undo reverts the command.
  void submitWithoutUndo(Command command);
  /// Submits commands as one edit of their own, also within a group.
  /// @return the number of the edit
  std::uint64_t submitTogether(const std::string& label, std::vector<Command> commands);
  /// Starts a group: commands up to endGroup() are one edit. Outside of a group, values of one target that
  /// follow each other quickly are one edit.
  void beginGroup(std::string label);
  void endGroup();
  void undo() { ask(PendingEdit::PendingKind::Undo); }
  void redo() { ask(PendingEdit::PendingKind::Redo); }

  /// Returns true if anything waits to be passed to the world.
  [[nodiscard]] bool waiting() const;
  /// Returns everything that waits, and marks these entries as passed to the world.
  std::vector<PendingEdit> handOver();
  void removeHandedOver();
  void clear() { list_.clear(); }

  /// Returns the commands that no snapshot shows yet.
  [[nodiscard]] std::vector<Command> commands() const;

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::uint64_t editOf(const Command& command);
  void add(Submission submission);
  void ask(PendingEdit::PendingKind kind);

  std::vector<PendingEdit> list_;
  std::uint64_t edit_ = 0;   ///< number of the edit begun last
  std::uint64_t group_ = 0;  ///< edit number of the present group; 0: no group
  std::string groupLabel_, lastTarget_;
  Clock::time_point lastSubmitted_{};
};

}  // namespace ooze
