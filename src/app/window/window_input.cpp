#include "app/window/window_input.h"

#include "ooze/geometry/mesh.h"

#include "ui/panels/dialog_frame.h"
#include "ui/panels/parameter_card.h"
#include "ui/state/control_edits.h"
#include "ui/state/mesh_import_queue.h"

#include <GLFW/glfw3.h>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <imgui.h>
#include <optional>
#include <system_error>

#define GLFW_INCLUDE_NONE

namespace ooze {
namespace {

ui::Button buttonOf(int glfwButton) {
  if (glfwButton == GLFW_MOUSE_BUTTON_RIGHT) return ui::Button::Right;
  return glfwButton == GLFW_MOUSE_BUTTON_MIDDLE ? ui::Button::Middle : ui::Button::Left;
}

ui::KeyChord chordOf(const KeyEvent& event) { return {event.key, event.control, event.shift, event.alt}; }

/// Returns whether a held-down key repeats this action.
bool repeats(ui::Action action) {
  return action == ui::Action::SingleStep || action == ui::Action::StepBack ||
         action == ui::Action::LargerTool || action == ui::Action::SmallerTool;
}

}  // namespace

bool WindowInput::dispatchFrame() {
  const std::vector<WindowEvent> events = queue_.next();
  for (const WindowEvent& event : events) {
    if (menuTakes(event)) continue;
    to_.gui.take(event);
    std::visit([this](const auto& e) { on(e); }, event);
  }
  return !events.empty();
}

// Handles keys while a menu is open. Escape closes the menu and does nothing else, and plain keys do not
// affect the world. A shortcut with Ctrl closes the menu and runs.
bool WindowInput::menuTakes(const WindowEvent& event) {
  const auto* key = std::get_if<KeyEvent>(&event);
  if (!key || !key->pressed || !ui::menusAreOpen()) return false;
  const ui::Action action = ui::actionForKey(chordOf(*key), to_.state.keyMap);
  if (action == ui::Action::None) return false;
  if (action == ui::Action::BackToCamera || key->control) ui::closeMenus();
  return !key->control;
}

void WindowInput::on(const KeyEvent& event) {
  // The file dialog handles its own keys.
  if (!event.pressed || to_.state.fileRequest) return;
  if (to_.gui.typing() && ui::isForTextField(event.key, event.control)) return;
  const ui::Action action = ui::actionForKey(chordOf(event), to_.state.keyMap);
  if (to_.gui.dialogOpen() && !ui::worksOverDialogs(action)) return;
  if (action == ui::Action::BackToCamera && ui::closeExplanation(to_.state)) return;
  if (action == ui::Action::RemoveDropped && to_.state.tool == ui::Action::ControlTool)
    return removeControl();
  if (!event.repeated || repeats(action)) to_.perform(action);
}

// Removes the selected control while the control tool is active; otherwise the same key clears added bodies.
void WindowInput::removeControl() {
  ui::removeChosen(to_.compared.edits(), to_.view.live().controls, to_.state.controls);
}

void WindowInput::on(const ButtonEvent& event) {
  cursor_ = event.at;
  if (event.pressed) focusSideAt(event.at);
  ui::ToolContext context = to_.view.toolContext();
  ui::Pointer pointer = to_.view.pointerAt(event.at, event.shift);
  pointer.alt = event.alt;
  pointer.control = event.control;
  if (!event.pressed) {
    pointer_.release(context, buttonOf(event.button));
  } else if (overView(event.at)) {
    const bool twice = event.twice && event.button == GLFW_MOUSE_BUTTON_LEFT;
    if (twice && to_.state.tool == ui::Action::CameraTool)
      ui::PointerController::doubleClick(context, pointer);
    else
      pointer_.press(context, pointer, buttonOf(event.button));
  }
}

void WindowInput::on(const MoveEvent& event) {
  cursor_ = event.at;
  ui::ToolContext context = to_.view.toolContext();
  pointer_.move(context, to_.view.pointerAt(event.at, event.shift));
}

void WindowInput::on(const ScrollEvent& event) {
  if (!overView(event.at)) return;
  ui::ToolContext context = to_.view.toolContext();
  if (!pointer_.scroll(context, to_.view.pointerAt(event.at, false), event.notches, event.control)) return;
  const std::string text = ui::insertKeys("The camera is as near as it gets. {1} shows everything again.",
                                          std::array{ui::Action::FrameScene}, to_.state.keyMap);
  messages_.push_back({Message::MessageKind::Info, text, "zoom"});
}

void WindowInput::on(const DropEvent& event) {
  for (const std::string& file : event.files) openDropped(file);
}

// Opens a dropped file: a mesh opens a dialog, a Radiance picture becomes the environment map, scenes and
// sessions load.
void WindowInput::openDropped(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    messages_.push_back({Message::MessageKind::Error,
                         file.string() + " is a folder. Drop a mesh, a scene, a session or a picture."});
  else if (isPanorama(file.string()))
    to_.state.panorama = std::filesystem::absolute(file, ignored);
  else if (ui::isMeshFile(file))
    to_.meshes.offer(file,
                     overView(cursor_) ? std::optional(to_.view.pointerAt(cursor_, false).at) : std::nullopt);
  else if (const std::string kind = file.extension().string(); kind == ".json" || kind == ".ooze")
    to_.simulation.load(file.string(), std::nullopt);
  else
    messages_.push_back(
        {Message::MessageKind::Error,
         fmt::format("{} cannot be opened. Drop a mesh ({}), a scene (.json), a session (.ooze) "
                     "or a picture (.hdr, .exr).",
                     file.filename().string(), fmt::join(meshExtensions(), ", "))});
}

bool WindowInput::over(const ui::ViewRect& rect, const Vec2& position) const {
  return rect.contains(position.x, position.y) && !to_.gui.takesClick(position) && !to_.state.helpVisible &&
         !to_.messages.covers(position.x, position.y);
}

// Moves the focus to the other world if the user clicks into its view.
void WindowInput::focusSideAt(const Vec2& position) {
  const ComparedWorlds& compared = to_.compared;
  const std::size_t other = 1 - compared.focus();
  if (!compared.active() || pointer_.dragging() || !compared.view(other).snapshot) return;
  if (over(to_.view.rectOf(other), position)) to_.view.focusOn(other);
}

void WindowInput::follow() {
  ui::ToolContext context = to_.view.toolContext();
  pointer_.follow(context);
}

void WindowInput::resizeTool(float notches) {
  ui::ToolContext context = to_.view.toolContext();
  pointer_.resize(context, notches);
}

void WindowInput::drawMarks() {
  const ui::ToolContext context = to_.view.toolContext();
  const ui::Pointer pointer = to_.view.pointerAt(cursor_, false);
  const bool near = pointer_.dragging() || overView(cursor_);
  if (near && pointer_.isOverTarget(context, pointer)) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  std::vector<ui::Stroke> strokes = pointer_.overlayStrokes(context, near ? &pointer : nullptr);
  if (const ui::MeshImport* offer = to_.meshes.current(); offer && offer->facts) {
    ui::followMeshChoice(context, *offer, to_.state.mesh);
    ui::addMeshPreview(*offer->facts, to_.state.mesh, strokes);
  }
  ui::drawStrokes(to_.gui.theme(), to_.view.camera(), to_.view.rect(), strokes);
}

}  // namespace ooze
