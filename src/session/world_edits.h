// Applies, undoes and redoes edits of a world at one moment of its history.
#pragma once

#include "ooze/world/history.h"

#include "session/edit_list.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ooze {

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

 private:
  /// State before the first command of this step.
  struct Base {
    std::vector<std::byte> state;
    std::size_t logged = 0;
  };

  void begin(bool stays);
  void keepBase();
  [[nodiscard]] bool isOfPresentMoment(const EditPiece& piece) const;
  [[nodiscard]] std::vector<EditPiece> copiesOf(std::uint64_t edit);
  std::vector<EditPiece> extractPresentPieces();
  void rebuild(std::vector<EditPiece> pieces);
  std::vector<std::string> applyPiece(EditPiece piece);
  std::vector<std::string> extend(EditPiece given);
  std::vector<std::string> appendToLastPiece(EditPiece before, EditPiece given);
  void undoByRestoring(std::uint64_t edit, const std::vector<EditPiece>& pieces);
  [[nodiscard]] bool undoneHere(std::uint64_t edit) const;
  [[nodiscard]] EditPiece toRedo(const std::vector<std::uint64_t>& redo);

  World& world_;
  History& history_;
  std::optional<Base> base_;
  std::vector<EditPiece> restoredEdits_;  ///< edits undone by restoring the state; the next to redo is last
};

}  // namespace ooze
