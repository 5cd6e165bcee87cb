// Edits of a session: the queue of edits that wait for the world, and their application with undo and redo.
#pragma once

#include "ooze/world/history.h"

#include "session/edit_list.h"
#include "session/session.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

/// Queue of commands, undo and redo that wait to be applied, grouped into edits: edit pieces of one command
/// each, and requests to undo and redo. Not thread-safe: the caller holds a lock.
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

/// Undo and redo of a world's edits. An edit of the present moment is undone by restoring the state before
/// the edit. An earlier edit is undone by inverse commands, which the log records like any others.
class WorldEdits {
 public:
  /// World and history must outlive this object.
  WorldEdits(World& world, History& history) : world_(world), history_(history) {}
  WorldEdits(const WorldEdits&) = delete;
  WorldEdits& operator=(const WorldEdits&) = delete;

  /// Applies the recorded commands of the present step, so that a world paused at a step shows their effect.
  void settle();
  /// Call before the world takes a step.
  void leaveMoment() { base_.reset(); }
  /// Call before the world seeks to another moment. Edits undone by restoring the state can then no longer be
  /// redone.
  void leaveHistoryMoment();

  /// Applies commands at the present moment. Begins a new branch if the world is not at the end of its
  /// branch.
  /// @param given  pieces of one command each; the label may be empty
  /// @param stays  true if the world is paused, so that undo should restore exactly this state
  /// @return the reasons for refused commands, a line each
  std::vector<std::string> apply(std::vector<EditPiece> given, bool stays);
  std::vector<std::string> undo();
  std::vector<std::string> redo();

  [[nodiscard]] UndoOrder order() const;
  [[nodiscard]] EditHistory labels() const;
  /// Returns whether the next undo restores the exact state from before the edit. Otherwise the undo applies
  /// inverse commands to the present state.
  [[nodiscard]] bool undoesExactly();

 private:
  /// Edit undone by restoring the state, so that the history has no trace of the edit.
  struct RestoredEdit {
    EditPiece piece;
    std::size_t pieceCount = 0;  ///< number of pieces in the history after the undo
  };

  /// State before the first command of this step.
  struct Base {
    std::vector<std::byte> state;
    std::size_t logged = 0;
  };

  void begin(bool stays);
  void keepBase();
  [[nodiscard]] bool isOfPresentMoment(const EditPiece& piece) const;
  [[nodiscard]] bool areOfPresentMoment(const std::vector<EditPiece>& pieces) const;
  [[nodiscard]] std::vector<EditPiece> copiesOf(std::uint64_t edit);
  std::vector<EditPiece> extractPresentPieces();
  void rebuild(std::vector<EditPiece> pieces);
  std::vector<std::string> applyPiece(EditPiece piece);
  std::vector<std::string> extend(EditPiece given);
  std::vector<std::string> appendToLastPiece(EditPiece before, EditPiece given);
  void undoByRestoring(std::uint64_t edit, const std::vector<EditPiece>& pieces);
  [[nodiscard]] std::optional<ErasePoured> erasureOfPour(std::uint64_t edit);
  [[nodiscard]] bool undoneHere(std::uint64_t edit) const;
  [[nodiscard]] std::vector<std::uint64_t> redoStack() const;
  [[nodiscard]] EditPiece toRedo(const std::vector<std::uint64_t>& redo);

  World& world_;
  History& history_;
  std::optional<Base> base_;
  std::vector<RestoredEdit> restoredEdits_;  ///< the next to redo is last
};

}  // namespace ooze
