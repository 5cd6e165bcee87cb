// A panel is a file and a row in registry.cpp. It reads values, draws widgets, and asks the session; it knows
// nothing of OpenGL, of the window, or of the World.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/quantity.h"

#include "session/scene_values.h"
#include "session/session.h"
#include "ui/control_choice.h"
#include "ui/drop_choice.h"
#include "ui/file_dialog.h"
#include "ui/frame_exports.h"
#include "ui/gizmo_state.h"
#include "ui/library.h"
#include "ui/manual_state.h"
#include "ui/mesh_desk.h"
#include "ui/microscope_state.h"
#include "ui/pair_choice.h"
#include "ui/panels/tour.h"
#include "ui/plot.h"
#include "ui/recording.h"
#include "ui/shortcuts.h"
#include "ui/sweeps.h"
#include "ui/theme.h"
#include "ui/tool_options.h"

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ooze {
class Comparison;
class Manual;
}  // namespace ooze

namespace ooze::ui {

/// An edit that was refused because the world's fixed substeps are too few for it.
struct RefusedEdit {
  Command command;
  std::string label;
  int needed = 0;  ///< substeps
};

/// Where a panel is. Those at the bottom share one place, a tab each.
enum class Side { Left, Right, Bottom };

/// What the interface itself remembers.
struct InterfaceState {
  bool panelsVisible = true;
  bool bottomVisible = true;
  bool helpVisible = false;
  bool galleryOpen = false;
  bool tourOpen = false;
  bool tourSeen = false;  ///< it was offered once
  std::size_t tourStep = 0;
  TourSpot tourSpot;
  std::optional<TourPouring> tourPours;    ///< while the tour pours itself
  std::optional<TourGravity> tourGravity;  ///< while the tour speaks of it
  std::array<char, 64> gallerySearch{};
  bool sweepOpen = false;
  bool exportOpen = false;
  bool microscopeOn = false;
  bool comparing = false;
  std::optional<FileRequest> fileRequest;                             ///< the file dialog that is open
  FileDialog fileDialog;                                              ///< where it is
  std::vector<std::filesystem::path> recentFiles;                     ///< newest first
  float leftWidth = 232.f, rightWidth = 336.f, bottomHeight = 148.f;  ///< [design pixels]
  Side stackedSide = Side::Right;      ///< whose panels are shown where there is room for one side only
  std::string bottomTab = "Timeline";  ///< title of the panel that is shown there
  float userScale = 1.f;
  Action view = Action::ViewSurface;
  Action background = Action::BackgroundStudio;
  std::filesystem::path panorama;             ///< the picture in its place; "": none
  LightSpec light;                            ///< changes to the surroundings' light
  float spray = 1.f;                          ///< how much of the droplets is drawn, 0 .. 1
  float fieldOfView = 40.f;                   ///< of the camera, vertical [degrees]
  Action quality = Action::QualityAutomatic;  ///< how well the view is drawn
  std::string colour;                         ///< key of a quantity; "": what the view shows by itself
  Action tool = Action::CameraTool;
  Action missed = Action::None;  ///< the tool whose last press found nothing
  std::size_t material = 0;      ///< the liquid that panels show and tools use
  std::string explained;         ///< target of the parameter whose card is open, or ""
  std::string parameterSearch;   ///< what is typed above the parameters
  std::optional<RefusedEdit> refused;
  LibraryState library;
  std::size_t emitter = 0;  ///< that the pour tool moves
  std::string body;         ///< whose values the panel shows; "": none
  GizmoState gizmo;
  DropChoice drop;
  SweepChoice sweep;
  ExportChoice exporting;
  std::optional<ExportChoice> exported;  ///< what the dialog that is open has begun
  ToolOptions tools;
  MeshChoice mesh;  ///< what is answered so far of the mesh that is asked about
  RecordingFormat recordingFormat = RecordingFormat::Mp4;
  FilmSize filmSize = FilmSize::AsTheView;  ///< also of recorded pictures
  MicroscopeState microscope;
  PairChoice pairs;
  ControlChoice controls;
  ManualState manual;
  PlotRange profiler;  ///< the frames that it shows
};

/// Something that takes long, with how far it is.
struct Task {
  std::string name;              ///< "Sweep", "Sampling armadillo.obj"
  float done = 0.f;              ///< 0 .. 1; below 0: not known
  std::function<void()> cancel;  ///< empty: it cannot be
};

/// What the window says of itself in the status bar.
struct WindowStatus {
  double framesPerSecond = 0.0;
  std::string quality;        ///< "" at full quality
  Field colour = kLookField;  ///< of the picture
  QuantityScale scale;        ///< of that quantity
  std::optional<RecordingStatus> recording;
  std::vector<Task> tasks;
  bool pictureShown = true;    ///< false until the view's first picture is there
  double pictureBehind = 0.0;  ///< how much later the world is than the picture of it [s]
};

class Monitor;
class Recovery;

/// What the window offers beside the simulation. A panel whose part is missing draws nothing.
struct Services {
  Library* library = nullptr;        ///< the user's and the shipped materials and scenes, with their pictures
  Monitor* monitor = nullptr;        ///< figures over time, and the microscope
  Sweeps* sweeps = nullptr;          ///< contact sheets
  FrameExports* exports = nullptr;   ///< surface and particles to files
  Comparison* comparison = nullptr;  ///< a second world beside the first
  Recovery* recovery = nullptr;      ///< what programs that ended badly have left
  MeshDesk* meshes = nullptr;        ///< mesh files on their way into the world
  Manual* manual = nullptr;          ///< pages of the manual
};

struct PanelContext {
  const SessionView& view;
  const WorldValues& live;
  const Catalog& catalog;
  const WindowStatus& window;
  const Theme& theme;
  InterfaceState& state;
  Session& session;
  std::function<void(Action)> perform;
  Services services{};

