// What can be undone and redone, read from the pieces of edits that a world has behind it.
#pragma once

#include "ooze/world/history.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// A command with the edit that it is part of.
struct Submission {
  Command command;
  std::uint64_t edit = 0;  ///< commands with the same number are undone as one; 0: not undone
  std::string label{};     ///< in words; "": from the command
};

/// Numbers of edits, the next to be undone or redone last.
struct UndoOrder {
  std::vector<std::uint64_t> undo, redo;
};
UndoOrder undoOrder(std::span<const EditPiece> pieces);

/// The pieces of an edit since it was done or redone last, by their places.
std::vector<std::size_t> piecesOf(std::uint64_t edit, std::span<const EditPiece> pieces);

/// Commands that undo these pieces in a world that has run on: events are taken back, the last first, and
/// what was set gets the value from before the first piece.
std::vector<Command> inverseOf(std::span<const EditPiece> pieces);

/// The commands of these pieces in their order, without settings that later ones overrule.
/// @param method  of the world, here and below
std::vector<Command> commandsOf(std::span<const EditPiece> pieces, std::string_view method);

/// What a log has set, in its order, without what was overruled later: so a material is added before its
/// values are set, and what was set of all materials comes between what one had before and after. What was
/// switched, thrown or done is left out.
/// @param pieces  of that log
std::vector<Submission> settingsOf(std::span<const LoggedCommand> log, std::span<const EditPiece> pieces,
                                   std::string_view method);

/// Adds a command to the end of a list that is carried out at one moment, without those that it overrules, as
/// far as no event stands between. @return true if there were any
bool addCommand(std::vector<Command>& list, Command command, std::string_view method);

/// False for what the hand does while it holds something: that is not undone.
bool isEdit(const Command& command);

}  // namespace ooze
