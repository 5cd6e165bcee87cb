#include "ui/state/shortcuts.h"

#include "ui/state/key_maps.h"

#include <array>
#include <fmt/args.h>
#include <fmt/format.h>
#include <vector>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace ooze::ui {
namespace {

constexpr std::array kShortcuts{
    Shortcut{Action::EmptyScene, Menu::File, "Empty scene", {GLFW_KEY_N, true}, "Ctrl+N"},
    Shortcut{Action::OpenFile, Menu::File, "Open a scene or session", {GLFW_KEY_O, true}, "Ctrl+O"},
    Shortcut{Action::AddMesh, Menu::File, "Add a mesh", {GLFW_KEY_I, true}, "Ctrl+I"},
    Shortcut{Action::Gallery, Menu::File, "Scene gallery", {GLFW_KEY_G}, "G"},
    Shortcut{Action::SaveSession, Menu::File, "Save the session", {GLFW_KEY_S, true}, "Ctrl+S"},
    Shortcut{
        Action::SaveSessionAs, Menu::File, "Save the session as", {GLFW_KEY_S, true, true}, "Ctrl+Shift+S"},
    Shortcut{Action::SaveScene, Menu::File, "Save as scene", {GLFW_KEY_G, true}, "Ctrl+G"},
    Shortcut{Action::ExportFrames, Menu::File, "Export surface and particles", {GLFW_KEY_E, true}, "Ctrl+E"},
    Shortcut{Action::Screenshot, Menu::File, "Save a screenshot", {GLFW_KEY_F12}, "F12"},
    Shortcut{Action::Record, Menu::File, "Record: begin or end", {GLFW_KEY_F9}, "F9"},
    Shortcut{Action::Quit, Menu::File, "Quit", {GLFW_KEY_Q, true}, "Ctrl+Q"},

    Shortcut{Action::Undo, Menu::Edit, "Undo", {GLFW_KEY_Z, true}, "Ctrl+Z"},
    Shortcut{Action::Redo, Menu::Edit, "Redo", {GLFW_KEY_Z, true, true}, "Ctrl+Shift+Z"},

    Shortcut{Action::PlayPause, Menu::Simulation, "Play or pause", {GLFW_KEY_SPACE}, "Space"},
    Shortcut{Action::PlayBack,
             Menu::Simulation,
             "Play back what is simulated",
             {GLFW_KEY_SPACE, false, true},
             "Shift+Space"},
    Shortcut{Action::SingleStep, Menu::Simulation, "One step", {GLFW_KEY_PERIOD}, "."},
    Shortcut{Action::StepBack, Menu::Simulation, "One step back", {GLFW_KEY_COMMA}, ","},
    Shortcut{Action::Reset, Menu::Simulation, "Start again, keep edits", {GLFW_KEY_R}, "R"},
    Shortcut{Action::ReloadScene,
             Menu::Simulation,
             "Reload from file, drop edits",
             {GLFW_KEY_R, false, true},
             "Shift+R"},
    Shortcut{Action::PreviousScene, Menu::Simulation, "Previous scene", {GLFW_KEY_LEFT_BRACKET}, "["},
    Shortcut{Action::NextScene, Menu::Simulation, "Next scene", {GLFW_KEY_RIGHT_BRACKET}, "]"},

    Shortcut{Action::CameraTool, Menu::Tools, "Camera", {GLFW_KEY_1}, "1"},
    Shortcut{Action::PourTool, Menu::Tools, "Pour", {GLFW_KEY_2}, "2"},
    Shortcut{Action::GrabTool, Menu::Tools, "Grab: hold bodies and liquid", {GLFW_KEY_3}, "3"},
    Shortcut{Action::PushTool, Menu::Tools, "Push and pull", {GLFW_KEY_4}, "4"},
    Shortcut{Action::CutTool, Menu::Tools, "Cut", {GLFW_KEY_5}, "5"},
    Shortcut{Action::FreezeTool, Menu::Tools, "Freeze and thaw", {GLFW_KEY_6}, "6"},
    Shortcut{Action::EraseTool, Menu::Tools, "Erase", {GLFW_KEY_7}, "7"},
    Shortcut{Action::DropTool, Menu::Tools, "Drop: add bodies", {GLFW_KEY_8}, "8"},
    Shortcut{Action::ColliderTool, Menu::Tools, "Place a collider", {GLFW_KEY_9}, "9"},
    Shortcut{Action::GizmoTool, Menu::Tools, "Place: move, turn and scale", {GLFW_KEY_0}, "0"},
    Shortcut{Action::GizmoMove, Menu::Tools, "Place: move", {GLFW_KEY_W}, "W"},
    Shortcut{Action::GizmoTurn, Menu::Tools, "Place: turn", {GLFW_KEY_T}, "T"},
    Shortcut{Action::GizmoScale, Menu::Tools, "Place: scale", {GLFW_KEY_S}, "S"},
    Shortcut{Action::AddNozzle, Menu::Tools, "Add a nozzle", {GLFW_KEY_N}, "N"},
    Shortcut{Action::ControlTool, Menu::Tools, "Direct: control particles", {GLFW_KEY_D}, "D"},
    Shortcut{Action::KeyControls, Menu::Tools, "Direct: key dragged controls", {GLFW_KEY_K}, "K"},
    Shortcut{Action::LargerTool, Menu::Tools, "Larger brush", {GLFW_KEY_EQUAL}, "="},
    Shortcut{Action::SmallerTool, Menu::Tools, "Smaller brush", {GLFW_KEY_MINUS}, "-"},
    Shortcut{Action::BackToCamera, Menu::Tools, "Back to the camera", {GLFW_KEY_ESCAPE}, "Esc"},
    Shortcut{Action::ToggleEmitter, Menu::Tools, "Nozzle on or off", {GLFW_KEY_E}, "E"},
    Shortcut{Action::RemoveDropped, Menu::Tools, "Clear added bodies", {GLFW_KEY_DELETE}, "Del"},

    Shortcut{Action::FrameScene, Menu::View, "Frame the scene", {GLFW_KEY_HOME}, "Home"},
    Shortcut{Action::ViewSurface, Menu::View, "Surface", {GLFW_KEY_1, true}, "Ctrl+1"},
    Shortcut{Action::ViewTracked, Menu::View, "Tracked surface", {GLFW_KEY_5, true}, "Ctrl+5"},
    Shortcut{Action::ViewLiquid, Menu::View, "Smooth skin", {GLFW_KEY_2, true}, "Ctrl+2"},
    Shortcut{Action::ViewSpheres, Menu::View, "Particles", {GLFW_KEY_3, true}, "Ctrl+3"},
    Shortcut{Action::ViewPoints, Menu::View, "Points", {GLFW_KEY_4, true}, "Ctrl+4"},
    Shortcut{Action::Colour1, Menu::Colour, "Colour: number 1", {GLFW_KEY_1, true, true}, "Ctrl+Shift+1"},
    Shortcut{Action::Colour2, Menu::Colour, "Colour: number 2", {GLFW_KEY_2, true, true}, "Ctrl+Shift+2"},
    Shortcut{Action::Colour3, Menu::Colour, "Colour: number 3", {GLFW_KEY_3, true, true}, "Ctrl+Shift+3"},
    Shortcut{Action::Colour4, Menu::Colour, "Colour: number 4", {GLFW_KEY_4, true, true}, "Ctrl+Shift+4"},
    Shortcut{Action::Colour5, Menu::Colour, "Colour: number 5", {GLFW_KEY_5, true, true}, "Ctrl+Shift+5"},
    Shortcut{Action::Colour6, Menu::Colour, "Colour: number 6", {GLFW_KEY_6, true, true}, "Ctrl+Shift+6"},
    Shortcut{Action::Colour7, Menu::Colour, "Colour: number 7", {GLFW_KEY_7, true, true}, "Ctrl+Shift+7"},
    Shortcut{Action::Colour8, Menu::Colour, "Colour: number 8", {GLFW_KEY_8, true, true}, "Ctrl+Shift+8"},
    Shortcut{Action::Colour9, Menu::Colour, "Colour: number 9", {GLFW_KEY_9, true, true}, "Ctrl+Shift+9"},
    Shortcut{Action::BackgroundStudio,
             Menu::Background,
             "Background: studio",
             {GLFW_KEY_1, false, true},
             "Shift+1"},
    Shortcut{
        Action::BackgroundSky, Menu::Background, "Background: sky", {GLFW_KEY_2, false, true}, "Shift+2"},
    Shortcut{
        Action::BackgroundDark, Menu::Background, "Background: dark", {GLFW_KEY_3, false, true}, "Shift+3"},
    Shortcut{
        Action::BackgroundWhite, Menu::Background, "Background: white", {GLFW_KEY_4, false, true}, "Shift+4"},
    Shortcut{Action::BackgroundPicture,
             Menu::Background,
             "Background: HDR picture",
             {GLFW_KEY_5, false, true},
             "Shift+5"},
    Shortcut{Action::QualityAutomatic, Menu::Quality, "Quality: automatic", {}, ""},
    Shortcut{Action::QualityBest, Menu::Quality, "Quality: best", {}, ""},
    Shortcut{Action::QualityGood, Menu::Quality, "Quality: good", {}, ""},
    Shortcut{Action::QualitySimple, Menu::Quality, "Quality: simple", {}, ""},
    Shortcut{Action::ShowControls, Menu::View, "Hide or show control particles", {GLFW_KEY_V}, "V"},
    Shortcut{Action::TogglePanels, Menu::View, "Hide or show the panels", {GLFW_KEY_TAB}, "Tab"},
    Shortcut{Action::ToggleBottom, Menu::View, "Hide or show the bottom strip", {GLFW_KEY_B}, "B"},
    Shortcut{Action::Compare, Menu::View, "Compare two worlds", {GLFW_KEY_C}, "C"},
    Shortcut{Action::Microscope, Menu::View, "Microscope", {GLFW_KEY_M}, "M"},
    Shortcut{Action::StageBefore, Menu::View, "Microscope: previous stage", {GLFW_KEY_LEFT}, "Left"},
    Shortcut{Action::StageAfter, Menu::View, "Microscope: next stage", {GLFW_KEY_RIGHT}, "Right"},
    Shortcut{Action::LargerInterface, Menu::View, "Larger interface", {GLFW_KEY_EQUAL, true}, "Ctrl+="},
    Shortcut{Action::SmallerInterface, Menu::View, "Smaller interface", {GLFW_KEY_MINUS, true}, "Ctrl+-"},
    Shortcut{Action::NormalInterface, Menu::View, "Normal interface", {GLFW_KEY_0, true}, "Ctrl+0"},
    Shortcut{Action::FullScreen, Menu::View, "Full screen", {GLFW_KEY_F11}, "F11"},

    Shortcut{Action::Sweep, Menu::Simulation, "Sweep parameters", {GLFW_KEY_P, true}, "Ctrl+P"},

    Shortcut{Action::Manual, Menu::Help, "Manual", {GLFW_KEY_F1}, "F1"},
    Shortcut{Action::Help, Menu::Help, "Keys and mouse", {GLFW_KEY_F1, false, true}, "Shift+F1"},
    Shortcut{Action::Tour, Menu::Help, "A short tour", {}, ""},
};

using ShortcutTable = std::array<Shortcut, kShortcuts.size()>;

ShortcutTable replaceKeys(std::span<const KeyReplacement> replaced) {
  ShortcutTable table = kShortcuts;
  for (Shortcut& s : table)
    for (const KeyReplacement& r : replaced)
      if (r.action == s.action) s.chord = r.chord, s.keyName = r.keyName;
  return table;
}

const Shortcut* find(Action action, KeyMap map) {
  for (const Shortcut& s : shortcuts(map))
    if (s.action == action) return &s;
  return nullptr;
}

}  // namespace

