// What keys, mouse and dropped files do in the window.
#include <algorithm>
#include <cstdlib>

#define GLFW_INCLUDE_NONE
#include "ooze/base/file.h"

#include "app/window/window_session.h"
#include "ui/open_menus.h"
#include "ui/panels/parameter_card.h"
#include "ui/placement.h"
#include "ui/scene_order.h"

#include <GLFW/glfw3.h>

namespace ooze {
namespace {

constexpr int kSettlingFrames = 3;  // that ImGui needs after input until everything is in its place

ui::Button buttonOf(int glfwButton) {
  if (glfwButton == GLFW_MOUSE_BUTTON_RIGHT) return ui::Button::Right;
  return glfwButton == GLFW_MOUSE_BUTTON_MIDDLE ? ui::Button::Middle : ui::Button::Left;
}

/// Where scenes look for pictures by name, if there is one.
std::filesystem::path surroundingsFolder() {
  std::filesystem::path folder = userDataFolder() / "surroundings";
  std::error_code ignored;
  const char* home = std::getenv("HOME");
  if (std::filesystem::is_directory(folder, ignored) || !home) return folder;
  return home;
}

}  // namespace

void WindowSession::handle(const std::vector<WindowEvent>& events) {
  for (const WindowEvent& event : events) {
    if (menuTakes(event)) continue;
    gui_.take(event);
    std::visit([this](const auto& e) { on(e); }, event);
  }
  if (!events.empty()) redraws_ = std::max(redraws_, kSettlingFrames);
}

// Whoever has a menu open means the menu: Escape closes it and does nothing else, and a key by itself does
// nothing to the world. With Ctrl a shortcut is meant, and the menu is out of its way.
bool WindowSession::menuTakes(const WindowEvent& event) {
  const auto* key = std::get_if<KeyEvent>(&event);
  if (!key || !key->pressed || !ui::menusAreOpen()) return false;
  const ui::Action action = ui::actionForKey(key->key, key->control, key->shift);
  if (action == ui::Action::None) return false;
  if (action == ui::Action::BackToCamera || key->control) ui::closeMenus();
  return !key->control;
}

void WindowSession::on(const KeyEvent& event) {
  if (!event.pressed || gui_.typing() || state_.fileRequest) return;  // that dialog has keys of its own
  const ui::Action action = ui::actionForKey(event.key, event.control, event.shift);
  if (gui_.dialogOpen() && !ui::worksOverDialogs(action)) return;
  if (action == ui::Action::BackToCamera && ui::closeExplanation(state_)) return;
  const bool repeats = action == ui::Action::SingleStep || action == ui::Action::StepBack ||
                       action == ui::Action::LargerTool || action == ui::Action::SmallerTool;
  if (!event.repeated || repeats) perform(action);
}

void WindowSession::on(const ButtonEvent& event) {
  cursor_ = event.at;
  if (event.pressed) focusSideAt(event.at);
  ui::ToolContext context = toolContext();
  ui::Pointer pointer = pointerAt(event.at, event.shift);
  pointer.alt = event.alt;
  if (!event.pressed) {
    pointer_.release(context, buttonOf(event.button));
  } else if (inView(event.at)) {
    const bool twice = event.twice && event.button == GLFW_MOUSE_BUTTON_LEFT;
    if (twice && state_.tool == ui::Action::CameraTool)
      ui::PointerController::doubleClick(context, pointer);
    else
      pointer_.press(context, pointer, buttonOf(event.button));
  }
}

void WindowSession::on(const MoveEvent& event) {
  cursor_ = event.at;
  ui::ToolContext context = toolContext();
  pointer_.move(context, pointerAt(event.at, event.shift));
}

void WindowSession::on(const ScrollEvent& event) {
  if (!inView(event.at)) return;
  ui::ToolContext context = toolContext();
  pointer_.scroll(context, pointerAt(event.at, false), event.notches, event.control);
}

void WindowSession::on(const DropEvent& event) {
  for (const std::string& file : event.files) openDropped(file);
}

// A mesh is asked about, a picture surrounds the scene; scenes and sessions open.
void WindowSession::openDropped(const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored))
    say({Message::Kind::Error, file.string() + ": is a folder, not a mesh, a scene, a session or a picture"});
  else if (isPanorama(file.string()))
    state_.panorama = std::filesystem::absolute(file, ignored);
  else if (ui::isMeshFile(file))
    meshes_.offer(file, inView(cursor_) ? std::optional(pointerAt(cursor_, false).at) : std::nullopt);
  else
    simulation_.load(file.string(), std::nullopt);
}

