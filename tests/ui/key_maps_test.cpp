// Tests of the key maps: their keys, and the texts that name keys.
#include "ui/state/key_maps.h"

#include "panel_driver.h"
#include "ui/tools/tool.h"

#include <algorithm>
#include <gmock/gmock.h>
#include <set>
#include <string>
#include <tuple>

namespace ooze::ui {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(KeyMaps, NoKeyHasTwoActionsAndNoActionLosesItsKey) {
  for (const KeyMapRow& row : keyMaps()) {
    std::set<std::tuple<int, bool, bool, bool>> keys;
    for (const Shortcut& s : shortcuts(row.map)) {
      const KeyChord& chord = s.chord;
      const bool hasKey = !keyName(s.action, KeyMap::Ooze).empty();
      EXPECT_EQ(chord.key != 0, hasKey) << row.title << ": " << s.label;
      EXPECT_EQ(s.keyName.empty(), !hasKey) << row.title << ": " << s.label;
      if (!hasKey) continue;
      EXPECT_TRUE(keys.insert({chord.key, chord.control, chord.shift, chord.alt}).second)
          << row.title << ": " << s.keyName << " has two actions, one is " << s.label;
      EXPECT_EQ(actionForKey(chord, row.map), s.action) << row.title << ": " << s.label;
    }
  }
}

// The name of a key is shown, and the chord is what the window takes.
TEST(KeyMaps, NamesOfKeysAreThoseOfTheirChords) {
  for (const KeyMapRow& row : keyMaps())
    for (const Shortcut& s : shortcuts(row.map)) {
      if (s.chord.key == 0) continue;
      const std::string modifiers = std::string(s.chord.control ? "Ctrl+" : "") +
                                    (s.chord.alt ? "Alt+" : "") + (s.chord.shift ? "Shift+" : "");
      ASSERT_TRUE(s.keyName.starts_with(modifiers)) << s.keyName;
      const std::string key(s.keyName.substr(modifiers.size()));
      const bool printable = s.chord.key > ' ' && s.chord.key < 128;  // GLFW's codes of these are ASCII
      EXPECT_EQ(key.size() == 1, printable) << s.keyName;
      if (printable) {
        EXPECT_EQ(key, std::string(1, static_cast<char>(s.chord.key)));
      }
    }
}

TEST(KeyMaps, EachReplacementReplacesAKey) {
  for (const KeyMapRow& row : keyMaps())
    for (const KeyReplacement& r : row.replaced)
      EXPECT_NE(keyName(r.action, row.map), keyName(r.action, KeyMap::Ooze)) << row.title;
}

TEST(KeyMaps, LettersOfTheTransformToolsAreThoseOfTheOtherProgram) {
  EXPECT_EQ(actionForKey({'G'}, KeyMap::Blender), Action::GizmoMove);
  EXPECT_EQ(actionForKey({'R'}, KeyMap::Blender), Action::GizmoTurn);
  EXPECT_EQ(actionForKey({'S'}, KeyMap::Blender), Action::GizmoScale);
  EXPECT_EQ(actionForKey({'E'}, KeyMap::Blender), Action::None) << "no nozzle opens";
  EXPECT_EQ(actionForKey({'W'}, KeyMap::Maya), Action::GizmoMove);
  EXPECT_EQ(actionForKey({'E'}, KeyMap::Maya), Action::GizmoTurn);
  EXPECT_EQ(actionForKey({'R'}, KeyMap::Maya), Action::GizmoScale);
  EXPECT_EQ(actionForKey({'Q'}, KeyMap::Maya), Action::CameraTool);
  EXPECT_EQ(actionForKey({'F'}, KeyMap::Maya), Action::FrameScene);
  EXPECT_EQ(actionForKey({.key = 'V', .alt = true}, KeyMap::Maya), Action::PlayPause);
  EXPECT_EQ(actionForKey({'V'}, KeyMap::Maya), Action::ShowControls) << "without Alt";
  EXPECT_EQ(actionForKey({'R'}, KeyMap::Ooze), Action::Reset);
}

TEST(KeyMaps, UnknownNamesAreOozesMap) {
  for (const KeyMapRow& row : keyMaps()) {
    EXPECT_EQ(keyMapOf(row.name), row.map);
    EXPECT_EQ(keyMapRow(row.map).name, row.name);
  }
  EXPECT_EQ(keyMapOf("houdini"), KeyMap::Ooze);
}

/// A fixture that reads the texts of the tour and of the list of keys.
class KeyTexts : public PanelDriver {
 protected:
  KeyTexts() { screen(1280.f, 800.f); }

  /// Returns the text of a step of the tour, without spaces.
  std::string card(std::size_t step, KeyMap map) {
    dialogs_ = {drawTour};
    state_.tourOpen = true;
    state_.tourStep = step;
    state_.keyMap = map;
    frames(2);
    return words();
  }
};

TEST_F(KeyTexts, TheTourNamesTheKeysOfTheMap) {
  for (const KeyMapRow& row : keyMaps()) {
    for (std::size_t step = 0; step < 8; ++step) EXPECT_THAT(card(step, row.map), Not(HasSubstr("{")));
    const auto key = [&](Action action) { return std::string(keyName(action, row.map)); };
    EXPECT_THAT(card(0, row.map), HasSubstr(key(Action::FrameScene) + "shows"));
    EXPECT_THAT(card(1, row.map), HasSubstr("Press" + key(Action::PlayPause) + "topause"));
    EXPECT_THAT(card(7, row.map), HasSubstr(key(Action::Gallery) + "opens"));
  }
}

TEST_F(KeyTexts, TheListOfKeysShowsTheMapAndItsViewDrags) {
  dialogs_ = {drawHelp};
  frames(2);
  EXPECT_THAT(words(), HasSubstr("RStartagain"));
  state_.keyMap = KeyMap::Blender;
  const std::string blender = words();
  EXPECT_THAT(blender, HasSubstr("KeysandmouseasinBlender"));
  EXPECT_THAT(blender, HasSubstr("Ctrl+Shift+RStartagain"));
  EXPECT_THAT(blender, HasSubstr("Ctrl+middledragZoom"));
  state_.keyMap = KeyMap::Maya;
  const std::string maya = words();
  EXPECT_THAT(maya, HasSubstr("Alt+VPlay"));
  EXPECT_THAT(maya, HasSubstr("Alt+leftdragTurntheview"));
}

TEST(ToolHints, NameTheKeysAndTheDragOfTheMap) {
  for (const KeyMapRow& map : keyMaps())
    for (const ToolRow& row : toolRows()) EXPECT_THAT(toolHint(row, map.map), Not(HasSubstr("{")));
  const ToolRow& gizmo = toolRows().front();
  ASSERT_EQ(gizmo.action, Action::GizmoTool);
  EXPECT_THAT(toolHint(gizmo, KeyMap::Ooze), HasSubstr("W moves, T turns, S scales"));
  const std::string blender = toolHint(gizmo, KeyMap::Blender), maya = toolHint(gizmo, KeyMap::Maya);
  EXPECT_THAT(blender, HasSubstr("G moves, R turns, S scales"));
  EXPECT_THAT(blender, HasSubstr("Shift+A: add a nozzle"));
  EXPECT_THAT(maya, HasSubstr("W moves, E turns, R scales"));
  EXPECT_THAT(maya, HasSubstr("Alt+left drag: turn the view"));
}

}  // namespace
}  // namespace ooze::ui