std::span<const Shortcut> shortcuts(KeyMap map) {
  static const std::vector<ShortcutTable> tables = [] {
    std::vector<ShortcutTable> all;
    for (const KeyMapRow& row : keyMaps()) all.push_back(replaceKeys(row.replaced));
    return all;
  }();
  return tables.at(static_cast<std::size_t>(map));
}

Action actionForKey(const KeyChord& chord, KeyMap map) {
  if (chord.key == 0) return Action::None;
  for (const Shortcut& s : shortcuts(map))
    if (s.chord == chord) return s.action;
  // Both common keys redo in every key map.
  if (chord == KeyChord{GLFW_KEY_Y, true} || chord == KeyChord{GLFW_KEY_Z, true, true}) return Action::Redo;
  return chord.alt ? actionForKey({chord.key, chord.control, chord.shift}, map) : Action::None;
}

bool isForTextField(int key, bool control) {
  if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F25) return false;
  if (!control) return true;
  switch (key) {
    case GLFW_KEY_A:
    case GLFW_KEY_C:
    case GLFW_KEY_V:
    case GLFW_KEY_X:
    case GLFW_KEY_Y:
    case GLFW_KEY_Z:
    case GLFW_KEY_LEFT:
    case GLFW_KEY_RIGHT:
    case GLFW_KEY_HOME:
    case GLFW_KEY_END:
    case GLFW_KEY_BACKSPACE:
    case GLFW_KEY_DELETE:
    case GLFW_KEY_INSERT:
    case GLFW_KEY_ENTER:
      return true;
    default:
      return false;
  }
}