void WindowSession::askForPanorama() {
  ui::FileRequest request;
  request.title = "A Radiance picture as surroundings";
  request.about = "surroundings";
  request.folder = state_.panorama.parent_path();
  request.usual = surroundingsFolder();
  request.extensions = {".hdr"};
  request.chosen = [this](const std::filesystem::path& file) { state_.panorama = file; };
  state_.fileRequest = std::move(request);
}

void WindowSession::askForMesh() { state_.fileRequest = ui::meshRequest(meshes_); }

void WindowSession::perform(ui::Action action) {
  using ui::Action;
  redraws_ = std::max(redraws_, kSettlingFrames);
  switch (action) {
    case Action::None:
      break;
    case Action::OpenFile:
      sessions_.open(state_);
      break;
    case Action::SaveSession:
    case Action::SaveSessionAs:
      sessions_.save(state_, view_, action == Action::SaveSessionAs);
      break;
    case Action::EmptyScene:
      simulation_.load("empty", std::nullopt);
      break;
    case Action::SaveScene:
      saveScene();
      break;
    case Action::AddMesh:
      askForMesh();
      break;
    case Action::Gallery:
      state_.galleryOpen = !state_.galleryOpen;
      if (state_.galleryOpen) library_.refresh();  // a scene may have been saved
      break;
    case Action::Undo:
      compared_.edits().undo();
      break;
    case Action::Redo:
      compared_.edits().redo();
      break;
    case Action::StepBack:
      compared_.edits().stepBack();
      break;
    case Action::PlayPause:
      compared_.edits().setPlaying(!simulation_.view().status.playing);
      break;
    case Action::SingleStep:
      compared_.edits().singleStep();
      break;
    case Action::Reset:
      compared_.edits().reset(false);
      break;
    case Action::ReloadScene:
      compared_.edits().reset(true);
      break;
    case Action::PreviousScene:
      openNeighbour(-1);
      break;
    case Action::NextScene:
      openNeighbour(1);
      break;
    case Action::CameraTool:
    case Action::PourTool:
    case Action::GrabTool:
    case Action::PushTool:
    case Action::CutTool:
    case Action::FreezeTool:
    case Action::EraseTool:
    case Action::DropTool:
    case Action::ColliderTool:
    case Action::GizmoTool:
      state_.tool = action;
      break;
    case Action::GizmoMove:
    case Action::GizmoTurn:
    case Action::GizmoScale:
      state_.tool = Action::GizmoTool;
      state_.gizmo.mode = ui::gizmoMode(action);
      break;
    case Action::AddNozzle:
      addNozzle();
      break;
    case Action::LargerTool:
    case Action::SmallerTool:
      resizeTool(action == Action::LargerTool ? 1.f : -1.f);
      break;
    case Action::ToggleEmitter:
      toggleEmitter();
      break;
    case Action::RemoveDropped:
      compared_.edits().submit({"bodies.remove_added", {}});
      break;
    case Action::FrameScene:
      frameScene();
      break;
    case Action::ViewSurface:
    case Action::ViewLiquid:
      if (microscopeSnapshot_) toggleMicroscope();  // which shows only particles
      [[fallthrough]];
    case Action::ViewSpheres:
    case Action::ViewPoints:
      state_.view = action;
      break;
    case Action::QualityAutomatic:
    case Action::QualityBest:
    case Action::QualityGood:
    case Action::QualitySimple:
      state_.quality = action;
      break;
    case Action::BackgroundStudio:
    case Action::BackgroundSky:
    case Action::BackgroundDark:
    case Action::BackgroundWhite:
      state_.background = action;
      state_.panorama.clear();
      break;
    case Action::BackgroundPicture:
      askForPanorama();
      break;
    case Action::ColourLook:
    case Action::ColourMaterial:
    case Action::ColourSpeed:
    case Action::ColourDensity:
    case Action::ColourPressure:
    case Action::ColourStrain:
      state_.colour = ui::colourOf(action);
      break;
    case Action::TogglePanels:
      state_.panelsVisible = !state_.panelsVisible;
      break;
    case Action::ToggleBottom:
      state_.bottomVisible = !state_.bottomVisible;
      if (!state_.bottomVisible && state_.microscopeOn) toggleMicroscope();  // its table is there
      break;
    case Action::Compare:
      state_.comparing = !state_.comparing;
      break;
    case Action::Sweep:
      state_.sweepOpen = !state_.sweepOpen;
      break;
    case Action::ExportFrames:
      state_.exportOpen = !state_.exportOpen;
      break;
    case Action::Microscope:
      toggleMicroscope();
      break;
    case Action::StageBefore:
      moveStage(-1);
      break;
    case Action::StageAfter:
      moveStage(1);
      break;
    case Action::Tour:
      state_.tourOpen = true;
      state_.tourStep = 0;
      break;
    case Action::LargerInterface:
      state_.userScale = std::min(state_.userScale + 0.25f, 3.f);
      break;
    case Action::SmallerInterface:
      state_.userScale = std::max(state_.userScale - 0.25f, 0.75f);
      break;
    case Action::NormalInterface:
      state_.userScale = 1.f;
      break;
    case Action::FullScreen:
      window_.toggleFullScreen();
      break;
    case Action::Screenshot:
      saveScreenshot();
      break;
    case Action::Record:
      toggleRecording();
      break;
    case Action::Help:
      state_.helpVisible = !state_.helpVisible;
      break;
    case Action::BackToCamera:
      if (meshes_.current()) return meshes_.dismiss();
      // The topmost thing closes; only then the tool.
      if (state_.helpVisible || state_.galleryOpen || state_.sweepOpen || state_.exportOpen)
        state_.helpVisible = state_.galleryOpen = state_.sweepOpen = state_.exportOpen = false;
      else if (state_.tourOpen && state_.tool == Action::CameraTool)
        state_.tourOpen = false;  // the tour itself says to put a tool away by this key
      else
        state_.tool = Action::CameraTool;
      break;
    case Action::Quit:
      window_.close();
      break;
  }
}

