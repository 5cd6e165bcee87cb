// What was asked of a world and is not done yet: commands, undo and redo, in their order, and which commands
// are one edit. Without a lock of its own.
#pragma once

#include "session/edit_list.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ooze {

struct PendingEdit {
  enum class Kind { Command, Undo, Redo } kind = Kind::Command;
  Submission submission{};
  bool handedOver = false;  ///< to the world; the next snapshot shows it
};

class PendingEdits {
 public:
  /// Only the latest of several values of one target between two steps counts.
  void submit(Command command);
  /// One edit of its own, also in the middle of a group. @return its number
  std::uint64_t submitTogether(const std::string& label, std::vector<Command> commands);
  /// Commands from now to endGroup() are one edit. Outside of a group values of one target are one that
  /// follow each other quickly.
  void beginGroup(std::string label);
  void endGroup();
  void undo() { ask(PendingEdit::Kind::Undo); }
  void redo() { ask(PendingEdit::Kind::Redo); }

  /// True if anything waits to be handed over.
  [[nodiscard]] bool waiting() const;
  /// What waits, which from now on only waits to be shown.
  std::vector<PendingEdit> handOver();
  void forgetHandedOver();
  void clear() { list_.clear(); }

  /// The commands that no snapshot shows yet.
  [[nodiscard]] std::vector<Command> commands() const;

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::uint64_t editOf(const Command& command);
  void add(Submission submission);
  void ask(PendingEdit::Kind kind);

  std::vector<PendingEdit> list_;
  std::uint64_t edit_ = 0;   ///< the number given last
  std::uint64_t group_ = 0;  ///< the edit that commands of now are part of; 0: no group has begun
  std::string groupLabel_, lastTarget_;
  Clock::time_point lastSubmitted_{};
};

}  // namespace ooze
