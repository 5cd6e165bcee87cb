// Table of all actions with their keys and menu items. The menus, the help page, the texts that name keys and
// the key handling use this table. A key map replaces some of its keys.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ooze::ui {

enum class Action {
  None,
  OpenFile,
  AddMesh,
  EmptyScene,
  SaveSession,
  SaveSessionAs,
  SaveScene,
  Gallery,
  Undo,
  Redo,
  PlayPause,
  PlayBack,
  SingleStep,
  StepBack,
  Reset,
  ReloadScene,
  PreviousScene,
  NextScene,
  CameraTool,
  PourTool,
  GrabTool,
  PushTool,
  CutTool,
  FreezeTool,
  EraseTool,
  DropTool,
  ColliderTool,
  GizmoTool,  ///< the gizmo in its last mode
  GizmoMove,
  GizmoTurn,
  GizmoScale,
  AddNozzle,
  ControlTool,
  KeyControls,
  LargerTool,
  SmallerTool,
  RemoveDropped,
  ToggleEmitter,
  FrameScene,
  ViewSurface,
  ViewTracked,
  ViewLiquid,
  ViewSpheres,
  ViewPoints,
  // Indices into the list of quantities that can colour the liquid.
  Colour1,
  Colour2,
  Colour3,
  Colour4,
  Colour5,
  Colour6,
  Colour7,
  Colour8,
  Colour9,
  BackgroundStudio,
  BackgroundSky,
  BackgroundDark,
  BackgroundWhite,
  BackgroundPicture,
  QualityAutomatic,
  QualityBest,
  QualityGood,
  QualitySimple,
  ShowControls,
  TogglePanels,
  ToggleBottom,
  Compare,
  Sweep,
  Microscope,
  StageBefore,
  StageAfter,
  LargerInterface,
  SmallerInterface,
  NormalInterface,
  FullScreen,
  ExportFrames,
  Screenshot,
  Record,
  Manual,
  Help,
  Tour,
  BackToCamera,
  Quit,
};

/// The menus. Colour, Background and Quality are submenus of View.
enum class Menu { File, Edit, Simulation, Tools, View, Colour, Background, Quality, Help };

/// A choice of keys and of view drags. key_maps.h has a row for each.
enum class KeyMap { Ooze, Blender, Maya };

/// A key with the modifiers that are held.
struct KeyChord {
  int key = 0;  ///< GLFW key code; 0: no key
  bool control = false, shift = false, alt = false;
  bool operator==(const KeyChord&) const = default;
};

struct Shortcut {
  Action action;
  Menu menu;
  std::string_view label;
  KeyChord chord;            ///< without a key, the action is only in the menu
  std::string_view keyName;  ///< the chord in words: "Ctrl+Z"
};

/// Returns all actions with their keys in this map, in the order of the menus.
std::span<const Shortcut> shortcuts(KeyMap map);
/// Returns the action of a key press, or None. A held Alt counts only if the map has an action for it,
/// because Alt also turns the view.
Action actionForKey(const KeyChord& chord, KeyMap map);
/// Returns whether a focused text field handles this key instead of the window: letters and text editing
/// keys. F keys and other Ctrl combinations go to the window.
bool isForTextField(int key, bool control);
/// Returns whether the action works while a dialog is open. Actions that change the world or the tool do not.
bool worksOverDialogs(Action action);
/// Returns the label and the key of an action: "Play or pause (Space)".
std::string describe(Action action, KeyMap map);
/// Returns the key of an action in words, or "" if the action is only in the menu.
std::string_view keyName(Action action, KeyMap map);
/// Fills the places of a text: {0} with a word, {1}, {2}, ... with the keys of the actions.
std::string insertKeys(std::string_view text, std::span<const Action> actions, KeyMap map,
                       std::string_view word = "");
std::string_view menuTitle(Menu menu);
/// Returns the renderer's name of a view action ("spheres", ...), or "".
std::string_view viewName(Action action);
/// Returns the action that selects the named view; the surface view for an unknown name.
Action viewAction(std::string_view name);
/// Returns the renderer's name of a background action ("sky", ...), or "".
std::string_view backgroundName(Action action);
/// Returns the action that selects the named background; the studio for an unknown name.
Action backgroundAction(std::string_view name);
/// Returns the index into quantitiesOf() of a colour action; empty for other actions.
std::optional<std::size_t> colourPlace(Action action);
/// Returns the shortcut for the quantity at this index; null if the quantity has no key.
const Shortcut* colourShortcut(std::size_t place, KeyMap map);

}  // namespace ooze::ui
