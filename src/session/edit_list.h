// Undo and redo stacks, derived from the edit pieces that a world has applied.
#pragma once

#include "ooze/world/history.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {

/// The undo and redo stacks as edit numbers; the next edit to undo or redo is last.
struct UndoOrder {
  std::vector<std::uint64_t> undo, redo;
};
UndoOrder undoOrder(std::span<const EditPiece> pieces);

/// Returns the indices of the pieces of an edit, since the edit was last done or redone.
std::vector<std::size_t> piecesOf(std::uint64_t edit, std::span<const EditPiece> pieces);

/// Returns commands that undo these pieces in a world that has run on. Events are undone in reverse order;
/// settings get the value from before the first piece.
std::vector<Command> inverseOf(std::span<const EditPiece> pieces);

/// Adds commands that restore earlier values. For each setting the oldest value is kept.
void addMissing(std::vector<Command>& before, const std::vector<Command>& more);

/// Returns the commands of these pieces in order, without settings that later ones overrule.
/// @param method  method of the world, here and below
std::vector<Command> commandsOf(std::span<const EditPiece> pieces, std::string_view method);

/// Returns the settings of a log in order, without those overruled later. The order ensures that a material
/// is added before its values are set, and that settings of all materials keep their place among settings of
/// one. Events and temporary states are left out, but the states of an edit that also sets something are
/// kept, so that a restart keeps an edit as a whole.
/// @param pieces  edit pieces of that log
/// @return a piece for each setting
std::vector<EditPiece> settingsOf(std::span<const LoggedCommand> log, std::span<const EditPiece> pieces,
                                  std::string_view method);

/// Appends a command to a list that is applied at one moment. Removes the earlier commands that the new one
/// overrules; commands before an event are kept.
/// @return true if any command was removed
bool addCommand(std::vector<Command>& list, Command command, std::string_view method);

}  // namespace ooze
