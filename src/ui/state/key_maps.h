// Key maps for users of other programs. A key map is a set of keys that replace those of the table of
// shortcuts.
#pragma once

#include "ui/state/shortcuts.h"

#include <span>
#include <string_view>

namespace ooze::ui {

/// The key of an action in a key map. Actions without a replacement keep the key of the table.
struct KeyReplacement {
  Action action;
  KeyChord chord;
  std::string_view keyName;  ///< the chord in words: "Ctrl+Shift+R"
};

struct KeyMapRow {
  KeyMap map;
  std::string_view name;                     ///< word in the settings file
  const char* title;                         ///< name in menus and in the manual
  std::span<const KeyReplacement> replaced;  ///< empty for Ooze's own map
};

/// Returns a row for each key map, in the order of KeyMap.
std::span<const KeyMapRow> keyMaps();
/// Returns the row of a key map.
const KeyMapRow& keyMapRow(KeyMap map);
/// Returns the key map of a word of the settings file; Ooze's map for an unknown word.
KeyMap keyMapOf(std::string_view name);

}  // namespace ooze::ui
