#include "ui/state/shortcuts.h"

#include <array>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace ooze::ui {
namespace {

constexpr std::array kShortcuts{
    Shortcut{Action::EmptyScene, Menu::File, "Empty scene", GLFW_KEY_N, true, false, "Ctrl+N"},
    Shortcut{Action::OpenFile, Menu::File, "Open a scene or session", GLFW_KEY_O, true, false, "Ctrl+O"},
    Shortcut{Action::AddMesh, Menu::File, "Add a mesh", GLFW_KEY_I, true, false, "Ctrl+I"},
    Shortcut{Action::Gallery, Menu::File, "Scene gallery", GLFW_KEY_G, false, false, "G"},
    Shortcut{Action::SaveSession, Menu::File, "Save the session", GLFW_KEY_S, true, false, "Ctrl+S"},
    Shortcut{Action::SaveSessionAs, Menu::File, "Save the session as", GLFW_KEY_S, true, true,
             "Ctrl+Shift+S"},
    Shortcut{Action::SaveScene, Menu::File, "Save as scene", GLFW_KEY_G, true, false, "Ctrl+G"},
    Shortcut{Action::ExportFrames, Menu::File, "Export surface and particles", GLFW_KEY_E, true, false,
             "Ctrl+E"},
    Shortcut{Action::Screenshot, Menu::File, "Save a screenshot", GLFW_KEY_F12, false, false, "F12"},
    Shortcut{Action::Record, Menu::File, "Record: begin or end", GLFW_KEY_F9, false, false, "F9"},
    Shortcut{Action::Quit, Menu::File, "Quit", GLFW_KEY_Q, true, false, "Ctrl+Q"},

    Shortcut{Action::Undo, Menu::Edit, "Undo", GLFW_KEY_Z, true, false, "Ctrl+Z"},
    Shortcut{Action::Redo, Menu::Edit, "Redo", GLFW_KEY_Z, true, true, "Ctrl+Shift+Z"},

    Shortcut{Action::PlayPause, Menu::Simulation, "Play or pause", GLFW_KEY_SPACE, false, false, "Space"},
    Shortcut{Action::SingleStep, Menu::Simulation, "One step", GLFW_KEY_PERIOD, false, false, "."},
    Shortcut{Action::StepBack, Menu::Simulation, "One step back", GLFW_KEY_COMMA, false, false, ","},
    Shortcut{Action::Reset, Menu::Simulation, "Start again, keep edits", GLFW_KEY_R, false, false, "R"},
    Shortcut{Action::ReloadScene, Menu::Simulation, "Reload from file, drop edits", GLFW_KEY_R, false, true,
             "Shift+R"},
    Shortcut{Action::PreviousScene, Menu::Simulation, "Previous scene", GLFW_KEY_LEFT_BRACKET, false, false,
             "["},
    Shortcut{Action::NextScene, Menu::Simulation, "Next scene", GLFW_KEY_RIGHT_BRACKET, false, false, "]"},

    Shortcut{Action::CameraTool, Menu::Tools, "Camera", GLFW_KEY_1, false, false, "1"},
    Shortcut{Action::PourTool, Menu::Tools, "Pour", GLFW_KEY_2, false, false, "2"},
    Shortcut{Action::GrabTool, Menu::Tools, "Grab: hold bodies and liquid", GLFW_KEY_3, false, false, "3"},
    Shortcut{Action::PushTool, Menu::Tools, "Push and pull", GLFW_KEY_4, false, false, "4"},
    Shortcut{Action::CutTool, Menu::Tools, "Cut", GLFW_KEY_5, false, false, "5"},
    Shortcut{Action::FreezeTool, Menu::Tools, "Freeze and thaw", GLFW_KEY_6, false, false, "6"},
    Shortcut{Action::EraseTool, Menu::Tools, "Erase", GLFW_KEY_7, false, false, "7"},
    Shortcut{Action::DropTool, Menu::Tools, "Drop: add bodies", GLFW_KEY_8, false, false, "8"},
    Shortcut{Action::ColliderTool, Menu::Tools, "Place a collider", GLFW_KEY_9, false, false, "9"},
    Shortcut{Action::GizmoTool, Menu::Tools, "Place: move, turn and scale", GLFW_KEY_0, false, false, "0"},
    Shortcut{Action::GizmoMove, Menu::Tools, "Place: move", GLFW_KEY_W, false, false, "W"},
    Shortcut{Action::GizmoTurn, Menu::Tools, "Place: turn", GLFW_KEY_T, false, false, "T"},
    Shortcut{Action::GizmoScale, Menu::Tools, "Place: scale", GLFW_KEY_S, false, false, "S"},
    Shortcut{Action::AddNozzle, Menu::Tools, "Add a nozzle", GLFW_KEY_N, false, false, "N"},
    Shortcut{Action::ControlTool, Menu::Tools, "Direct: control particles", GLFW_KEY_D, false, false, "D"},
    Shortcut{Action::KeyControls, Menu::Tools, "Direct: key dragged controls", GLFW_KEY_K, false, false, "K"},
    Shortcut{Action::LargerTool, Menu::Tools, "Larger brush", GLFW_KEY_EQUAL, false, false, "="},
    Shortcut{Action::SmallerTool, Menu::Tools, "Smaller brush", GLFW_KEY_MINUS, false, false, "-"},
    Shortcut{Action::BackToCamera, Menu::Tools, "Back to the camera", GLFW_KEY_ESCAPE, false, false, "Esc"},
    Shortcut{Action::ToggleEmitter, Menu::Tools, "Nozzle on or off", GLFW_KEY_E, false, false, "E"},
    Shortcut{Action::RemoveDropped, Menu::Tools, "Clear added bodies", GLFW_KEY_DELETE, false, false, "Del"},

    Shortcut{Action::FrameScene, Menu::View, "Frame the scene", GLFW_KEY_HOME, false, false, "Home"},
    Shortcut{Action::ViewSurface, Menu::View, "Surface", GLFW_KEY_1, true, false, "Ctrl+1"},
    Shortcut{Action::ViewTracked, Menu::View, "Tracked surface", GLFW_KEY_5, true, false, "Ctrl+5"},
    Shortcut{Action::ViewLiquid, Menu::View, "Smooth skin", GLFW_KEY_2, true, false, "Ctrl+2"},
    Shortcut{Action::ViewSpheres, Menu::View, "Particles", GLFW_KEY_3, true, false, "Ctrl+3"},
    Shortcut{Action::ViewPoints, Menu::View, "Points", GLFW_KEY_4, true, false, "Ctrl+4"},
    Shortcut{Action::Colour1, Menu::Colour, "Colour: number 1", GLFW_KEY_1, true, true, "Ctrl+Shift+1"},
    Shortcut{Action::Colour2, Menu::Colour, "Colour: number 2", GLFW_KEY_2, true, true, "Ctrl+Shift+2"},
    Shortcut{Action::Colour3, Menu::Colour, "Colour: number 3", GLFW_KEY_3, true, true, "Ctrl+Shift+3"},
    Shortcut{Action::Colour4, Menu::Colour, "Colour: number 4", GLFW_KEY_4, true, true, "Ctrl+Shift+4"},
    Shortcut{Action::Colour5, Menu::Colour, "Colour: number 5", GLFW_KEY_5, true, true, "Ctrl+Shift+5"},
    Shortcut{Action::Colour6, Menu::Colour, "Colour: number 6", GLFW_KEY_6, true, true, "Ctrl+Shift+6"},
    Shortcut{Action::Colour7, Menu::Colour, "Colour: number 7", GLFW_KEY_7, true, true, "Ctrl+Shift+7"},
    Shortcut{Action::Colour8, Menu::Colour, "Colour: number 8", GLFW_KEY_8, true, true, "Ctrl+Shift+8"},
    Shortcut{Action::Colour9, Menu::Colour, "Colour: number 9", GLFW_KEY_9, true, true, "Ctrl+Shift+9"},
    Shortcut{Action::BackgroundStudio, Menu::Background, "Background: studio", GLFW_KEY_1, false, true,
             "Shift+1"},
    Shortcut{Action::BackgroundSky, Menu::Background, "Background: sky", GLFW_KEY_2, false, true, "Shift+2"},
    Shortcut{Action::BackgroundDark, Menu::Background, "Background: dark", GLFW_KEY_3, false, true,
             "Shift+3"},
    Shortcut{Action::BackgroundWhite, Menu::Background, "Background: white", GLFW_KEY_4, false, true,
             "Shift+4"},
    Shortcut{Action::BackgroundPicture, Menu::Background, "Background: HDR picture", GLFW_KEY_5, false, true,
             "Shift+5"},
    Shortcut{Action::QualityAutomatic, Menu::Quality, "Quality: automatic", 0, false, false, ""},
    Shortcut{Action::QualityBest, Menu::Quality, "Quality: best", 0, false, false, ""},
    Shortcut{Action::QualityGood, Menu::Quality, "Quality: good", 0, false, false, ""},
    Shortcut{Action::QualitySimple, Menu::Quality, "Quality: simple", 0, false, false, ""},
    Shortcut{Action::ShowControls, Menu::View, "Hide or show control particles", GLFW_KEY_V, false, false,
             "V"},
    Shortcut{Action::TogglePanels, Menu::View, "Hide or show the panels", GLFW_KEY_TAB, false, false, "Tab"},
    Shortcut{Action::ToggleBottom, Menu::View, "Hide or show the bottom strip", GLFW_KEY_B, false, false,
             "B"},
    Shortcut{Action::Compare, Menu::View, "Compare two worlds", GLFW_KEY_C, false, false, "C"},
    Shortcut{Action::Microscope, Menu::View, "Microscope", GLFW_KEY_M, false, false, "M"},
    Shortcut{Action::StageBefore, Menu::View, "Microscope: previous stage", GLFW_KEY_LEFT, false, false,
             "Left"},
    Shortcut{Action::StageAfter, Menu::View, "Microscope: next stage", GLFW_KEY_RIGHT, false, false, "Right"},
    Shortcut{Action::LargerInterface, Menu::View, "Larger interface", GLFW_KEY_EQUAL, true, false, "Ctrl+="},
    Shortcut{Action::SmallerInterface, Menu::View, "Smaller interface", GLFW_KEY_MINUS, true, false,
             "Ctrl+-"},
    Shortcut{Action::NormalInterface, Menu::View, "Normal interface", GLFW_KEY_0, true, false, "Ctrl+0"},
    Shortcut{Action::FullScreen, Menu::View, "Full screen", GLFW_KEY_F11, false, false, "F11"},

    Shortcut{Action::Sweep, Menu::Simulation, "Sweep parameters", GLFW_KEY_P, true, false, "Ctrl+P"},

    Shortcut{Action::Manual, Menu::Help, "Manual", GLFW_KEY_F1, false, false, "F1"},
    Shortcut{Action::Help, Menu::Help, "Keys and mouse", GLFW_KEY_F1, false, true, "Shift+F1"},
    Shortcut{Action::Tour, Menu::Help, "A short tour", 0, false, false, ""},
};

const Shortcut* find(Action action) {
  for (const Shortcut& s : kShortcuts)
    if (s.action == action) return &s;
  return nullptr;
}

}  // namespace

std::span<const Shortcut> shortcuts() { return kShortcuts; }

Action actionForKey(int key, bool control, bool shift) {
  for (const Shortcut& s : kShortcuts)
    if (s.key != 0 && s.key == key && s.control == control && s.shift == shift) return s.action;
  return Action::None;
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

std::string describe(Action action) {
  const Shortcut* s = find(action);
  if (!s || s->keyName.empty()) return std::string(s ? s->label : "");
  return std::string(s->label) + " (" + std::string(s->keyName) + ")";
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

const Shortcut* colourShortcut(std::size_t place) {
  for (const Shortcut& s : kShortcuts)
    if (colourPlace(s.action) == place) return &s;
  return nullptr;
}

}  // namespace ooze::ui