bool worksOverDialogs(Action action) {
  switch (action) {
    case Action::Gallery:
    case Action::Sweep:
    case Action::ExportFrames:
    case Action::LargerInterface:
    case Action::SmallerInterface:
    case Action::NormalInterface:
    case Action::FullScreen:
    case Action::Screenshot:
    case Action::Record:
    case Action::Quit:
      return true;
    default:
      return false;
  }
}

std::string describe(Action action, KeyMap map) {
  const Shortcut* s = find(action, map);
  if (!s || s->keyName.empty()) return std::string(s ? s->label : "");
  return std::string(s->label) + " (" + std::string(s->keyName) + ")";
}

std::string_view keyName(Action action, KeyMap map) {
  const Shortcut* s = find(action, map);
  return s ? s->keyName : "";
}

std::string insertKeys(std::string_view text, std::span<const Action> actions, KeyMap map,
                       std::string_view word) {
  fmt::dynamic_format_arg_store<fmt::format_context> words;
  words.push_back(word);
  for (const Action action : actions) words.push_back(keyName(action, map));
  return fmt::vformat(text, words);
}

std::string_view menuTitle(Menu menu) {
  constexpr std::array<std::string_view, 9> kTitles{"File",   "Edit",       "Simulation", "Tools", "View",
                                                    "Colour", "Background", "Quality",    "Help"};
  return kTitles[static_cast<std::size_t>(menu)];
}

