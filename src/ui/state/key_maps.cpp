#include "ui/state/key_maps.h"

#include <array>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

namespace ooze::ui {
namespace {

// Restart and nozzle lie on keys that a hand used to Blender or Maya does not press by accident. In both
// programs G, R, S, W and E belong to the transform tools.
constexpr std::array kBlender{
    KeyReplacement{Action::Gallery, {GLFW_KEY_O, true, true}, "Ctrl+Shift+O"},
    KeyReplacement{Action::Reset, {GLFW_KEY_R, true, true}, "Ctrl+Shift+R"},
    KeyReplacement{Action::ReloadScene, {GLFW_KEY_R, true, false, true}, "Ctrl+Alt+R"},
    KeyReplacement{Action::GizmoMove, {GLFW_KEY_G}, "G"},
    KeyReplacement{Action::GizmoTurn, {GLFW_KEY_R}, "R"},
    KeyReplacement{Action::AddNozzle, {GLFW_KEY_A, false, true}, "Shift+A"},
    KeyReplacement{Action::ToggleEmitter, {GLFW_KEY_E, false, false, true}, "Alt+E"},
    KeyReplacement{Action::TogglePanels, {GLFW_KEY_N}, "N"},
    KeyReplacement{Action::ToggleBottom, {GLFW_KEY_T}, "T"},
    KeyReplacement{Action::Compare, {GLFW_KEY_C, false, false, true}, "Alt+C"},
};

constexpr std::array kMaya{
    KeyReplacement{Action::Gallery, {GLFW_KEY_O, true, true}, "Ctrl+Shift+O"},
    KeyReplacement{Action::Redo, {GLFW_KEY_Y, true}, "Ctrl+Y"},
    KeyReplacement{Action::PlayPause, {GLFW_KEY_V, false, false, true}, "Alt+V"},
    KeyReplacement{Action::PlayBack, {GLFW_KEY_V, false, true, true}, "Alt+Shift+V"},
    KeyReplacement{Action::SingleStep, {GLFW_KEY_PERIOD, false, false, true}, "Alt+."},
    KeyReplacement{Action::StepBack, {GLFW_KEY_COMMA, false, false, true}, "Alt+,"},
    KeyReplacement{Action::Reset, {GLFW_KEY_R, true, true}, "Ctrl+Shift+R"},
    KeyReplacement{Action::ReloadScene, {GLFW_KEY_R, true, false, true}, "Ctrl+Alt+R"},
    KeyReplacement{Action::CameraTool, {GLFW_KEY_Q}, "Q"},
    KeyReplacement{Action::GizmoTurn, {GLFW_KEY_E}, "E"},
    KeyReplacement{Action::GizmoScale, {GLFW_KEY_R}, "R"},
    KeyReplacement{Action::ToggleEmitter, {GLFW_KEY_E, false, false, true}, "Alt+E"},
    KeyReplacement{Action::FrameScene, {GLFW_KEY_F}, "F"},
    KeyReplacement{Action::Compare, {GLFW_KEY_C, false, false, true}, "Alt+C"},
};

constexpr std::array kKeyMaps{KeyMapRow{KeyMap::Ooze, "ooze", "Ooze", {}},
                              KeyMapRow{KeyMap::Blender, "blender", "Blender", kBlender},
                              KeyMapRow{KeyMap::Maya, "maya", "Maya", kMaya}};

}  // namespace

std::span<const KeyMapRow> keyMaps() { return kKeyMaps; }

const KeyMapRow& keyMapRow(KeyMap map) { return kKeyMaps.at(static_cast<std::size_t>(map)); }

KeyMap keyMapOf(std::string_view name) {
  for (const KeyMapRow& row : kKeyMaps)
    if (row.name == name) return row.map;
  return KeyMap::Ooze;
}

}  // namespace ooze::ui
