#include "app/window/window_actions.h"

#include "app/pictures/unused_name.h"
#include "base/file.h"
#include "liquid/nozzle_times.h"
#include "ui/state/control_edits.h"
#include "ui/state/placement.h"
#include "ui/state/scene_search.h"
#include "ui/widgets/colour_choice.h"
#include "ui/widgets/nozzle.h"
#include "ui/window_layout.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <system_error>
#include <utility>

namespace ooze {
namespace {

using ui::Action;
using State = ui::InterfaceState;
using Parts = WindowParts;

constexpr float kScaleStep = 0.25f;  // step of the interface scale
constexpr float kSmallestScale = 0.75f, kLargestScale = 3.f;

/// Selects one of several alternatives: the state becomes the action itself.
template <Action State::*what>
void choose(Parts& parts, Action action) {
  parts.state.*what = action;
}

template <bool State::*what>
void toggle(Parts& parts, Action) {
  parts.state.*what = !(parts.state.*what);
}

/// Returns the folder in which scenes look up environment maps by name. Returns the home folder if that
/// folder does not exist.
std::filesystem::path environmentMapFolder() {
  std::filesystem::path folder = userDataFolder() / "surroundings";
  std::error_code ignored;
  const char* home = std::getenv("HOME");
  if (std::filesystem::is_directory(folder, ignored) || !home) return folder;
  return home;
}

// Files.

void saveSession(Parts& parts, Action action) {
  parts.sessions.save(parts.state, parts.view.world(), action == Action::SaveSessionAs);
}

/// Saves the scene with the current camera, light and view.
void saveScene(Parts& parts, Action) {
  const State& state = parts.state;
  LookSpec look;
  look.view = ui::viewName(state.view);
  if (const auto colour = ui::chosenColour(state, parts.view.world())) look.colour = colour->key;
  look.background = ui::backgroundName(state.background);
  look.light = state.light;
  look.panorama = state.panorama;
  look.spray = state.spray;
  SessionFiles::saveScene(
      parts.state, parts.view.world(),
      [&compared = parts.compared, now = SceneView{parts.view.camera().spec(), look}](
          std::filesystem::path file) { compared.edits().saveScene(std::move(file), now); });
}

void askForMesh(Parts& parts, Action) { parts.state.fileRequest = ui::meshRequest(parts.meshes); }

void toggleGallery(Parts& parts, Action) {
  parts.state.galleryOpen = !parts.state.galleryOpen;
  if (parts.state.galleryOpen) parts.library.refresh();  // a scene may have been saved meanwhile
}

/// Opens the next or previous scene. Queries the session directly, because the window's view may be older
/// than the key press.
void openAdjacentScene(Parts& parts, Action action) {
  const SessionView now = parts.simulation.view();
  if (!now.scene) return;
  const Listing* next = ui::neighbourScene(parts.library.catalog(), now.scene->name, now.status.loading,
                                           action == Action::NextScene ? 1 : -1);
  if (next) parts.simulation.load(next->file.string(), std::nullopt);
}

void toggleRecording(Parts& parts, Action) {
  if (parts.recorder.recording()) return parts.recorder.stop();
  const SessionView& world = parts.view.world();
  if (!world.scene || !world.snapshot) return;
  PictureRequest now = parts.view.picture();
  now.settings.size = ui::filmSize(parts.state.filmSize).pixels.value_or(now.settings.size);
  parts.recorder.start(*world.scene, {outputFolder(), parts.state.recordingFormat, now.camera, now.settings});
}

// Tools.

void chooseGizmo(Parts& parts, Action action) {
  parts.state.tool = Action::GizmoTool;
  parts.state.gizmo.mode = ui::gizmoMode(action);
}

/// Adds a nozzle above the centre of the view and selects the nozzle, so that the user can move it.
void addNozzle(Parts& parts, Action) {
  if (!parts.view.world().snapshot) return;
  parts.compared.edits().submit(ui::nozzleCommand(parts.view.toolContext()));
  parts.state.gizmo.chosen = ui::GizmoState::Chosen::NewNozzle;
  parts.state.gizmo.nozzles = parts.view.live().emitters.size();
  chooseGizmo(parts, Action::GizmoMove);
}

void toggleEmitter(Parts& parts, Action) {
  const std::vector<EmitterSpec>& emitters = parts.view.live().emitters;
  if (emitters.empty()) return;
  const EmitterSpec& emitter = emitters[std::min(parts.state.emitter, emitters.size() - 1)];
  const double time = parts.view.world().snapshot->time;
  ui::switchNozzle(parts.compared.edits(), emitter, time, !isOpen(emitter, time));
}

// View and appearance.

/// Shows the liquid as a surface. Leaves the microscope, which shows only particles.
void chooseSurface(Parts& parts, Action action) {
  if (parts.view.microscope().snapshot()) parts.view.microscope().toggle();
  parts.state.view = action;
}

void chooseColour(Parts& parts, Action action) {
  const std::vector<Field> quantities = ui::quantitiesOf(parts.view.world());
  const std::size_t place = ui::colourPlace(action).value_or(quantities.size());
  if (place < quantities.size()) parts.state.colour = quantities[place].key;
}

void chooseBackground(Parts& parts, Action action) {
  parts.state.background = action;
  parts.state.panorama.clear();
}

void askForPanorama(Parts& parts, Action) {
  ui::FileRequest request;
  request.title = "Choose a Radiance picture as surroundings";
  request.about = "surroundings";
  request.folder = parts.state.panorama.parent_path();
  request.usual = environmentMapFolder();
  request.extensions = {".hdr", ".exr"};
  request.chosen = [&state = parts.state](const std::filesystem::path& file) { state.panorama = file; };
  parts.state.fileRequest = std::move(request);
}

void toggleBottom(Parts& parts, Action) {
  ui::toggleBottomStrip(parts.state);
  // The microscope's table is in the bottom strip, so hiding the strip closes the microscope.
  if (!parts.state.bottomVisible && parts.state.microscopeOn) parts.view.microscope().toggle();
}

void scaleInterface(Parts& parts, Action action) {
  const float step = action == Action::LargerInterface ? kScaleStep : -kScaleStep;
  parts.state.userScale = std::clamp(parts.state.userScale + step, kSmallestScale, kLargestScale);
}

void startTour(Parts& parts, Action) {
  parts.state.tourOpen = true;
  parts.state.tourStep = 0;
}

void toggleManual(Parts& parts, Action) {
  if (parts.state.manual.open) {
    parts.state.manual.open = false;
    return;
  }
  const std::shared_ptr<const Snapshot>& now = parts.view.world().snapshot;
  ui::openManualForTopic(parts.state, now ? std::string_view(now->method) : std::string_view());
}

/// Closes the topmost window or dialog; deselects the tool only if nothing is open.
void goBack(Parts& parts, Action) {
  if (parts.meshes.current()) return parts.meshes.dismiss();
  State& state = parts.state;
  if (state.helpVisible || state.galleryOpen || state.sweepOpen || state.exportOpen)
    state.helpVisible = state.galleryOpen = state.sweepOpen = state.exportOpen = false;
  else if (state.manual.open)
    state.manual.open = false;
  else if (state.tourOpen && state.tool == Action::CameraTool)
    state.tourOpen = false;  // the tour itself tells the user to deselect a tool with this key
  else
    state.tool = Action::CameraTool;
}

struct ActionRow {
  Action action;
  void (*act)(Parts& parts, Action action);
};

constexpr ActionRow kRows[]{
    {Action::OpenFile, [](Parts& p, Action) { p.sessions.open(p.state); }},
    {Action::AddMesh, askForMesh},
    {Action::EmptyScene, [](Parts& p, Action) { p.simulation.load("empty", std::nullopt); }},
    {Action::SaveSession, saveSession},
    {Action::SaveSessionAs, saveSession},
    {Action::SaveScene, saveScene},
    {Action::Gallery, toggleGallery},
    {Action::Undo, [](Parts& p, Action) { p.compared.edits().undo(); }},
    {Action::Redo, [](Parts& p, Action) { p.compared.edits().redo(); }},
    {Action::PlayPause,
     [](Parts& p, Action) {
       const SessionStatus status = p.simulation.view().status;
       if (status.playingBack)
         p.compared.edits().playBack(false);
       else
         p.compared.edits().setPlaying(!status.playing);
     }},
    {Action::PlayBack,
     [](Parts& p, Action) { p.compared.edits().playBack(!p.simulation.view().status.playingBack); }},
    {Action::SingleStep, [](Parts& p, Action) { p.compared.edits().singleStep(); }},
    {Action::StepBack, [](Parts& p, Action) { p.compared.edits().stepBack(); }},
    {Action::Reset, [](Parts& p, Action) { p.compared.edits().reset(false); }},
    {Action::ReloadScene, [](Parts& p, Action) { p.compared.edits().reset(true); }},
    {Action::PreviousScene, openAdjacentScene},
    {Action::NextScene, openAdjacentScene},
    {Action::CameraTool, choose<&State::tool>},
    {Action::PourTool, choose<&State::tool>},
    {Action::GrabTool, choose<&State::tool>},
    {Action::PushTool, choose<&State::tool>},
    {Action::CutTool, choose<&State::tool>},
    {Action::FreezeTool, choose<&State::tool>},
    {Action::EraseTool, choose<&State::tool>},
    {Action::DropTool, choose<&State::tool>},
    {Action::ColliderTool, choose<&State::tool>},
    {Action::GizmoTool, choose<&State::tool>},
    {Action::GizmoMove, chooseGizmo},
    {Action::GizmoTurn, chooseGizmo},
    {Action::GizmoScale, chooseGizmo},
    {Action::AddNozzle, addNozzle},
    {Action::ControlTool, choose<&State::tool>},
    {Action::KeyControls, [](Parts& p, Action) { p.state.controls.keyed = !p.state.controls.keyed; }},
    {Action::LargerTool, [](Parts& p, Action) { p.input.resizeTool(1.f); }},
    {Action::SmallerTool, [](Parts& p, Action) { p.input.resizeTool(-1.f); }},
    {Action::RemoveDropped, [](Parts& p, Action) { p.compared.edits().submit(RemoveAddedBodies{}); }},
    {Action::ToggleEmitter, toggleEmitter},
    {Action::FrameScene, [](Parts& p, Action) { p.view.frameScene(); }},
    {Action::ViewSurface, chooseSurface},
    {Action::ViewTracked, chooseSurface},
    {Action::ViewLiquid, chooseSurface},
    {Action::ViewSpheres, choose<&State::view>},
    {Action::ViewPoints, choose<&State::view>},
    {Action::Colour1, chooseColour},
    {Action::Colour2, chooseColour},
    {Action::Colour3, chooseColour},
    {Action::Colour4, chooseColour},
    {Action::Colour5, chooseColour},
    {Action::Colour6, chooseColour},
    {Action::Colour7, chooseColour},
    {Action::Colour8, chooseColour},
    {Action::Colour9, chooseColour},
    {Action::BackgroundStudio, chooseBackground},
    {Action::BackgroundSky, chooseBackground},
    {Action::BackgroundDark, chooseBackground},
    {Action::BackgroundWhite, chooseBackground},
    {Action::BackgroundPicture, askForPanorama},
    {Action::QualityAutomatic, choose<&State::quality>},
    {Action::QualityBest, choose<&State::quality>},
    {Action::QualityGood, choose<&State::quality>},
    {Action::QualitySimple, choose<&State::quality>},
    {Action::ShowControls, [](Parts& p, Action) { p.state.controls.shown = !ui::controlsAreShown(p.state); }},
    {Action::TogglePanels, toggle<&State::panelsVisible>},
    {Action::ToggleBottom, toggleBottom},
    {Action::Compare, toggle<&State::comparing>},
    {Action::Sweep, toggle<&State::sweepOpen>},
    {Action::Microscope, [](Parts& p, Action) { p.view.microscope().toggle(); }},
    {Action::StageBefore, [](Parts& p, Action) { p.view.microscope().moveStage(-1); }},
    {Action::StageAfter, [](Parts& p, Action) { p.view.microscope().moveStage(1); }},
    {Action::LargerInterface, scaleInterface},
    {Action::SmallerInterface, scaleInterface},
    {Action::NormalInterface, [](Parts& p, Action) { p.state.userScale = 1.f; }},
    {Action::FullScreen, [](Parts& p, Action) { p.window.toggleFullScreen(); }},
    {Action::ExportFrames, toggle<&State::exportOpen>},
    {Action::Screenshot, [](Parts& p, Action) { p.view.saveScreenshot(); }},
    {Action::Record, toggleRecording},
    {Action::Manual, toggleManual},
    {Action::Help, toggle<&State::helpVisible>},
    {Action::Tour, startTour},
    {Action::BackToCamera, goBack},
    {Action::Quit, [](Parts& p, Action) { p.window.close(); }},
};

constexpr bool isTableComplete() {
  for (std::size_t i = 0; i < std::size(kRows); ++i)
    if (static_cast<std::size_t>(kRows[i].action) != i + 1) return false;
  return std::size(kRows) == static_cast<std::size_t>(Action::Quit);
}
static_assert(isTableComplete(), "a row for each action but None, in the order of ui::Action");

}  // namespace

void perform(Action action, WindowParts& parts) {
  if (action != Action::None) kRows[static_cast<std::size_t>(action) - 1].act(parts, action);
}

}  // namespace ooze
