// A panel is a file and a row in registry.cpp. It reads values, draws widgets, and asks the session; it knows
// nothing of OpenGL, of the window, or of the World.
#pragma once

#include "ooze/scene/scene.h"

#include "ui/drop_choice.h"
#include "ui/live_values.h"
#include "ui/recording.h"
#include "ui/session.h"
#include "ui/shortcuts.h"
#include "ui/theme.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ooze::ui {

/// What the interface itself remembers.
struct InterfaceState {
  bool panelsVisible = true;
  bool helpVisible = false;
  float leftWidth = 232.f, rightWidth = 336.f;  ///< [design pixels]
  float userScale = 1.f;
  Action view = Action::ViewSurface;
  Action background = Action::BackgroundStudio;
  Action quality = Action::QualityAutomatic;  ///< how well the view is drawn
  std::optional<Quantity> colour;             ///< unset: what the view shows by itself
  Action tool = Action::CameraTool;
  std::size_t material = 0;  ///< whose parameters the panel shows
  std::size_t emitter = 0;   ///< that the pour tool moves
  std::string body;          ///< whose values the panel shows; "": none
  DropChoice drop;
  RecordingFormat recordingFormat = RecordingFormat::Mp4;
};

/// What the window says of itself in the status bar.
struct WindowStatus {
  double framesPerSecond = 0.0;
  std::string quality;               ///< "" at full quality
  Quantity colour = Quantity::Look;  ///< of the picture
  QuantityScale scale;               ///< of that quantity
  std::optional<RecordingStatus> recording;
};

/// Scenes and materials on disk.
struct Catalog {
  std::vector<Listing> scenes, materials;
};

struct PanelContext {
  const SessionView& view;
  const LiveValues& live;
  const Catalog& catalog;
  const WindowStatus& window;
  const Theme& theme;
  InterfaceState& state;
  Session& session;
  std::function<void(Action)> perform;
};

enum class Side { Left, Right };

struct Panel {
  const char* title;
  Side side;
  void (*draw)(PanelContext&);
};
std::span<const Panel> panels();

void drawScenePanel(PanelContext& context);
void drawEmitterPanel(PanelContext& context);
void drawMaterialPanel(PanelContext& context);
void drawBodiesPanel(PanelContext& context);
void drawParameterPanel(PanelContext& context);
void drawWorldPanel(PanelContext& context);

// These three have places of their own.
void drawTopBar(PanelContext& context);
void drawStatusBar(PanelContext& context);
void drawHelp(PanelContext& context);

}  // namespace ooze::ui
