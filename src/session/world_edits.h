// What is done to a world at one moment of its history, and how that is undone and redone.
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

class WorldEdits {
 public:
  /// Both outlive it.
  WorldEdits(World& world, History& history) : world_(world), history_(history) {}
  WorldEdits(const WorldEdits&) = delete;
  WorldEdits& operator=(const WorldEdits&) = delete;

  /// Does what the history has at this very step: whoever stands at a step sees what was done there.
  void settle();
  /// The world goes on by a step.
  void leaveMoment() { base_.reset(); }
  /// The world goes to another moment: what was undone is no longer there to be redone.
  void leaveForGood();

  /// Does these at this moment. If that is not the end of the branch, a new one begins.
  /// @param stays  the world stands still, so that undo should bring back this very moment
  /// @return why some were refused, a line each
  std::vector<std::string> apply(std::vector<Submission> given, bool stays);
  std::vector<std::string> undo();
  std::vector<std::string> redo();

  [[nodiscard]] UndoOrder order() const;
  [[nodiscard]] EditHistory labels() const;

 private:
  /// The world before the first command of this step.
  struct Base {
    std::vector<std::byte> state;
    std::size_t logged = 0;
  };

  void begin(bool stays);
  void keepBase();
  [[nodiscard]] bool ofThisMoment(const EditPiece& piece) const;
  [[nodiscard]] std::vector<EditPiece> copiesOf(std::uint64_t edit);
  std::vector<EditPiece> takeOffMoment();
  void rebuild(std::vector<EditPiece> pieces);
  std::vector<std::string> carryOut(EditPiece piece);
  std::vector<std::string> extend(const Submission& given);
  std::vector<std::string> carryOutAfter(EditPiece before, const Submission& given);
  void undoWithoutATrace(std::uint64_t edit, const std::vector<EditPiece>& pieces);
  [[nodiscard]] bool undoneHere(std::uint64_t edit) const;
  [[nodiscard]] EditPiece toRedo(const std::vector<std::uint64_t>& redo);

  World& world_;
  History& history_;
  std::optional<Base> base_;
  std::vector<EditPiece> popped_;  ///< undone without a trace, the next to be redone last
};

}  // namespace ooze
