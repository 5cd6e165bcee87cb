#include "session/edit_list.h"

#include "world/commands/setting_names.h"

#include <algorithm>
#include <utility>

namespace ooze {
namespace {

const Command& commandOf(const Command& command) { return command; }
const Command& commandOf(const EditPiece& piece) { return piece.commands.front(); }

/// Returns the whole setting that a command sets, or a part of; nothing for other commands.
std::optional<SettingName> wholeSettingOf(const Command& command, std::string_view method) {
  const auto* set = std::get_if<SetValue>(&command);
  return set ? std::optional(enclosingSetting(set->setting, method)) : std::nullopt;
}

/// Removes commands from index `from` on that a later command overrules.
template <class Item>
bool takeOverruled(std::vector<Item>& list, std::size_t from, const Command& command,
                   std::string_view method) {
  const std::size_t before = list.size();
  const auto* set = std::get_if<SetValue>(&command);
  const std::optional<SettingName> whole = wholeSettingOf(command, method);
  const bool setsPart = whole && *whole != set->setting;
  for (std::size_t k = list.size(); k-- > from;) {
    const Command& earlier = commandOf(list[k]);
    if (overrules(command, earlier, method))
      list.erase(list.begin() + static_cast<std::ptrdiff_t>(k));
    else if (setsPart && wholeSettingOf(earlier, method) == whole)
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
        // An edit whose first application is in no list counts as a new edit.
        if (isTop(order.redo, piece.edit))
          order.redo.pop_back();
        else
          order.redo.clear();
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
    for (std::uint64_t n = p->lastEvent; n > p->firstEvent; --n) inverse.emplace_back(UndoEvent{n});
  for (const EditPiece& piece : pieces) addMissing(inverse, piece.before);
  return inverse;
}

void addMissing(std::vector<Command>& before, const std::vector<Command>& more) {
  for (const Command& command : more) {
    const auto same = [target = targetOf(command)](const Command& c) { return targetOf(c) == target; };
    if (std::none_of(before.begin(), before.end(), same)) before.push_back(command);
  }
}

std::vector<Command> commandsOf(std::span<const EditPiece> pieces, std::string_view method) {
  std::vector<Command> commands;
  for (const EditPiece& piece : pieces)
    for (const Command& c : piece.commands) addCommand(commands, c, method);
  return commands;
}

std::vector<EditPiece> settingsOf(std::span<const LoggedCommand> log, std::span<const EditPiece> pieces,
                                  std::string_view method) {
  std::vector<EditPiece> settings;
  auto piece = pieces.begin();
  // Returns whether an edit also sets something that is kept.
  const auto keepsSetting = [&](std::uint64_t edit) {
    return std::ranges::any_of(pieces, [&](const EditPiece& p) {
      return p.edit == edit && p.kind == EditPiece::PieceKind::Do &&
             std::ranges::any_of(p.commands,
                                 [](const Command& c) { return effectOf(c) == CommandEffect::Setting; });
    });
  };
  for (std::size_t i = 0; i < log.size(); ++i) {
    const Command& command = log[i].command;
    while (piece != pieces.end() && piece->logEnd <= i) ++piece;
    const bool hasPiece = piece != pieces.end() && piece->logBegin <= i;
    const CommandEffect effect = effectOf(command);
    const bool kept = effect == CommandEffect::Setting || (effect == CommandEffect::State && hasPiece &&
                                                           piece->edit != 0 && keepsSetting(piece->edit));
    if (!kept) continue;
    EditPiece setting;
    setting.commands = {command};
    if (hasPiece && piece->kind != EditPiece::PieceKind::Undo) {
      setting.edit = piece->edit;
      setting.label = piece->label;
    }
    takeOverruled(settings, 0, command, method);
    settings.push_back(std::move(setting));
  }
  return settings;
}

bool addCommand(std::vector<Command>& list, Command command, std::string_view method) {
  std::size_t from = list.size();
  if (effectOf(command) != CommandEffect::Event)
    while (from > 0 && effectOf(list[from - 1]) != CommandEffect::Event) --from;
  const bool taken = takeOverruled(list, from, command, method);
  list.push_back(std::move(command));
  return taken;
}

}  // namespace ooze