  /// A liquid of the world, by the material that took its place last, if one did.
  [[nodiscard]] const std::string& liquidName(std::size_t index) const {
    return index < view.originals.size() ? view.originals[index].name : live.materials[index].name;
  }
};

struct Panel {
  const char* title;
  Side side;
  void (*draw)(PanelContext&);
  bool (*shown)(const PanelContext&) = nullptr;  ///< whether there is anything to show; null: always
};
std::span<const Panel> panels();

/// Draws nothing unless the state says that it is open.
using Dialog = void (*)(PanelContext&);
/// Drawn over everything, in this order. A dialog is a file and a row in registry.cpp.
std::span<const Dialog> dialogs();

void drawMeshDialog(PanelContext& context);

void drawScenePanel(PanelContext& context);
void drawToolPanel(PanelContext& context);
void drawEmitterPanel(PanelContext& context);
void drawMaterialPanel(PanelContext& context);
void drawBodiesPanel(PanelContext& context);
void drawControlPanel(PanelContext& context);
bool hasControls(const PanelContext& context);  ///< whether the method heeds some, or the world has some
void drawPairPanel(PanelContext& context);
bool hasPairs(const PanelContext& context);  ///< whether the method has functions of pairs
void drawParameterPanel(PanelContext& context);
void drawLookPanel(PanelContext& context);
void drawWorldPanel(PanelContext& context);
void drawTimelinePanel(PanelContext& context);
void drawProfilerPanel(PanelContext& context);
void drawMicroscopePanel(PanelContext& context);

void drawSweepDialog(PanelContext& context);
void drawExportDialog(PanelContext& context);

void drawLibraryDialog(PanelContext& context);
void drawSaveMaterialDialog(PanelContext& context);
void drawGallery(PanelContext& context);
void drawTour(PanelContext& context);

// These have places of their own.
void drawTopBar(PanelContext& context);
void drawToolStrip(PanelContext& context);
void drawBottomStrip(PanelContext& context);
void drawStatusBar(PanelContext& context);
void drawHelp(PanelContext& context);
void drawManual(PanelContext& context);  ///< draws nothing unless the state says that the manual is open

void drawRecovery(PanelContext& context);
void drawFileDialog(PanelContext& context);

}  // namespace ooze::ui
