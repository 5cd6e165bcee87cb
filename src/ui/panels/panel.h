// Panels of the interface. A panel is a file and a row in registry.cpp. Panels read values, draw widgets, and
// send edits to the session; they know nothing of OpenGL, of the window, or of the World.
#pragma once

#include "ooze/scene/scene.h"
#include "ooze/world/quantity.h"

#include "session/scene_values.h"
#include "session/session.h"
#include "ui/panels/tour.h"
#include "ui/state/drop_choice.h"
#include "ui/state/file_dialog.h"
#include "ui/state/frame_exports.h"
#include "ui/state/library.h"
#include "ui/state/manual_state.h"
#include "ui/state/mesh_import_queue.h"
#include "ui/state/recording.h"
#include "ui/state/shortcuts.h"
#include "ui/state/sweeps.h"
#include "ui/state/tool_options.h"
#include "ui/widgets/curve_field.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/theme.h"

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ooze {
class Comparison;
class Manual;
}  // namespace ooze

namespace ooze::ui {

struct Placement;

/// An edit that was refused because the world's fixed substeps are too few.
struct RefusedEdit {
  SetValue command;
  std::string label;
  int needed = 0;  ///< substeps that the edit needs
};

/// Position of a panel. Panels at the bottom share an area, with a tab each.
enum class PanelSide { Left, Right, Bottom };

/// State of the interface, independent of the world.
struct InterfaceState {
  bool panelsVisible = true;
  bool bottomVisible = true;
  bool helpVisible = false;
  bool galleryOpen = false;
  bool tourOpen = false;
  bool tourSeen = false;  ///< the tour was offered once
  std::size_t tourStep = 0;
  TourSpot tourSpot;
  std::optional<TourNozzle> tourNozzleState;  ///< set while the tour runs a nozzle of its own
  std::optional<TourGravity> tourGravity;     ///< set during the tour's step about gravity
  std::array<char, 64> gallerySearch{};
  std::string galleryMethod;  ///< key of the method whose scenes the gallery shows; "": all
  bool sweepOpen = false;
  bool exportOpen = false;
  bool microscopeOn = false;
  bool comparing = false;
  std::optional<FileRequest> fileRequest;          ///< request of the open file dialog
  FileDialog fileDialog;                           ///< state of the file dialog
  std::vector<std::filesystem::path> recentFiles;  ///< recently opened files, newest first
  /// Sizes of the side panels and the bottom strip [design pixels].
  float leftWidth = 232.f, rightWidth = 336.f, bottomHeight = 148.f;
  PanelSide stackedSide = PanelSide::Right;  ///< side whose panels a single combined panel shows
  std::string bottomTab = "Timeline";        ///< title of the panel in the bottom strip
  float userScale = 1.f;
  KeyMap keyMap = KeyMap::Ooze;  ///< keys and view drags that the window takes
  Action view = Action::ViewSurface;
  Action background = Action::BackgroundStudio;
  std::filesystem::path panorama;             ///< environment map in place of the background; "": none
  LightSpec light;                            ///< changes to the background's light
  float spray = 1.f;                          ///< drawn part of the spray droplets, 0 .. 1
  float fieldOfView = 40.f;                   ///< vertical field of view of the camera [degrees]
  Action quality = Action::QualityAutomatic;  ///< render quality of the view
  std::string colour;                         ///< key of the colour quantity; "": the view's default
  Action tool = Action::CameraTool;
  Action missedTool = Action::None;      ///< tool whose last press hit nothing
  std::size_t material = 0;              ///< index of the liquid that panels show and tools use
  std::optional<SettingName> explained;  ///< the parameter whose card is open; unset: none
  std::string parameterSearch;           ///< search text above the parameters
  std::optional<RefusedEdit> refused;
  LibraryState library;
  std::size_t emitter = 0;  ///< index of the nozzle that the pour tool moves
  std::string body;         ///< name of the body whose values the panel shows; "": none
  GizmoState gizmo;
  DropChoice drop;
  SweepChoice sweep;
  ExportChoice exporting;
  std::optional<ExportChoice> exported;  ///< the export that the open dialog has started
  ToolOptions tools;
  MeshChoice mesh;  ///< answers so far in the dialog for the current mesh
  RecordingFormat recordingFormat = RecordingFormat::Mp4;
  FilmSize filmSize = FilmSize::AsTheView;  ///< size of recorded videos and pictures
  MicroscopeState microscope;
  PairChoice pairs;
  ControlChoice controls;
  ManualState manual;
  PlotRange profiler;  ///< range of frames that the profiler shows
};

/// A long-running task with its progress.
struct Task {
  std::string name;              ///< "Sweep", "Sampling armadillo.obj"
  float done = 0.f;              ///< progress, 0 .. 1; below 0: unknown
  std::function<void()> cancel;  ///< cancels the task; empty: the task cannot be cancelled
};

/// Status of the window for the status bar.
struct WindowStatus {
  double framesPerSecond = 0.0;
  std::string quality;        ///< degree to which the picture is simplified, in words; "" at full quality
  Field colour = kLookField;  ///< colour field of the picture
  QuantityScale scale;        ///< value range of the colour field
  std::optional<RecordingStatus> recording;
  std::vector<Task> tasks;
  bool pictureShown = true;       ///< false until the view's first picture is rendered
  bool waitsForPictures = false;  ///< the simulation of a new scene waits for its first pictures
  double pictureLag = 0.0;        ///< delay of the picture behind the world, in simulated time [s]
};

class FrameMonitor;
class Recovery;
class SystemFileDialog;

/// Services of the application. A panel draws nothing if its service is missing.
struct Services {
  Library* library = nullptr;               ///< shipped and own materials and scenes, with thumbnails
  FrameMonitor* monitor = nullptr;          ///< statistics of frames over time, and traces
  Sweeps* sweeps = nullptr;                 ///< parameter sweeps with contact sheets
  FrameExports* exports = nullptr;          ///< export of surface and particles to files
  Comparison* comparison = nullptr;         ///< the second world of a comparison
  Recovery* recovery = nullptr;             ///< sessions that were lost in a crash
  MeshImportQueue* meshes = nullptr;        ///< import of mesh files
  Manual* manual = nullptr;                 ///< pages of the manual
  SystemFileDialog* systemFiles = nullptr;  ///< file dialog of the desktop
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

