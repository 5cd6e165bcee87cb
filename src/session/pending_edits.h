// Queue of commands, undo and redo that wait to be applied, grouped into edits. Not thread-safe: the caller
// holds a lock.
#pragma once

#include "session/edit_list.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ooze {

/// Holds edits of one command each, and requests to undo and redo, as edit pieces.
class PendingEdits {
 public:
  /// Submits a command. Of several values of one target between two steps, only the last counts.
  void submit(Command command);
  /// Submits a command that belongs to no edit, so that no undo reverts the command.
  void submitWithoutUndo(Command command) { add({.commands = {std::move(command)}}); }
  /// Submits commands as one edit of their own, also within a group.
  /// @return the number of the edit
  std::uint64_t submitTogether(const std::string& label, std::vector<Command> commands);
  /// Starts a group: commands up to endGroup() are one edit. Outside of a group, values of one target that
  /// follow each other quickly are one edit.
  void beginGroup(std::string label);
  void endGroup();
  void undo() { ask(EditPiece::PieceKind::Undo); }
  void redo() { ask(EditPiece::PieceKind::Redo); }

  /// Returns true if anything waits to be passed to the world.
  [[nodiscard]] bool waiting() const { return handedOver_ < list_.size(); }
  /// Returns everything that waits, and marks these entries as passed to the world.
  std::vector<EditPiece> handOver();
  void removeHandedOver();
  void clear();

  /// Returns the commands that no snapshot shows yet.
  [[nodiscard]] std::vector<Command> commands() const;

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::uint64_t editOf(const Command& command);
  void add(EditPiece edit);
  void ask(EditPiece::PieceKind kind);

  std::vector<EditPiece> list_;
  std::size_t handedOver_ =
      0;  ///< number of entries at the start that the world has; the next snapshot shows them
  std::uint64_t edit_ = 0;   ///< number of the edit begun last
  std::uint64_t group_ = 0;  ///< edit number of the present group; 0: no group
  std::string groupLabel_, lastTarget_;
  Clock::time_point lastSubmitted_{};
};

}  // namespace ooze
