// Everything a key or a menu item can do: one table drives the menus, the help page and the handling of keys.
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
  GizmoTool,  ///< armed as it was last
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
  // Places in the list of what the liquid can be coloured by.
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

/// Colour, Background and Quality are parts of View.
enum class Menu { File, Edit, Simulation, Tools, View, Colour, Background, Quality, Help };

struct Shortcut {
  Action action;
  Menu menu;
  std::string_view label;
  int key;  ///< GLFW's code; 0: only in the menu
  bool control = false, shift = false;
  std::string_view keyName;
};

std::span<const Shortcut> shortcuts();
/// The action of a key press, or None.
Action actionForKey(int key, bool control, bool shift);
/// Whether a text field that has the keyboard means this key, rather than the window: letters and what edits
/// text, but no F key and nothing else with Ctrl.
bool isForTextField(int key, bool control);
/// False for what changes the world or the tool: nobody means that while a dialog lies over them.
bool worksOverDialogs(Action action);
/// "Play or pause (Space)"
std::string describe(Action action);
std::string_view menuTitle(Menu menu);
/// The renderer's word for a view action ("spheres", ...), or "".
std::string_view viewName(Action action);
/// The action that chooses the view of this name; the surface if there is none.
Action viewAction(std::string_view name);
/// The renderer's word for a background action ("sky", ...), or "".
std::string_view backgroundName(Action action);
/// The action that chooses the background of this name; the studio's if there is none.
Action backgroundAction(std::string_view name);
/// Of an action that chooses what colours stand for: which of quantitiesOf(), or none.
std::optional<std::size_t> colourPlace(Action action);
/// The row of the action that chooses this one of them; null: it has no key.
const Shortcut* colourShortcut(std::size_t place);

}  // namespace ooze::ui