// Of the session as it is now: the window's own view of it is older than a key that was pressed just before.
void WindowSession::openNeighbour(int direction) {
  const SessionView now = simulation_.view();
  if (!now.scene) return;
  const Listing* next =
      ui::neighbourScene(library_.catalog(), now.scene->name, now.status.loading, direction);
  if (next) simulation_.load(next->file.string(), std::nullopt);
}

// With the camera, light and view as they are now.
void WindowSession::saveScene() {
  LookSpec look;
  look.view = ui::viewName(state_.view);
  if (state_.colour) look.colour = quantityRow(*state_.colour).key;
  look.background = ui::backgroundName(state_.background);
  look.light = state_.light;
  look.panorama = state_.panorama;
  look.spray = state_.spray;
  SessionFiles::saveScene(state_, view_,
                          [this, now = SceneView{camera_.spec(), look}](std::filesystem::path file) {
                            compared_.edits().saveScene(std::move(file), now);
                          });
}

// Above the middle of the view, and chosen at once, so that it can be put where it belongs.
void WindowSession::addNozzle() {
  if (!view_.snapshot) return;
  compared_.edits().submit(ui::nozzleCommand(toolContext()));
  state_.gizmo.chosen = ui::GizmoState::Chosen::NewNozzle;
  state_.gizmo.nozzles = live_.emitters.size();
  state_.gizmo.mode = ui::GizmoMode::Move;
  state_.tool = ui::Action::GizmoTool;
}

void WindowSession::resizeTool(float notches) {
  ui::ToolContext context = toolContext();
  pointer_.resize(context, notches);
}

void WindowSession::toggleEmitter() {
  if (live_.emitters.empty()) return;
  const EmitterSpec& emitter = live_.emitters[std::min(state_.emitter, live_.emitters.size() - 1)];
  compared_.edits().submit({"emitter." + emitter.name + ".enabled", {emitter.enabled ? 0.f : 1.f}});
}

}  // namespace ooze
