#include "session/edit_list.h"

#include "world/commands/target_names.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

const Command& commandOf(const Command& command) { return command; }
const Command& commandOf(const Submission& submission) { return submission.command; }

/// Removes commands from index `from` on that a later command overrules.
template <class Item>
bool takeOverruled(std::vector<Item>& list, std::size_t from, const Command& command,
                   std::string_view method) {
  const std::size_t before = list.size();
  const std::string setting = enclosingSetting(command.target, method);
  for (std::size_t k = list.size(); k-- > from;) {
    const std::string& target = commandOf(list[k]).target;
    if (overrules(command.target, target, method))
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(k));
    else if (setting != command.target && enclosingSetting(target, method) == setting)
      break;  // stops, because the valid range of a curve point depends on its neighbours
  }
  return list.size() < before;
}

}  // namespace

UndoOrder undoOrder(std::span<const EditPiece> pieces) {
  UndoOrder order;
  const auto isTop = [](const std::vector<std::uint64_t>& list, std::uint64_t edit) {
    return !list.empty() && list.back() == edit;
  };
  for (const EditPiece& piece : pieces) {
    if (piece.edit == 0) continue;
    switch (piece.kind) {
      case EditPiece::PieceKind::Do:
        order.redo.clear();
        break;
      case EditPiece::PieceKind::Redo:
        if (isTop(order.redo, piece.edit)) order.redo.pop_back();
        break;
      case EditPiece::PieceKind::Undo:
        if (isTop(order.undo, piece.edit)) order.undo.pop_back();
        order.redo.push_back(piece.edit);
        continue;
    }
    if (!isTop(order.undo, piece.edit)) order.undo.push_back(piece.edit);
  }
  return order;
}

std::vector<std::size_t> piecesOf(std::uint64_t edit, std::span<const EditPiece> pieces) {
  std::vector<std::size_t> found;
  bool undone = false;  // true if the last piece undid the edit; the next piece starts the edit again
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    if (pieces[p].edit != edit) continue;
    if (pieces[p].kind == EditPiece::PieceKind::Undo) {
      undone = true;
      continue;
    }
    if (std::exchange(undone, false)) found.clear();
    found.push_back(p);
  }
  return found;
}

std::vector<Command> inverseOf(std::span<const EditPiece> pieces) {
  std::vector<Command> inverse;
  for (auto p = pieces.rbegin(); p != pieces.rend(); ++p)
    for (std::uint64_t n = p->lastEvent; n > p->firstEvent; --n)
      inverse.push_back({"edits.take_back", {static_cast<float>(n)}});
  for (const EditPiece& piece : pieces)
    for (const Command& c : piece.before)
      if (std::none_of(inverse.begin(), inverse.end(),
                       [&](const Command& i) { return i.target == c.target; }) ||
          c.target == "edits.take_back")
        inverse.push_back(c);
  return inverse;
}

std::vector<Command> commandsOf(std::span<const EditPiece> pieces, std::string_view method) {
  std::vector<Command> commands;
  for (const EditPiece& piece : pieces)
    for (const Command& c : piece.commands) addCommand(commands, c, method);
  return commands;
}

std::vector<Submission> settingsOf(std::span<const LoggedCommand> log, std::span<const EditPiece> pieces,
                                   std::string_view method) {
  std::vector<Submission> settings;
  auto piece = pieces.begin();
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (effectOf(log[i].command.target) != CommandEffect::Setting) continue;
    while (piece != pieces.end() && piece->logEnd <= i) ++piece;
    Submission s{log[i].command};
    if (piece != pieces.end() && piece->logBegin <= i && piece->kind != EditPiece::PieceKind::Undo) {
      s.edit = piece->edit;
      s.label = piece->label;
    }
    takeOverruled(settings, 0, s.command, method);
    settings.push_back(std::move(s));
  }
  return settings;
}

bool addCommand(std::vector<Command>& list, Command command, std::string_view method) {
  std::size_t from = list.size();
  if (effectOf(command.target) != CommandEffect::Event)
    while (from > 0 && effectOf(list[from - 1].target) != CommandEffect::Event) --from;
  const bool taken = takeOverruled(list, from, command, method);
  list.push_back(std::move(command));
  return taken;
}

bool isEdit(const Command& command) { return !isMouseDrag(command.target); }

}  // namespace ooze
