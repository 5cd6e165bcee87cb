// Mouse tools: the effect of presses and drags in the view. A tool is a file and a row in registry.cpp.
#pragma once

#include "session/scene_values.h"
#include "session/session.h"
#include "ui/overlays/orbit_camera.h"
#include "ui/overlays/overlay_strokes.h"
#include "ui/panels/panel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ooze::ui {

enum class Button { Left, Right, Middle };

struct Pointer {
  Vec2 at{0.f};  ///< position in the view, (-1, -1) bottom left .. (1, 1) top right
  bool shift = false;
  bool alt = false;
  bool control = false;
};

struct ToolContext {
  const SessionView& view;
  const WorldValues& live;
  OrbitCamera& camera;
  InterfaceState& state;
  Session& session;
  float aspect;  ///< width over height of the view

  /// Returns the index of the material that tools use.
  [[nodiscard]] std::uint16_t material() const {
    return static_cast<std::uint16_t>(
        std::min(state.material, std::max<std::size_t>(live.materials.size(), 1) - 1));
  }
};

class Tool {
 public:
  virtual ~Tool() = default;

  /// Begins a drag.
  /// @return true if the tool accepts the drag
  virtual bool press(ToolContext& context, const Pointer& pointer, Button button) = 0;
  virtual void drag(ToolContext& context, const Pointer& from, const Pointer& to) = 0;
  virtual void release(ToolContext& context) = 0;
  /// Handles the wheel while the tool drags. @return false: the camera zooms
  virtual bool scroll(ToolContext&, float /*notches*/) { return false; }
  /// Scales the tool's brush. @return false if the tool has no size
  virtual bool resize(ToolContext&, float /*factor*/) { return false; }
  /// Called after every session update, for idle tools too.
  virtual void follow(ToolContext&) {}
  /// Returns whether a press would grab an object, so that the pointer can change its shape.
  [[nodiscard]] virtual bool isOverTarget(const ToolContext&, const Pointer&) const { return false; }
  /// Adds the tool's overlay strokes. @param pointer  null if the pointer is not over the view
  virtual void addOverlay(const ToolContext&, const Pointer* /*pointer*/, std::vector<Stroke>&) const {}
};

struct ToolRow {
  Action action;     ///< action that arms the tool
  const char* hint;  ///< shown in the view while the tool is armed; toolHint() fills its places
  const char* miss;  ///< shown after a left press that hit nothing; "": the press turns the view
  std::unique_ptr<Tool> (*make)();
  std::array<Action, 5> keys{};  ///< actions whose keys stand at {1}, {2}, ... in the hint
};
/// Returns the tools in the order in which a press is offered. The camera comes last and takes the rest.
std::span<const ToolRow> toolRows();
/// Returns the hint of a tool with the keys and the drag of this key map.
std::string toolHint(const ToolRow& row, KeyMap map);

std::unique_ptr<Tool> makeGizmoTool();
std::unique_ptr<Tool> makeCameraTool();
std::unique_ptr<Tool> makePourTool();
std::unique_ptr<Tool> makeGrabTool();
std::unique_ptr<Tool> makePushTool();
std::unique_ptr<Tool> makeCutTool();
std::unique_ptr<Tool> makeFreezeTool();
std::unique_ptr<Tool> makeEraseTool();
std::unique_ptr<Tool> makeDropTool();
std::unique_ptr<Tool> makeColliderTool();
std::unique_ptr<Tool> makeControlTool();
std::unique_ptr<Tool> makeMicroscopeTool();

}  // namespace ooze::ui