  /// Returns the name of a liquid: that of the material last loaded in its place, or its own.
  [[nodiscard]] const std::string& liquidName(std::size_t index) const {
    return index < view.originals.size() ? view.originals[index].name : live.materials[index].name;
  }
};

struct Panel {
  const char* title;
  PanelSide side;
  void (*draw)(PanelContext&);
  bool (*shown)(const PanelContext&) = nullptr;  ///< condition for showing the panel; null: always
};
std::span<const Panel> panels();

/// Draws a dialog if the interface state says that the dialog is open.
using Dialog = void (*)(PanelContext&);
/// Returns the dialogs, which are drawn over everything else in this order. A dialog is a file and a row in
/// registry.cpp.
std::span<const Dialog> dialogs();

void drawMeshDialog(PanelContext& context);

void drawScenePanel(PanelContext& context);
void drawToolPanel(PanelContext& context);
void drawEmitterPanel(PanelContext& context);
void drawMaterialPanel(PanelContext& context);
void drawBodiesPanel(PanelContext& context);
void drawControlPanel(PanelContext& context);
bool hasControls(const PanelContext& context);  ///< whether the method or the world has control particles
void drawPairPanel(PanelContext& context);
bool hasPairs(const PanelContext& context);  ///< whether the method has pair functions
/// Draws the curve editor of a pair. @param label  description of the pair's setting
void drawOpenPair(PanelContext& context, const PairEntry& pair, const std::string& label);
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

// The following parts have fixed places in the layout.
void drawTopBar(PanelContext& context);
void drawToolStrip(PanelContext& context);
void drawBottomStrip(PanelContext& context);
void drawStatusBar(PanelContext& context);
void drawHelp(PanelContext& context);
void drawManual(PanelContext& context);  ///< draws nothing unless the state says that the manual is open

void drawRecovery(PanelContext& context);
void drawFileDialog(PanelContext& context);

// The following parts are shared by several panels.

/// Limits of the density sliders [kg/m^3].
inline constexpr float kLightestBody = 10.f, kHeaviestBody = 20'000.f;

/// Returns "floats", "sinks" or "hovers", in the liquid whose parameters the panels show.
const char* buoyancyWord(const PanelContext& context, float density);
/// Draws a tooltip's text about buoyancy: whether a body of this density floats or sinks.
/// @param density  density of the body [kg/m^3]
void explainDensity(const PanelContext& context, float density);

/// Draws a button that adds a nozzle.
void drawAddNozzle(PanelContext& context);

/// Draws number fields for the position, rotation and size of an object, and the reasons why some values
/// cannot be changed. Each field is an edit of its own.
void drawPlaceFields(PanelContext& context, const Placement& placement);

/// Draws a thumbnail with the title below, for panels. @return true if the card was clicked
bool drawSmallCard(const PanelContext& context, const Listing& listing, float width, bool on);

/// Draws the thumbnail of a listing. While the thumbnail is being rendered, the material's colour is shown;
/// for a broken file, a warning.
void drawPicture(const PanelContext& context, const Listing& listing, const ImVec2& corner,
                 const ImVec2& size);

/// Returns the height of a picture of this width.
float pictureHeight(float width);

/// Draws a menu item for each method, inside an open menu. A method without a material for a look in this
/// world is disabled, and the tooltip says why.
/// @param own  the current method, which is marked
/// @return the key of the newly chosen method; "": none
std::string methodItems(const Theme& theme, const Catalog& catalog,
                        const std::vector<MaterialDefinition>& materials, std::string_view own);

}  // namespace ooze::ui