std::string_view viewName(Action action) {
  switch (action) {
    case Action::ViewSurface:
      return "surface";
    case Action::ViewTracked:
      return "tracked";
    case Action::ViewLiquid:
      return "skin";
    case Action::ViewSpheres:
      return "spheres";
    case Action::ViewPoints:
      return "points";
    default:
      return "";
  }
}

Action viewAction(std::string_view name) {
  for (const Shortcut& s : kShortcuts)
    if (!name.empty() && viewName(s.action) == name) return s.action;
  return Action::ViewSurface;
}

std::string_view backgroundName(Action action) {
  switch (action) {
    case Action::BackgroundStudio:
      return "studio";
    case Action::BackgroundSky:
      return "sky";
    case Action::BackgroundDark:
      return "dark";
    case Action::BackgroundWhite:
      return "white";
    default:
      return "";
  }
}

Action backgroundAction(std::string_view name) {
  for (const Shortcut& s : kShortcuts)
    if (!name.empty() && backgroundName(s.action) == name) return s.action;
  return Action::BackgroundStudio;
}

std::optional<std::size_t> colourPlace(Action action) {
  if (action < Action::Colour1 || action > Action::Colour9) return {};
  return static_cast<std::size_t>(action) - static_cast<std::size_t>(Action::Colour1);
}

const Shortcut* colourShortcut(std::size_t place, KeyMap map) {
  for (const Shortcut& s : shortcuts(map))
    if (colourPlace(s.action) == place) return &s;
  return nullptr;
}

}  // namespace ooze::ui
